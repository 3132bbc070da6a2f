// What a room file says of its hotspots, objects and regions: names, texts with their places, events.
// Of its pictures those of regions and hotspots are read; walkable areas and the script are passed over.
// Facts: docs/engines/ags.md, "Texts of games".
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

/// A picture whose pixels are numbers of regions or hotspots, kept as runs of equal ones.
class RoomMask {
  public:
    RoomMask() = default;
    explicit RoomMask(std::uint16_t width) : width_(width) {}

    void add(std::uint8_t number, std::uint32_t count);
    /// The number at a pixel; 0 outside.
    [[nodiscard]] std::uint8_t at(std::int32_t x, std::int32_t y) const noexcept;

  private:
    struct Run {
        std::uint32_t end = 0; ///< Pixels up to its last.
        std::uint8_t number = 0;
    };
    std::uint16_t width_ = 0;
    std::vector<Run> runs_;
};

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
    RoomMask region_mask, hotspot_mask;     ///< Empty if they cannot be read.
    std::int16_t mask_scale = 1;            ///< Pixels of the room to one of theirs.
    std::vector<ByteCount> counts;
};

/// Reads a room file, which `bytes` are from their first to their last; of a room without its main block
/// nothing is known. Work and memory are in proportion to the bytes. Fails with ags.container, or an error of
/// the bytes, and the offset.
[[nodiscard]] Result<RoomData> read_room_data(std::span<const std::byte> bytes);

} // namespace vellum::ags
