// Machine code of a unit. The loop's hot places (starts of functions, heads of loops) count how often they
// are passed; a function that is passed often is written in the register form and compiled, where
// VELLUM_NATIVE is. Whatever code cannot do it leaves to the loop, at the same instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/compile.hpp"
#include "engines/skrit/machine/code.hpp"

namespace vellum::skrit {

/// Freed with the linked code it was made of.
struct NativeCode {
    /// A unit's code takes no more memory than this.
    static constexpr std::size_t most_bytes = std::size_t{32} << 20U;

    struct Entry {
        std::uint32_t function = 0;
        const void* code = nullptr; ///< Null while there is none.
    };
    /// Where the loop goes on.
    struct Exit {
        std::uint32_t at = 0;        ///< Instruction; nothing of it has been done.
        std::uint32_t uncharged = 0; ///< Instructions before it that were executed and not charged for.
    };
    struct Function {
        std::uint32_t heat = 0; ///< Hot places of it that were passed.
        bool tried = false;
        /// Cells from its frame on that code writes the lower half of: the upper one is zero, whatever is
        /// there.
        std::vector<std::int32_t> narrow;
    };
    std::uint32_t after = 0;    ///< A function is compiled when it was passed so often.
    bool perf_map = false;      ///< Code is named for `perf`.
    std::uint32_t first = 0;    ///< The first instruction `hot`; they stand at the end.
    std::vector<Entry> entries; ///< By instruction `hot`.
    std::vector<Exit> exits;    ///< By number.
    std::vector<Function> functions;
    std::vector<const void*> table; ///< Code by function, null while there is none.
    code::Executable memory{most_bytes};
};

/// Puts `hot` instructions in front of the places where code may be entered. Before anything is planted.
void add_hot_places(LinkedCode& code, std::uint32_t after, bool perf_map);
/// Where code may be entered at a `hot` instruction, compiled if it is time; null: go on in the loop.
[[nodiscard]] const void* native_code_at(const LinkedCode& code, std::uint32_t hot);

/// A function in the register form.
struct NativeForm {
    code::Function function;
    std::vector<std::uint32_t> entries; ///< By label: the instruction of an entry, `none` for others.
    std::vector<NativeCode::Exit> exits;
    std::vector<std::int32_t> narrow;
};
/// False if the function is too large. Its exits are numbered from `first_exit` on.
[[nodiscard]] bool write_form(const LinkedCode& code, std::uint32_t function, std::uint32_t first_exit,
                              NativeForm& form);

/// Whether an instruction leads back, to a place that is passed often.
[[nodiscard]] bool leads_back(const Instruction& instruction, std::size_t at) noexcept;
/// Whether a cell of that kind holds 32 bits and zeros above them.
[[nodiscard]] constexpr bool is_number(Cell cell) noexcept {
    return cell == Cell::integer || cell == Cell::word || cell == Cell::zero || cell == Cell::real ||
           cell == Cell::wide;
}

} // namespace vellum::skrit
