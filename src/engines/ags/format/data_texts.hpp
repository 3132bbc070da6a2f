// What players read in a game's main data and in its rooms, besides the texts of scripts: listed, and changed
// where they stand. Facts: docs/engines/ags.md, "Texts of games".
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

/// True for main data and rooms, which may have such texts.
[[nodiscard]] bool has_data_texts(std::span<const std::byte> bytes, std::string_view name);

/// The texts of main data or of a room, in the order in which the editor collects them; `id` says which it
/// is ("dialog 2 option 1"). Fails as read_main_data and read_room_data.
[[nodiscard]] Result<std::vector<GameText>> data_texts(std::span<const std::byte> bytes);

/// The file with other texts. Fails with text.change where there is no such text, or it is too long for its
/// place.
[[nodiscard]] Result<std::vector<std::byte>> change_data_texts(std::span<const std::byte> bytes,
                                                               std::span<const TextChange> changes);

} // namespace vellum::ags
