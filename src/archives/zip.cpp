// ZIP archives, after PKWARE's APPNOTE: as they are or deflated. What else the format knows (encryption,
// other methods, 64-bit numbers, several parts) is listed and kept, never read. Facts: docs/archives.md,
// "ZIP".
#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "archives/codes.hpp"
#include "archives/deflate.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/source_reader.hpp"
#include "archives/splice.hpp"

namespace vellum::archives {

namespace {

constexpr std::uint32_t local_mark = 0x04034B50, entry_mark = 0x02014B50, end_mark = 0x06054B50,
                        descriptor_mark = 0x08074B50;
constexpr std::uint64_t local_size = 30, entry_size = 46, end_size = 22, longest_comment = 0xFFFF;
constexpr std::uint16_t stored = 0, deflated = 8;
constexpr unsigned encrypted = 1, has_descriptor = 8;
constexpr std::uint16_t needed_version = 20, in_utf8 = 0x800;
constexpr std::uint16_t first_day = 0x21; // 1 January 1980: archives are the same whenever they are made

/// Where numbers stand in a local header, an entry of the directory, and the end.
namespace at {
inline constexpr std::uint64_t local_crc = 14, local_name = 26, entry_crc = 16, entry_local = 42,
                               end_entries = 8, end_size_of_entries = 12, end_entries_at = 16;
} // namespace at

std::optional<std::uint64_t> find_end(const ByteSource& source) {
    if (source.size() < end_size) return {};
    const std::uint64_t most = std::min(source.size(), end_size + longest_comment);
    const auto bytes = read_range(source, source.size() - most, most);
    if (!bytes) return {};
    for (std::size_t i = bytes->size() - end_size + 1; i-- > 0;)
        if (load_u32(&(*bytes)[i]) == end_mark) return source.size() - most + i;
    return {};
}

/// A file with its contents in the form in which they are stored.
struct Packed {
    std::uint16_t method = stored;
    std::uint32_t crc = 0, size = 0;
    std::vector<std::byte> bytes;
};

Result<Packed> pack(const std::string& name, const std::vector<std::byte>& bytes, std::uint16_t method) {
    if (bytes.size() >= 0xFFFFFFFF) return cannot_change(name, "it is too long for the format");
    Packed packed{method, crc32(bytes), static_cast<std::uint32_t>(bytes.size()), bytes};
    if (method == stored) return packed;
    auto compressed = deflate(bytes, Wrapping::none);
    if (!compressed) return std::unexpected(std::move(compressed.error()));
    packed.bytes = std::move(*compressed);
    return packed;
}

/// For new members: deflated if that makes them shorter.
Result<Packed> pack_new(const std::string& name, const std::vector<std::byte>& bytes) {
    auto packed = pack(name, bytes, deflated);
    if (packed && packed->bytes.size() >= bytes.size()) return pack(name, bytes, stored);
    return packed;
}

/// A name as it is stored; empty if it cannot be.
std::string stored_name(const std::string& name) {
    std::string path = name;
    std::ranges::replace(path, '\\', '/');
    const bool fits = !path.empty() && path.size() <= SourceReader::longest_text && path.front() != '/' &&
                      path.back() != '/';
    return fits ? path : std::string();
}

void write_common(ByteWriter& out, const Packed& packed, const std::string& name) {
    out.u16(needed_version);
    out.u16(in_utf8);
    out.u16(packed.method);
    out.u16(0);
    out.u16(first_day);
    out.u32(packed.crc);
    out.u32(static_cast<std::uint32_t>(packed.bytes.size()));
    out.u32(packed.size);
    out.u16(static_cast<std::uint16_t>(name.size()));
    out.u16(0);
}

std::vector<std::byte> local_file(const Packed& packed, const std::string& name) {
    ByteWriter out;
    out.u32(local_mark);
    write_common(out, packed, name);
    out.bytes(as_bytes(name));
    out.bytes(packed.bytes);
    return out.take();
}

std::vector<std::byte> directory_entry(const Packed& packed, const std::string& name, std::uint32_t local) {
    ByteWriter out;
    out.u32(entry_mark);
    out.u16(needed_version);
    write_common(out, packed, name);
    for (int i = 0; i < 3; ++i) out.u16(0); // comment, part, kind
    out.u32(0);
    out.u32(local);
    out.bytes(as_bytes(name));
    return out.take();
}

class Zip : public BasicArchive {
  public:
    using BasicArchive::BasicArchive;

    [[nodiscard]] std::string_view format() const noexcept override { return "zip"; }

    [[nodiscard]] Result<void> load(const Limits& limits) {
        limits_ = limits;
        end_at_ = *find_end(*source_);
        SourceReader end(*source_, end_at_ + 4);
        const std::uint16_t part = end.u16(), first_part = end.u16(), here = end.u16();
        entry_count_ = end.u16();
        const std::uint32_t size = end.u32(), offset = end.u32();
        if (!end.ok()) return std::unexpected(end.error());
        if (part != 0 || first_part != 0 || here != entry_count_)
            return fail(codes::archive_format, "the archive has several parts, which is not supported");
        if (entry_count_ == 0xFFFF || offset == 0xFFFFFFFF || size == 0xFFFFFFFF)
            return fail(codes::archive_format, "the archive is in ZIP64 format, which is not supported");
        if (!lies_inside(offset, size, end_at_) || entry_count_ * entry_size > size)
            return fail(codes::archive_format, "the archive's directory is outside the file",
                        Place::at_offset(end_at_));
        entries_at_ = end_at_ - size;
        base_ = entries_at_ - offset; // what stands in front, such as a program
        SourceReader reader(*source_, entries_at_);
        for (std::uint16_t i = 0; i < entry_count_; ++i)
            if (auto done = load_entry(reader); !done) return done;
        if (!reader.ok()) return std::unexpected(reader.error());
        if (reader.position() > end_at_)
            return fail(codes::archive_format, "the archive's directory is longer than it says");
        mark_cut_off();
        return {};
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t number) const override {
        const Member& member = members_[number];
        if (auto can = readable(number); !can) return std::unexpected(std::move(can.error()));
        const auto damaged = [&](std::string_view why) {
            return fail(codes::archive_format, "'" + member.name + "': " + std::string(why),
                        Place::at_offset(member.offset));
        };
        if (member.storage == Storage::zlib && member.size > member.stored * most_growth)
            return damaged("it cannot be as long as it claims");
        auto bytes = read_range(*source_, member.offset, member.stored);
        if (!bytes) return bytes;
        if (member.storage == Storage::zlib) {
            std::vector<std::byte> plain(static_cast<std::size_t>(member.size));
            if (auto done = inflate(*bytes, plain, Wrapping::none); !done)
                return damaged("its compressed data is damaged");
            bytes = std::move(plain);
        }
        if (crc32(*bytes) != entries_[number].crc) return damaged("its checksum is wrong");
        return bytes;
    }

  protected:
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const override {
        Splice splice(source_);
        const std::vector<bool> shared = shared_members(members_, local_size);
        ByteWriter files, directory;
        std::vector<Appended> appended;
        const auto append = [&](const std::string& name,
                                const std::vector<std::byte>& bytes) -> Result<void> {
            const std::string path = stored_name(name);
            if (path.empty())
                return cannot_change(name, "names have 1 to 4,096 characters and no '/' at either end");
            const auto packed = pack_new(name, bytes);
            if (!packed) return std::unexpected(packed.error());
            appended.push_back({*packed, path, files.size()});
            files.bytes(local_file(*packed, path));
            return {};
        };
        std::size_t count = entry_count_;
        for (const auto& [number, change] : plan.changed) {
            const Member& member = members_[number];
            const Entry& entry = entries_[number];
            if (!change->bytes) {
                if (!shared[number]) splice.replace(entry.local, entry.end - entry.local, {});
                splice.replace(entry.at, entry.size, {});
                --count;
                continue;
            }
            if (member.storage == Storage::unknown)
                return cannot_change(member.name, "it is stored in a form that cannot be written");
            if (shared[number]) return cannot_change(member.name, "other members share its bytes");
            auto packed =
                pack(member.name, *change->bytes, member.storage == Storage::raw ? stored : deflated);
            if (!packed) return std::unexpected(std::move(packed.error()));
            const auto put_numbers = [&](std::uint64_t where) {
                splice.put_u32(where, packed->crc);
                splice.put_u32(where + 4, static_cast<std::uint32_t>(packed->bytes.size()));
                splice.put_u32(where + 8, packed->size);
            };
            // With a descriptor behind the data the header in front has no numbers.
            put_numbers(entry.descriptor != 0 ? entry.descriptor : entry.local + at::local_crc);
            put_numbers(entry.at + at::entry_crc);
            splice.replace(member.offset, member.stored, std::move(packed->bytes));
        }
        for (const Change* change : plan.added) {
            if (auto done = append(change->name, *change->bytes); !done)
                return std::unexpected(std::move(done.error()));
            ++count;
        }
        if (count >= 0xFFFF) return fail(codes::archive_change, "the archive would have too many members");

        // Only where things stand is missing now, and nothing changes its length any more.
        const std::uint64_t files_at = splice.moved(entries_at_) - base_;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const auto change = plan.changed.find(i);
            if (change != plan.changed.end() && !change->second->bytes) continue;
            if (const std::uint64_t now = splice.moved(entries_[i].local); now != entries_[i].local)
                splice.put_u32(entries_[i].at + at::entry_local, static_cast<std::uint32_t>(now - base_));
        }
        for (const Appended& one : appended)
            directory.bytes(
                directory_entry(one.packed, one.name, static_cast<std::uint32_t>(files_at + one.at)));
        const std::uint64_t size = splice.moved(end_at_) - splice.moved(entries_at_) + directory.size();
        if (files_at + files.size() + size > 0xFFFFFFFF)
            return fail(codes::archive_change, "the archive would be longer than its format allows");
        splice.put_u16(end_at_ + at::end_entries, static_cast<std::uint16_t>(count));
        splice.put_u16(end_at_ + at::end_entries + 2, static_cast<std::uint16_t>(count));
        splice.put_u32(end_at_ + at::end_size_of_entries, static_cast<std::uint32_t>(size));
        splice.put_u32(end_at_ + at::end_entries_at, static_cast<std::uint32_t>(files_at + files.size()));
        splice.replace(entries_at_, 0, files.take());
        splice.replace(end_at_, 0, directory.take());
        return splice.finish();
    }

  private:
    struct Entry {
        std::uint64_t at, size;   ///< In the directory.
        std::uint64_t local, end; ///< Of the member with its header.
        std::uint64_t descriptor; ///< Where its three numbers stand behind the data; 0: there is none.
        std::uint32_t crc;
    };

    Result<void> load_entry(SourceReader& reader) {
        const std::uint64_t begin = reader.position();
        if (reader.u32() != entry_mark && reader.ok())
            return fail(codes::archive_format, "the archive's directory has an invalid entry",
                        Place::at_offset(begin));
        reader.skip(4); // versions
        const std::uint16_t flags = reader.u16(), method = reader.u16();
        reader.skip(4); // time
        const std::uint32_t crc = reader.u32(), packed = reader.u32(), size = reader.u32();
        const std::uint16_t name_size = reader.u16(), extra = reader.u16(), comment = reader.u16();
        reader.skip(8); // part, kind
        const std::uint32_t local = reader.u32();
        std::string name = reader.text(name_size);
        reader.skip(extra);
        reader.skip(comment);
        if (!reader.ok()) return std::unexpected(reader.error());
        if (name.ends_with('/')) return {}; // a folder
        if (auto done = take_name(name.size()); !done) return done;
        if (members_.size() >= limits_.members)
            return fail(codes::archive_format, "the archive has too many members");
        Entry entry{begin, reader.position() - begin, base_ + local, 0, 0, crc};
        Member member{std::move(name), 0, packed, size,
                      (flags & encrypted) != 0 ? Storage::unknown
                      : method == stored       ? Storage::raw
                      : method == deflated     ? Storage::zlib
                                               : Storage::unknown};
        if (packed == 0xFFFFFFFF || size == 0xFFFFFFFF || local == 0xFFFFFFFF ||
            (method == stored && packed != size))
            member.storage = Storage::unknown;
        // A reader would take a whole block for each member.
        std::array<std::byte, local_size> header{};
        const bool there = source_->read(entry.local, header).has_value();
        member.offset = entry.local + local_size + load_u16(&header[at::local_name]) +
                        load_u16(&header[at::local_name + 2]);
        entry.end = member.offset + packed;
        if (!there)
            member.offset = entry.end = std::max(source_->size(), entry.local) + 1; // told as cut off
        else if (load_u32(header.data()) != local_mark)
            return fail(codes::archive_format, "'" + member.name + "' is not where the directory says",
                        Place::at_offset(entry.local));
        if ((flags & has_descriptor) != 0 && there) {
            std::array<std::byte, 4> mark{};
            const bool marked = source_->read(entry.end, mark) && load_u32(mark.data()) == descriptor_mark;
            entry.descriptor = entry.end + (marked ? 4 : 0);
            entry.end = std::min(entry.descriptor + 12, entries_at_);
            if (entry.descriptor + 12 > entries_at_) entry.descriptor = 0;
        }
        members_.push_back(std::move(member));
        entries_.push_back(entry);
        return {};
    }

    struct Appended {
        Packed packed;
        std::string name;
        std::uint64_t at; ///< Among what is added.
    };

    std::vector<Entry> entries_; ///< By member.
    std::uint64_t end_at_ = 0, entries_at_ = 0, base_ = 0;
    std::uint16_t entry_count_ = 0;
};

/// Alone, or behind a program that unpacks it.
bool is_zip(const ByteSource& source, std::span<const std::byte> first) {
    constexpr std::string_view program = "MZ";
    if (first.size() < 4) return false;
    const std::uint32_t mark = load_u32(first.data());
    return (mark == local_mark || mark == end_mark || as_text(first).starts_with(program)) &&
           find_end(source).has_value();
}

Result<std::unique_ptr<Archive>> open_zip(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    auto zip = std::make_unique<Zip>(std::move(source));
    if (auto done = zip->load(limits); !done) return std::unexpected(std::move(done.error()));
    return zip;
}

Result<std::vector<std::byte>> create_zip(std::span<const Change> members) {
    ByteWriter files, directory;
    std::set<std::string> names;
    for (const Change& member : members) {
        const std::string path = stored_name(member.name);
        if (path.empty() || !names.insert(folded(path)).second)
            return cannot_change(member.name,
                                 path.empty() ? "names have 1 to 4,096 characters and no '/' at either end"
                                              : "it is given twice");
        const auto packed = pack_new(member.name, *member.bytes);
        if (!packed) return std::unexpected(packed.error());
        directory.bytes(directory_entry(*packed, path, static_cast<std::uint32_t>(files.size())));
        files.bytes(local_file(*packed, path));
        if (files.size() + directory.size() > 0xFFFFFFFF - end_size)
            return fail(codes::archive_change, "the archive would be longer than its format allows");
    }
    if (members.size() >= 0xFFFF)
        return fail(codes::archive_change, "the archive would have too many members");
    const auto size = static_cast<std::uint32_t>(directory.size());
    const auto begin = static_cast<std::uint32_t>(files.size());
    files.bytes(directory.take());
    files.u32(end_mark);
    files.u32(0);
    files.u16(static_cast<std::uint16_t>(members.size()));
    files.u16(static_cast<std::uint16_t>(members.size()));
    files.u32(size);
    files.u32(begin);
    files.u16(0);
    return files.take();
}

} // namespace

constinit const Format zip_format{"zip", is_zip, open_zip, create_zip};

} // namespace vellum::archives
