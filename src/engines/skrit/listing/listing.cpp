// Prints a unit: tables as directives in the order of their numbers, then the code function by function with
// labels, source lines and line directives.
#include "engines/skrit/listing/listing.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "base/escape.hpp"
#include "base/text_writer.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/isa/operands.hpp"
#include "isa/listing.hpp"

namespace vellum::skrit {

namespace {

const isa::LineTable& line_table() {
    static const isa::LineTable lines(opcode_table);
    return lines;
}

/// The store that an opcode's slot belongs to; its name ends with it.
std::optional<Store> store_of_row(const isa::Row& row) {
    if (row.operands.empty() || row.operands[0].kind != &operands::slot) return std::nullopt;
    if (row.mnemonic.ends_with("STR")) return Store::text;
    return row.mnemonic.ends_with("HDL") ? Store::handle : Store::general;
}

/// The variables behind slots, as the script calls them.
class SlotNames {
  public:
    explicit SlotNames(const Unit& unit) : unit_(unit) {
        for (std::uint32_t i = 0; i < unit.variables.size(); ++i) {
            const UnitVariable& variable = unit.variables[i];
            names_.emplace(key(store_of(unit.types[variable.type].kind), variable.slot), i);
        }
    }

    /// Empty if the slot has no name at that address.
    [[nodiscard]] std::string_view name(std::uint32_t address, Store store, std::uint32_t slot) const {
        if (slot_frame(slot) != SlotFrame::local) {
            const auto found = names_.find(key(store, slot));
            return found == names_.end() ? std::string_view() : unit_.variables[found->second].name;
        }
        const std::uint32_t function = unit_.function_at(address);
        if (function == none || unit_.functions_table[function].locals.size() > most_locals) return {};
        for (const LocalSymbol& local : unit_.functions_table[function].locals)
            if (local.slot == slot_index(slot) && store_of(unit_.types[local.type].kind) == store &&
                local.begin <= address + store_size && address < local.end)
                return local.name;
        return {};
    }

  private:
    static constexpr std::size_t most_locals = 4096; ///< More are not searched: listing stays linear.
    static constexpr std::uint32_t store_size = 3;   ///< A name begins right behind its first store.
    static std::uint32_t key(Store store, std::uint32_t slot) {
        return static_cast<std::uint32_t>(store) << 16U | (slot & 0xFFFFU);
    }

    const Unit& unit_;
    std::unordered_map<std::uint32_t, std::uint32_t> names_; ///< store and slot -> variable
};

/// Texts behind string offsets, names behind slots.
std::string explain(const Unit& unit, const SlotNames& names, std::size_t at) {
    const isa::Code& code = unit.instructions;
    const isa::Instruction& instruction = code.instructions[at];
    if (instruction.count != 1) return {};
    const std::uint32_t value = code.values[instruction.first];
    if (const std::optional<Store> store = store_of_row(code.row(instruction)))
        return escape_control(names.name(instruction.address, *store, value));
    if (at + 1 < code.instructions.size() && code.row(code.instructions[at + 1]).mnemonic == "OFFTOPCC" &&
        unit.is_string_start(value)) {
        TextWriter text;
        text.quoted(unit.string_at(value));
        return text.take();
    }
    return {};
}

/// One instruction for people who know the script: names and texts instead of numbers.
void print_in_words(TextWriter& out, const Unit& unit, const SlotNames& names, std::size_t at) {
    const isa::Code& code = unit.instructions;
    const isa::Instruction& instruction = code.instructions[at];
    const isa::Row& row = code.row(instruction);
    const std::span<const std::uint32_t> values = code.operands(instruction);
    out.text(row.mnemonic);
    if (values.empty() || row.operands.empty()) return;
    out.ch(' ');
    const isa::OperandKind& kind = *row.operands[0].kind;
    if (row.flow == isa::Flow::jump || row.flow == isa::Flow::branch) {
        const auto target = isa::target_of(code, at);
        const LineEntry* line = target && *target >= 0 && *target <= 0xFFFFFFFFLL
                                    ? unit.line_at(static_cast<std::uint32_t>(*target))
                                    : nullptr;
        if (line != nullptr && line->line != 0) {
            out.text("to line ");
            out.dec(line->line);
            return;
        }
    } else if (const std::string known = explain(unit, names, at); !known.empty()) {
        out.text(known);
        return;
    } else if (kind.space == isa::SymbolSpace::native && values[0] < unit.imports.size()) {
        out.text(escape_control(unit.import_signature(values[0])));
        return;
    } else if (kind.space == isa::SymbolSpace::function && values[0] < unit.functions_table.size()) {
        out.text(escape_control(unit.functions_table[values[0]].name));
        return;
    } else if (kind.space == isa::SymbolSpace::state && values[0] < unit.states.size()) {
        out.text(escape_control(unit.states[values[0]].name));
        return;
    }
    out.dec(static_cast<std::int32_t>(values[0]));
}

class Lister {
  public:
    Lister(const Unit& unit, const ListingOptions& options) : unit_(unit), options_(options) {}

    std::string tables() {
        types_and_strings();
        imports();
        events();
        return out_.take();
    }
    std::string run() {
        header();
        types_and_strings();
        owner_and_macros();
        imports();
        variables();
        events();
        states();
        handlers();
        transitions();
        code();
        sources();
        return out_.take();
    }

  private:
    void directive(std::string_view name) {
        out_.ch('.');
        out_.text(name);
    }
    void number(std::uint64_t value) {
        out_.ch(' ');
        out_.dec(value);
    }
    /// An index, or `none`.
    void index(std::uint32_t value) {
        if (value == none)
            out_.text(" none");
        else
            number(value);
    }
    void quoted(std::string_view text) {
        out_.ch(' ');
        out_.quoted(text);
    }
    void word(std::string_view text) {
        out_.ch(' ');
        out_.text(text);
    }
    void comment(std::string_view text) {
        if (!options_.comments || text.empty()) return;
        out_.text("  ; ");
        for (const char c : text.substr(0, 120)) out_.ch(c >= ' ' && c < 0x7F ? c : '?');
    }
    void place(SourceLine at) {
        number(at.file);
        number(at.line);
    }
    void constant(const Constant& value) {
        number(value.type);
        number(value.bits);
    }
    void delay(const Delay& value) {
        constexpr std::string_view units[] = {"frames", "msec", "sec"};
        word(units[static_cast<std::size_t>(value.unit)]);
        out_.ch(' ');
        out_.real_bits(std::bit_cast<std::uint32_t>(value.value));
        index(value.function);
    }

    void header() {
        if (options_.comments) out_.text("; Skrit p-code\n");
        directive("skrit");
        quoted(unit_.source_name);
        constexpr std::string_view modes[] = {"unit", "command", "formula"};
        word(modes[static_cast<std::size_t>(unit_.mode)]);
        out_.newline();
        directive("hash ");
        out_.hex0x(unit_.source_hash);
        out_.ch(' ');
        out_.hex0x(unit_.exports_hash);
        out_.newline();
        if (unit_.stripped) out_.text(".stripped\n");
        for (const UnitFile& file : unit_.files) {
            directive("file");
            quoted(file.name);
            out_.newline();
        }
    }
    void types_and_strings() {
        for (std::size_t i = 5; i < unit_.types.size(); ++i) { // the first five are always the same
            directive("type");
            word(to_string(unit_.types[i].kind));
            quoted(unit_.types[i].name);
            comment(std::to_string(i));
            out_.newline();
        }
        for (const std::uint32_t start : unit_.string_starts) {
            directive("string");
            quoted(unit_.string_at(start));
            comment("offset " + std::to_string(start));
            out_.newline();
        }
    }
    void owner_and_macros() {
        if (unit_.owner != 0) {
            directive("owner");
            number(unit_.owner);
            comment(unit_.types[unit_.owner].name);
            out_.newline();
        }
        for (const std::string& macro : unit_.macros) {
            directive("macro");
            quoted(macro);
            out_.newline();
        }
    }
    void parameters(const std::vector<UnitParameter>& list) {
        for (const UnitParameter& parameter : list) {
            directive("parameter");
            number(parameter.type);
            quoted(parameter.name);
            if (parameter.in_out) word("in_out");
            if (parameter.any) word("any");
            comment(unit_.types[parameter.type].name);
            out_.newline();
        }
    }
    void imports() {
        constexpr std::string_view kinds[] = {"function", "singleton", "member"};
        for (std::size_t i = 0; i < unit_.imports.size(); ++i) {
            const Import& import = unit_.imports[i];
            directive("import");
            word(kinds[static_cast<std::size_t>(import.kind)]);
            quoted(import.owner);
            quoted(import.name);
            number(import.result);
            if (import.variadic) word("variadic");
            if (import.format) word("format");
            if (import.inferred) word("inferred");
            comment(std::to_string(i));
            out_.newline();
            parameters(import.parameters);
        }
        for (const Upcast& upcast : unit_.upcasts) {
            directive("upcast");
            number(upcast.from);
            number(upcast.to);
            comment(unit_.types[upcast.from].name + " to " + unit_.types[upcast.to].name);
            out_.newline();
        }
    }
    void stores(std::string_view name, const StoreSizes& sizes) {
        directive(name);
        number(sizes.general);
        number(sizes.text);
        number(sizes.handle);
        out_.newline();
    }
    void variables() {
        stores("instance", unit_.instance);
        stores("shared", unit_.shared);
        for (const UnitVariable& variable : unit_.variables) {
            directive("variable");
            quoted(variable.name);
            number(variable.type);
            number(variable.slot);
            index(variable.state);
            constant(variable.initial);
            index(variable.initialiser);
            place(variable.place);
            quoted(variable.documentation);
            if (variable.shared) word("shared");
            if (variable.property) word("property");
            if (variable.hidden) word("hidden");
            comment(unit_.types[variable.type].name);
            out_.newline();
        }
    }
    void events() {
        for (const UnitEvent& event : unit_.events) {
            directive("event");
            quoted(event.name);
            number(event.result);
            if (event.inferred) word("inferred");
            out_.newline();
            for (const TypeIndex type : event.parameters) {
                directive("takes");
                number(type);
                comment(unit_.types[type].name);
                out_.newline();
            }
        }
    }
    void states() {
        for (std::size_t i = 0; i < unit_.states.size(); ++i) {
            const State& state = unit_.states[i];
            directive("state");
            quoted(state.name);
            place(state.place);
            if (state.startup) word("startup");
            comment(std::to_string(i));
            out_.newline();
            if (!state.polls && state.poll.function == none && state.poll.value == 0) continue;
            directive("poll");
            delay(state.poll);
            if (!state.polls) word("unused");
            out_.newline();
        }
        directive("start");
        index(unit_.startup);
        index(unit_.first);
        out_.newline();
    }
    void filter(const std::vector<Constant>& list) {
        for (const Constant& value : list) {
            directive("filter");
            constant(value);
            if (unit_.types[value.type].kind == TypeKind::string) comment(unit_.string_at(value.bits));
            out_.newline();
        }
    }
    void handlers() {
        for (const Handler& handler : unit_.handlers) {
            directive(handler.trigger ? "trigger" : "handler");
            number(handler.event);
            number(handler.function);
            index(handler.state);
            comment(unit_.events[handler.event].name);
            out_.newline();
            filter(handler.filter);
        }
        for (const AtFunction& at : unit_.at_functions) {
            directive("at");
            number(at.function);
            index(at.state);
            delay(at.delay);
            comment(unit_.functions_table[at.function].name);
            out_.newline();
        }
    }
    void transitions() {
        for (const Transition& transition : unit_.transitions) {
            directive("transition");
            number(transition.from);
            number(transition.to);
            index(transition.handler);
            place(transition.place);
            comment(unit_.states[transition.from].name + " -> " + unit_.states[transition.to].name);
            out_.newline();
            for (const Term& term : transition.terms) {
                if (term.condition != none) {
                    directive("condition");
                    number(term.condition);
                    out_.newline();
                    continue;
                }
                directive("term");
                number(term.event);
                comment(unit_.events[term.event].name);
                out_.newline();
                filter(term.filter);
            }
        }
    }

    void code() {
        std::vector<std::uint32_t> labels;
        for (std::size_t i = 0; i < unit_.instructions.instructions.size(); ++i)
            if (const auto target = isa::target_of(unit_.instructions, i); target && *target >= 0)
                labels.push_back(static_cast<std::uint32_t>(*target));
        std::ranges::sort(labels);
        const auto& all = unit_.instructions.instructions;
        std::size_t at = 0;
        std::size_t line = 0;
        std::size_t label = 0;
        for (std::size_t f = 0; f < unit_.functions_table.size(); ++f) {
            const UnitFunction& function = unit_.functions_table[f];
            out_.newline();
            directive("function");
            quoted(function.name);
            word(to_string(function.kind));
            number(function.result);
            index(function.state);
            place(function.place);
            quoted(function.documentation);
            comment(std::to_string(f));
            out_.newline();
            parameters(function.parameters);
            std::size_t local = 0;
            std::vector<std::size_t> open;
            const auto marks = [&](std::uint32_t address) {
                for (std::size_t i = 0; i < open.size();) {
                    if (function.locals[open[i]].end != address) {
                        ++i;
                        continue;
                    }
                    directive("drop");
                    number(open[i]);
                    out_.newline();
                    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
                }
                for (; local < function.locals.size() && function.locals[local].begin == address; ++local) {
                    const LocalSymbol& symbol = function.locals[local];
                    directive("local");
                    quoted(symbol.name);
                    number(symbol.type);
                    number(symbol.slot);
                    if (symbol.end == address)
                        word("empty");
                    else
                        open.push_back(local);
                    out_.newline();
                }
                for (; line < unit_.line_table.size() && unit_.line_table[line].address == address; ++line) {
                    const LineEntry& entry = unit_.line_table[line];
                    if (options_.comments) source_line(entry);
                    directive("line");
                    number(entry.file);
                    number(entry.line);
                    out_.newline();
                }
            };
            for (; at < all.size() && all[at].address < function.end; ++at) {
                const std::uint32_t address = all[at].address;
                marks(address);
                while (label < labels.size() && labels[label] < address) ++label;
                if (label < labels.size() && labels[label] == address) {
                    isa::print_label(out_, unit_, address);
                    out_.text(":\n");
                }
                lines_.print(at, options_.comments ? explain(unit_, names_, at) : std::string());
            }
            // what ends with the function is written before the next one begins
            for (const std::size_t still : open) {
                directive("drop");
                number(still);
                out_.newline();
            }
        }
        if (!labels.empty() &&
            labels.back() == unit_.instructions.end_address()) { // of code that nothing reaches
            isa::print_label(out_, unit_, labels.back());
            out_.text(":\n");
        }
        for (; line < unit_.line_table.size(); ++line) { // entries at the end of the code
            directive("line");
            number(unit_.line_table[line].file);
            number(unit_.line_table[line].line);
            out_.newline();
        }
    }
    /// Line by line, so that compiled files are the same again after assembling.
    void sources() {
        for (std::size_t i = 0; i < unit_.files.size(); ++i) {
            std::string_view text = unit_.files[i].text;
            if (!text.empty()) out_.newline();
            while (!text.empty()) {
                const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
                directive("source");
                number(i);
                quoted(text.substr(0, end));
                out_.newline();
                text.remove_prefix(end);
            }
        }
    }
    /// A forged file may name one endless line again and again.
    static constexpr std::size_t longest_comment = 400;
    void source_line(const LineEntry& entry) {
        const std::string_view text = source_.line(entry.file, entry.line);
        if (text.empty()) return;
        out_.text("; ");
        out_.dec(entry.line);
        out_.text(": ");
        const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
        write_escaped(out_, text.substr(begin, longest_comment));
        if (text.size() - begin > longest_comment) out_.text(" ...");
        out_.newline();
    }
    const Unit& unit_;
    SlotNames names_{unit_};
    const ListingOptions& options_;
    TextWriter out_;
    SourceLines source_{unit_};
    isa::LinePrinter lines_{out_,
                            unit_.instructions,
                            unit_,
                            {options_.addresses, options_.bytes, unit_.code_offset},
                            line_table()};
};

} // namespace

std::string list_unit(const Unit& unit, const ListingOptions& options) { return Lister(unit, options).run(); }

std::string list_tables(const Unit& unit) {
    ListingOptions plain;
    plain.comments = false;
    return Lister(unit, plain).tables();
}

std::string list_around(const Unit& unit, std::uint32_t address, std::size_t context) {
    const std::uint32_t index = unit.function_at(address);
    const std::ptrdiff_t at = unit.instructions.at(address);
    if (index == none || at < 0) return {};
    const UnitFunction& function = unit.functions_table[index];
    std::ptrdiff_t first = unit.instructions.at(function.address);
    std::ptrdiff_t last = first;
    const auto& all = unit.instructions.instructions;
    while (last < static_cast<std::ptrdiff_t>(all.size()) &&
           all[static_cast<std::size_t>(last)].address < function.end)
        ++last;
    if (context != 0) {
        first = std::max(first, at - static_cast<std::ptrdiff_t>(context));
        last = std::min(last, at + static_cast<std::ptrdiff_t>(context) + 1);
    }
    TextWriter out;
    const SlotNames names(unit);
    const LineEntry* shown = nullptr;
    for (std::ptrdiff_t i = first; i < last; ++i) {
        const auto position = static_cast<std::size_t>(i);
        const LineEntry* line = unit.line_at(all[position].address);
        if (line != nullptr && (shown == nullptr || shown->line != line->line || shown->file != line->file)) {
            const std::string_view text = unit.line_text(line->file, line->line);
            out.dec(line->line);
            out.text(": ");
            for (const char c : text) out.ch(static_cast<unsigned char>(c) >= ' ' || c == '\t' ? c : '?');
            out.newline();
            shown = line;
        }
        out.text(i == at ? " -> " : "    ");
        print_in_words(out, unit, names, position);
        out.newline();
    }
    return out.take();
}

} // namespace vellum::skrit
