// `vellum test`: runs the worlds of plan files and compares what came of them with what was expected.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session.hpp"
#include "workspace/run/heard.hpp"
#include "workspace/run/judge.hpp"

namespace vellum::cli::test_command {

namespace {

class TestRun {
  public:
    explicit TestRun(Session& session) : session_(session), json_mode_(session.format() == Format::json) {}

    ExitCode run() {
        for (const std::string& path : session_.arguments().words()) run_named(path);
        const auto passed =
            static_cast<std::uint64_t>(std::ranges::count_if(outcomes_, &runs::PlanOutcome::ok));
        if (json_mode_) {
            TextWriter out;
            JsonWriter json(out, {.indented = true});
            runs::write_json(json, outcomes_);
            out.newline();
            session_.console().out(out.view());
        } else if (!outcomes_.empty()) {
            session_.console().out(fmt::format("{}: {} passed, {} failed\n",
                                               counted(outcomes_.size(), "test"), passed,
                                               outcomes_.size() - passed));
        }
        return code_;
    }

  private:
    /// A plan, or those of a project.
    void run_named(const std::string& name) {
        const auto plans = runs::plans_of(session_.workspace(), name);
        if (!plans) {
            code_ = worst(code_, session_.report(plans.error()));
            return;
        }
        for (const std::string& plan : *plans) run_plan(plan);
    }

    void run_plan(const std::string& path) {
        const auto text = session_.read_text(path);
        if (!text) {
            const ExitCode told = session_.report(text.error());
            code_ = worst(code_, told == ExitCode::findings ? ExitCode::usage : told);
            return;
        }
        const Workspace& workspace = session_.workspace();
        Diagnostics diagnostics;
        const std::vector<runs::PlanTest> tests =
            runs::read_plan_file(workspace, *text, path, session_.arguments().list("--grant"), diagnostics);
        static_cast<void>(session_.report(diagnostics.all()));
        if (!diagnostics.ok()) {
            code_ = worst(code_, ExitCode::usage);
            return;
        }
        const std::string_view only = session_.arguments().text("--only");
        for (const runs::PlanTest& test : tests) {
            if (!only.empty() && !runs::matches_line(only, test.name)) continue;
            const runs::PlanOutcome& outcome = outcomes_.emplace_back(runs::judge(workspace, path, test));
            for (const Diagnostic& each : outcome.said)
                if (outcome.ran)
                    static_cast<void>(session_.report(each)); // warnings
                else
                    code_ = worst(code_, exit_code_of(each));
            if (!outcome.ok()) code_ = worst(code_, ExitCode::findings);
            if (!json_mode_) tell(outcome);
        }
    }

    void tell(const runs::PlanOutcome& outcome) {
        Console& console = session_.console();
        if (outcome.ok()) {
            if (!session_.quiet())
                console.out(fmt::format("{}    {} ({}, {})\n", console.paint(Stream::out, Style::good, "ok"),
                                        escape_control(outcome.name), counted(outcome.frames, "frame"),
                                        counted(outcome.expectations, "expectation")));
            return;
        }
        std::string out = fmt::format("{}  {}\n", console.paint(Stream::out, Style::error, "FAIL"),
                                      escape_control(outcome.name));
        for (const runs::Failure& failure : outcome.failures) {
            out += fmt::format("  {}:{}: expected {}\n", outcome.plan, failure.line,
                               escape_control(failure.text));
            for (const std::string& found : failure.found)
                for (std::size_t begin = 0; begin <= found.size();) { // what went wrong may have a hint
                    const std::size_t end = std::min(found.find('\n', begin), found.size());
                    out += fmt::format("    {}\n", escape_control(found.substr(begin, end - begin)));
                    begin = end + 1;
                }
        }
        console.out(out);
    }

    Session& session_;
    bool json_mode_;
    std::vector<runs::PlanOutcome> outcomes_;
    ExitCode code_ = ExitCode::ok;
};

ExitCode run(Session& session) { return TestRun(session).run(); }

constexpr Positional positionals[] = {
    {"PLAN", "Plans, or a project's folder for its plans.", ValueKind::file, true, true}};
constexpr Option own[] = {
    {"--only", 0, "NAME", "Only the tests of this name; '*' stands for any text.", ValueKind::text},
    {"--grant",
     0,
     "FOLDER",
     "Let the plans read below FOLDER, and their scripts write there ('setting files=FOLDER'). Without it "
     "plans read below their own folder and the current one only, and scripts write nothing.",
     ValueKind::folder,
     {},
     true},
    {"--quiet", 'q', "", "Only failures and the summary."},
    {"--format", 'f', "FORMAT", "'text' for people, 'json' for one JSON value.", ValueKind::choice,
     "text|json"},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum test mod.plan", "does the mod still do what it should?"},
    {"vellum test tests/*.plan --format json", "for other tools"},
};

} // namespace

constinit const Command described{
    "test",
    "Run",
    "Test scripts by running them",
    "Runs the scripts of each plan as 'vellum run' does and compares the run with the plan's expectations: "
    "natives called, events, faults, texts, values of the world.\n\nA plan has the options of 'vellum run' "
    "as lines, without their dashes: 'script sign.wms', 'frames 30', 'event mesh 12,7,0@3'; and lines such "
    "as 'expect asks Sleep(*)', 'expect window text 23' or 'expect no event *@10', which is checked after "
    "frame 10. docs/testing-mods.md has everything.\n\nExit code 1 means that an expectation failed or a "
    "script faulted unexpectedly, 2 that a plan cannot be read.",
    positionals,
    options,
    examples,
    run,
    false};

} // namespace vellum::cli::test_command
