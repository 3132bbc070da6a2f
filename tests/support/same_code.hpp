// Whether two programs do the same from a pair of entries on, wherever their code lies: both are followed
// side by side through every jump and call. Knows nothing of compilers, listings or how functions are named.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "vellum/code.hpp"
#include "vellum/program.hpp"

namespace vellum::test {

/// An operand that holds a code address although its kind does not say so (AGS: by its fixup).
using CodeOperand =
    std::function<std::optional<std::uint32_t>(const Program&, std::size_t index, std::size_t operand)>;

class SameCode {
  public:
    /// Code that begins at `changed` is not followed.
    SameCode(const Program& before, const Program& after, std::optional<std::uint32_t> changed,
             CodeOperand code_operand = nullptr)
        : before_(before), after_(after), changed_(changed), code_operand_(std::move(code_operand)) {}

    /// Empty, or what is another instruction.
    [[nodiscard]] std::string compare(std::uint32_t before, std::uint32_t after) {
        std::string wrong = pair(before, after);
        while (wrong.empty() && !open_.empty()) {
            const auto [mine, other] = open_.back();
            open_.pop_back();
            wrong = step(mine, other);
        }
        return wrong;
    }

    /// The tasks that the code met so far enters, each with the other's.
    [[nodiscard]] const std::set<std::pair<std::uint32_t, std::uint32_t>>& tasks() const { return tasks_; }

  private:
    /// Both stand for one place from now on.
    std::string pair(std::int64_t before, std::int64_t after) {
        const auto [known, is_new] = pairs_.emplace(before, after);
        if (is_new && (!changed_ || before != *changed_)) open_.emplace_back(before, after);
        if (known->second == after) return {};
        return std::to_string(before) + " is at " + std::to_string(known->second) + " and at " +
               std::to_string(after);
    }

    std::string step(std::int64_t mine, std::int64_t other) {
        const isa::Code& left = *before_.code();
        const isa::Code& right = *after_.code();
        const std::ptrdiff_t at = left.at(mine), there = right.at(other);
        if (at < 0 || there < 0) return at < 0 && there < 0 ? "" : "no code at " + std::to_string(mine);
        const auto i = static_cast<std::size_t>(at), j = static_cast<std::size_t>(there);
        const isa::Row& row = left.row(left.instructions[i]);
        const auto differ = [&] {
            return "'" + instruction_text(before_, i) + "' at " + std::to_string(mine) + " is '" +
                   instruction_text(after_, j) + "'";
        };
        if (row.mnemonic != right.row(right.instructions[j]).mnemonic) return differ();
        const std::vector<Operand> operands = operands_of(before_, i), others = operands_of(after_, j);
        if (operands.size() != others.size()) return differ();
        for (std::size_t k = 0; k < operands.size(); ++k) {
            const isa::OperandKind& kind = *operands[k].spec->kind;
            if (kind.role == isa::Role::target || kind.role == isa::Role::relative ||
                kind.role == isa::Role::place)
                continue;
            if (kind.space == isa::SymbolSpace::task) {
                tasks_.emplace(operands[k].values[0], others[k].values[0]);
                continue;
            }
            const auto to = code_operand_ ? code_operand_(before_, i, k) : std::nullopt;
            const auto to_other = code_operand_ ? code_operand_(after_, j, k) : std::nullopt;
            if (to.has_value() != to_other.has_value() || (!to && operands[k].text != others[k].text))
                return differ();
            if (!to) continue;
            if (std::string wrong = pair(*to, *to_other); !wrong.empty()) return wrong;
        }
        const auto target = isa::target_of(left, i), other_target = isa::target_of(right, j);
        if (target.has_value() != other_target.has_value()) return differ();
        std::string wrong = target ? pair(*target, *other_target) : "";
        if (wrong.empty() && isa::falls_through(row.flow))
            wrong = pair(isa::next_address(left, i), isa::next_address(right, j));
        return wrong;
    }

    const Program& before_;
    const Program& after_;
    std::optional<std::uint32_t> changed_;
    CodeOperand code_operand_;
    std::map<std::int64_t, std::int64_t> pairs_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> tasks_;
    std::vector<std::pair<std::int64_t, std::int64_t>> open_;
};

} // namespace vellum::test
