// `vellum test`: runs the worlds of plan files and compares what came of them with what was expected.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "base/suggest.hpp"
#include "cli/commands/commands.hpp"
#include "cli/parser.hpp"
#include "cli/plan/heard.hpp"
#include "cli/plan/plan_file.hpp"
#include "cli/plan/world_value.hpp"
#include "cli/text_reporter.hpp"
#include "cli/world.hpp"
#include "tools/diagnostic_json.hpp"

namespace vellum::cli {

namespace {

/// An expectation that did not come true, or something that nobody expected.
struct Failure {
    std::uint32_t line = 0; ///< Of the plan.
    std::string text;       ///< What was expected.
    std::vector<std::string> found;
};

struct Outcome {
    std::string plan;
    const PlanTest* test = nullptr;
    bool ran = false;
    std::uint64_t frames = 0;
    std::vector<Failure> failures;
    [[nodiscard]] bool ok() const noexcept { return ran && failures.empty(); }
};

/// Lines of that kind that are most like what was looked for.
std::vector<std::string> nearest_lines(const Expectation& expectation, const Heard& heard) {
    constexpr std::size_t shown = 5, looked_at = 2000, longest = 300;
    std::vector<std::pair<std::size_t, std::string_view>> best;
    for (const Heard::Line& line : heard.lines()) {
        if (line.kind != expectation.kind && expectation.kind != Expectation::Kind::told) continue;
        const std::string_view text = line.text;
        if (std::ranges::find(best, text, &std::pair<std::size_t, std::string_view>::second) != best.end())
            continue;
        best.emplace_back(edit_distance(expectation.pattern.substr(0, longest), text.substr(0, longest)),
                          text);
        if (best.size() == looked_at) break;
    }
    std::ranges::sort(best);
    std::vector<std::string> result;
    for (const auto& [distance, text] : best) {
        if (result.size() == shown) break;
        result.emplace_back(text);
    }
    return result;
}

/// Watches one world and judges its expectations when they are due.
class Judge final : public RunReporter {
  public:
    Judge(World& world, const PlanTest& test, Heard& heard, Outcome& outcome)
        : world_(world), test_(test), heard_(heard), outcome_(outcome) {}

    void begin(std::string_view, std::uint64_t frame) override { heard_.set_frame(frame_ = frame); }
    void announce(const Action&) override {}
    void action(const Action& action, std::string_view outcome) override {
        if (action.kind == Action::Kind::call) heard_.add(fmt::format("{} = {}", action.text, outcome));
    }
    void remark(std::string_view) override {}
    void host_says(std::string_view text) override { heard_.add(std::string(text)); }
    void problem(const Diagnostic& diagnostic) override {
        outcome_.failures.push_back({test_.line, "no problem", {format(diagnostic)}});
    }
    void end() override {
        for (const Expectation& each : test_.expectations)
            if (each.frame == frame_) judge(each);
    }

    void finish() {
        for (const Expectation& each : test_.expectations)
            if (each.frame > frame_) judge(each);
        for (const Heard::Line& line : heard_.lines())
            if (line.kind == Expectation::Kind::fault &&
                std::ranges::none_of(test_.expectations,
                                     [&](const Expectation& each) { return is_meant(each, line); }))
                outcome_.failures.push_back({test_.line, "no fault", {line.text}});
        if (heard_.full())
            outcome_.failures.push_back(
                {test_.line,
                 "a run that can be checked",
                 {fmt::format(
                     "the run printed more than {} lines or 64 MiB: use fewer frames or shorter tests",
                     Heard::most)}});
        std::ranges::sort(outcome_.failures, {},
                          [](const Failure& each) { return std::pair(each.line, each.found); });
    }

  private:
    void judge(const Expectation& each) {
        if (each.kind == Expectation::Kind::value) return judge_value(each);
        const auto count = static_cast<std::uint64_t>(std::ranges::count_if(
            heard_.lines(), [&](const Heard::Line& line) { return is_meant(each, line); }));
        if (count >= each.least && count <= each.most) return;
        std::vector<std::string> found;
        if (count != 0) {
            found.push_back(fmt::format("it happened {}", counted(count, "time")));
            for (const Heard::Line& line : heard_.lines())
                if (is_meant(each, line) && found.size() < 6)
                    found.push_back(fmt::format("  frame {}: {}", line.frame, line.text));
        } else {
            found.emplace_back("it did not happen");
            const std::vector<std::string> nearest = nearest_lines(each, heard_);
            if (!nearest.empty()) found.emplace_back("closest:");
            for (const std::string& line : nearest) found.push_back("  " + line);
        }
        outcome_.failures.push_back({each.line, each.text, std::move(found)});
    }

    void judge_value(const Expectation& each) {
        const auto value = world_value(world_.scheduler(), each.pattern);
        if (value && holds(*value, each.comparison, each.value)) return;
        outcome_.failures.push_back(
            {each.line,
             each.text,
             {value ? fmt::format("{} is {}", each.pattern, *value) : value.error().message}});
    }

    World& world_;
    const PlanTest& test_;
    Heard& heard_;
    Outcome& outcome_;
    std::uint64_t frame_ = 0;
};

class TestRun {
  public:
    explicit TestRun(Session& session) : session_(session), json_mode_(session.format() == Format::json) {}

    ExitCode run() {
        TextWriter out;
        JsonWriter json(out, {.indented = true});
        if (json_mode_) {
            json.begin_object();
            json.key("tests");
            json.begin_array();
        }
        for (const std::string& path : session_.arguments().words()) run_plan(path, json);
        if (json_mode_) {
            json.end_array();
            json.member("passed", passed_);
            json.member("failed", failed_);
            json.end_object();
            out.newline();
            session_.console().out(out.view());
        } else if (passed_ + failed_ != 0) {
            session_.console().out(fmt::format("{}: {} passed, {} failed\n",
                                               counted(passed_ + failed_, "test"), passed_, failed_));
        }
        return code_;
    }

  private:
    void run_plan(const std::string& path, JsonWriter& json) {
        const auto bytes = session_.read(path);
        if (!bytes) {
            code_ = worst(code_, session_.report(bytes.error()));
            return;
        }
        Diagnostics diagnostics;
        const std::vector<PlanTest> tests =
            read_plan_file(as_text(*bytes), path, session_.arguments().list("--grant"), diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) static_cast<void>(session_.report(diagnostic));
        if (!diagnostics.ok()) {
            code_ = worst(code_, ExitCode::usage);
            return;
        }
        const std::string_view only = session_.arguments().text("--only");
        for (const PlanTest& test : tests) {
            if (!only.empty() && !matches_line(only, test.name)) continue;
            Outcome outcome{.plan = path, .test = &test, .failures = {}};
            play(test, outcome);
            ++(outcome.ok() ? passed_ : failed_);
            if (!outcome.ok()) code_ = worst(code_, ExitCode::findings);
            if (json_mode_)
                write(json, outcome);
            else
                tell(outcome);
        }
    }

    void play(const PlanTest& test, Outcome& outcome) {
        const auto refuse = [&](std::string why) {
            outcome.failures.push_back({test.line, "a world", {std::move(why)}});
        };
        const auto arguments = parse_arguments(run_command, test.words);
        if (!arguments) return refuse(arguments.error().message);
        Session session(session_.console(), *arguments);
        World world(session, SourceView::none); // plans speak of variables as listings name them
        if (const ExitCode code = world.open(); code != ExitCode::ok) {
            code_ = worst(code_, code);
            return refuse("the world could not be set up; standard error says why");
        }
        for (const Expectation& each : test.expectations)
            if (each.frame != Expectation::at_end && each.frame > world.plan().last)
                return refuse(fmt::format("line {} expects frame {}, but {} run", each.line, each.frame,
                                          counted(world.plan().last, "frame") +
                                              (world.plan().last == 1 ? " is" : " are")));
        Heard heard(world.names());
        Judge judge(world, test, heard, outcome);
        world.scheduler().add_observer(heard);
        static_cast<void>(world.play(judge));
        world.scheduler().remove_observer(heard);
        outcome.ran = true;
        outcome.frames = world.frames_run();
        judge.finish();
    }

    void tell(const Outcome& outcome) {
        Console& console = session_.console();
        const PlanTest& test = *outcome.test;
        if (outcome.ok()) {
            if (!session_.quiet())
                console.out(fmt::format("{}    {} ({}, {})\n", console.paint(Stream::out, Style::good, "ok"),
                                        escape_control(test.name), counted(outcome.frames, "frame"),
                                        counted(test.expectations.size(), "expectation")));
            return;
        }
        std::string out = fmt::format("{}  {}\n", console.paint(Stream::out, Style::error, "FAIL"),
                                      escape_control(test.name));
        for (const Failure& failure : outcome.failures) {
            out += fmt::format("  {}:{}: expected {}\n", outcome.plan, failure.line,
                               escape_control(failure.text));
            for (const std::string& line : failure.found)
                out += fmt::format("    {}\n", escape_control(line));
        }
        console.out(out);
    }

    static void write(JsonWriter& json, const Outcome& outcome) {
        json.begin_object();
        json.member("plan", outcome.plan);
        json.member("line", outcome.test->line);
        json.member("name", outcome.test->name);
        json.member("passed", outcome.ok());
        json.member("frames", outcome.frames);
        json.member("expectations", outcome.test->expectations.size());
        json.key("failures");
        json.begin_array();
        for (const Failure& failure : outcome.failures) {
            json.begin_object();
            json.member("line", failure.line);
            json.member("expected", failure.text);
            json.key("found");
            json.begin_array();
            for (const std::string& line : failure.found) json.value(line);
            json.end_array();
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }

    Session& session_;
    bool json_mode_;
    std::uint64_t passed_ = 0, failed_ = 0;
    ExitCode code_ = ExitCode::ok;
};

ExitCode run(Session& session) { return TestRun(session).run(); }

constexpr Positional positionals[] = {{"PLAN", "Plans.", ValueKind::file, true, true}};
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

constinit const Command test_command{
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

} // namespace vellum::cli
