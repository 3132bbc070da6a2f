// Everything that is certain about a file without running it.
#include <algorithm>

#include "base/json_writer.hpp"
#include "tools/check.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

void each_check(const Workspace&, const Request& request, const Node& node, const tools::OpenedFile& opened,
                Answer& answer) {
    std::vector<tools::CheckReport> reports = tools::check(opened, request.flag("notes"));
    if (!node.named) std::ranges::for_each(reports, tools::allow_library);
    if (reports.empty()) reports.push_back({.file = node.name(), .found = {}}); // without a script
    for (const tools::CheckReport& report : reports) {
        TextWriter writer;
        JsonWriter json(writer);
        tools::write_json(json, *opened.engine, report);
        answer.values.push_back(writer.take());
    }
}

constexpr Parameter of_check[] = {
    nodes_parameter,
    {"notes", Holds::flag, "Also report notes."},
};

} // namespace

const Question check{"check", "Find errors without running anything", of_check, "check", each_check};

} // namespace vellum::questions
