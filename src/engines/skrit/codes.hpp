// Diagnostic codes of Skrit: its compiler, its files, its assembler, its machine and world. An id that was
// released keeps its meaning.
#pragma once

#include <span>

#include "vellum/diagnostic.hpp"

namespace vellum::skrit::codes {

#define VELLUM_SKRIT_CODES(CODE)                                                                             \
    CODE(syntax, "syntax", error, "The text does not follow the grammar of Skrit.")                          \
    CODE(character, "character", error, "A character is not allowed outside strings and comments.")          \
    CODE(literal, "literal", error, "A number, string or character literal is malformed.")                   \
    CODE(octal, "octal", warning, "A number begins with 0; Skrit has no octal numbers.")                     \
    CODE(comment, "comment", error, "A comment is unterminated.")                                            \
    CODE(dollar, "dollar", warning, "A name ends with several dollar signs; they count as one.")             \
    CODE(directive, "directive", error, "A preprocessor directive is malformed or unknown.")                 \
    CODE(option, "option", warning, "The compiler option is unknown.")                                       \
    CODE(include, "include", error, "An included file was not found or includes are too many.")              \
    CODE(include_assumed, "include-assumed", warning,                                                        \
         "An included file was not found; open mode continues and infers its declarations.")                 \
    CODE(limit, "limit", error, "The script exceeds a limit on size, depth or number of items.")             \
    CODE(undefined, "undefined", error, "A name is not declared.")                                           \
    CODE(duplicate, "duplicate", error, "A name is declared twice.")                                         \
    CODE(type, "type", error, "A value has the wrong type.")                                                 \
    CODE(conversion, "conversion", warning, "A conversion loses information.")                               \
    CODE(call, "call", error, "No overload of the function takes these arguments.")                          \
    CODE(ambiguous, "ambiguous", error, "Several overloads of the function fit equally well.")               \
    CODE(member, "member", error, "The class has no such member.")                                           \
    CODE(not_callable, "not-callable", error, "The host exports the function but scripts may not call it.")  \
    CODE(assignment, "assignment", error, "The left side cannot be assigned to.")                            \
    CODE(own_value, "own-value", warning,                                                                    \
         "A local variable is read in its own initializer, where it is still empty.")                        \
    CODE(property_type, "property-type", warning, "A property has a type that cannot be set from outside.")  \
    CODE(no_effect, "no-effect", error, "The statement computes a value that is not used.")                  \
    CODE(loop, "loop", error, "break or continue is outside a loop.")                                        \
    CODE(return_value, "return", error, "A return statement does not match its function.")                   \
    CODE(missing_return, "missing-return", warning, "A function with a result can end without return.")      \
    CODE(constant, "constant", error, "A constant expression is needed.")                                    \
    CODE(event, "event", error, "The event is unknown or its parameters do not match.")                      \
    CODE(state, "state", error,                                                                              \
         "The state is unknown, declared inconsistently or there are two startup states.")                   \
    CODE(no_startup, "no-startup", warning, "No state is marked startup; the first is used.")                \
    CODE(owner, "owner", error, "owner is used without a declaration of its type, or declared twice.")       \
    CODE(power_chain, "power-chain", warning, "a ** b ** c groups to the right.")                            \
    CODE(short_circuit, "short-circuit", warning,                                                            \
         "&& and || evaluate both sides, so a null test on the left does not guard the right.")              \
    CODE(macro, "macro", error, "The formula uses a macro that the host does not know.")                     \
    CODE(assumed_overload, "assumed-overload", warning,                                                      \
         "Open mode: the use does not match the known declarations; another overload was assumed.")          \
    CODE(assumed, "assumed", note, "Open mode: an undeclared name was assumed.")                             \
    CODE(format_argument, "format-argument", warning,                                                        \
         "A constant printf format does not match its arguments.")                                           \
    CODE(lint_state, "lint-state", warning, "Lint: a state is never entered.")                               \
    CODE(lint_transition, "lint-transition", warning, "Lint: a transition can never fire.")                  \
    CODE(lint_unreachable, "lint-unreachable", warning, "Lint: a statement is never reached.")               \
    CODE(lint_unused, "lint-unused", warning, "Lint: a variable is never used.")                             \
    CODE(lint_document, "lint-document", warning, "Lint: a property has no document.")                       \
    CODE(lint_condition, "lint-condition", warning, "Lint: a reference or an identifier is a condition.")    \
    CODE(lint_state_variable, "lint-state-variable", warning,                                                \
         "Lint: a variable of a state is used outside it.")                                                  \
    CODE(lint_empty_code, "lint-empty-code", warning, "Lint: a character code is empty.")                    \
    CODE(lint_class_member, "lint-class-member", warning,                                                    \
         "Lint: a member is used on a class and may need an object.")                                        \
    CODE(lint_timer, "lint-timer", warning, "Lint: a timer is never waited for.")                            \
    CODE(lint_trigger, "lint-trigger", warning, "Lint: a trigger does nothing.")                             \
    CODE(lint_content, "lint-content", warning, "Lint: templates, maps or skrits of a mod do not match.")    \
    CODE(only_symbol, "only-symbol", warning,                                                                \
         "The condition of an #only has a name that is never defined, probably a misspelling.")              \
    CODE(event_function, "event-function", warning,                                                          \
         "A function that is never called has the name of an event; a handler starts with event.")           \
    CODE(zero_divisor, "zero-divisor", warning, "An integer is divided by the constant 0.")                  \
    CODE(added, "added", error, "This exists in Vellum but not in the game.")                                \
    CODE(exports, "exports", error, "A declaration file is malformed.")                                      \
    CODE(skc, "skc", error, "A compiled skrit file is malformed.")                                           \
    CODE(skc_version, "skc-version", error, "A compiled skrit file has a version this build cannot read.")   \
    CODE(code, "code", error, "The code would misuse a cell, a slot, a parameter or a table.")               \
    CODE(compile_first, "no-unit", error, "The text has no function to run.")                                \
    CODE(gas, "gas", error, "A .gas file does not follow its grammar.")                                      \
    CODE(gas_style, "gas-style", warning, "A .gas file has a harmless error.")                               \
    CODE(naming_key, "naming-key", warning, "A line of a naming key has an error and is skipped.")           \
    CODE(template_problem, "template", warning,                                                              \
         "A template names something that does not exist or gives a value that does not fit.")               \
    /* what goes wrong while scripts run */                                                                  \
    CODE(run_division, "division", error, "An integer is divided by zero.")                                  \
    CODE(run_null, "null", error, "A member of a null reference was used.")                                  \
    CODE(run_conversion, "run-conversion", error, "A float does not fit an int.")                            \
    CODE(run_abort, "abort", error, "The script called abort.")                                              \
    CODE(run_instructions, "instruction-limit", error, "A script ran longer than its host allows.")          \
    CODE(run_depth, "depth-limit", error, "Calls nest deeper than the host allows.")                         \
    CODE(run_text, "text-limit", error, "A text is longer than the host allows.")                            \
    CODE(run_memory, "memory-limit", error, "The scripts of a world use more memory than the host allows.")  \
    CODE(run_timers, "timer-limit", error, "An object has reached the host's limit of timers.")              \
    CODE(run_states, "state-limit", error, "State changes follow each other endlessly.")                     \
    CODE(run_host, "host", error, "A host function reported a failure.")                                     \
    CODE(run_missing, "no-native", error, "The host has no such function.")                                  \
    CODE(run_format, "format", error, "A printf format does not match its arguments.")                       \
    CODE(run_not_found, "not-found", error, "There is no skrit of that name.")                               \
    CODE(run_other_text, "other-text", error, "Objects of a different script run under that name.")          \
    CODE(run_owner, "owner-type", error, "The owner is not of the type the skrit declares.")                 \
    CODE(run_objects, "object-limit", error, "The world has reached its limit of objects.")                  \
    CODE(run_reload, "reload", error, "A skrit could not be compiled again; the old one stays.")

#define VELLUM_SKRIT_CODE(name, id, severity, meaning)                                                       \
    inline constexpr DiagnosticCode name{"skrit." id, Severity::severity, meaning};
VELLUM_SKRIT_CODES(VELLUM_SKRIT_CODE)
#undef VELLUM_SKRIT_CODE

/// All of them, in the order above.
[[nodiscard]] std::span<const DiagnosticCode* const> all() noexcept;

} // namespace vellum::skrit::codes
