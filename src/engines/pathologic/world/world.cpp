// The frame, the slices of runs, notes and faults; see the header. Events and calls stand in delivery.cpp,
// snapshots in snapshot.cpp.
#include "engines/pathologic/world/world.hpp"

#include <algorithm>

#include "code/compile.hpp"
#include "engines/pathologic/machine/native/native.hpp"
#include "engines/pathologic/machine/text_count.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {

std::unique_ptr<World> make_world(Host& host, const WorldOptions& options) {
    return std::make_unique<RunningWorld>(host, options);
}

RunningWorld::RunningWorld(Host& host, const WorldOptions& options)
    : MachineContext(static_cast<Scheduler&>(*this)),
      host_(host),
      options_(options),
      state_{.random_state = options.seed.value_or(1), .cursor = {}} {
    RunningWorld::set_budget(options.budget);
}

RunningWorld::~RunningWorld() = default;

void RunningWorld::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    limits = {};
    if (budget.instructions != 0) limits.instructions = budget.instructions;
    if (budget.memory != 0) limits.memory = budget.memory;
    if (budget.call_depth != 0) limits.call_depth = budget.call_depth;
    limits.stack = options_.stack_limit;
    limits.text = static_cast<std::size_t>(std::clamp<std::uint64_t>(limits.memory / 16, 256, max_text));
    const std::uint64_t fitting = limits.memory / sizeof(Value);
    if (fitting < limits.stack) limits.stack = static_cast<std::uint32_t>(fitting);
    limits.limit_is_fatal = options_.limit_is_fatal;
    limits.ignore_null_receiver = options_.ignore_null_receiver;
    limits.checked = options_.checked;
}

std::shared_ptr<Link> RunningWorld::link_for(const std::shared_ptr<const Script>& script, Host& host) {
    std::shared_ptr<Link>& link = links_[{script.get(), &host}];
    if (link == nullptr) {
        std::shared_ptr<const Prepared>& prepared = prepared_[script.get()];
        if (prepared == nullptr) prepared = std::make_shared<const Prepared>(script);
        link = std::make_shared<Link>(prepared, host);
        if (options_.native && code::makes_machine_code() && prepared->fast != nullptr)
            link->native = std::make_shared<NativeCode>(*prepared, options_.native_after, options_.perf_map);
    }
    return link;
}

Result<std::uint32_t> RunningWorld::add(const ProgramPtr& program, std::string name, Host* host) {
    if (program == nullptr || program->engine().id() != "pathologic")
        return fail(vellum::codes::engine_unsupported, "the program is not a Pathologic script");
    const auto script = std::static_pointer_cast<const Script>(program);
    const auto index = static_cast<std::uint32_t>(machines_.size());
    if (name.empty()) {
        name = program->name();
        if (const std::size_t slash = name.find_last_of("/\\"); slash != std::string::npos)
            name.erase(0, slash + 1);
        if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && dot != 0) name.resize(dot);
    }
    const std::shared_ptr<Link> link = link_for(script, host != nullptr ? *host : host_);
    machines_.push_back(
        std::make_unique<Machine>(static_cast<MachineContext&>(*this), index, std::move(name), link));
    Machine& machine = *machines_.back();
    machine.owner = objects_.create("actor", machine.name);
    machine.state = MachineState::idle;
    if (state_.started) begin(machine);
    return index;
}

void RunningWorld::begin(Machine& machine) {
    const bool going = machine.start();
    if (observer() != nullptr) observer()->started(*this, machine.index);
    if (!going || machine.state == MachineState::finished)
        tell_stopped(machine);
    else if (observer() != nullptr)
        note(machine.index, "starts in task " + std::to_string(machine.code->script->run_task));
}

void RunningWorld::start() {
    if (state_.started) return;
    state_.started = true;
    for (std::size_t i = 0; i < machines_.size(); ++i) begin(*machines_[i]);
}

void RunningWorld::tell_stopped(Machine& machine) {
    if (machine.told_stopped) return;
    machine.told_stopped = true;
    if (observer() == nullptr) return;
    if (machine.state == MachineState::finished) note(machine.index, "the script has ended");
    observer()->stopped(*this, machine.index, machine.state == MachineState::faulted);
}

void RunningWorld::tell_if_ended(Machine& machine) {
    if (machine.state == MachineState::finished || machine.state == MachineState::faulted)
        tell_stopped(machine);
}

void RunningWorld::stop(std::uint32_t index) {
    if (index >= machines_.size()) return;
    Machine& machine = *machines_[index];
    if (machine.state == MachineState::finished || machine.state == MachineState::faulted) return;
    machine.state = MachineState::finished;
    machine.pending = {};
    machine.ip = ended_address;
    tell_stopped(machine);
}

Progress RunningWorld::run_slice(Machine& machine, float delta_time) {
    // A slice inside another one (an event that a native sends) lives on what the outer one has left, so that
    // events that cause each other end.
    return run_slice_of(machine, delta_time,
                        active_ != nullptr ? std::min(limits.instructions, active_->slice_left)
                                           : limits.instructions);
}

Progress RunningWorld::run_slice_of(Machine& machine, float delta_time, std::uint64_t share) {
    const std::uint64_t kept = machine.slice_left;
    Machine* const outer = active_;
    machine.slice_left = share;
    active_ = &machine;
    if (slices_++ == 0) outermost_ = &machine;
    const Progress progress = machine.slice(delta_time);
    if (--slices_ == 0) outermost_ = nullptr;
    active_ = outer;
    // What ran here brings a pause of the outer one nearer.
    if (outermost_ != nullptr && awaits_pause()) outermost_->look_up = true;
    const std::uint64_t left = machine.slice_left;
    const std::uint64_t used = share - left;
    machine.slice_left = kept;
    if (outer != nullptr) outer->slice_left -= std::min(outer->slice_left, used);
    if (progress == Progress::paused) {
        state_.cursor.active = true;
        state_.cursor.paused = machine.index;
        state_.cursor.slice_left = left;
        set_paused(true);
    }
    if (progress == Progress::exhausted && interrupted()) {
        note(machine.index, "was interrupted");
    } else if (progress == Progress::exhausted) {
        if (limits.limit_is_fatal) {
            machine.fault(codes::fault_instruction_limit,
                          "more than " + std::to_string(limits.instructions) + " instructions in one frame");
        } else if (observer() != nullptr) {
            note(machine.index, "reached the limit of " + std::to_string(limits.instructions) +
                                    " instructions and continues in the next frame");
        }
    }
    tell_if_ended(machine);
    return progress;
}

void RunningWorld::continue_frame(std::uint32_t first, float seconds) {
    in_frame_ = true;
    // Runs added meanwhile get their first frame with the next one.
    const std::size_t count = machines_.size();
    for (std::size_t i = first; i < count && !interrupted(); ++i) {
        Machine& machine = *machines_[i];
        if (machine.state != MachineState::ready && machine.state != MachineState::waiting &&
            machine.state != MachineState::exhausted)
            continue;
        if (run_slice(machine, seconds) == Progress::paused) {
            state_.cursor.kind = Cursor::Kind::frame;
            state_.cursor.next = static_cast<std::uint32_t>(i) + 1;
            state_.cursor.seconds = seconds;
            break;
        }
    }
    in_frame_ = false;
}

void RunningWorld::frame(float seconds) {
    if (busy() || interrupted()) return; // from inside a native: the frame is already running
    catch_up();
    if (interrupted()) return;
    const Entry entry(*this);
    ++state_.frames;
    continue_frame(0, vellum::canonical(seconds));
}

void RunningWorld::stops_changed() {
    for (const auto& machine : machines_) machine->link->stopped_ops.clear();
}

void RunningWorld::go_on() {
    if (!state_.cursor.active || entered_ != 0) return;
    const Entry entry(*this);
    set_paused(false);
    Cursor cursor = std::exchange(state_.cursor, {});
    Machine& machine = *machines_[cursor.paused];
    using Kind = Cursor::Kind;
    const Progress progress =
        cursor.kind == Kind::call
            ? run_call(machine, cursor.before, cursor.slice_left)
            : run_slice_of(machine, cursor.kind == Kind::frame ? cursor.seconds : 0.0F, cursor.slice_left);
    if (progress == Progress::paused) {
        cursor.slice_left = state_.cursor.slice_left;
        state_.cursor = std::move(cursor);
        return;
    }
    if (cursor.kind == Kind::frame) return continue_frame(cursor.next, cursor.seconds);
    if (cursor.kind != Kind::event) return;
    const bool waits = machine.calls.size() >= cursor.depth && machine.state != MachineState::finished &&
                       progress != Progress::failed;
    tell_event(machine, cursor.event, cursor.values, waits ? EventOutcome::begun : EventOutcome::handled);
    if (cursor.to_all) {
        Deliveries all; // nobody asks any more
        deliver_to_rest(cursor.next, cursor.event, cursor.values, all);
    }
}

bool RunningWorld::finished() const {
    return !state_.cursor.active &&
           std::ranges::all_of(machines_, [](const std::unique_ptr<Machine>& machine) {
               return machine->state == MachineState::finished || machine->state == MachineState::faulted;
           });
}

MachineInfo RunningWorld::machine(std::size_t index) const {
    const Machine& machine = *machines_[index];
    return {machine.name, machine.state, machine.instructions, machine.frames()};
}

const Program& RunningWorld::program(std::size_t index) const { return *machines_[index]->code->script; }

ObjectId RunningWorld::owner(std::uint32_t index) const {
    return index < machines_.size() ? machines_[index]->owner : ObjectId{};
}

void RunningWorld::set_owner(std::uint32_t index, ObjectId object) {
    if (index < machines_.size()) machines_[index]->owner = object;
}

Machine* RunningWorld::machine_of(ObjectId object) noexcept {
    for (const std::unique_ptr<Machine>& machine : machines_)
        if (machine->owner == object && object) return machine.get();
    return nullptr;
}

ObjectId RunningWorld::actor_named(std::string_view actor) {
    for (const std::unique_ptr<Machine>& machine : machines_)
        if (machine->name == actor) return machine->owner;
    return objects_.named("actor", actor);
}

std::optional<Value> RunningWorld::property(std::uint32_t index, std::string_view name) const {
    if (index >= machines_.size()) return std::nullopt;
    const Machine& machine = *machines_[index];
    const auto& globals = machine.code->script->globals;
    for (std::size_t i = 0; i < globals.size() && i < machine.globals.size(); ++i)
        if (globals[i].named != 0 && globals[i].name == name) {
            Value value = machine.globals[i];
            value.make_canonical();
            return value;
        }
    return std::nullopt;
}

bool RunningWorld::set_property(std::uint32_t index, std::string_view name, const Value& value) {
    if (index >= machines_.size()) return false;
    Machine& machine = *machines_[index];
    const auto& globals = machine.code->script->globals;
    for (std::size_t i = 0; i < globals.size() && i < machine.globals.size(); ++i)
        if (globals[i].named != 0 && globals[i].name == name)
            return store(machine.globals[i], value, machine.link->host) == Verdict::done;
    return false;
}

std::uint32_t RunningWorld::random() {
    // splitmix64: one word of state, so that a snapshot holds all of it.
    state_.random_state += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_.random_state;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 31U)) >> 32U);
}

void RunningWorld::note(std::uint32_t index, std::string_view text) {
    if (observer() != nullptr) observer()->note(*this, index, text);
}

void RunningWorld::count_texts() {
    TextCount count;
    for (const std::unique_ptr<Machine>& machine : machines_) machine->count_texts(count);
    text_held_ = count.bytes();
    text_made_ = 0;
    if (active_ != nullptr) active_->work(count.looked());
}

bool RunningWorld::afford(std::uint64_t bytes) {
    if (memory() + bytes <= limits.memory) return true;
    if (text_made_ <= limits.memory / 64) return false;
    count_texts();
    return memory() + bytes <= limits.memory;
}

bool RunningWorld::made_text(std::uint64_t bytes) {
    text_made_ += bytes;
    if (text_made_ < limits.memory / 16) return true;
    count_texts();
    return memory() <= limits.memory;
}

ObjectStore& RunningWorld::objects() {
    const std::uint64_t wanted = std::uint64_t{1} << 20U; // far more than most natives need
    static_cast<void>(afford(std::min(wanted, limits.memory / 64)));
    const std::uint64_t others = memory() - objects_.bytes();
    objects_.set_room(limits.memory - std::min(limits.memory, others));
    return objects_;
}

bool RunningWorld::enter_nested() {
    if (nested_ >= most_nested) return false;
    ++nested_;
    return true;
}

bool RunningWorld::observe_step(const Machine& machine) {
    const Step step{*this, machine.index, machine.ip, machine.ip, machine.stack.size()};
    if (stop_wanted(step) && may_pause()) return true;
    if (observer() != nullptr && observer()->wants_steps()) observer()->step(step);
    return false;
}

void RunningWorld::count_instructions(std::uint64_t executed) noexcept { state_.instructions += executed; }

void RunningWorld::report_fault(Machine& machine, const DiagnosticCode& code, std::string message) {
    Fault fault;
    fault.code = &code;
    fault.message = std::move(message);
    fault.machine = machine.index;
    fault.machine_name = machine.name;
    fault.frames = machine.frames();
    report(std::move(fault));
}

void RunningWorld::native_failed(Machine& machine, const NativeKey& key, std::string_view error) {
    std::string text(key.name);
    text += " failed: ";
    text += error;
    note(machine.index, text);
}

bool RunningWorld::method_exists(Link& link, ObjectId object, std::string_view name, std::int32_t arguments) {
    if (!object) return false;
    if (!name.empty() && name.front() == '@') name.remove_prefix(1);
    return static_cast<bool>(
        link.host.resolve({NativeKind::method, link.host.object_class(object), name, arguments}));
}

std::string RunningWorld::function_name(const Prepared& code, std::uint32_t address) const {
    auto found = functions_.find(&code);
    if (found == functions_.end()) found = functions_.emplace(&code, code.script->functions()).first;
    const auto after = std::ranges::upper_bound(found->second, address, {}, &Function::address);
    return after == found->second.begin() ? std::string() : std::prev(after)->name;
}

} // namespace vellum::pathologic
