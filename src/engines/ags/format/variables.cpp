// Where variables lie on the stack follows from how deep each caller's stack is at its call.
#include "engines/ags/format/variables.hpp"

#include <algorithm>
#include <map>

#include "engines/ags/isa/isa.hpp"

namespace vellum::ags {

std::uint32_t Variables::rows(const SourceVariable& variable) const noexcept {
    const std::uint64_t count = std::uint64_t{std::max(variable.count, 1U)} * types[variable.type].rows;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, most_rows));
}

std::uint32_t Variables::depth_at(std::uint32_t call) const noexcept {
    const auto found = std::ranges::lower_bound(calls, call, {}, &decltype(calls)::value_type::first);
    return found != calls.end() && found->first == call ? found->second : 0;
}

Variables::Part Variables::part(const SourceVariable& variable, std::uint32_t row) const {
    Part part;
    for (const SourceVariable* at = &variable;;) {
        part.name += at == &variable ? at->name : "." + at->name;
        part.offset = moved(part.offset, static_cast<std::uint32_t>(at->offset));
        part.type = at->type;
        part.size = at->size;
        const SourceType& type = types[at->type];
        if (at->count != 0) {
            const std::uint32_t element = row / type.rows;
            row %= type.rows;
            part.name += "[" + std::to_string(element) + "]";
            part.offset = moved(part.offset, element * at->size);
        }
        if (type.held != Held::structure) return part;
        for (const SourceVariable& field : type.fields) {
            at = &field;
            const std::uint32_t here = rows(field);
            if (row < here) break;
            row -= here;
        }
    }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> depths_of_calls(const isa::Code& code) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> calls;
    std::map<std::int64_t, std::int64_t> arriving; // depths, by the targets of jumps forward
    std::int64_t depth = 0, dropped = 0;
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        const isa::Instruction& one = code.instructions[i];
        while (!arriving.empty() && arriving.begin()->first <= one.address) {
            if (arriving.begin()->first == one.address) depth = arriving.begin()->second;
            arriving.erase(arriving.begin());
        }
        const std::span<const std::uint32_t> values = code.operands(one);
        const auto op = static_cast<Op>(one.opcode);
        if (op == Op::jz || op == Op::jnz || op == Op::jmp)
            if (const auto to = isa::target_of(code, i); to && *to > one.address)
                arriving.try_emplace(*to, depth);
        // A return, break or continue drops what the code behind it still has.
        if (op == Op::ret || op == Op::jmp) depth += dropped;
        dropped = 0;
        constexpr std::int64_t word = 4; // a return address has one, too
        if (op == Op::thisbase) depth = word;
        if (op == Op::pushreg) depth += word;
        if (op == Op::popreg) depth -= word;
        if (op == Op::add && values[0] == reg_sp) depth += static_cast<std::int32_t>(values[1]);
        if (op == Op::sub && values[0] == reg_sp) depth -= dropped = static_cast<std::int32_t>(values[1]);
        if (op == Op::call)
            calls.emplace_back(one.address, static_cast<std::uint32_t>(std::max<std::int64_t>(depth, 0)));
    }
    return calls;
}

} // namespace vellum::ags
