// Places of texts by the names that a script's source has.
#pragma once

#include <vector>

#include "tools/texts/sources.hpp"
#include "vellum/workspace.hpp"

namespace vellum {

/// The functions of a script of the opened file, named as its source names them; without a source as the file
/// does. Empty for tables.
[[nodiscard]] std::vector<Function> source_functions(const Workspace& workspace, const Node& node,
                                                     const tools::OpenedFile& opened,
                                                     const tools::TextSource& source);

} // namespace vellum
