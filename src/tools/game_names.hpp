// What a game's own data calls things, for the sources of its scripts.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vellum/engine.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// The main data of the game that the container of a script holds or is. Nothing if there is none, or if it
/// cannot be read.
[[nodiscard]] std::optional<std::vector<std::byte>> game_data(const OpenedFile& opened);

/// The names in a game's main data, joined with `known` (may be null), which counts first. `known` itself if
/// the data has none or cannot be read. Takes as long as decompiling the larger scripts of the game.
[[nodiscard]] std::shared_ptr<const SourceNames>
game_names(const Engine& engine, std::span<const std::byte> data, std::shared_ptr<const SourceNames> known);

} // namespace vellum::tools
