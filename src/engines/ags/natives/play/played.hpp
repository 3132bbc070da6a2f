// What the natives of a game that is played share. Each file here has one subject and offers a table of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engines/ags/machine/environment.hpp"
#include "engines/ags/play/play.hpp"

namespace vellum::ags {

[[nodiscard]] std::span<const BuiltinEntry> speech_natives() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> movement_natives() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> room_natives() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> dialog_natives() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> item_natives() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> mouse_natives() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> save_natives() noexcept;

// Only of calls in a game that is played.
[[nodiscard]] inline Play& play_of(BuiltinCall& call) noexcept { return *call.environment.play; }
/// The receiver's id; 0 for null.
[[nodiscard]] inline std::uint64_t self_of(BuiltinCall& call) { return call.environment.host_id(call.self); }
/// A number among the arguments; `otherwise` where there are fewer.
[[nodiscard]] inline std::int32_t integer_at(const BuiltinCall& call, std::size_t index,
                                             std::int32_t otherwise = 0) {
    return index < call.arguments.size() && is_number(call.arguments[index])
               ? signed_of(call.arguments[index])
               : otherwise;
}
/// Asks for what happens when the running function is over. Fails the call where the engine refuses that.
void queue_action(BuiltinCall& call, PlayAction action);
/// Waits while `busy` says so.
[[nodiscard]] inline Word wait_while(BuiltinCall& call, bool busy) {
    if (busy) *call.state = Value(1);
    return busy ? call.suspend() : 0;
}
/// Whether a blocking style is among the arguments: those that may be left out count as `otherwise`.
[[nodiscard]] inline bool blocks(const BuiltinCall& call, std::size_t index, bool otherwise) {
    constexpr std::int32_t block = 919, no_block = 920;
    const std::int32_t style = integer_at(call, index, otherwise ? block : no_block);
    return style == block || style == 1;
}

// The world's side, outside of calls.

/// A property of a thing, as it was set or as the data says; 0 if neither says it.
[[nodiscard]] std::int32_t number_of_thing(const Environment& environment, std::uint64_t thing,
                                           std::string_view property, std::int32_t index = 0);
/// The same in words: numbers, texts in quotes, names of things; nothing if it is not known.
[[nodiscard]] std::optional<std::string> value_of_thing(const Environment& environment, std::uint64_t thing,
                                                        std::string_view property, std::int32_t index = 0);
void set_number_of_thing(Environment& environment, std::uint64_t thing, std::string_view property,
                         std::int32_t value);
/// What the player carries: ids of items, each as often as there are kinds of it.
[[nodiscard]] std::vector<std::uint64_t> inventory_of(const Environment& environment,
                                                      std::uint64_t character);
/// Asks for the functions that answer that a thing is used in a mode of the cursor.
void use_thing(Environment& environment, Thing thing, std::int32_t mode);
/// Asks for the functions that answer that the player stands on a region, comes to it or leaves it.
void stand_on_region(Environment& environment);
/// A frame of all that moves.
void move_things(Environment& environment);

} // namespace vellum::ags
