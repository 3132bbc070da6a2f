// Machine code of a unit. The loop's hot places (starts of functions, heads of loops) count how often they
// are passed; a function that is passed often is written in the register form and compiled, where
// VELLUM_NATIVE is. Whatever code cannot do it leaves to the loop, at the same instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/compile.hpp"
#include "engines/skrit/machine/code.hpp"
#include "runtime/tier.hpp"

namespace vellum::skrit {

/// A hot place.
struct NativeEntry {
    std::uint32_t function = 0;
    const void* code = nullptr; ///< Null while there is none, and where it is not worth it.
    bool idle = false;          ///< There will be none any more.
    code::Worth worth;

    /// Code that was entered here has left.
    void settle(std::uint64_t executed, std::uint64_t calls) noexcept {
        if (!worth.settle(executed, calls)) give_up();
    }
    void give_up() noexcept {
        code = nullptr;
        idle = true;
    }
};

/// Freed with the linked code it was made of.
struct NativeCode {
    /// A unit's code takes no more memory than this.
    static constexpr std::size_t most_bytes = std::size_t{32} << 20U;

    /// Where the loop goes on.
    struct Exit {
        std::uint32_t at = 0;        ///< Instruction; nothing of it has been done.
        std::uint32_t uncharged = 0; ///< Instructions before it that were executed and not charged for.
    };
    struct Function {
        std::uint32_t heat = 0;            ///< Hot places of it that were passed.
        std::vector<std::uint32_t> places; ///< Its hot places: numbers of `entries`.
        /// Cells from its frame on that code writes the lower half of: the upper one is zero, whatever is
        /// there.
        std::vector<std::int32_t> narrow;
    };
    std::uint32_t after = 0;          ///< A function is compiled when it was passed so often.
    bool perf_map = false;            ///< Code is named for `perf`.
    std::uint32_t first = 0;          ///< The first instruction `hot`; they stand at the end.
    std::vector<NativeEntry> entries; ///< By instruction `hot`.
    std::vector<Exit> exits;          ///< By number.
    std::vector<Function> functions;
    std::vector<const void*> table; ///< Code by function, null while there is none.
    code::Executable memory{most_bytes};
};

/// Puts `hot` instructions in front of the places where code may be entered. Before anything is planted.
void add_hot_places(LinkedCode& code, const TierSettings& tier);
/// Where code may be entered at a `hot` instruction, compiled if it is time; null: go on in the loop.
[[nodiscard]] NativeEntry* find_native_code(const LinkedCode& code, NativeEntry& entry);
[[nodiscard]] inline NativeEntry* native_code_at(const LinkedCode& code, std::uint32_t hot) {
    NativeEntry& entry = code.native->entries[hot - code.native->first];
    return entry.idle ? nullptr : find_native_code(code, entry);
}

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
