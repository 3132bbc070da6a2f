// Files by a pattern: `*`, `?`, `[a-z]` within a folder's name, `**` for any folders.
#pragma once

#include <string>
#include <vector>

#include "vellum/files.hpp"

namespace vellum {

/// The files that match, sorted. Folders that cannot match are not looked into.
[[nodiscard]] std::vector<std::string> expand_pattern(const FileSystem& files, const std::string& pattern);

} // namespace vellum
