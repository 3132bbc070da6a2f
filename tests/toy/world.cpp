// Execution, events and snapshots of the toy world.
#include "toy/world.hpp"

#include <algorithm>

#include "runtime/archive.hpp"
#include "runtime/inspect.hpp"
#include "toy/isa.hpp"
#include "vellum/engine.hpp"

namespace vellum::toy {

namespace {
constexpr std::uint64_t own_budget = 10000;
constexpr std::uint32_t snapshot_format = 4;
} // namespace

/// What a snapshot keeps of a machine, read and written.
void fields(auto& archive, Archived<Machine> auto& machine) {
    auto& [state, running, address, executed, stack, native_state] = machine;
    archive.up_to(state, MachineState::faulted, "the state of a machine");
    archive(address, executed);
    archive.values(stack, World::stack_size);
    archive(native_state);
}

void fields(auto& archive, Archived<Cursor> auto& cursor) {
    auto& [active, in_frame, machine, left, seconds] = cursor;
    archive(active, in_frame, machine, left, seconds);
}

World::World(std::shared_ptr<const Program> program, Host& host) : program_(std::move(program)) {
    for (const std::string& name : program_->natives)
        natives_.push_back(host.resolve({NativeKind::function, {}, name, -1}));
    machines_.resize(1 + program_->events.size());
}

void World::begin(std::uint32_t index, std::uint32_t address, std::span<const Value> arguments) {
    Machine& machine = machines_[index];
    machine.state = MachineState::ready;
    machine.address = address;
    machine.stack.assign(arguments.begin(), arguments.end());
    machine.native_state = Value();
}

void World::start() {
    catch_up();
    begin(0, 0, {});
    run(0, 0);
}

void World::frame(float seconds) {
    catch_up();
    ++frames_;
    frame_from(0, seconds);
}

void World::frame_from(std::uint32_t first, float seconds) {
    for (std::uint32_t i = first; i < machines_.size(); ++i) {
        const MachineState state = machines_[i].state;
        if (state != MachineState::ready && state != MachineState::waiting &&
            state != MachineState::exhausted)
            continue;
        run(i, seconds);
        if (!paused()) continue;
        cursor_.in_frame = true;
        return;
    }
}

void World::go_on() {
    if (runs_ != 0) return;
    set_paused(false);
    const Cursor cursor = std::exchange(cursor_, {});
    if (!run(cursor.machine, cursor.seconds, cursor.left))
        cursor_.in_frame = cursor.in_frame;
    else if (cursor.in_frame)
        frame_from(cursor.machine + 1, cursor.seconds);
}

EventResult World::send(const Event& event) {
    if (runs_ == 0) catch_up();
    for (std::uint32_t i = 0; i < program_->events.size(); ++i) {
        if (program_->events[i].name != event.name) continue;
        Machine& machine = machines_[i + 1];
        const bool busy = machine.running || machine.state == MachineState::ready ||
                          machine.state == MachineState::waiting || machine.state == MachineState::exhausted;
        const EventOutcome outcome = busy ? EventOutcome::busy : EventOutcome::handled;
        const std::string_view words = to_string(outcome);
        if (observer() != nullptr) observer()->event(*this, i + 1, event.name, event.values, words);
        if (!busy) {
            begin(i + 1, program_->events[i].address, event.values);
            run(i + 1, 0);
            if (paused()) return {EventOutcome::begun, std::string("paused")};
        }
        return {outcome, std::string(words)};
    }
    if (observer() != nullptr) observer()->event(*this, 0, event.name, event.values, "no handler");
    return {EventOutcome::no_handler, "no handler"};
}

CallResult World::call(std::string_view function, std::span<const Value> arguments) {
    if (runs_ == 0) catch_up();
    for (std::uint32_t i = 0; i < program_->events.size(); ++i) {
        if (program_->events[i].name != function) continue;
        if (machines_[i + 1].running) break;
        begin(i + 1, program_->events[i].address, arguments);
        run(i + 1, 0);
        const Machine& machine = machines_[i + 1];
        if (paused())
            return {CallOutcome::unfinished, fail(vellum::codes::engine_function, "the function is paused")};
        if (machine.state == MachineState::exhausted && interrupted()) { // nobody would go on with it
            stop(i + 1, vellum::codes::run_interrupted, "the world was interrupted from outside");
            return {CallOutcome::interrupted,
                    fail(vellum::codes::run_interrupted, "the call was interrupted from outside")};
        }
        if (machine.state != MachineState::finished) break;
        return CallResult(machine.stack.empty() ? Value() : machine.stack.back());
    }
    return {CallOutcome::unknown_function,
            fail(vellum::codes::engine_function, "the function does not exist or did not come to its end")};
}

bool World::finished() const {
    for (const Machine& machine : machines_)
        if (machine.state == MachineState::ready || machine.state == MachineState::waiting ||
            machine.state == MachineState::exhausted)
            return false;
    return true;
}

MachineInfo World::machine(std::size_t index) const {
    const Machine& machine = machines_[index];
    MachineInfo info;
    info.name = index == 0 ? "main" : program_->events[index - 1].name;
    info.state = machine.state;
    info.instructions = machine.executed;
    if (machine.state != MachineState::idle) info.frames.push_back({info.name, machine.address, {}, 0});
    return info;
}

Result<std::vector<Scope>> World::scopes(std::size_t index, std::size_t frame, const Page& page) const {
    if (index >= machines_.size() || frame != 0)
        return fail(vellum::codes::engine_unsupported, "there is no such machine or frame");
    const Machine& machine = machines_[index];
    return std::vector{
        fill_scope("stack", machine.stack.size(), page,
                   [&](std::size_t i) { return variable("entry " + std::to_string(i), machine.stack[i]); }),
        fill_scope("globals", globals.size(), page,
                   [&](std::size_t i) { return variable(std::to_string(i), globals[i]); })};
}

const vellum::Program& World::program(std::size_t index) const {
    static_cast<void>(index);
    return *program_;
}

std::uint64_t World::instructions() const {
    std::uint64_t sum = 0;
    for (const Machine& machine : machines_) sum += machine.executed;
    return sum;
}

void World::stop(std::uint32_t index, const DiagnosticCode& code, std::string message) {
    Machine& machine = machines_[index];
    machine.state = MachineState::faulted;
    Fault fault;
    fault.code = &code;
    fault.message = std::move(message);
    fault.machine = index;
    fault.machine_name = this->machine(index).name;
    fault.frames.push_back({fault.machine_name, machine.address, {}, 0});
    report(std::move(fault));
}

void World::run(std::uint32_t index, float seconds) {
    run(index, seconds, budget().instructions != 0 ? budget().instructions : own_budget);
}

bool World::run(std::uint32_t index, float seconds, std::uint64_t left) {
    machines_[index].state = MachineState::ready;
    machines_[index].running = true;
    ++runs_;
    for (;; --left) {
        Machine& machine = machines_[index];
        const std::ptrdiff_t at = program_->instructions.at(machine.address);
        const auto instruction = static_cast<std::size_t>(at);
        const Step step{*this, index, machine.address, static_cast<std::uint32_t>(instruction),
                        static_cast<std::uint32_t>(machine.stack.size())};
        if (at >= 0 && left != 0 && !interrupted()) static_cast<void>(stop_wanted(step));
        if (runs_ == 1 && pause_left(instructions()) == 0) {
            cursor_ = {true, false, index, left, seconds};
            set_paused(true);
            break;
        }
        if (left == 0 || interrupted()) {
            machine.state = MachineState::exhausted;
            break;
        }
        if (at < 0) {
            stop(index, codes::address, "there is no instruction at this address");
            break;
        }
        if (observer() != nullptr && observer()->wants_steps()) observer()->step(step);
        ++machine.executed;
        if (!execute(index, instruction, seconds)) break;
    }
    machines_[index].running = false;
    --runs_;
    return !paused();
}

/// False: the machine stops for now; its state says why.
bool World::execute(std::uint32_t index, std::size_t instruction, float seconds) {
    Machine& machine = machines_[index];
    const isa::Code& code = program_->instructions;
    const isa::Instruction& what = code.instructions[instruction];
    const auto operands = code.operands(what);
    const std::size_t wanted = code.row(what).stack.pops.fixed;
    if (machine.stack.size() < wanted || machine.stack.size() >= stack_size) {
        stop(index, codes::stack, "the stack is too short or too long for this instruction");
        return false;
    }
    std::uint32_t next = isa::next_address(code, instruction);
    switch (static_cast<Opcode>(what.opcode)) {
    case Opcode::halt: machine.state = MachineState::finished; return false;
    case Opcode::push: machine.stack.emplace_back(static_cast<std::int32_t>(operands[0])); break;
    case Opcode::add: {
        const Value right = std::move(machine.stack.back());
        machine.stack.pop_back();
        const auto sum = static_cast<std::uint32_t>(detail::to_integer(machine.stack.back())) +
                         static_cast<std::uint32_t>(detail::to_integer(right));
        machine.stack.back() = Value(static_cast<std::int32_t>(sum));
        break;
    }
    case Opcode::load: machine.stack.push_back(globals[operands[0] % globals.size()]); break;
    case Opcode::store:
        globals[operands[0] % globals.size()] = std::move(machine.stack.back());
        machine.stack.pop_back();
        break;
    case Opcode::branch:
        if (detail::to_boolean(machine.stack.back())) next = operands[0];
        machine.stack.pop_back();
        break;
    case Opcode::call:
        if (!call_native(index, instruction, seconds)) return false;
        break;
    case Opcode::yield:
        machine.address = next;
        machine.state = MachineState::ready;
        return false;
    case Opcode::drop: machine.stack.pop_back(); break;
    case Opcode::opcode_count: break;
    }
    machine.address = next;
    return true;
}

bool World::call_native(std::uint32_t index, std::size_t instruction, float seconds) {
    Machine& machine = machines_[index];
    const auto operands = program_->instructions.operands(program_->instructions.instructions[instruction]);
    const std::size_t count = operands[1];
    if (operands[0] >= natives_.size() || !natives_[operands[0]]) {
        stop(index, codes::native, "the native is unknown");
        return false;
    }
    if (machine.stack.size() < count) {
        stop(index, codes::stack, "the native wants more than is on the stack");
        return false;
    }
    const Native& native = natives_[operands[0]];
    std::vector<Value*> arguments;
    for (std::size_t i = machine.stack.size() - count; i < machine.stack.size(); ++i)
        arguments.push_back(&machine.stack[i]);
    for (Value* argument : arguments) argument->make_canonical();
    Call call;
    call.arguments = arguments;
    call.resumed = !machine.native_state.is(Type::none);
    call.delta_time = seconds;
    call.state = &machine.native_state;
    call.scheduler = this;
    call.machine = index;
    native(call);
    for (Value* argument : arguments) argument->make_canonical();
    call.result.make_canonical();
    machine.native_state.make_canonical();
    if (observer() != nullptr)
        observer()->native(
            {*this,
             index,
             {NativeKind::function, {}, program_->natives[operands[0]], static_cast<int>(count)},
             call,
             native.stand_in,
             native.signature});
    if (call.outcome == Outcome::pending) {
        if (machine.native_state.is(Type::none)) machine.native_state = Value(true); // marks the wait
        machine.state = MachineState::waiting;
        return false;
    }
    machine.native_state = Value();
    if (call.outcome == Outcome::failed) {
        stop(index, codes::native, call.error);
        return false;
    }
    machine.stack.push_back(std::move(call.result));
    return true;
}

/// A machine that is running stands on the C++ stack, where no snapshot can put it.
Result<void> World::at_rest() const {
    for (const Machine& machine : machines_)
        if (machine.running)
            return fail(vellum::codes::snapshot_busy,
                        "a machine is running: wait until its native has returned");
    return {};
}

Result<std::vector<std::byte>> World::snapshot() const {
    if (auto rest = at_rest(); !rest) return std::unexpected(std::move(rest.error()));
    SnapshotWriter writer("toy", snapshot_format, identity());
    writer.begin("GLOB");
    writer.out().u64(frames_);
    writer.values(globals);
    ArchiveWriter{writer}(cursor_);
    writer.end();
    writer.begin("MACH");
    writer.out().u32(static_cast<std::uint32_t>(machines_.size()));
    for (const Machine& machine : machines_) ArchiveWriter{writer}(machine);
    writer.end();
    return writer.take();
}

Result<void> World::restore(std::span<const std::byte> bytes) {
    if (auto rest = at_rest(); !rest) return rest;
    auto opened = SnapshotReader::open(bytes, "toy", snapshot_format, identity());
    if (!opened) return std::unexpected(std::move(opened.error()));
    SnapshotReader& reader = *opened;
    reader.begin("GLOB");
    const std::uint64_t new_frames = reader.in().u64();
    std::vector<Value> new_globals = reader.values(static_cast<std::uint32_t>(globals.size()));
    if (reader.ok() && new_globals.size() != globals.size()) reader.corrupt("the number of globals is wrong");
    Cursor new_cursor;
    ArchiveReader{reader}(new_cursor);
    if (reader.ok() && new_cursor.machine >= machines_.size()) reader.corrupt("a machine does not exist");
    new_cursor.left = std::min(new_cursor.left, own_budget);
    reader.begin("MACH");
    std::vector<Machine> new_machines(
        reader.count(16, static_cast<std::uint32_t>(machines_.size()), "machines"));
    if (reader.ok() && new_machines.size() != machines_.size())
        reader.corrupt("the number of machines is wrong");
    for (Machine& machine : new_machines) ArchiveReader{reader}(machine);
    if (auto result = reader.finish(); !result) return result;
    for (std::size_t i = 0; i < globals.size(); ++i) globals[i] = std::move(new_globals[i]);
    machines_ = std::move(new_machines);
    frames_ = new_frames;
    cursor_ = new_cursor;
    pause_after(no_pause);
    set_paused(cursor_.active);
    return {};
}

} // namespace vellum::toy
