// Candidates in order; the first file that can be read is taken.
#include "engines/skrit/source/file_includes.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"

namespace vellum::skrit {

namespace {
[[maybe_unused]] constexpr std::uint64_t max_include = std::uint64_t{16} << 20U;
[[maybe_unused]] constexpr int max_levels = 12;
} // namespace

const NamingKey& FileIncludes::naming_key(const std::string& folder) {
    const auto [entry, fresh] = keys_.try_emplace(folder);
#if !defined(__wasi__)
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path art = fs::path(folder.empty() ? "." : folder) / "art";
    if (!fresh || !fs::is_directory(art, error)) return entry->second;
    std::vector<std::string> files; // in order: later definitions win
    for (fs::directory_iterator at(art, error), end; !error && at != end; at.increment(error))
        if (same_name(at->path().extension().string(), ".nnk")) files.push_back(at->path().string());
    std::ranges::sort(files);
    Diagnostics remarks; // of the key, not of the script
    for (const std::string& file : files)
        if (const auto bytes = read_file(file, max_include))
            entry->second.add(as_text(*bytes), file, remarks);
#endif
    return entry->second;
}

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
    for (int level = 0; level < max_levels && !folder.empty(); ++level) { // roots of a game's files
        const std::size_t up = folder.find_last_of('/');
        folder = up == std::string::npos ? std::string() : folder.substr(0, up);
        if (slash != std::string::npos)
            candidates.push_back(folder.empty() ? wanted : folder + "/" + wanted);
        else if (const std::size_t point = wanted.find_last_of('.');
                 const auto expanded =
                     naming_key(folder).expand(wanted.substr(0, point), wanted.substr(point)))
            candidates.push_back(folder.empty() ? *expanded : folder + "/" + *expanded);
    }
    for (const std::string& path : candidates)
        if (const auto bytes = read_file(path, max_include))
            return IncludedSource{path, std::string(as_text(*bytes))};
    return std::nullopt;
#endif
}

} // namespace vellum::skrit
