// One line a step, with the source line in front when it changes place.
#include "engines/skrit/world/trace.hpp"

#include <string>

#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

void TraceObserver::step(const Step& step) {
    if (outer_ != nullptr && outer_->wants_steps()) outer_->step(step);
    const Machine* machine = world_.running();
    if (!opcodes_ || machine == nullptr || machine->invocation().code == nullptr) return;
    world_.charge_reserve(50); // a line for each instruction
    const Unit& unit = *machine->invocation().code->unit;
    const isa::Code& code = unit.instructions;
    if (step.instruction >= code.instructions.size()) return;
    const isa::Instruction& at = code.instructions[step.instruction];
    const LineEntry* line = unit.line_at(at.address);
    std::string text = line == nullptr ? std::string("-") : std::to_string(line->line);
    text += ": " + std::string(code.row(at).mnemonic);
    for (const std::uint32_t operand : code.operands(at)) text += " " + std::to_string(operand);
    world_.reports.write("skrit", text + "\n");
}

void TraceObserver::native(const NativeStep& step) {
    if (outer_ != nullptr) outer_->native(step);
    if (!natives_) return;
    std::string text = "host ";
    if (!step.key.owner.empty()) text += std::string(step.key.owner) + ".";
    world_.reports.write("skrit", text + std::string(step.key.name) + "\n");
}

} // namespace vellum::skrit
