// Files by a pattern: `*`, `?`, `[a-z]` within a folder's name, `**` for any folders.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/files.hpp"

namespace vellum {

/// Where the part begins that is not plain: behind the folder that holds all that matches.
[[nodiscard]] std::size_t pattern_begin(std::string_view pattern);
/// The files that match, sorted. Folders that cannot match are not looked into.
[[nodiscard]] std::vector<std::string> expand_pattern(const FileSystem& files, const std::string& pattern);

} // namespace vellum
