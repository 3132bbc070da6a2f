// `vellum trace`: every instruction of a run.
#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/highlight.hpp"
#include "cli/world.hpp"
#include "runtime/trace.hpp"
#include "workspace/run/summary.hpp"

namespace vellum::cli::trace_command {

namespace {

/// Marks frames and actions between the lines of the tracer.
class TraceReporter final : public RunReporter {
  public:
    TraceReporter(Console& console, bool json, std::function<void()> flush)
        : console_(console), json_(json), flush_(std::move(flush)) {}

    void begin(std::string_view label, std::uint64_t frame) override { say("frame", label, frame); }
    void announce(const RunAction& action) override { say("action", action.text); }
    void action(const RunAction&, std::string_view outcome) override { say("outcome", outcome); }
    void remark(std::string_view text) override { say("remark", text); }
    void host_says(std::string_view text) override { say("host", text); }
    void problem(const Diagnostic& diagnostic) override {
        flush_();
        console_.err(describe(console_, Stream::err, diagnostic));
    }
    void end() override { flush_(); }

  private:
    void say(std::string_view type, std::string_view text, std::uint64_t frame = 0) {
        flush_();
        if (!json_)
            return console_.out(console_.paint(Stream::out, Style::strong, "; " + escape_control(text)) +
                                "\n");
        console_.out(json_report_line(type, text, frame));
    }

    Console& console_;
    bool json_;
    std::function<void()> flush_;
};

template <class Tracer> ExitCode trace(Session& session, World& world, bool json) {
    Console& console = session.console();
    Run& run = world.run();
    const TraceOptions options{.steps = !session.arguments().has("--no-steps"),
                               .most_lines = session.arguments().count("--limit").value_or(0),
                               .host = &run.names()};
    Tracer tracer(
        [&](std::string_view text) {
            console.out(json ? std::string(text) : highlight(console, text, Syntax::trace));
        },
        options);
    TraceReporter reporter(console, json, [&] { tracer.flush(); });
    run.scheduler().add_observer(tracer);
    const ExitCode code = world.play(reporter); // whose end flushes the tracer
    run.scheduler().remove_observer(tracer);
    if (run.verdict()) {
        TextWriter out;
        if (json) {
            JsonWriter line(out);
            line.begin_object();
            line.member("type", "summary");
            runs::write_verdict(line, run);
            line.end_object();
        } else {
            out.text("; replay: " + run.verdict()->text);
        }
        out.newline();
        console.out(out.view());
    }
    return run.scheduler().faults().empty() ? code : worst(code, ExitCode::findings);
}

ExitCode run(Session& session) {
    World world(session);
    if (const ExitCode code = world.open(); code != ExitCode::ok) return code;
    if (session.arguments().text("--format") == "jsonl") return trace<JsonTracer>(session, world, true);
    return trace<TextTracer>(session, world, false);
}

constexpr Positional positionals[] = {
    {"FILE", "The scripts of one world: modules first, the main script last.", ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--limit", 'l', "N", "Print at most N lines of trace; the run continues.", ValueKind::count},
    {"--no-steps", 0, "", "No instructions, only native calls, events, notes and faults."},
    {"--format", 'f', "FORMAT", "'text' for people, 'jsonl' for one JSON object a line.", ValueKind::choice,
     "text|jsonl"},
};
const OptionGroup options[] = {
    own, world_options, source_options, content_options, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum trace quest.bin --frames 1 | less", "each instruction with the stack's depth before it"},
    {"vellum trace quest.bin --event 2 --no-steps", "only calls to and from the game"},
    {"vellum trace quest.bin --format jsonl > trace.jsonl", "for other tools"},
};

} // namespace

constinit const Command described{"trace",
                                  "Run",
                                  "Show every instruction of a run",
                                  "Runs like 'vellum run' and prints each instruction before it is "
                                  "executed: machine, address, instruction and depth of "
                                  "the stack; native calls, events and faults between them.",
                                  positionals,
                                  options,
                                  examples,
                                  run};

} // namespace vellum::cli::trace_command
