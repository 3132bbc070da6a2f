// The file systems that come with the library: the disk, a folder on it and files in memory.
#include "vellum/files.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/codes.hpp"
#include "base/disk.hpp"
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

std::vector<std::string> FileSystem::walk(std::string_view folder, Diagnostics&) const {
    return list(without_slash(folder));
}

FileKind FileSystem::kind(std::string_view name) const {
    name = without_slash(name);
    const std::vector<std::string> below = list(name);
    if (std::ranges::find(below, name) != below.end()) return FileKind::file;
    if (!below.empty()) return FileKind::folder;
    return read(name) ? FileKind::file : FileKind::none;
}

std::vector<FileEntry> FileSystem::entries(std::string_view folder) const {
    folder = without_slash(folder);
    std::vector<FileEntry> found;
    for (const std::string& name : list(folder)) {
        const std::string_view rest =
            std::string_view(name).substr(folder.empty() ? 0 : std::min(name.size(), folder.size() + 1));
        const std::string_view first = rest.substr(0, rest.find('/'));
        if (first.empty() || (!found.empty() && found.back().name == first)) continue;
        found.push_back(
            {std::string(first), first.size() == rest.size() ? FileKind::file : FileKind::folder, false});
    }
    return found;
}

Result<std::shared_ptr<const ByteSource>> FileSystem::open(std::string_view name) const {
    auto bytes = read(name);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return std::make_shared<const MemorySource>(std::move(*bytes));
}

std::optional<FileStamp> FileSystem::stamp(std::string_view) const { return std::nullopt; }

std::shared_ptr<const FileSystem> FileSystem::below(std::string_view) const { return nullptr; }

std::string FileSystem::resolved(std::string_view name) const {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (part == ".." && !parts.empty() && parts.back() != "..")
            parts.pop_back();
        else if (!part.empty() && part != ".")
            parts.push_back(part);
        begin = end + 1;
    }
    std::string result;
    for (const std::string_view part : parts) (result += '/') += part;
    if (!parts.empty() && parts.front() == "..") return result.substr(1); // below nothing
    return result.empty() ? "/" : result;
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
    if (on_open_) on_open_(found->path);
    return std::move(found->bytes);
}

std::vector<std::string> FolderFileSystem::list(std::string_view folder) const {
    std::string wanted(folder);
    std::ranges::replace(wanted, '\\', '/');
    if (!wanted.empty() && !stays_inside(wanted)) return {};
    return list_below(folder_, wanted);
}

Result<std::vector<std::byte>> DiskFileSystem::read(std::string_view name) const {
    return read_at_most(name, largest_below);
}

Result<std::vector<std::byte>> DiskFileSystem::read_at_most(std::string_view name, std::uint64_t most) const {
    const std::string path(name);
    if (on_open_) on_open_(path);
    return read_file(path, most);
}

std::vector<std::string> DiskFileSystem::list(std::string_view folder) const {
    Diagnostics unheard;
    return walk(folder, unheard);
}

std::vector<std::string> DiskFileSystem::walk(std::string_view folder, Diagnostics& problems) const {
    const std::string path(folder.empty() ? "." : folder);
    return collect_files(std::span(&path, 1), problems);
}

FileKind DiskFileSystem::kind(std::string_view name) const { return disk::kind_of(std::string(name)); }

std::vector<FileEntry> DiskFileSystem::entries(std::string_view folder) const {
    std::vector<FileEntry> found;
    static_cast<void>(disk::list(std::string(folder), found)); // what may not be looked into is left out
    return found;
}

Result<std::shared_ptr<const ByteSource>> DiskFileSystem::open(std::string_view name) const {
    const std::string path(name);
    if (on_open_) on_open_(path);
    return open_file(path);
}

std::optional<FileStamp> DiskFileSystem::stamp(std::string_view name) const {
    return disk::stamp_of(std::string(name));
}

std::shared_ptr<const FileSystem> DiskFileSystem::below(std::string_view folder) const {
    return std::make_shared<const FolderFileSystem>(std::string(folder), on_open_);
}

std::string DiskFileSystem::resolved(std::string_view name) const {
    return disk::resolved(std::string(name));
}

Result<void> MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset)
        return fail(codes::bytes_truncated, "the data ends too early", Place::at_offset(offset));
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
    const std::string before = folder.empty() ? std::string() : std::string(folder) + "/";
    std::vector<std::string> names;
    for (auto file = files_.lower_bound(before); file != files_.end() && file->first.starts_with(before);
         ++file)
        names.push_back(file->first);
    return names;
}

} // namespace vellum
