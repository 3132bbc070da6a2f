#include "cli/archive_cache.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/ending.hpp"
#include "base/file.hpp"

namespace vellum::cli {

std::vector<std::string> disc_files(const std::string& path) {
    constexpr std::uint64_t most = 64U << 10U;
    constexpr std::string_view keyword = "FILE";
    std::vector<std::string> files;
    if (!has_ending(path, ".cue")) return files;
    const auto sheet = read_file(path, most);
    if (!sheet) return files;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (std::string_view text = as_text(*sheet); !text.empty();) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view name = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!name.starts_with(keyword)) continue;
        name = trimmed(name.substr(keyword.size()));
        name = name.starts_with('"') ? name.substr(1, name.find('"', 1) - 1) : name.substr(0, name.find(' '));
        if (!name.empty() && name.find_first_of("/\\") == std::string_view::npos)
            files.push_back(folder + std::string(name));
    }
    return files;
}

std::string disc_image(const std::string& path) {
    const std::vector<std::string> files = disc_files(path);
    return files.empty() ? path : files.front();
}

Result<Mounted> ArchiveCache::open(const std::string& path) {
    const std::string file = disc_image(path);
    const std::lock_guard lock(mutex_);
    if (const auto known = open_.find(file); known != open_.end()) return known->second;
    Mounted mounted;
    if (disk::kind_of(file) == disk::Kind::plain) { // a pipe must not be opened to look into it
        auto source = open_file(file);
        if (!source) return std::unexpected(std::move(source.error()));
        if (!archives::detect(**source).empty()) {
            auto archive = archives::open(std::move(*source));
            if (!archive) {
                archive.error().place.file = file;
                return std::unexpected(std::move(archive.error()));
            }
            mounted.archive = std::move(*archive);
            mounted.files = std::make_shared<archives::ArchiveFileSystem>(mounted.archive);
        }
    }
    return open_.emplace(file, std::move(mounted)).first->second;
}

} // namespace vellum::cli
