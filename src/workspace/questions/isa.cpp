// The instruction tables.
#include "workspace/questions/isa.hpp"

#include "base/ascii.hpp"
#include "base/glob.hpp"
#include "workspace/questions/question.hpp"
#include "workspace/questions/rows_json.hpp"

namespace vellum::questions {

using isa::Row;
using isa::Table;

namespace {

void write_row(JsonWriter& json, const Row& row) {
    json.begin_object();
    json.member("mnemonic", row.mnemonic);
    json.member("opcode", row.opcode);
    json.member("opcode_last", row.opcode_last);
    json.objects("operands", row.operands, [&](const isa::OperandSpec& operand) {
        json.member("name", operand.name);
        json.member("kind", operand.kind->name);
        json.list("fields", std::span(operand.kind->fields).first(operand.kind->field_count),
                  [&](const auto& field) { json.value(to_string(field)); });
        json.member("access", to_string(operand.access));
        if (operand.repeat != isa::Repeat::once) json.member("repeats", true);
        if (!operand.kind->shown) json.member("hidden", true);
    });
    if (!row.implicit.empty())
        json.objects("implicit", row.implicit, [&](const isa::ImplicitOperand& operand) {
            json.member("name", operand.name);
            json.member("access", to_string(operand.access));
        });
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
    return rows_json(
        choices, lines, "instructions", "instruction",
        [](JsonWriter& json, const Instructions& choice) { json.member("table", choice.table->name); },
        [](JsonWriter& json, const Instructions& choice) {
            json.member("title", choice.table->title);
            json.member("address_unit", to_string(choice.table->unit));
            json.member("opcode_field", to_string(choice.table->opcode_field));
        },
        [](JsonWriter& json, const Row* row) { write_row(json, *row); });
}

namespace {

Result<std::string> whole_isa(const Workspace& workspace, const Request& request,
                              const Workspace::Progress&) {
    const std::string id = request.text("engine");
    const Engine* const engine = id.empty() ? workspace.settings().engine : find_engine(id);
    if (engine == nullptr && !id.empty())
        return fail(codes::question_parameter, "'isa': there is no engine '" + id + "'");
    return tables_json(tables_of(engine, request.text("table"), lower_case(request.text("name"))), false);
}

constexpr Parameter of_isa[] = {
    {"engine", Holds::text, "Only instructions of this engine."},
    {"table", Holds::text, "Only this table, for engines with several numberings."},
    {"name", Holds::text, "A part of the name, a pattern, or an opcode such as 0x1a."},
};

} // namespace

const Question isa{"isa",    "The instructions of an engine and what they do", of_isa, "isa", nullptr,
                   whole_isa};

} // namespace vellum::questions
