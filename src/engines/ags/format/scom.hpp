// A compiled script block (SCOM) as data: everything the bytes say, nothing interpreted, so that writing it
// again gives the same bytes. Relies on the byte reader alone. Facts: docs/engines/ags.md, "SCOM".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/ags/isa/fixup.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ags {

inline constexpr std::int32_t scom_newest_version = 90; ///< Of AGS 3; its engine takes every one up to this.
inline constexpr std::int32_t scom_extended_version = 95; ///< Of AGS 4; has extensions.
inline constexpr std::size_t scom_extension_name = 16;    ///< Bytes of an extension's name; NULs fill them.
inline constexpr std::int32_t scom_sections_since = 83;

/// One place the linker changes: a word of the code or, for pointers, a byte offset in the global data.
struct Fixup {
    std::uint8_t type = 0; ///< FixupType, or something unknown.
    std::int32_t position = 0;
    friend bool operator==(const Fixup&, const Fixup&) = default;
};

/// A name other scripts may import.
struct Export {
    std::string name;
    std::uint32_t address = 0; ///< kind << 24 | offset
    [[nodiscard]] std::uint32_t kind() const noexcept { return address >> 24; }
    [[nodiscard]] std::uint32_t offset() const noexcept { return address & 0xFFFFFF; }
    friend bool operator==(const Export&, const Export&) = default;
};
inline constexpr std::uint32_t export_function = 1;
inline constexpr std::uint32_t export_data = 2;

/// From where on the code comes from that source file.
struct Section {
    std::string name;
    std::int32_t offset = 0;
    friend bool operator==(const Section&, const Section&) = default;
};

/// What AGS 4 appends to a block: "rtti", "sctoc" (reflection.hpp), or something unknown.
struct Extension {
    std::string name; ///< scom_extension_name bytes at most.
    std::vector<std::byte> data;
    friend bool operator==(const Extension&, const Extension&) = default;
};

/// The block.
struct Scom {
    std::int32_t version = scom_newest_version;
    std::vector<std::byte> data;    ///< Initial global data.
    std::vector<std::byte> code;    ///< Whole words.
    std::vector<std::byte> strings; ///< NUL-terminated literals, back to back.
    std::vector<Fixup> fixups;
    std::vector<std::string> imports; ///< Unused ones are empty.
    std::vector<Export> exports;
    std::vector<Section> sections;     ///< None below version 83.
    std::vector<Extension> extensions; ///< In version 95 only.
    friend bool operator==(const Scom&, const Scom&) = default;
};

/// True for versions that are read and written.
[[nodiscard]] constexpr bool is_scom_version(std::int64_t version) noexcept {
    return (version >= 0 && version <= scom_newest_version) || version == scom_extended_version;
}

/// Reads one block from the start of `bytes`; `consumed` gets its length. `base_offset` is where it stands in
/// the file, for messages. Allocates no more than the bytes justify.
[[nodiscard]] Result<Scom> read_scom(std::span<const std::byte> bytes, std::size_t& consumed,
                                     std::uint64_t base_offset = 0);

/// The length of the block at the start of `bytes`, or 0 if there is none. Copies nothing; `looked_at` gets
/// how many bytes it went through to know.
[[nodiscard]] std::size_t measure_scom(std::span<const std::byte> bytes, std::size_t& looked_at);

/// Puts import `order[i]` in place i, and its new number where `fixups` say that the code has it; `order` has
/// every number once.
void order_imports(Scom& scom, std::span<const std::uint32_t> order, std::span<const Fixup> fixups);

/// The block as bytes.
[[nodiscard]] std::vector<std::byte> write_scom(const Scom& scom);

} // namespace vellum::ags
