// Candidates in order; the first file that can be read is taken.
#include "engines/skrit/source/file_includes.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/file.hpp"

namespace vellum::skrit {

namespace {
constexpr std::uint64_t max_include = std::uint64_t{16} << 20U;
constexpr int max_levels = 12;
} // namespace

std::optional<IncludedSource> FileIncludes::include([[maybe_unused]] std::string_view name,
                                                    [[maybe_unused]] std::string_view from) {
#if defined(__wasi__)
    return std::nullopt; // no files there; embedders bring their own provider
#else
    std::string wanted(name);
    std::ranges::replace(wanted, '\\', '/');
    const std::size_t slash = wanted.find_last_of('/');
    if (wanted.find('.', slash == std::string::npos ? 0 : slash) == std::string::npos) wanted += ".skrit";
    std::string folder(from);
    const std::size_t end = folder.find_last_of('/');
    folder = end == std::string::npos ? root_ : folder.substr(0, end);
    const std::string separator = folder.empty() || folder.ends_with('/') ? "" : "/";
    std::vector<std::string> candidates{folder + separator + wanted,
                                        folder + separator + "include/" + wanted};
    if (slash != std::string::npos) // a resource path: its root is some folder above
        for (int level = 0; level < max_levels && !folder.empty(); ++level) {
            const std::size_t up = folder.find_last_of('/');
            folder = up == std::string::npos ? std::string() : folder.substr(0, up);
            candidates.push_back(folder.empty() ? wanted : folder + "/" + wanted);
        }
    for (const std::string& path : candidates)
        if (const auto bytes = read_file(path, max_include))
            return IncludedSource{path, std::string(as_text(*bytes))};
    return std::nullopt;
#endif
}

} // namespace vellum::skrit
