// The names that a room file gives to the objects and hotspots of its room.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::ags::project {

/// Script names in the order of their numbers, without empty ones.
struct RoomNames {
    std::vector<std::string> objects, hotspots;
};

/// Reads a room file (.crm), of it only the blocks with names. Fails with ags.container.
[[nodiscard]] Result<RoomNames> read_room_names(const ByteSource& room);

} // namespace vellum::ags::project
