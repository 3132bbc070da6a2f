// What scripts do, without their game.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/json_writer.hpp"
#include "base/text_storage.hpp"
#include "tools/profile.hpp"
#include "workspace/limits.hpp"
#include "workspace/questions/changed.hpp"
#include "workspace/run/heard.hpp"
#include "workspace/run/judge.hpp"
#include "workspace/run/profiler.hpp"
#include "workspace/run/request.hpp"
#include "workspace/run/summary.hpp"

namespace vellum::questions {

namespace {

/// Lets go of a run between frames.
class Watched final : public runs::Summary {
  public:
    Watched(Run& run, const Workspace::Progress& progress) : run_(run), progress_(progress) {}
    void begin(std::string_view label, std::uint64_t frame) override {
        Summary::begin(label, frame);
        if (cancelled || !progress_) return;
        const std::uint64_t last = run_.last_frame();
        cancelled =
            !progress_(static_cast<std::size_t>(std::min(frame, last)), static_cast<std::size_t>(last));
        if (cancelled) run_.scheduler().interrupt();
    }
    bool cancelled = false;

  private:
    Run& run_;
    const Workspace::Progress& progress_;
};

struct Kept {
    std::string name;
    std::vector<std::byte> bytes;
};

Result<std::string> whole_test(const Workspace& workspace, const Request& request,
                               const Workspace::Progress& progress) {
    const std::string only = request.text("only");
    std::vector<runs::PlanOutcome> outcomes;
    std::vector<std::string> plans;
    for (const std::string& name : request.texts("plans")) {
        auto meant = runs::plans_of(workspace, name);
        if (!meant) return std::unexpected(std::move(meant.error()));
        std::ranges::move(*meant, std::back_inserter(plans));
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const auto text = read_text(workspace.files(), plans[i], largest_text);
        if (!text) return std::unexpected(text.error());
        Diagnostics problems;
        const auto tests = runs::read_plan_file(workspace, *text, plans[i], request.texts("grant"), problems);
        for (const Diagnostic& problem : problems.all())
            if (problem.severity == Severity::error) return std::unexpected(problem);
        for (const runs::PlanTest& test : tests) {
            if (progress && !progress(i, plans.size()))
                return fail(codes::question_cancelled, "the question was cancelled");
            if (only.empty() || runs::matches_line(only, test.name))
                outcomes.push_back(runs::judge(workspace, plans[i], test));
        }
    }
    TextWriter text;
    JsonWriter json(text, {.indented = true});
    runs::write_json(json, outcomes);
    return text.take();
}

/// A run that nobody listens to, but for what was refused.
class Unheard final : public RunReporter {
  public:
    Unheard(Run& run, const Workspace::Progress& progress) : watched(run, progress) {}
    void begin(std::string_view label, std::uint64_t frame) override { watched.begin(label, frame); }
    void announce(const RunAction&) override {}
    void action(const RunAction&, std::string_view) override {}
    void remark(std::string_view) override {}
    void host_says(std::string_view) override {}
    void problem(const Diagnostic& diagnostic) override { problems.push_back(diagnostic); }
    void end() override {}
    Watched watched;
    std::vector<Diagnostic> problems;
};

constexpr Parameter of_tests[] = {
    {"plans", Holds::texts, "Plans; a folder or a project file for those of its project.", true},
    {"only", Holds::text, "Only the tests of this name; '*' stands for any text."},
    {"grant", Holds::texts, "Folders below which the plans may read, and their scripts write."},
};

} // namespace

Result<std::string> answer_run(const Workspace& workspace, const Request& request,
                               const Workspace::Progress& progress) {
    std::vector<Diagnostic> said;
    const auto opened = runs::open_run(workspace, runs::read_run(request), said);
    if (!opened) return std::unexpected(opened.error());
    Run& one = **opened;
    ReportObserver report(TextSink(), {.host = &one.names()});
    Watched summary(one, progress);
    for (const Diagnostic& warning : said) summary.problem(warning);
    one.scheduler().add_observer(report);
    std::vector<Kept> kept;
    one.play(summary, [&](const std::string& file, std::span<const std::byte> bytes) -> Result<void> {
        kept.push_back({file, {bytes.begin(), bytes.end()}});
        return {};
    });
    one.scheduler().remove_observer(report);
    if (summary.cancelled) return fail(codes::question_cancelled, "the question was cancelled");
    return json_object([&](JsonWriter& json) {
        summary.write(json, one, report);
        json.list("files", kept, [&](const Kept& each) { write_file(json, each.name, each.bytes); });
    });
}

Result<std::string> answer_profile(const Workspace& workspace, const Request& request,
                                   const Workspace::Progress& progress) {
    std::vector<Diagnostic> said;
    const auto opened = runs::open_run(workspace, runs::read_run(request), said);
    if (!opened) return std::unexpected(opened.error());
    Run& one = **opened;
    runs::Profiler profiler(one.scheduler());
    Unheard reporter(one, progress);
    for (const Diagnostic& warning : said) reporter.problem(warning);
    one.play(reporter);
    const tools::Profile profile = profiler.finish();
    if (reporter.watched.cancelled) return fail(codes::question_cancelled, "the question was cancelled");
    const std::string format = request.text("format");
    if (format.empty() || format == "json")
        return json_object([&](JsonWriter& json) {
            tools::write_json(json, profile);
            write_problems(json, reporter.problems);
        });
    TextWriter text;
    JsonWriter(text).value(tools::profile_text(profile, *tools::profile_format(format),
                                               one.programs().empty() ? "" : one.programs().back()->name()));
    return text.take();
}

const Question test{"test", "Test scripts by running them", of_tests, "test", nullptr, whole_test};

} // namespace vellum::questions
