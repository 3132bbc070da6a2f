// Prints a unit: tables as directives in the order of their numbers, then the code function by function with
// labels, source lines and line directives.
#include "engines/skrit/listing/listing.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

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
            out.put("to line ", line->line);
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
    struct Word {
        std::string_view text; ///< Left out if empty.
    };
    struct Index {
        std::uint32_t number; ///< Or `none`.
    };
    struct Remark {
        std::string_view text;
    };

    /// A line: the directive and its operands, texts in quotes.
    void row(std::string_view directive, const auto&... operands) {
        out_.put('.', directive);
        (operand(operands), ...);
        out_.newline();
    }
    void operand(std::integral auto number) { out_.put(' ', number); }
    void operand(std::string_view text) { out_.put(' ', Quoted{text}); }
    void operand(Word word) {
        if (!word.text.empty()) out_.put(' ', word.text);
    }
    void operand(Index index) {
        if (index.number == none)
            out_.text(" none");
        else
            operand(index.number);
    }
    void operand(Remark remark) {
        if (!options_.comments || remark.text.empty()) return;
        out_.text("  ; ");
        for (const char c : remark.text.substr(0, 120)) out_.ch(c >= ' ' && c < 0x7F ? c : '?');
    }
    void operand(const SourceLine& at) { out_.put(' ', at.file, ' ', at.line); }
    void operand(const Constant& value) { out_.put(' ', value.type, ' ', value.bits); }
    void operand(const StoreSizes& sizes) {
        out_.put(' ', sizes.general, ' ', sizes.text, ' ', sizes.handle);
    }
    void operand(const Delay& value) {
        constexpr std::string_view units[] = {"frames", "msec", "sec"};
        out_.put(' ', units[static_cast<std::size_t>(value.unit)], ' ');
        out_.real_bits(std::bit_cast<std::uint32_t>(value.value));
        operand(Index{value.function});
    }

    void header() {
        if (options_.comments) out_.text("; Skrit p-code\n");
        constexpr std::string_view modes[] = {"unit", "command", "formula"};
        row("skrit", unit_.source_name, Word{modes[static_cast<std::size_t>(unit_.mode)]});
        out_.put(".hash 0x", Hex{unit_.source_hash}, " 0x", Hex{unit_.exports_hash}, '\n');
        if (unit_.stripped) row("stripped");
        for (const UnitFile& file : unit_.files) row("file", file.name);
    }
    void types_and_strings() {
        for (std::size_t i = 5; i < unit_.types.size(); ++i) // the first five are always the same
            row("type", Word{to_string(unit_.types[i].kind)}, unit_.types[i].name, Remark{std::to_string(i)});
        for (const std::uint32_t start : unit_.string_starts)
            row("string", unit_.string_at(start), Remark{"offset " + std::to_string(start)});
    }
    void owner_and_macros() {
        if (unit_.owner != 0) row("owner", unit_.owner, Remark{unit_.types[unit_.owner].name});
        for (const std::string& macro : unit_.macros) row("macro", macro);
    }
    void parameters(const std::vector<UnitParameter>& list) {
        for (const UnitParameter& parameter : list)
            row("parameter", parameter.type, parameter.name, Word{parameter.in_out ? "in_out" : ""},
                Word{parameter.any ? "any" : ""}, Remark{unit_.types[parameter.type].name});
    }
    void imports() {
        constexpr std::string_view kinds[] = {"function", "singleton", "member"};
        for (std::size_t i = 0; i < unit_.imports.size(); ++i) {
            const Import& import = unit_.imports[i];
            row("import", Word{kinds[static_cast<std::size_t>(import.kind)]}, import.owner, import.name,
                import.result, Word{import.variadic ? "variadic" : ""}, Word{import.format ? "format" : ""},
                Word{import.inferred ? "inferred" : ""}, Remark{std::to_string(i)});
            parameters(import.parameters);
        }
        for (const Upcast& upcast : unit_.upcasts)
            row("upcast", upcast.from, upcast.to,
                Remark{unit_.types[upcast.from].name + " to " + unit_.types[upcast.to].name});
    }
    void variables() {
        row("instance", unit_.instance);
        row("shared", unit_.shared);
        for (const UnitVariable& variable : unit_.variables)
            row("variable", variable.name, variable.type, variable.slot, Index{variable.state},
                variable.initial, Index{variable.initialiser}, variable.place, variable.documentation,
                Word{variable.shared ? "shared" : ""}, Word{variable.property ? "property" : ""},
                Word{variable.hidden ? "hidden" : ""}, Remark{unit_.types[variable.type].name});
    }
    void events() {
        for (const UnitEvent& event : unit_.events) {
            row("event", event.name, event.result, Word{event.inferred ? "inferred" : ""});
            for (const TypeIndex type : event.parameters) row("takes", type, Remark{unit_.types[type].name});
        }
    }
    void states() {
        for (std::size_t i = 0; i < unit_.states.size(); ++i) {
            const State& state = unit_.states[i];
            row("state", state.name, state.place, Word{state.startup ? "startup" : ""},
                Remark{std::to_string(i)});
            if (state.polls || state.poll.function != none || state.poll.value != 0)
                row("poll", state.poll, Word{state.polls ? "" : "unused"});
        }
        row("start", Index{unit_.startup}, Index{unit_.first});
    }
    void filter(const std::vector<Constant>& list) {
        for (const Constant& value : list)
            row("filter", value,
                Remark{unit_.types[value.type].kind == TypeKind::string ? unit_.string_at(value.bits)
                                                                        : std::string_view()});
    }
    void handlers() {
        for (const Handler& handler : unit_.handlers) {
            row(handler.trigger ? "trigger" : "handler", handler.event, handler.function,
                Index{handler.state}, Remark{unit_.events[handler.event].name});
            filter(handler.filter);
        }
        for (const AtFunction& at : unit_.at_functions)
            row("at", at.function, Index{at.state}, at.delay,
                Remark{unit_.functions_table[at.function].name});
    }
    void transitions() {
        for (const Transition& transition : unit_.transitions) {
            row("transition", transition.from, transition.to, Index{transition.handler}, transition.place,
                Remark{unit_.states[transition.from].name + " -> " + unit_.states[transition.to].name});
            for (const Term& term : transition.terms) {
                if (term.condition != none) {
                    row("condition", term.condition);
                    continue;
                }
                row("term", term.event, Remark{unit_.events[term.event].name});
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
            row("function", function.name, Word{to_string(function.kind)}, function.result,
                Index{function.state}, function.place, function.documentation, Remark{std::to_string(f)});
            parameters(function.parameters);
            std::size_t local = 0;
            std::set<std::pair<std::uint32_t, std::size_t>> open; // by where they end
            const auto marks = [&](std::uint32_t address) {
                for (auto next = open.lower_bound({address, 0}); next != open.end() && next->first == address;
                     next = open.erase(next))
                    row("drop", next->second);
                for (; local < function.locals.size() && function.locals[local].begin == address; ++local) {
                    const LocalSymbol& symbol = function.locals[local];
                    const bool empty = symbol.end == address;
                    row("local", symbol.name, symbol.type, symbol.slot, Word{empty ? "empty" : ""});
                    if (!empty) open.emplace(symbol.end, local);
                }
                for (; line < unit_.line_table.size() && unit_.line_table[line].address == address; ++line) {
                    const LineEntry& entry = unit_.line_table[line];
                    if (options_.comments) source_line(entry);
                    row("line", entry.file, entry.line);
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
            std::vector<std::size_t> left;
            for (const auto& [end, still] : open) left.push_back(still);
            std::ranges::sort(left);
            for (const std::size_t still : left) row("drop", still);
        }
        if (!labels.empty() &&
            labels.back() == unit_.instructions.end_address()) { // of code that nothing reaches
            isa::print_label(out_, unit_, labels.back());
            out_.text(":\n");
        }
        for (; line < unit_.line_table.size(); ++line) // entries at the end of the code
            row("line", unit_.line_table[line].file, unit_.line_table[line].line);
    }
    /// Line by line, so that compiled files are the same again after assembling.
    void sources() {
        for (std::size_t i = 0; i < unit_.files.size(); ++i) {
            std::string_view text = unit_.files[i].text;
            if (!text.empty()) out_.newline();
            while (!text.empty()) {
                const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
                row("source", i, text.substr(0, end));
                text.remove_prefix(end);
            }
        }
    }
    /// A forged file may name one endless line again and again.
    static constexpr std::size_t longest_comment = 400;
    void source_line(const LineEntry& entry) {
        const std::string_view text = source_.line(entry.file, entry.line);
        if (text.empty()) return;
        out_.put("; ", entry.line, ": ");
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
            out.put(line->line, ": ");
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
