// What a game's own data calls things, for the sources of its scripts.
#pragma once

#include <memory>

#include "vellum/engine.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// The names that the container of a script has in its game's data, joined with `known` (may be null), which
/// counts first. They are kept for the containers asked for last. `known` itself where there are none, or
/// they cannot be read.
[[nodiscard]] std::shared_ptr<const SourceNames> game_names(const OpenedFile& opened,
                                                            std::shared_ptr<const SourceNames> known);

} // namespace vellum::tools
