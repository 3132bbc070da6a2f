#include "cli/glob.hpp"

#include <algorithm>
#include <string_view>

#include "base/disk.hpp"
#include "base/glob.hpp"

namespace vellum::cli {

std::vector<std::string> expand_pattern(const std::string& pattern) {
    const std::size_t wild = pattern.find_first_of("*?[");
    const std::size_t slash = pattern.rfind('/', wild);
    const std::string folder = slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
    const std::size_t skip = slash == std::string::npos ? 2 : folder.size(); // "./" is ours, not the user's
    const std::string_view rest =
        std::string_view(pattern).substr(slash == std::string::npos ? 0 : slash + 1);
    const bool deep = rest.find('/') != std::string_view::npos || rest.find("**") != std::string_view::npos;

    std::vector<std::string> found;
    std::vector<std::string> folders{folder};
    std::vector<disk::Entry> entries;
    while (!folders.empty()) {
        const std::string current = std::move(folders.back());
        folders.pop_back();
        entries.clear();
        static_cast<void>(disk::list(current, entries)); // what may not be looked into is left out
        for (const disk::Entry& entry : entries) {
            std::string path = (current.ends_with('/') ? current : current + "/") + entry.name;
            if (deep && entry.kind == disk::Kind::folder && !entry.link) folders.push_back(path);
            if (path.size() <= skip || entry.kind != disk::Kind::plain) continue;
            const std::string_view tail = std::string_view(path).substr(skip);
            if (!matches(rest, tail)) continue;
            found.push_back(slash == std::string::npos ? std::string(tail) : std::move(path));
        }
    }
    std::ranges::sort(found);
    return found;
}

} // namespace vellum::cli
