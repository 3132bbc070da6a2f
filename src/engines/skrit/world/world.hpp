// A running world of skrit objects behind the common Scheduler: implementations by name, objects by number,
// machines in a pool, commands and formulas by text. Relies on the compiler for units and on a host for
// everything outside. Each of its parts has a file of its own here: life, running, events, states, time,
// commands, reload, scheduler. What it works on is data in objects/; what scripts may ask of it is in
// natives/.
//
// Whatever may run scripts is a task (objects/tasks.hpp): it gives `Progress::stopped` when a pause fell
// inside, having left itself on the agenda, and its callers do the same. What begins while the world is busy
// or paused (natives, observers and other hooks that call it), and what gives an answer of a script, runs to
// its end.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/machine/machine.hpp"
#include "engines/skrit/objects/tasks.hpp"
#include "engines/skrit/world/bots.hpp"
#include "engines/skrit/world/reports.hpp"
#include "engines/skrit/world/stand_in.hpp"
#include "runtime/tier.hpp"
#include "vellum/host.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::skrit {

class World;

/// A native of the engine itself.
using BuiltIn = void (*)(World& world, Call& call);

/// Finds the native behind an import by its whole signature before the host is asked by name and arity.
class SignatureHost {
  public:
    virtual ~SignatureHost() = default;
    /// `signature` as Unit::import_signature writes it, in lower case.
    [[nodiscard]] virtual Native find(std::string_view signature) const = 0;
    /// Counts references of managed objects.
    virtual void retain(ObjectId object) { static_cast<void>(object); }
    virtual void release(ObjectId object) { static_cast<void>(object); }
};

struct WorldSettings {
    const Exports* exports = nullptr; ///< What scripts are compiled against; null: the base.
    Exports* inferred = nullptr;      ///< Open mode.
    BuiltIn (*built_in)(std::string_view key) = nullptr; ///< The engine's own natives; null: there are none.
    SignatureHost* signatures = nullptr;                 ///< May be null.
    bool through_host = false;          ///< The host is asked for their natives, by names with parameters.
    IncludeProvider* sources = nullptr; ///< Finds skrits and includes by name; may be null.
    std::vector<std::string> defines = {"game", "dev"};
    Limits limits;
    bool retail = false;
    std::uint64_t seed = 1;     ///< Of the random numbers of Math.
    std::uint64_t stand_in = 0; ///< Object of the game that the world itself answers for; 0: none.
    TierSettings tier;
};

/// What an object takes in the tables of its world.
inline constexpr std::uint64_t object_overhead = 160;

/// How a text becomes a property's value.
[[nodiscard]] bool parse_constant(std::string_view text, const UnitType& type, const Exports& exports,
                                  Value& value);

class World final : public Scheduler, private MachineContext, private Binder {
  public:
    World(Host& host, WorldSettings settings);
    ~World() override;

    // --- Objects ---
    /// Makes an object of a skrit found by name, with parameters behind `?`. Its id, or 0 after reporting.
    /// `fields` are more properties, set as they are and after the parameters.
    std::uint64_t create(std::string_view name, std::uint64_t owner, Diagnostics& diagnostics,
                         std::span<const Property> fields = {});
    /// The same with a unit that is already there.
    std::uint64_t create(const UnitPtr& unit, std::string_view parameters, std::uint64_t owner,
                         Diagnostics& diagnostics, std::span<const Property> fields = {});
    /// Compiles a skrit found by name, if need be, and keeps it for objects to come. False after reporting.
    bool prepare(std::string_view name, Diagnostics& diagnostics);
    void retain_object(std::uint64_t id);
    void release_object(std::uint64_t id);
    [[nodiscard]] Object* find(std::uint64_t id) noexcept;
    [[nodiscard]] const Object* find(std::uint64_t id) const noexcept;
    /// In order of creation. Places of objects that went while something runs are null until it ends.
    [[nodiscard]] std::span<Object* const> objects() const {
        close_gaps();
        return list_;
    }
    [[nodiscard]] std::size_t object_count() const noexcept { return objects_.size(); }
    [[nodiscard]] std::size_t implementation_count() const noexcept { return implementations_.size(); }

    // --- Events and calls (events.cpp) ---
    [[nodiscard]] EventId event_id(std::string_view name) { return event_names_.intern(name); }
    [[nodiscard]] bool interested(const Object& object, EventId event) const noexcept {
        return object.implementation->event(event) != none;
    }
    /// True if the object has anything for it. `result`: the value of the last handler that gave one.
    bool deliver(Object& object, EventId event, std::span<const Value> values, Value* result = nullptr);
    /// Runs a function of the object's unit from outside; state changes follow.
    bool call_function(Object& object, std::uint32_t function, std::span<const Value> values, Value* result);
    /// One update of one object.
    void update(Object& object, double seconds);
    void set_pending(Object& object, std::uint32_t state);

    // --- Variables ---
    [[nodiscard]] static std::uint32_t variable_of(const Object& object, std::string_view name);
    [[nodiscard]] bool get_variable(const Object& object, std::string_view name, Value& value) const;
    [[nodiscard]] std::vector<InspectedFrame> frames_of(const Object& object) const;
    [[nodiscard]] Value value_of_variable(const Object& object, const UnitVariable& variable) const;
    [[nodiscard]] bool set_variable(Object& object, std::string_view name, std::string_view text);
    [[nodiscard]] bool set_variable(Object& object, std::string_view name, const Value& value);
    [[nodiscard]] bool set_variable(Object& object, const UnitVariable& variable, const Value& value);

    // --- Commands and formulas (commands.cpp) ---
    /// Runs a command's text; the value of its first function.
    [[nodiscard]] Result<Value> command(std::string_view text);
    [[nodiscard]] Result<Value> formula(std::string_view text,
                                        std::span<const std::pair<std::string, float>> macros);
    /// Compiles and says what is wrong.
    bool check(std::string_view text, UnitMode mode, Diagnostics& diagnostics);
    [[nodiscard]] Result<UnitPtr> compile(std::string_view text, UnitMode mode, std::string_view name,
                                          Diagnostics& diagnostics);
    [[nodiscard]] Result<UnitPtr> find_unit(std::string_view name, Diagnostics& diagnostics);
    std::uint64_t compiled = 0; ///< Compilations so far.

    // --- Reload and retry (reload.cpp) ---
    /// Asked when a skrit does not compile: true compiles it again.
    std::function<bool(const Diagnostics&)> on_retry;
    /// Compiles a skrit again and moves its objects over. False after reporting: the old one stays.
    bool reload(std::string_view name, Diagnostics& diagnostics);
    Result<void> exchange(const Program& old, const ProgramPtr& fresh) override;

    // --- The game around ---
    /// What stands in for the game object that components belong to.
    StandIn stand_in;
    /// Evaluates a general formula of the game's content by its name; unset: there is no content.
    std::function<Result<Value>(std::string_view name)> content_formula;
    /// For every object of that owner, in order of creation. How many had a handler.
    std::size_t send_to_owned(std::uint64_t owner, std::string_view event, std::span<const Value> values);

    // --- Bots and the game's pause ---
    Bots bots{*this};
    /// While true, a frame updates nothing but what bots are told in spite of it.
    bool game_paused = false;

    // --- Pauses at an instruction (running.cpp) ---
    /// Stops whenever the instruction at that address is about to be executed.
    void pause_at(const Unit& unit, std::uint32_t address);
    /// Forgets all that was asked for, not a pause that is.
    void clear_pauses();
    /// Brings to its end what is paused, unless it is that which calls. Events, updates and frames from
    /// outside begin so.
    void catch_up() {
        while (paused() && entered_ == 0 && !interrupted()) go_on();
    }
    /// The frames of the running or paused machine with what they hold, innermost first. While running: only
    /// during a native call.
    [[nodiscard]] std::vector<InspectedFrame> inspect() const;

    // --- Errors and reports ---
    Reports reports;
    /// Told each error that is reported, as one line "division by zero in x.skrit(12)"; never in retail mode.
    std::function<void(std::string_view line)> on_log;
    std::function<void(const vellum::Fault&, const std::string& box)> on_fault;
    std::function<void(const std::string&)> on_warning;
    void report_fault(const Object* object, const Machine* machine, const DiagnosticCode& code,
                      std::string message);
    /// The source line, its opcodes and an arrow at the place of a machine's fault.
    [[nodiscard]] static std::string listing_around(const Unit& unit, std::uint32_t instruction);
    [[nodiscard]] Machine* running() noexcept { return running_.empty() ? nullptr : running_.back(); }
    [[nodiscard]] Object* running_object() noexcept;
    [[nodiscard]] std::size_t machines_made() const noexcept { return machines_.size(); }
    [[nodiscard]] const WorldSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] const Exports& exports() const noexcept;
    /// What the host exports, without what open mode made up.
    [[nodiscard]] const Exports& declared() const noexcept;
    [[nodiscard]] const Limits& bounds() const noexcept { return limits; }
    std::uint64_t random = 1; ///< State of the generator.
    /// Takes instructions from the running fragment for work that a native does for it.
    void charge(std::uint64_t instructions) noexcept {
        if (!running_.empty()) spend(instructions);
    }
    /// The same from an observer of steps, when what is left is in the machine's own hands.
    void charge_reserve(std::uint64_t instructions) noexcept {
        reserve -= instructions < reserve ? instructions : reserve;
    }
    /// Orders timers and at functions by creation.
    [[nodiscard]] std::uint64_t next_serial() noexcept { return next_serial_++; }

    /// Something the settings point to, to live as long as the world.
    void keep(std::shared_ptr<void> thing) { kept_.push_back(std::move(thing)); }
    /// A line for whoever watches.
    void note(std::string_view text);

    // --- Scheduler (scheduler.cpp) ---
    /// Programs whose objects `start` makes.
    struct StartProgram {
        UnitPtr unit;
        std::string parameters;
        std::vector<std::pair<std::string, std::string>> fields{}; ///< Properties, as they are.
        std::string bot{}; ///< It is started as the skritbot of that name.
    };
    void add_program(StartProgram program);
    [[nodiscard]] std::vector<ProgramPtr> programs() const;
    /// Skritbots that `start` starts, by name with parameters.
    void add_bot(std::string url) { start_bots_.push_back(std::move(url)); }
    void start() override;
    void frame(float seconds) override;
    EventResult send(const Event& event) override;
    CallResult call(std::string_view function, std::span<const Value> arguments) override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::size_t machine_count() const override { return objects().size(); }
    [[nodiscard]] MachineInfo machine(std::size_t index) const override;
    [[nodiscard]] const Program& program(std::size_t index) const override;
    [[nodiscard]] std::uint64_t instructions() const override {
        return paused() ? executed + granted_ - left() : executed;
    }
    [[nodiscard]] std::uint64_t frames() const override { return frames_; }
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    Result<void> change_variable(std::size_t index, std::size_t frame, std::string_view scope,
                                 std::size_t number, const Value& value) override;
    [[nodiscard]] Result<std::vector<Scope>> scopes(std::size_t index, std::size_t frame,
                                                    const Page& page) const override;
    [[nodiscard]] Result<std::vector<std::byte>> snapshot() const override;
    Result<void> restore(std::span<const std::byte> bytes) override;
    /// A saved game: like a snapshot, but pointers are not kept and loading tells the scripts (OnLoadShared,
    /// OnLoad).
    [[nodiscard]] Result<std::vector<std::byte>> save() const;
    Result<void> load(std::span<const std::byte> bytes);
    void stops_changed() override;
    void observers_changed() override { MachineContext::observer = Scheduler::observer(); }
    void set_budget(const Budget& budget) override;

    /// A script, an event or a frame is under way.
    [[nodiscard]] bool busy() const noexcept { return entered_ != 0 || paused(); }
    /// May that much more be held? Asked before anything is made or kept for scripts.
    bool memory_for(std::uint64_t bytes);

    /// While it lives, the world is busy. What begins inside another one runs to its end, and so does what is
    /// made so.
    class Entry {
      public:
        explicit Entry(World& world, bool to_its_end = false)
            : world_(world), held_(to_its_end || world.busy() ? 1 : 0) {
            ++world_.entered_;
            world_.held_ += held_;
        }
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        ~Entry() {
            --world_.entered_;
            world_.held_ -= held_;
        }

      private:
        World& world_;
        std::uint32_t held_;
    };

  private:
    /// What the fragment that ended last left: read at once, before another one runs.
    struct Answer {
        bool fine = false;
        Value value; ///< If the function has one.
    };
    struct Bound {
        World* world;
        BuiltIn function;
    };
    struct Query {
        World* world;
        StandIn::Query asked;
    };

    // MachineContext and Binder
    void retain(std::uint64_t handle) override;
    void release(std::uint64_t handle) override;
    void set_state(void* object, std::uint32_t state) override;
    bool account_memory(std::uint64_t wanted) override;
    [[nodiscard]] bool stops_at(const LinkedCode& code, std::uint32_t instruction) const override;
    Native bind(const Unit& unit, std::uint32_t import, std::int32_t arity) override;
    /// Linked code, whose size is known: where machine code may begin, and where somebody wants to stop.
    void make_ready(LinkedCode& code);

    Native bind_stand_in(const Unit& unit, std::uint32_t import, const Native& found);
    void close_gaps() const;
    [[nodiscard]] static std::uint64_t object_bytes(const Object& object);
    // Machines (running.cpp)
    /// Runs a function; what it left is in `answer_`.
    Progress invoke(Object& object, std::uint32_t function, std::span<const Value> values);
    template <class Go> Exit watched(Object& object, const Go& go);
    Progress after(Object& object, Machine& machine, Exit exit);
    Progress stopped();
    [[nodiscard]] std::uint64_t left() const noexcept;
    void set_stop(const LinkedCode& code);
    void rearm();
    /// Puts a task in which a pause fell on the agenda.
    template <class Task> Progress leave(Task& task);
    Progress take_up(LeftTask& left);
    void pause_asked() override;
    [[nodiscard]] bool stops_before(const Step& step) override {
        return stop_wanted(step) && running_.size() == 1 && may_stop_;
    }
    void go_on() override;
    /// Gives up everything that a pause left behind.
    void abandon();
    /// As if a pause had fallen into a machine of that object; what is around it is on the agenda.
    void stand_still(Object& object, const StoppedMachine& machine, std::uint64_t granted,
                     std::uint64_t left);
    /// One more that is idle.
    void make_machine();

    // Events and transitions (events.cpp)
    bool deliver_here(Object& object, std::uint32_t event, std::span<const Value> values, Value* result);
    /// When what is paused has come to its end.
    bool deliver_later(std::uint64_t object, EventId event, std::span<const Value> values, Value* result);
    Progress advance(Delivery& delivery);
    Progress tell(Object& object, EventId event, std::span<const Value> values = {}, Became* told = nullptr);
    void unmentioned(const Object& object, EventId event, std::span<const Value> values);
    Progress run_handlers(Delivery& delivery, std::uint32_t state);
    /// Does anything of the object wait for an event of its unit in its present state?
    [[nodiscard]] static bool listens(const Object& object, std::uint32_t event);
    static void remember(Object& object, std::uint32_t event, std::span<const Value> values);
    [[nodiscard]] static bool complete(const Object& object, std::uint32_t transition);
    template <class Eligible> Progress walk(Object& object, Walk& walk, const Eligible& eligible);
    Progress poll(Object& object, Walk& state);

    // States and ends (states.cpp)
    /// After a delivery or call: if it was the outermost one, the state changes or the object goes. The
    /// object may not exist any more afterwards.
    Progress settle(Object& object) {
        if (object.depth != 0 || (object.pending == none && !object.going)) return Progress::done;
        return settle_now(object);
    }
    Progress settle_now(Object& object);
    Progress advance(Settling& settling);
    Progress end(Object& object);
    void change_state(Object& object);
    /// How often the object's state is polled, if it has a say in it.
    Progress set_poll(Object& object, bool& asked);
    Progress arm(Object& object, Arming& arming);
    Progress ask(Object& object, const Delay& delay, bool& asked);
    [[nodiscard]] double length(const Delay& delay) const;

    // Time (time.cpp)
    Progress begin_update(Object& object, double seconds);
    Progress advance(Update& update);
    Progress fire_timer(Object& object, const Due& due);
    [[nodiscard]] static bool polls_now(Object& object, double seconds);

    // Starts, frames and events for all (scheduler.cpp)
    Progress advance(Starting& starting);
    Progress advance(FrameTask& frame);
    Progress advance(Sending& sending);
    Progress tell_each(std::vector<std::uint64_t>& told, std::size_t& next, std::string_view event,
                       std::span<const Value> values);
    /// Every object of that owner but bots, in order of creation.
    [[nodiscard]] std::vector<std::uint64_t> owned(std::uint64_t owner) const;
    [[nodiscard]] Value left_out(const UnitType& type);
    void refuse(const Diagnostics& diagnostics, const std::string& name);

    // Objects (life.cpp)
    std::uint64_t begin(Creation& creation, std::string_view name, std::uint64_t owner,
                        Diagnostics& diagnostics);
    std::uint64_t begin(Creation& creation, const UnitPtr& unit, std::string_view parameters,
                        std::uint64_t owner, Diagnostics& diagnostics);
    Progress advance(Creation& creation);
    Progress let_go(Object& object) {
        if (object.references == 0 || --object.references != 0) return Progress::done;
        object.going = true;
        return object.depth == 0 ? end(object) : Progress::done;
    }
    void free(Object& object);
    std::shared_ptr<Implementation> implementation(const UnitPtr& unit, const std::string& name);
    Object& add_object(std::shared_ptr<Implementation> implementation, std::uint64_t owner);
    /// `known`: variables that need no initial value because they get another.
    Progress initialise(Object& object, Initialising& step,
                        const std::function<bool(const UnitVariable&)>& known = nullptr);
    void initialise(Object& object, bool shared,
                    const std::function<bool(const UnitVariable&)>& known = nullptr) {
        Initialising step{shared};
        static_cast<void>(initialise(object, step, known));
    }
    void apply_parameters(Object& object, std::string_view parameters);
    /// Sets a property from a text; warns if there is none or if it does not fit.
    void apply_property(Object& object, std::string_view name, std::string_view value);
    void exchange(std::shared_ptr<Implementation>& place, const UnitPtr& unit);
    void move_states(Object& object, const Implementation& old, const Unit& before);
    /// An object's state vanished in an edited skrit: it goes on in its startup state, which is told.
    void lose_state(Object& object, std::string_view state);
    /// Gives up what the last object of a skrit left. The implementation may not exist afterwards.
    void forget(Implementation& code);
    void free_cells(StackCell* cells, const StoreSizes& sizes);
    /// The code of a command or formula, compiled at most once as long as it is kept.
    Result<std::shared_ptr<Implementation>> short_text(std::string_view text, UnitMode mode);
    /// Exactly these texts are compiled and kept, for nothing: a world goes on as another one would.
    void keep_compiled(std::span<const std::string> keys);
    Result<Value> run_unit(const std::shared_ptr<Implementation>& code, std::span<const Value> values);

    friend class WorldSnapshot;

    std::vector<std::shared_ptr<void>> kept_;
    Host& host_;
    WorldSettings settings_;
    EventNames event_names_;
    std::unordered_map<std::string, std::shared_ptr<Implementation>> implementations_;
    std::unordered_map<std::string, std::shared_ptr<Implementation>> commands_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Object>> objects_;
    mutable std::vector<Object*> list_;   ///< In order of creation; null where one went.
    mutable std::size_t gaps_ = 0;        ///< Places in `list_` that are null.
    std::uint32_t entered_ = 0;           ///< Entries on the C++ stack …
    std::uint32_t held_ = 0;              ///< … and those in which nothing stops.
    bool armed_ = false;                  ///< A pause was asked for.
    bool may_stop_ = false;               ///< The outermost machine.
    std::uint64_t pause_left_ = no_pause; ///< From the beginning of the invocation under way, if one is.
    std::uint64_t granted_ = 0;           ///< To that invocation.
    std::set<std::pair<const Unit*, std::uint32_t>> places_;
    std::vector<LeftTask> agenda_; ///< While paused: what goes on behind the machine, innermost first.
    Answer answer_;
    std::uint64_t command_bytes_ = 0; ///< Of `commands_`.
    std::vector<std::unique_ptr<Machine>> machines_;
    std::vector<Machine*> idle_;
    std::vector<Machine*> running_;
    std::vector<StartProgram> programs_;
    UnitPtr latest_; ///< Of the object made last: stands for those that are gone.
    std::vector<std::string> start_bots_;
    std::vector<Due> due_; ///< Room for run_timers.
    std::vector<std::unique_ptr<Bound>> bound_;
    std::vector<std::unique_ptr<Query>> queries_;
    std::unordered_map<std::string, Native> built_in_;
    std::uint64_t next_object_ = 1;
    std::uint64_t next_serial_ = 1;
    std::uint64_t frames_ = 0;
    bool started_ = false;
    std::unordered_map<std::string, std::string> resolved_; ///< Names asked for and what they lead to.
};

inline constexpr std::uint64_t object_tag = 0xFFFF'5347'0000'0000ULL; ///< Ids of skrit objects begin so.

/// "jobs/x" of "world\\ai/jobs/x.skrit": without extension; `base_name` also without folder.
[[nodiscard]] std::string base_name(std::string_view path);

} // namespace vellum::skrit
