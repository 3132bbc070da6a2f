// Finds the rules of a row's operands by their kinds.
#include "engines/pathologic/verify/verify_plan.hpp"

#include <algorithm>

#include "engines/pathologic/isa/operands.hpp"

namespace vellum::pathologic {

namespace {

Rule rule_of(const isa::OperandKind* kind) {
    struct Pair {
        const isa::OperandKind* kind;
        Rule rule;
    };
    static constexpr std::array<Pair, 11> rules{{{&operands::stack_slot, Rule::stack_slot},
                                                 {&operands::task_slot, Rule::task_slot},
                                                 {&operands::mode_slot, Rule::mode_slot},
                                                 {&operands::argument, Rule::argument},
                                                 {&operands::string, Rule::wide_text},
                                                 {&operands::method, Rule::name},
                                                 {&operands::global, Rule::global},
                                                 {&operands::variable_type, Rule::variable_type},
                                                 {&operands::component, Rule::component},
                                                 {&operands::boolean, Rule::boolean},
                                                 {&operands::keep_flags, Rule::keep_flags}}};
    const auto found = std::ranges::find(rules, kind, &Pair::kind);
    return found == rules.end() ? Rule::none : found->rule;
}

/// Operands without a rule are dropped here, so that an instruction costs what there is to verify.
std::vector<Plan> plans_of(Numbering numbering) {
    const isa::Table& table = table_of(numbering);
    std::vector<Plan> plans(table.rows.size());
    for (std::size_t row = 0; row < plans.size(); ++row) {
        Plan& plan = plans[row];
        std::uint8_t at = 0;
        for (const isa::OperandSpec& spec : table.rows[row].operands) {
            const Check check{rule_of(spec.kind), at, spec.param, spec.kind->field_count};
            if (check.rule == Rule::stack_slot || check.rule == Rule::mode_slot)
                plan.slots[plan.slot_count++] = check;
            else if (spec.repeat != isa::Repeat::once)
                plan.list = check; // the last operand
            else if (check.rule != Rule::none)
                plan.singles[plan.single_count++] = check;
            at = static_cast<std::uint8_t>(at + check.width);
        }
        plan.flow = table.rows[row].flow;
        plan.op = operation(numbering, row);
        // All operands before a target are one value.
        plan.target = static_cast<std::uint8_t>(std::max(table.rows[row].target_operand(), 0));
        plan.plain = plan.flow == isa::Flow::next && plan.op != Op::TaskCall && plan.op != Op::TaskReturn;
        plan.pops = table.rows[row].stack.pops;
        plan.pushes = table.rows[row].stack.pushes;
    }
    return plans;
}

} // namespace

const std::vector<Plan>& plans_for(Numbering numbering) {
    static const std::array<std::vector<Plan>, 2> both{plans_of(Numbering::alpha), plans_of(Numbering::hd)};
    return both[static_cast<std::size_t>(numbering)];
}

} // namespace vellum::pathologic
