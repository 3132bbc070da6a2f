// Diagnostic codes of the command line itself.
#pragma once

#include "tools/codes.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_game{"cli.game", Severity::error, "A folder is not a known game."};
inline constexpr DiagnosticCode cli_skipped{"cli.skipped", Severity::warning,
                                            "A file found in a folder has no scripts and was skipped."};
inline constexpr DiagnosticCode cli_output{
    "cli.output", Severity::error,
    "Two inputs would be written to the same place, or nothing can be written there."};

inline constexpr DiagnosticCode cli_text{"cli.text", Severity::warning,
                                         "A translation does not fit the text it translates."};

inline constexpr DiagnosticCode cli_value{"cli.value", Severity::error,
                                          "A value, event or call on the command line cannot be read."};
inline constexpr DiagnosticCode cli_world{
    "cli.world", Severity::error, "The files cannot run together in one world, or one of them is missing."};
inline constexpr DiagnosticCode cli_replay{"cli.replay", Severity::error,
                                           "A record belongs to another run, or the replay differs from it."};
inline constexpr DiagnosticCode cli_replayed{"cli.replayed", Severity::note, "A replay matched its record."};
inline constexpr DiagnosticCode cli_right{
    "cli.right", Severity::error,
    "A plan, a record or a launch request needs files that the command line does not grant."};
inline constexpr DiagnosticCode cli_granted{
    "cli.granted", Severity::note,
    "A plan, a record or a launch request uses files that the command line granted."};
inline constexpr DiagnosticCode cli_plan{"cli.plan", Severity::error, "A line of a plan cannot be read."};

} // namespace vellum::codes
