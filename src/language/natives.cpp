#include "language/natives.hpp"

namespace vellum::language {

Symbol native_symbol(const NativeRow& row) {
    Symbol symbol;
    symbol.name = row.signature.name;
    symbol.owner = row.signature.owner;
    symbol.kind = SymbolKind::native;
    symbol.type = result_type(row);
    symbol.declaration = declaration(row);
    symbol.documentation = row.signature.documentation;
    if (row.role == NativeRole::variable || row.role == NativeRole::getter || row.role == NativeRole::setter)
        symbol.kind = SymbolKind::property;
    else
        symbol.callable = true;
    symbol.more = row.signature.variadic || !row.counted;
    for (std::size_t i = 0; i < row.signature.parameters.size(); ++i) {
        const vellum::Parameter& parameter = row.signature.parameters[i];
        std::string text;
        if (parameter.direction != Direction::in) text = std::string(to_string(parameter.direction)) + " ";
        text += parameter_type(row, i);
        if (!parameter.name.empty()) text += ' ' + parameter.name;
        symbol.parameters.push_back({std::move(text), {}});
    }
    return symbol;
}

Symbol instruction_symbol(const isa::Row& row) {
    Symbol symbol;
    symbol.name = row.mnemonic;
    symbol.kind = SymbolKind::instruction;
    symbol.declaration = row.mnemonic;
    for (const isa::OperandSpec& operand : row.operands) {
        if (!operand.kind->shown) continue;
        symbol.declaration += symbol.declaration.size() == row.mnemonic.size() ? " " : ", ";
        symbol.declaration += operand.name;
        if (operand.repeat != isa::Repeat::once) symbol.declaration += "…";
    }
    symbol.documentation = row.meaning;
    if (const std::string stack = isa::stack_text(row); !stack.empty())
        symbol.documentation += "\n\nStack: `" + stack + "`";
    for (const isa::OperandSpec& operand : row.operands)
        if (operand.kind->shown) {
            symbol.documentation +=
                "\n- `" + std::string(operand.name) + "`: " + std::string(operand.kind->name);
            if (operand.access != isa::Access::none)
                symbol.documentation += ", " + std::string(isa::to_string(operand.access));
        }
    return symbol;
}

} // namespace vellum::language
