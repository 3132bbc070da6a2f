#include "workspace/pattern.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/glob.hpp"

namespace vellum {

std::size_t pattern_begin(std::string_view pattern) {
    const std::size_t slash = pattern.rfind('/', pattern.find_first_of("*?["));
    return slash == std::string_view::npos ? 0 : slash + 1;
}

std::vector<std::string> expand_pattern(const FileSystem& files, const std::string& pattern) {
    const std::size_t begin = pattern_begin(pattern);
    const std::string_view rest = std::string_view(pattern).substr(begin);
    const bool deep = rest.find('/') != std::string_view::npos || rest.find("**") != std::string_view::npos;

    std::vector<std::string> found;
    std::vector<std::string> folders{pattern.substr(0, begin)};
    while (!folders.empty()) {
        const std::string folder = std::move(folders.back());
        folders.pop_back();
        for (const FileEntry& entry : files.entries(folder)) {
            std::string path = folder + entry.name;
            if (deep && entry.kind == FileKind::folder && !entry.link) folders.push_back(path + "/");
            if (entry.kind == FileKind::file && matches(rest, std::string_view(path).substr(begin)))
                found.push_back(std::move(path));
        }
    }
    std::ranges::sort(found);
    return found;
}

} // namespace vellum
