// The stack from the bottom: the parameters that came from outside, then for each call its variables and the
// cells that stood on its expression stack. The topmost of these are the parameters of the next call.
#include "engines/skrit/machine/stopped.hpp"

#include "analysis/control_flow.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/machine/code.hpp"
#include "engines/skrit/machine/machine.hpp"

namespace vellum::skrit {

namespace {

Held held_by(Cell cell) {
    switch (cell) {
    case Cell::string:
    case Cell::text: return Held::text;
    case Cell::handle: return Held::handle;
    case Cell::zero: return Held::null;
    case Cell::none:
    case Cell::unusable: return Held::nothing;
    default: return Held::plain;
    }
}

Held held_by(TypeKind kind) { return held_by(cell_of(kind)); }

class Stack {
  public:
    explicit Stack(const Unit& unit)
        : unit_(unit),
          live_(live_general(unit)),
          targets_(analysis::targets_of(analysis::successors_of(unit.instructions))) {}

    /// False if no call can stand at that instruction or if there is no room for it.
    bool add(const OpenCall& call, std::uint32_t at) {
        const FrameSize& size = unit_.verification.frames[call.function];
        if (!is_inside(call.function, at) || !unit_.verification.reached[at]) return false;
        const std::span<const Cell> stack = unit_.verification.stack_before(at);
        const std::size_t locals = std::size_t{size.general} + size.text + size.handle;
        if (cells.size() + locals + size.stack + 1 > Machine::stack_cells) return false;
        const InPlace in_place = find_in_place(unit_, call.function, targets_);
        for (std::uint32_t slot = 0; slot < size.general; ++slot)
            cells.push_back(slot < live_[at] && in_place.offsets[slot] == 0 ? Held::plain : Held::nothing);
        cells.insert(cells.end(), size.text, Held::text);
        cells.insert(cells.end(), size.handle, Held::handle);
        for (const Cell cell : stack) cells.push_back(held_by(cell));
        return true;
    }
    /// The topmost cells are the parameters of a function, which may have changed them.
    bool give(std::uint32_t function) {
        const auto& parameters = unit_.functions_table[function].parameters;
        if (parameters.size() > cells.size()) return false;
        cells.resize(cells.size() - parameters.size());
        for (const UnitParameter& parameter : parameters)
            cells.push_back(held_by(unit_.types[parameter.type].kind));
        return true;
    }
    [[nodiscard]] bool is_inside(std::uint32_t function, std::uint32_t at) const {
        const UnitFunction& row = unit_.functions_table[function];
        const auto& all = unit_.instructions.instructions;
        return at < all.size() && all[at].address >= row.address && all[at].address < row.end;
    }

    std::vector<Held> cells;

  private:
    const Unit& unit_;
    std::vector<std::uint16_t> live_;
    std::vector<bool> targets_;
};

} // namespace

std::optional<std::vector<Held>> cells_of(const Unit& unit, const StoppedMachine& machine) {
    if (machine.calls.empty()) return std::nullopt;
    for (const OpenCall& call : machine.calls)
        if (call.function >= unit.functions_table.size()) return std::nullopt;
    const OpenCall& first = machine.calls.front();
    const std::size_t parameters = unit.functions_table[first.function].parameters.size();
    if (first.from != OpenCall::outermost || parameters >= Machine::stack_cells) return std::nullopt;
    Stack stack(unit);
    stack.cells.resize(parameters);
    static_cast<void>(stack.give(first.function));
    for (std::size_t i = 0; i < machine.calls.size(); ++i) {
        const bool innermost = i + 1 == machine.calls.size();
        const std::uint32_t at = innermost ? machine.instruction : machine.calls[i + 1].from;
        if (!stack.add(machine.calls[i], at)) return std::nullopt;
        if (innermost) break;
        const std::uint32_t called = machine.calls[i + 1].function;
        const isa::Instruction& call = unit.instructions.instructions[at];
        if (static_cast<Op>(call.opcode) != Op::CALLSKRIT || unit.instructions.operands(call)[0] != called ||
            !stack.give(called))
            return std::nullopt;
    }
    return std::move(stack.cells);
}

bool is_sound(const Unit& unit, const StoppedMachine& machine, std::size_t most_calls) {
    if (machine.calls.size() > most_calls) return false;
    const auto held = cells_of(unit, machine);
    if (!held || held->size() != machine.cells.size()) return false;
    for (std::size_t i = 0; i < held->size(); ++i) {
        const Value& cell = machine.cells[i];
        const bool text = (*held)[i] == Held::text;
        if (!cell.is(text ? Type::string : Type::object)) return false;
    }
    const std::uint32_t begin = static_cast<std::uint32_t>(
        unit.instructions.at(unit.functions_table[machine.calls.back().function].address));
    if (machine.uncharged > machine.instruction - begin) return false;
    for (std::size_t i = 0; i < machine.temporaries.size(); ++i) {
        const std::uint32_t cell = machine.temporaries[i].first;
        if (cell >= Machine::stack_cells) return false; // what stood there may be used up already
        if (i != 0 && cell <= machine.temporaries[i - 1].first) return false;
    }
    return true;
}

} // namespace vellum::skrit
