// Look-ups over a compiled unit and what tools ask of any program.
#include "engines/skrit/unit/unit.hpp"

#include <algorithm>
#include <optional>

#include "base/ascii.hpp"
#include "base/text_writer.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

const Engine& engine(); // the last module: it is linked, not included

namespace {

/// The name without its `$`.
std::string_view bare(std::string_view name) {
    return name.ends_with('$') ? name.substr(0, name.size() - 1) : name;
}

/// A name that the assembler reads back as one word.
bool is_word(std::string_view name) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    };
    if (name.empty() || !letter(name[0])) return false;
    return std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

} // namespace

std::string_view to_string(FunctionKind kind) noexcept {
    constexpr std::string_view names[] = {"function", "event",       "trigger", "transition", "condition",
                                          "at",       "initialiser", "period",  "command",    "formula"};
    return names[static_cast<std::size_t>(kind)];
}

Unit::Unit(std::string name) : Program(skrit::engine(), std::move(name)) {}
Unit::~Unit() { delete debug_.load(std::memory_order_acquire); }

const DebugInfo* Unit::debug_info() const {
    if (line_table.empty()) return nullptr;
    if (const DebugInfo* known = debug_.load(std::memory_order_acquire)) return known;
    auto made = std::make_unique<DebugInfo>();
    for (const UnitFile& file : files) made->files.push_back(file.shown());
    for (const LineEntry& entry : line_table)
        if (entry.file < files.size()) made->lines.push_back({entry.address, entry.file, entry.line, 0});
    for (const UnitFunction& function : functions_table) {
        DebugFunction& shown = made->functions.emplace_back();
        shown.name = function.name;
        shown.address = function.address;
        shown.end = function.end;
        for (const UnitParameter& parameter : function.parameters) shown.parameters.push_back(parameter.name);
        for (const LocalSymbol& local : function.locals) shown.locals.push_back(local.name);
    }
    std::ranges::sort(made->functions, {}, &DebugFunction::address);
    for (const UnitVariable& variable : variables) made->globals.push_back(variable.name);
    // Several threads may have come here at once; one of them was earlier.
    const DebugInfo* other = nullptr;
    if (debug_.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel)) return made.release();
    return other;
}

const Unit* unit_of(const Program& program) noexcept {
    // a .gas file is a program of the engine too, but without code
    return program.engine().id() == engine_id && program.code() != nullptr
               ? static_cast<const Unit*>(&program)
               : nullptr;
}

bool Unit::is_string_start(std::uint32_t offset) const noexcept {
    return std::ranges::binary_search(string_starts, offset);
}

std::string_view Unit::string_at(std::uint32_t offset) const noexcept {
    const auto next = std::ranges::upper_bound(string_starts, offset);
    if (next == string_starts.begin() || *(next - 1) != offset) return {};
    const std::size_t end = next == string_starts.end() ? strings.size() : *next;
    return std::string_view(strings).substr(offset, end - offset - 1);
}

std::uint32_t Unit::find_function(std::string_view name) const {
    for (std::uint32_t i = 0; i < functions_table.size(); ++i) {
        const UnitFunction& function = functions_table[i];
        const bool callable = function.kind == FunctionKind::function ||
                              function.kind == FunctionKind::event || function.kind == FunctionKind::at ||
                              function.kind == FunctionKind::command;
        if (callable && function.state == none && same_name(bare(function.name), bare(name))) return i;
    }
    return none;
}

std::uint32_t Unit::find_variable(std::string_view name) const {
    for (std::uint32_t i = 0; i < variables.size(); ++i)
        if (variables[i].state == none && same_name(bare(variables[i].name), bare(name))) return i;
    return none;
}

std::uint32_t Unit::find_state(std::string_view name) const {
    for (std::uint32_t i = 0; i < states.size(); ++i)
        if (same_name(bare(states[i].name), bare(name))) return i;
    return none;
}

std::uint32_t Unit::find_event(std::string_view name) const {
    for (std::uint32_t i = 0; i < events.size(); ++i)
        if (same_name(events[i].name, bare(name))) return i;
    return none;
}

std::uint32_t Unit::function_at(std::uint32_t address) const noexcept {
    const auto next = std::ranges::upper_bound(functions_table, address, {}, &UnitFunction::address);
    if (next == functions_table.begin()) return none;
    const auto found = next - 1;
    return address < found->end ? static_cast<std::uint32_t>(found - functions_table.begin()) : none;
}

const LineEntry* Unit::line_at(std::uint32_t address) const noexcept {
    const auto next = std::ranges::upper_bound(line_table, address, {}, &LineEntry::address);
    return next == line_table.begin() ? nullptr : &*(next - 1);
}

namespace {

/// Takes the first line off a text, which may be its last; the line comes without its end.
std::string_view take_line(std::optional<std::string_view>& rest) {
    const std::size_t end = rest->find_first_of("\r\n");
    const std::string_view line = rest->substr(0, end);
    if (end == std::string_view::npos)
        rest.reset();
    else
        rest->remove_prefix(end + (rest->substr(end).starts_with("\r\n") ? 2 : 1));
    return line;
}

} // namespace

std::string_view Unit::line_text(std::uint16_t file, std::uint32_t line) const {
    if (file >= files.size() || line == 0) return {};
    std::optional<std::string_view> rest = files[file].text;
    for (std::uint32_t number = 1; rest; ++number) {
        const std::string_view text = take_line(rest);
        if (number == line) return text;
    }
    return {};
}

std::string_view SourceLines::line(std::size_t file, std::size_t number) {
    if (file >= files_.size()) return {};
    std::vector<std::string_view>& lines = files_[file];
    if (lines.empty())
        for (std::optional<std::string_view> rest = unit_.files[file].text; rest;)
            lines.push_back(take_line(rest));
    return number == 0 || number > lines.size() ? std::string_view() : lines[number - 1];
}

std::string Unit::import_signature(std::uint32_t import) const {
    const Import& entry = imports[import];
    std::string text = entry.owner.empty() ? entry.name : entry.owner + '.' + entry.name;
    text += '(';
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
        if (i != 0) text += ',';
        // the assembler asks while it reads, before anybody has checked the tables
        const TypeIndex type = entry.parameters[i].type;
        text += entry.parameters[i].any ? std::string("any") : type < types.size() ? types[type].name : "?";
    }
    if (entry.variadic) text += entry.parameters.empty() ? "..." : ",...";
    return text + ')';
}

std::vector<Fact> Unit::facts() const {
    std::vector<Fact> result;
    const auto count = [&](std::string name, std::size_t number) {
        result.emplace_back(std::move(name), number);
    };
    result.emplace_back("source", source_name);
    if (owner != 0) result.emplace_back("owner", types[owner].name);
    count("code bytes", bytes.size());
    count("functions", functions_table.size());
    count("states", states.size());
    if (startup != none) result.emplace_back("startup state", states[startup].name);
    count("handlers", handlers.size());
    count("transitions", transitions.size());
    count("at functions", at_functions.size());
    count("properties", static_cast<std::size_t>(std::ranges::count_if(variables, &UnitVariable::property)));
    count("variables", static_cast<std::size_t>(std::ranges::count_if(
                           variables, [](const UnitVariable& v) { return !v.property; })));
    count("imports", imports.size());
    count("inferred imports", static_cast<std::size_t>(std::ranges::count_if(imports, &Import::inferred)));
    count("strings", string_starts.size());
    result.push_back(Fact::yes_or_no("stripped", stripped));
    return result;
}

std::vector<Function> Unit::functions() const {
    std::vector<Function> result;
    result.reserve(functions_table.size());
    for (const UnitFunction& function : functions_table) {
        result.push_back({function.name, function.address, function.end,
                          static_cast<std::int32_t>(function.parameters.size()),
                          std::string(to_string(function.kind))});
        if (function.state < states.size()) // each state may have a handler of that name
            result.back().also.push_back(states[function.state].name + "." + function.name);
    }
    return result;
}

std::vector<Reference> Unit::references() const {
    std::vector<Reference> result;
    for (const isa::Instruction& instruction : instructions.instructions) {
        const isa::Row& row = instructions.row(instruction);
        isa::for_each_operand(
            row, instructions.operands(instruction),
            [&](const isa::OperandSpec& operand, std::span<const std::uint32_t> values) {
                if (operand.kind->role != isa::Role::reference) return;
                if (operand.kind->space == isa::SymbolSpace::native && values[0] < imports.size())
                    result.push_back(
                        {imports[values[0]].owner.empty() ? ReferenceKind::native : ReferenceKind::method,
                         import_signature(values[0]), instruction.address});
                if (operand.kind->space == isa::SymbolSpace::state && values[0] < states.size())
                    result.push_back({ReferenceKind::state, states[values[0]].name, instruction.address});
                if (operand.kind->space == isa::SymbolSpace::function && values[0] < functions_table.size())
                    result.push_back(
                        {ReferenceKind::function, functions_table[values[0]].name, instruction.address});
            });
    }
    for (const UnitFunction& function : functions_table)
        if (function.kind == FunctionKind::event || function.kind == FunctionKind::trigger)
            result.push_back(
                {ReferenceKind::handler, function.name.substr(0, function.name.find('$')), function.address});
    return result;
}

bool Unit::write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const {
    switch (space) {
    case isa::SymbolSpace::native:
        if (id >= imports.size()) return false;
        out.quoted(import_signature(id) + "@" + std::to_string(id)); // versions may differ in the result only
        return true;
    case isa::SymbolSpace::state:
        if (id >= states.size() || !is_word(states[id].name)) return false;
        out.text(states[id].name);
        return true;
    case isa::SymbolSpace::function:
        if (id >= functions_table.size() || !is_word(functions_table[id].name)) return false;
        out.text(functions_table[id].name);
        out.ch('@'); // several handlers share a name: the number tells them apart
        out.dec(id);
        return true;
    default: return false;
    }
}

} // namespace vellum::skrit
