// The opcodes of Skrit and the table that describes them (docs/engines/skrit.md, "P-code"). The rows stand in
// opcodes.def; beside the columns every engine has, a row says which cells it takes and gives, and that is
// all the verifier knows about an opcode.
#pragma once

#include <cstdint>
#include <string_view>

#include "isa/table.hpp"

namespace vellum::skrit {

/// One enumerator per opcode; its value is the byte.
enum class Op : std::uint8_t {
#define OP(name, operands, takes, gives, effect, flow, meaning) name,
#include "engines/skrit/isa/opcodes.def"
#undef OP
};

/// How an opcode's cells follow from its operands; see the head of opcodes.def.
enum class Effect : std::uint8_t {
    plain,
    call,
    script,
    load,
    store,
    param,
    skip,
    alloc,
    release,
    push,
    drop,
    swap,
    result,
    constant,
    null
};

/// The columns the shared table does not have.
struct OpcodeFacts {
    std::string_view takes; ///< Letters, bottom first; behind `/` the store of a slot.
    std::string_view gives;
    Effect effect = Effect::plain;
    bool refers = false; ///< An operand is the number of an import, function, state or upcast.
};

[[nodiscard]] const OpcodeFacts& facts_of(std::size_t opcode) noexcept;

/// The table: one byte per opcode, byte addresses.
extern const isa::Table opcode_table;
inline constexpr std::size_t opcode_count = []() consteval {
    std::size_t count = 0;
#define OP(name, operands, takes, gives, effect, flow, meaning) ++count;
#include "engines/skrit/isa/opcodes.def"
#undef OP
    return count;
}();

} // namespace vellum::skrit
