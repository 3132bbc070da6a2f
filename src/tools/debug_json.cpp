#include "tools/debug_json.hpp"

#include "base/json_writer.hpp"

namespace vellum::tools {

namespace {

void list(JsonWriter& writer, std::string_view name, const std::vector<std::string>& texts) {
    writer.list(name, texts);
}

} // namespace

void write_json(JsonWriter& writer, const DebugInfo& debug) {
    writer.begin_object();
    list(writer, "files", debug.files);
    writer.begin_array("lines");
    for (const DebugLine& line : debug.lines) {
        writer.begin_array();
        for (const std::uint32_t number : {line.address, line.file, line.line, line.column})
            writer.value(number);
        writer.end_array();
    }
    writer.end_array();
    writer.objects("functions", debug.functions, [&](const DebugFunction& function) {
        writer.member("name", function.name);
        writer.member("address", function.address);
        writer.member("end", function.end);
        if (function.group != DebugFunction::none) writer.member("group", function.group);
        writer.member("result", function.result);
        list(writer, "parameters", function.parameters);
        list(writer, "locals", function.locals);
    });
    writer.objects("groups", debug.groups, [&](const DebugGroup& group) {
        writer.member("name", group.name);
        list(writer, "variables", group.variables);
    });
    list(writer, "globals", debug.globals);
    writer.end_object();
}

} // namespace vellum::tools
