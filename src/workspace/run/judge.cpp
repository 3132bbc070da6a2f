#include "workspace/run/judge.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/concat.hpp"
#include "base/counted.hpp"
#include "base/json_writer.hpp"
#include "base/suggest.hpp"
#include "workspace/run/heard.hpp"
#include "workspace/run/world_value.hpp"

namespace vellum::runs {

namespace {

/// Lines of that kind that are most like what was looked for.
std::vector<std::string> nearest_lines(const Expectation& expectation, const Heard& heard) {
    constexpr std::size_t shown = 5, looked_at = 2000, longest = 300;
    std::vector<std::pair<std::size_t, std::string_view>> best;
    std::set<std::string_view> seen;
    for (const Heard::Line& line : heard.lines()) {
        if (line.kind != expectation.kind && expectation.kind != Expectation::Kind::told) continue;
        const std::string_view text = line.text;
        if (!seen.insert(text).second) continue;
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
    Judge(Run& run, const PlanTest& test, Heard& heard, PlanOutcome& outcome)
        : run_(run), test_(test), heard_(heard), outcome_(outcome) {
        for (const Expectation& each : test.expectations)
            left_.emplace(Due{each.frame, each.before_step}, &each);
    }

    void begin(std::string_view, std::uint64_t frame) override { heard_.set_frame(frame_ = frame); }
    void announce(const RunAction& action) override {
        if (action.kind == RunAction::Kind::step) judge_due({at_end, 0}, {at_end, action.order});
    }
    void action(const RunAction& action, std::string_view outcome) override {
        if (action.kind == RunAction::Kind::call) heard_.add(concat(action.text, " = ", outcome));
    }
    void remark(std::string_view) override {}
    void host_says(std::string_view text) override { heard_.add(std::string(text)); }
    void problem(const Diagnostic& diagnostic) override {
        outcome_.failures.push_back({test_.line, "no problem", {format(diagnostic)}});
    }
    void end() override { judge_due({frame_, 0}, {frame_, ~std::size_t{0}}); }

    void finish() {
        judge_due({0, 0}, {at_end, ~std::size_t{0}});
        std::set<std::size_t> expected;
        for (const Expectation& each : test_.expectations)
            if (each.kind == Expectation::Kind::fault || each.kind == Expectation::Kind::told)
                for (const std::size_t line : meant(each))
                    if (heard_.lines()[line].kind == Expectation::Kind::fault) expected.insert(line);
        for (std::size_t i = 0; i < heard_.lines().size(); ++i)
            if (heard_.lines()[i].kind == Expectation::Kind::fault && !expected.contains(i))
                outcome_.failures.push_back({test_.line, "no fault", {heard_.lines()[i].text}});
        if (heard_.full())
            cannot_check(concat("the run printed more than ", Heard::most,
                                " lines or 64 MiB: use fewer frames or shorter tests"));
        if (steps_ > most_steps)
            cannot_check(
                "the run printed too much for so many patterns: begin them with text instead of '*'");
        std::ranges::sort(outcome_.failures, {},
                          [](const Failure& each) { return std::pair(each.line, each.found); });
    }

  private:
    /// After which frame, and where that is the end, before which step.
    using Due = std::pair<std::uint64_t, std::size_t>;
    static constexpr std::uint64_t at_end = Expectation::at_end;

    /// Judges once each what is due from `first` to `last`.
    void judge_due(Due first, Due last) {
        const auto end = left_.upper_bound(last);
        for (auto each = left_.lower_bound(first); each != end; each = left_.erase(each))
            judge(*each->second);
    }
    /// Characters compared, some seconds; patterns that begin with text never come near.
    static constexpr std::uint64_t most_steps = 2'000'000'000;
    static constexpr std::size_t most_explained = 20;

    void cannot_check(std::string why) {
        outcome_.failures.push_back({test_.line, "a run that can be checked", {std::move(why)}});
    }
    [[nodiscard]] std::vector<std::size_t> meant(const Expectation& each) {
        return steps_ > most_steps ? std::vector<std::size_t>() : heard_.meant(each, steps_);
    }

    void judge(const Expectation& each) {
        if (each.kind == Expectation::Kind::value) return judge_value(each);
        const std::vector<std::size_t> lines = meant(each);
        const std::size_t count = lines.size();
        if (count >= each.least && count <= each.most) return;
        std::vector<std::string> found;
        if (count != 0) {
            found.push_back(concat("it happened ", counted(count, "time")));
            for (const std::size_t number : std::span(lines).first(std::min<std::size_t>(count, 5))) {
                const Heard::Line& line = heard_.lines()[number];
                found.push_back(concat("  frame ", line.frame, ": ", line.text));
            }
        } else {
            found.emplace_back("it did not happen");
            std::vector<std::string> nearest;
            if (explained_++ < most_explained) nearest = nearest_lines(each, heard_);
            if (!nearest.empty()) found.emplace_back("closest:");
            for (const std::string& line : nearest) found.push_back("  " + line);
        }
        outcome_.failures.push_back({each.line, each.text, std::move(found)});
    }

    void judge_value(const Expectation& each) {
        const auto value = world_value(run_.scheduler(), each.pattern);
        if (value && holds(*value, each.comparison, each.value)) return;
        outcome_.failures.push_back(
            {each.line, each.text, {value ? concat(each.pattern, " is ", *value) : value.error().message}});
    }

    Run& run_;
    const PlanTest& test_;
    Heard& heard_;
    PlanOutcome& outcome_;
    std::multimap<Due, const Expectation*> left_;
    std::uint64_t frame_ = 0;
    std::uint64_t steps_ = 0;
    std::size_t explained_ = 0;
};

} // namespace

PlanOutcome judge(const Workspace& workspace, const std::string& plan, const PlanTest& test) {
    PlanOutcome outcome{.plan = plan,
                        .name = test.name,
                        .line = test.line,
                        .expectations = test.expectations.size(),
                        .failures = {},
                        .said = {}};
    const auto refuse = [&](std::vector<std::string> why) {
        outcome.failures.push_back({test.line, "a world", std::move(why)});
    };
    const Workspace own(workspace.tree(), test.settings);
    Run run(own, test.request);
    if (!run.open(outcome.said)) {
        std::vector<std::string> why;
        for (const Diagnostic& each : outcome.said)
            if (each.severity == Severity::error) why.push_back(format(each));
        refuse(std::move(why));
        return outcome;
    }
    const std::uint64_t last = run.last_frame();
    for (const Expectation& each : test.expectations)
        if (each.frame != Expectation::at_end && each.frame > last) {
            refuse({concat("line ", each.line, " expects frame ", each.frame, ", but ",
                           counted(last, "frame") + (last == 1 ? " is" : " are"), " run")});
            return outcome;
        }
    Heard heard(run.names());
    Judge judge(run, test, heard, outcome);
    run.scheduler().add_observer(heard);
    run.play(judge);
    run.scheduler().remove_observer(heard);
    outcome.ran = true;
    outcome.frames = run.frames_run();
    judge.finish();
    return outcome;
}

namespace {

void write_json(JsonWriter& json, const PlanOutcome& outcome) {
    json.begin_object();
    json.member("plan", outcome.plan);
    json.member("line", outcome.line);
    json.member("name", outcome.name);
    json.member("passed", outcome.ok());
    json.member("frames", outcome.frames);
    json.member("expectations", outcome.expectations);
    json.objects("failures", outcome.failures, [&](const Failure& failure) {
        json.member("line", failure.line);
        json.member("expected", failure.text);
        json.list("found", failure.found);
    });
    json.end_object();
}

} // namespace

void write_json(JsonWriter& json, std::span<const PlanOutcome> outcomes) {
    const auto passed = static_cast<std::uint64_t>(std::ranges::count_if(outcomes, &PlanOutcome::ok));
    json.begin_object();
    json.list("tests", outcomes, [&](const PlanOutcome& outcome) { write_json(json, outcome); });
    json.member("passed", passed);
    json.member("failed", outcomes.size() - passed);
    json.end_object();
}

} // namespace vellum::runs
