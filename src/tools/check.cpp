#include "tools/check.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/json_writer.hpp"
#include "tools/codes.hpp"
#include "tools/diagnostic_json.hpp"
#include "tools/quote.hpp"

namespace vellum::tools {

CheckReport check(const OpenedFile& opened, const Script& script, ProgramPtr& program, bool keep_notes) {
    CheckReport report;
    report.file = script.name;
    Diagnostics diagnostics;
    auto loaded = load(opened, script, diagnostics);
    program = loaded ? *loaded : nullptr;
    if (program) program->check(diagnostics);
    diagnostics.set_file(script.name);
    quote_lines(diagnostics, script.name, as_text(script.bytes), nullptr);
    report.found = diagnostics.all();
    report.errors = diagnostics.errors();
    report.warnings = diagnostics.warnings();
    report.dropped = diagnostics.dropped();
    // The loader's last word is often among the collected ones already.
    if (!loaded && diagnostics.ok()) {
        report.found.push_back(std::move(loaded.error()));
        ++report.errors;
    }
    const auto is_note = [](const Diagnostic& one) { return one.severity == Severity::note; };
    report.notes = static_cast<std::size_t>(std::ranges::count_if(report.found, is_note));
    if (!keep_notes) std::erase_if(report.found, is_note);
    return report;
}

std::vector<CheckReport> check(const OpenedFile& opened, bool keep_notes) {
    std::vector<CheckReport> reports;
    reports.reserve(opened.scripts.size());
    for (const Script& script : opened.scripts) {
        ProgramPtr program;
        reports.push_back(check(opened, script, program, keep_notes));
    }
    for (const archives::Member& member : opened.members)
        if (member.cut_off && opened.whole)
            reports.push_back(
                {opened.name + "!" + member.name,
                 {make_diagnostic(codes::cli_member,
                                  "member '" + member.name + "' extends past the end of the file",
                                  {opened.name, member.offset, 0, 0})},
                 1,
                 0,
                 0,
                 0});
    return reports;
}

void allow_library(CheckReport& report) {
    report.errors -=
        std::erase_if(report.found, [](const Diagnostic& one) { return one.code == &codes::engine_library; });
}

void write_json(JsonWriter& json, const Engine& engine, const CheckReport& report) {
    json.begin_object();
    json.member("file", report.file);
    json.member("engine", engine.id());
    json.member("ok", report.errors == 0);
    json.member("errors", report.errors);
    json.member("warnings", report.warnings);
    if (report.dropped != 0) json.member("dropped", report.dropped);
    json.list("diagnostics", report.found,
              [&](const Diagnostic& diagnostic) { write_json(json, diagnostic); });
    json.end_object();
}

} // namespace vellum::tools
