// Diagnostic codes of runs, their plans and records.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_value{"cli.value", Severity::error,
                                          "A value, event or call cannot be read."};
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
inline constexpr DiagnosticCode run_step{"run.step", Severity::error,
                                         "A step of a player could not be taken."};
inline constexpr DiagnosticCode cli_plan{"cli.plan", Severity::error, "A line of a plan cannot be read."};

} // namespace vellum::codes
