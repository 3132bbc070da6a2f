// Reading tanks, and writing one with some members changed.
#include "archives/tank.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "archives/codes.hpp"
#include "archives/create.hpp"
#include "archives/deflate.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/splice.hpp"
#include "archives/tank_tree.hpp"
#include "base/ending.hpp"

namespace vellum::archives {

namespace {

using tank::FileEntry;

constexpr std::uint64_t second = 10'000'000; // of a file's time

/// Of everything from the directory set on; 0 if it cannot be read.
std::uint32_t index_crc(const ByteSource& source, std::uint64_t from) {
    std::uint32_t crc = 0;
    std::vector<std::byte> block(64U << 10U);
    while (from < source.size()) {
        const auto part = std::span(block).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), source.size() - from)));
        if (!source.read(from, part)) return 0;
        crc = crc32(part, crc);
        from += part.size();
    }
    return crc;
}

class Tank : public BasicArchive {
  public:
    using BasicArchive::BasicArchive;

    [[nodiscard]] std::string_view format() const noexcept override { return "tank"; }
    [[nodiscard]] std::uint32_t priority() const noexcept override { return priority_; }

    [[nodiscard]] Result<void> load(const Limits& limits) {
        limits_ = limits;
        SourceReader header(*source_);
        second_game_ = header.text(tank::first_game.size()) == tank::second_game;
        header.seek(tank::at::directories);
        directories_at_ = header.u32();
        files_at_ = header.u32();
        static_cast<void>(header.u32());
        data_at_ = header.u32();
        header.seek(tank::at::priority);
        priority_ = header.u32();
        if (!header.ok()) return std::unexpected(header.error());
        if (directories_at_ > source_->size() || files_at_ > source_->size() || data_at_ > source_->size())
            return fail(codes::archive_format, "the tank ends before its tables begin",
                        Place::at_offset(tank::at::directories));
        if (auto done = read_directories(); !done) return done;
        if (auto done = read_files(); !done) return done;
        mark_cut_off();
        header.seek(tank::at::index_crc);
        if (const std::uint32_t crc = header.u32(); crc != 0 && crc != index_crc(*source_, directories_at_))
            remark("the checksum of the tank's tables is wrong", tank::at::index_crc);
        return {};
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t number) const override {
        if (entries_[number].format == 0) return BasicArchive::read(number);
        if (auto can = readable(number); !can) return std::unexpected(std::move(can.error()));
        const Member& member = members_[number];
        SourceReader reader(*source_, files_at_ + entries_[number].at);
        const FileEntry entry = tank::read_entry(reader);
        if (!reader.ok()) return std::unexpected(reader.error());
        const auto damaged = [&](std::string_view why) {
            return fail(codes::archive_format, "'" + member.name + "': " + std::string(why),
                        Place::at_offset(member.offset));
        };
        if (member.size > member.stored * most_growth) return damaged("it cannot be as long as it claims");
        const auto packed = read_range(*source_, member.offset, member.stored);
        if (!packed) return std::unexpected(packed.error());
        std::vector<std::byte> bytes(static_cast<std::size_t>(member.size));
        if (entry.chunk == 0) {
            if (auto done = inflate(*packed, bytes, Wrapping::zlib); !done)
                return damaged("compressed data is damaged");
            return bytes;
        }
        std::size_t at = 0;
        for (const tank::Chunk& chunk : entry.chunks) {
            if (chunk.plain > bytes.size() - at) return damaged("its chunks are longer than the file");
            const std::span<std::byte> plain = std::span(bytes).subspan(at, chunk.plain);
            const bool raw = chunk.plain == chunk.packed;
            const std::uint64_t extra = raw ? 0 : chunk.extra;
            if (!lies_inside(chunk.offset, chunk.packed + extra, packed->size()) || extra > chunk.plain)
                return damaged("a chunk is outside it");
            const auto raw_end = static_cast<std::size_t>(extra);
            const auto stored = std::span(*packed).subspan(chunk.offset);
            if (raw) {
                std::ranges::copy(stored.first(chunk.plain), plain.begin());
            } else {
                if (!inflate(stored.first(chunk.packed), plain.first(plain.size() - raw_end), Wrapping::zlib))
                    return damaged("compressed data is damaged");
                std::ranges::copy(stored.subspan(chunk.packed, raw_end),
                                  plain.end() - static_cast<std::ptrdiff_t>(extra));
            }
            at += chunk.plain;
        }
        if (at != bytes.size()) return damaged("its chunks are shorter than the file");
        return bytes;
    }

  protected:
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const override;

  private:
    class Writer;

    struct Entry {
        std::uint32_t at; ///< In the file set.
        std::uint16_t format;
    };

    /// Where the entries of a set begin, from the set's own beginning.
    [[nodiscard]] Result<std::vector<std::uint32_t>> read_offsets(std::uint64_t at, std::uint64_t least) {
        SourceReader reader(*source_, at);
        const std::uint32_t count = reader.u32();
        if (!reader.fits(count, least) || count > limits_.members)
            return fail(codes::archive_format, "the tank claims to hold more than it has room for",
                        Place::at_offset(at));
        std::vector<std::uint32_t> offsets(count);
        for (std::uint32_t& offset : offsets) offset = reader.u32();
        if (!reader.ok()) return std::unexpected(reader.error());
        return offsets;
    }

    Result<void> read_directories() {
        constexpr std::uint64_t least = 24;
        auto offsets = read_offsets(directories_at_, least);
        if (!offsets) return std::unexpected(std::move(offsets.error()));
        struct Directory {
            std::uint32_t parent;
            std::string name;
        };
        std::unordered_map<std::uint32_t, Directory> all;
        SourceReader reader(*source_, directories_at_);
        for (const std::uint32_t offset : *offsets) {
            reader.seek(directories_at_ + offset);
            Directory directory{reader.u32(), {}};
            reader.skip(12);
            directory.name = tank::read_name(reader);
            if (!reader.ok()) return std::unexpected(reader.error());
            all.emplace(offset, std::move(directory));
        }
        for (const std::uint32_t offset : *offsets) {
            std::string path;
            std::uint32_t depth = 0;
            for (std::uint32_t at = offset; at != 0; ++depth) {
                const auto found = all.find(at);
                if (found == all.end() || depth > limits_.depth) {
                    remark("some files are in a folder that does not exist or contains itself",
                           directories_at_ + offset);
                    break;
                }
                if (!found->second.name.empty()) path = found->second.name + "/" + path;
                at = found->second.parent;
            }
            paths_.emplace(offset, std::move(path));
            if (auto done = take_name(paths_[offset].size()); !done) return done;
        }
        return {};
    }

    Result<void> read_files() {
        constexpr std::uint64_t least = 36;
        auto offsets = read_offsets(files_at_, least);
        if (!offsets) return std::unexpected(std::move(offsets.error()));
        SourceReader reader(*source_, files_at_);
        for (const std::uint32_t offset : *offsets) {
            reader.seek(files_at_ + offset);
            const FileEntry entry = tank::read_entry(reader);
            if (!reader.ok()) return std::unexpected(reader.error());
            chunks_ += entry.chunks.size();
            if (chunks_ > source_->size() / 4) // entries that lie over each other
                return fail(codes::archive_format, "the tank's files have more chunks than it has room for",
                            Place::at_offset(files_at_ + offset));
            Member member;
            const auto path = paths_.find(entry.parent);
            if (path != paths_.end())
                member.name = path->second;
            else if (entry.parent != 0) // 0 is the root
                remark("'" + entry.name + "' is in a folder that does not exist", files_at_ + offset);
            member.name += entry.name;
            if (auto done = take_name(member.name.size()); !done) return done;
            member.size = entry.size;
            member.offset = data_at_ + entry.offset;
            member.stored = entry.format == 0 ? entry.size : entry.packed;
            member.storage = (entry.flags & tank::deleted_flag) != 0 ? Storage::nothing
                             : entry.format == 0                     ? Storage::raw
                             : entry.format == 1                     ? Storage::zlib
                                                                     : Storage::lzo;
            members_.push_back(std::move(member));
            entries_.push_back({offset, entry.format});
        }
        return {};
    }

    std::uint64_t directories_at_ = 0, files_at_ = 0, data_at_ = 0;
    std::uint32_t priority_ = 0;
    std::uint64_t chunks_ = 0;
    bool second_game_ = false;
    std::unordered_map<std::uint32_t, std::string> paths_; ///< Of folders, each with a '/' at its end.
    std::vector<Entry> entries_;                           ///< By member.
};

/// One changed tank.
class Tank::Writer {
  public:
    Writer(const Tank& tank, const Plan& plan)
        : tank_(tank), plan_(plan), splice_(tank.source_), reader_(*tank.source_) {}

    Result<std::shared_ptr<const ByteSource>> write() {
        for (const Entry& entry : tank_.entries_)
            time_ =
                std::max(time_, read_entry(entry).time + second); // later than what the game made of the old
        const bool new_tables =
            !plan_.added.empty() ||
            std::ranges::any_of(plan_.changed, [](const auto& one) { return !one.second->bytes; });
        if (auto done = change_data(); !done) return std::unexpected(std::move(done.error()));
        if (auto done = new_tables ? make_tables() : put_tables_right(); !done)
            return std::unexpected(std::move(done.error()));
        return finish();
    }

  private:
    struct Changed {
        FileEntry entry;
        std::vector<std::byte> appended;
        bool is_appended;
    };

    [[nodiscard]] FileEntry read_entry(const Entry& entry) {
        reader_.seek(tank_.files_at_ + entry.at);
        return tank::read_entry(reader_);
    }

    /// What is stored, and where. Members that share bytes, or have none, get a place behind all others.
    Result<void> change_data() {
        const std::vector<Member>& members = tank_.members_;
        const std::vector<bool> shared = shared_members(members, 0);
        std::vector<std::uint64_t> starts;
        starts.reserve(members.size() + 1);
        for (const Member& member : members) starts.push_back(member.offset);
        starts.push_back(data_end());
        std::ranges::sort(starts);
        for (const auto& [number, change] : plan_.changed) {
            const Member& member = members[number];
            const auto next = std::ranges::upper_bound(starts, member.offset);
            const std::uint64_t room = next == starts.end() ? member.stored : *next - member.offset;
            const bool has_padding = tank::aligned(member.stored) <= room;
            const std::uint64_t taken = has_padding ? tank::aligned(member.stored) : member.stored;
            if (!change->bytes) {
                if (!shared[number]) splice_.replace(member.offset, taken, {});
                continue;
            }
            FileEntry entry = read_entry(tank_.entries_[number]);
            if (!reader_.ok()) return std::unexpected(reader_.error());
            if (entry.format > 1)
                return cannot_change(member.name, "it is compressed with LZO, which cannot be written",
                                     std::string(own_tank));
            auto packed = tank::pack(*change->bytes, entry);
            if (!packed) return std::unexpected(std::move(packed.error()));
            entry.time = time_;
            if (shared[number]) {
                changed_.emplace(number, Changed{std::move(entry), std::move(*packed), true});
                continue;
            }
            if (has_padding) packed->resize(static_cast<std::size_t>(tank::aligned(packed->size())));
            splice_.replace(member.offset, taken, std::move(*packed));
            changed_.emplace(number, Changed{std::move(entry), {}, false});
        }
        for (std::size_t i = 0; i < plan_.added.size(); ++i) {
            Changed added{{}, {}, true};
            added.entry.time = time_;
            added.entry.format = 1;
            added.entry.name = plan_.added[i]->name; // for messages
            auto packed = tank::pack(*plan_.added[i]->bytes, added.entry);
            if (!packed) return std::unexpected(std::move(packed.error()));
            added.appended = std::move(*packed);
            changed_.emplace(members.size() + i, std::move(added));
        }
        append();
        return {};
    }

    [[nodiscard]] std::uint64_t data_end() const { return std::min(tank_.directories_at_, tank_.files_at_); }

    void append() {
        ByteWriter data;
        const std::uint64_t begin = splice_.moved(data_end());
        for (auto& [number, one] : changed_) {
            if (!one.is_appended) continue;
            while ((begin + data.size() - tank_.data_at_) % tank::alignment != 0) data.u8(0);
            one.entry.offset = static_cast<std::uint32_t>(begin + data.size() - tank_.data_at_);
            data.bytes(one.appended);
        }
        while (data.size() % tank::alignment != 0) data.u8(0);
        splice_.replace(data_end(), 0, data.take());
    }

    /// Where a member that was not appended lies now, as its entry says it.
    [[nodiscard]] std::uint32_t offset_now(std::size_t number) const {
        return static_cast<std::uint32_t>(splice_.moved(tank_.members_[number].offset) - tank_.data_at_);
    }

    /// Members come or go: both sets are made anew.
    Result<void> make_tables() {
        std::vector<FileEntry> entries;
        entries.reserve(tank_.entries_.size());
        for (const Entry& entry : tank_.entries_) entries.push_back(read_entry(entry));
        if (!reader_.ok()) return std::unexpected(reader_.error());
        auto tree =
            tank::Tree::read(*tank_.source_, tank_.directories_at_, tank_.files_at_, std::move(entries));
        if (!tree)
            return fail(codes::archive_change,
                        "the tank's tables are not laid out by its original tools: members can be replaced, "
                        "but not added or removed",
                        Place::at_offset(tank_.directories_at_), std::string(own_tank));
        for (std::size_t i = 0; i < tank_.members_.size(); ++i) {
            FileEntry& entry = tree->files()[i];
            const auto found = changed_.find(i);
            const std::uint32_t parent = entry.parent;
            if (found != changed_.end()) entry = found->second.entry;
            entry.parent = parent;
            if (found == changed_.end() || !found->second.is_appended) entry.offset = offset_now(i);
        }
        std::vector<std::pair<std::size_t, std::string_view>> come_or_gone;
        for (const auto& [number, change] : plan_.changed) {
            if (change->bytes) continue;
            tree->remove(number);
            come_or_gone.emplace_back(number, change->name);
        }
        for (std::size_t i = 0; i < plan_.added.size(); ++i) {
            const Change& added = *plan_.added[i];
            auto number = tree->add(added.name, changed_.at(tank_.members_.size() + i).entry);
            if (!number) return std::unexpected(std::move(number.error()));
            come_or_gone.emplace_back(*number, added.name);
        }
        for (const auto& [number, name] : come_or_gone)
            if (has_ending(name, ".gas") && tree->beside(number, cache))
                return cannot_change(name,
                                     "the game keeps this folder's compiled scripts in '" +
                                         std::string(cache) + "', which would not change",
                                     "remove that file too with --remove: the game compiles it again");
        const tank::Sets sets = tree->write();
        if (sets.order.empty()) return fail(codes::archive_change, "the tank would be empty");
        const std::uint64_t directories = splice_.moved(tank_.directories_at_);
        numbers_.emplace_back(tank::at::directories, directories);
        numbers_.emplace_back(tank::at::files, directories + sets.directories.size());
        std::vector<std::byte> both = sets.directories;
        both.insert(both.end(), sets.files.begin(), sets.files.end());
        splice_.replace(tank_.directories_at_, tank_.source_->size() - tank_.directories_at_,
                        std::move(both));
        order_ = sets.order;
        return {};
    }

    /// The same members: numbers in both sets change, and entries with another number of chunks their length.
    Result<void> put_tables_right() {
        const std::uint64_t files_at = tank_.files_at_, directories_at = tank_.directories_at_;
        std::unordered_map<std::uint32_t, std::vector<std::byte>*> rewritten;
        for (std::size_t i = 0; i < tank_.members_.size(); ++i) {
            const auto found = changed_.find(i);
            if (found == changed_.end()) continue;
            const std::uint32_t at = tank_.entries_[i].at;
            static_cast<void>(read_entry(tank_.entries_[i]));
            ByteWriter bytes;
            tank::write_entry(bytes, found->second.entry);
            rewritten[at] = &splice_.replace(files_at + at, reader_.position() - files_at - at, bytes.take());
        }
        // Nothing changes its length any more.
        const auto in_files = [&](std::uint32_t offset) {
            return static_cast<std::uint32_t>(splice_.moved(files_at + offset) - splice_.moved(files_at));
        };
        constexpr std::uint64_t offset_in_entry = 8;
        for (std::size_t i = 0; i < tank_.members_.size(); ++i) {
            const std::uint32_t at = tank_.entries_[i].at;
            const auto found = changed_.find(i);
            if (found == changed_.end())
                numbers_.emplace_back(files_at + at + offset_in_entry, offset_now(i));
            else if (!found->second.is_appended)
                store_u32(&(*rewritten[at])[offset_in_entry], offset_now(i));
            numbers_.emplace_back(files_at + 4 + 4 * i, in_files(at));
            order_.push_back(i);
        }
        // Folders name their files by where these stand behind the folders.
        SourceReader directories(*tank_.source_, directories_at);
        const std::uint32_t count = directories.u32();
        const std::uint64_t between = files_at - directories_at;
        std::uint64_t children = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            directories.seek(directories_at + 4 + std::uint64_t{4} * i);
            directories.seek(directories_at + directories.u32() + 4);
            const std::uint32_t all = directories.u32();
            directories.skip(8);
            static_cast<void>(tank::read_name(directories));
            children += all;
            if (!directories.fits(all, 4) || children > tank_.source_->size() / 4)
                return fail(codes::archive_change,
                            "the tank's folders contradict each other: it can only be read");
            for (std::uint32_t child = 0; child < all; ++child) {
                const std::uint64_t at = directories.position();
                const std::uint32_t value = directories.u32();
                if (value >= between)
                    numbers_.emplace_back(at,
                                          between + in_files(static_cast<std::uint32_t>(value - between)));
            }
        }
        numbers_.emplace_back(tank::at::directories, splice_.moved(directories_at));
        numbers_.emplace_back(tank::at::files, splice_.moved(files_at));
        return {};
    }

    /// CRC of all contents in the order of the file set.
    [[nodiscard]] Result<std::uint32_t> data_crc() const {
        std::uint32_t all = 0;
        for (const std::size_t i : order_) {
            const auto change = plan_.changed.find(i);
            if (i >= tank_.members_.size()) {
                all = crc32(*plan_.added[i - tank_.members_.size()]->bytes, all);
            } else if (change != plan_.changed.end()) {
                all = crc32(*change->second->bytes, all);
            } else if (tank_.members_[i].storage != Storage::nothing) {
                const auto bytes = tank_.read(i);
                if (!bytes) return std::unexpected(bytes.error());
                all = crc32(*bytes, all);
            }
        }
        return all;
    }

    Result<std::shared_ptr<const ByteSource>> finish() {
        const std::uint64_t size = splice_.size();
        const std::uint64_t directories = splice_.moved(tank_.directories_at_);
        numbers_.emplace_back(tank::at::index_size, size - directories);
        SourceReader header(*tank_.source_, tank::at::index_crc);
        const bool has_index_crc = header.u32() != 0;
        const bool has_data_crc = header.u32() != 0;
        if (has_data_crc) {
            const auto crc = data_crc();
            if (!crc) return std::unexpected(crc.error());
            numbers_.emplace_back(tank::at::data_crc, *crc);
        }
        std::vector<std::byte>* index_sum =
            has_index_crc ? &splice_.replace(tank::at::index_crc, 4, std::vector<std::byte>(4)) : nullptr;
        for (const auto& [at, value] : numbers_) splice_.put_u32(at, static_cast<std::uint32_t>(value));
        if (size > 0xFFFFFFFF)
            return fail(codes::archive_change, "the tank would be longer than its format allows");
        auto result = splice_.finish();
        if (!result || index_sum == nullptr) return result;
        store_u32(index_sum->data(), index_crc(**result, directories));
        return splice_.finish();
    }

    static constexpr std::string_view own_tank =
        "make a separate tank for it: the game reads all tanks in Resources";
    static constexpr std::string_view cache = "dir.lqd20";

    const Tank& tank_;
    const Plan& plan_;
    Splice splice_;
    SourceReader reader_;
    std::uint64_t time_ = 0;                 ///< Of what changes.
    std::map<std::size_t, Changed> changed_; ///< By member; those that are added behind the tank's own.
    std::vector<std::size_t> order_;         ///< Members as the file set will have them.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers_; ///< To be put: where, and 32 bits.
};

Result<std::shared_ptr<const ByteSource>> Tank::write(const Plan& plan) const {
    if (second_game_)
        return fail(codes::archive_change,
                    "tanks of Dungeon Siege II can only be read: the game refuses changed ones");
    return Writer(*this, plan).write();
}

bool is_tank(const ByteSource&, std::span<const std::byte> first) {
    return as_text(first).starts_with(tank::first_game) || as_text(first).starts_with(tank::second_game);
}

Result<std::unique_ptr<Archive>> open_tank(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    auto tank = std::make_unique<Tank>(std::move(source));
    if (auto done = tank->load(limits); !done) return std::unexpected(std::move(done.error()));
    return tank;
}

} // namespace

constinit const Format tank_format{"tank", is_tank, open_tank, create_tank};

} // namespace vellum::archives
