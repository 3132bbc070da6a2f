// The instruction tables.
#include "workspace/questions/isa.hpp"

#include "base/ascii.hpp"
#include "base/glob.hpp"
#include "base/json_writer.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

using isa::Row;
using isa::Table;

namespace {

void write_row(JsonWriter& json, const Row& row) {
    json.begin_object();
    json.member("mnemonic", row.mnemonic);
    json.member("opcode", row.opcode);
    json.member("opcode_last", row.opcode_last);
    json.key("operands");
    json.begin_array();
    for (const isa::OperandSpec& operand : row.operands) {
        json.begin_object();
        json.member("name", operand.name);
        json.member("kind", operand.kind->name);
        json.key("fields");
        json.begin_array();
        for (std::size_t i = 0; i < operand.kind->field_count; ++i)
            json.value(to_string(operand.kind->fields[i]));
        json.end_array();
        json.member("access", to_string(operand.access));
        if (operand.repeat != isa::Repeat::once) json.member("repeats", true);
        if (!operand.kind->shown) json.member("hidden", true);
        json.end_object();
    }
    json.end_array();
    if (!row.implicit.empty()) {
        json.key("implicit");
        json.begin_array();
        for (const isa::ImplicitOperand& operand : row.implicit) {
            json.begin_object();
            json.member("name", operand.name);
            json.member("access", to_string(operand.access));
            json.end_object();
        }
        json.end_array();
    }
    json.member("stack", stack_text(row));
    json.member("flow", to_string(row.flow));
    json.member("meaning", row.meaning);
    json.end_object();
}

} // namespace

std::string opcode_text(const Table& table, const Row& row) {
    const unsigned digits = table.rows.back().opcode_last < 0x100 ? 2 : 4;
    TextWriter text;
    text.hex0x(row.opcode, digits);
    if (row.opcode_last != row.opcode) {
        text.ch('-');
        text.hex0x(row.opcode_last, digits);
    }
    return text.take();
}

std::vector<Instructions> tables_of(const Engine* engine, std::string_view table, std::string_view pattern) {
    std::vector<Instructions> choices;
    for (const Engine* candidate : engines()) {
        if (engine != nullptr && candidate != engine) continue;
        for (const Table* each : candidate->format().tables()) {
            if (!table.empty() && each->name != table) continue;
            Instructions choice{candidate, each, {}};
            for (const Row& row : each->rows) {
                const std::string name = lower_case(row.mnemonic);
                if (name.contains(pattern) || matches(pattern, name) || opcode_text(*each, row) == pattern)
                    choice.rows.push_back(&row);
            }
            if (!choice.rows.empty()) choices.push_back(std::move(choice));
        }
    }
    return choices;
}

std::string tables_json(std::span<const Instructions> choices, bool lines) {
    TextWriter out;
    JsonWriter json(out, {.indented = !lines});
    if (!lines) json.begin_array();
    for (const Instructions& choice : choices) {
        if (!lines) {
            json.begin_object();
            json.member("engine", choice.engine->id());
            json.member("table", choice.table->name);
            json.member("title", choice.table->title);
            json.member("address_unit", to_string(choice.table->unit));
            json.member("opcode_field", to_string(choice.table->opcode_field));
            json.key("instructions");
            json.begin_array();
        }
        for (const Row* row : choice.rows) {
            if (!lines) {
                write_row(json, *row);
                continue;
            }
            JsonWriter line(out);
            line.begin_object();
            line.member("engine", choice.engine->id());
            line.member("table", choice.table->name);
            line.key("instruction");
            write_row(line, *row);
            line.end_object();
            out.newline();
        }
        if (lines) continue;
        json.end_array();
        json.end_object();
    }
    if (!lines) {
        json.end_array();
        out.newline();
    }
    return out.take();
}

namespace {

Result<std::string> whole(const Workspace& workspace, const Request& request, const Workspace::Progress&) {
    const std::string id = request.text("engine");
    const Engine* const engine = id.empty() ? workspace.settings().engine : find_engine(id);
    if (engine == nullptr && !id.empty())
        return fail(codes::question_parameter, "'isa': there is no engine '" + id + "'");
    return tables_json(tables_of(engine, request.text("table"), lower_case(request.text("name"))), false);
}

constexpr Parameter parameters[] = {
    {"engine", Holds::text, "Only instructions of this engine."},
    {"table", Holds::text, "Only this table, for engines with several numberings."},
    {"name", Holds::text, "A part of the name, a pattern, or an opcode such as 0x1a."},
};

} // namespace

const Question isa{"isa", "The instructions of an engine and what they do", parameters, "isa", nullptr,
                   whole};

} // namespace vellum::questions
