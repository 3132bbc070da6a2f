// The outcome of an event sent to a world or of a call of a script function: a value for programs in addition
// to the words for people.
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

/// The outcome of an event. If there were several receivers, the best outcome: the first in this list.
enum class EventOutcome : std::uint8_t {
    handled,       ///< a handler ran, to its end or into a fault
    begun,         ///< a handler started and continues in the next frames
    queued,        ///< waits for the running code
    remembered,    ///< a transition keeps it until everything it waits for has arrived (Skrit)
    no_handler,    ///< there is no handler
    disabled,      ///< the receiver has disabled it or all events
    busy,          ///< lost: the receiver is running something at least as important
    ended,         ///< the receiver's script has ended
    over_limit,    ///< refused: calls are nested too deeply or memory is used up
    no_receiver,   ///< there is no such machine, model or room
    wrong_count,   ///< the handler takes a different number of values
    wrong_values,  ///< a value does not fit the handler's type, or the engine cannot read it
    unknown_event, ///< the engine knows no such event
    failed,        ///< the event could not be prepared; the diagnostic says why
    interrupted    ///< the world is interrupted
};

/// "handled", "no handler", …: the same for all engines.
[[nodiscard]] VELLUM_API std::string_view to_string(EventOutcome outcome) noexcept;

/// The outcome of a call from outside.
enum class CallOutcome : std::uint8_t {
    returned,         ///< the function returned
    unfinished,       ///< it waits or has used up its instructions, and continues in the next frames
    faulted,          ///< a fault ended it
    unknown_function, ///< there is no such function
    wrong_count,      ///< the function takes a different number of values
    wrong_values,     ///< a value has a type that scripts do not have
    not_ready,        ///< nothing can be called now: no script has started, it has ended, or it is running
    over_limit,       ///< calls are nested too deeply
    unsupported,      ///< the engine has no such calls
    interrupted       ///< the world is interrupted
};

/// "returned", "unknown function", …
[[nodiscard]] VELLUM_API std::string_view to_string(CallOutcome outcome) noexcept;

/// The result of Scheduler::send: the outcome in the engine's words, or the diagnostic if it was refused, and
/// in either case the outcome as a value.
struct [[nodiscard]] EventResult : Result<std::string> {
    /// It was not refused.
    EventResult(EventOutcome what, std::string words)
        : Result<std::string>(std::move(words)), outcome(what) {}
    /// It was refused.
    EventResult(EventOutcome what, std::unexpected<Diagnostic> why)
        : Result<std::string>(std::move(why)), outcome(what) {}

    EventOutcome outcome; ///< The outcome.
};

/// The result of Scheduler::call: the function's result or a diagnostic, and in either case the outcome.
struct [[nodiscard]] CallResult : Result<Value> {
    /// The function returned.
    CallResult(Value result) : Result<Value>(std::move(result)), outcome(CallOutcome::returned) {} // NOLINT
    /// It did not return.
    CallResult(CallOutcome what, std::unexpected<Diagnostic> why)
        : Result<Value>(std::move(why)), outcome(what) {}

    CallOutcome outcome; ///< The outcome.
};

} // namespace vellum
