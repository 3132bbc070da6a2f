#include "cli/archive_cache.hpp"

#include "base/disk.hpp"
#include "base/file.hpp"

namespace vellum::cli {

Result<Mounted> ArchiveCache::open(const std::string& path) {
    const std::lock_guard lock(mutex_);
    if (const auto known = open_.find(path); known != open_.end()) return known->second;
    Mounted mounted;
    if (disk::kind_of(path) == disk::Kind::plain) { // a pipe must not be opened to look into it
        auto source = open_file(path);
        if (!source) return std::unexpected(std::move(source.error()));
        if (!archives::detect(**source).empty()) {
            auto archive = archives::open(std::move(*source));
            if (!archive) {
                archive.error().place.file = path;
                return std::unexpected(std::move(archive.error()));
            }
            mounted.archive = std::move(*archive);
            mounted.files = std::make_shared<archives::ArchiveFileSystem>(mounted.archive);
        }
    }
    return open_.emplace(path, std::move(mounted)).first->second;
}

} // namespace vellum::cli
