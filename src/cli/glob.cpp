#include "cli/glob.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/glob.hpp"

namespace vellum::cli {

std::vector<std::string> expand_pattern(const std::string& pattern) {
    namespace fs = std::filesystem;
    const std::size_t wild = pattern.find_first_of("*?[");
    const std::size_t slash = pattern.rfind('/', wild);
    const std::string folder = slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
    const std::size_t skip = slash == std::string::npos ? 2 : folder.size(); // "./" is ours, not the user's
    const std::string_view rest =
        std::string_view(pattern).substr(slash == std::string::npos ? 0 : slash + 1);
    const bool deep = rest.find('/') != std::string_view::npos || rest.find("**") != std::string_view::npos;

    std::vector<std::string> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        if (!deep) entry.disable_recursion_pending();
        std::string path = entry->path().generic_string();
        std::error_code ignored;
        if (path.size() <= skip || !entry->is_regular_file(ignored)) continue;
        const std::string_view tail = std::string_view(path).substr(skip);
        if (!matches(rest, tail)) continue;
        found.push_back(slash == std::string::npos ? std::string(tail) : std::move(path));
    }
    std::ranges::sort(found);
    return found;
}

} // namespace vellum::cli
