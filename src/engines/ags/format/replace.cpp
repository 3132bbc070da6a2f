// A script has its length in its room's block, its room or main data in the package's table; the main data
// has the offset of what its later versions added at the end. Nothing else in these files counts bytes.
#include "engines/ags/format/replace.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "archives/codes.hpp"
#include "archives/names.hpp"
#include "archives/source.hpp"
#include "archives/splice.hpp"
#include "base/bytes.hpp"
#include "engines/ags/format/archive.hpp"
#include "engines/ags/format/scom.hpp"

namespace vellum::ags {

namespace {

using archives::cannot_change;

/// A part of the file that scripts stand in: an asset, or the file itself.
struct Holder {
    std::uint64_t offset, size;
};

class Replacing {
  public:
    Replacing(const Container& container, std::shared_ptr<const ByteSource> source)
        : container_(container),
          whole_(*source),
          header_(container.header()),
          assets_(container.assets()),
          splice_(std::move(source)) {}

    Result<std::shared_ptr<const ByteSource>> run(const archives::Plan& plan) {
        if (!plan.added.empty()) return cannot_change(plan.added.front()->name, "there is no such member");
        const auto members = container_.members();
        for (std::size_t i = 0; i < members.size(); ++i)
            if (const auto change = plan.changed.find(i); change != plan.changed.end())
                if (auto done = replace(*change->second, members[i]); !done)
                    return std::unexpected(std::move(done.error()));
        if (auto done = write_table(); !done) return std::unexpected(std::move(done.error()));
        return splice_.finish();
    }

  private:
    Result<void> replace(const archives::Change& change, const archives::Member& member) {
        if (!change.bytes) return cannot_change(change.name, "members of these files cannot be removed");
        if (member.kind == "asset elsewhere")
            return cannot_change(change.name, "its bytes are in a part of the game that is missing",
                                 "all parts (.001, .002, …) must be next to the first");
        if (member.size == 0)
            return cannot_change(change.name, "it has no bytes, so where new ones would go is not known");
        const auto holder = holder_of(member);
        if (!holder)
            return cannot_change(change.name, "its bytes also belong to another file of the package");
        if (holds_table(member))
            return cannot_change(change.name, "the package's list of files is inside it");
        const std::uint64_t length = change.bytes->size();
        if (member.kind == "script") {
            std::size_t looked_at = 0;
            if (measure_scom(*change.bytes, looked_at) != length)
                return cannot_change(change.name, "the new contents are not a compiled script",
                                     "compile the source, or name a compiled script (.o)");
            if (auto done = put_lengths_right(member, *holder, length); !done) return done;
        }
        splice_.replace(member.offset, member.size, *change.bytes);
        return {};
    }

    /// Nothing if several hold it.
    [[nodiscard]] std::optional<Holder> holder_of(const archives::Member& member) const {
        if (assets_.empty()) return Holder{0, whole_.size()};
        std::optional<Holder> found;
        for (const Asset& asset : assets_) {
            if (asset.part != 0 || asset.offset >= member.offset + member.size ||
                asset.offset + asset.size <= member.offset)
                continue;
            if (found) return {};
            found = Holder{asset.offset, asset.size};
        }
        return found;
    }

    [[nodiscard]] bool holds_table(const archives::Member& member) const {
        const auto inside = [&](std::uint64_t at) {
            return at != 0 && at + header_.number_size() > member.offset && at < member.offset + member.size;
        };
        return std::ranges::any_of(
            assets_, [&](const Asset& asset) { return inside(asset.size_at) || inside(asset.offset_at); });
    }

    Result<void> put_lengths_right(const archives::Member& member, const Holder& holder,
                                   std::uint64_t length) {
        if (member.offset == holder.offset && member.size == holder.size) return {}; // a loose script
        const archives::PartSource content(whole_, holder.offset, holder.size);
        const auto begin =
            archives::read_range(content, 0, std::min<std::uint64_t>(main_data_mark_size, content.size()));
        if (!begin) return std::unexpected(begin.error());
        if (is_main_data(*begin)) {
            const auto whole = archives::read_range(content, 0, content.size());
            if (!whole) return std::unexpected(whole.error());
            return put_extensions_right(member, holder, *whole, length);
        }
        std::uint64_t offset = 0, size = 0;
        unsigned length_size = 0;
        if (!find_room_script(content, offset, size, &length_size) || holder.offset + offset != member.offset)
            return cannot_change(member.name, "its container is neither a room nor main data");
        if (length_size == 8)
            splice_.put_u64(member.offset - 8, length);
        else
            splice_.put_u32(member.offset - 4, static_cast<std::uint32_t>(length));
        return {};
    }

    /// The one number in the main data that counts from its beginning.
    Result<void> put_extensions_right(const archives::Member& member, const Holder& holder,
                                      std::span<const std::byte> whole, std::uint64_t length) {
        constexpr std::uint64_t resolution_at = 1792;
        constexpr std::uint64_t extensions_at = 1868;
        constexpr std::uint32_t custom_resolution = 8, custom_since = 43;
        std::uint32_t version = 0;
        const std::uint64_t name = game_name_offset(whole, version);
        if (name == 0) return cannot_change(member.name, "the main data ends too early");
        ByteReader reader(whole);
        reader.seek(name + resolution_at);
        const bool custom = reader.u32() == custom_resolution && version >= custom_since;
        const std::uint64_t at = name + extensions_at + (custom ? 8 : 0);
        reader.seek(at);
        const std::uint64_t extensions = reader.u32();
        if (!reader.ok()) return cannot_change(member.name, "the main data ends too early");
        if (extensions == 0) return {};
        if (extensions < member.offset - holder.offset + member.size || !ends_in_blocks(whole, extensions))
            return cannot_change(member.name,
                                 "the main data has a number that would have to change in an unknown way");
        std::vector<std::byte>*& number = extensions_[holder.offset];
        if (number == nullptr) {
            number = &splice_.replace(holder.offset + at, 4, std::vector<std::byte>(4));
            store_u32(number->data(), static_cast<std::uint32_t>(extensions));
        }
        store_u32(number->data(), load_u32(number->data()) + static_cast<std::uint32_t>(length) -
                                      static_cast<std::uint32_t>(member.size));
        return {};
    }

    /// Whether a list of named blocks begins there and ends with the data.
    [[nodiscard]] static bool ends_in_blocks(std::span<const std::byte> whole, std::uint64_t at) {
        constexpr std::uint8_t end = 0xFF;
        constexpr std::uint64_t block_name = 16;
        ByteReader reader(whole);
        reader.seek(at);
        while (reader.ok()) {
            const std::uint8_t kind = reader.u8();
            if (kind == end) return reader.ok() && reader.remaining() == 0;
            if (kind == 0) reader.skip(block_name);
            reader.skip(reader.u64());
        }
        return false;
    }

    /// Sizes and offsets of all assets, which count from the beginning of their part.
    Result<void> write_table() {
        constexpr std::uint64_t most_narrow = 0x7FFFFFFF; // engines read these numbers as signed
        if (assets_.empty()) return {};
        struct Number {
            std::uint64_t at, before, now;
        };
        std::vector<Number> numbers;
        for (const Asset& asset : assets_) {
            if (asset.part != 0) continue; // it is not here
            const std::uint64_t first = splice_.moved(asset.base);
            const std::uint64_t begin = splice_.moved(asset.offset),
                                end = splice_.moved(asset.offset + asset.size);
            if (header_.number_size() == 4 && end - first > most_narrow)
                return fail(codes::archive_change, "the package would be longer than its version allows");
            numbers.push_back({asset.size_at, asset.size, end - begin});
            if (asset.offset_at != 0)
                numbers.push_back({asset.offset_at, asset.offset - asset.base, begin - first});
        }
        const unsigned size = header_.number_size();
        for (const Number& number : numbers)
            if (number.before != number.now) {
                const auto bytes = archives::read_range(whole_, number.at, size);
                if (!bytes) return std::unexpected(bytes.error());
                splice_.replace(number.at, size, changed_number(*bytes, 0, size, number.before, number.now));
            }
        return {};
    }

    const Container& container_;
    const ByteSource& whole_;
    const PackageHeader& header_;
    const std::vector<Asset>& assets_;
    archives::Splice splice_;
    std::map<std::uint64_t, std::vector<std::byte>*> extensions_; ///< By main data: the offset as it will be.
};

} // namespace

Result<std::shared_ptr<const ByteSource>>
replace(const Container& container, std::shared_ptr<const ByteSource> source, const archives::Plan& plan) {
    return Replacing(container, std::move(source)).run(plan);
}

} // namespace vellum::ags
