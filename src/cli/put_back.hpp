// Writes a container that was changed: one or several files.
#pragma once

#include <span>
#include <string>

#include "cli/output.hpp"
#include "vellum/archive.hpp"

namespace vellum::cli {

class Session;

/// Writes the container to `target` and its other parts that changed beside it. `in_place`: `target` is the
/// container itself, and what each file was is kept beside it. Says what was written that nobody named.
[[nodiscard]] Result<void> write_changed(Session& session, std::span<const archives::ChangedFile> files,
                                         const std::string& target, bool in_place, Old old);

} // namespace vellum::cli
