// Diagnostic codes of Pathologic: what can be wrong with a script file or with an assembly text of one. Codes
// about code flow and about assembly in general are the instruction layer's (isa/codes.hpp).
#pragma once

#include <array>

#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::codes {

// --- Loading: the file cannot be used. ---
inline constexpr DiagnosticCode truncated{
    "pathologic.truncated", Severity::error,
    "The file ends inside its tables or its code, or a count is too large for it."};
inline constexpr DiagnosticCode trailing{"pathologic.trailing", Severity::error,
                                         "Bytes follow the file's last instruction."};
inline constexpr DiagnosticCode type_tag{"pathologic.type-tag", Severity::error,
                                         "A variable has a type that the engine does not know."};
inline constexpr DiagnosticCode unwritable{
    "pathologic.unwritable", Severity::error,
    "The script cannot be written as a file, or belongs to another engine."};

// --- Checking: the script would go wrong when it runs. ---
inline constexpr DiagnosticCode entry{"pathologic.entry", Severity::error,
                                      "The run or an event starts at an address that has no instruction."};
inline constexpr DiagnosticCode task{"pathologic.task", Severity::error,
                                     "The script does not have a task that it names."};
inline constexpr DiagnosticCode stack_operand{
    "pathologic.stack-operand", Severity::error,
    "A stack variable is above the top of the stack or below everything its function may touch."};
inline constexpr DiagnosticCode task_operand{"pathologic.task-operand", Severity::error,
                                             "Code uses a task variable that its task does not have."};
inline constexpr DiagnosticCode frame{"pathologic.frame", Severity::error,
                                      "Return does not pop exactly what the function has pushed."};
inline constexpr DiagnosticCode arguments{
    "pathologic.arguments", Severity::error,
    "A function uses more arguments than its caller, task or event gives it."};
inline constexpr DiagnosticCode task_call{"pathologic.task-call", Severity::error,
                                          "TaskCall, Call and TaskReturn do not form one task call."};
inline constexpr DiagnosticCode global{"pathologic.global", Severity::error,
                                       "Code uses a global variable that the script does not have."};
inline constexpr DiagnosticCode string{"pathologic.string", Severity::error,
                                       "A text operand is outside the pool or unterminated."};
inline constexpr DiagnosticCode component{"pathologic.component", Severity::error,
                                          "Code uses a vector component other than x, y and z."};
inline constexpr DiagnosticCode variable_type{"pathologic.variable-type", Severity::error,
                                              "PushV lists a type that the engine does not know."};
inline constexpr DiagnosticCode duplicate{
    "pathologic.duplicate", Severity::warning,
    "An import or an event handler is listed twice; the first is used."};
inline constexpr DiagnosticCode unusual{"pathologic.unusual", Severity::warning,
                                        "A byte has a value that no compiler writes; it is kept."};

// --- Assembling. ---
inline constexpr DiagnosticCode pool_effort{
    "pathologic.pool-effort", Severity::error,
    "The texts are so similar that placing them would take too long; give the pool explicitly."};

/// All of the above, for catalogues.
inline constexpr std::array all{&truncated, &trailing,      &type_tag,     &unwritable, &entry,
                                &task,      &stack_operand, &task_operand, &frame,      &arguments,
                                &task_call, &global,        &string,       &component,  &variable_type,
                                &duplicate, &unusual,       &pool_effort};

} // namespace vellum::pathologic::codes
