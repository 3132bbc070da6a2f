#include "archives/tank_tree.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "archives/names.hpp"
#include "base/ascii.hpp"

namespace vellum::archives::tank {

namespace {

constexpr std::size_t deepest = 64; // folders inside folders that are read again

std::size_t name_size(std::string_view name) { return (name.size() + 6) & ~std::size_t{3}; }

/// Of one level. The encoding of others than ASCII is not certain.
bool is_name(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.size() <= SourceReader::longest_text &&
           std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~' && c != ':'; });
}

} // namespace

std::optional<Tree> Tree::read(const ByteSource& source, std::uint64_t directories_at, std::uint64_t files_at,
                               std::vector<FileEntry> files) {
    if (directories_at >= files_at) return {};
    Tree tree;
    tree.folders_.clear();
    SourceReader reader(source, directories_at);
    const std::uint32_t count = reader.u32();
    if (count == 0 || !reader.fits(count, 4 + 20)) return {};
    std::unordered_map<std::uint32_t, std::size_t> by_offset;
    reader.skip(std::uint64_t{4} * count);
    struct Read {
        std::uint32_t parent;
        std::vector<std::uint32_t> children;
    };
    std::vector<Read> read;
    for (std::size_t i = 0; i < count && reader.ok(); ++i) {
        by_offset.emplace(static_cast<std::uint32_t>(reader.position() - directories_at), i);
        Read one{reader.u32(), {}};
        const std::uint32_t children = reader.u32();
        Folder folder;
        folder.time = reader.u64();
        folder.name = read_name(reader);
        if (!reader.fits(children, 4)) return {};
        for (std::uint32_t child = 0; child < children; ++child) one.children.push_back(reader.u32());
        tree.folders_.push_back(std::move(folder));
        read.push_back(std::move(one));
    }
    if (!reader.ok() || reader.position() > files_at) return {};
    // As all of it is compared in the end, what does not fit together needs only to do no harm here.
    const std::uint64_t entries_end = reader.position();
    tree.behind_folders_.resize(static_cast<std::size_t>(files_at - entries_end));
    if (!source.read(entries_end, tree.behind_folders_)) return {};
    std::unordered_map<std::uint32_t, std::size_t> file_by_offset;
    reader.seek(files_at);
    if (reader.u32() != files.size()) return {};
    for (std::size_t i = 0; i < files.size(); ++i) file_by_offset.emplace(reader.u32(), i);
    const auto between = static_cast<std::uint32_t>(files_at - directories_at);
    tree.folder_of_.resize(files.size());
    std::vector<bool> listed_folders(count), listed_files(files.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto parent = by_offset.find(read[i].parent);
        tree.folders_[i].parent = parent == by_offset.end() ? 0 : parent->second;
        for (const std::uint32_t child : read[i].children) {
            const bool file = child >= between;
            const auto& offsets = file ? file_by_offset : by_offset;
            const auto found = offsets.find(file ? child - between : child);
            if (found == offsets.end() || (!file && found->second <= i)) return {};
            auto& listed = file ? listed_files : listed_folders;
            if (listed[found->second]) return {};
            listed[found->second] = true;
            const std::string& name = file ? files[found->second].name : tree.folders_[found->second].name;
            tree.folders_[i].children.emplace(lower_case(name), found->second | (file ? is_file : 0));
            if (!file) continue;
            tree.folder_of_[found->second] = i;
            tree.root_by_offset_ = tree.root_by_offset_ || (i == 0 && files[found->second].parent != 0);
        }
    }
    tree.files_ = std::move(files);

    const Sets again = tree.write();
    if (again.order.size() != tree.files_.size() ||
        directories_at + again.directories.size() + again.files.size() != source.size())
        return {};
    std::vector<std::byte> now(again.directories.size());
    if (!source.read(directories_at, now) || now != again.directories) return {};
    now.resize(again.files.size());
    if (!source.read(files_at, now) || now != again.files) return {};
    return tree;
}

Result<std::size_t> Tree::add(std::string_view full_path, FileEntry entry) {
    std::string path(full_path);
    std::ranges::replace(path, '\\', '/');
    const std::size_t number = files_.size();
    std::size_t folder = 0, depth = 0;
    for (std::size_t begin = 0;; ++depth) {
        const std::size_t end = path.find('/', begin);
        const std::string part = path.substr(begin, end == std::string::npos ? end : end - begin);
        const auto found = folders_[folder].children.find(lower_case(part));
        const bool there = found != folders_[folder].children.end();
        if ((!there && !is_name(part)) || depth > deepest)
            return cannot_change(path, "this is not a valid file name in a tank",
                                 "names there consist of ASCII characters");
        if (end == std::string::npos) {
            if (there) return cannot_change(path, "it is given twice");
            folders_[folder].children.emplace(lower_case(part), is_file | number);
            entry.name = part;
            break;
        }
        if (there && (found->second & is_file) != 0)
            return cannot_change(path, "a file and a folder have the same name");
        if (!there) {
            folders_[folder].children.emplace(lower_case(part), folders_.size());
            folders_.push_back({part, entry.time, folder});
            folder = folders_.size() - 1;
        } else {
            folder = found->second;
        }
        begin = end + 1;
    }
    files_.push_back(std::move(entry));
    folder_of_.push_back(folder);
    return number;
}

void Tree::remove(std::size_t file) {
    std::size_t folder = folder_of_[file];
    folders_[folder].children.erase(lower_case(files_[file].name));
    while (folder != 0 && folders_[folder].children.empty()) {
        const std::string name = lower_case(folders_[folder].name);
        folder = folders_[folder].parent;
        folders_[folder].children.erase(name);
    }
}

std::optional<std::size_t> Tree::beside(std::size_t file, std::string_view name) const {
    const auto& children = folders_[folder_of_[file]].children;
    const auto found = children.find(lower_case(name));
    if (found == children.end() || (found->second & is_file) == 0) return {};
    return found->second & ~is_file;
}

void Tree::number(std::vector<std::size_t>& folders, std::vector<std::size_t>& files) {
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        if ((at & is_file) != 0) {
            files.push_back(at & ~is_file);
            continue;
        }
        folders.push_back(at);
        const auto& children = folders_[at].children;
        for (auto child = children.rbegin(); child != children.rend(); ++child) open.push_back(child->second);
    }
    auto offset = static_cast<std::uint32_t>(4 + 4 * folders.size());
    for (const std::size_t at : folders) {
        folders_[at].offset = offset;
        offset +=
            static_cast<std::uint32_t>(16 + name_size(folders_[at].name) + 4 * folders_[at].children.size());
    }
    folders_size_ = offset;
}

Sets Tree::write() {
    Sets sets;
    std::vector<std::size_t> folders;
    number(folders, sets.order);

    ByteWriter entries, table;
    std::vector<std::uint32_t> offsets(files_.size());
    table.u32(static_cast<std::uint32_t>(sets.order.size()));
    for (const std::size_t file : sets.order) {
        offsets[file] = static_cast<std::uint32_t>(4 + 4 * sets.order.size() + entries.size());
        table.u32(offsets[file]);
        const std::size_t folder = folder_of_[file];
        files_[file].parent = folder == 0 && !root_by_offset_ ? 0 : folders_[folder].offset;
        write_entry(entries, files_[file]);
    }
    table.bytes(entries.take());
    sets.files = table.take();

    const auto files_at = static_cast<std::uint32_t>(folders_size_ + behind_folders_.size());
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(folders.size()));
    for (const std::size_t at : folders) out.u32(folders_[at].offset);
    for (const std::size_t at : folders) {
        const Folder& folder = folders_[at];
        out.u32(at == 0 ? 0 : folders_[folder.parent].offset);
        out.u32(static_cast<std::uint32_t>(folder.children.size()));
        out.u64(folder.time);
        write_name(out, folder.name);
        for (const auto& [name, child] : folder.children)
            out.u32((child & is_file) != 0 ? files_at + offsets[child & ~is_file] : folders_[child].offset);
    }
    out.bytes(behind_folders_);
    sets.directories = out.take();
    return sets;
}

} // namespace vellum::archives::tank
