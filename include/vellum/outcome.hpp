// What became of an event that was sent to a world or of a script function that was called: a value for
// programs beside the words for people.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/value.hpp"

namespace vellum {

/// What became of an event. Where several receivers got it, the best that became of it: the first in this
/// list.
enum class EventOutcome : std::uint8_t {
    handled,       ///< a handler ran, to its end or into a fault
    begun,         ///< a handler began and goes on with the next frames
    queued,        ///< waits for what runs now
    remembered,    ///< a transition keeps it until all it waits for has come (Skrit)
    no_handler,    ///< nobody handles it
    disabled,      ///< the receiver has switched it, or all events, off
    busy,          ///< lost: the receiver runs something as important
    ended,         ///< the receiver's script has ended
    over_limit,    ///< refused: calls are nested too deep or memory is spent
    no_receiver,   ///< there is no such machine, model or room
    wrong_count,   ///< the handler takes another number of values
    wrong_values,  ///< a value does not fit the handler's type, or its form says nothing to the engine
    unknown_event, ///< the engine knows no such event
    failed,        ///< what the event begins could not be made ready; the diagnostic says why
    interrupted    ///< the world is interrupted
};

/// "handled", "no handler", …: the same for all engines.
[[nodiscard]] VELLUM_API std::string_view to_string(EventOutcome outcome) noexcept;

/// What became of a call from outside.
enum class CallOutcome : std::uint8_t {
    returned,         ///< the function came to its end
    unfinished,       ///< it waits or has spent its instructions, and goes on with the next frames
    faulted,          ///< a fault ended it
    unknown_function, ///< there is no such function
    wrong_count,      ///< the function takes another number of values
    wrong_values,     ///< a value has a type that scripts do not have
    not_ready,        ///< nothing can be called now: no script has started, it has ended, or it is running
    over_limit,       ///< calls are nested too deep
    unsupported,      ///< the engine has no such calls
    interrupted       ///< the world is interrupted
};

/// "returned", "unknown function", …
[[nodiscard]] VELLUM_API std::string_view to_string(CallOutcome outcome) noexcept;

/// What Scheduler::send gives: the engine's words for what became of the event, or the diagnostic if it was
/// refused, and in either case the outcome.
struct [[nodiscard]] EventResult : Result<std::string> {
    /// Something became of it.
    EventResult(EventOutcome what, std::string words)
        : Result<std::string>(std::move(words)), outcome(what) {}
    /// It was refused.
    EventResult(EventOutcome what, std::unexpected<Diagnostic> why)
        : Result<std::string>(std::move(why)), outcome(what) {}

    EventOutcome outcome; ///< What became of it.
};

/// What Scheduler::call gives: the function's result or a diagnostic, and in either case the outcome.
struct [[nodiscard]] CallResult : Result<Value> {
    /// The function came to its end.
    CallResult(Value result) : Result<Value>(std::move(result)), outcome(CallOutcome::returned) {} // NOLINT
    /// It did not.
    CallResult(CallOutcome what, std::unexpected<Diagnostic> why)
        : Result<Value>(std::move(why)), outcome(what) {}

    CallOutcome outcome; ///< What became of it.
};

} // namespace vellum
