// `vellum profile`: where a run spends its instructions and its time.
#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/json_writer.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/world.hpp"
#include "tools/profile.hpp"
#include "workspace/run/profiler.hpp"

namespace vellum::cli::profile_command {

namespace {

constexpr std::uint64_t usual_rows = 20;

/// Prints what was refused; everything else of the run is `vellum run`'s to tell.
class OnlyProblems final : public RunReporter {
  public:
    explicit OnlyProblems(Console& console) : console_(console) {}
    void begin(std::string_view, std::uint64_t) override {}
    void announce(const RunAction&) override {}
    void action(const RunAction&, std::string_view) override {}
    void remark(std::string_view) override {}
    void host_says(std::string_view) override {}
    void problem(const Diagnostic& diagnostic) override {
        console_.err(describe(console_, Stream::err, diagnostic));
    }
    void end() override {}

  private:
    Console& console_;
};

std::string text_of(Session& session, const tools::Profile& profile, std::string_view title) {
    const Arguments& arguments = session.arguments();
    const std::string_view asked = arguments.text("--format");
    if (asked == "json") {
        TextWriter out;
        JsonWriter json(out, {.indented = true});
        json.begin_object();
        tools::write_json(json, profile);
        json.end_object();
        out.newline();
        return out.take();
    }
    return tools::profile_text(profile, tools::profile_format(asked).value_or(tools::ProfileFormat::text),
                               title,
                               static_cast<std::size_t>(arguments.count("--rows").value_or(usual_rows)));
}

ExitCode run(Session& session) {
    World world(session);
    if (const ExitCode code = world.open(); code != ExitCode::ok) return code;
    Run& run = world.run();
    runs::Profiler profiler(run.scheduler());
    OnlyProblems reporter(session.console());
    ExitCode code = world.play(reporter);
    const tools::Profile profile = profiler.finish();
    for (const Fault& fault : run.scheduler().faults())
        session.console().err(fmt::format("{}\n", format(fault)));
    if (!run.scheduler().faults().empty()) code = worst(code, ExitCode::findings);
    const std::string text =
        text_of(session, profile, run.programs().empty() ? std::string() : run.programs().back()->name());
    const std::string output(session.arguments().text("--output"));
    if (output.empty() || output == "-") {
        session.console().out(text);
        return code;
    }
    if (auto written = session.outputs().write_drawing(output, text, Old::keep); !written)
        return worst(code, session.report(written.error()));
    session.console().err(fmt::format("{}: {}\n", output, counted(profile.instructions, "instruction")));
    return code;
}

constexpr Positional positionals[] = {
    {"FILE", "The scripts of one world: modules first, the main script last.", ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--format", 'f', "FORMAT",
     "'text' for a table, 'json', 'svg' for a flame graph, 'callgrind' for KCachegrind, or 'speedscope' for "
     "speedscope.app.",
     ValueKind::choice, "text|json|svg|callgrind|speedscope"},
    {"--rows", 0, "N", "At most N functions, lines and natives in the table, 0 for all. Default: 20.",
     ValueKind::count},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {
    own, world_options, source_options, content_options, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum profile game.ags --frames 600", "which functions and lines take the most instructions"},
    {"vellum profile math.o --call 'Work(10)' --format svg -o work.svg", "the same as a flame graph"},
    {"vellum profile quest.bin --format callgrind -o quest.callgrind", "line by line, for KCachegrind"},
};

} // namespace

constinit const Command described{
    "profile",
    "Run",
    "Show where a run spends its instructions and time",
    "Runs like 'vellum run' and prints how many instructions each function and each line of the source "
    "executed, how often functions and natives were called, and the time they took. Instructions and calls "
    "are "
    "exact, and their sum is the run's; time is sampled and includes the natives that a function "
    "calls.\n\nAGS "
    "scripts are counted at nearly full speed. In the other engines each instruction is observed, which "
    "slows "
    "the run down, so that their times only compare functions with each other.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::profile_command
