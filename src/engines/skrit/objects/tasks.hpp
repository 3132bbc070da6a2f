// What a world is in the middle of: an event on its way, a change of state, an update, a frame. Each task is
// plain data that says how far it has come, so that a stop inside a script can leave all C++ functions and
// `World::go_on` can take them up again, the innermost first. While nothing stops they live on the C++ stack
// and cost nothing. The world advances them (world/).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engines/skrit/objects/object.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::skrit {

/// What became of something that may run scripts.
enum class Progress : std::uint8_t { done, stopped };

/// What became of an event in an object.
enum class Became : std::uint8_t { unmentioned, unheard, remembered, taken, handled, handled_and_taken };
/// "no handler", "handled", …
[[nodiscard]] std::string_view to_string(Became became) noexcept;

/// A property's name and its text.
using Property = std::pair<std::string_view, std::string_view>;

/// The search for the first transition whose conditions hold, and taking it.
struct Walk {
    std::uint32_t next = 0; ///< In State::transitions.
    std::uint32_t term = 0; ///< Terms of it that hold.
    bool asked = false;     ///< The answer about that term is there.
    bool fires = false;     ///< It is taken; its handler may be under way.
};

/// At functions of a state, or of the object, being set going.
struct Arming {
    std::uint32_t state = none;
    std::uint32_t next = 0; ///< In Unit::at_functions.
    bool asked = false;     ///< The answer about its delay is there.
};

/// Variables being given their initial values.
struct Initialising {
    bool shared = false;
    std::uint32_t next = 0; ///< In Unit::variables.
    bool asked = false;     ///< The answer of its initialiser is there.
};

/// An event in one object.
struct Delivery {
    enum class At : std::uint8_t { arrival, object_handlers, state_handlers, transitions };

    Object* object = nullptr;
    std::uint32_t event = none; ///< Of the unit.
    std::span<const Value> values;
    Value* result = nullptr; ///< Of the last handler that gave one; null if nobody asks.
    Became* told = nullptr;  ///< What became of it goes there; null if nobody asks.
    At at = At::arrival;
    std::uint32_t state = none; ///< Current when the event came.
    std::uint32_t next = 0;     ///< Handler.
    bool handled = false, remembered = false;
    bool walks = false; ///< Transitions are tried.
    Walk walk;
};

/// What waited for the outermost delivery: changes of state, then the object's end.
struct Settling {
    enum class At : std::uint8_t { begin, change, left, arming, poll, end, destroyed, freed };

    Object* object = nullptr;
    At at = At::begin;
    std::uint32_t round = 0;
    Arming arming;
    bool asked = false; ///< The answer about the period of polls is there.
};

/// One update of one object.
struct Update {
    enum class At : std::uint8_t {
        begin,
        timers,
        at_functions,
        called,
        poll,
        polled,
        transitions,
        settled,
        end
    };

    Object* object = nullptr;
    double seconds = 0;
    At at = At::begin;
    std::vector<Due> due; ///< Timers, then at functions.
    std::size_t next = 0; ///< In `due`.
    Walk walk;
};

/// An object being made.
struct Creation {
    enum class At : std::uint8_t { shared_variables, variables, construct, arming };

    Object* object = nullptr;
    bool first = false; ///< Of its skrit.
    std::span<const Property> fields;
    At at = At::shared_variables;
    Initialising variables;
    Arming arming;
};

/// A frame of the world.
struct FrameTask {
    enum class At : std::uint8_t { begin, system_bots, bots, objects, updated, components, drawing };

    float seconds = 0;
    At at = At::begin;
    std::vector<std::uint64_t> told; ///< Bots or components that are told of it.
    std::size_t next = 0;            ///< In `told`, or in the world's list.
    std::size_t end = 0;             ///< Of the world's list when it began.
    std::uint64_t object = 0;
};

/// An event on its way to all objects that mention it.
struct Sending {
    EventId id = 0;
    const Event* event = nullptr;
    std::vector<std::uint64_t> targets;
    std::size_t next = 0;
    Became best = Became::unmentioned; ///< Where most became of it.
};

/// Programs and bots of the beginning.
struct Starting {
    std::size_t program = 0, bot = 0;
    std::uint64_t made = 0; ///< The bot that was just made.
    std::size_t event = 0;  ///< Of those that components are told then.
    std::vector<std::uint64_t> told;
    std::size_t next = 0; ///< In `told`.
};

/// A task that was left at a stop, with what the C++ stack held for it.
struct LeftTask {
    std::variant<Delivery, Settling, Update, Creation, FrameTask, Sending, Starting> task;
    std::vector<Value> values;                               ///< Delivery.
    std::vector<std::pair<std::string, std::string>> fields; ///< Creation.
    Event event;                                             ///< Sending.
};

} // namespace vellum::skrit
