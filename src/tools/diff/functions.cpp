#include "tools/diff/functions.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "base/text_writer.hpp"
#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "isa/table.hpp"

namespace vellum::tools {

namespace {

/// Where a function stood in its source or file is not what it does.
bool only_tells_where(const isa::Row& row) {
    return std::ranges::any_of(
        row.operands, [](const isa::OperandSpec& spec) { return spec.kind->role == isa::Role::place; });
}

bool is_target(const isa::OperandSpec& spec) {
    return spec.kind->role == isa::Role::target || spec.kind->role == isa::Role::relative;
}

} // namespace

/// An instruction without where it stands.
struct FunctionList::Line {
    std::string text;          ///< With a zero for where it goes.
    std::uint32_t label = 0;   ///< In front of it, from 1.
    std::uint32_t goes_to = 0; ///< A label of this function,
    bool calls = false;        ///< or another function,
    std::uint32_t callee = no_function;
};

FunctionList::FunctionList(const Program& program, const std::vector<Function>& functions)
    : program_(program) {
    const isa::Code* const code = program.code();
    if (code == nullptr) return;
    for (const Function& function : functions) { // by ascending address
        if (!functions_.empty() && functions_.back().address == function.address) {
            functions_.back().name += ", " + function.name;
            continue;
        }
        const std::ptrdiff_t entry = code->at(function.address);
        if (entry < 0) continue;
        FunctionFacts& facts = functions_.emplace_back();
        facts.name = function.name;
        facts.address = function.address;
        facts.first = static_cast<std::size_t>(entry);
    }
    for (std::size_t i = 0; i < functions_.size(); ++i)
        functions_[i].last = i + 1 < functions_.size() ? functions_[i + 1].first : code->instructions.size();
    for (FunctionFacts& facts : functions_) {
        StateHash all;
        each_line(facts, [&](const Line& line) {
            const std::uint64_t number = hash64(line.text);
            if (line.calls) {
                facts.callees.push_back(line.callee);
                facts.calls.push_back(static_cast<std::uint32_t>(facts.lines.size()));
            }
            facts.lines.push_back(static_cast<std::uint32_t>(number)); // what looks alike is compared as text
            all.u64(number);
            all.u32(line.label);
            all.u32(line.goes_to);
        });
        facts.own = facts.deep = all.digest();
    }
    // What is called counts, and what that calls: three steps tell nearly all wrappers apart.
    for (int step = 0; step < 3; ++step) {
        std::vector<std::uint64_t> next;
        for (const FunctionFacts& facts : functions_) {
            StateHash hash;
            hash.u64(facts.own);
            for (const std::uint32_t callee : facts.callees)
                hash.u64(callee == no_function ? 0 : functions_[callee].deep);
            next.push_back(hash.digest());
        }
        for (std::size_t i = 0; i < next.size(); ++i) functions_[i].deep = next[i];
    }
}

void FunctionList::sort_lines() {
    for (FunctionFacts& facts : functions_) {
        facts.sorted = facts.lines;
        std::ranges::sort(facts.sorted);
    }
}

std::uint32_t FunctionList::at(std::int64_t address) const {
    if (address < 0 || address > 0xFFFFFFFF) return no_function;
    const auto found = std::ranges::lower_bound(functions_, static_cast<std::uint32_t>(address), {},
                                                &FunctionFacts::address);
    return found != functions_.end() && found->address == address
               ? static_cast<std::uint32_t>(found - functions_.begin())
               : no_function;
}

/// Calls `visit` with each Line of a function.
template <class Visit> void FunctionList::each_line(const FunctionFacts& function, Visit&& visit) const {
    const isa::Code& code = *program_.code();
    std::vector<std::int64_t> labels; // counted in the order in which they stand
    const std::int64_t begin = function.address;
    const std::int64_t end = function.last < code.instructions.size()
                                 ? code.instructions[function.last].address
                                 : code.end_address();
    for (std::size_t i = function.first; i < function.last; ++i)
        if (const auto target = isa::target_of(code, i); target && *target > begin && *target < end)
            labels.push_back(*target);
    std::ranges::sort(labels);
    labels.erase(std::ranges::unique(labels).begin(), labels.end());
    const auto number_of = [&](std::int64_t address) {
        const auto found = std::ranges::lower_bound(labels, address);
        return found == labels.end() || *found != address
                   ? 0
                   : static_cast<std::uint32_t>(found - labels.begin() + 1);
    };
    const isa::Symbols& symbols = isa::symbols_or_none(program_.symbols());
    Line line;
    for (std::size_t i = function.first; i < function.last; ++i) {
        const isa::Instruction& instruction = code.instructions[i];
        const isa::Row& row = code.row(instruction);
        if (only_tells_where(row)) continue;
        line.text = row.mnemonic;
        line.label = number_of(instruction.address);
        line.goes_to = 0;
        line.calls = false;
        line.callee = no_function;
        const auto target = isa::target_of(code, i);
        const std::span<const std::uint32_t> all = code.operands(instruction);
        const std::size_t blanks = line.text.size() < 13 ? 14 - line.text.size() : 1;
        bool first = true;
        TextWriter out(line.text);
        isa::for_each_operand(
            row, all, [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                if (!spec.kind->shown) return;
                if (first)
                    out.fill(blanks, ' ');
                else
                    out.text(", ");
                first = false;
                if (spec.kind->space == isa::SymbolSpace::task) {
                    out.text("task"); // its number tells how many stand before it; its init is called as well
                } else if (!target || !is_target(spec)) {
                    spec.kind->text->print(
                        out, symbols, {code, instruction, spec, values, all, isa::next_address(code, i)});
                } else {
                    line.goes_to = number_of(*target);
                    line.calls = line.goes_to == 0;
                    if (line.calls) line.callee = at(*target);
                    out.ch('\0'); // for the name, which says nothing about what this function does
                }
            });
        out.flush();
        visit(std::as_const(line));
    }
}

std::vector<std::string>
FunctionList::listing(std::uint32_t function, const std::function<std::string(std::uint32_t)>& call_name,
                      const std::function<std::string(std::uint32_t)>& label_name) const {
    std::vector<std::string> lines;
    each_line(functions_[function], [&](const Line& line) {
        if (line.label != 0) lines.push_back(label_name(line.label) + ":");
        std::string text = "    " + line.text;
        if (const std::size_t mark = text.find('\0'); mark != std::string::npos)
            text.replace(mark, 1,
                         !line.calls                  ? label_name(line.goes_to)
                         : line.callee == no_function ? "?"
                                                      : call_name(line.callee));
        lines.push_back(std::move(text));
    });
    return lines;
}

} // namespace vellum::tools
