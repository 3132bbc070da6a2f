// Report: one pair of functions per well-known stream, and the general ones by name.
#include <algorithm>
#include <string>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/natives/printf.hpp"

namespace vellum::skrit {

namespace {

void no_memory(World& world, Call& call) {
    refuse(world, call, codes::run_memory, "the scripts hold more memory than the host allows");
}

/// Messages are streams whose texts end with a line end whatever the script wrote.
void write_text(World& world, Call& call, std::string_view stream, std::string_view text, bool message) {
    constexpr std::uint64_t a_sink = 64; // for finding it
    const std::uint64_t sinks = world.reports.width(stream);
    call.charge(stream.size() + text.size() + (sinks - 1) * (text.size() + a_sink));
    const bool ends = !message || text.ends_with('\n');
    if (!world.reports.write(stream, ends ? text : std::string(text) + '\n')) no_memory(world, call);
}

void write_format(World& world, Call& call, std::string_view stream, std::size_t format, bool message) {
    if (call.size() <= format) return refuse(world, call, codes::run_format, "the format is missing");
    Result<std::string> text =
        format_text(call, call[format].text(), call.arguments.subspan(format + 1), world.bounds().text);
    if (!text) return refuse(world, call, *text.error().code, text.error().message);
    write_text(world, call, stream, *text, message);
}

void enable(World& world, Call& call, std::string_view stream, bool on) {
    if (!world.reports.enable(stream, on)) no_memory(world, call);
}

/// A stream by its name or as a ReportContext.
std::string stream_of(World& world, const Value& value) {
    return std::string(value.is(Type::object) ? world.reports.stream_of(value.object()) : value.text());
}

/// The stream that a member of ReportContext is called on. What is none takes its words to the generic one:
/// a game hands out contexts that this world does not know.
std::string context_of(World& world, const Call& call) {
    const std::string_view known = world.reports.stream_of(call.receiver);
    return std::string(known.empty() ? "generic" : known);
}

/// Output gives whether anything was written; the second argument is how many letters.
void output(World& world, Call& call, bool raw) {
    const std::string stream = context_of(world, call);
    std::string_view text = call[0].text();
    if (call.size() == 2) text = text.substr(0, static_cast<std::size_t>(std::max(0, call[1].integer())));
    call.result = world.reports.enabled(stream);
    if (!raw) return write_text(world, call, stream, text, false);
    call.charge(text.size());
    if (!world.reports.write_raw(stream, text)) no_memory(world, call);
}

#define STREAM(key, name, lines)                                                                             \
    {"report." key "/1",                                                                                     \
     [](World& world, Call& call) { write_text(world, call, name, call[0].text(), lines); }},                \
    {                                                                                                        \
        "report." key "f/-1", [](World& world, Call& call) { write_format(world, call, name, 0, lines); }    \
    }

constexpr BuiltInRow report_rows[] = {
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
     [](World& world, Call& call) {
         write_text(world, call, stream_of(world, call[0]), call[1].text(), false);
     }},
    {"report.reportf/-1",
     [](World& world, Call& call) {
         if (call.size() < 2) return refuse(world, call, codes::run_format, "the format is missing");
         const std::string stream = stream_of(world, call[0]);
         write_format(world, call, stream, 1, false);
     }},
    {"report.enable/1", [](World& world, Call& call) { enable(world, call, call[0].text(), true); }},
    {"report.disable/1", [](World& world, Call& call) { enable(world, call, call[0].text(), false); }},
    {"report.toggle/1",
     [](World& world, Call& call) {
         enable(world, call, call[0].text(), !world.reports.enabled(call[0].text()));
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
    {"reportcontext.output/1", [](World& world, Call& call) { output(world, call, false); }},
    {"reportcontext.output/2", [](World& world, Call& call) { output(world, call, false); }},
    {"reportcontext.outputraw/1", [](World& world, Call& call) { output(world, call, true); }},
    {"reportcontext.outputraw/2", [](World& world, Call& call) { output(world, call, true); }},
    {"reportcontext.outputeol/0",
     [](World& world, Call& call) {
         const std::string stream = context_of(world, call);
         call.result = world.reports.enabled(stream);
         write_text(world, call, stream, "\n", false);
     }},
    {"reportcontext.outputf/-1",
     [](World& world, Call& call) {
         const std::string stream = context_of(world, call);
         call.result = world.reports.enabled(stream);
         write_format(world, call, stream, 0, false);
     }},
    {"reportcontext.indent/0",
     [](World& world, Call& call) { world.reports.indent(context_of(world, call), 1); }},
    {"reportcontext.outdent/0",
     [](World& world, Call& call) { world.reports.indent(context_of(world, call), -1); }},
    {"reportcontext.beginreport/0",
     [](World& world, Call& call) { world.reports.begin_report(context_of(world, call), true); }},
    {"reportcontext.endreport/0",
     [](World& world, Call& call) { world.reports.begin_report(context_of(world, call), false); }},
    {"reportcontext.isinreport/0",
     [](World& world, Call& call) { call.result = world.reports.in_report(context_of(world, call)); }},
    {"reportcontext.disable/0",
     [](World& world, Call& call) { enable(world, call, context_of(world, call), false); }},
    {"reportcontext.enable/1",
     [](World& world, Call& call) { enable(world, call, context_of(world, call), call[0].boolean()); }},
    {"reportcontext.toggle/0",
     [](World& world, Call& call) {
         const std::string stream = context_of(world, call);
         enable(world, call, stream, !world.reports.enabled(stream));
     }},
    {"reportcontext.isenabled/0",
     [](World& world, Call& call) { call.result = world.reports.enabled(context_of(world, call)); }},
};
#undef STREAM

} // namespace

std::span<const BuiltInRow> report_natives() { return report_rows; }

} // namespace vellum::skrit
