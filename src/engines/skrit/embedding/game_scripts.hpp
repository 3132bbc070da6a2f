// Worlds whose skrits the game's content names.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "vellum/engine.hpp"

namespace vellum::skrit {

/// The components of a template ("" for none), for a game object that is not there, and the bots. They are
/// found as a game finds them.
[[nodiscard]] Result<GameScripts> game_scripts(std::shared_ptr<const FileSystem> files,
                                               const std::string& template_name,
                                               std::span<const std::string> bots);

} // namespace vellum::skrit
