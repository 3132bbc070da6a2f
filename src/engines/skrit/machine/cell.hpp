// One cell of a machine's stack or of an object's stores: eight bytes that hold an integer, a float, an
// object's number or a text. Nothing in it says which; the verifier knows what every instruction finds. A
// cell of zeros is the default of every type.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "vellum/value.hpp"

namespace vellum::skrit {

/// Trivial to move as bytes; whoever knows that a cell holds text calls `text` and `drop_text`.
struct StackCell {
    alignas(8) unsigned char bytes[8];

    [[nodiscard]] std::uint64_t bits() const noexcept {
        std::uint64_t value;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }
    [[nodiscard]] std::uint32_t low() const noexcept { return static_cast<std::uint32_t>(bits()); }
    [[nodiscard]] std::int32_t integer() const noexcept { return static_cast<std::int32_t>(low()); }
    [[nodiscard]] float real() const noexcept { return std::bit_cast<float>(low()); }
    void set_bits(std::uint64_t value) noexcept { std::memcpy(bytes, &value, sizeof value); }
    void set_integer(std::int32_t value) noexcept { set_bits(static_cast<std::uint32_t>(value)); }
    void set_bool(bool value) noexcept { set_bits(value ? 1U : 0U); }
    void set_real(float value) noexcept { set_bits(std::bit_cast<std::uint32_t>(value)); }

    [[nodiscard]] String& text() noexcept { return *std::launder(reinterpret_cast<String*>(bytes)); }
    [[nodiscard]] const String& text() const noexcept {
        return *std::launder(reinterpret_cast<const String*>(bytes));
    }
    /// Begins a text in a cell that holds none.
    void make_text(String value) noexcept {
        set_bits(0);
        new (static_cast<void*>(bytes)) String(std::move(value));
    }
    /// Ends the text; the cell is all zeros afterwards, which is the empty text.
    void drop_text() noexcept {
        text().~String();
        set_bits(0);
    }
};

static_assert(sizeof(StackCell) == 8 && sizeof(String) <= 8);

} // namespace vellum::skrit
