// Archives made by hand, byte for byte as docs/archives.md describes them, without the library's writers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/bytes.hpp"
#include "vellum/archive.hpp"

namespace vellum::test {

inline std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

inline std::shared_ptr<const ByteSource> in_memory(std::vector<std::byte> bytes) {
    return std::make_shared<MemorySource>(std::move(bytes));
}

/// Everything a source holds.
inline std::vector<std::byte> all_of(const ByteSource& source) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(source.size()));
    return source.read(0, bytes) ? bytes : std::vector<std::byte>{};
}

struct MadeFile {
    std::string folder, name;
    std::vector<std::byte> bytes;
};

/// 30 * first letter + second + 1, as the game counts.
inline int lgp_bucket(std::string_view name) {
    const auto value = [](char c) {
        if (c >= 'a' && c <= 'z') return c - 'a';
        if (c >= 'A' && c <= 'Z') return c - 'A';
        if (c >= '0' && c <= '9') return c - '0';
        return c == '_' ? 10 : c == '-' ? 11 : -1;
    };
    return 30 * value(name[0]) + value(name[1]) + 1;
}

/// A Final Fantasy VII archive. Files with a folder must share their name with another.
inline std::vector<std::byte> made_lgp(std::vector<MadeFile> files) {
    std::ranges::sort(files, {}, [](const MadeFile& file) {
        return std::tuple(lgp_bucket(file.name), file.name, file.folder);
    });
    std::vector<std::string> groups;
    for (const MadeFile& file : files)
        if (!file.folder.empty() && std::ranges::find(groups, file.name) == groups.end())
            groups.push_back(file.name);
    ByteWriter conflicts;
    conflicts.u16(static_cast<std::uint16_t>(groups.size()));
    for (const std::string& group : groups) {
        conflicts.u16(static_cast<std::uint16_t>(std::ranges::count(files, group, &MadeFile::name)));
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (files[i].name != group) continue;
            std::vector<std::byte> folder(128);
            std::ranges::copy(as_bytes(files[i].folder), folder.begin());
            conflicts.bytes(folder);
            conflicts.u16(static_cast<std::uint16_t>(i));
        }
    }
    const std::vector<std::byte> conflict_bytes = conflicts.take();
    ByteWriter out;
    out.bytes(as_bytes(std::string_view("\0\0SQUARESOFT", 12)));
    out.u32(static_cast<std::uint32_t>(files.size()));
    std::size_t at = 16 + 27 * files.size() + 3600 + conflict_bytes.size();
    const auto padded = [](std::string_view name) {
        std::vector<std::byte> bytes(20);
        std::ranges::copy(as_bytes(name), bytes.begin());
        return bytes;
    };
    for (const MadeFile& file : files) {
        out.bytes(padded(file.name));
        out.u32(static_cast<std::uint32_t>(at));
        out.u8(14);
        const auto group = std::ranges::find(groups, file.name);
        out.u16(file.folder.empty() ? 0 : static_cast<std::uint16_t>(group - groups.begin() + 1));
        at += 24 + file.bytes.size();
    }
    for (int bucket = 0; bucket < 900; ++bucket) {
        std::uint16_t first = 0, count = 0;
        for (std::size_t i = 0; i < files.size(); ++i)
            if (lgp_bucket(files[i].name) == bucket) {
                if (count++ == 0) first = static_cast<std::uint16_t>(i + 1);
            }
        out.u16(first);
        out.u16(count);
    }
    out.bytes(conflict_bytes);
    for (const MadeFile& file : files) {
        out.bytes(padded(file.name));
        out.u32(static_cast<std::uint32_t>(file.bytes.size()));
        out.bytes(file.bytes);
    }
    out.bytes(as_bytes("FINAL FANTASY7"));
    return out.take();
}

/// A Pathologic archive with files in the root and in one folder.
inline std::vector<std::byte> made_vfs(const std::vector<MadeFile>& root, const std::string& folder,
                                       const std::vector<MadeFile>& inner) {
    const auto table_size = [](const std::vector<MadeFile>& files) {
        std::size_t size = 8;
        for (const MadeFile& file : files) size += 17 + file.name.size();
        return size;
    };
    std::size_t at = 4 + table_size(root) + 1 + folder.size() + table_size(inner);
    ByteWriter out;
    out.bytes(as_bytes("LP1C"));
    const auto table = [&](const std::vector<MadeFile>& files, std::uint32_t folders) {
        out.u32(folders);
        out.u32(static_cast<std::uint32_t>(files.size()));
        for (const MadeFile& file : files) {
            out.u8(static_cast<std::uint8_t>(file.name.size()));
            out.bytes(as_bytes(file.name));
            out.u32(static_cast<std::uint32_t>(file.bytes.size()));
            out.u32(static_cast<std::uint32_t>(at));
            out.u64(0x01C5A00000000000);
            at += file.bytes.size();
        }
    };
    table(root, 1);
    out.u8(static_cast<std::uint8_t>(folder.size()));
    out.bytes(as_bytes(folder));
    table(inner, 0);
    for (const auto* files : {&root, &inner})
        for (const MadeFile& file : *files) out.bytes(file.bytes);
    return out.take();
}

/// CRC-32, bit by bit.
inline std::uint32_t crc(std::span<const std::byte> bytes) {
    std::uint32_t value = 0xFFFFFFFF;
    for (const std::byte byte : bytes) {
        value ^= std::to_integer<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xEDB88320 : 0);
    }
    return ~value;
}

/// A Dungeon Siege tank with one short file, as it is: 928 bytes for "a.skrit" and "x".
inline std::vector<std::byte> made_tank(std::string_view name, std::string_view contents) {
    constexpr std::uint64_t time = 0x01D9500000000000;
    const auto named = [](ByteWriter& writer, std::string_view text) {
        writer.u16(static_cast<std::uint16_t>(text.size()));
        writer.bytes(as_bytes(text));
        for (std::size_t i = text.size() + 2; i < ((text.size() + 6) & ~std::size_t{3}); ++i) writer.u8(0);
    };
    ByteWriter directories;
    directories.u32(1);
    directories.u32(8);
    directories.u32(0);
    directories.u32(1);
    directories.u64(time);
    named(directories, "");
    directories.u32(48 + 8); // the file, behind the folders
    for (int i = 0; i < 16; ++i) directories.u8(0);
    ByteWriter files;
    files.u32(1);
    files.u32(8);
    files.u32(8);
    files.u32(static_cast<std::uint32_t>(contents.size()));
    files.u32(0);
    files.u32(crc(as_bytes(contents)));
    files.u64(time);
    files.u32(0);
    named(files, name);
    std::vector<std::byte> tables = directories.take();
    const std::size_t between = tables.size();
    for (const std::byte byte : files.take()) tables.push_back(byte);
    std::vector<std::byte> tank = bytes_of("DSigTank");
    tank.resize(804);
    for (const std::byte byte : as_bytes(contents)) tank.push_back(byte);
    tank.resize((tank.size() - 804 + 7) / 8 * 8 + 804 + 16);
    tank.resize((tank.size() + 7) / 8 * 8);
    const std::size_t at = tank.size();
    tank.insert(tank.end(), tables.begin(), tables.end());
    store_u32(&tank[8], 0x00010002);
    store_u32(&tank[12], static_cast<std::uint32_t>(at));
    store_u32(&tank[16], static_cast<std::uint32_t>(at + between));
    store_u32(&tank[20], static_cast<std::uint32_t>(tables.size()));
    store_u32(&tank[24], 804);
    store_u32(&tank[52], 0x4000);
    store_u32(&tank[80], crc(tables));
    store_u32(&tank[84], crc(as_bytes(contents)));
    return tank;
}

/// A disc of ISO 9660 with files in the root and in one folder, sectors of 2048 bytes of data.
inline std::vector<std::byte> made_disc(const std::vector<MadeFile>& root, const std::string& folder,
                                        const std::vector<MadeFile>& inner) {
    constexpr std::size_t sector = 2048, root_sector = 18, folder_sector = 19;
    std::vector<std::byte> disc(20 * sector);
    const auto both = [](ByteWriter& out, std::uint32_t value) { // in both orders of bytes
        out.u32(value);
        for (const unsigned shift : {24U, 16U, 8U, 0U}) out.u8(static_cast<std::uint8_t>(value >> shift));
    };
    const auto record = [&](std::string_view name, std::uint32_t first, std::uint32_t size, bool is_folder) {
        ByteWriter out;
        out.u8(static_cast<std::uint8_t>((33 + name.size() + 1) & ~std::size_t{1}));
        out.u8(0);
        both(out, first);
        both(out, size);
        for (int i = 0; i < 7; ++i) out.u8(0); // the time
        out.u8(is_folder ? 2 : 0);
        out.u16(0);
        out.u32(0x01000001);
        out.u8(static_cast<std::uint8_t>(name.size()));
        out.bytes(as_bytes(name));
        if (name.size() % 2 == 0) out.u8(0);
        return out.take();
    };
    const auto put = [&](std::size_t at, const std::vector<std::byte>& bytes) {
        std::ranges::copy(bytes, disc.begin() + static_cast<std::ptrdiff_t>(at));
        return at + bytes.size();
    };
    const auto fill = [&](std::size_t own, std::size_t parent, const std::vector<MadeFile>& files) {
        std::size_t at = put(own * sector, record({"\0", 1}, static_cast<std::uint32_t>(own), sector, true));
        at = put(at, record("\1", static_cast<std::uint32_t>(parent), sector, true));
        for (const MadeFile& file : files) {
            const auto first = static_cast<std::uint32_t>(disc.size() / sector);
            at = put(at,
                     record(file.name + ";1", first, static_cast<std::uint32_t>(file.bytes.size()), false));
            disc.insert(disc.end(), file.bytes.begin(), file.bytes.end());
            disc.resize((disc.size() + sector - 1) / sector * sector);
        }
        return at;
    };
    put(16 * sector, bytes_of({"\1CD001\1", 7}));
    put(17 * sector, bytes_of({"\xFF"
                               "CD001\1",
                               7}));
    put(16 * sector + 156, record({"\0", 1}, root_sector, sector, true));
    const std::size_t end = fill(root_sector, root_sector, root);
    put(end, record(folder, folder_sector, sector, true));
    fill(folder_sector, root_sector, inner);
    return disc;
}

/// The same as a raw image, mode 1 or mode 2 form 1, without its checks.
inline std::vector<std::byte> raw_disc(const std::vector<std::byte>& disc, int mode = 2) {
    std::vector<std::byte> raw;
    for (std::size_t number = 0; number * 2048 < disc.size(); ++number) {
        std::vector<std::byte> one(2352);
        for (std::size_t i = 1; i < 11; ++i) one[i] = std::byte{0xFF};
        const auto bcd = [](std::size_t value) {
            return static_cast<std::byte>(value / 10 * 16 + value % 10);
        };
        const std::size_t frame = number + 150;
        one[12] = bcd(frame / 75 / 60);
        one[13] = bcd(frame / 75 % 60);
        one[14] = bcd(frame % 75);
        one[15] = static_cast<std::byte>(mode);
        if (mode == 2) one[18] = one[22] = std::byte{8};
        std::ranges::copy_n(disc.begin() + static_cast<std::ptrdiff_t>(number * 2048), 2048,
                            one.begin() + (mode == 2 ? 24 : 16));
        raw.insert(raw.end(), one.begin(), one.end());
    }
    return raw;
}

/// A zip archive of files as they are; the second on has its numbers behind its data.
inline std::vector<std::byte> made_zip(const std::vector<MadeFile>& files, std::string_view in_front = {}) {
    ByteWriter out, directory;
    out.bytes(as_bytes(in_front));
    for (const MadeFile& file : files) {
        const bool behind = &file != files.data();
        const auto size = static_cast<std::uint32_t>(file.bytes.size());
        const auto at = static_cast<std::uint32_t>(out.size() - in_front.size());
        const auto common = [&](ByteWriter& to, bool numbers) {
            to.u16(20);
            to.u16(behind ? 8 : 0);
            to.u16(0);
            to.u32(0x21436587);
            to.u32(numbers ? crc(file.bytes) : 0);
            to.u32(numbers ? size : 0);
            to.u32(numbers ? size : 0);
            to.u16(static_cast<std::uint16_t>(file.name.size()));
            to.u16(4); // something that only its maker knows
        };
        out.u32(0x04034B50);
        common(out, !behind);
        out.bytes(as_bytes(file.name));
        out.u32(0x00000BAD);
        out.bytes(file.bytes);
        if (behind) {
            out.u32(0x08074B50);
            out.u32(crc(file.bytes));
            out.u32(size);
            out.u32(size);
        }
        directory.u32(0x02014B50);
        directory.u16(0x0314);
        common(directory, true);
        directory.u16(3); // a comment
        directory.u16(0);
        directory.u16(0);
        directory.u32(0x81A40000);
        directory.u32(at);
        directory.bytes(as_bytes(file.name));
        directory.u32(0x00000DAD);
        directory.bytes(as_bytes("why"));
    }
    const auto begin = static_cast<std::uint32_t>(out.size() - in_front.size());
    const std::vector<std::byte> entries = directory.take();
    out.bytes(entries);
    out.u32(0x06054B50);
    out.u32(0);
    out.u16(static_cast<std::uint16_t>(files.size()));
    out.u16(static_cast<std::uint16_t>(files.size()));
    out.u32(static_cast<std::uint32_t>(entries.size()));
    out.u32(begin);
    out.u16(2);
    out.bytes(as_bytes("hi"));
    return out.take();
}

/// A packed file of the world map: twelve sections, the fifth of which is the script, in a stream without
/// references.
inline std::vector<std::byte> made_txz(std::uint32_t script_size) {
    ByteWriter plain;
    constexpr std::uint32_t sections = 12;
    plain.u32(sections);
    for (std::uint32_t i = 0; i < sections; ++i)
        plain.u32(4 * sections + 10 * i + (i > 4 ? script_size - 10 : 0));
    for (std::uint32_t i = 0; i < sections; ++i)
        plain.bytes(std::vector<std::byte>(i == 4 ? script_size : 10, static_cast<std::byte>('a' + i)));
    const std::vector<std::byte> all = plain.take();
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(all.size() + (all.size() + 7) / 8));
    for (std::size_t i = 0; i < all.size(); i += 8) {
        const auto part = std::span(all).subspan(i, std::min<std::size_t>(8, all.size() - i));
        out.u8(static_cast<std::uint8_t>((1U << part.size()) - 1));
        out.bytes(part);
    }
    out.align(2048);
    return out.take();
}

} // namespace vellum::test
