// Images of discs: ISO 9660, in sectors of data alone or raw ones with their checks. Files are changed where
// they are: games find them by numbers of sectors that they keep elsewhere. Facts: docs/archives.md, "Discs".
#include <algorithm>
#include <array>
#include <set>

#include "archives/codes.hpp"
#include "archives/disc_sector.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/source.hpp"
#include "archives/splice.hpp"
#include "base/bytes.hpp"

namespace vellum::archives {

namespace {

constexpr std::uint32_t descriptor_sector = 16;
constexpr std::string_view descriptor_mark = "\1CD001\1";
constexpr std::size_t least_record = 34;

/// How sectors lie in an image.
struct Geometry {
    std::size_t size;    ///< Bytes of a sector.
    std::size_t data_at; ///< Of its 2048 bytes of data.
};
constexpr std::array<Geometry, 4> geometries{{{sector::cooked_size, 0},
                                              {sector::raw_size, sector::data_at},
                                              {sector::raw_size, 16}, // mode 1
                                              {sector::headed_size, 8}}};

const Geometry* find_geometry(const ByteSource& source) {
    for (const Geometry& geometry : geometries) {
        std::array<std::byte, descriptor_mark.size()> mark{};
        if (source.read(std::uint64_t{descriptor_sector} * geometry.size + geometry.data_at, mark) &&
            as_text(mark) == descriptor_mark)
            return &geometry;
    }
    return nullptr;
}

class Disc : public BasicArchive {
  public:
    Disc(std::shared_ptr<const ByteSource> source, const Geometry& geometry)
        : BasicArchive(std::move(source)), geometry_(geometry) {}

    [[nodiscard]] std::string_view format() const noexcept override { return "disc"; }

    [[nodiscard]] Result<void> load(const Limits& limits) {
        constexpr std::size_t root_at = 156;
        limits_ = limits;
        const auto descriptor = read_data(descriptor_sector, sector::cooked_size);
        if (!descriptor) return std::unexpected(descriptor.error());
        const std::byte* const root = &(*descriptor)[root_at];
        std::vector<Folder> folders{{load_u32(root + 2), load_u32(root + 10), 0, {}}};
        std::set<std::uint32_t> visited{folders[0].sector};
        while (!folders.empty()) {
            const Folder folder = std::move(folders.back());
            folders.pop_back();
            if (auto done = load_folder(folder, folders, visited); !done) return done;
        }
        mark_cut_off();
        return {};
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t number) const override {
        if (auto can = readable(number); !can) return std::unexpected(std::move(can.error()));
        const Member& member = members_[number];
        if (has_form_2(member))
            return fail(codes::archive_member,
                        "'" + member.name +
                            "' has sectors of form 2 (movies, sounds), which are not supported",
                        Place::at_offset(member.offset));
        return read_data(sectors_[number], member.size);
    }

  protected:
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const override {
        if (!plan.added.empty()) return cannot_change(plan.added[0]->name, "a disc has no room for more");
        Splice splice(source_);
        const std::vector<bool> shared = shared_members(members_, 0);
        for (const auto& [number, change] : plan.changed) {
            const Member& member = members_[number];
            if (!change->bytes)
                return cannot_change(member.name,
                                     "files of a disc are found by their sectors and cannot move");
            if (change->bytes->size() != member.size)
                return cannot_change(member.name,
                                     "files of a disc are changed in place: this one has " +
                                         std::to_string(member.size) + " bytes, the new contents " +
                                         std::to_string(change->bytes->size()),
                                     "only contents that store their own length can be padded");
            if (shared[number]) return cannot_change(member.name, "other files share its sectors");
            if (has_form_2(member) || member.storage == Storage::unknown)
                return cannot_change(member.name, "its sectors are of a kind that cannot be written");
            if (auto done = replace(splice, sectors_[number], *change->bytes); !done)
                return std::unexpected(std::move(done.error()));
        }
        return splice.finish();
    }

  private:
    struct Folder {
        std::uint32_t sector, size, depth;
        std::string path; ///< Empty, or with '/' at its end.
    };

    [[nodiscard]] std::uint64_t place(std::uint64_t number) const {
        return number * geometry_.size + geometry_.data_at;
    }
    /// Bytes from the first byte of data to the last in the image.
    [[nodiscard]] std::uint64_t span(std::uint64_t size) const {
        if (size == 0) return 0;
        const std::uint64_t before = (size - 1) / sector::cooked_size;
        return before * geometry_.size + (size - before * sector::cooked_size);
    }
    [[nodiscard]] bool has_checks() const {
        return geometry_.size == sector::raw_size && geometry_.data_at == sector::data_at;
    }

    [[nodiscard]] Result<std::vector<std::byte>> read_data(std::uint64_t first, std::uint64_t size) const {
        if (geometry_.size == sector::cooked_size) return read_range(*source_, place(first), size);
        // Seen to be there before memory is taken.
        if (!lies_inside(place(first), span(size), source_->size()))
            return fail(codes::archive_member, "the disc ends before the file does",
                        Place::at_offset(place(first)));
        std::vector<std::byte> bytes(static_cast<std::size_t>(size));
        for (std::span<std::byte> rest = bytes; !rest.empty(); ++first) {
            const std::span<std::byte> part = rest.first(std::min(rest.size(), sector::cooked_size));
            if (auto done = source_->read(place(first), part); !done)
                return std::unexpected(std::move(done.error()));
            rest = rest.subspan(part.size());
        }
        return bytes;
    }

    [[nodiscard]] bool has_form_2(const Member& member) const {
        if (geometry_.size == sector::cooked_size || geometry_.data_at == 16) return false;
        const std::uint64_t before = geometry_.data_at - (sector::data_at - sector::submode_at);
        for (std::uint64_t at = member.offset - geometry_.data_at + before;
             at < member.offset + member.stored; at += geometry_.size) {
            std::array<std::byte, 1> submode{};
            if (!source_->read(at, submode)) return true;
            if ((std::to_integer<std::uint8_t>(submode[0]) & sector::form_2) != 0) return true;
        }
        return false;
    }

    Result<void> load_folder(const Folder& folder, std::vector<Folder>& folders,
                             std::set<std::uint32_t>& visited) {
        if (folder.depth > limits_.depth)
            return fail(codes::archive_format, "the disc's folders are nested too deeply");
        folder_bytes_ += folder.size;
        if (!lies_inside(place(folder.sector), span(folder.size), source_->size()) ||
            folder_bytes_ > source_->size()) {
            remark("the disc ends before its folder '" + folder.path + "' does", place(folder.sector));
            return {};
        }
        const auto bytes = read_data(folder.sector, folder.size);
        if (!bytes) return std::unexpected(bytes.error());
        for (std::size_t at = 0; at < bytes->size();) {
            const std::size_t rest = sector::cooked_size - at % sector::cooked_size;
            const auto length = std::to_integer<std::size_t>((*bytes)[at]);
            if (length == 0) { // the rest of the sector is empty
                at += rest;
                continue;
            }
            if (length < least_record || length > rest || length > bytes->size() - at)
                return fail(codes::archive_format,
                            "a record of the disc's folder '" + folder.path + "' contradicts itself",
                            Place::at_offset(place(folder.sector) + at));
            if (auto done = load_record(folder, std::span(*bytes).subspan(at, length), folders, visited);
                !done)
                return done;
            at += length;
        }
        return {};
    }

    Result<void> load_record(const Folder& folder, std::span<const std::byte> record,
                             std::vector<Folder>& folders, std::set<std::uint32_t>& visited) {
        constexpr std::size_t flags_at = 25, unit_at = 26, name_at = 33;
        constexpr unsigned is_folder = 2, goes_on = 0x80;
        const auto flags = std::to_integer<unsigned>(record[flags_at]);
        const auto length = std::to_integer<std::size_t>(record[name_at - 1]);
        if (length > record.size() - name_at)
            return fail(codes::archive_format, "a name on the disc is longer than its record");
        std::string name(as_text(record.subspan(name_at, length)));
        if (name.size() == 1 && (name[0] == '\0' || name[0] == '\1')) return {}; // the folder, its parent
        name.resize(std::min(name.find(';'), name.size()));
        const std::uint32_t first = load_u32(&record[2]), size = load_u32(&record[10]);
        if (auto done = take_name(folder.path.size() + name.size()); !done) return done;
        if ((flags & is_folder) != 0) {
            if (!visited.insert(first).second)
                remark("the folder '" + folder.path + name + "' appears twice", place(first));
            else
                folders.push_back({first, size, folder.depth + 1, folder.path + name + "/"});
            return {};
        }
        if (members_.size() >= limits_.members)
            return fail(codes::archive_format, "the disc has too many files");
        const bool in_pieces = (flags & goes_on) != 0 || std::to_integer<unsigned>(record[unit_at]) != 0;
        members_.push_back({folder.path + name, place(first), span(size), size,
                            in_pieces                               ? Storage::unknown
                            : geometry_.size == sector::cooked_size ? Storage::raw
                                                                    : Storage::sectors});
        sectors_.push_back(first);
        return {};
    }

    [[nodiscard]] Result<void> replace(Splice& splice, std::uint64_t number,
                                       std::span<const std::byte> bytes) const {
        for (; !bytes.empty(); ++number) {
            const auto part = bytes.first(std::min(bytes.size(), sector::cooked_size));
            bytes = bytes.subspan(part.size());
            auto before = read_range(*source_, place(number), part.size());
            if (!before) return std::unexpected(std::move(before.error()));
            if (std::ranges::equal(*before, part)) continue; // also keeps checks that were wrong before
            if (geometry_.size == sector::cooked_size) {
                splice.replace(place(number), part.size(), {part.begin(), part.end()});
                continue;
            }
            if (!has_checks())
                return fail(codes::archive_change, "only raw sectors of mode 2 (2,352 bytes) can be changed",
                            Place::at_offset(place(number)));
            auto raw = read_range(*source_, number * geometry_.size, sector::raw_size);
            if (!raw) return std::unexpected(std::move(raw.error()));
            std::ranges::copy(part, raw->begin() + sector::data_at);
            write_sector_checks(std::span<std::byte, sector::raw_size>(*raw));
            splice.replace(number * geometry_.size, sector::raw_size, std::move(*raw));
        }
        return {};
    }

    const Geometry& geometry_;
    std::vector<std::uint32_t> sectors_; ///< By member.
    std::uint64_t folder_bytes_ = 0;
};

bool is_disc(const ByteSource& source, std::span<const std::byte>) {
    return find_geometry(source) != nullptr;
}

Result<std::unique_ptr<Archive>> open_disc(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    const Geometry* geometry = find_geometry(*source);
    auto disc = std::make_unique<Disc>(std::move(source), *geometry);
    if (auto done = disc->load(limits); !done) return std::unexpected(std::move(done.error()));
    return disc;
}

Result<std::vector<std::byte>> create_disc(std::span<const Change>) {
    return fail(codes::archive_change, "Vellum cannot make new discs");
}

} // namespace

constinit const Format disc_format{"disc", is_disc, open_disc, create_disc};

} // namespace vellum::archives
