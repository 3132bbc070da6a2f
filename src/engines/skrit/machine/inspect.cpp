// Looking at a machine that stands still: frames, variables with their names and types, the expression stack
// by the kinds that were verified. Changes nothing and runs nothing.
#include "analysis/control_flow.hpp"
#include "engines/skrit/machine/machine.hpp"

namespace vellum::skrit {

namespace {

std::string_view name_of(Cell cell) {
    switch (cell) {
    case Cell::real:
    case Cell::wide: return "float";
    case Cell::string:
    case Cell::text: return "string";
    case Cell::handle: return "managed";
    case Cell::pointer: return "pointer";
    case Cell::integer:
    case Cell::word:
    case Cell::zero: return "int";
    case Cell::none:
    case Cell::unusable: break;
    }
    return "void";
}

Value value_of(const StackCell& cell, Cell kind) {
    switch (kind) {
    case Cell::real:
    case Cell::wide: return canonical(cell.real());
    case Cell::string:
    case Cell::text: return cell.text();
    case Cell::handle:
    case Cell::pointer: return ObjectId{cell.bits()};
    case Cell::integer:
    case Cell::word:
    case Cell::zero: return cell.integer();
    case Cell::none:
    case Cell::unusable: break;
    }
    return {};
}

} // namespace

std::vector<InspectedFrame> Machine::inspect() const {
    std::vector<InspectedFrame> result;
    if (invocation_.code == nullptr) return result;
    const LinkedCode& code = *invocation_.code;
    const Unit& unit = *code.unit;
    const std::vector<bool> targets = analysis::targets_of(analysis::successors_of(unit.instructions));
    std::vector<Frame> places = frames();
    std::uint32_t at = pc_;
    std::size_t taken = 0; // cells of this frame that are the parameters of the one above
    for (std::size_t i = frames_.size(); i-- > 0;) {
        const Frame_& frame = frames_[i];
        const LinkedFunction& function = code.functions[frame.function];
        InspectedFrame shown;
        shown.place = std::move(places[frames_.size() - 1 - i]);
        shown.instruction = at;
        if (frame.locals == nullptr) {
            result.push_back(std::move(shown));
            continue;
        }
        const InPlace in_place = find_in_place(unit, frame.function, targets);
        for (const LocalSymbol& local : unit.functions_table[frame.function].locals) {
            if (shown.place.address < local.begin || shown.place.address >= local.end) continue;
            if (local.type >= unit.types.size()) continue; // nobody verifies the symbols of a file
            const UnitType& type = unit.types[local.type];
            const Store store = store_of(type.kind);
            const std::uint16_t size = store == Store::general ? function.general
                                       : store == Store::text  ? function.text
                                                               : function.handle;
            if (local.slot >= size) continue;
            const std::int32_t offset = store == Store::general ? in_place.offset_of(local.slot)
                                        : store == Store::text
                                            ? function.general + local.slot
                                            : function.general + function.text + local.slot;
            shown.locals.push_back({local.name, type.name, skrit::value_of(frame.locals[offset], type.kind),
                                    &frame.locals[offset], type.kind});
        }
        const std::span<const Cell> kinds = unit.verification.stack_before(at);
        for (std::size_t n = 0; n + taken < kinds.size(); ++n)
            shown.stack.push_back({{},
                                   std::string(name_of(kinds[n])),
                                   value_of(frame.locals[function.locals + n], kinds[n]),
                                   nullptr,
                                   TypeKind::none});
        taken = function.parameters;
        at = frame.return_to;
        result.push_back(std::move(shown));
    }
    return result;
}

} // namespace vellum::skrit
