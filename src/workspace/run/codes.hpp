// Diagnostic codes of runs, their plans and records.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_value{"cli.value", Severity::error,
                                          "A value, event or call cannot be read."};
inline constexpr DiagnosticCode cli_world{
    "cli.world", Severity::error, "The files given cannot make one world, or a part of it is missing."};
inline constexpr DiagnosticCode cli_replay{
    "cli.replay", Severity::error,
    "A record is of another run than the one it was given for, or the replay differs from it."};
inline constexpr DiagnosticCode cli_replayed{"cli.replayed", Severity::note,
                                             "A replay was the same as its record."};
inline constexpr DiagnosticCode cli_right{
    "cli.right", Severity::error,
    "A plan, a record or a launch request asks for files that the command line does not grant."};
inline constexpr DiagnosticCode cli_granted{
    "cli.granted", Severity::note,
    "A plan, a record or a launch request uses files that the command line granted."};
inline constexpr DiagnosticCode cli_plan{"cli.plan", Severity::error, "A line of a plan cannot be read."};

} // namespace vellum::codes
