// The step from compiled skrits to a running world for front ends: programs become objects when the world
// starts.
#pragma once

#include <memory>
#include <span>

#include "vellum/engine.hpp"

namespace vellum::skrit {

/// Settings: "params" start-up parameters in URL style for every program, "params.N" for the Nth alone (from
/// 0), "property.N.NAME" one property as it is, "bot.N" the name of the bot that it is started as, "go" the
/// name of a game object that stands in for the scripts' owner, "go.PART:NAME" a value of it, "bot" a
/// skritbot to start by name, "data" a folder with the game's files, "retail" 1 for silent errors, "seed" of
/// the random numbers.
[[nodiscard]] Result<std::unique_ptr<Scheduler>> make_world(std::span<const ProgramPtr> programs, Host& host,
                                                            const RunOptions& options);

} // namespace vellum::skrit
