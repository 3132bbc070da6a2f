// A language server on a stream, until the editor says good-bye.
#pragma once

#include "base/stream.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::protocol::lsp {

/// Serves all languages of this build. False if the editor left without saying so; fails if the stream does,
/// or if what comes is no conversation.
[[nodiscard]] Result<bool> serve(ByteStream& bytes);

} // namespace vellum::protocol::lsp
