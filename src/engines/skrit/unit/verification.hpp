// What was verified of a unit's code before it runs (by verify.cpp): every branch stays in its
// function and meets an instruction, every cell has the type its reader wants, every slot exists, every
// function has its prologue. The machine relies on these facts and checks none of them again. Nothing here is
// stored in files; a loaded unit is verified anew.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engines/skrit/types.hpp"

namespace vellum::skrit {

// A C cell keeps its text alive, whatever happens to the variable it came from.

/// What a frame of a function needs at most. Local slots are the index among the live variables of a store:
/// ALLOCVAR makes slot n when n are live, FREEVAR drops the highest.
struct FrameSize {
    std::uint16_t general = 0, text = 0, handle = 0;
    std::uint16_t stack = 0; ///< Deepest expression stack, in cells.
};

/// An argument that a native may change, with the variable it came from.
struct InOutArgument {
    static constexpr std::uint32_t temporary = 0xFFFFFFFF;
    std::uint32_t instruction = 0; ///< Index of the call in the decoded code.
    std::uint16_t argument = 0;
    Cell cell = Cell::none;         ///< Which store the slot is in follows from it.
    std::uint32_t slot = temporary; ///< Slot operand, or `temporary`: the change is dropped.
};

/// The facts. Vectors run parallel to the decoded instructions or to the functions.
struct Verification {
    bool verified = false;
    std::vector<FrameSize> frames; ///< Per function.
    /// Per instruction: where its stack begins in `cells`; one more entry at the end. Instructions that
    /// nothing leads to have an empty stack and are marked in `reached`.
    std::vector<std::uint32_t> stack_begin;
    std::vector<Cell> cells; ///< Expression stack before each instruction, bottom first.
    std::vector<bool> reached;
    std::vector<InOutArgument> in_out; ///< By ascending instruction.
    /// Per instruction: number of arguments a call takes (variable ones counted, receiver and count not).
    std::vector<std::uint16_t> arguments;

    [[nodiscard]] std::span<const Cell> stack_before(std::size_t instruction) const noexcept {
        return std::span(cells).subspan(stack_begin[instruction],
                                        stack_begin[instruction + 1] - stack_begin[instruction]);
    }
};

} // namespace vellum::skrit
