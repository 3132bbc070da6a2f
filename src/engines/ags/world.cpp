// The game loop. Functions that may block run on the main machine one after the other; callbacks that may not
// block run on a machine of their own, as the engine's forks do.
#include "engines/ags/world.hpp"

#include <algorithm>
#include <utility>

#include "base/concat.hpp"
#include "base/number.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t not_linked = 0xFFFFFFFF;
constexpr std::size_t most_machines = 40;
constexpr std::size_t most_queued = 4096;
// Numbers of on_event's first parameter.
constexpr std::int32_t event_leave_room = 1;
constexpr std::int32_t event_enter_room = 2;
// Places in a room's list of functions for its events.
constexpr std::size_t event_first_load = 4, event_loads = 5, event_repeats = 6, event_fades_in = 7,
                      event_leaves = 8;
constexpr std::string_view repeated_always = "repeatedly_execute_always";
constexpr std::int64_t latest_time = 253'402'300'799; ///< The end of the year 9999.
constexpr std::string_view late_always = "late_repeatedly_execute_always";

} // namespace

Result<std::unique_ptr<Scheduler>> World::make(const Engine& engine, std::span<const ProgramPtr> programs,
                                               Host& host, const RunOptions& options) {
    auto made = std::make_unique<World>(engine, host);
    if (auto done = made->configure(options); !done) return std::unexpected(std::move(done.error()));
    if (auto done = made->add_programs(programs); !done) return std::unexpected(std::move(done.error()));
    MachineContext& context = *made;
    made->machines_.push_back(std::make_unique<Machine>(made->environment_, context, 0));
    made->states_.push_back(MachineState::idle);
    made->set_budget(options.budget);
    return std::unique_ptr<Scheduler>(std::move(made));
}

Result<void> World::configure(const RunOptions& options) {
    for (const auto& [name, value] : options.all_settings()) {
        const std::int64_t number = whole_number<std::int64_t>(value).value_or(-1);
        const bool is_number = number >= 0;
        if (name == "files")
            environment_.sandbox = value;
        else if (name == "files_limit" && is_number)
            environment_.disk.quota = static_cast<std::uint64_t>(number);
        else if (name == "seed" && is_number)
            environment_.set_random_state(static_cast<std::uint64_t>(number));
        else if (name == "time" && is_number && number <= latest_time)
            environment_.set_clock(static_cast<std::uint64_t>(number) * 1'000'000U);
        else if (name == "loop_limit" && is_number && number <= INT32_MAX)
            environment_.loop_limit = static_cast<std::uint32_t>(number);
        else if (name == "room" && is_number)
            first_room_ = number;
        else if (name == "text" && (value == "8-bit" || value == "utf-8"))
            text_mode_ = value == "utf-8" ? TextMode::utf8 : TextMode::bytes;
        else if (!read_tier(name, value, environment_.tier))
            return fail(vellum::codes::engine_option, "'" + name + "=" + value + "' is not a setting of AGS",
                        {},
                        concat("settings are files=DIRECTORY, files_limit=BYTES, seed=N, time=SECONDS, "
                               "loop_limit=N, room=N, text=8-bit|utf-8, ",
                               tier_words));
    }
    return {};
}

Result<void> World::add_programs(std::span<const ProgramPtr> programs) {
    std::vector<GameScript> scripts;
    bool utf8 = false;
    for (const ProgramPtr& program : programs) {
        if (program == nullptr || program->engine().id() != "ags")
            return fail(vellum::codes::engine_unsupported, "the program is not an AGS script");
        if (program->code() != nullptr) {
            auto script = std::static_pointer_cast<const Script>(program);
            const bool room = is_room_name(script->name());
            (room ? rooms_ : scripts).push_back({room ? "room" : "script", std::move(script)});
        } else {
            const auto& game = static_cast<const Game&>(*program);
            utf8 = utf8 || game.utf8_texts();
            if (game.parts() != nullptr && play_ == nullptr) play_ = std::make_unique<Play>(game.parts());
            for (const GameScript& script : game.scripts())
                (script.kind == "room" ? rooms_ : scripts).push_back(script);
        }
    }
    if (play_ != nullptr) {
        play_->tell = [this](std::string_view text) {
            tell(environment_.current != nullptr ? *environment_.current : *machines_[0], text);
        };
        environment_.play = play_.get();
    }
    environment_.text_mode = text_mode_.value_or(utf8 ? TextMode::utf8 : TextMode::bytes);
    for (GameScript& entry : scripts)
        if (auto added = environment_.add(std::move(entry.script), std::move(entry.kind)); !added)
            return std::unexpected(std::move(added.error()));
    if (auto linked = environment_.link(0); !linked) return linked;
    scripts_at_start_ = environment_.instances().size();
    std::sort(rooms_.begin(), rooms_.end(), [](const GameScript& a, const GameScript& b) {
        const std::int32_t left = room_number(a.script->name());
        const std::int32_t right = room_number(b.script->name());
        return left != right ? left < right : a.script->name() < b.script->name();
    });
    room_instances_.assign(rooms_.size(), not_linked);
    // Without a game around it, a room is all there is: it is linked at once, so that its errors show at
    // once.
    if (scripts_at_start_ == 0)
        for (std::size_t i = 0; i < rooms_.size(); ++i)
            if (auto loaded = load_room(i); !loaded) return std::unexpected(std::move(loaded.error()));
    // Saved games of other runs went to rooms in another order.
    if (play_ != nullptr && !environment_.sandbox.empty() && restores_games())
        for (std::size_t i = 0; i < rooms_.size(); ++i) static_cast<void>(load_room(i));
    prepare_fast();
    return {};
}

Result<std::uint32_t> World::load_room(std::size_t index) {
    if (room_instances_[index] != not_linked) return room_instances_[index];
    auto added = environment_.add(rooms_[index].script, "room");
    if (!added) return added;
    if (auto linked = environment_.link(*added); !linked) return std::unexpected(std::move(linked.error()));
    pause_asked(); // the new script may have longer runs than the others
    room_instances_[index] = *added;
    linked_rooms_.push_back(static_cast<std::uint32_t>(index));
    return added;
}

void World::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    environment_.pool().set_limit(budget.memory != 0 ? budget.memory : Pool::default_limit);
    environment_.most_calls =
        budget.call_depth != 0 ? std::min(budget.call_depth, most_call_records) : most_call_records;
}

// --- Running
// --------------------------------------------------------------------------------------------------------

/// Everything that is done from one call from outside on shares a budget; what natives start takes from the
/// budget of the function that called them.
class World::Entry {
  public:
    explicit Entry(World& game) : game_(game) {
        if (game_.entered_++ != 0) return;
        game_.seconds_ = 0; // what comes from outside between frames takes no time, whatever ran before
        game_.charged_ = 0;
        game_.left_ = game_.whole_budget();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { --game_.entered_; }

  private:
    World& game_;
};

std::uint64_t World::left() const {
    return environment_.current != nullptr ? environment_.current->remaining() : left_;
}

void World::use(std::uint64_t instructions) {
    if (environment_.current == nullptr) {
        left_ -= std::min(left_, instructions);
        charged_ += instructions;
    } else
        environment_.current->work(instructions * work_per_instruction);
}

Exit World::run(Machine& machine, bool behind_pause) {
    states_[machine.number()] = MachineState::ready;
    const bool steps = (stopper() != nullptr && stop_ranges().empty()) ||
                       (observer() != nullptr && observer()->wants_steps());
    const bool natives = observer() != nullptr && observer()->wants_natives();
    const Watching watching = steps                  ? Watching::steps
                              : stopper() != nullptr ? Watching::stops
                              : natives              ? Watching::natives
                                                     : Watching::nobody;
    const bool counts = watching == Watching::natives && observer()->wants_counts();
    if (counts && environment_.current == nullptr) take_counts(nullptr); // of runs that nobody watched
    const Exit exit = machine.run(left(), watching, seconds_, behind_pause);
    use(machine.spent());
    if (counts) take_counts(observer());
    if (exit == Exit::paused) state_.task.machine = machine.number();
    return exit;
}

void World::settle(Machine& machine, Exit exit) {
    MachineState& state = states_[machine.number()];
    switch (exit) {
    case Exit::waiting: state = MachineState::waiting; return;
    case Exit::budget: state = MachineState::exhausted; return;
    case Exit::paused: return;
    case Exit::aborted: tell(machine, "the host aborted the running function"); break;
    case Exit::faulted: {
        Fault fault = machine.take_fault();
        fault.machine_name = this->machine(machine.number()).name;
        report(std::move(fault));
        break;
    }
    case Exit::finished: break;
    }
    state = exit == Exit::faulted ? MachineState::faulted : MachineState::idle;
    const bool dialog = machine.number() == 0 && std::exchange(state_.dialog_runs, false);
    // `call` reads it. Behind a fault it is whatever was left there, and that differs between the two forms.
    const Word result = exit == Exit::faulted ? 0 : machine.registers[reg_ax];
    machine.reset();
    machine.registers[reg_ax] = result;
    if (machine.number() == 0) save_games();
    if (dialog) end_dialog_part(exit == Exit::finished ? signed_of(result) : -2);
    const bool alone =
        std::none_of(machines_.begin(), machines_.end(), [](const auto& other) { return other->active(); });
    if (!alone) return;
    // What the caller is about to look at stays.
    const bool keep = kind_of(result) == Tag::object;
    if (keep) environment_.pool().add_reference(object_of(result));
    if (environment_.pool().sweep_is_due()) {
        use(environment_.pool().table_size()); // a look at each place
        environment_.pool().sweep();
    }
    if (keep && environment_.pool().exists(object_of(result)))
        --environment_.pool()[object_of(result)].references;
    machine.tell_disposed();
}

Result<void> World::begin(Machine& machine, std::uint32_t instance, std::uint32_t export_number,
                          std::span<const Value> arguments) {
    std::vector<Word> words(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!machine.argument(arguments[i], words[i])) {
            const Fault fault = machine.take_fault();
            return fail(*fault.code, fault.message);
        }
    return machine.begin(instance, export_number, words);
}

Machine* World::fork() {
    for (const auto& machine : machines_)
        if (machine->number() != 0 && !machine->active() && !machine->in_native()) return machine.get();
    if (machines_.size() >= most_machines) return nullptr;
    const auto number = static_cast<std::uint32_t>(machines_.size());
    MachineContext& context = *this;
    machines_.push_back(std::make_unique<Machine>(environment_, context, number));
    states_.push_back(MachineState::idle);
    return machines_.back().get();
}

bool World::queue(std::uint32_t instance, std::string_view function, std::vector<Value> arguments) {
    const Instance& target = environment_.instances()[instance];
    const auto found = target.functions.find(std::string(function));
    if (found == target.functions.end() || state_.queue.size() >= most_queued) return false;
    state_.queue.push_back({Pending::Kind::function, instance, found->second, std::move(arguments)});
    return true;
}

bool World::is_current(const Instance& instance) const {
    if (instance.kind != "room") return true;
    return state_.room >= 0 && room_instances_[static_cast<std::size_t>(state_.room)] == instance.number;
}

std::size_t World::queue_everywhere(std::string_view function, const std::vector<Value>& arguments) {
    std::size_t queued = 0;
    for (const Instance& instance : environment_.instances())
        if (is_current(instance) && queue(instance.number, function, arguments)) ++queued;
    return queued;
}

bool World::run_queue() {
    Machine& main = *machines_[0];
    while (!main.active() && !main.in_native() && left() != 0 && !interrupted() && !waits_for_choice()) {
        const bool restores = play_ != nullptr && !play_->state.actions.empty() &&
                              play_->state.actions.front().kind == PlayAction::Kind::restore;
        if (state_.queue.empty() || restores) {
            if (!take_action()) break;
            continue;
        }
        const Pending next = std::move(state_.queue.front());
        state_.queue.pop_front();
        if (next.kind == Pending::Kind::room) {
            enter_room(next.instance);
            continue;
        }
        if (auto begun = begin(main, next.instance, next.export_number, next.arguments); !begun) {
            Fault fault;
            fault.code = begun.error().code;
            fault.message = begun.error().message;
            fault.machine_name = "main";
            report(std::move(fault));
            continue;
        }
        state_.dialog_runs = next.kind == Pending::Kind::dialog;
        const Exit exit = run(main);
        if (exit == Exit::paused) return false;
        settle(main, exit);
    }
    return true;
}

/// A function that had to come to its end at once did not.
void World::fault_unfinished(Machine& machine, const std::string& function) {
    if (interrupted())
        machine.fault(vellum::codes::run_interrupted, "the world was interrupted in " + function);
    else
        machine.fault(codes::out_of_budget, "the instruction budget of " + function + " is used up");
}

bool World::run_forked(Task& task, std::string_view function) {
    while (task.next < task.count) {
        const Instance& instance = environment_.instances()[task.next++];
        const auto found = instance.functions.find(std::string(function));
        if (!is_current(instance) || found == instance.functions.end()) continue;
        if (interrupted()) return true;
        Machine* const machine = fork();
        if (machine == nullptr || !begin(*machine, instance.number, found->second, {})) return true;
        const Exit exit = run(*machine);
        if (exit == Exit::paused) return false;
        end_forked(*machine, exit, function);
    }
    return true;
}

void World::end_forked(Machine& machine, Exit exit, std::string_view function) {
    if (exit == Exit::waiting) {
        machine.fault(codes::host_error,
                      "a blocking function was called from within " + std::string(function));
        exit = Exit::faulted;
    } else if (exit == Exit::budget) {
        fault_unfinished(machine, std::string(function));
        exit = Exit::faulted;
    }
    settle(machine, exit);
}

std::int32_t World::number_of_room(std::size_t index) const {
    const std::int32_t named = room_number(rooms_[index].script->name());
    return named >= 0 ? named : static_cast<std::int32_t>(index);
}

std::size_t World::index_of_room(std::int64_t number) const {
    std::size_t index = rooms_.size();
    for (std::size_t i = 0; i < rooms_.size(); ++i)
        if (room_number(rooms_[i].script->name()) == number) index = i;
    return index;
}

void World::queue_room_event(std::size_t event, std::string_view name) {
    const auto room = static_cast<std::size_t>(state_.room);
    const RoomData* const known = play_ != nullptr ? play_->room(number_of_room(room)) : nullptr;
    if (known != nullptr) name = event < known->events.size() ? std::string_view(known->events[event]) : "";
    queue(room_instances_[room], name, {});
}

void World::go_to_room(std::size_t index) {
    if (state_.room >= 0) {
        queue_room_event(event_leaves, "room_Leave");
        queue_everywhere("on_event", {Value(event_leave_room),
                                      Value(number_of_room(static_cast<std::size_t>(state_.room)))});
    }
    state_.queue.push_back({Pending::Kind::room, static_cast<std::uint32_t>(index), 0, {}});
}

void World::go_to_first_room(std::int64_t number) {
    const std::size_t index = index_of_room(number);
    go_to_room(index < rooms_.size() ? index : 0);
}

void World::enter_room(std::uint32_t index) {
    const bool linked = room_instances_[index] != not_linked;
    if (auto instance = load_room(index); !instance) {
        no_room_ = std::move(instance.error());
        refused_room_ = rooms_[index].script->name();
        return;
    }
    if (!linked) prepare_fast();
    tell_slow_scripts();
    if (!state_.started && restores_games()) save_game(restart_slot, "Restart Game Auto-Save");
    const bool fresh = std::ranges::find(state_.visited, index) == state_.visited.end();
    if (fresh) state_.visited.push_back(index);
    state_.room = static_cast<std::int64_t>(index);
    const std::int32_t number = number_of_room(index);
    arrive(number);
    tell(*machines_[0], "room " + std::to_string(number) + " is entered");
    queue_room_event(event_loads, "room_Load");
    queue_everywhere("on_event", {Value(event_enter_room), Value(number)});
    if (fresh) queue_room_event(event_first_load, "room_FirstLoad");
    queue_room_event(event_fades_in, "room_AfterFadeIn");
}

/// Nobody asks any more: it becomes a fault.
void World::refuse_room() {
    if (!no_room_) return;
    Fault fault;
    fault.code = no_room_->code;
    fault.message = std::exchange(no_room_, {})->message;
    fault.machine_name = refused_room_;
    report(std::move(fault));
}

bool World::advance_start(Task& task) {
    if (!run_queue()) return false;
    static_cast<void>(task);
    state_.started = true;
    return true;
}

bool World::advance_frame(Task& task) {
    Machine& main = *machines_[0];
    if (task.at == 0) {
        if (!run_forked(task, repeated_always)) return false;
        task.at = 1;
        environment_.tick(seconds_);
        if (play_ != nullptr) {
            use(play_->state.walks.size());
            move_things(environment_);
            if (!main.active() && state_.queue.empty() && play_->state.actions.empty())
                stand_on_region(environment_);
        }
        if (main.active()) {
            const Exit exit = run(main);
            if (exit == Exit::paused) return false;
            settle(main, exit);
        }
    }
    if (task.at == 1) {
        if (!run_queue()) return false;
        task.at = 2;
        if (!main.active() && state_.queue.empty() && !waits_for_choice()) {
            queue_everywhere("repeatedly_execute", {});
            if (state_.room >= 0) queue_room_event(event_repeats, "room_RepExec");
        } else
            task.at = 3;
    }
    if (task.at == 2) {
        if (!run_queue()) return false;
        task.at = 3;
    }
    if (task.at == 3) {
        task.next = 0;
        task.count = static_cast<std::uint32_t>(environment_.instances().size());
        task.at = 4;
    }
    if (!run_forked(task, late_always)) return false;
    environment_.input = 0;
    return true;
}

bool World::advance(Task& task) {
    bool done = true;
    switch (task.kind) {
    case Task::Kind::none:
    case Task::Kind::call: break;
    case Task::Kind::start: done = advance_start(task); break;
    case Task::Kind::frame: done = advance_frame(task); break;
    case Task::Kind::room:
    case Task::Kind::event: done = run_queue(); break;
    }
    if (!done) pause(task);
    if (done && task.kind != Task::Kind::room) refuse_room();
    return done;
}

/// The machine that stopped is the one `run` named last.
void World::pause(Task& task) {
    task.seconds = seconds_;
    task.left = left_;
    task.charged = charged_;
    task.machine = state_.task.machine;
    task.work = machines_[task.machine]->work_left();
    state_.task = std::move(task);
    set_paused(true);
}

void World::prepare_fast() {
    environment_.prepare_fast();
    environment_.count_new_scripts();
    stops_changed();
}

bool World::count_executions(bool on) {
    environment_.count_executions(on);
    return true;
}

std::vector<ExecutionCounts> World::execution_counts() const {
    std::vector<ExecutionCounts> all;
    for (const Instance& script : environment_.instances())
        if (!script.executed.empty()) all.push_back({script.script.get(), environment_.executions(script)});
    return all;
}

std::uint64_t World::look_after() {
    if (sampler() == nullptr) return MachineContext::look_after();
    const std::uint64_t now = instructions();
    if (next_sample_ > now + between_samples || next_sample_ == 0) next_sample_ = now + between_samples;
    return std::max<std::uint64_t>(next_sample_ > now ? next_sample_ - now : 0, 1);
}

void World::looked(Machine& machine) {
    if (sampler() == nullptr || instructions() < next_sample_) return;
    next_sample_ = instructions() + between_samples;
    sampler()->sample(*this, machine.number());
}

void World::stops_changed() {
    environment_.plant(stopper() == nullptr ? std::span<const CodeRange>() : stop_ranges());
}

void World::pause_asked() {
    for (const auto& machine : machines_) machine->look_up();
}

void World::go_on() {
    if (entered_ != 0) return; // from inside: it goes on behind that
    set_paused(false);
    Task task = std::exchange(state_.task, {});
    const Entry entry(*this);
    left_ = task.left;
    charged_ = task.charged;
    seconds_ = task.seconds;
    Machine& machine = *machines_[task.machine];
    machine.set_work_left(task.work);
    const Exit exit = run(machine, true);
    if (exit == Exit::paused) return pause(task);
    using Kind = Task::Kind;
    if (task.kind == Kind::call)
        static_cast<void>(end_call(machine, exit, task.name));
    else if (task.kind == Kind::frame && machine.number() != 0)
        end_forked(machine, exit, task.at == 0 ? repeated_always : late_always);
    else
        settle(machine, exit);
    if (!advance(task)) return;
    if (task.kind != Kind::event && task.kind != Kind::room) return;
    if (no_room_) return refuse_room();
    tell_event(task, EventOutcome::handled);
}

void World::start() {
    if (entered_ == 0) catch_up();
    if (state_.started || interrupted()) return;
    const Entry entry(*this);
    tell_slow_scripts();
    queue_everywhere("game_start", {});
    Task task;
    task.kind = Task::Kind::start;
    if (!rooms_.empty()) {
        const std::int64_t played =
            play_ == nullptr ? 0 : number_of_thing(environment_, id_of(play_->player()), "Room");
        go_to_first_room(first_room_.value_or(played));
    }
    static_cast<void>(advance(task));
}

void World::frame(float seconds) {
    if (entered_ == 0) catch_up();
    if (interrupted()) return;
    const Entry entry(*this);
    seconds_ = seconds;
    ++state_.frames;
    if (play_ != nullptr && play_->state.over_now) return;
    if (machines_[0]->in_native())
        return; // a native asks for a frame while it runs: the engine would not come back here
    Task task;
    task.kind = Task::Kind::frame;
    task.count = static_cast<std::uint32_t>(environment_.instances().size());
    static_cast<void>(advance(task));
}

void World::tell_event(const Task& task, EventOutcome outcome) {
    if (observer() != nullptr) observer()->event(*this, 0, task.name, task.values, to_string(outcome));
}

EventResult World::send(const Event& event) {
    if (entered_ == 0) catch_up();
    if (paused())
        return {EventOutcome::interrupted,
                fail(vellum::codes::run_interrupted, "the world is paused and interrupted")};
    const Entry entry(*this);
    Task task;
    task.kind = Task::Kind::event;
    task.name = event.name;
    task.values = event.values;
    if (auto step = take_step(event.name)) {
        if (step->outcome != EventOutcome::handled) return *std::move(step);
        if (!advance(task)) return {EventOutcome::begun, std::string("paused")};
        tell_event(task, EventOutcome::handled);
        return *std::move(step);
    }
    EventResult begun{EventOutcome::begun, std::string("paused")};
    EventOutcome outcome = EventOutcome::no_handler;
    bool none_fits = false; // every handler takes more values: a fault each
    const bool by_value =
        event.name == "room" && event.values.size() == 1 && event.values[0].is(Type::integer);
    if (by_value || event.name.starts_with("room ")) {
        const std::int64_t wanted =
            by_value ? event.values[0].integer()
                     : whole_number<std::int64_t>(std::string_view(event.name).substr(5)).value_or(-1);
        if (!by_value && wanted < 0)
            return {EventOutcome::unknown_event,
                    fail(vellum::codes::engine_event, "write a room event as 'room 12' or 'room:12'")};
        const std::size_t index = index_of_room(wanted);
        if (index == rooms_.size())
            return {EventOutcome::no_receiver,
                    fail(vellum::codes::engine_event, "there is no room " + std::to_string(wanted))};
        task.kind = Task::Kind::room;
        go_to_room(index);
        if (!advance(task)) return begun;
        if (no_room_) return {EventOutcome::failed, std::unexpected(*std::exchange(no_room_, {}))};
        outcome = EventOutcome::handled;
    } else if (const std::size_t queued = queue_everywhere(event.name, event.values); queued != 0) {
        const bool busy = machines_[0]->active() || machines_[0]->in_native();
        const std::size_t before = faults().size();
        if (!advance(task)) return begun;
        outcome = busy ? EventOutcome::queued : EventOutcome::handled;
        const auto refused =
            std::ranges::count(std::span(faults()).subspan(std::min(before, faults().size())),
                               &codes::few_parameters, &Fault::code);
        none_fits = std::cmp_equal(refused, queued);
    }
    tell_event(task, outcome);
    return {none_fits ? EventOutcome::wrong_count : outcome, std::string(to_string(outcome))};
}

CallResult World::call(std::string_view function, std::span<const Value> arguments) {
    if (interrupted())
        return {vellum::CallOutcome::interrupted,
                fail(vellum::codes::run_interrupted, "the world is interrupted")};
    if (paused())
        return {
            vellum::CallOutcome::not_ready,
            fail(vellum::codes::engine_function, "a function cannot be called while the world is paused")};
    const Entry entry(*this);
    // "script/Function" looks in that script only; otherwise the script that was linked last and has it is
    // taken.
    const std::size_t slash = function.find('/');
    const std::string_view script =
        slash == std::string_view::npos ? std::string_view{} : function.substr(0, slash);
    std::string name(slash == std::string_view::npos ? function : function.substr(slash + 1));
    if (const std::size_t dot = name.find('.'); dot != std::string::npos) name.replace(dot, 1, "::");
    const std::vector<Instance>& instances = environment_.instances();
    const Instance* target = nullptr;
    std::uint32_t export_number = 0;
    for (std::size_t i = instances.size(); i-- > 0 && target == nullptr;) {
        const auto found = instances[i].functions.find(name);
        if (found == instances[i].functions.end()) continue;
        if (!script.empty() && instances[i].script->name() != script &&
            instances[i].script->section_of(1) != script)
            continue;
        target = &instances[i];
        export_number = found->second;
    }
    if (target == nullptr)
        return {vellum::CallOutcome::unknown_function,
                fail(vellum::codes::engine_function,
                     "no script " + (script.empty() ? std::string() : "'" + std::string(script) + "' ") +
                         "exports a function '" + name + "'")};
    Machine* machine = machines_[0].get();
    if (machine->active() || machine->in_native()) machine = fork();
    if (machine == nullptr)
        return {vellum::CallOutcome::over_limit,
                fail(codes::call_overflow, "CallScriptFunction stack overflow (recursive call error?)")};
    if (auto begun = begin(*machine, target->number, export_number, arguments); !begun)
        return {begun.error().code == &codes::few_parameters ? vellum::CallOutcome::wrong_count
                                                             : vellum::CallOutcome::faulted,
                std::unexpected(std::move(begun.error()))};
    const Exit exit = run(*machine);
    if (exit != Exit::paused) return end_call(*machine, exit, name);
    Task task;
    task.kind = Task::Kind::call;
    task.name = name;
    pause(task);
    return {vellum::CallOutcome::unfinished,
            fail(vellum::codes::engine_function, "'" + name + "' is paused")};
}

CallResult World::end_call(Machine& machine, Exit exit, const std::string& name) {
    const auto faulted = [this]() -> CallResult {
        const Fault& fault = faults().back();
        const bool stopped = fault.code == &vellum::codes::run_interrupted;
        return {stopped ? vellum::CallOutcome::interrupted : vellum::CallOutcome::faulted,
                fail(*fault.code, fault.message)};
    };
    switch (exit) {
    case Exit::budget: {
        fault_unfinished(machine, "the call");
        settle(machine, Exit::faulted);
        return faulted();
    }
    case Exit::waiting:
    case Exit::paused:
        settle(machine, exit);
        return {vellum::CallOutcome::unfinished,
                fail(vellum::codes::engine_function,
                     "'" + name + "' waits for a native; it continues in the next frames")};
    case Exit::faulted: {
        settle(machine, exit);
        return faulted();
    }
    case Exit::aborted: {
        settle(machine, exit);
        return {vellum::CallOutcome::faulted, fail(codes::host_error, "the host aborted '" + name + "'")};
    }
    case Exit::finished: break;
    }
    settle(machine, exit);
    return machine.result_value();
}

// --- What outsiders see
// ---------------------------------------------------------------------------------------------

bool World::finished() const {
    if (play_ != nullptr && play_->state.over_now) return true;
    if (!state_.queue.empty()) return false;
    for (const auto& machine : machines_)
        if (machine->active()) return false;
    return std::none_of(
        environment_.instances().begin(), environment_.instances().end(), [this](const Instance& instance) {
            return is_current(instance) && (instance.functions.contains("repeatedly_execute") ||
                                            instance.functions.contains("room_RepExec") ||
                                            instance.functions.contains("repeatedly_execute_always") ||
                                            instance.functions.contains("late_repeatedly_execute_always"));
        });
}

MachineInfo World::machine(std::size_t index) const {
    const Machine& machine = *machines_[index];
    MachineInfo info;
    info.name = index == 0 ? "main" : "callback " + std::to_string(index);
    info.state = states_[index];
    info.instructions = machine.executed;
    info.frames = machine.frames();
    return info;
}

const Program& World::program(std::size_t index) const {
    const std::vector<Instance>& instances = environment_.instances();
    const Machine& machine = *machines_[index];
    const std::size_t number = machine.active() ? machine.instance : instances.size() - 1;
    return *instances[number].script;
}

const Program& World::frame_program(std::size_t index, std::size_t frame) const {
    const std::vector<Machine::OpenFrame> frames = machines_[index]->open_frames();
    if (frame >= frames.size()) return program(index);
    return *environment_.instances()[frames[frame].instance].script;
}

std::uint64_t World::instructions() const {
    std::uint64_t total = 0;
    for (const auto& machine : machines_) total += machine->executed;
    return total;
}

void World::tell(Machine& machine, std::string_view text) {
    if (observer() != nullptr) observer()->note(*this, machine.number(), text);
}

bool World::step(Machine& machine, std::uint32_t step, bool outermost) {
    const Instance& instance = environment_.instances()[machine.instance];
    const vellum::Step told{*this, machine.number(), instance.steps[step].word, step, machine.stack.count};
    if (stop_wanted(told) && outermost && entered_ == 1) return true;
    if (observer() != nullptr && observer()->wants_steps()) observer()->step(told);
    return false;
}

void World::take_counts(Observer* told) {
    for (const Callee& callee : environment_.callees()) {
        const std::uint64_t calls = std::exchange(callee.calls, 0);
        if (calls != 0 && told != nullptr) told->called(*this, callee.key(), calls);
    }
}

void World::native(Machine& machine, const Callee& callee, const Call& call) {
    if (observer() != nullptr)
        observer()->native(
            {*this, machine.number(), callee.key(), call, callee.native.stand_in, callee.native.signature});
}

void World::disposed(std::uint64_t host_id) {
    const std::string owner(environment_.host().object_class(ObjectId{host_id}));
    if (owner.empty()) return;
    const Native native = environment_.host().resolve({NativeKind::method, owner, "~", 0});
    if (!native || native.stand_in) return;
    Call call;
    call.receiver = ObjectId{host_id};
    call.scheduler = scheduler();
    native(call);
    use(call.work / work_per_instruction);
}

std::string World::object_name(ObjectId object) const { return environment_.stand_in_name(object.id); }

/// Once for each script that has only the slow form, when the game starts or the script's room is entered.
void World::tell_slow_scripts() {
    if (observer() == nullptr) return;
    for (; slow_told_ < environment_.slow().size(); ++slow_told_) {
        const Environment::Slow& slow = environment_.slow()[slow_told_];
        tell(*machines_[0], environment_.instances()[slow.instance].script->name() +
                                " runs one instruction at a time: " + slow.reason);
    }
}

} // namespace vellum::ags
