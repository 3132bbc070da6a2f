// Plain text, one thing a line.
#include "engines/skrit/listing/documents.hpp"

#include <bit>
#include <cstdio>

#include "engines/skrit/exports/help.hpp"
#include "isa/code.hpp"

namespace vellum::skrit {

namespace {

/// The `number`th "if( … )" of a source line; "if (...)" if it does not end in that line.
std::string condition_text(std::string_view line, std::size_t number) {
    const auto part_of_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (std::size_t at = 0; (at = line.find("if", at)) != std::string_view::npos; at += 2) {
        if (at > 0 && part_of_name(line[at - 1])) continue;
        const std::size_t open = line.find_first_not_of(" \t", at + 2);
        if (open == std::string_view::npos || line[open] != '(' || number-- != 0) continue;
        int depth = 0;
        for (std::size_t i = open; i < line.size(); ++i) {
            depth += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
            if (depth == 0) return std::string(line.substr(at, i + 1 - at));
        }
        break;
    }
    return "if (...)";
}

} // namespace

std::string real_text(float value) {
    char buffer[48];
    std::snprintf(buffer, sizeof buffer, "%g", static_cast<double>(value));
    return buffer;
}

std::string value_text(const Value& value) {
    switch (value.type()) {
    case Type::boolean: return value.boolean() ? "true" : "false";
    case Type::integer: return std::to_string(value.integer());
    case Type::real: return real_text(value.real());
    case Type::string: return "\"" + std::string(value.text()) + "\"";
    case Type::object: return value.object() ? "object " + std::to_string(value.object().id) : "null";
    default: return "none";
    }
}

std::string constant_text(const Unit& unit, const Constant& constant, const Exports* exports) {
    const UnitType& type = unit.types[constant.type];
    switch (type.kind) {
    case TypeKind::string: return "\"" + std::string(unit.string_at(constant.bits)) + "\"";
    case TypeKind::real: return real_text(std::bit_cast<float>(constant.bits));
    case TypeKind::boolean: return constant.bits != 0 ? "true" : "false";
    case TypeKind::enumeration:
        if (exports != nullptr)
            if (const std::uint32_t index = exports->find_enum(type.name); index != no_index)
                for (const EnumConstant& one : exports->enum_at(index).constants)
                    if (static_cast<std::uint32_t>(one.value) == constant.bits) return one.name;
        [[fallthrough]];
    default: return std::to_string(static_cast<std::int32_t>(constant.bits));
    }
}

std::string filter_text(const Unit& unit, const std::vector<Constant>& filter, const Exports* exports) {
    if (filter.empty()) return {};
    std::string text = "(";
    for (std::size_t i = 0; i < filter.size(); ++i)
        text += (i == 0 ? " " : ", ") + constant_text(unit, filter[i], exports);
    return text + " )";
}

std::string delay_text(const Delay& delay) {
    constexpr std::string_view units[] = {"frames", "msec", "seconds"};
    return (delay.function == none ? real_text(delay.value) : std::string("...")) + " " +
           std::string(units[static_cast<std::size_t>(delay.unit)]);
}

std::string terms_text(const Unit& unit, const Transition& transition, const Exports* exports) {
    std::string text;
    std::size_t conditions = 0;
    for (const Term& term : transition.terms) {
        if (!text.empty()) text += " and ";
        if (term.event == none) {
            const UnitFunction& condition = unit.functions_table[term.condition];
            text += condition_text(unit.line_text(condition.place.file, condition.place.line), conditions++);
            continue;
        }
        text += unit.events[term.event].name + filter_text(unit, term.filter, exports);
    }
    return text;
}

std::string list_unit(const Unit& unit) {
    std::string text;
    SourceLines source(unit);
    const isa::Code& code = unit.instructions;
    for (const UnitFunction& function : unit.functions_table) {
        text += std::string(to_string(function.kind)) + " " + function.name + "\n";
        std::uint32_t shown = 0;
        for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, code.at(function.address)));
             i < code.instructions.size() && code.instructions[i].address < function.end; ++i) {
            const isa::Instruction& instruction = code.instructions[i];
            const LineEntry* line = unit.line_at(instruction.address);
            if (line != nullptr && line->line != shown) {
                text += std::to_string(line->line) + ": " + std::string(source.line(line->file, line->line)) +
                        "\n";
                shown = line->line;
            }
            text += "    " + std::string(code.row(instruction).mnemonic);
            for (const std::uint32_t operand : code.operands(instruction))
                text += " " + std::to_string(operand);
            text += "\n";
        }
    }
    return text;
}

std::string state_machine_text(const Unit& unit, const Exports* exports) {
    std::string text;
    for (std::uint32_t s = 0; s < unit.states.size(); ++s) {
        const State& state = unit.states[s];
        text += std::string(s == unit.startup ? "startup " : "") + "state " + state.name + "\n";
        for (const Handler& handler : unit.handlers)
            if (handler.state == s)
                text += std::string(handler.trigger ? "  trigger " : "  event ") +
                        unit.events[handler.event].name + filter_text(unit, handler.filter, exports) + "\n";
        for (const AtFunction& at : unit.at_functions)
            if (at.state == s)
                text += "  " + unit.functions_table[at.function].name + " at " + delay_text(at.delay) + "\n";
        for (const std::uint32_t t : state.transitions) {
            const Transition& transition = unit.transitions[t];
            text += "  -> " + unit.states[transition.to].name + ": " + terms_text(unit, transition, exports) +
                    "\n";
        }
    }
    return text;
}

std::string unit_documents(const Unit& unit) {
    std::string text = unit.source_name + "\n";
    for (const UnitVariable& variable : unit.variables)
        if (variable.property && !variable.hidden)
            text += "  property " + unit.types[variable.type].name + " " + variable.name + " = " +
                    constant_text(unit, variable.initial) + comment(variable.documentation) + "\n";
    for (const UnitFunction& function : unit.functions_table) {
        if (function.kind != FunctionKind::function) continue;
        text += "  " + unit.types[function.result].name + " " + function.name + "(";
        for (std::size_t i = 0; i < function.parameters.size(); ++i)
            text += (i == 0 ? " " : ", ") + unit.types[function.parameters[i].type].name +
                    (function.parameters[i].name.empty() ? "" : " " + function.parameters[i].name);
        text +=
            std::string(function.parameters.empty() ? ")" : " )") + comment(function.documentation) + "\n";
    }
    return text;
}

} // namespace vellum::skrit
