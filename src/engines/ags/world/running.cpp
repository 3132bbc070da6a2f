// The game loop. Functions that may block run on the main machine one after the other; callbacks that may not
// block run on a machine of their own, as the engine's forks do.
#include "engines/ags/world/world.hpp"

#include <algorithm>
#include <utility>

#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"
#include "engines/ags/world/entry.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t most_machines = 40;
constexpr std::size_t most_queued = 4096;
constexpr std::string_view repeated_always = "repeatedly_execute_always";
constexpr std::string_view late_always = "late_repeatedly_execute_always";

} // namespace

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

} // namespace vellum::ags
