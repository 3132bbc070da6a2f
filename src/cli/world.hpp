// A world to run: the programs of the command line, their host and the scheduler, with everything that `run`
// and `trace` have in common: events and calls at their frames, records and replays, snapshots.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/host_script.hpp"
#include "cli/session.hpp"
#include "cli/stamps.hpp"
#include "cli/values.hpp"
#include "debug/timeline.hpp"
#include "vellum/hosts.hpp"
#include "vellum/observer.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::cli {

extern const OptionGroup world_options; ///< --frames, --event, --host … of `run` and `trace`

/// What the user wants done, checked.
struct Plan {
    std::uint64_t before = 0; ///< Frames that the world had run when it was opened, see Scheduler::frames.
    std::uint64_t last = 0;   ///< The last frame to run.
    float seconds = 1.0F / 30;
    std::vector<Action> actions; ///< By frame; within one, in the order given.
    std::string record, replay, restore;
    struct Save {
        std::uint64_t frame;
        std::string file;
    };
    std::vector<Save> saves;
    RunOptions options;
};

/// What a replay came to.
struct Verdict {
    bool same = false;
    std::size_t steps = 0; ///< Recorded.
    std::size_t used = 0;  ///< Repeated before the run ended or differed.
    std::string text;      ///< In words.
};

/// Told what `play` does, besides what the observer hears.
class RunReporter {
  public:
    virtual ~RunReporter() = default;
    /// "start" or "frame 12" begins; `frame` is its number, 0 for what is no frame.
    virtual void begin(std::string_view label, std::uint64_t frame) = 0;
    /// An event is about to be sent or a function to be called.
    virtual void announce(const Action& action) = 0;
    /// What became of it: "handled", or the call's result.
    virtual void action(const Action& action, std::string_view outcome) = 0;
    /// A remark about the run itself: a snapshot was written, the world is finished.
    virtual void remark(std::string_view text) = 0;
    /// A line that the host script printed.
    virtual void host_says(std::string_view text) = 0;
    virtual void problem(const Diagnostic& diagnostic) = 0;
    virtual void end() = 0;
};

/// What a reporter tells as a line of JSON; `frame` is left out if it is 0.
[[nodiscard]] std::string json_report_line(std::string_view type, std::string_view text, std::uint64_t frame);

/// Names objects as the host or else the world calls them, for reports and traces. Answers nothing.
class ObjectNames final : public Host {
  public:
    ObjectNames(const Host& host, const Scheduler& world) : host_(host), world_(world) {}
    Native resolve(const NativeKey&) override { return {}; }
    std::string object_name(ObjectId object) const override {
        std::string name = host_.object_name(object);
        return name.empty() ? world_.object_name(object) : name;
    }

  private:
    const Host& host_;
    const Scheduler& world_;
};

class World {
  public:
    /// `usual`: what scripts are told of by if the command line does not say it.
    explicit World(Session& session, SourceView usual = SourceView::if_possible)
        : session_(session), arguments_(session.arguments()), usual_view_(usual) {}
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World();

    /// A setting of the engine beside those of the command line; before `open`.
    void set(std::string name, std::string value) {
        plan_.options.settings.emplace_back(std::move(name), std::move(value));
    }
    /// Reads plan, programs and host and makes the scheduler. What goes wrong has been reported when this is
    /// not ok.
    [[nodiscard]] ExitCode open();
    /// The same for a world whose past can be gone back to; a record alone names its programs itself.
    [[nodiscard]] ExitCode open_for_debugging();
    /// What the plan does to the world, or what was done to it while it was recorded.
    [[nodiscard]] std::vector<debug::Action> debug_actions() const;
    /// The host of a world that is debugged.
    [[nodiscard]] debug::Tape& tape() noexcept { return *tape_; }
    /// Runs the plan. Faults do not end it.
    [[nodiscard]] ExitCode play(RunReporter& reporter);

    [[nodiscard]] const Plan& plan() const noexcept { return plan_; }
    [[nodiscard]] const Engine& engine() const noexcept { return programs_.front()->engine(); }
    [[nodiscard]] const std::vector<ProgramPtr>& programs() const noexcept { return programs_; }
    [[nodiscard]] Scheduler& scheduler() noexcept { return *scheduler_; }
    /// For names of objects only.
    [[nodiscard]] const Host& names() const noexcept { return *names_; }
    [[nodiscard]] std::uint64_t frames_run() const noexcept { return frames_run_; }
    /// Of a replay, after it.
    [[nodiscard]] const std::optional<Verdict>& verdict() const noexcept { return verdict_; }
    /// "replay": what became of it, as a member of an object; nothing if there was none.
    void write_verdict(JsonWriter& json) const;
    /// What the host script has and nobody asked for, or asked for differently.
    [[nodiscard]] Diagnostics host_diagnostics() const;
    /// Adds "Did you mean …?" where an event or a function was called by a name that nothing has.
    void suggest(Diagnostic& problem, std::string_view wanted) const;

  private:
    [[nodiscard]] ExitCode read_plan();
    [[nodiscard]] ExitCode read_plan_file(const std::string& word);
    [[nodiscard]] ExitCode settle_frames();
    [[nodiscard]] ExitCode load_programs();
    [[nodiscard]] ExitCode make_host();
    [[nodiscard]] ExitCode make_tape();
    [[nodiscard]] ExitCode find_record();
    [[nodiscard]] ExitCode read_record();
    [[nodiscard]] ExitCode read_snapshot();
    [[nodiscard]] ExitCode may_write();
    [[nodiscard]] ExitCode play_plan(RunReporter& reporter);
    [[nodiscard]] ExitCode play_replay(RunReporter& reporter);
    void perform(const Action& action, RunReporter& reporter, ExitCode& code);
    void frame(std::uint64_t number, RunReporter& reporter, ExitCode& code);
    void save(const std::string& file, RunReporter& reporter, ExitCode& code);
    void reload(RunReporter& reporter);
    void wait_for_frame(RunReporter& reporter);

    Session& session_;
    Arguments arguments_; ///< Of the session, and what --plan adds.
    SourceView usual_view_;
    Plan plan_;
    std::vector<ProgramPtr> programs_;
    /// Makes a program anew from what is on the disk now.
    using Again = std::function<Result<ProgramPtr>(Diagnostics& diagnostics)>;
    std::vector<Again> again_;        ///< Of each program.
    std::vector<std::string> places_; ///< Folders and archives that programs and what they include come from.
    Stamps stamps_;                   ///< Of the files there, with --reload.
    std::chrono::steady_clock::time_point next_frame_, next_look_;
    std::shared_ptr<const FileSystem> files_; ///< Below the folders of all scripts and of --data.
    std::unique_ptr<HostScript> script_host_; ///< Of --host.
    std::unique_ptr<StandInHost> stand_in_;
    std::unique_ptr<RecordingHost> recorder_;
    std::unique_ptr<ReplayHost> replay_;
    HostLog log_;
    bool debugged_ = false;
    std::vector<std::string> words_; ///< Files to run: the command line's, or a record's.
    std::unique_ptr<debug::Tape> tape_;
    std::vector<std::byte> snapshot_; ///< Of --restore.
    std::optional<Verdict> verdict_;
    Host* host_ = nullptr;
    std::unique_ptr<Scheduler> scheduler_;
    std::unique_ptr<ObjectNames> names_;
    std::uint64_t frames_run_ = 0;
    RunReporter* reporter_ = nullptr; ///< While the world plays.
};

} // namespace vellum::cli
