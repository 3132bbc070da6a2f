// Parts of paths as they are inside the program: UTF-8, with '/' between folders on every system.
#pragma once

#include <string_view>

#include "base/ending.hpp"

namespace vellum::path {

/// What stands behind the last slash.
[[nodiscard]] inline std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}
/// What stands in front of that, with the slash; may be empty.
[[nodiscard]] inline std::string_view folder(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}
/// The file's name without its ending.
[[nodiscard]] inline std::string_view stem(std::string_view path) {
    const std::string_view name = file_name(path);
    return name.substr(0, name.size() - extension_of(name).size());
}

} // namespace vellum::path
