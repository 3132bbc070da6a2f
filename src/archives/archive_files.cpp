// An archive as a tree of files.
#include <algorithm>

#include "archives/names.hpp"
#include "base/codes.hpp"
#include "vellum/archive.hpp"

namespace vellum::archives {

ArchiveFileSystem::ArchiveFileSystem(std::shared_ptr<const Archive> archive)
    : archive_(std::move(archive)), index_(std::make_unique<NameIndex>(archive_->members())) {}

ArchiveFileSystem::~ArchiveFileSystem() = default;

Result<std::vector<std::byte>> ArchiveFileSystem::read(std::string_view name) const {
    return read_at_most(name, ~std::uint64_t{0});
}

Result<std::vector<std::byte>> ArchiveFileSystem::read_at_most(std::string_view name,
                                                               std::uint64_t most) const {
    const std::size_t member = index_->find(name);
    if (member == Archive::none)
        return fail(codes::io_read, "there is no file '" + std::string(name) + "' in the archive");
    if (archive_->members()[member].size > most)
        return fail(codes::io_read,
                    "'" + std::string(name) + "' is longer than " + std::to_string(most) + " bytes");
    return archive_->read(member);
}

std::vector<std::string> ArchiveFileSystem::list(std::string_view folder) const {
    const std::string wanted = folded(folder);
    std::vector<std::string> names;
    for (const Member& member : archive_->members()) {
        if (member.storage == Storage::nothing) continue;
        const std::string name = folded(member.name);
        if (wanted.empty() ||
            (name.size() > wanted.size() && name.starts_with(wanted) && name[wanted.size()] == '/'))
            names.push_back(member.name);
    }
    std::ranges::sort(names);
    return names;
}

} // namespace vellum::archives
