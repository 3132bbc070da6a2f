// `vellum run`: runs scripts without their game and tells what they ask of it.
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "base/counted.hpp"
#include "base/json_writer.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/picture.hpp"
#include "cli/text_reporter.hpp"
#include "cli/world.hpp"
#include "workspace/run/summary.hpp"

namespace vellum::cli::run_command {

namespace {

constexpr std::uint64_t usual_lines = 2000;

/// For JSON: everything that is told becomes lines if wanted.
class JsonReporter final : public runs::Summary {
  public:
    JsonReporter(Console& console, JsonTracer* tracer) : console_(console), tracer_(tracer) {}

    void begin(std::string_view label, std::uint64_t frame) override {
        Summary::begin(label, frame);
        line("frame", label, frame);
    }
    void announce(const RunAction& action) override { line("action", action.text); }
    void action(const RunAction& action, std::string_view outcome) override {
        Summary::action(action, outcome);
        line("outcome", outcome);
    }
    void remark(std::string_view text) override {
        Summary::remark(text);
        line("remark", text);
    }
    void host_says(std::string_view text) override { line("host", text); }
    void problem(const Diagnostic& diagnostic) override {
        Summary::problem(diagnostic);
        console_.err(describe(console_, Stream::err, diagnostic));
    }

  private:
    void line(std::string_view type, std::string_view text, std::uint64_t frame = 0) {
        if (tracer_ == nullptr) return;
        tracer_->flush();
        console_.out(json_report_line(type, text, frame));
    }

    Console& console_;
    JsonTracer* tracer_;
};

std::string machine_states(const Scheduler& scheduler) {
    std::map<std::string_view, std::size_t> states;
    for (std::size_t i = 0; i < scheduler.machine_count(); ++i)
        ++states[to_string(scheduler.machine(i).state)];
    std::string text;
    for (const auto& [state, count] : states)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), state);
    return text;
}

ExitCode run_text(Session& session, World& world) {
    Run& run = world.run();
    Console& console = session.console();
    const bool verbose = session.arguments().has("--verbose");
    TextReporter reporter(
        console,
        {.world = &run.scheduler(), .silent = session.quiet(), .most_lines = verbose ? 0 : usual_lines});
    ReportObserver report(session.quiet() ? TextSink()
                                          : TextSink([&](std::string_view text) { reporter.lines(text); }),
                          {.host = &run.names()});
    reporter.set_report(&report);
    run.scheduler().add_observer(report);
    const auto begin = std::chrono::steady_clock::now();
    ExitCode code = world.play(reporter);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    reporter.finish();
    run.scheduler().remove_observer(report);
    if (report.faults() != 0) code = worst(code, ExitCode::findings);

    std::string out = console.paint(Stream::out, Style::strong, "summary") + "\n";
    out += fmt::format("{}, {} in {:.1f} ms; machines: {}\n", counted(run.frames_run(), "frame"),
                       counted(run.scheduler().instructions(), "instruction"), spent.count(),
                       machine_states(run.scheduler()));
    if (run.verdict()) out += fmt::format("replay: {}\n", run.verdict()->text);
    if (reporter.left_out() != 0)
        out += fmt::format("{} left out; --verbose shows them\n", counted(reporter.left_out(), "line"));
    out += report.summary();
    const auto of_the_host = run.host_diagnostics();
    for (const Diagnostic& each : of_the_host.all()) out += describe(console, Stream::out, each);
    console.out(out);
    return code;
}

ExitCode run_json(Session& session, World& world) {
    Run& run = world.run();
    Console& console = session.console();
    const bool lines = session.format() == Format::jsonl;
    ReportObserver report(TextSink(), {.host = &run.names()});
    JsonTracer tracer([&](std::string_view text) { console.out(text); },
                      {.steps = false, .host = &run.names()});
    JsonReporter reporter(console, lines ? &tracer : nullptr);
    run.scheduler().add_observer(report);
    if (lines) run.scheduler().add_observer(tracer);
    ExitCode code = world.play(reporter);
    tracer.flush();
    run.scheduler().remove_observer(report);
    run.scheduler().remove_observer(tracer);
    if (report.faults() != 0) code = worst(code, ExitCode::findings);
    TextWriter out;
    JsonWriter json(out, {.indented = !lines});
    json.begin_object();
    if (lines) json.member("type", "summary");
    reporter.write(json, run, report);
    json.end_object();
    out.newline();
    console.out(out.view());
    return code;
}

ExitCode run(Session& session) {
    World world(session);
    if (const ExitCode code = world.open(); code != ExitCode::ok) return code;
    const ExitCode code =
        session.format() == Format::text ? run_text(session, world) : run_json(session, world);
    const std::string picture(session.arguments().text("--svg"));
    return picture.empty() ? code : worst(code, write_picture(session, world.run(), picture));
}

constexpr Positional positionals[] = {
    {"FILE",
     "The scripts of one world: modules first, the main script last. A container stands for all its scripts.",
     ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--quiet", 'q', "", "Only the summary."},
    {"--verbose", 'v', "", "Print everything, however long. Default: up to 2,000 lines."},
    {"--reload", 0, "",
     "Skrit: run frames in real time and reload every script you save meanwhile; its objects keep their "
     "values and state. Runs until Ctrl-C unless --frames sets an end."},
    {"--svg", 0, "FILE", "Draw the run as a picture, if the engine's scripts belong to a map.",
     ValueKind::file},
};
const OptionGroup options[] = {
    world_options, own, source_options, format_options, content_options, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum run quest.bin --frames 200", "what does it call in its game?"},
    {"vellum run quest.bin --event '2:1,2@10' --host my.lua",
     "send an event, answer natives with your own script"},
    {"vellum run math.o --call 'Add(1,2)'", "call one function"},
    {"vellum run quest.bin --record log.jsonl && vellum run quest.bin --replay log.jsonl",
     "the same run, twice"},
    {"vellum run quest.bin --snapshot-at 100:middle.snap && vellum run quest.bin --restore middle.snap",
     "stop and continue"},
};

} // namespace

constinit const Command described{
    "run",
    "Run",
    "Run scripts without their game and print what they call",
    "Puts the scripts into one world, starts it and runs it frame by frame. The game's answers come from a "
    "host script, from Vellum itself, or from a stand-in that returns defaults; '[stood in]' marks "
    "those.\n\nLines with '>' are events and calls you requested, '=' their results. Identical frames are "
    "printed as one. Exit code 1 means that a script faulted, an event or call was refused, or a replay "
    "differed.\n\nA record names its programs and holds their settings and budget; a replay takes both from "
    "there and refuses other programs. Standard error, the summary and the JSON report whether the replay "
    "matched.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::run_command
