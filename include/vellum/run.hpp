// A run as a value: which scripts make a world, what is done to it and when, who answers for the game. The
// same request comes from a command line, a plan of tests, an editor's launch or another language; a Run
// makes the world of it and plays it. It opens files only through its workspace and writes nothing itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/scheduler.hpp"
#include "vellum/workspace.hpp"

namespace vellum {

namespace debug {
class Tape;
struct Action;
} // namespace debug

/// Something to be done before a frame.
struct RunAction {
    /// An event is sent, a function called, or a step taken, which is an event too.
    enum class Kind : std::uint8_t { event, call, step };
    Kind kind = Kind::event; ///< Which.
    std::uint64_t frame = 0; ///< Frames count from 1; 0: the first that runs.
    std::size_t order = 0;   ///< Among all of the request.
    Event event;             ///< For a call: name and arguments.
    std::string text;        ///< As written.
};

/// What a native answers every time it is called.
struct RunAnswer {
    std::string native;        ///< "irand", "Door.IsLocked".
    std::vector<Value> values; ///< Its result, then what it writes, in order.
};

/// What is run and how.
struct RunRequest {
    /// A snapshot to be taken.
    struct Snapshot {
        std::uint64_t frame = 0; ///< After that one; 0: after the start.
        std::string file;        ///< What it is called.
    };
    /// Names of the world's scripts: modules first, the main script last. A name may leave out a source's
    /// ending and go on with start-up parameters: "rotatey?rpm=8". To be debugged, a record alone stands for
    /// its programs.
    std::vector<std::string> programs;
    std::string template_name;      ///< Skrit: the components of this template of the game's content.
    std::vector<std::string> bots;  ///< Skrit: bots to start, "auto/mp?players=3".
    std::vector<RunAction> actions; ///< In the order given.
    /// What a player does, "look hDoor": one after the other, each when the world is ready for it; "wait 40"
    /// lets frames pass. Without `frames` the run is over when all are done and the world has come to rest.
    std::vector<std::string> steps;
    std::optional<std::uint64_t> frames; ///< How many; nothing: 60, or as the actions need.
    std::optional<float> seconds;        ///< Length of a frame; nothing: a thirtieth.
    std::string host;                    ///< Name of a host script that answers for the game.
    std::vector<RunAnswer> answers;      ///< Before the host script is asked; of two for a native, the last.
    std::string record;                  ///< The run is written down and called so.
    std::string replay;                  ///< Name of a record: the run is repeated as it was.
    std::string restore;                 ///< Name of a snapshot: the run goes on from there.
    std::vector<Snapshot> snapshots;     ///< To be taken on the way.
    /// The engine's settings; a value "@NAME" is what that file holds. What starts with '@' there is none.
    std::vector<std::pair<std::string, std::string>> settings;
    /// What the world may use up; nothing: the engine's own limit, or a record's.
    std::optional<std::uint64_t> instructions, memory;
    std::optional<std::uint32_t> call_depth; ///< The same.
    /// Whose lines and names the scripts have; nothing: those of the source, or the script's own where
    /// records, snapshots and plans speak of it.
    std::optional<SourceView> view;
    /// Folders below which a plan or record may read, and its scripts write.
    std::vector<std::string> granted;
    bool reload = false; ///< Scripts may be exchanged; without `frames` it runs until it is interrupted.
};

/// The request of a JSON object with the members that the question `run` lists. Fails with
/// question.parameter or cli.value.
[[nodiscard]] VELLUM_API Result<RunRequest> read_run(std::string_view json);

/// What a replay came to.
struct RunVerdict {
    bool same = false;     ///< As its record, to the end.
    std::size_t steps = 0; ///< Recorded.
    std::size_t used = 0;  ///< Repeated before the run ended or differed.
    std::string text;      ///< In words.
};

/// Told what a run does, besides what observers of its world hear.
class VELLUM_API RunReporter {
  public:
    virtual ~RunReporter() = default;
    /// "start" or "frame 12" begins; `frame` is its number, 0 for what is no frame.
    virtual void begin(std::string_view label, std::uint64_t frame) = 0;
    /// An event is about to be sent or a function to be called.
    virtual void announce(const RunAction& action) = 0;
    /// What became of it: "handled", or the call's result.
    virtual void action(const RunAction& action, std::string_view outcome) = 0;
    /// A remark about the run itself: a snapshot was written, the world is finished.
    virtual void remark(std::string_view text) = 0;
    /// A line that the host script printed.
    virtual void host_says(std::string_view text) = 0;
    /// Something was refused or could not be done.
    virtual void problem(const Diagnostic& diagnostic) = 0;
    /// What was begun is over.
    virtual void end() = 0;
};

/// Keeps a record or a snapshot under the name that the request has for it.
using RunOutput = std::function<Result<void>(const std::string& file, std::span<const std::byte> bytes)>;

/// A world of a request.
class VELLUM_API Run {
  public:
    /// The workspace must outlive the run.
    Run(const Workspace& workspace, RunRequest request);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run();

    /// Gets lines that the host script prints while nothing is played.
    void on_host_line(std::function<void(std::string_view)> told);
    /// Called before each frame that is run: for whoever lets it take its time.
    void before_frames(std::function<void(RunReporter&)> hook);

    /// Loads the programs, makes the host and the world. `said` gets warnings, and why it failed. `debugged`:
    /// a world whose past can be gone back to, see `tape`.
    [[nodiscard]] bool open(std::vector<Diagnostic>& said, bool debugged = false);
    /// Does all that the request says; `keep` may be empty, then nothing is kept. Faults do not end it. Gives
    /// what was refused or failed.
    std::vector<Diagnostic> play(RunReporter& reporter, const RunOutput& keep = {});
    /// Between frames: goes on with every program that is another one now. What does not compile stays as it
    /// was.
    void reload(RunReporter& reporter);

    [[nodiscard]] const RunRequest& request() const noexcept; ///< With the actions in their order.
    [[nodiscard]] std::uint64_t last_frame() const noexcept;  ///< The last to run.
    [[nodiscard]] float seconds() const noexcept;             ///< Length of a frame.
    [[nodiscard]] const Engine& engine() const noexcept;
    [[nodiscard]] const std::vector<ProgramPtr>& programs() const noexcept; ///< Modules first.
    [[nodiscard]] Scheduler& scheduler() noexcept;                          ///< The world.
    /// Names objects as the host or else the world calls them. Answers nothing.
    [[nodiscard]] const Host& names() const noexcept;
    /// Folders and archives that programs and what they include come from.
    [[nodiscard]] const std::vector<std::string>& places() const noexcept;
    [[nodiscard]] std::uint64_t frames_run() const noexcept; ///< By `play`.
    /// Of a replay, after it.
    [[nodiscard]] const std::optional<RunVerdict>& verdict() const noexcept;
    /// What the host script or an answer has and nobody asked for, or asked for differently.
    [[nodiscard]] Diagnostics host_diagnostics() const;
    /// Adds "Did you mean …?" where an event or a function was called by a name that nothing has.
    void suggest(Diagnostic& problem, std::string_view wanted) const;

    /// The host of a world that is debugged.
    [[nodiscard]] debug::Tape& tape() noexcept;
    /// What the request does to a world that is debugged, or what was done to it while it was recorded.
    [[nodiscard]] std::vector<debug::Action> debug_actions() const;

    struct Parts; ///< The library's own.

  private:
    std::unique_ptr<Parts> parts_;
};

namespace codes {
inline constexpr DiagnosticCode run_request{"run.request", Severity::error,
                                            "What is asked of a run does not fit together."};
} // namespace codes

} // namespace vellum
