// Pathologic's .vfs archives: a tree of folders, contents as they are. Facts: docs/archives.md, "VFS".
#include <algorithm>
#include <map>
#include <set>

#include "archives/codes.hpp"
#include "archives/create.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/source_reader.hpp"
#include "archives/splice.hpp"
#include "base/bytes.hpp"

namespace vellum::archives {

namespace {

constexpr std::string_view mark = "LP1C";
constexpr std::string_view later_mark = "LP2C"; // of the studio's next games
constexpr std::uint64_t least_file = 17;
constexpr std::uint64_t least_folder = 9;
constexpr std::size_t longest_name = 127; // a length of 128 and more could be the first of two bytes
constexpr std::uint8_t more = 0x80;

class Vfs : public BasicArchive {
  public:
    using BasicArchive::BasicArchive;

    [[nodiscard]] std::string_view format() const noexcept override { return "vfs"; }

    [[nodiscard]] Result<void> load(const Limits& limits) {
        limits_ = limits;
        auto done = load_table();
        // Other tables of the game write lengths in groups of seven bits.
        if (has_long_name_ && !(done && is_consistent())) {
            Vfs grouped(source_);
            grouped.limits_ = limits;
            grouped.grouped_ = true;
            if (grouped.load_table() && (grouped.is_consistent() || !done)) {
                members_.swap(grouped.members_);
                entries_.swap(grouped.entries_);
                folders_.swap(grouped.folders_);
                done = {};
            }
        }
        if (!done) return done;
        if (has_long_name_)
            remark("the archive has names of 128 bytes or more, whose lengths are ambiguous", 0);
        mark_cut_off();
        return {};
    }

  protected:
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const override {
        Splice splice(source_);
        const std::vector<bool> shared = shared_members(members_, 0);
        std::vector<std::pair<std::size_t, const std::vector<std::byte>*>> appended;
        std::vector<std::int64_t> files(folders_.size()); // that come and go
        for (const auto& [number, change] : plan.changed) {
            const Member& member = members_[number];
            const Entry& entry = entries_[number];
            if (!change->bytes) {
                splice.replace(entry.begin, entry.numbers + 16 - entry.begin, {});
                if (!shared[number]) splice.replace(member.offset, member.size, {});
                --files[entry.folder];
            } else {
                splice.put_u32(entry.numbers, static_cast<std::uint32_t>(change->bytes->size()));
                if (shared[number])
                    appended.emplace_back(number, &*change->bytes);
                else
                    splice.replace(member.offset, member.size, *change->bytes);
            }
        }
        std::vector<NewFile> added;
        for (const Change* change : plan.added)
            if (auto done = add(*change, splice, files, added); !done)
                return std::unexpected(std::move(done.error()));
        for (std::size_t i = 0; i < folders_.size(); ++i)
            if (files[i] != 0)
                splice.put_u32(folders_[i].begin + 4,
                               static_cast<std::uint32_t>(folders_[i].files + files[i]));

        // Only offsets are missing now, and nothing changes its length any more.
        ByteWriter data;
        const std::uint64_t end = splice.moved(source_->size());
        std::map<std::size_t, std::uint64_t> places;
        for (const auto& [number, bytes] : appended) {
            places[number] = end + data.size();
            data.bytes(*bytes);
        }
        for (const NewFile& file : added) {
            store_u32(&(*file.entry)[file.offset_at], static_cast<std::uint32_t>(end + data.size()));
            data.bytes(*file.bytes);
        }
        std::vector<std::pair<std::uint64_t, std::uint32_t>> offsets;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (const auto change = plan.changed.find(i);
                change != plan.changed.end() && !change->second->bytes)
                continue;
            const auto place = places.find(i);
            const std::uint64_t now =
                place != places.end() ? place->second : splice.moved(members_[i].offset);
            if (now != members_[i].offset)
                offsets.emplace_back(entries_[i].numbers + 4, static_cast<std::uint32_t>(now));
        }
        for (const auto& [at, value] : offsets) splice.put_u32(at, value);
        splice.replace(source_->size(), 0, data.take());
        if (splice.size() > 0xFFFFFFFF)
            return fail(codes::archive_change, "the archive would be longer than its format allows");
        return splice.finish();
    }

  private:
    struct Entry {
        std::uint64_t begin;   ///< Of its line in the table.
        std::uint64_t numbers; ///< Of its size, offset and time there.
        std::size_t folder;
    };
    struct Folder {
        std::string path; ///< With a '/' at its end, but for the root.
        std::uint64_t begin;
        std::uint32_t folders, files;
        std::uint64_t files_end = 0;
        std::uint64_t end = 0;
    };
    struct NewFile {
        std::vector<std::byte>* entry;
        std::size_t offset_at;
        const std::vector<std::byte>* bytes;
    };

    Result<void> load_table() {
        SourceReader reader(*source_, mark.size());
        if (auto done = load_tree(reader); !done) return done;
        if (!reader.ok()) return std::unexpected(reader.error());
        table_end_ = reader.position();
        return {};
    }

    /// All contents lie behind the table and inside the archive.
    [[nodiscard]] bool is_consistent() const {
        return std::ranges::all_of(members_, [&](const Member& one) {
            return one.size == 0 || (one.offset >= table_end_ && one.offset <= source_->size() &&
                                     one.size <= source_->size() - one.offset);
        });
    }

    std::string read_name(SourceReader& reader) {
        std::uint32_t length = reader.u8();
        if ((length & more) != 0) {
            has_long_name_ = true;
            if (grouped_) length = (length & ~std::uint32_t{more}) | std::uint32_t{reader.u8()} << 7U;
        }
        return reader.text(length);
    }

    Result<void> load_tree(SourceReader& reader) {
        struct Open {
            std::size_t folder;
            std::uint32_t left;
        };
        std::vector<Open> open;
        std::string path;
        const auto enter = [&]() -> Result<void> {
            Folder folder{path, reader.position(), 0, 0};
            folder.folders = reader.u32();
            folder.files = reader.u32();
            if (!reader.fits(folder.files, least_file) || !reader.fits(folder.folders, least_folder) ||
                members_.size() + folder.files > limits_.members ||
                folders_.size() + folder.folders > limits_.members)
                return reader.ok() ? fail(codes::archive_format,
                                          "the archive claims that a folder holds more than it has room for",
                                          Place::at_offset(folder.begin))
                                   : Result<void>(std::unexpected(reader.error()));
            for (std::uint32_t i = 0; i < folder.files && reader.ok(); ++i) {
                Entry entry{reader.position(), 0, folders_.size()};
                Member member;
                member.name = path + read_name(reader);
                entry.numbers = reader.position();
                member.size = member.stored = reader.u32();
                member.offset = reader.u32();
                static_cast<void>(reader.u64());
                if (!reader.ok()) break;
                if (auto done = take_name(member.name.size()); !done) return done;
                entries_.push_back(entry);
                members_.push_back(std::move(member));
            }
            folder.files_end = reader.position();
            open.push_back({folders_.size(), folder.folders});
            folders_.push_back(std::move(folder));
            return {};
        };
        if (auto done = enter(); !done) return done;
        while (!open.empty() && reader.ok()) {
            if (open.back().left == 0) {
                folders_[open.back().folder].end = reader.position();
                open.pop_back();
                continue;
            }
            --open.back().left;
            if (open.size() > limits_.depth)
                return fail(codes::archive_format, "the archive's folders are nested too deeply",
                            Place::at_offset(reader.position()));
            path = folders_[open.back().folder].path + read_name(reader) + "/";
            if (auto done = take_name(path.size()); !done) return done;
            if (auto done = enter(); !done) return done;
        }
        return {};
    }

    /// Puts an entry into the folder it belongs to. Its contents have no place yet.
    Result<void> add(const Change& change, Splice& splice, std::vector<std::int64_t>& files,
                     std::vector<NewFile>& added) const {
        std::string path = change.name;
        std::ranges::replace(path, '\\', '/');
        const std::size_t slash = path.rfind('/');
        const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
        const std::string wanted = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
        const auto folder = std::ranges::find_if(
            folders_, [&](const Folder& one) { return folded(one.path) == folded(wanted); });
        if (folder == folders_.end())
            return cannot_change(change.name, "the archive has no folder '" + wanted + "'");
        if (folder->path != wanted)
            return cannot_change(change.name, "the archive has that folder as '" + folder->path + "'");
        if (name.empty() || name.size() > longest_name)
            return cannot_change(change.name, "names have 1 to 127 bytes");
        ByteWriter entry;
        entry.u8(static_cast<std::uint8_t>(name.size()));
        entry.bytes(as_bytes(name));
        entry.u32(static_cast<std::uint32_t>(change.bytes->size()));
        const std::size_t offset_at = entry.size();
        entry.u32(0);
        entry.u64(0); // no time: the archive stays the same whenever it is made
        std::vector<std::byte>& bytes = splice.replace(folder->files_end, 0, entry.take());
        added.push_back({&bytes, offset_at, &*change.bytes});
        ++files[static_cast<std::size_t>(folder - folders_.begin())];
        return {};
    }

    std::vector<Entry> entries_; ///< By member.
    std::vector<Folder> folders_;
    std::uint64_t table_end_ = 0;
    bool grouped_ = false; ///< Lengths of names are in groups of seven bits.
    bool has_long_name_ = false;
};

bool is_vfs(const ByteSource&, std::span<const std::byte> first) {
    return as_text(first).starts_with(mark) || as_text(first).starts_with(later_mark);
}

Result<std::unique_ptr<Archive>> open_vfs(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    std::byte first[4]{};
    if (source->read(0, first) && as_text(first) == later_mark)
        return fail(
            codes::archive_unknown,
            "this archive (LP2C) belongs to a later game by the makers of Pathologic and is not supported");
    auto vfs = std::make_unique<Vfs>(std::move(source));
    if (auto done = vfs->load(limits); !done) return std::unexpected(std::move(done.error()));
    return vfs;
}

/// A folder of a new archive.
struct NewFolder {
    std::map<std::string, NewFolder> folders;
    std::vector<std::pair<std::string, const std::vector<std::byte>*>> files;

    [[nodiscard]] std::uint64_t table_size() const {
        constexpr std::uint64_t head = 8;
        std::uint64_t size = head;
        for (const auto& [name, bytes] : files) size += least_file + name.size();
        for (const auto& [name, folder] : folders) size += 1 + name.size() + folder.table_size();
        return size;
    }
    /// `at`: where the next file's contents go.
    void write(ByteWriter& table, ByteWriter& data, std::uint64_t& at) const {
        table.u32(static_cast<std::uint32_t>(folders.size()));
        table.u32(static_cast<std::uint32_t>(files.size()));
        for (const auto& [name, bytes] : files) {
            table.u8(static_cast<std::uint8_t>(name.size()));
            table.bytes(as_bytes(name));
            table.u32(static_cast<std::uint32_t>(bytes->size()));
            table.u32(static_cast<std::uint32_t>(at));
            table.u64(0);
            data.bytes(*bytes);
            at += bytes->size();
        }
        for (const auto& [name, folder] : folders) {
            table.u8(static_cast<std::uint8_t>(name.size()));
            table.bytes(as_bytes(name));
            folder.write(table, data, at);
        }
    }
};

} // namespace

Result<std::vector<std::byte>> create_vfs(std::span<const Change> members) {
    NewFolder root;
    std::set<std::string> names;
    for (const Change& member : members) {
        if (!names.insert(folded(member.name)).second) return cannot_change(member.name, "it is given twice");
        std::string path = member.name;
        std::ranges::replace(path, '\\', '/');
        NewFolder* folder = &root;
        std::uint32_t depth = 0;
        std::size_t begin = 0;
        for (std::size_t end = path.find('/');; begin = end + 1, end = path.find('/', begin)) {
            const std::string part = path.substr(begin, end == std::string::npos ? end : end - begin);
            if (part.empty() || part == "." || part == ".." || part.size() > longest_name ||
                ++depth > Limits{}.depth)
                return cannot_change(
                    member.name,
                    "each part of a name has 1 to 127 bytes, and at most 64 folders can be nested");
            if (end == std::string::npos) {
                folder->files.emplace_back(part, &*member.bytes);
                break;
            }
            folder = &folder->folders[part];
        }
    }
    ByteWriter table, data;
    table.bytes(as_bytes(mark));
    std::uint64_t at = mark.size() + root.table_size();
    root.write(table, data, at);
    if (at > 0xFFFFFFFF)
        return fail(codes::archive_change, "the archive would be longer than its format allows");
    table.bytes(data.take());
    return table.take();
}

constinit const Format vfs_format{"vfs", is_vfs, open_vfs, create_vfs};

} // namespace vellum::archives
