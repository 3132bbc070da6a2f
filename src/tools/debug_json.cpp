#include "tools/debug_json.hpp"

#include "base/json_writer.hpp"

namespace vellum::tools {

namespace {

void list(JsonWriter& writer, std::string_view name, const std::vector<std::string>& texts) {
    writer.key(name);
    writer.begin_array();
    for (const std::string& text : texts) writer.value(text);
    writer.end_array();
}

} // namespace

void write_json(JsonWriter& writer, const DebugInfo& debug) {
    writer.begin_object();
    list(writer, "files", debug.files);
    writer.key("lines");
    writer.begin_array();
    for (const DebugLine& line : debug.lines) {
        writer.begin_array();
        for (const std::uint32_t number : {line.address, line.file, line.line, line.column})
            writer.value(number);
        writer.end_array();
    }
    writer.end_array();
    writer.key("functions");
    writer.begin_array();
    for (const DebugFunction& function : debug.functions) {
        writer.begin_object();
        writer.member("name", function.name);
        writer.member("address", function.address);
        writer.member("end", function.end);
        if (function.group != DebugFunction::none) writer.member("group", function.group);
        writer.member("result", function.result);
        list(writer, "parameters", function.parameters);
        list(writer, "locals", function.locals);
        writer.end_object();
    }
    writer.end_array();
    writer.key("groups");
    writer.begin_array();
    for (const DebugGroup& group : debug.groups) {
        writer.begin_object();
        writer.member("name", group.name);
        list(writer, "variables", group.variables);
        writer.end_object();
    }
    writer.end_array();
    list(writer, "globals", debug.globals);
    writer.end_object();
}

} // namespace vellum::tools
