// The frame, the slices of runs, notes and faults; see the header. Events and calls stand in delivery.cpp,
// snapshots in world_snapshot.cpp.
#include "engines/pathologic/scheduler/running_world.hpp"

#include <algorithm>

#include "engines/pathologic/machine/text_count.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {

std::unique_ptr<World> make_world(Host& host, const WorldOptions& options) {
    return std::make_unique<RunningWorld>(host, options);
}

RunningWorld::RunningWorld(Host& host, const WorldOptions& options)
    : host_(host), options_(options), random_state_(options.seed) {
    RunningWorld::set_budget(options.budget);
}

RunningWorld::~RunningWorld() = default;

void RunningWorld::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    limits_ = {};
    if (budget.instructions != 0) limits_.instructions = budget.instructions;
    if (budget.memory != 0) limits_.memory = budget.memory;
    if (budget.call_depth != 0) limits_.call_depth = budget.call_depth;
    limits_.stack = options_.stack_limit;
    limits_.text = static_cast<std::size_t>(std::clamp<std::uint64_t>(limits_.memory / 16, 256, max_text));
    const std::uint64_t fitting = limits_.memory / sizeof(Value);
    if (fitting < limits_.stack) limits_.stack = static_cast<std::uint32_t>(fitting);
    limits_.limit_is_fatal = options_.limit_is_fatal;
    limits_.ignore_null_receiver = options_.ignore_null_receiver;
    limits_.checked = options_.checked;
}

std::shared_ptr<Link> RunningWorld::link_for(const std::shared_ptr<const Script>& script, Host& host) {
    std::shared_ptr<Link>& link = links_[{script.get(), &host}];
    if (link == nullptr) {
        std::shared_ptr<const Prepared>& prepared = prepared_[script.get()];
        if (prepared == nullptr) prepared = std::make_shared<const Prepared>(script);
        link = std::make_shared<Link>(prepared, host);
    }
    return link;
}

Result<std::uint32_t> RunningWorld::add(const ProgramPtr& program, std::string name, Host* host) {
    if (program == nullptr || program->engine().id() != "pathologic")
        return fail(vellum::codes::engine_unsupported, "the program is not a Pathologic script");
    const auto script = std::static_pointer_cast<const Script>(program);
    const auto index = static_cast<std::uint32_t>(runs_.size());
    if (name.empty()) {
        name = program->name();
        if (const std::size_t slash = name.find_last_of("/\\"); slash != std::string::npos)
            name.erase(0, slash + 1);
        if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && dot != 0) name.resize(dot);
    }
    const std::shared_ptr<Link> link = link_for(script, host != nullptr ? *host : host_);
    runs_.push_back(std::make_unique<Run>(*this, index, std::move(name), link));
    Run& run = *runs_.back();
    run.owner = objects_.create("actor", run.name);
    run.state = MachineState::idle;
    if (started_) begin(run);
    return index;
}

void RunningWorld::begin(Run& run) {
    const bool going = run.start();
    if (listener_ != nullptr) listener_->started(*this, run.index);
    if (!going || run.state == MachineState::finished)
        tell_stopped(run);
    else if (observer() != nullptr)
        note(run.index, "starts in task " + std::to_string(run.code->script->run_task));
}

void RunningWorld::start() {
    if (started_) return;
    started_ = true;
    for (std::size_t i = 0; i < runs_.size(); ++i) begin(*runs_[i]);
}

void RunningWorld::tell_stopped(Run& run) {
    if (run.told_stopped) return;
    run.told_stopped = true;
    if (observer() != nullptr && run.state == MachineState::finished) note(run.index, "the script has ended");
    if (listener_ != nullptr) listener_->stopped(*this, run.index, run.state == MachineState::faulted);
}

void RunningWorld::tell_if_ended(Run& run) {
    if (run.state == MachineState::finished || run.state == MachineState::faulted) tell_stopped(run);
}

void RunningWorld::stop(std::uint32_t machine) {
    if (machine >= runs_.size()) return;
    Run& run = *runs_[machine];
    if (run.state == MachineState::finished || run.state == MachineState::faulted) return;
    run.state = MachineState::finished;
    run.pending = {};
    run.ip = ended_address;
    tell_stopped(run);
}

Progress RunningWorld::run_slice(Run& run, float delta_time) {
    // A slice inside another one (an event that a native sends) lives on what the outer one has left, so that
    // events that cause each other end.
    const std::uint64_t share =
        active_ != nullptr ? std::min(limits_.instructions, active_->slice_left) : limits_.instructions;
    const std::uint64_t kept = run.slice_left;
    Run* const outer = active_;
    run.slice_left = share;
    active_ = &run;
    ++slices_;
    const Progress progress = run.slice(delta_time);
    --slices_;
    active_ = outer;
    const std::uint64_t left = run.slice_left;
    const std::uint64_t used = share - left;
    run.slice_left = kept;
    if (outer != nullptr) outer->slice_left -= std::min(outer->slice_left, used);
    if (progress == Progress::paused) {
        cursor_.active = true;
        cursor_.paused = run.index;
        cursor_.slice_left = left;
        pause_left_ = no_pause;
    }
    if (progress == Progress::exhausted && interrupted()) {
        note(run.index, "was interrupted");
    } else if (progress == Progress::exhausted) {
        if (limits_.limit_is_fatal) {
            run.fault(codes::fault_instruction_limit,
                      "more than " + std::to_string(limits_.instructions) + " instructions in one frame");
        } else if (observer() != nullptr) {
            note(run.index, "reached the limit of " + std::to_string(limits_.instructions) +
                                " instructions and goes on with the next frame");
        }
    }
    tell_if_ended(run);
    return progress;
}

void RunningWorld::continue_frame(std::uint32_t first, float seconds) {
    in_frame_ = true;
    // Runs added meanwhile get their first frame with the next one.
    const std::size_t count = runs_.size();
    for (std::size_t i = first; i < count && !interrupted(); ++i) {
        Run& run = *runs_[i];
        if (run.state != MachineState::ready && run.state != MachineState::waiting &&
            run.state != MachineState::exhausted)
            continue;
        if (run_slice(run, seconds) == Progress::paused) {
            cursor_.in_frame = true;
            cursor_.next = static_cast<std::uint32_t>(i) + 1;
            cursor_.seconds = seconds;
            break;
        }
    }
    in_frame_ = false;
}

void RunningWorld::frame(float seconds) {
    if (busy() || interrupted()) return; // from inside a native: the frame is already running
    while (cursor_.active && !interrupted()) go_on();
    ++frames_;
    continue_frame(0, vellum::canonical(seconds));
}

void RunningWorld::go_on() {
    if (!cursor_.active || slices_ != 0) return;
    Cursor cursor = std::exchange(cursor_, {});
    Run& run = *runs_[cursor.paused];
    const std::uint64_t limit = limits_.instructions;
    limits_.instructions = cursor.slice_left;
    const Progress progress = run_slice(run, cursor.in_frame ? cursor.seconds : 0.0F);
    limits_.instructions = limit;
    if (progress == Progress::paused) {
        const std::uint64_t left = cursor_.slice_left;
        const std::uint32_t paused = cursor_.paused;
        cursor_ = std::move(cursor);
        cursor_.slice_left = left;
        cursor_.paused = paused;
        return;
    }
    if (cursor.in_frame) {
        continue_frame(cursor.next, cursor.seconds);
    } else if (cursor.to_all) {
        Deliveries all; // nobody asks any more
        deliver_to_rest(cursor.next, cursor.event, cursor.values, all);
    }
}

bool RunningWorld::finished() const {
    return !cursor_.active && std::ranges::all_of(runs_, [](const std::unique_ptr<Run>& run) {
        return run->state == MachineState::finished || run->state == MachineState::faulted;
    });
}

MachineInfo RunningWorld::machine(std::size_t index) const {
    const Run& run = *runs_[index];
    return {run.name, run.state, run.instructions, run.frames()};
}

const Program& RunningWorld::program(std::size_t index) const { return *runs_[index]->code->script; }

ObjectId RunningWorld::owner(std::uint32_t machine) const {
    return machine < runs_.size() ? runs_[machine]->owner : ObjectId{};
}

void RunningWorld::set_owner(std::uint32_t machine, ObjectId object) {
    if (machine < runs_.size()) runs_[machine]->owner = object;
}

Run* RunningWorld::run_of(ObjectId object) noexcept {
    for (const std::unique_ptr<Run>& run : runs_)
        if (run->owner == object && object) return run.get();
    return nullptr;
}

ObjectId RunningWorld::actor_named(std::string_view actor) {
    for (const std::unique_ptr<Run>& run : runs_)
        if (run->name == actor) return run->owner;
    return objects_.named("actor", actor);
}

std::optional<Value> RunningWorld::property(std::uint32_t machine, std::string_view name) const {
    if (machine >= runs_.size()) return std::nullopt;
    const Run& run = *runs_[machine];
    const auto& globals = run.code->script->globals;
    for (std::size_t i = 0; i < globals.size() && i < run.globals.size(); ++i)
        if (globals[i].named != 0 && globals[i].name == name) {
            Value value = run.globals[i];
            value.make_canonical();
            return value;
        }
    return std::nullopt;
}

bool RunningWorld::set_property(std::uint32_t machine, std::string_view name, const Value& value) {
    if (machine >= runs_.size()) return false;
    Run& run = *runs_[machine];
    const auto& globals = run.code->script->globals;
    for (std::size_t i = 0; i < globals.size() && i < run.globals.size(); ++i)
        if (globals[i].named != 0 && globals[i].name == name)
            return store(run.globals[i], value, run.link->host) == Verdict::done;
    return false;
}

std::uint32_t RunningWorld::random() {
    // splitmix64: one word of state, so that a snapshot holds all of it.
    random_state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = random_state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 31U)) >> 32U);
}

void RunningWorld::note(std::uint32_t machine, std::string_view text) {
    if (observer() != nullptr) observer()->note(*this, machine, text);
}

void RunningWorld::count_texts() {
    TextCount count;
    for (const std::unique_ptr<Run>& run : runs_) run->count_texts(count);
    text_held_ = count.bytes();
    text_made_ = 0;
    if (active_ != nullptr) active_->work(count.looked());
}

bool RunningWorld::afford(std::uint64_t bytes) {
    if (memory() + bytes <= limits_.memory) return true;
    if (text_made_ <= limits_.memory / 64) return false;
    count_texts();
    return memory() + bytes <= limits_.memory;
}

bool RunningWorld::made_text(std::uint64_t bytes) {
    text_made_ += bytes;
    if (text_made_ < limits_.memory / 16) return true;
    count_texts();
    return memory() <= limits_.memory;
}

ObjectStore& RunningWorld::objects() {
    const std::uint64_t wanted = std::uint64_t{1} << 20U; // far more than most natives need
    static_cast<void>(afford(std::min(wanted, limits_.memory / 64)));
    const std::uint64_t others = memory() - objects_.bytes();
    objects_.set_room(limits_.memory - std::min(limits_.memory, others));
    return objects_;
}

bool RunningWorld::enter_nested() {
    if (nested_ >= most_nested) return false;
    ++nested_;
    return true;
}

void RunningWorld::observe_step(const Run& run) {
    observer()->step({*this, run.index, run.ip, run.ip, run.stack.size()});
}

void RunningWorld::count_instructions(std::uint64_t executed) noexcept {
    instructions_ += executed;
    if (pause_left_ != no_pause) pause_left_ -= std::min(pause_left_, executed);
}

void RunningWorld::report_fault(Run& run, const DiagnosticCode& code, std::string message) {
    Fault fault;
    fault.code = &code;
    fault.message = std::move(message);
    fault.machine = run.index;
    fault.machine_name = run.name;
    fault.frames = run.frames();
    report(std::move(fault));
}

void RunningWorld::native_failed(Run& run, const NativeKey& key, std::string_view error) {
    std::string text(key.name);
    text += " failed: ";
    text += error;
    note(run.index, text);
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
