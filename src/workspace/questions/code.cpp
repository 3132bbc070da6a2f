// A script in all its forms, tied to each other: source, instructions, bytes, names.
#include <string>
#include <vector>

#include "base/base64.hpp"
#include "base/bytes.hpp"
#include "base/json_writer.hpp"
#include "base/lines.hpp"
#include "program/lines.hpp"
#include "tools/code_offset.hpp"
#include "tools/source_outline.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

/// The line of the source, which is the first of the files.
void write_line(JsonWriter& json, const LineTable& lines, std::uint32_t address) {
    const DebugLine* const line = lines.at(address);
    if (line != nullptr && line->file == 0 && line->line != 0) json.member("line", line->line);
}

/// The parts of an instruction after its opcode, as offsets from its first byte.
void write_fields(JsonWriter& json, const Program& program, const isa::Code& code, std::size_t index) {
    std::uint32_t at = isa::field_size(code.table->opcode_field);
    json.begin_array("fields");
    for (const Operand& operand : operands_of(program, index)) {
        const std::uint32_t size = operand.spec->kind->encoded_size();
        json.begin_object();
        json.member("name", operand.spec->name);
        json.member("kind", operand.spec->kind->name);
        json.member("at", at);
        json.member("size", size);
        if (!operand.text.empty()) json.member("text", operand.text);
        json.end_object();
        at += size;
    }
    json.end_array();
}

void write_code(JsonWriter& json, const Program& program, const isa::Code& code, const LineTable& lines) {
    json.begin_array("instructions");
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        const isa::Instruction& each = code.instructions[i];
        const std::uint32_t end =
            i + 1 < code.instructions.size() ? code.instructions[i + 1].offset : code.size;
        json.begin_object();
        json.member("address", each.address);
        json.member("offset", each.offset);
        json.member("size", end - each.offset);
        write_line(json, lines, each.address);
        json.member("text", instruction_text(program, i));
        write_fields(json, program, code, i);
        json.end_object();
    }
    json.end_array();
}

/// The name that the source has, or would have.
std::string source_name(const tools::Script& script, const Engine& engine) {
    const Language* const language = engine.language();
    if (script.is_source || script.is_listing || language == nullptr || language->endings().empty())
        return script.name;
    const std::size_t slash = script.name.find_last_of("/!") + 1; // npos + 1 is 0
    const std::size_t dot = script.name.find_last_of('.');
    const bool has_ending = dot != std::string::npos && dot > slash;
    return script.name.substr(0, has_ending ? dot : script.name.size()) + std::string(language->endings()[0]);
}

std::string script_json(const tools::OpenedFile& opened, const tools::Script& script,
                        const tools::Sourced& sourced, std::span<const std::byte> bytes,
                        bool with_instructions) {
    const Program& program = *sourced.program;
    const isa::Code* const code = program.code();
    const LineTable lines(program);
    const tools::SourceOutline outline(*opened.engine, sourced.text);
    const std::vector<std::size_t> begins = line_begins(sourced.text);
    return json_object([&](JsonWriter& json) {
        json.member("file", script.name);
        json.member("engine", opened.engine->id());
        if (!sourced.text.empty()) {
            json.member("source", sourced.text);
            json.member("source_name", source_name(script, *opened.engine));
        }
        json.member("size", bytes.size());
        json.objects("functions", program.functions(), [&](const Function& function) {
            json.member("name", function.name);
            json.member("kind", function.kind);
            json.member("address", function.address);
            if (function.end != 0) json.member("end", function.end);
            if (!function.also.empty()) json.list("also", function.also);
            // A function that begins with nothing has its first instruction in a later line.
            if (const auto begin = outline.begin_of(function.name))
                json.member("line", line_of(begins, *begin));
            else
                write_line(json, lines, function.address);
        });
        json.objects("references", program.references(), [&](const Reference& use) {
            json.member("kind", to_string(use.kind));
            json.member("name", use.name);
            json.member("address", use.address);
            write_line(json, lines, use.address);
        });
        if (!with_instructions) return;
        json.member("bytes", to_base64(bytes));
        if (code == nullptr) return;
        if (const auto begin = tools::code_offset(program, bytes)) json.member("code_offset", *begin);
        write_code(json, program, *code, lines);
    });
}

void each_code(const Workspace& workspace, const Request& request, const Node& node,
               const tools::OpenedFile& opened, Answer& answer) {
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, SourceView::none, answer.problems);
        if (!program) continue;
        tools::Sourced sourced = workspace.source_of(node, opened, script, *program);
        if (script.is_listing) sourced.text = as_text(script.bytes);
        std::vector<std::byte> made;
        std::span<const std::byte> bytes = script.bytes;
        if (script.is_source || script.is_listing) { // the file that it is compiled to
            auto saved = (*program)->save();
            if (!saved) {
                answer.problems.push_back(std::move(saved.error()));
                continue;
            }
            bytes = made = std::move(*saved);
        }
        answer.values.push_back(script_json(opened, script, sourced, bytes, request.flag("instructions")));
    }
}

constexpr Parameter of_code[] = {
    nodes_parameter,
    {"instructions", Holds::flag, "Also the compiled bytes and the instructions in them."},
};

} // namespace

const Question code{"code", "Show source, instructions and bytes of scripts, tied to each other", of_code,
                    "code", each_code};

} // namespace vellum::questions
