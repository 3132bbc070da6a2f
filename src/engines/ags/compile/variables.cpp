// What debuggers are told of a script's variables. Nothing here changes what is compiled.
#include <algorithm>
#include <bit>
#include <utility>

#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {

constexpr std::uint32_t deepest = 8; ///< Of structs in structs.
constexpr std::int32_t word_size = 4;

} // namespace

void Compiler::note_variable(SymbolId id, std::int32_t begin, std::int32_t end) {
    const Symbol& symbol = symbols_[id];
    SourceLocal local{source_variable(symbol.name, symbol), static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(end), symbol.has(source::is_parameter)};
    local.variable.offset -= function_stack_;
    // They are the caller's, and there until the function has returned.
    constexpr std::uint32_t to_return = 3; // the line's number and RET
    if (local.parameter) local.end += to_return;
    variables_.locals.push_back(std::move(local));
}

SourceVariable Compiler::source_variable(std::string_view name, const Symbol& symbol, std::uint32_t depth) {
    return {std::string(name), source_type(symbol.type, depth), symbol.offset,
            static_cast<std::uint32_t>(symbol.type.handle() ? 4 : symbol.size),
            symbol.has(source::is_array) ? static_cast<std::uint32_t>(std::max(symbol.length, 0)) : 0};
}

std::vector<SourceVariable> Compiler::fields_of(SymbolId type, std::uint32_t depth) {
    // A base's fields come first, as they lie.
    std::vector<SymbolId> line;
    for (SymbolId at = type; at != 0 && line.size() < deepest; at = symbols_[at].owner) line.push_back(at);
    std::vector<SourceVariable> fields;
    for (std::size_t i = line.size(); i-- > 0;)
        for (const SymbolId id : members_[symbols_[line[i]].details]) {
            std::string_view name = symbols_[id].name;
            if (const std::size_t colons = name.rfind("::"); colons != std::string_view::npos)
                name.remove_prefix(colons + 2);
            fields.push_back(source_variable(name, symbols_[id], depth + 1));
        }
    return fields;
}

std::uint32_t Compiler::source_type(Type type, std::uint32_t depth) {
    const auto [found, fresh] = source_types_.try_emplace(
        std::bit_cast<std::uint32_t>(type), static_cast<std::uint32_t>(variables_.types.size()));
    const std::uint32_t number = found->second;
    if (!fresh) return number;
    const Symbol& symbol = symbols_[type.symbol];
    SourceType made{symbols_.type_name(type), Held::number, {}, 1};
    if (type.pointer != 0 && type.array == 0 && symbol.has(source::is_autoptr)) made.name.pop_back();
    variables_.types.push_back(made);
    if (type.handle()) {
        made.held = Held::pointer;
        // What it points to: fields, or the one field without a name that elements are.
        if (type.array != 0 && depth < deepest) {
            Symbol element;
            element.type = type.element();
            element.size = element.type.pointer != 0 ? word_size : symbol.size;
            made.fields.push_back(source_variable({}, element, depth + 1));
        } else if (depth < deepest) {
            made.fields = fields_of(type.symbol, depth);
        }
    } else if (type.symbol == word::float_) {
        made.held = Held::real;
    } else if (symbol.has(source::is_struct)) {
        made.held = Held::bytes;
        if (depth < deepest) made.fields = fields_of(type.symbol, depth);
        std::uint64_t rows = 0;
        for (const SourceVariable& field : made.fields) rows += variables_.rows(field);
        if (rows != 0) {
            made.held = Held::structure;
            made.rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, Variables::most_rows));
        }
    }
    variables_.types[number] = std::move(made);
    return number;
}

Variables Compiler::variables() {
    for (SymbolId id = 1; id < symbols_.size(); ++id) {
        const Symbol& symbol = symbols_[id];
        if (symbol.kind != Kind::global || symbol.has(source::is_imported)) continue;
        SourceVariable made = source_variable(symbol.name, symbol);
        if (symbol.type.is(word::string) && made.count == 0) variables_.types[made.type].held = Held::bytes;
        variables_.globals.push_back(std::move(made));
    }
    std::ranges::sort(variables_.globals, {}, &SourceVariable::offset);
    // Parameters all begin with their function, the first one nearest to the return address.
    std::ranges::sort(variables_.locals, [](const SourceLocal& a, const SourceLocal& b) {
        if (a.begin != b.begin) return a.begin < b.begin;
        return a.parameter && b.parameter ? a.variable.offset > b.variable.offset
                                          : a.variable.offset < b.variable.offset;
    });
    return std::exchange(variables_, {});
}

} // namespace vellum::ags::compile
