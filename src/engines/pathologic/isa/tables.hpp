// The two instruction tables of Pathologic and the enumeration they share, both made from instructions.def.
// A row's index in the hd table is its Op; alpha lacks two rows, so an alpha row's Op is looked up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engines/pathologic/isa/numbering.hpp"
#include "isa/table.hpp"

namespace vellum::pathologic {

/// All instructions, the same values for both numberings: the position of the row in instructions.def.
enum class Op : std::uint8_t {
#define ROW(alpha, hd, name, operands, stack, result, flow, meaning) name,
#include "engines/pathologic/isa/instructions.def"
#undef ROW
};

inline constexpr std::size_t hd_row_count = []() consteval {
    std::size_t count = 0;
#define ROW(alpha, hd, ...) ++count;
#include "engines/pathologic/isa/instructions.def"
#undef ROW
    return count;
}();
inline constexpr std::size_t alpha_row_count = []() consteval {
    constexpr std::uint16_t none = 0xFFFF;
    std::size_t count = 0;
#define ROW(alpha, hd, ...) count += (alpha) == none ? 0 : 1;
#include "engines/pathologic/isa/instructions.def"
#undef ROW
    return count;
}();

/// Type of the value that an instruction pushes, as far as its row can tell.
enum class Pushed : std::uint8_t {
    nothing, ///< Pushes none.
    unknown, ///< Pushes what cannot be told.
    boolean,
    integer,
    real,
    string,
    vector,
    first_operand, ///< That of the first operand.
    arithmetic,    ///< By the types of both operands, as the operators have it.
    global,        ///< That of the global variable which the first operand names.
    listed         ///< The instruction lists them.
};

/// What is made ready of an instruction's operands before it runs.
enum class Ready : std::uint8_t {
    nothing,
    text,   ///< A text of the pool, which is the last operand.
    types,  ///< A list of types, behind their number.
    method, ///< A method's name and number of arguments, behind the object.
};

/// What the mode byte at the end of an instruction holds; empty if it has none.
struct Mode {
    std::array<std::uint8_t, 4> task{}; ///< Per operand: the bit that makes it a variable of the task.
    std::uint8_t pops = 0;              ///< The bits of the pop count.
};

/// By Op, made from the rows; execution, inference and the choice of fast operations read them here.
extern const std::array<Pushed, hd_row_count> pushed_types;
extern const std::array<Ready, hd_row_count> ready_operands;
extern const std::array<Mode, hd_row_count> modes;

[[nodiscard]] inline const Mode& mode_of(Op op) noexcept { return modes[static_cast<std::size_t>(op)]; }

/// Numbering of the retail game, its demo and the HD release. Row index == Op.
extern const isa::Table hd_table;
/// Numbering of the alpha build.
extern const isa::Table alpha_table;

[[nodiscard]] inline const isa::Table& table_of(Numbering numbering) noexcept {
    return numbering == Numbering::hd ? hd_table : alpha_table;
}

/// What the row with that index of a numbering's table does. `row` must be a row of the table.
[[nodiscard]] constexpr Op operation(Numbering numbering, std::size_t row) noexcept {
    constexpr auto first_missing =
        static_cast<std::size_t>(Op::CString); // CString and CString2 are not in alpha
    return static_cast<Op>(numbering == Numbering::alpha && row >= first_missing ? row + 2 : row);
}

} // namespace vellum::pathologic
