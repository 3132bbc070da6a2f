// The words for what became of events and calls.
#include "vellum/outcome.hpp"

namespace vellum {

std::string_view to_string(EventOutcome outcome) noexcept {
    switch (outcome) {
    case EventOutcome::handled: return "handled";
    case EventOutcome::begun: return "begun";
    case EventOutcome::queued: return "queued";
    case EventOutcome::remembered: return "remembered";
    case EventOutcome::no_handler: return "no handler";
    case EventOutcome::disabled: return "disabled";
    case EventOutcome::busy: return "busy";
    case EventOutcome::ended: return "ended";
    case EventOutcome::over_limit: return "over limit";
    case EventOutcome::no_receiver: return "no receiver";
    case EventOutcome::wrong_count: return "wrong number of values";
    case EventOutcome::wrong_values: return "values do not fit";
    case EventOutcome::unknown_event: return "unknown event";
    case EventOutcome::failed: return "failed";
    case EventOutcome::interrupted: return "interrupted";
    }
    return {};
}

std::string_view to_string(CallOutcome outcome) noexcept {
    switch (outcome) {
    case CallOutcome::returned: return "returned";
    case CallOutcome::unfinished: return "unfinished";
    case CallOutcome::faulted: return "faulted";
    case CallOutcome::unknown_function: return "unknown function";
    case CallOutcome::wrong_count: return "wrong number of values";
    case CallOutcome::wrong_values: return "values do not fit";
    case CallOutcome::not_ready: return "not ready";
    case CallOutcome::over_limit: return "over limit";
    case CallOutcome::unsupported: return "unsupported";
    case CallOutcome::interrupted: return "interrupted";
    }
    return {};
}

} // namespace vellum
