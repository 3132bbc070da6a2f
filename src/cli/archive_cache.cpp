#include "cli/archive_cache.hpp"

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/ending.hpp"
#include "base/file.hpp"

namespace vellum::cli {

std::string disc_image(const std::string& path) {
    constexpr std::uint64_t most = 64U << 10U;
    constexpr std::string_view keyword = "FILE";
    if (!has_ending(path, ".cue")) return path;
    const auto sheet = read_file(path, most);
    if (!sheet) return path;
    const std::string_view text = as_text(*sheet);
    const std::size_t from = text.find(keyword);
    if (from == std::string_view::npos) return path;
    std::string_view name = trimmed(text.substr(from + keyword.size(), text.find('\n', from) - from - 4));
    if (name.starts_with('"'))
        name = name.substr(1, name.find('"', 1) - 1);
    else
        name = name.substr(0, name.find(' '));
    if (name.empty() || name.find_first_of("/\\") != std::string_view::npos) return path;
    const std::size_t slash = path.rfind('/');
    return (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + std::string(name);
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
