// Places of the memory banks in words: as sources write them, and by the names that the save map gives them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "vellum/ff7.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::ff7 {

/// A kind of place: `save.byte`.
struct PlaceKind {
    std::string_view bank, kind;
    std::uint16_t code; ///< That pushes it.
};
[[nodiscard]] std::span<const PlaceKind> place_kinds() noexcept;
/// Null for codes that push something else.
[[nodiscard]] const PlaceKind* place_kind(std::uint16_t code) noexcept;

/// "save.bit(0xC22, 3)", with the offset in the save slot; writes nothing and returns false for what is no
/// place, or lies beyond all offsets that can be written.
bool write_place(TextWriter& out, std::uint16_t code, std::uint32_t operand);
/// The same as a text, or "special 6" for special values; empty for constants.
[[nodiscard]] std::string place_words(std::uint16_t code, std::uint32_t operand);

/// A place of the save slot that has a name.
struct KnownPlace {
    std::uint16_t offset; ///< In the save slot.
    std::uint16_t code;   ///< That pushes it.
    std::uint8_t bit;
    std::string_view name; ///< As sources have it.

    [[nodiscard]] constexpr std::uint16_t operand() const noexcept {
        const std::uint32_t address = offset - save_base;
        return static_cast<std::uint16_t>(code == 0x114 ? address * 8 + bit : address);
    }
};
/// By code, then by place.
[[nodiscard]] std::span<const KnownPlace> known_places() noexcept;
/// Null if there is none.
[[nodiscard]] const KnownPlace* known_place(std::uint16_t code, std::uint32_t operand) noexcept;
[[nodiscard]] const KnownPlace* known_place(std::string_view name) noexcept;

/// A place by what `place_words` writes, or by its name in the save map.
struct PlaceRef {
    std::uint16_t code; ///< That pushes it.
    std::uint16_t operand;
};
[[nodiscard]] std::optional<PlaceRef> parse_place(std::string_view words) noexcept;

/// For people: `place_words`, and the name, or what range of the save slot it lies in.
void write_described_place(TextWriter& out, std::uint16_t code, std::uint32_t operand);

} // namespace vellum::ff7
