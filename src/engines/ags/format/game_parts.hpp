// What a game has besides its scripts, as a world of them needs it: its main data and its rooms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engines/ags/format/main_data.hpp"
#include "engines/ags/format/room_data.hpp"
#include "vellum/archive.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ags {

struct GameParts {
    MainData main;
    std::map<std::int32_t, RoomData> rooms; ///< By number.
    std::uint64_t hash = 0;                 ///< Of the bytes that they were read from.
};

/// The parts that a container has. Null if there is no main data in it, or it cannot be read, which
/// `problems` says; a room that cannot be read is left out, with a warning.
[[nodiscard]] std::shared_ptr<const GameParts> read_parts(const archives::Archive& container,
                                                          Diagnostics& problems);

/// Takes a room's file into the parts; what is wrong with it becomes a warning.
void take_room(GameParts& parts, std::int32_t number, std::span<const std::byte> bytes,
               Diagnostics& problems);

} // namespace vellum::ags
