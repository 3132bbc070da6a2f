// Names of the events that game and window scripts are known to handle. Files hold only numbers, and the two
// families use the same numbers for different things. Source: docs/engines/pathologic.md, "Events".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vellum::pathologic {

struct EventName {
    std::uint32_t id;
    bool window; ///< Event of a user interface script, not of the game world.
    std::string_view name;
    std::string_view values =
        {}; ///< Our words for what handlers get, with blanks between them; may be too few.
};

/// All known names, ascending by id, game before window.
[[nodiscard]] std::span<const EventName> event_names() noexcept;
/// Name of a game or window event; empty if unknown.
[[nodiscard]] std::string_view event_name(std::uint32_t id, bool window) noexcept;
/// Its row; null if unknown.
[[nodiscard]] const EventName* find_event(std::uint32_t id, bool window) noexcept;
/// The number of an event name; game events win over window events.
[[nodiscard]] std::optional<std::uint32_t> event_number(std::string_view name) noexcept;
/// ". Did you mean 'OnUse'?", to go on with a sentence about a name that no event has, or nothing.
[[nodiscard]] std::string meant_event(std::string_view name);

} // namespace vellum::pathologic
