// The engines whose games have projects: one include and one line for each.
#include "engines/ags/build.hpp"
#include "vellum/game_project.hpp"

namespace vellum {

std::span<const GameProjects* const> game_projects() {
    static const GameProjects* const all[] = {&ags::projects()};
    return all;
}

} // namespace vellum
