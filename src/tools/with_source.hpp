// A compiled script with its source, compiled as its project says.
#pragma once

#include "vellum/tools.hpp"

namespace vellum::tools {

/// As with_source for files alone, with all that is known of how the text is compiled. `opened`: the file
/// that the program is in. `names`: for its decompiled source; may be null.
[[nodiscard]] Result<Sourced> with_source(const ProgramPtr& program, std::optional<std::string_view> text,
                                          const OpenedFile& opened, const SourceNames* names,
                                          Diagnostics& diagnostics);

} // namespace vellum::tools
