// The step from compiled skrits to a running world for front ends: programs become objects when the world
// starts.
#pragma once

#include <memory>
#include <span>

#include "vellum/engine.hpp"

namespace vellum::skrit {

/// Settings: "params" start-up parameters in URL style for every program, "params.N" for the Nth alone (from
/// 0), "bot" a skritbot to start, "data" a folder with the game's files, "retail" 1 for silent errors, "seed"
/// of the random numbers.
[[nodiscard]] Result<std::unique_ptr<Scheduler>> make_world(std::span<const ProgramPtr> programs, Host& host,
                                                            const RunOptions& options);

} // namespace vellum::skrit
