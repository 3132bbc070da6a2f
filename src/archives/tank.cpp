// Reading tanks, and writing one with some members changed.
#include "archives/tank.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "archives/codes.hpp"
#include "archives/create.hpp"
#include "archives/deflate.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/splice.hpp"

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
                return damaged("a chunk lies outside of it");
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
    struct Entry {
        std::uint32_t at; ///< In the file set.
        std::uint16_t format;
    };

    /// Where the entries of a set begin, from the set's own beginning.
    [[nodiscard]] Result<std::vector<std::uint32_t>> read_offsets(std::uint64_t at, std::uint64_t least) {
        SourceReader reader(*source_, at);
        const std::uint32_t count = reader.u32();
        if (!reader.fits(count, least) || count > limits_.members)
            return fail(codes::archive_format, "the tank says it holds more than it can",
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
                    remark("the folder of some files stands nowhere, or inside itself",
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
                return fail(codes::archive_format, "the tank's files have more chunks than there can be",
                            Place::at_offset(files_at_ + offset));
            Member member;
            const auto path = paths_.find(entry.parent);
            if (path == paths_.end())
                remark("'" + entry.name + "' is in a folder that is not there", files_at_ + offset);
            else
                member.name = path->second;
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

    [[nodiscard]] Result<std::uint32_t> data_crc(const Plan& plan) const;

    std::uint64_t directories_at_ = 0, files_at_ = 0, data_at_ = 0;
    std::uint32_t priority_ = 0;
    std::uint64_t chunks_ = 0;
    bool second_game_ = false;
    std::unordered_map<std::uint32_t, std::string> paths_; ///< Of folders, each with a '/' at its end.
    std::vector<Entry> entries_;                           ///< By member.
};

/// CRC of all contents in the order of the file set.
Result<std::uint32_t> Tank::data_crc(const Plan& plan) const {
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const auto change = plan.changed.find(i);
        if (change != plan.changed.end()) {
            all = crc32(*change->second->bytes, all);
            continue;
        }
        if (members_[i].storage == Storage::nothing) continue;
        const auto bytes = read(i);
        if (!bytes) return std::unexpected(bytes.error());
        all = crc32(*bytes, all);
    }
    return all;
}

Result<std::shared_ptr<const ByteSource>> Tank::write(const Plan& plan) const {
    constexpr std::string_view own =
        "make a tank of its own for it: the game reads all that lie in Resources";
    if (second_game_)
        return fail(codes::archive_change,
                    "tanks of Dungeon Siege II are read only: the game refuses changed ones");
    if (!plan.added.empty())
        return cannot_change(plan.added.front()->name, "the tank has no such member to replace",
                             std::string(own));
    std::uint64_t latest = 0;
    SourceReader reader(*source_, files_at_);
    for (const Entry& entry : entries_) {
        reader.seek(files_at_ + entry.at);
        latest = std::max(latest, tank::read_entry(reader).time);
    }
    // What is stored, and where. Members that share bytes, or have none, get a place behind all others.
    Splice splice(source_);
    const std::vector<bool> shared = shared_members(members_, 0);
    std::vector<std::uint64_t> starts;
    for (const Member& member : members_) starts.push_back(member.offset);
    starts.push_back(std::min(directories_at_, files_at_));
    std::ranges::sort(starts);
    struct Changed {
        FileEntry entry;
        std::vector<std::byte> appended;
        bool is_appended;
    };
    std::unordered_map<std::size_t, Changed> changed;
    for (const auto& [number, change] : plan.changed) {
        const Member& member = members_[number];
        if (!change->bytes)
            return cannot_change(member.name, "members of tanks are not removed", "replace it by nothing");
        reader.seek(files_at_ + entries_[number].at);
        FileEntry entry = tank::read_entry(reader);
        if (!reader.ok()) return std::unexpected(reader.error());
        if (entry.format > 1)
            return cannot_change(member.name, "it is compressed by LZO, which is not written",
                                 std::string(own));
        auto packed = tank::pack(*change->bytes, entry);
        if (!packed) return std::unexpected(std::move(packed.error()));
        entry.time = latest + second; // later than what the game made of the old one
        if (shared[number]) {
            changed.emplace(number, Changed{std::move(entry), std::move(*packed), true});
            continue;
        }
        const auto next = std::ranges::upper_bound(starts, member.offset);
        const std::uint64_t room = next == starts.end() ? member.stored : *next - member.offset;
        std::uint64_t taken = member.stored;
        if (tank::aligned(taken) <= room) {
            taken = tank::aligned(taken);
            packed->resize(static_cast<std::size_t>(tank::aligned(packed->size())));
        }
        splice.replace(member.offset, taken, std::move(*packed));
        changed.emplace(number, Changed{std::move(entry), {}, false});
    }
    const std::uint64_t end = std::min(directories_at_, files_at_);
    ByteWriter data;
    const std::uint64_t begin = splice.moved(end);
    for (auto& [number, one] : changed) {
        if (!one.is_appended) continue;
        while ((begin + data.size() - data_at_) % tank::alignment != 0) data.u8(0);
        one.entry.offset = static_cast<std::uint32_t>(begin + data.size() - data_at_);
        data.bytes(one.appended);
    }
    while (data.size() % tank::alignment != 0) data.u8(0);
    splice.replace(end, 0, data.take());

    // The file set: entries change their length with the number of their chunks.
    std::unordered_map<std::uint32_t, std::vector<std::byte>*> rewritten;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const std::uint64_t at = files_at_ + entries_[i].at;
        const auto found = changed.find(i);
        if (found == changed.end()) continue;
        SourceReader measure(*source_, at);
        static_cast<void>(tank::read_entry(measure));
        FileEntry& entry = found->second.entry;
        if (!found->second.is_appended)
            entry.offset = static_cast<std::uint32_t>(members_[i].offset - data_at_); // moved below
        ByteWriter bytes;
        tank::write_entry(bytes, entry);
        rewritten[entries_[i].at] = &splice.replace(at, measure.position() - at, bytes.take());
    }
    // Nothing changes its length any more.
    const auto in_files = [&](std::uint32_t offset) {
        return static_cast<std::uint32_t>(splice.moved(files_at_ + offset) - splice.moved(files_at_));
    };
    constexpr std::uint64_t offset_in_entry = 8;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> numbers;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const auto now = static_cast<std::uint32_t>(splice.moved(members_[i].offset) - data_at_);
        const auto found = changed.find(i);
        if (found == changed.end())
            numbers.emplace_back(files_at_ + entries_[i].at + offset_in_entry, now);
        else if (!found->second.is_appended)
            store_u32(&(*rewritten[entries_[i].at])[offset_in_entry], now);
        numbers.emplace_back(files_at_ + 4 + 4 * i, in_files(entries_[i].at));
    }
    // Folders name their files by where these stand behind the folders.
    SourceReader directories(*source_, directories_at_);
    const std::uint32_t count = directories.u32();
    const std::uint64_t between = files_at_ - directories_at_;
    std::uint64_t children = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        directories.seek(directories_at_ + 4 + std::uint64_t{4} * i);
        directories.seek(directories_at_ + directories.u32() + 4);
        const std::uint32_t all = directories.u32();
        directories.skip(8);
        static_cast<void>(tank::read_name(directories));
        children += all;
        if (!directories.fits(all, 4) || children > source_->size() / 4)
            return fail(codes::archive_change, "the tank's folders contradict themselves: it is read only");
        for (std::uint32_t child = 0; child < all; ++child) {
            const std::uint64_t at = directories.position();
            const std::uint32_t value = directories.u32();
            if (value >= between)
                numbers.emplace_back(at,
                                     static_cast<std::uint32_t>(
                                         between + in_files(static_cast<std::uint32_t>(value - between))));
        }
    }
    const std::uint64_t new_size = splice.size();
    const std::uint64_t new_directories = splice.moved(directories_at_);
    numbers.emplace_back(tank::at::directories, static_cast<std::uint32_t>(new_directories));
    numbers.emplace_back(tank::at::files, static_cast<std::uint32_t>(splice.moved(files_at_)));
    numbers.emplace_back(tank::at::index_size, static_cast<std::uint32_t>(new_size - new_directories));
    SourceReader header(*source_, tank::at::index_crc);
    const bool has_index_crc = header.u32() != 0;
    const bool has_data_crc = header.u32() != 0;
    if (has_data_crc) {
        const auto crc = data_crc(plan);
        if (!crc) return std::unexpected(crc.error());
        numbers.emplace_back(tank::at::data_crc, *crc);
    }
    std::vector<std::byte>* index_sum =
        has_index_crc ? &splice.replace(tank::at::index_crc, 4, std::vector<std::byte>(4)) : nullptr;
    for (const auto& [at, value] : numbers) splice.put_u32(at, value);
    if (new_size > 0xFFFFFFFF)
        return fail(codes::archive_change, "the tank would be longer than its format can say");
    auto result = splice.finish();
    if (!result || index_sum == nullptr) return result;
    store_u32(index_sum->data(), index_crc(**result, new_directories));
    return splice.finish();
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
