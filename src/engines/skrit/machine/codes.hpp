// Diagnostic codes of running skrit. An id that was released keeps its meaning.
#pragma once

#include <span>

#include "vellum/diagnostic.hpp"

namespace vellum::skrit::codes {

#define VELLUM_SKRIT_RUN_CODES(CODE)                                                                         \
    CODE(run_division, "division", "An integer is divided by zero.")                                         \
    CODE(run_null, "null", "Something is asked of a null reference.")                                        \
    CODE(run_conversion, "run-conversion", "A float does not fit an int.")                                   \
    CODE(run_abort, "abort", "The script gave up with abort.")                                               \
    CODE(run_instructions, "instruction-limit", "A script ran longer than its host allows.")                 \
    CODE(run_depth, "depth-limit", "Calls nest deeper than the host allows.")                                \
    CODE(run_text, "text-limit", "A text is longer than the host allows.")                                   \
    CODE(run_memory, "memory-limit", "The scripts of a world hold more memory than the host allows.")        \
    CODE(run_timers, "timer-limit", "An object has as many timers as the host allows.")                      \
    CODE(run_states, "state-limit", "State changes follow each other without end.")                          \
    CODE(run_host, "host", "A host function reported a failure.")                                            \
    CODE(run_missing, "no-native", "The host has no such function.")                                         \
    CODE(run_format, "format", "A printf format and its arguments do not fit.")                              \
    CODE(run_not_found, "not-found", "There is no skrit of that name.")                                      \
    CODE(run_other_text, "other-text", "Objects of another text run under that name.")                       \
    CODE(run_owner, "owner-type", "The owner is not of the type the skrit declares.")                        \
    CODE(run_objects, "object-limit", "The world has as many objects as it may have.")                       \
    CODE(run_reload, "reload", "A skrit could not be compiled again; the old one stays.")

#define VELLUM_SKRIT_CODE(name, id, meaning)                                                                 \
    inline constexpr DiagnosticCode name{"skrit." id, Severity::error, meaning};
VELLUM_SKRIT_RUN_CODES(VELLUM_SKRIT_CODE)
#undef VELLUM_SKRIT_CODE

inline constexpr DiagnosticCode run_state_gone{"skrit.state-gone", Severity::warning,
                                               "A state that was current no longer exists after a reload."};
inline constexpr DiagnosticCode run_property{"skrit.property", Severity::warning,
                                             "A start-up parameter names no property or does not fit it."};

} // namespace vellum::skrit::codes
