// What the lowering knows about a value before it has to exist: where it stands already, or how to make it.
#pragma once

#include <cstdint>

#include "engines/ags/machine/fast/code.hpp"

namespace vellum::ags {

struct Symbol {
    enum class Kind : std::uint8_t {
        unknown,     ///< nobody may need it
        machine,     ///< what the machine's register `a` held when the block began
        entry,       ///< content of stack entry `a`
        constant,    ///< `word`
        stack,       ///< address of byte `offset` in entry `a`
        stack_index, ///< the same plus the number in entry `b`
        data_index,  ///< constant address `word` plus the number in entry `a`
        element, ///< place in the dynamic array whose handle is in entry `a`, at the byte in entry `b` (times
                 ///< 4 if scaled)
        place,   ///< address in entry `a` plus `offset`
        field,   ///< byte `offset` of the object whose handle is in entry `a`, which nobody has checked yet
        scaled,  ///< number in entry `a` times `word`
        compared ///< comparison of entry `a` with entry `b` or the number `word`
    };
    Kind kind = Kind::unknown;
    Comparison comparison = Comparison::eq;
    bool immediate = false;  ///< compared: with `word`
    bool inverted = false;   ///< compared: the opposite, as an integer
    bool as_integer = false; ///< compared: 1 or 0 even for floats
    bool scaled = false;     ///< element: the index counts elements of 4 bytes
    bool is_op = false;      ///< entry: the machine's OP holds the same
    std::int16_t a = 0;
    std::int16_t b = 0;
    std::int32_t offset = 0;
    Word word = 0;
    std::uint32_t step = 0; ///< element, field: where the array or pointer was read

    [[nodiscard]] bool is(Kind wanted) const noexcept { return kind == wanted; }
    /// True if writing to that entry would change the value.
    [[nodiscard]] bool needs_entry(std::int16_t entry) const noexcept {
        switch (kind) {
        case Kind::entry:
        case Kind::data_index:
        case Kind::place:
        case Kind::field:
        case Kind::scaled: return a == entry;
        case Kind::stack_index: return b == entry;
        case Kind::element: return a == entry || b == entry;
        case Kind::compared: return a == entry || (!immediate && b == entry);
        case Kind::unknown:
        case Kind::machine:
        case Kind::constant:
        case Kind::stack: return false;
        }
        return false;
    }
    [[nodiscard]] bool needs_register(std::uint8_t number) const noexcept {
        return kind == Kind::machine && a == number;
    }
    [[nodiscard]] bool is_integer() const noexcept { return kind == Kind::constant && tag_of(word) == 0; }

    [[nodiscard]] static Symbol of_entry(std::int16_t entry) { return make(Kind::entry, entry); }
    [[nodiscard]] static Symbol of_register(std::uint8_t number) { return make(Kind::machine, number); }
    [[nodiscard]] static Symbol of_constant(Word word) {
        Symbol symbol = make(Kind::constant, 0);
        symbol.word = word;
        return symbol;
    }
    [[nodiscard]] static Symbol of_stack(std::int16_t entry, std::int32_t offset) {
        Symbol symbol = make(Kind::stack, entry);
        symbol.offset = offset;
        return symbol;
    }

  private:
    [[nodiscard]] static Symbol make(Kind kind, std::int16_t a) {
        Symbol symbol;
        symbol.kind = kind;
        symbol.a = a;
        return symbol;
    }
};

} // namespace vellum::ags
