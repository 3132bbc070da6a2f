// A compiled script with its source, compiled as its project says.
#pragma once

#include "vellum/tools.hpp"

namespace vellum::tools {

/// As with_source for files alone, with all that is known of how the text is compiled. `opened`: the file
/// that the program is in; its decompiled source has the names of its project and of its game (game_names).
[[nodiscard]] Result<Sourced> with_source(const ProgramPtr& program, std::optional<std::string_view> text,
                                          const OpenedFile& opened, Diagnostics& diagnostics);

} // namespace vellum::tools
