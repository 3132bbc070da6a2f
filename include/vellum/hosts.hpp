// Ready-made hosts around a game's own: one that answers everything the game does not implement, one that
// records every answer, one that replays a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/fault.hpp"
#include "vellum/host.hpp"
#include "vellum/program.hpp"

namespace vellum {

struct RunOptions;

/// Makes any script runnable without its game. Asks the inner host, then the engine's known natives; any
/// other native is reported once and answered with defaults of the right type: out-arguments keep their
/// values, a known result type gives its default, a native known to be latent suspends for one frame.
class VELLUM_API StandInHost final : public Host {
  public:
    /// Both may be null; neither is owned. `known` is asked through `resolve_shared`.
    StandInHost(Host* inner, const Host* known);
    ~StandInHost() override;

    /// Called at the first call of each native without an implementation. The key lives as long as the host.
    void on_unknown(std::function<void(const NativeKey&)> report);
    /// Natives answered with defaults so far, as (signature, calls), in order of first call.
    [[nodiscard]] std::vector<std::pair<const Signature*, std::uint64_t>> stood_in() const;
    /// True if that native is a stand-in of this host.
    [[nodiscard]] bool is_stand_in(const Native& native) const;

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

  private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

/// The kind of an entry of a host log.
enum class LogStep : std::uint8_t {
    native, ///< a native was called
    send,   ///< an event was sent, by a native or from outside
    call,   ///< a script function was called from outside
    start,  ///< the world was started
    frame   ///< a frame was run
};

/// What a native wrote into script memory: the range that changed.
struct MemoryChange {
    std::uint32_t argument = 0; ///< Its number.
    std::uint32_t offset = 0;   ///< First byte that changed.
    std::string bytes;          ///< The new bytes.
};

/// One step of a recorded run. Entries are in the order in which the steps began; steps inside a step follow
/// it with a greater depth.
struct HostLogEntry {
    LogStep step = LogStep::native;         ///< The kind of step.
    std::uint32_t depth = 0;                ///< 0: from outside.
    NativeKind kind = NativeKind::function; ///< Of a native.
    std::string owner;                      ///< Of a native, as the machine requested it.
    std::string name;                       ///< Of the native, event or function.
    std::vector<Value> arguments;           ///< Native: after the call. Event or function: as passed.
    std::vector<MemoryChange> memory;       ///< Changes of a native's memory arguments.
    /// Send or call made by a native: the native's arguments at that moment, since scripts may see them.
    std::vector<Value> outer_arguments;
    Value result;                    ///< The result; of an event, the text of its outcome.
    Value state;                     ///< Of a pending call.
    Outcome outcome = Outcome::done; ///< Of a native; an event or call that was refused has failed.
    std::string error;               ///< Of a failure.
    float seconds = 0;               ///< Of a frame.
    std::uint64_t instructions = 0;  ///< From outside: Scheduler::instructions at its end.
    std::uint64_t input_hash = 0;    ///< Hash of all inputs: finds the place where a replay diverges.
};

/// A native that machines requested, and whether the host had it.
struct HostLogNative {
    NativeKind kind = NativeKind::function; ///< As requested.
    std::string owner;                      ///< As requested.
    std::string name;                       ///< As requested.
    std::int32_t arity = -1;                ///< As requested.
    bool known = false;                     ///< The host had it.
    bool stand_in = false;                  ///< Native::stand_in.
    bool shared = false;                    ///< Native::shared: passed through, not recorded.
    bool described = false;                 ///< It had a `signature`.
    Signature signature;                    ///< Native::signature.
};

/// An object that machines asked about.
struct HostLogObject {
    ObjectId object;        ///< The object.
    std::string name;       ///< Host::object_name.
    std::string class_name; ///< Host::object_class.
};

/// A program of a recorded run.
struct HostLogProgram {
    std::string name;       ///< The name given to its loader, for messages.
    std::uint64_t hash = 0; ///< Of its contents, regardless of its path.
};

/// The identity of a recorded run: everything that determines it besides the host's answers.
struct VELLUM_API HostLogRun {
    std::string engine; ///< Its id. Empty: nobody said which run it is, and any program is taken for its own.
    std::vector<HostLogProgram> programs;                      ///< As `Runtime::instantiate` got them.
    std::vector<std::pair<std::string, std::string>> settings; ///< RunOptions::settings.
    Budget budget;                                             ///< RunOptions::budget.
    std::string host_script;                                   ///< File of the host script, if any.
    std::uint64_t host_script_hash = 0;                        ///< Of its text; 0 without one.
    std::uint64_t snapshot = 0; ///< Hash of the snapshot that the run continued from; 0: a fresh start.

    /// The run of a world created with these.
    [[nodiscard]] static HostLogRun of(std::span<const ProgramPtr> programs, const RunOptions& options);
    /// Why a world of the run `other` cannot replay this one, in words: different programs, settings, budget
    /// or start. Empty if it can.
    [[nodiscard]] std::string difference(const HostLogRun& other) const;
};

/// Every answer of a run, in order.
struct VELLUM_API HostLog {
    HostLogRun run;                     ///< Which run it is; set by the recording program (HostLogRun::of).
    std::vector<HostLogNative> natives; ///< Natives that were requested.
    std::vector<HostLogObject> objects; ///< Objects that were asked about.
    std::vector<HostLogEntry> entries;  ///< Steps, in order.

    /// One JSON object per line, the run first and an end mark with counts last; every number and string is
    /// exact, floats as bits with a readable form.
    [[nodiscard]] std::string to_jsonl() const;
    /// Fails with `json.syntax` or `host.log`, naming the line; also if the beginning or the end is missing.
    [[nodiscard]] static Result<HostLog> from_jsonl(std::string_view text);
};

/// Passes every call through and records the answer. Natives that send events or call scripts through
/// `call.scheduler` are recorded with everything inside. If the world is driven through start, frame, send
/// and call of the recorder, the log has the whole run; otherwise it has only the host's answers.
class VELLUM_API RecordingHost final : public Host {
  public:
    /// Neither is owned; both must outlive the recorder.
    RecordingHost(Host& inner, HostLog& log);
    ~RecordingHost() override;

    void start(Scheduler& scheduler);                           ///< As the scheduler's own.
    void frame(Scheduler& scheduler, float seconds);            ///< As the scheduler's own.
    EventResult send(Scheduler& scheduler, const Event& event); ///< As the scheduler's own.
    CallResult call(Scheduler& scheduler, std::string_view function, std::span<const Value> arguments);
    /// The log has become too long or too costly, so that recording has stopped; calls pass through. The log
    /// is then useless.
    [[nodiscard]] bool full() const noexcept;
    /// For others who send events from outside, such as a host script between frames: what they do through
    /// the link is recorded too.
    [[nodiscard]] SchedulerLink link(Scheduler& scheduler);

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

  private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

/// Answers every call from a log and repeats events that natives sent. The first call that is not the
/// recorded one is a divergence: it and all later ones fail with a message that names the entry. So is the
/// first event, call or frame with another outcome or another number of instructions.
class VELLUM_API ReplayHost final : public Host {
  public:
    /// Neither is owned. `known` is the host of known natives used while recording: shared natives are called
    /// there.
    explicit ReplayHost(const HostLog& log, const Host* known = nullptr);
    ~ReplayHost() override;

    /// Repeats everything done to the world while recording: start, frames, events and calls, until the log
    /// ends or the run diverges. True if all entries were used and nothing diverged.
    bool run(Scheduler& scheduler);

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

    /// Continues with that entry and clears any divergence. For a world that was restored.
    void seek(std::size_t position);
    /// Entries used so far.
    [[nodiscard]] std::size_t position() const noexcept;
    /// Empty, or the difference and its entry.
    [[nodiscard]] const std::string& divergence() const noexcept;

  private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

namespace codes {
inline constexpr DiagnosticCode host_log{"host.log", Severity::error,
                                         "A line of a host log is not what a recorder writes."};
} // namespace codes

} // namespace vellum
