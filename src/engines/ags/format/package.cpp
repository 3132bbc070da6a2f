// The library tables of packed games (CLIB), versions 6 to 30. Old versions hide their names: one by a text
// that is subtracted, one by a generator. Only the table is hidden, never the content.
#include <algorithm>
#include <optional>

#include "archives/source.hpp"
#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view head_mark = "CLIB"; // and 1A, or NUL in old packages
constexpr std::string_view tail_mark = "CLIB\x01\x02\x03\x04SIGE";
constexpr std::uint64_t most_assets = 1U << 20U;
constexpr std::size_t longest_name = 4096;

constexpr std::size_t head_size = 6; ///< With the version.

/// The version of the package that begins there, or nothing.
std::optional<std::uint8_t> version_at(const ByteSource& source, std::uint64_t offset) {
    const auto bytes = archives::read_range(source, offset, head_size);
    if (!bytes) return std::nullopt;
    const std::string_view head = as_text(*bytes);
    if (!head.starts_with(head_mark) || (head[4] != '\x1A' && head[4] != '\0')) return std::nullopt;
    return load_u8(&bytes->back());
}

/// The generator of version 21: each byte of the table has one of its numbers added.
class Scrambled {
  public:
    Scrambled(ByteReader& reader, std::uint32_t seed) : reader_(reader), state_(seed + 9338638U) {}
    std::uint8_t u8() {
        state_ = state_ * 214013U + 2531011U;
        return static_cast<std::uint8_t>(reader_.u8() - ((state_ >> 16U) & 0x7FFFU));
    }
    std::uint32_t u32() {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(u8()) << (8 * i);
        return value;
    }
    std::string cstring() {
        std::string text;
        while (reader_.ok() && text.size() < longest_name) {
            const char next = static_cast<char>(u8());
            if (next == '\0') break;
            text += next;
        }
        return text;
    }

  private:
    ByteReader& reader_;
    std::uint32_t state_;
};

/// Names of versions 11 to 20: the text is subtracted over and over until a NUL comes out.
std::string subtract_text(std::span<const std::byte> bytes) {
    constexpr std::string_view text("My\x01\xDE\x04Jibzle", 11);
    std::string name;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto plain = static_cast<char>(std::to_integer<int>(bytes[i]) - text[i % text.size()]);
        if (plain == '\0') break;
        name += plain;
    }
    return name;
}

/// Reads one table; what it finds is checked against the file afterwards.
class TableReader {
  public:
    /// `bytes` begin where the package does.
    TableReader(std::span<const std::byte> bytes, const PackageHeader& header)
        : reader_(bytes, header.offset), header_(header) {
        reader_.set_context("table of the game package");
        reader_.skip(head_size);
    }

    Result<std::vector<Asset>> read(std::vector<std::string>* parts) {
        if (header_.version < 10)
            single();
        else if (reader_.u8() != 0)
            return fail(codes::container_format, "this part of the game package has no table",
                        Place::at_offset(header_.offset), "open the package's first part");
        else if (header_.version >= 30)
            current();
        else if (header_.version == 21)
            scrambled();
        else if (header_.version == 20)
            subtracted();
        else if (header_.version <= 15)
            fixed();
        else
            return fail(codes::container_format,
                        "game packages of version " + std::to_string(header_.version) + " are not supported",
                        Place::at_offset(header_.offset));
        if (reader_.failed()) return std::unexpected(reader_.error());
        if (too_many_)
            return fail(codes::container_format, "the game package claims an impossible number of files",
                        Place::at_offset(header_.offset));
        for (Asset& asset : assets_) {
            asset.base = asset.part == 0 ? header_.offset : 0;
            asset.offset += asset.base;
            asset.size_at += header_.offset;
            if (asset.offset_at != 0) asset.offset_at += header_.offset;
        }
        if (parts != nullptr) *parts = std::move(parts_);
        return std::move(assets_);
    }

  private:
    /// Makes room for `count` assets of at least `least` bytes in the table each.
    bool make(std::uint32_t count, std::uint64_t least) {
        if (reader_.failed()) return false;
        if (count > most_assets || !reader_.count_fits(count, least)) {
            too_many_ = true;
            return false;
        }
        assets_.resize(count);
        return true;
    }
    bool parts_fit(std::uint32_t count) {
        if (count > 256 && reader_.ok()) too_many_ = true;
        return reader_.ok() && !too_many_;
    }

    void current() {
        static_cast<void>(reader_.u32()); // options
        const std::uint32_t parts = reader_.u32();
        if (!parts_fit(parts)) return;
        for (std::uint32_t i = 0; i < parts; ++i) parts_.emplace_back(reader_.cstring());
        if (!make(reader_.u32(), 18)) return;
        for (Asset& asset : assets_) {
            asset.name = reader_.cstring();
            asset.part = reader_.u8();
            asset.offset_at = reader_.position();
            asset.offset = reader_.u64();
            asset.size_at = reader_.position();
            asset.size = reader_.u64();
        }
    }

    void scrambled() {
        Scrambled source(reader_, reader_.u32());
        const std::uint32_t parts = source.u32();
        if (!parts_fit(parts)) return;
        for (std::uint32_t i = 0; i < parts; ++i) parts_.push_back(source.cstring());
        if (!make(source.u32(), 10)) return;
        for (Asset& asset : assets_) asset.name = source.cstring();
        numbers(source);
    }

    template <class Source> void numbers(Source& source) {
        for (Asset& asset : assets_) {
            asset.offset_at = reader_.position();
            asset.offset = source.u32();
        }
        for (Asset& asset : assets_) {
            asset.size_at = reader_.position();
            asset.size = source.u32();
        }
        for (Asset& asset : assets_) {
            asset.part = source.u8();
        }
    }

    void subtracted() {
        const std::uint32_t parts = reader_.u32();
        if (!parts_fit(parts)) return;
        for (std::uint32_t i = 0; i < parts; ++i) parts_.emplace_back(reader_.cstring());
        if (!make(reader_.u32(), 11)) return;
        for (Asset& asset : assets_) {
            // A negative length becomes more than any file has.
            const auto length = static_cast<std::uint64_t>(std::int64_t{reader_.i16()});
            asset.name = subtract_text(reader_.bytes(length / 5));
        }
        numbers(reader_);
    }

    void fixed() {
        constexpr std::uint64_t part_name = 20;
        constexpr std::uint64_t asset_name = 25;
        const std::uint32_t parts = reader_.u32();
        if (!parts_fit(parts)) return;
        for (std::uint32_t i = 0; i < parts; ++i)
            parts_.push_back(archives::until_nul(reader_.bytes(part_name)));
        if (!make(reader_.u32(), asset_name + 9)) return;
        for (Asset& asset : assets_) {
            const std::span<const std::byte> name = reader_.bytes(asset_name);
            asset.name = header_.version >= 11 ? subtract_text(name) : archives::until_nul(name);
        }
        numbers(reader_);
    }

    /// Version 6: one file, names of 13 bytes with a number added, contents back to back behind the table.
    void single() {
        constexpr std::uint64_t asset_name = 13;
        constexpr std::uint64_t password = 13;
        const std::uint8_t added = reader_.u8();
        reader_.skip(1);
        const std::uint32_t count = reader_.u16();
        reader_.skip(password);
        if (!make(count, asset_name + 6)) return;
        for (Asset& asset : assets_)
            for (const std::byte byte : reader_.bytes(asset_name)) {
                const auto plain = static_cast<char>(std::to_integer<int>(byte) - added);
                if (plain == '\0' || byte == std::byte{0}) break;
                asset.name += plain;
            }
        for (Asset& asset : assets_) {
            asset.size_at = reader_.position();
            asset.size = reader_.u32();
        }
        reader_.skip(std::uint64_t{2} * count); // flags and ratios
        std::uint64_t at = reader_.position();
        for (Asset& asset : assets_) {
            asset.offset = at;
            at += asset.size;
        }
    }

    ByteReader reader_;
    PackageHeader header_;
    std::vector<Asset> assets_;
    std::vector<std::string> parts_;
    bool too_many_ = false;
};

} // namespace

bool find_package(const ByteSource& source, PackageHeader& header) {
    const auto found = [&](std::uint64_t offset) {
        const auto version = version_at(source, offset);
        if (version) header = {offset, *version};
        return version.has_value();
    };
    if (found(0)) return true;
    constexpr std::uint64_t tail = tail_mark.size(), narrow = 4, wide = 8;
    const std::uint64_t size = source.size();
    if (size < tail + narrow) return false;
    const std::uint64_t number = std::min(wide, size - tail);
    const auto last = archives::read_range(source, size - tail - number, number + tail);
    if (!last || !as_text(*last).ends_with(tail_mark)) return false;
    const std::byte* const end = last->data() + number;
    return (number == wide && found(load_u64(end - wide))) || found(load_u32(end - narrow));
}

Result<std::vector<Asset>> read_package(const ByteSource& source, const PackageHeader& header,
                                        std::vector<std::string>* parts) {
    // How long the table is it does not say.
    const std::uint64_t most = source.size() - header.offset;
    for (std::uint64_t length = std::uint64_t{64} << 10U;; length *= 8) {
        const auto bytes = archives::read_range(source, header.offset, std::min(length, most));
        if (!bytes) return std::unexpected(bytes.error());
        auto table = TableReader(*bytes, header).read(parts);
        if (table || length >= most) return table;
    }
}

std::vector<std::byte> changed_number(std::span<const std::byte> bytes, std::uint64_t at, unsigned size,
                                      std::uint64_t before, std::uint64_t now) {
    std::vector<std::byte> changed;
    for (unsigned i = 0; i < size; ++i) {
        const std::uint8_t old = load_u8(&bytes[static_cast<std::size_t>(at + i)]);
        changed.push_back(static_cast<std::byte>(old + (now >> (8 * i)) - (before >> (8 * i))));
    }
    return changed;
}

} // namespace vellum::ags
