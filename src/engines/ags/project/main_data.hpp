// A project's things as the editor would write them into the game's main data: what a world of the project's
// scripts begins with.
#pragma once

#include <string_view>

#include "engines/ags/format/main_data.hpp"

namespace vellum::ags::project {

/// Reads them out of Game.agf in time proportional to it. Fails with xml.syntax or ags.project.
[[nodiscard]] Result<MainData> read_main_data_of_project(std::string_view text);

} // namespace vellum::ags::project
