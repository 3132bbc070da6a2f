// `vellum isa`: the instruction tables, straight from the rows that decode, print, assemble and verify.
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session.hpp"
#include "cli/wrap.hpp"
#include "vellum/engine.hpp"
#include "workspace/questions/isa.hpp"

namespace vellum::cli::isa_command {

namespace {

using Choice = questions::Instructions;
using isa::Row;
using isa::Table;
using questions::opcode_text;

std::string operands_text(const Row& row) {
    std::string text;
    for (const isa::OperandSpec& operand : row.operands) {
        if (!operand.kind->shown) continue;
        if (!text.empty()) text += ", ";
        text += operand.name;
        if (operand.repeat != isa::Repeat::once) text += "...";
    }
    return text;
}

/// What it does beside its operands: to the operand stack, or to registers ("MAR read, AX write").
std::string effect_text(const Row& row) {
    std::string text = stack_text(row);
    for (const isa::ImplicitOperand& operand : row.implicit)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", operand.name, to_string(operand.access));
    return text;
}

void print_text(Console& console, const Engine& engine, const Table& table,
                std::span<const Row* const> rows) {
    std::size_t code = 4, mnemonic = 8, operands = 8, effect = 5;
    for (const Row* row : rows) {
        code = std::max(code, opcode_text(table, *row).size());
        mnemonic = std::max(mnemonic, row->mnemonic.size());
        operands = std::max(operands, std::min<std::size_t>(operands_text(*row).size(), 32));
        effect = std::max(effect, std::min<std::size_t>(effect_text(*row).size(), 20));
    }
    // Where the columns leave no room for the meaning, it stands below.
    constexpr std::size_t indent = 8, room = 30;
    const std::size_t fixed = code + mnemonic + operands + effect + 10;
    const bool wide = console.width() == any_width || fixed + room <= console.width();
    std::string out =
        console.paint(Stream::out, Style::strong, table.title.empty() ? table.name : table.title);
    const std::string facts = fmt::format("({}, engine {}): {} instructions, addresses count {}", table.name,
                                          engine.id(), table.rows.size(), to_string(table.unit));
    const std::size_t title = table.title.empty() ? table.name.size() : table.title.size();
    out += " " + (console.width() == any_width ? facts : wrap(facts, 2, title + 1, console.width())) + "\n";
    for (const Row* row : rows) {
        out += "  " + console.paint(Stream::out, Style::number,
                                    fmt::format("{:<{}}", opcode_text(table, *row), code));
        out += "  " + console.paint(Stream::out, Style::name, fmt::format("{:<{}}", row->mnemonic, mnemonic));
        const std::string words = operands_text(*row), does = effect_text(*row);
        const std::size_t used =
            code + mnemonic + 10 + std::max(operands, words.size()) + std::max(effect, does.size());
        if (wide && used <= console.width()) {
            out += fmt::format("  {:<{}}  {:<{}}  ", words, operands, does, effect);
            out += last_column(row->meaning, used, indent, console.width());
        } else {
            std::string rest = words;
            if (!does.empty()) rest += fmt::format("{}[{}]", rest.empty() ? "" : "  ", does);
            if (!rest.empty()) out += "  " + wrap(rest, indent, code + mnemonic + 6, console.width());
            if (!row->meaning.empty())
                out += "\n" + std::string(indent, ' ') + wrap(row->meaning, indent, indent, console.width());
        }
        out += '\n';
    }
    console.out(out);
}

std::string markdown_cell(std::string_view text) {
    std::string cell;
    for (const char c : text) {
        if (c == '|') cell += '\\';
        cell += c;
    }
    return cell;
}

void print_markdown(Console& console, const Table& table, std::span<const Row* const> rows) {
    std::string out = fmt::format("### {}\n\nAddresses count {}.\n\n",
                                  table.title.empty() ? table.name : table.title, to_string(table.unit));
    out += "| opcode | mnemonic | operands | effect | flow | meaning |\n|---|---|---|---|---|---|\n";
    for (const Row* row : rows) {
        const std::string effect = effect_text(*row);
        out += fmt::format("| {} | `{}` | {} | {} | {} | {} |\n", opcode_text(table, *row), row->mnemonic,
                           markdown_cell(operands_text(*row)),
                           effect.empty() ? std::string() : "`" + markdown_cell(effect) + "`",
                           to_string(row->flow), markdown_cell(row->meaning));
    }
    console.out(out + "\n");
}

/// Which of the words is wrong, and what was meant.
std::string nothing_found(const Arguments& arguments, const Engine* engine,
                          const std::vector<std::string>& words) {
    std::vector<std::string_view> ids, tables, mnemonics;
    for (const Engine* candidate : engines()) {
        ids.push_back(candidate->id());
        if (engine != nullptr && candidate != engine) continue;
        for (const Table* table : candidate->format().tables()) {
            tables.push_back(table->name);
            if (arguments.has("--table") && table->name != arguments.text("--table")) continue;
            for (const Row& row : table->rows) mnemonics.push_back(row.mnemonic);
        }
    }
    const std::string_view table = arguments.text("--table");
    if (!table.empty() && std::ranges::find(tables, table) == tables.end())
        return fmt::format("unknown table '{}'.{} 'vellum version' lists them.", table,
                           did_you_mean(table, tables));
    if (words.empty()) return "no instructions to show.";
    if (words.size() > 1) // the first of two is an engine
        return fmt::format("unknown engine '{}'.{}", words.front(), did_you_mean(words.front(), ids));
    if (engine == nullptr) mnemonics.insert(mnemonics.end(), ids.begin(), ids.end());
    return fmt::format("{} instruction named '{}'.{}",
                       engine == nullptr ? "no engine has an" : fmt::format("{} has no", engine->id()),
                       words.front(), did_you_mean(words.front(), mnemonics));
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<std::string> words = arguments.words();
    const Engine* engine = nullptr;
    if (!words.empty()) {
        engine = find_engine(words.front());
        if (engine != nullptr) words.erase(words.begin());
    }
    const std::string pattern = words.empty() ? std::string() : lower_case(words.front());
    if (words.size() > 1) return session.usage(nothing_found(arguments, engine, words));
    const std::vector<Choice> choices = questions::tables_of(engine, arguments.text("--table"), pattern);
    if (choices.empty()) return session.usage(nothing_found(arguments, engine, words));
    const std::string_view format = arguments.text("--format", "text");
    if (format == "json" || format == "jsonl") {
        session.console().out(questions::tables_json(choices, format == "jsonl"));
        return ExitCode::ok;
    }
    bool first = true;
    for (const Choice& choice : choices) {
        if (format == "markdown") {
            print_markdown(session.console(), *choice.table, choice.rows);
            continue;
        }
        if (!first) session.console().out("\n");
        first = false;
        print_text(session.console(), *choice.engine, *choice.table, choice.rows);
    }
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"ENGINE", "Only this engine.", ValueKind::text, false, false},
    {"MNEMONIC",
     "Only instructions whose name contains this or matches this pattern, or an opcode such as 0x1a.",
     ValueKind::text, false, false},
};
constexpr Option own[] = {
    {"--format", 'f', "FORMAT",
     "'text', 'json', 'jsonl' (an instruction a line) or 'markdown' (for documents).", ValueKind::choice,
     "text|json|jsonl|markdown"},
    {"--table", 't', "NAME", "Only this table, for engines with several numberings.", ValueKind::text},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum isa pathologic", "all instructions of an engine"},
    {"vellum isa pathologic jump", "those with 'jump' in their name"},
    {"vellum isa --format json", "everything, for other tools"},
};

} // namespace

constinit const Command described{
    "isa",
    "Look",
    "Describe the instructions of an engine",
    "Opcode, name, operands, effect on the stack (before -- after) and meaning of every instruction. The "
    "disassembler, the assembler and the verifier use the same table, so it is never out of date.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::isa_command
