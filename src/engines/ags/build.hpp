// Builds projects of the editor, Game.agf.
#pragma once

#include "vellum/game_project.hpp"

namespace vellum::ags {

[[nodiscard]] const GameProjects& projects();

} // namespace vellum::ags
