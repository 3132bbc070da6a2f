// Diagnostic codes of the world map engine: what a file can break, what a run can meet. Stable ids.
#pragma once

#include <span>

#include "vellum/diagnostic.hpp"

namespace vellum::ff7::codes {

inline constexpr DiagnosticCode too_short{"ff7.too-short", Severity::error,
                                          "The file is too short for its call table."};
inline constexpr DiagnosticCode size{"ff7.size", Severity::error,
                                     "The file's size matches no version of the game."};
inline constexpr DiagnosticCode entry_zero{
    "ff7.entry-zero", Severity::error,
    "Entry 0 of the call table holds a function, which the game can never find."};
inline constexpr DiagnosticCode table_order{"ff7.table-order", Severity::error,
                                            "The call table does not ascend by identifier."};
inline constexpr DiagnosticCode table_duplicate{"ff7.table-duplicate", Severity::error,
                                                "Two entries of the call table have the same identifier."};
inline constexpr DiagnosticCode table_hole{"ff7.table-hole", Severity::error,
                                           "A used entry of the call table follows an unused one."};
inline constexpr DiagnosticCode table_unused{"ff7.table-unused", Severity::warning,
                                             "An unused entry of the call table has an instruction pointer."};
inline constexpr DiagnosticCode entry_ip{
    "ff7.entry-ip", Severity::error, "A function's instruction pointer is 0 or past the end of the code."};
inline constexpr DiagnosticCode entry_lost{"ff7.entry-lost", Severity::error,
                                           "The game's own search does not find this entry."};
inline constexpr DiagnosticCode entry_kind{"ff7.entry-kind", Severity::warning,
                                           "The game never uses this identifier."};
inline constexpr DiagnosticCode first_word{"ff7.first-word", Severity::warning,
                                           "Code word 0 is not a return."};
inline constexpr DiagnosticCode runs_off{"ff7.runs-off", Severity::error,
                                         "Control can run off the end of the code."};
inline constexpr DiagnosticCode jump_target{"ff7.jump-target", Severity::error,
                                            "A jump leads outside the code."};
inline constexpr DiagnosticCode stack_depth{
    "ff7.stack-depth", Severity::warning,
    "More than 4 items on the stack: the original program has no room for them."};
inline constexpr DiagnosticCode stack_borrowed{"ff7.stack-borrowed", Severity::warning,
                                               "An instruction takes items that its function did not push."};
inline constexpr DiagnosticCode stack_across_wait{
    "ff7.stack-across-wait", Severity::warning,
    "Items stay on the shared stack while the script may be suspended; another script can destroy them."};
inline constexpr DiagnosticCode never_loaded{
    "ff7.never-loaded", Severity::warning,
    "The script calls a function of a model that no instruction of the file loads."};
inline constexpr DiagnosticCode call_missing{"ff7.call-missing", Severity::warning,
                                             "The script calls a function that the file does not have."};
inline constexpr DiagnosticCode wide_constant{
    "ff7.wide-constant", Severity::warning,
    "A constant of 0x8000 or more for an instruction that keeps 32 bits: it is not a negative number."};
inline constexpr DiagnosticCode no_wait{"ff7.no-wait", Severity::warning,
                                        "A loop without a wait or a change: the game hangs when it runs."};
inline constexpr DiagnosticCode table_rules{"ff7.table-rules", Severity::warning,
                                            "A running script's call table breaks rules of the game."};
inline constexpr DiagnosticCode unknown_code{"ff7.unknown-code", Severity::warning,
                                             "An instruction that the game does not have."};

// --- while running ---
inline constexpr DiagnosticCode overflow{"ff7.stack-overflow", Severity::error, "The shared stack is full."};
inline constexpr DiagnosticCode underflow{"ff7.stack-underflow", Severity::error,
                                          "The shared stack has too few items."};
inline constexpr DiagnosticCode budget{"ff7.budget", Severity::error,
                                       "A context ran for too long without waiting."};
inline constexpr DiagnosticCode code_end{"ff7.code-end", Severity::error,
                                         "Execution reached the end of the code."};
inline constexpr DiagnosticCode frames_full{"ff7.call-frames", Severity::error,
                                            "A context has no call frame left for an interrupting function."};
inline constexpr DiagnosticCode pool_full{"ff7.pool-full", Severity::error,
                                          "No room for another entity on the map."};
inline constexpr DiagnosticCode native_failed{"ff7.native", Severity::error, "The host failed a call."};
inline constexpr DiagnosticCode odd_word{"ff7.odd-word", Severity::warning,
                                         "A word at an odd address: the console faults here."};
inline constexpr DiagnosticCode bank_range{"ff7.bank-range", Severity::warning,
                                           "An address outside its memory bank."};
inline constexpr DiagnosticCode write_place{"ff7.write-place", Severity::warning,
                                            "WRITE to something other than a memory place."};
inline constexpr DiagnosticCode not_loaded{"ff7.not-loaded", Severity::warning,
                                           "A model is not on the map: the active entity takes its place."};
inline constexpr DiagnosticCode system_moved{"ff7.system-moved", Severity::warning,
                                             "A script changes the system entity, which is never drawn."};
inline constexpr DiagnosticCode nothing_active{
    "ff7.nothing-active", Severity::error, "An instruction works on the active entity, but there is none."};
inline constexpr DiagnosticCode rewind_other{
    "ff7.rewind-other", Severity::warning,
    "A waiting instruction runs while another entity is active: the original would corrupt that entity."};
inline constexpr DiagnosticCode self_removed{"ff7.self-removed", Severity::warning,
                                             "A script takes its own entity off the map."};
inline constexpr DiagnosticCode ride_full{"ff7.ride-stack", Severity::warning, "The ride stack is full."};
inline constexpr DiagnosticCode layer_range{"ff7.layer-range", Severity::warning,
                                            "An effect layer that the game does not have."};
inline constexpr DiagnosticCode plan{"ff7.plan", Severity::error, "A plan of events cannot be read."};
inline constexpr DiagnosticCode data_file{
    "ff7.data-file", Severity::error, "A file of the game (messages, fields, terrain) is not as expected."};
inline constexpr DiagnosticCode edition{
    "ff7.edition", Severity::warning,
    "Only the bytes of the texts say which edition's characters they have."};
inline constexpr DiagnosticCode text{"ff7.text", Severity::error,
                                     "A text has something that the game cannot show."};

/// All of them.
[[nodiscard]] std::span<const DiagnosticCode* const> all() noexcept;

} // namespace vellum::ff7::codes
