// Diagnostic and fault codes of the AGS engine. Ids are stable; the page docs/engines/ags.md lists them with
// their texts.
#pragma once

#include <span>

#include "vellum/diagnostic.hpp"

namespace vellum::ags::codes {

// Files
inline constexpr DiagnosticCode scom_signature{
    "ags.scom-signature", Severity::error,
    "The script block does not begin with SCOM or does not end with its end mark."};
inline constexpr DiagnosticCode scom_version{
    "ags.scom-version", Severity::error,
    "The script block has a version that Vellum does not read (it reads up to 90, and 95 of AGS 4)."};
inline constexpr DiagnosticCode scom_reflection{
    "ags.reflection", Severity::warning,
    "What a script of AGS 4 says of its types, functions and variables contradicts itself; names are lost."};
inline constexpr DiagnosticCode scom_size{"ags.scom-size", Severity::error,
                                          "A size in the script block is negative or larger than the data."};
inline constexpr DiagnosticCode scom_register{"ags.register", Severity::error,
                                              "An instruction names a register that does not exist."};
inline constexpr DiagnosticCode scom_fixup{
    "ags.fixup", Severity::warning, "A fixup has an unknown type or points at nothing that can be fixed up."};
inline constexpr DiagnosticCode scom_export{
    "ags.export", Severity::warning, "An export has an unknown kind or an address outside code or data."};
inline constexpr DiagnosticCode container_format{"ags.container", Severity::error,
                                                 "A game package or room file contradicts itself."};
inline constexpr DiagnosticCode container_empty{"ags.container-empty", Severity::error,
                                                "The file has no compiled script."};
// Sources: the messages are those of the original compiler, so that one code stands for many
inline constexpr DiagnosticCode source_preprocessor{"ags.preprocessor", Severity::error,
                                                    "A directive, macro or quote of a source is wrong."};
inline constexpr DiagnosticCode source_script{"ags.source", Severity::error,
                                              "The original compiler rejects the source with this message."};
inline constexpr DiagnosticCode source_name{"ags.unknown-name", Severity::error,
                                            "A source uses a name that nothing in front of it declares."};
inline constexpr DiagnosticCode source_demand{"ags.user-error", Severity::error,
                                              "A source says with #error that it cannot be compiled here."};
inline constexpr DiagnosticCode source_header{"ags.header", Severity::error,
                                              "A requested header cannot be read."};
inline constexpr DiagnosticCode project_file{"ags.project", Severity::error,
                                             "A project file of the AGS editor cannot be read."};
inline constexpr DiagnosticCode project_dialog{"ags.dialog", Severity::error,
                                               "A line of a dialog script has an error."};
inline constexpr DiagnosticCode project_dialog_line{"ags.dialog-ignored", Severity::warning,
                                                    "A line of a dialog script has no effect."};
inline constexpr DiagnosticCode project_plugin{"ags.plugin", Severity::error,
                                               "A project uses a plugin whose script header is not known."};
inline constexpr DiagnosticCode names_line{"ags.names", Severity::error,
                                           "A line in a names file has an error."};
inline constexpr DiagnosticCode names_script{"ags.names-script", Severity::error,
                                             "Names can only be taken from a source, not from a listing."};
// Linking
inline constexpr DiagnosticCode link_unresolved{
    "ags.unresolved-import", Severity::error,
    "A script imports names that neither another script nor the host provides."};
inline constexpr DiagnosticCode link_limit{"ags.too-many-scripts", Severity::error,
                                           "More scripts were linked than the engine allows."};
// Faults: the script's own mistakes, which the engine marks with '!'
inline constexpr DiagnosticCode divide{"ags.divide", Severity::error,
                                       "An integer or float was divided by zero."};
inline constexpr DiagnosticCode bounds{"ags.bounds", Severity::error, "An array index is out of bounds."};
inline constexpr DiagnosticCode null_pointer{"ags.null", Severity::error, "A null pointer was used."};
inline constexpr DiagnosticCode hung{"ags.hung", Severity::error,
                                     "The loop guard stopped a script that ran too many loops."};
inline constexpr DiagnosticCode call_overflow{"ags.call-overflow", Severity::error,
                                              "Calls are nested too deeply."};
inline constexpr DiagnosticCode host_error{"ags.host", Severity::error, "A native reported an error."};
inline constexpr DiagnosticCode api_error{
    "ags.api", Severity::error,
    "A function of the script API was misused; the engine quits the game with this text."};
// Faults that the engine does not blame on the script
inline constexpr DiagnosticCode bad_handle{"ags.handle", Severity::error,
                                           "A handle does not refer to a managed object."};
inline constexpr DiagnosticCode bad_pointer{"ags.pointer", Severity::error,
                                            "A value other than a managed object was stored as a pointer."};
inline constexpr DiagnosticCode array_size{"ags.array-size", Severity::error,
                                           "A script requested a dynamic array of an impossible size."};
inline constexpr DiagnosticCode stack_overflow{"ags.stack-overflow", Severity::error, "The stack is full."};
inline constexpr DiagnosticCode stack_underflow{"ags.stack-underflow", Severity::error,
                                                "A script took more from a stack than is there."};
inline constexpr DiagnosticCode not_unwound{"ags.not-unwound", Severity::error,
                                            "A function left values on the stack."};
inline constexpr DiagnosticCode memory_access{"ags.memory", Severity::error,
                                              "An address does not point into the object it belongs to."};
inline constexpr DiagnosticCode bad_call{"ags.call", Severity::error,
                                         "A call leads to something that cannot be called like that."};
inline constexpr DiagnosticCode bad_instruction{"ags.instruction", Severity::error,
                                                "Control reached something other than an instruction."};
inline constexpr DiagnosticCode out_of_memory{"ags.memory-limit", Severity::error,
                                              "Script objects need more memory than the budget allows."};
inline constexpr DiagnosticCode out_of_budget{"ags.budget", Severity::error,
                                              "The instruction budget of a call or frame is used up."};
inline constexpr DiagnosticCode already_running{"ags.already-running", Severity::error,
                                                "The script is already running."};
inline constexpr DiagnosticCode few_parameters{"ags.parameters", Severity::error,
                                               "An exported function was started with too few parameters."};

/// All of them, in this order.
[[nodiscard]] std::span<const DiagnosticCode* const> all() noexcept;

/// True for the mistakes that the engine blames on the script ('!').
[[nodiscard]] bool is_user_error(const DiagnosticCode& code) noexcept;

} // namespace vellum::ags::codes
