// What a room file says of its hotspots, objects and regions: names, texts with their places, events.
// Pictures, walkable areas and the script are passed over. Facts: docs/engines/ags.md, "Texts of games".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/ags/format/main_data.hpp"
#include "engines/ags/format/text_field.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ags {

struct RoomData {
    static constexpr std::uint16_t oldest_version = 26; ///< AGS 3.0.

    struct Hotspot {
        TextField name;
        std::string script_name;
        std::int16_t walk_x = 0, walk_y = 0; ///< Where someone stands who uses it; 0: anywhere.
        EventHandlers events;                ///< See docs/engines/ags.md.
        std::vector<PropertyValue> properties;
    };
    struct Object {
        TextField name;
        std::string script_name;
        std::uint16_t sprite = 0;
        std::int16_t x = 0, y = 0; ///< Of its lower left corner when the room is first entered.
        bool visible = false;
        EventHandlers events;
        std::vector<PropertyValue> properties;
    };

    std::uint16_t version = 0;
    std::vector<Hotspot> hotspots; ///< Hotspot 0 is where there is none.
    std::vector<Object> objects;
    std::vector<EventHandlers> regions;
    EventHandlers events;                   ///< Of the room itself.
    std::vector<PropertyValue> properties;  ///< Likewise.
    std::int16_t width = 320, height = 200; ///< In pixels of the room.
    std::vector<TextField> messages;        ///< By number.
    std::vector<ByteCount> counts;
};

/// Reads a room file, which `bytes` are from their first to their last; of a room without its main block
/// nothing is known. Work and memory are in proportion to the bytes. Fails with ags.container, or an error of
/// the bytes, and the offset.
[[nodiscard]] Result<RoomData> read_room_data(std::span<const std::byte> bytes);

} // namespace vellum::ags
