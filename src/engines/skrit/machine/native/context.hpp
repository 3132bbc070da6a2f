// What machine code shares with the machine that started it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "code/form.hpp"
#include "engines/skrit/machine/machine.hpp"

namespace vellum::skrit {

struct NativeContext {
    /// A call of the host makes frames of all of them, and takes them back.
    static constexpr std::uint32_t most_calls = 64;
    // Written before they are read: no value before, because there is one for every entry.
    code::Context code; // first: code gets its address
    std::uint32_t* calls_end;
    const StackCell* cells_end; ///< Of the machine's stack.
    std::uint64_t self;
    std::uint64_t owner;
    std::uint64_t remaining; ///< Instructions that were left when `code.count` was 0 …
    std::uint64_t executed;  ///< … and those that code had executed before.
    std::uint64_t host_calls;
    Machine* machine;
    Machine::NativeLeft::How how;        ///< Why a call of the host left.
    std::uint32_t notes[most_calls + 1]; ///< The instruction of each open call.
};
static_assert(offsetof(NativeContext, code) == 0);

} // namespace vellum::skrit
