// Builds small game packages of every library version, room files and main data files around given scripts,
// with names hidden the way each version hides them. Written from docs/engines/ags.md "Files"; shares no code
// with the reader.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

namespace vellum::test {

struct PackedFile {
    std::string name;
    std::vector<std::byte> content;
    std::uint8_t part = 0;                     ///< That it lies in.
    std::optional<std::uint32_t> claimed = {}; ///< The size that the table says, if it is not the content's.
};

/// The files of a package: "game.ags", "game.001", …
inline std::string part_name(std::size_t part) {
    return part == 0 ? "game.ags" : "game.00" + std::to_string(part);
}
inline std::uint32_t part_count(const std::vector<PackedFile>& files) {
    std::uint32_t count = 1;
    for (const PackedFile& file : files) count = std::max<std::uint32_t>(count, file.part + 1U);
    return count;
}

inline void put(ByteWriter& out, std::string_view text) { out.bytes(as_bytes(text)); }

/// Adds the numbers of version 21's generator to what is written.
class Scrambler {
  public:
    Scrambler(ByteWriter& out, std::uint32_t seed) : out_(out), state_(seed + 9338638U) {}
    void u8(std::uint8_t value) {
        state_ = state_ * 214013U + 2531011U;
        out_.u8(static_cast<std::uint8_t>(value + ((state_ >> 16U) & 0x7FFFU)));
    }
    void u32(std::uint32_t value) {
        for (int i = 0; i < 4; ++i) u8(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    void text(std::string_view value) {
        for (const char c : value) u8(static_cast<std::uint8_t>(c));
        u8(0);
    }

  private:
    ByteWriter& out_;
    std::uint32_t state_;
};

inline std::string hidden(std::string text) {
    constexpr std::string_view key("My\x01\xDE\x04Jibzle", 11);
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(text[i] + key[i % key.size()]);
    return text;
}

/// The table of a version, with these offsets and sizes.
inline std::vector<std::byte> package_table(int version, const std::vector<PackedFile>& files,
                                            const std::vector<std::uint32_t>& offsets) {
    ByteWriter out;
    put(out, "CLIB\x1A");
    out.u8(static_cast<std::uint8_t>(version));
    const auto count = static_cast<std::uint32_t>(files.size());
    const auto size = [&](std::size_t i) {
        return files[i].claimed.value_or(static_cast<std::uint32_t>(files[i].content.size()));
    };
    const auto numbers = [&] {
        for (std::size_t i = 0; i < files.size(); ++i) out.u32(offsets[i]);
        for (std::size_t i = 0; i < files.size(); ++i) out.u32(size(i));
        for (const PackedFile& file : files) out.u8(file.part);
    };
    const std::uint32_t parts = part_count(files);
    if (version == 6) {
        constexpr std::uint8_t added = 17;
        out.u8(added);
        out.u8(0);
        out.u16(static_cast<std::uint16_t>(count));
        for (int i = 0; i < 13; ++i) out.u8(0);
        for (const PackedFile& file : files) {
            std::string name = file.name;
            name.resize(13);
            for (const char c : name) out.u8(static_cast<std::uint8_t>(c + added));
        }
        for (std::size_t i = 0; i < files.size(); ++i) out.u32(size(i));
        for (std::size_t i = 0; i < files.size(); ++i) out.u16(0);
        return out.take();
    }
    out.u8(0); // first part
    if (version == 10 || version == 11) {
        out.u32(parts);
        for (std::uint32_t i = 0; i < parts; ++i) {
            std::string part = part_name(i);
            part.resize(20);
            put(out, part);
        }
        out.u32(count);
        for (const PackedFile& file : files) {
            std::string name = file.name;
            name.resize(25);
            put(out, version == 11 ? hidden(name) : name);
        }
        numbers();
    } else if (version == 20) {
        out.u32(parts);
        for (std::uint32_t i = 0; i < parts; ++i) out.cstring(part_name(i));
        out.u32(count);
        for (const PackedFile& file : files) {
            const std::string name = hidden(file.name + '\0');
            out.u16(static_cast<std::uint16_t>(name.size() * 5));
            put(out, name);
        }
        numbers();
    } else if (version == 21) {
        constexpr std::uint32_t seed = 4711;
        out.u32(seed);
        Scrambler scrambled(out, seed);
        scrambled.u32(parts);
        for (std::uint32_t i = 0; i < parts; ++i) scrambled.text(part_name(i));
        scrambled.u32(count);
        for (const PackedFile& file : files) scrambled.text(file.name);
        for (std::size_t i = 0; i < files.size(); ++i) scrambled.u32(offsets[i]);
        for (std::size_t i = 0; i < files.size(); ++i) scrambled.u32(size(i));
        for (const PackedFile& file : files) scrambled.u8(file.part);
    } else {
        out.u32(0);
        out.u32(parts);
        for (std::uint32_t i = 0; i < parts; ++i) out.cstring(part_name(i));
        out.u32(count);
        for (std::size_t i = 0; i < files.size(); ++i) {
            out.cstring(files[i].name);
            out.u8(files[i].part);
            out.u64(offsets[i]);
            out.u64(size(i));
        }
    }
    return out.take();
}

/// A package in as many files as its contents say; with `before` bytes in front of the first and a tail that
/// points back, as in an executable.
inline std::vector<std::vector<std::byte>> package_parts(int version, const std::vector<PackedFile>& files,
                                                         std::size_t before = 0) {
    std::vector<std::uint32_t> offsets(files.size(), 0);
    constexpr std::uint32_t part_head = 7;
    std::vector<std::uint32_t> ends(part_count(files), part_head);
    ends[0] = static_cast<std::uint32_t>(package_table(version, files, offsets).size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        offsets[i] = ends[files[i].part];
        ends[files[i].part] += static_cast<std::uint32_t>(files[i].content.size());
    }
    std::vector<std::vector<std::byte>> parts;
    for (std::size_t part = 0; part < ends.size(); ++part) {
        ByteWriter out;
        if (part == 0) {
            for (std::size_t i = 0; i < before; ++i) out.u8(0x90);
            out.bytes(package_table(version, files, offsets));
        } else {
            put(out, "CLIB\x1A");
            out.u8(static_cast<std::uint8_t>(version));
            out.u8(static_cast<std::uint8_t>(part));
        }
        for (const PackedFile& file : files)
            if (file.part == part) out.bytes(file.content);
        if (before != 0 && part == 0) {
            if (version >= 30)
                out.u64(before);
            else
                out.u32(static_cast<std::uint32_t>(before));
            put(out, "CLIB\x01\x02\x03\x04SIGE");
        }
        parts.push_back(out.take());
    }
    return parts;
}

/// The same of one file.
inline std::vector<std::byte> package(int version, const std::vector<PackedFile>& files,
                                      std::size_t before = 0) {
    return package_parts(version, files, before).front();
}

/// A room file with a main block, the script and the end.
inline std::vector<std::byte> room_file(std::uint16_t version, std::span<const std::byte> script) {
    ByteWriter out;
    out.u16(version);
    const auto block = [&](std::uint8_t id, std::span<const std::byte> content) {
        out.u8(id);
        if (id == 0) put(out, std::string_view("ext_example\0\0\0\0\0", 16));
        if (id == 0 || version >= 32)
            out.u64(content.size());
        else
            out.u32(static_cast<std::uint32_t>(content.size()));
        out.bytes(content);
    };
    block(1, as_bytes("the room's main block, which nobody reads here"));
    block(0, as_bytes("an extension"));
    block(7, script);
    block(8, as_bytes("properties"));
    out.u8(0xFF);
    return out.take();
}

/// Main game data of AGS 3.6.1: everything before the scripts is zero but what leads to them.
inline constexpr std::size_t game_name_at =
    30 + 4 + 4 + 5 + 4; ///< Mark, version, editor's version, capabilities.
inline std::size_t extension_offset_at(bool custom_resolution) {
    return game_name_at + 1868 + (custom_resolution ? 8 : 0);
}
inline std::vector<std::byte> game_data_with_extensions(const std::vector<std::vector<std::byte>>& scripts,
                                                        bool custom_resolution) {
    ByteWriter out;
    put(out, "Adventure Creator Game File v2");
    out.u32(3060114);
    out.u32(5);
    put(out, "3.6.1");
    out.u32(0);
    for (std::size_t i = 0; i < 3888 + (custom_resolution ? 8U : 0U); ++i) out.u8(0);
    out.bytes(scripts[0]);
    out.bytes(scripts[1]);
    out.u32(static_cast<std::uint32_t>(scripts.size() - 2));
    for (std::size_t i = 2; i < scripts.size(); ++i) out.bytes(scripts[i]);
    put(out, "views, characters and what else there is");
    const std::size_t extensions = out.size();
    for (const char* name : {"v360_fonts\0\0\0\0\0\0", "v361_objnames\0\0\0"}) {
        out.u8(0);
        put(out, std::string_view(name, 16));
        out.u64(3);
        put(out, "abc");
    }
    out.u8(0xFF);
    std::vector<std::byte> data = out.take();
    store_u32(&data[game_name_at + 1792], custom_resolution ? 8 : 3);
    store_u32(&data[extension_offset_at(custom_resolution)], static_cast<std::uint32_t>(extensions));
    return data;
}

/// Main game data: text, noise, and the scripts in their order.
inline std::vector<std::byte> game_data(const std::vector<std::vector<std::byte>>& scripts) {
    ByteWriter out;
    put(out, "Adventure Creator Game File v2");
    out.u32(51);
    put(out, "SCOM is a word that data may hold anywhere");
    for (const std::vector<std::byte>& script : scripts) {
        out.bytes(script);
        out.u32(7);
    }
    return out.take();
}

/// A script module as the editor exports it, with `tail` behind what is known of it.
inline std::vector<std::byte> script_module(std::string_view name, std::string_view script,
                                            std::string_view header, std::string_view tail = {}) {
    ByteWriter out;
    put(out, std::string_view("AGSScriptModule\0", 16));
    out.u32(1);
    for (const std::string_view text :
         {std::string_view("Somebody"), std::string_view("Does a thing"), name, std::string_view("1.2")}) {
        put(out, text);
        out.u8(0);
    }
    for (const std::string_view text : {script, header}) {
        out.u32(static_cast<std::uint32_t>(text.size()));
        put(out, text);
        out.u8(0);
    }
    put(out, tail);
    return out.take();
}

} // namespace vellum::test
