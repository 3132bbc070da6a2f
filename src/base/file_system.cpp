// The file systems that come with the library: a folder on disk and files in memory.
#include "vellum/files.hpp"

#include <algorithm>
#include <cstring>

#include <utility>

#include "base/codes.hpp"
#include "base/file.hpp"
#include "base/relative_name.hpp"

namespace vellum {

Result<std::vector<std::byte>> FileSystem::read_at_most(std::string_view name, std::uint64_t most) const {
    auto bytes = read(name);
    if (bytes && bytes->size() > most)
        return fail(codes::io_read,
                    "'" + std::string(name) + "' is longer than " + std::to_string(most) + " bytes");
    return bytes;
}

Result<std::vector<std::byte>> FolderFileSystem::read(std::string_view name) const {
    return read_at_most(name, largest_below);
}

Result<std::vector<std::byte>> FolderFileSystem::read_at_most(std::string_view name,
                                                              std::uint64_t most) const {
    std::string wanted(name);
    std::ranges::replace(wanted, '\\', '/');
    if (!stays_inside(wanted))
        return fail(codes::io_read, "'" + wanted + "' does not name a file inside the folder");
    auto found = read_below(folder_, wanted, most);
    if (!found) return std::unexpected(std::move(found.error()));
    return std::move(found->bytes);
}

std::vector<std::string> FolderFileSystem::list(std::string_view folder) const {
    std::string wanted(folder);
    std::ranges::replace(wanted, '\\', '/');
    if (!wanted.empty() && !stays_inside(wanted)) return {};
    return list_below(folder_, wanted);
}

Result<void> MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset)
        return fail(codes::bytes_truncated, "the data ends before what is to be read",
                    Place::at_offset(offset));
    if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return {};
}

void MemoryFileSystem::add(std::string name, std::vector<std::byte> bytes) {
    files_.insert_or_assign(std::move(name), std::move(bytes));
}

Result<std::vector<std::byte>> MemoryFileSystem::read(std::string_view name) const {
    const auto found = files_.find(name);
    if (found == files_.end()) return fail(codes::io_read, "there is no file '" + std::string(name) + "'");
    return found->second;
}

std::vector<std::string> MemoryFileSystem::list(std::string_view folder) const {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : files_)
        if (folder.empty() ||
            (name.size() > folder.size() && name.starts_with(folder) && name[folder.size()] == '/'))
            names.push_back(name);
    return names;
}

} // namespace vellum
