// See the header.
#include "engines/ags/decompile/assembly.hpp"

#include <algorithm>

#include "engines/ags/decompile/literals.hpp"

namespace vellum::ags::decompile {

namespace {

/// "2, 0 : 2" for 2, 0, 1; nothing if nothing is out of order.
std::string order_text(const std::vector<std::uint32_t>& order) {
    if (std::ranges::is_sorted(order)) return {};
    std::string text = "order ";
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && order[end] == order[end - 1] + 1) ++end;
        if (i > 0) text += ", ";
        text += std::to_string(order[i]);
        if (end - i > 1) text += " : " + std::to_string(end - i);
        i = end;
    }
    return text + ";";
}

bool is_comment_text(std::string_view text) {
    return text.size() < 64 && std::ranges::all_of(
                                   text,
                                   [](char letter) {
                                       return letter > ' ' && letter < 0x7F &&
                                              !std::string_view("*/\"'").contains(letter);
                                   });
}

} // namespace

Assembly::Assembly(const Block& block) : block_(block) {
    const auto& functions = block.functions();
    const auto count = static_cast<std::uint32_t>(block.steps().size());
    targets_.resize(count + 1);
    functions_of_.assign(count + 1, nowhere);
    orders_.resize(functions.size());
    for (std::uint32_t i = 0; i < functions.size(); ++i)
        for (std::uint32_t at = functions[i].first; at < functions[i].end; ++at) {
            functions_of_[at] = i;
            const Op op = block[at].op;
            if (op != Op::jmp && op != Op::jz && op != Op::jnz) continue;
            const std::uint32_t target = block.target(at);
            if (target != nowhere && target >= functions[i].first && target < functions[i].end)
                targets_[target] = true;
        }
    // Every function adds its fixups at once.
    std::vector<std::vector<std::int32_t>> given(functions.size());
    std::uint32_t last = 0;
    for (const Fixup& fixup : block.script().scom().fixups) {
        if (fixup.type == static_cast<std::uint8_t>(FixupType::pointer)) continue;
        possible_ = possible_ && block.script().is_regular(fixup);
        const auto after = std::ranges::upper_bound(functions, fixup.position, {}, [&](const Extent& each) {
            return static_cast<std::int32_t>(block[each.first].at);
        });
        if (after == functions.begin()) {
            possible_ = false;
            return;
        }
        const auto function = static_cast<std::uint32_t>(after - functions.begin() - 1);
        possible_ = possible_ && function >= last;
        last = function;
        given[function].push_back(fixup.position);
    }
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        std::vector<std::int32_t> sorted = given[i];
        std::ranges::sort(sorted);
        possible_ = possible_ && std::ranges::adjacent_find(sorted) == sorted.end();
        std::vector<std::uint32_t> order;
        for (const std::int32_t position : given[i])
            order.push_back(
                static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, position) - sorted.begin()));
        orders_[i] = order_text(order);
    }
}

std::string Assembly::literal(const Step& step) const {
    std::string number = std::to_string(step.b);
    static_assert(Script::no_fixup >= fixup_type_count);
    if (step.fixup >= fixup_type_count) return number;
    const FixupForm& form = fixup_forms[step.fixup];
    switch (form.type) {
    case FixupType::string: return instruction_mark(static_cast<std::uint32_t>(step.b));
    case FixupType::function: {
        const std::uint32_t called = block_.function_at(step.b);
        return "func " + (called == nowhere ? number : std::to_string(called));
    }
    case FixupType::import: {
        const auto slot = static_cast<std::size_t>(static_cast<std::uint32_t>(step.b));
        if (slot >= block_.imports().size()) break;
        const std::string& name = block_.script().scom().imports[slot];
        if (name == "__Builtin_DynamicArray::get_Length") return "import Length";
        return "import " + number + (is_comment_text(name) ? " /* " + name + " */" : "");
    }
    default: break;
    }
    return std::string(form.name) + " " + number;
}

std::string Assembly::instruction(std::uint32_t function, std::uint32_t index) const {
    const Step& step = block_[index];
    const std::uint32_t begin = block_[block_.functions()[function].first].at;
    const isa::Row& row = scom_table.rows[static_cast<std::size_t>(step.op) - 1];
    const auto label = [&](std::uint32_t at) { return "L" + std::to_string(block_[at].at - begin); };
    std::string text = targets_[index] ? label(index) + ": " : std::string();
    text += row.mnemonic;
    if (step.op == Op::thisbase && static_cast<std::uint32_t>(step.a) == begin) return text + ";";
    const std::int32_t values[] = {step.a, step.b, step.c};
    for (std::size_t i = 0; i < row.operands.size() && i < 3; ++i) {
        const isa::OperandSpec& operand = row.operands[i];
        text += i == 0 ? " " : ", ";
        const auto number = static_cast<std::uint32_t>(values[i]);
        if (operand.access != isa::Access::none && !register_name(number).empty()) {
            text += register_name(number);
        } else if (has_literal(row) && i == literal_word - 1) {
            text += literal(step);
        } else if (operand.kind->role == isa::Role::relative) {
            const std::uint32_t target = block_.target(index);
            const bool inside = target != nowhere && functions_of_[target] == function;
            text += inside ? label(target) : std::to_string(values[i]);
        } else {
            text += std::to_string(values[i]);
        }
    }
    return text + ";";
}

} // namespace vellum::ags::decompile
