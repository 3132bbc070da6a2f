// From a request to its world.
#include "vellum/run.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/concat.hpp"
#include "base/hash.hpp"
#include "base/path.hpp"
#include "base/suggest.hpp"
#include "base/text_storage.hpp"
#include "debug/timeline.hpp"
#include "workspace/limits.hpp"
#include "workspace/projects.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/parts.hpp"

namespace vellum {

Run::Run(const Workspace& workspace, RunRequest request)
    : parts_(std::make_unique<Parts>(workspace, std::move(request))) {}

Run::~Run() = default;

void Run::on_host_line(std::function<void(std::string_view)> told) { parts_->host_line = std::move(told); }
void Run::before_frames(std::function<void(RunReporter&)> hook) { parts_->before_frame = std::move(hook); }
const RunRequest& Run::request() const noexcept { return parts_->request; }
std::uint64_t Run::last_frame() const noexcept { return parts_->last; }
float Run::seconds() const noexcept { return parts_->request.seconds.value_or(1.0F / 30); }
const Engine& Run::engine() const noexcept { return parts_->programs.front()->engine(); }
const std::vector<ProgramPtr>& Run::programs() const noexcept { return parts_->programs; }
Scheduler& Run::scheduler() noexcept { return *parts_->scheduler; }
const Host& Run::names() const noexcept { return *parts_->names; }
const std::vector<std::string>& Run::places() const noexcept { return parts_->places; }
std::uint64_t Run::frames_run() const noexcept { return parts_->frames_run; }
const std::optional<RunVerdict>& Run::verdict() const noexcept { return parts_->verdict; }
debug::Tape& Run::tape() noexcept { return *parts_->tape; }

bool Run::open(std::vector<Diagnostic>& said, bool debugged) {
    parts_->debugged = debugged;
    auto done = parts_->open(said);
    if (!done) said.push_back(std::move(done.error()));
    return done.has_value();
}

Diagnostics Run::host_diagnostics() const {
    Diagnostics diagnostics;
    if (parts_->script_host != nullptr) parts_->script_host->check(diagnostics);
    diagnostics.set_file(parts_->request.host);
    if (parts_->answers != nullptr) parts_->answers->check(diagnostics);
    return diagnostics;
}

void Run::suggest(Diagnostic& problem, std::string_view wanted) const {
    const bool function = problem.code == &codes::engine_function;
    if (!function && problem.code != &codes::engine_event) return;
    if (problem.message.ends_with('?')) return; // the engine has asked
    wanted = wanted.substr(0, wanted.rfind('@'));
    std::vector<std::string> known;
    for (const ProgramPtr& program : parts_->programs) {
        if (function)
            for (Function& each : program->functions()) {
                known.push_back(std::move(each.name));
                std::ranges::move(each.also, std::back_inserter(known));
            }
        else
            for (Reference& each : program->references())
                if (each.kind == ReferenceKind::handler) known.push_back(std::move(each.name));
    }
    if (std::ranges::find(known, wanted) != known.end()) return; // the name is not what is wrong
    const std::vector<std::string_view> names(known.begin(), known.end());
    // Of "room1/F" it may be the script that is wrong.
    if (problem.message.contains("'" + std::string(nearest(wanted, names)) + "'")) return;
    if (const std::string meant = did_you_mean(wanted, names); !meant.empty())
        problem.message += (problem.message.ends_with('.') ? "" : ".") + meant;
}

namespace {

/// Notes when a run takes its steps, and how long it is.
class StepTimes final : public RunReporter {
  public:
    void begin(std::string_view, std::uint64_t frame) override { frame_ = frame; }
    void announce(const RunAction& action) override {
        if (action.kind != RunAction::Kind::step || action.event.name.empty()) return;
        RunAction& step = steps.emplace_back(action);
        step.frame = frame_;
    }
    void action(const RunAction&, std::string_view) override {}
    void remark(std::string_view) override {}
    void host_says(std::string_view) override {}
    void problem(const Diagnostic&) override {}
    void end() override {}

    std::vector<RunAction> steps;

  private:
    std::uint64_t frame_ = 0;
};

} // namespace

std::vector<debug::Action> Run::debug_actions() const {
    using Kind = debug::Action::Kind;
    const Parts& run = *parts_;
    std::vector<debug::Action> result;
    if (!run.request.replay.empty()) {
        for (const HostLogEntry& entry : run.log.entries) {
            if (entry.depth != 0 || entry.step == LogStep::native) continue;
            const Kind kind = entry.step == LogStep::start   ? Kind::start
                              : entry.step == LogStep::frame ? Kind::frame
                              : entry.step == LogStep::send  ? Kind::send
                                                             : Kind::call;
            result.push_back({kind, entry.seconds, {entry.name, entry.arguments}});
        }
        return result;
    }
    if (run.request.restore.empty()) result.push_back({Kind::start, 0, {}});
    std::vector<RunAction> actions = run.request.actions;
    std::uint64_t last = run.last;
    if (!run.request.steps.empty()) { // a run that nobody watches shows when each is taken
        RunRequest request = run.request;
        request.record.clear();
        request.snapshots.clear();
        Run rehearsal(run.workspace, std::move(request));
        StepTimes times;
        std::vector<Diagnostic> said;
        if (rehearsal.open(said)) static_cast<void>(rehearsal.play(times));
        last = run.before + rehearsal.frames_run();
        std::ranges::move(times.steps, std::back_inserter(actions));
        for (std::size_t i = 0; i < actions.size(); ++i) actions[i].order = i;
        std::ranges::sort(actions, {},
                          [](const RunAction& action) { return std::pair(action.frame, action.order); });
    }
    auto next = actions.begin();
    const auto end = actions.end();
    for (std::uint64_t frame = run.before + 1; frame <= last || next != end; ++frame) {
        const bool runs = frame <= last;
        for (; next != end && (next->frame <= frame || !runs); ++next)
            result.push_back({next->kind == RunAction::Kind::call ? Kind::call : Kind::send, 0, next->event});
        if (runs) result.push_back({Kind::frame, seconds(), {}});
    }
    return result;
}

Result<void> Run::Parts::check_request() const {
    const RunRequest& r = request;
    if (r.reload && !(r.replay.empty() && r.record.empty()))
        return refuse_request("a run whose scripts change cannot be recorded or replayed: leave out "
                              "--reload, or --record and --replay.");
    if (!r.replay.empty() &&
        (!r.actions.empty() || !r.steps.empty() || !r.record.empty() || !r.host.empty() ||
         !r.answers.empty() || r.frames || r.seconds || !r.snapshots.empty()))
        return refuse_request(
            "--replay repeats a run exactly: leave out --frames, --seconds, --event, --call, --step, --host, "
            "--answer, --record and --snapshot-at.");
    if (r.programs.empty() && r.template_name.empty() && r.bots.empty())
        return refuse_request("no script is named");
    return {};
}

Result<void> Run::Parts::read_settings() {
    for (const auto& [name, value] : request.settings) {
        if (!value.starts_with('@')) {
            options.settings.emplace_back(name, value);
            continue;
        }
        auto text = read_text(workspace.files(), value.substr(1), largest_text);
        if (!text) return std::unexpected(text.error());
        options.settings.emplace_back(name, std::move(*text));
    }
    options.budget.instructions = request.instructions.value_or(0);
    options.budget.memory = request.memory.value_or(0);
    options.budget.call_depth = request.call_depth.value_or(0);
    return {};
}

/// A project file stands for the host script that it names: naming it is how a user allows that script.
Result<void> Run::Parts::find_host() {
    if (path::file_name(request.host) != project_file_name) return {};
    const auto project = workspace.project(request.host);
    if (project == nullptr || project->file != request.host)
        return fail(codes::io_read, "there is no such project file", {.file = request.host});
    if (project->settings.problem) return std::unexpected(*project->settings.problem);
    if (project->host.empty())
        return fail(codes::settings_member, "the project has no member 'host'", {.file = request.host});
    request.host = project->host;
    return {};
}

Result<void> Run::Parts::make_host(Said& said) {
    const auto known = [this] { return programs.front()->engine().runtime().known_natives(); };
    if (!request.replay.empty()) {
        if (auto done = read_record(said); !done) return done;
        if (!debugged) {
            replay = std::make_unique<ReplayHost>(log, known());
            host = replay.get();
            return {};
        }
    }
    if (auto done = find_host(); !done) return done;
    if (!request.host.empty()) {
        const auto text = read_text(workspace.files(), request.host, largest_text);
        if (!text) return std::unexpected(text.error());
        if (!workspace.settings().host_scripts)
            return fail(codes::cli_world, "this build has no Lua, so it cannot read host scripts",
                        {.file = request.host},
                        "build Vellum with liblua5.4-dev installed, or run without --host");
        auto made =
            workspace.settings().host_scripts(*text, request.host, known(), [this](std::string_view line) {
                if (reporter != nullptr)
                    reporter->host_says(line);
                else if (host_line)
                    host_line(line);
            });
        if (!made) {
            if (made.error().place.file.empty()) made.error().place.file = request.host;
            return std::unexpected(std::move(made.error()));
        }
        script_host = std::move(*made);
    }
    answers = std::make_unique<runs::FixedAnswers>(request.answers, known());
    answering.push_back(*answers);
    if (script_host != nullptr) answering.push_back(script_host->host());
    stand_in = std::make_unique<StandInHost>(&answering, known());
    host = stand_in.get();
    if (debugged) {
        tape = std::make_unique<debug::Tape>(*host, log, known());
        host = tape.get();
    } else if (!request.record.empty()) {
        log.run = HostLogRun::of(programs, options);
        if (script_host != nullptr) {
            log.run.host_script = request.host;
            log.run.host_script_hash = script_host->hash();
        }
        if (!snapshot.empty()) log.run.snapshot = hash64(snapshot);
        recorder = std::make_unique<RecordingHost>(*stand_in, log);
        host = recorder.get();
    }
    return {};
}

/// Says when everything is due. Frames are numbered from the start of the world, so a restored world has to
/// be there first. Nothing that was asked for may be left undone: what is due before the first frame or after
/// the last one is refused. Before the frame after the last one means at the end.
Result<void> Run::Parts::settle_frames() {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - 1;
    before = std::min(scheduler->frames(), most);
    for (std::size_t i = 0; i < request.actions.size(); ++i) {
        RunAction& action = request.actions[i];
        action.order = i;
        if (action.frame == 0) action.frame = before + 1;
    }
    std::ranges::sort(request.actions, {},
                      [](const RunAction& action) { return std::pair(action.frame, action.order); });
    const bool calls = std::ranges::any_of(
        request.actions, [](const RunAction& action) { return action.kind == RunAction::Kind::call; });
    constexpr std::uint64_t most_for_steps = 100'000; // of a game that never comes to rest
    const std::uint64_t frames = request.frames.value_or(request.reload           ? most
                                                         : !request.steps.empty() ? most_for_steps
                                                         : calls                  ? 0
                                                                                  : 60);
    last = before + std::min(frames, most - before);
    if (!request.frames) { // what was asked for at a frame must come to pass
        for (const RunAction& action : request.actions) last = std::max(last, action.frame - (calls ? 1 : 0));
        for (const RunRequest::Snapshot& save : request.snapshots) last = std::max(last, save.frame);
    }
    constexpr std::uint64_t most_debugged = 1'000'000; // each is kept, to be gone back to
    if (debugged && last - before > most_debugged)
        return refuse_request(concat("a run that is debugged has at most ", most_debugged, " frames."));
    const auto check = [&](std::string_view what, std::uint64_t due, std::uint64_t least) -> Result<void> {
        if (least < before)
            return refuse_request(concat(what, " is for frame ", due, ", but ", request.restore,
                                         " was taken after frame ", before, "."));
        if (least <= last) return {};
        const std::uint64_t run = last - before;
        return refuse_request(concat(what, " is for frame ", due, ", but ",
                                     run == 1 ? "only 1 frame runs" : concat("only ", run, " frames run"),
                                     before == 0 ? std::string() : concat(" from frame ", before + 1),
                                     "; --frames ", least - before, " or more would reach it."));
    };
    for (const RunAction& action : request.actions)
        if (auto fits = check(action.text, action.frame, action.frame - 1); !fits) return fits;
    for (const RunRequest::Snapshot& save : request.snapshots)
        if (auto fits = check("--snapshot-at " + save.file, save.frame, save.frame); !fits) return fits;
    return {};
}

Result<void> Run::Parts::open(Said& said) {
    if (auto done = check_request(); !done) return done;
    if (debugged)
        if (auto done = find_record(); !done) return done;
    if (auto done = read_settings(); !done) return done;
    if (auto done = load_programs(said); !done) return done;
    if (!request.restore.empty()) {
        auto bytes = workspace.files().read_at_most(request.restore, largest_snapshot);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        snapshot = std::move(*bytes);
    }
    if (auto done = make_host(said); !done) return done;
    Diagnostics diagnostics;
    options.files = files.get();
    auto made = programs.front()->engine().runtime().instantiate(programs, *host, options, diagnostics);
    said.insert(said.end(), diagnostics.all().begin(), diagnostics.all().end());
    if (!made) {
        if (made.error().place.file.empty()) made.error().place.file = programs.back()->name();
        if (diagnostics.ok()) return std::unexpected(std::move(made.error()));
        Diagnostic last_said = std::move(said.back());
        said.pop_back();
        return std::unexpected(std::move(last_said));
    }
    scheduler = std::move(*made);
    names = std::make_unique<ObjectNames>(*host, *scheduler);
    const Budget& budget = options.budget;
    if (budget.instructions != 0 || budget.memory != 0 || budget.call_depth != 0)
        scheduler->set_budget(budget);
    if (!request.restore.empty())
        if (auto restored = scheduler->restore(snapshot); !restored) {
            restored.error().place.file = request.restore;
            return std::unexpected(std::move(restored.error()));
        }
    return settle_frames();
}

} // namespace vellum
