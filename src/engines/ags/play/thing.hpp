// The things of a game that scripts have names and numbers for, and how hosts and snapshots call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vellum::ags {

enum class ThingKind : std::uint8_t {
    character = 1,
    item,
    dialog,
    gui,
    control,
    object,
    hotspot,
    region,
    clip,
    room ///< Itself; its index is 0.
};

/// "Character", "InventoryItem", …: the class that scripts know it by; a control's is that of its kind.
[[nodiscard]] std::string_view class_of(ThingKind kind) noexcept;

struct Thing {
    ThingKind kind = ThingKind::character;
    std::int32_t room = 0;   ///< Of rooms and what is in them; otherwise 0.
    std::uint32_t index = 0; ///< Its number; of a control its place among those of all GUIs.

    [[nodiscard]] bool in_room() const noexcept {
        return kind == ThingKind::object || kind == ThingKind::hotspot || kind == ThingKind::region ||
               kind == ThingKind::room;
    }
    friend bool operator==(const Thing&, const Thing&) = default;
};

// Ids of things are ids of the stand-in game's objects that were made (machine/environment.cpp): those have
// the three highest bits for themselves.
inline constexpr std::uint64_t stand_in_bit = std::uint64_t{1} << 63U;
inline constexpr std::uint64_t made_bit = std::uint64_t{1} << 61U;
inline constexpr std::uint64_t thing_bit = std::uint64_t{1} << 60U;

[[nodiscard]] constexpr std::uint64_t id_of(Thing thing) noexcept {
    constexpr std::uint32_t most_index = 0xFFFFFF, most_room = 0xFFFFFF;
    return stand_in_bit | made_bit | thing_bit | static_cast<std::uint64_t>(thing.kind) << 48U |
           std::uint64_t{static_cast<std::uint32_t>(thing.room) & most_room} << 24U |
           (thing.index & most_index);
}
[[nodiscard]] constexpr bool is_thing(std::uint64_t id) noexcept {
    return (id & (stand_in_bit | thing_bit)) == (stand_in_bit | thing_bit);
}
/// Of an id that is one; whether there is such a thing only its game knows.
[[nodiscard]] constexpr Thing thing_of(std::uint64_t id) noexcept {
    return {static_cast<ThingKind>(id >> 48U & 0xFFU), static_cast<std::int32_t>(id >> 24U & 0xFFFFFFU),
            static_cast<std::uint32_t>(id & 0xFFFFFFU)};
}

} // namespace vellum::ags
