// Names that may be looked up below a folder: one rule for everything that takes names from scripts and
// sources. Looks at the letters only; what symbolic links do is the business of whoever opens the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace vellum {

/// True if a name (folders divided by '/') stays inside its folder: relative, no parts that go up.
[[nodiscard]] inline bool stays_inside(std::string_view name) {
    if (name.empty() || name.front() == '/' || name.find(':') != std::string_view::npos ||
        name.find('\0') != std::string_view::npos)
        return false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        if (name.substr(begin, end - begin) == "..") return false;
        begin = end + 1;
    }
    return true;
}

/// A folder's name as trees have it; people, and patterns, end it with a slash.
[[nodiscard]] inline std::string_view without_slash(std::string_view folder) {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    return folder;
}

} // namespace vellum
