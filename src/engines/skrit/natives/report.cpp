// Report: one pair of functions per well-known stream, and the general ones by name.
#include "engines/skrit/machine/codes.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/natives/printf.hpp"

namespace vellum::skrit {

namespace {

/// Streams whose texts are messages: they end with a line end whatever the script wrote.
void write_message(World& world, std::string_view stream, std::string text, bool whole_lines) {
    if (whole_lines && !text.ends_with('\n')) text += '\n';
    world.reports.write(stream, text);
}

void write_format(World& world, Call& call, std::string_view stream, std::size_t format, bool whole_lines) {
    if (call.size() <= format) return refuse(world, call, codes::run_format, "the format is missing");
    Result<std::string> text =
        format_text(call[format].text(), call.arguments.subspan(format + 1), world.bounds().text);
    if (!text) return refuse(world, call, *text.error().code, text.error().message);
    write_message(world, stream, std::move(*text), whole_lines);
}

#define STREAM(key, name, lines)                                                                             \
    {"report." key "/1",                                                                                     \
     [](World& world, Call& call) { write_message(world, name, std::string(call[0].text()), lines); }},      \
    {                                                                                                        \
        "report." key "f/-1", [](World& world, Call& call) { write_format(world, call, name, 0, lines); }    \
    }

constexpr BuiltInRow rows[] = {
    STREAM("generic", "generic", false),
    STREAM("screen", "screen", true),
    STREAM("warning", "warning", true),
    STREAM("error", "error", true),
    STREAM("errorbox", "errorbox", true),
    STREAM("messagebox", "messagebox", true),
    STREAM("fatal", "fatal", true),
    STREAM("perf", "perf", false),
    STREAM("perflog", "perflog", false),
    STREAM("testlog", "testlog", false),
    STREAM("debugger", "debugger", false),
    {"report.report/2",
     [](World& world, Call& call) { world.reports.write(call[0].text(), call[1].text()); }},
    {"report.reportf/-1",
     [](World& world, Call& call) {
         if (call.size() < 2) return refuse(world, call, codes::run_format, "the format is missing");
         const std::string stream(call[0].text());
         write_format(world, call, stream, 1, false);
     }},
    {"report.enable/1", [](World& world, Call& call) { world.reports.enable(call[0].text(), true); }},
    {"report.disable/1", [](World& world, Call& call) { world.reports.enable(call[0].text(), false); }},
    {"report.toggle/1",
     [](World& world, Call& call) {
         world.reports.enable(call[0].text(), !world.reports.enabled(call[0].text()));
     }},
    {"report.isenabled/1",
     [](World& world, Call& call) { call.result = world.reports.enabled(call[0].text()); }},
    {"report.translate/1", [](World&, Call& call) { call.result = call[0]; }},
    {"report.addnewsinktocontext/3",
     [](World& world, Call& call) {
         call.result = world.reports.add_to_stream(call[0].text(), call[1].text(), call[2].text());
     }},
    {"report.addnewsinktosink/3",
     [](World& world, Call& call) {
         call.result = world.reports.add_to_sink(call[0].text(), call[1].text(), call[2].text());
     }},
};
#undef STREAM

} // namespace

std::span<const BuiltInRow> report_natives() { return rows; }

} // namespace vellum::skrit
