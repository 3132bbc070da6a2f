// What the verifier looks at in the instructions of a row, worked out from the row's operands once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic {

/// What has to hold for an operand, by its kind.
enum class Rule : std::uint8_t {
    none,
    stack_slot,
    task_slot,
    mode_slot,
    argument,
    wide_text,
    name,
    global,
    variable_type,
    component,
    boolean,
    keep_flags
};
constexpr std::size_t rule_count = static_cast<std::size_t>(Rule::keep_flags) + 1;

/// One operand to look at: where it stands among the instruction's values and its rule.
struct Check {
    Rule rule = Rule::none;
    std::uint8_t at = 0;
    std::uint8_t param = 0;
    std::uint8_t width = 1; ///< Values of one occurrence.
};

/// What the verifier looks at in every instruction of a row.
struct Plan {
    std::array<Check, 4> slots{};   ///< Variables on the stack, or in the task if the mode byte says so.
    std::array<Check, 2> singles{}; ///< What else has a rule and stands once,
    Check list;                     ///< and occurs to the end of the values.
    std::uint8_t slot_count = 0, single_count = 0;
    isa::Flow flow = isa::Flow::next;
    Op op{};
    std::uint8_t target = 0; ///< Position of the target among the values, if control goes there.
    bool plain =
        false; ///< Control goes on to the next instruction and nothing is known of it but its checks.
    isa::SlotCount pops, pushes;
};

/// The plans of a numbering by row, made once.
[[nodiscard]] const std::vector<Plan>& plans_for(Numbering numbering);

} // namespace vellum::pathologic
