// The faults a Pathologic script can end with, and the diagnostics of its context. One table, so that
// documents and tests can walk it. Relies on DiagnosticCode only.
#pragma once

#include <span>

#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::codes {

inline constexpr DiagnosticCode fault_operand{"pathologic.fault-operand", Severity::error,
                                              "An instruction names a variable that is not on the stack."};
inline constexpr DiagnosticCode fault_type{
    "pathologic.fault-type", Severity::error,
    "A value has a type that the instruction cannot work with or store."};
inline constexpr DiagnosticCode fault_division{"pathologic.fault-division", Severity::error,
                                               "An integer is divided by zero."};
inline constexpr DiagnosticCode fault_call_stack{"pathologic.fault-call-stack", Severity::error,
                                                 "A function returns, but this task called none."};
inline constexpr DiagnosticCode fault_task{"pathologic.fault-task", Severity::error,
                                           "A task is entered or left out of order."};
inline constexpr DiagnosticCode fault_address{"pathologic.fault-address", Severity::error,
                                              "Execution leads to an address outside the code."};
inline constexpr DiagnosticCode fault_null{"pathologic.fault-null-object", Severity::error,
                                           "A method is called on a null object."};
inline constexpr DiagnosticCode fault_native{"pathologic.fault-native", Severity::error,
                                             "The host has no native function or method of that name."};
inline constexpr DiagnosticCode fault_instruction_limit{"pathologic.fault-instruction-limit", Severity::error,
                                                        "A run exceeded the instruction limit of a frame."};
inline constexpr DiagnosticCode fault_memory{"pathologic.fault-memory", Severity::error,
                                             "A script needs more stack or text than its budget allows."};
inline constexpr DiagnosticCode fault_call_depth{"pathologic.fault-call-depth", Severity::error,
                                                 "Functions, tasks or events are nested too deeply."};
inline constexpr DiagnosticCode fault_native_failed{"pathologic.fault-native-failed", Severity::warning,
                                                    "A native reported a failure; the script continues."};

/// All codes above.
[[nodiscard]] std::span<const DiagnosticCode* const> machine_codes() noexcept;

} // namespace vellum::pathologic::codes
