// Skrit embedded in a game: register what scripts can use, create skrit objects, send them events, update
// them, run commands and formulas, save, load and reload. One SkritHost serves any number of engines; an
// engine belongs to one thread at a time. See docs/embedding-skrit.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/fault.hpp"
#include "vellum/files.hpp"
#include "vellum/host.hpp"
#include "vellum/program.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace skrit {
class World;
class Exports;
} // namespace skrit

/// What a game exports to its scripts. Declarations are written as in declaration files:
///
///     SkritHost host;
///     host.declare("enum eSide { SIDE_GOOD, SIDE_EVIL }; singleton class Door;");
///     host.function("bool Door.Open( string name, eSide side )",
///                   [&](std::string_view name, int32_t side) { return doors.open(name, side); }, "Opens a
///                   door.");
///     host.event("OnDoorOpened( string name )");
///
/// C++ parameters: bool, int32_t (int, enumerations, identifiers), float, std::string_view or String,
/// ObjectId (references, handles); by non-const reference for parameters declared with `&`. A first parameter
/// `Call&` receives the call itself: receiver of members, variable arguments, failure.
class VELLUM_API SkritHost {
  public:
    /// `siege`: start with the declarations used by the game's published scripts, instead of only the
    /// language's own.
    explicit SkritHost(bool siege = false);
    SkritHost(const SkritHost&) = delete;
    SkritHost& operator=(const SkritHost&) = delete;
    ~SkritHost();

    /// Adds declarations: classes, enumerations, functions without an implementation, events.
    Result<void> declare(std::string_view text, std::string_view name = "declarations");
    /// Declares (if need be) and implements one function: "type Class.Name( type name, … )", without class a
    /// global one. The callable must take as many arguments as are declared; variadic functions take `Call&`
    /// alone.
    template <class F>
    Result<void> function(std::string_view declaration, F callable, std::string_view documentation = {}) {
        auto holder = std::make_shared<F>(std::move(callable));
        Native native;
        native.self = holder.get();
        using Parameters = typename detail::Rest<typename detail::Callable<F>::Parameters>::type;
        native.invoke = &detail::trampoline<F>;
        return add(declaration, native, std::move(holder), static_cast<int>(std::tuple_size_v<Parameters>),
                   documentation);
    }
    /// Declares an event: "[type] Name( type name, … )".
    Result<void> event(std::string_view declaration, std::string_view family = "host",
                       std::string_view documentation = {});
    /// Called when scripts add or release a reference to an object of a managed class.
    void managed(std::function<void(ObjectId)> retain, std::function<void(ObjectId)> release);
    /// Fallback for functions without an implementation here; not owned. Also names objects and their
    /// classes.
    void set_fallback(Host* host);
    /// Everything registered here plus the fallback, to be wrapped by a RecordingHost
    /// (SkritOptions::between). Overloads have their parameters in the name: "Open(string,eSide)".
    [[nodiscard]] Host& natives() noexcept;

    struct Tables;
    [[nodiscard]] Tables& tables() const noexcept { return *tables_; } ///< By name

  private:
    Result<void> add(std::string_view declaration, Native native, std::shared_ptr<void> callable,
                     int parameters, std::string_view documentation);
    std::unique_ptr<Tables> tables_;
};

/// A value as written in skrits: `true`, `0.5`, `"text"`, `null`.
[[nodiscard]] VELLUM_API std::string skrit_text(const Value& value);

/// The text of a skrit found by the game.
struct SkritSource {
    std::string name; ///< Full path; two requests with the same name share one implementation.
    std::string text; ///< The source.
};

/// Options of a world of skrits. A budget's instructions are those of one outermost call.
struct SkritOptions : WorldOptions {
    /// Finds skrits and includes by name. Without it they are searched for in `files`: next to the including
    /// file, in `include` next to it, by path from the root, below the usual folders of the game and by its
    /// naming keys. With neither, only texts given directly run.
    std::function<bool(std::string_view name, SkritSource& source)> find;
    /// True symbols of \#only.
    std::vector<std::string> defines = {"game", "dev"};
    /// Errors are caught and not reported; development functions do not exist.
    bool retail = false;
    /// Missing declarations of the host are inferred from use.
    bool open = false;
    /// Functions that run often become machine code, where the library can make it; they do the same.
    bool native = false;
    std::uint32_t text_bytes = 0;    ///< Longest text; 0: one megabyte.
    std::uint32_t state_changes = 0; ///< In a row; 0: 64.
    std::uint32_t timers = 0;        ///< Per object; 0: 1000.
    std::uint32_t objects = 0;       ///< At a time; 0: a million.
    /// A stand-in game object for trying components: it answers natives that no host has, see
    /// docs/engines/skrit.md, "Trying a component". Null for none.
    ObjectId stand_in{};
    /// Answers natives instead of the SkritHost: a RecordingHost around `SkritHost::natives`, or a
    /// ReplayHost. Not owned. Not used for natives that the engine itself implements.
    Host* between = nullptr;
};

/// A running world of skrit objects. `scheduler` is the same world through the interface that all engines
/// share.
class VELLUM_API SkritEngine {
  public:
    /// The host must outlive the engine and must no longer change.
    explicit SkritEngine(SkritHost& host, const SkritOptions& options = {});
    SkritEngine(const SkritEngine&) = delete;
    SkritEngine& operator=(const SkritEngine&) = delete;
    ~SkritEngine();

    // --- Objects. They have one reference when made; the last release destroys them. ---
    /// Makes an object of the skrit "name?parameter=value&…".
    Result<ObjectId> create(std::string_view name, ObjectId owner = {});
    /// Adds an object for `Scheduler::start` to create; its skrit becomes one of `programs`.
    Result<void> add(std::string_view name);
    /// The same as `create` from a text; `name` stands for the file.
    Result<ObjectId> create_from_text(std::string_view text, std::string_view name,
                                      std::string_view parameters = {}, ObjectId owner = {});
    void retain(ObjectId object);                           ///< Adds a reference.
    void release(ObjectId object);                          ///< Releases a reference.
    [[nodiscard]] bool exists(ObjectId object) const;       ///< Not yet destroyed.
    [[nodiscard]] std::size_t object_count() const;         ///< Objects alive.
    [[nodiscard]] std::size_t implementation_count() const; ///< Compiled skrits.

    // --- Events ---
    /// Number of an event, for `send`; the same for the life of the engine.
    [[nodiscard]] std::uint32_t event(std::string_view name);
    /// True if the object mentions the event at all. Costs two loads.
    [[nodiscard]] bool interested(ObjectId object, std::uint32_t event) const;
    /// True if a handler ran. `result`: the value of the last handler that returned one.
    bool send(ObjectId object, std::uint32_t event, std::span<const Value> values, Value* result = nullptr);
    bool send(ObjectId object, std::string_view event, std::span<const Value> values = {},
              Value* result = nullptr); ///< By name.
    /// Sends the event to every skrit of that game object, as games send them to all components: in order of
    /// creation. Returns how many had a handler for it.
    std::size_t send_to_owned(ObjectId owner, std::string_view event, std::span<const Value> values = {});
    /// One update of one object, or of all (each then gets OnUpdate).
    void update(ObjectId object, float seconds);
    void update(float seconds); ///< Of all objects.

    /// Calls a function of the object until it returns. Functions and variables of an object are found by
    /// name.
    Result<Value> call(ObjectId object, std::string_view function, std::span<const Value> arguments = {});
    [[nodiscard]] Result<Value> get(ObjectId object, std::string_view variable) const; ///< Its value now.
    Result<void> set(ObjectId object, std::string_view variable, const Value& value);  ///< Of the same type.
    /// As a start-up parameter: the text is converted to the variable's type.
    Result<void> set_text(ObjectId object, std::string_view variable, std::string_view text);
    /// Current state as declared, or empty.
    [[nodiscard]] std::string state(ObjectId object) const;

    // --- Commands and formulas ---
    Result<Value> command(std::string_view text);      ///< Runs it; kept compiled.
    Result<void> check_command(std::string_view text); ///< Compiles only.
    Result<Value> formula(std::string_view text, std::span<const std::pair<std::string, float>> macros = {});
    Result<void> check_formula(std::string_view text); ///< Compiles only, with any macros.
    [[nodiscard]] std::uint64_t compilations() const;  ///< Texts compiled so far.
    [[nodiscard]] std::uint64_t instructions() const;  ///< Executed so far.
    /// Machines made so far: one for each depth of nesting that occurred.
    [[nodiscard]] std::size_t machines() const;

    // --- Persistence and reload ---
    [[nodiscard]] Result<std::vector<std::byte>> save() const; ///< The whole world.
    Result<void> load(std::span<const std::byte> bytes);       ///< All or nothing.
    /// Compiles a skrit again and moves its objects to it; on failure the old one stays.
    Result<void> reload(std::string_view name);

    // --- What stands in for the game ---
    /// The value of SkritOptions::stand_in at an address such as "aspect:life", as text.
    void stand_in_value(std::string_view address, std::string_view text);
    /// A report stream in the form that scripts use, for the parameters of OnGoDump.
    [[nodiscard]] ObjectId report_context(std::string_view stream);
    /// Writes the game's own text to a report stream.
    void report(std::string_view stream, std::string_view text);
    /// Writes rows with columns as wide as needed.
    void report_table(std::string_view stream, const std::vector<std::vector<std::string>>& rows);
    /// Indents or outdents the rest of the stream by one step.
    void report_indent(std::string_view stream, int steps);

    // --- Bots and the game's pause ---
    /// Starts a skritbot from a skrit by name with parameters: "auto/mp?players=3". It receives every frame,
    /// even during the pause, and events from `send_to_bots`.
    Result<ObjectId> add_bot(std::string_view url, std::string_view name = {});
    /// The number of bots that had a handler for the event.
    std::size_t send_to_bots(std::string_view event, std::span<const Value> values = {});
    /// While the game is paused, `update` reaches bots only.
    void set_paused(bool paused);

    // --- As a scheduler ---
    /// Observers, budgets, interruptions, pauses, faults, frames of running scripts and what they hold,
    /// snapshots; recorders and replays drive it.
    [[nodiscard]] Scheduler& scheduler() noexcept;
    [[nodiscard]] const Scheduler& scheduler() const noexcept; ///< To look at.
    /// The programs passed to `add`: with `HostLogRun::of`, the identity of a record.
    [[nodiscard]] std::vector<ProgramPtr> programs() const;

    // --- Hooks ---
    /// Text of report streams ("generic", "screen", "warning", …).
    void on_report(std::function<void(std::string_view stream, std::string_view text)> sink);
    /// Runtime errors, with source lines and opcodes around the place; not called in retail mode.
    void on_error(std::function<void(const Fault& fault, std::string_view listing)> hook);
    /// Errors, warnings and fatal reports as lines with the time, for a file; never called in retail mode.
    /// `clock` returns the time as text; the current time if it is empty.
    void keep_log(std::function<void(std::string_view line)> to, std::function<std::string()> clock = {});
    /// Creates the sinks that scripts request with Report.AddNewSinkToContext; none without it.
    void on_new_sink(std::function<std::function<void(std::string_view stream, std::string_view text)>(
                         std::string_view type, std::string_view name)>
                         make);
    /// Warnings about start-up parameters.
    void on_warning(std::function<void(std::string_view text)> hook);
    /// Called when a skrit does not compile: true retries.
    void on_retry(std::function<bool(const Diagnostics&)> hook);

    /// The object whose script is running; null outside of calls from scripts.
    [[nodiscard]] ObjectId running() const;
    /// Diagnostics of the last create, reload or check, warnings included.
    [[nodiscard]] const Diagnostics& diagnostics() const;
    /// The world itself, for front ends inside this project.
    [[nodiscard]] skrit::World& world() noexcept;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace vellum
