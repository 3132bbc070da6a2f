// Names and declarations are opaque outside of the engine that has read them, so each engine asks whose they
// are before it looks inside.
#pragma once

#include <string>

#include "vellum/engine.hpp"

namespace vellum {

/// Fails with `engine.unsupported` for what another engine has read; null is fine.
template <class Read> [[nodiscard]] Result<void> require_own(const Engine& engine, const Read* read) {
    if (read == nullptr || &read->engine() == &engine) return {};
    return fail(codes::engine_unsupported, std::string(engine.title()) + ": cannot use data read for " +
                                               std::string(read->engine().title()));
}

} // namespace vellum
