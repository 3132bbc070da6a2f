// What a run does, frame by frame. Every step goes through the recorder when there is one.
#include <algorithm>
#include <optional>

#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/counted.hpp"
#include "base/number.hpp"
#include "runtime/value_text.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/parts.hpp"

namespace vellum {

namespace {

/// One pass over a request.
class Player {
  public:
    Player(Run::Parts& run, const Run& face, RunReporter& reporter, const RunOutput& keep)
        : run_(run), face_(face), reporter_(reporter), keep_(keep) {}

    std::vector<Diagnostic> play() {
        if (run_.request.restore.empty()) {
            reporter_.begin("start", 0);
            if (run_.recorder != nullptr)
                run_.recorder->start(*run_.scheduler);
            else
                run_.scheduler->start();
        } else {
            reporter_.begin("restored", 0);
            reporter_.remark(concat("continuing from ", run_.request.restore, ", after frame ", run_.before));
        }
        save_due(run_.before);
        reporter_.end();
        auto next = run_.request.actions.begin();
        const auto end = run_.request.actions.end();
        for (std::uint64_t frame = run_.before + 1;
             (frame <= run_.last || next != end) && !run_.scheduler->interrupted(); ++frame) {
            const bool runs = frame <= run_.last;
            reporter_.begin(concat("frame ", frame), frame);
            if (runs && next == end && nothing_left(frame)) {
                reporter_.remark("nothing is left to run and no event is coming: finished");
                reporter_.end();
                break;
            }
            if (runs && run_.before_frame) run_.before_frame(reporter_);
            for (; next != end && (next->frame <= frame || !runs); ++next) perform(*next);
            if (runs && over(next == end && !saves_left(frame))) {
                reporter_.end();
                break;
            }
            if (runs) {
                this->frame(frame);
                save_due(frame);
            }
            reporter_.end();
        }
        if (step_ < run_.request.steps.size())
            problem(make_diagnostic(codes::run_step, concat("the run ended before '",
                                                            run_.request.steps[step_], "' could be done")));
        if (run_.recorder != nullptr && keep_) keep_record();
        return std::move(problems_);
    }

  private:
    bool saves_left(std::uint64_t frame) const {
        return std::ranges::any_of(run_.request.snapshots,
                                   [&](const RunRequest::Snapshot& each) { return each.frame >= frame; });
    }

    bool nothing_left(std::uint64_t frame) const {
        const bool host_acts = run_.script_host != nullptr && run_.script_host->acts_on_frames();
        return step_ == run_.request.steps.size() && !saves_left(frame) && !run_.request.reload &&
               !host_acts && run_.scheduler->finished();
    }

    /// Takes the next step if it is due. True if all are done, nothing else is to come, and the world is at
    /// rest.
    bool over(bool nothing_due) {
        const std::vector<std::string>& steps = run_.request.steps;
        if (steps.empty()) return false;
        if (step_ == steps.size()) return !run_.request.frames && nothing_due && is_ready("end");
        const std::string& step = steps[step_];
        if (waited_ == 0 && !is_ready(step)) return false;
        if (const auto frames = frames_to_wait(step)) {
            if (waited_ == 0)
                reporter_.announce(
                    {.kind = RunAction::Kind::step, .order = step_, .event = {}, .text = step});
            if (waited_++ < *frames) return false;
            waited_ = 0;
        } else {
            perform({.kind = RunAction::Kind::step, .order = step_, .event = {step, {}}, .text = step});
        }
        ++step_;
        return false;
    }

    /// Worlds whose scripts wait say when they are ready; others always are.
    bool is_ready(const std::string& step) const {
        const auto ready = run_.scheduler->place_value("ready for " + step);
        return !ready || *ready == "true";
    }

    /// Of "wait 40".
    static std::optional<std::uint64_t> frames_to_wait(std::string_view step) {
        constexpr std::string_view word = "wait ";
        if (!step.starts_with(word)) return std::nullopt;
        return whole_number<std::uint64_t>(step.substr(word.size()));
    }

    void problem(Diagnostic diagnostic) {
        reporter_.problem(diagnostic);
        problems_.push_back(std::move(diagnostic));
    }

    void perform(const RunAction& action) {
        reporter_.announce(action);
        const Event& event = action.event;
        std::string outcome;
        std::optional<Diagnostic> refused;
        if (action.kind != RunAction::Kind::call) {
            auto sent = run_.recorder != nullptr ? run_.recorder->send(*run_.scheduler, event)
                                                 : run_.scheduler->send(event);
            const bool done = sent.outcome == EventOutcome::handled || sent.outcome == EventOutcome::begun;
            if (sent && (done || action.kind == RunAction::Kind::event))
                outcome = std::move(*sent);
            else if (sent ||
                     (action.kind == RunAction::Kind::step && sent.outcome == EventOutcome::unknown_event))
                refused = make_diagnostic(
                    codes::run_step,
                    concat("'", action.text, "' cannot be done here: ", to_string(sent.outcome)), {},
                    "steps need a whole game, or its project, of Adventure Game Studio");
            else
                refused = std::move(sent.error());
        } else {
            auto result = run_.recorder != nullptr
                              ? run_.recorder->call(*run_.scheduler, event.name, event.values)
                              : run_.scheduler->call(event.name, event.values);
            if (result)
                outcome = result->is(Type::none) ? "done" : to_plain(*result, run_.names.get());
            else
                refused = std::move(result.error());
        }
        if (!refused) return reporter_.action(action, outcome);
        if (action.kind != RunAction::Kind::step) face_.suggest(*refused, event.name);
        problem(std::move(*refused));
    }

    void frame(std::uint64_t number) {
        const float seconds = face_.seconds();
        if (run_.script_host != nullptr) {
            const SchedulerLink link = run_.recorder != nullptr ? run_.recorder->link(*run_.scheduler)
                                                                : SchedulerLink(run_.scheduler.get());
            if (auto acted = run_.script_host->frame(link, number, seconds); !acted)
                problem(std::move(acted.error()));
        }
        if (run_.recorder != nullptr)
            run_.recorder->frame(*run_.scheduler, seconds);
        else
            run_.scheduler->frame(seconds);
        ++run_.frames_run;
    }

    void save_due(std::uint64_t frame) {
        for (const RunRequest::Snapshot& each : run_.request.snapshots) {
            if (each.frame != frame || !keep_) continue;
            const auto bytes = run_.scheduler->snapshot();
            if (!bytes)
                problem(bytes.error());
            else if (auto kept = keep_(each.file, *bytes); !kept)
                problem(std::move(kept.error()));
            else
                reporter_.remark(
                    concat("snapshot of ", grouped(bytes->size()), " bytes written to ", each.file));
        }
    }

    void keep_record() {
        if (run_.recorder->full())
            return problem(make_diagnostic(
                codes::cli_replay, "the record was not written: it would be longer than a gigabyte",
                {.file = run_.request.record}, "record fewer frames, or a script that passes shorter texts"));
        const std::string lines = run_.log.to_jsonl();
        if (auto kept = keep_(run_.request.record, as_bytes(lines)); !kept)
            return problem(std::move(kept.error()));
        reporter_.remark(concat(grouped(run_.log.entries.size()), " answers of the game written to ",
                                run_.request.record));
    }

    Run::Parts& run_;
    const Run& face_;
    RunReporter& reporter_;
    const RunOutput& keep_;
    std::vector<Diagnostic> problems_;
    std::size_t step_ = 0; ///< The next one.
    std::uint64_t waited_ = 0;
};

std::vector<Diagnostic> repeat(Run::Parts& run, RunReporter& reporter) {
    reporter.begin("replay", 0);
    const bool complete = run.replay->run(*run.scheduler);
    run.frames_run =
        static_cast<std::uint64_t>(std::ranges::count(run.log.entries, LogStep::frame, &HostLogEntry::step));
    const std::size_t steps = run.log.entries.size();
    run.verdict = RunVerdict{complete, steps, run.replay->position(),
                             complete ? concat("the run matched all ", grouped(steps), " recorded steps")
                                      : "the run differs from its record: " + run.replay->divergence()};
    reporter.end();
    Diagnostic told = make_diagnostic(complete ? codes::cli_replayed : codes::cli_replay, run.verdict->text,
                                      {.file = run.request.replay});
    reporter.problem(told);
    return {std::move(told)};
}

} // namespace

std::vector<Diagnostic> Run::play(RunReporter& reporter, const RunOutput& keep) {
    parts_->reporter = &reporter;
    auto problems =
        parts_->replay != nullptr ? repeat(*parts_, reporter) : Player(*parts_, *this, reporter, keep).play();
    parts_->reporter = nullptr;
    return problems;
}

void Run::reload(RunReporter& reporter) {
    Parts& run = *parts_;
    for (std::size_t i = 0; i < run.programs.size(); ++i) {
        Diagnostics diagnostics;
        Result<ProgramPtr> fresh = run.again[i](diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) reporter.problem(diagnostic);
        if (!fresh) {
            if (diagnostics.ok()) reporter.problem(fresh.error());
            reporter.remark(concat(run.programs[i]->name(), " keeps its old version"));
            continue;
        }
        const auto was = run.programs[i]->save(), is = (*fresh)->save();
        if (was && is && *was == *is) continue;
        if (auto done = run.scheduler->exchange(*run.programs[i], *fresh); !done) {
            reporter.problem(done.error());
            continue;
        }
        run.programs[i] = std::move(*fresh);
        reporter.remark(concat(run.programs[i]->name(), " was reloaded"));
    }
}

} // namespace vellum
