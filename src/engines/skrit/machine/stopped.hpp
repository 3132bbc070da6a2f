// A machine that stopped, as data: what a snapshot keeps of it. Where a cell lies and what it holds follows
// from the code and the open calls, so neither is said again. Data from outside is checked before a machine
// stands on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engines/skrit/unit/unit.hpp"
#include "vellum/value.hpp"

namespace vellum::skrit {

/// An open call of a script function.
struct OpenCall {
    static constexpr std::uint32_t outermost = 0xFFFFFFFF;
    std::uint32_t function = 0;
    std::uint32_t from = outermost; ///< Instruction that calls; of the first one `outermost`.
};

struct StoppedMachine {
    std::vector<OpenCall> calls;   ///< Outermost first.
    std::uint32_t instruction = 0; ///< About to be executed.
    std::uint64_t uncharged = 0;   ///< Instructions executed that are not yet paid for.
    std::vector<Value> cells;      ///< From the bottom: texts, and all others as the bits of an object.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> temporaries; ///< By ascending cell, with the handle.
};

/// What a cell of the stack is to a snapshot.
enum class Held : std::uint8_t {
    nothing, ///< Whatever stands there is never read.
    null,    ///< The constant 0.
    plain,   ///< Bits.
    text,
    handle ///< Counted.
};

/// What the cells below the next one to be pushed hold, from the bottom; nothing if no machine can stand like
/// that in this code.
[[nodiscard]] std::optional<std::vector<Held>> cells_of(const Unit& unit, const StoppedMachine& machine);

/// Whether a machine may stand on that, with so many calls at most.
[[nodiscard]] bool is_sound(const Unit& unit, const StoppedMachine& machine, std::size_t most_calls);

} // namespace vellum::skrit
