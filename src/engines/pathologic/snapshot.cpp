// Snapshots of a world: every machine with its stack, calls, tasks, counters and pending natives, the
// stand-in objects, the random sequence and where a pause fell, in the container that all engines use; no
// host state. Reading builds everything aside and puts it in place only when all of it makes sense, so a bad
// snapshot changes nothing.
#include "base/codes.hpp"
#include "engines/pathologic/world/world.hpp"
#include "runtime/archive.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::uint32_t format_version = 4;

} // namespace

void fields(auto& archive, Archived<Pending> auto& pending) {
    auto& [active, stopped, receiver, state] = pending;
    std::uint8_t kind = active ? (stopped ? 2 : 1) : 0;
    archive.up_to(kind, std::uint8_t{2}, "the kind of a waiting native");
    if constexpr (reads<decltype(archive)>) {
        active = kind != 0;
        stopped = kind == 2;
    }
    archive(receiver, state);
}

void fields(auto& archive, Archived<FunctionCall> auto& call) {
    auto& [return_address, extra_pop, saved, marker] = call;
    bool from_host = marker == host_call; // a native in flight is none any more
    archive(return_address, extra_pop, saved, from_host);
    if constexpr (reads<decltype(archive)>) marker = from_host ? host_call : 0;
}

void fields(auto& archive, Archived<TaskCall> auto& call) {
    auto& [task, base, first_call, disabled] = call;
    archive(task, base, first_call);
    archive.list(disabled, 8, 1U << 20U, "disabled events");
}

/// The variables on the stack.
void stack_fields(auto& archive, Archived<Stack> auto& stack, const Limits& limits) {
    if constexpr (reads<decltype(archive)>) {
        std::vector<Value> values;
        archive.values(values, limits.stack);
        static_cast<void>(stack.reserve(static_cast<std::uint32_t>(values.size()), limits.stack));
        for (Value& value : values) {
            archive.demand(!value.is(Type::none) && !value.is(Type::memory),
                           "a variable has a type that scripts do not have");
            stack.push(std::move(value));
        }
    } else {
        archive.values({stack.data(), stack.size()}, limits.stack);
    }
}

void machine_fields(auto& archive, Archived<MachineFields> auto& machine, const Script& script,
                    const Limits& limits) {
    auto& [name, owner, state, told_stopped, ip, instructions, globals, stack, calls, tasks, saved, pending] =
        machine;
    archive(name, owner);
    archive.up_to(state, MachineState::faulted, "the state of a machine");
    archive(ip, instructions);
    archive.values(globals, static_cast<std::uint32_t>(script.globals.size()));
    stack_fields(archive, stack, limits);
    archive.list(saved, 10, limits.call_depth, "waiting natives");
    archive.list(calls, 13, limits.call_depth, "calls");
    archive.list(tasks, 16, limits.call_depth, "tasks");
    archive(pending);
    if constexpr (reads<decltype(archive)>)
        told_stopped = state == MachineState::finished || state == MachineState::faulted;
}

/// What the machine relies on.
static void demand_sound(ArchiveReader& archive, const MachineFields& machine, const Script& script) {
    for (const FunctionCall& call : machine.calls)
        archive.demand(call.saved <= machine.saved.size(), "a waiting native does not exist");
    std::uint32_t before = 0;
    for (const TaskCall& task : machine.tasks) {
        archive.demand(task.task < script.tasks.size(), "a task does not exist");
        const bool first = &task == machine.tasks.data();
        archive.demand(task.first_call >= before && task.first_call <= machine.calls.size() &&
                           (!first || task.first_call == 0),
                       "a task's calls are out of order");
        before = task.first_call;
    }
    const bool begun = !machine.tasks.empty();
    archive.demand(machine.globals.size() == (begun ? script.globals.size() : 0), "globals are missing");
    for (std::size_t i = 0; i < machine.globals.size() && archive.ok(); ++i)
        archive.demand(machine.globals[i].type() ==
                           type_of_tag(static_cast<std::uint32_t>(script.globals[i].type)),
                       "a global has a different type in the script");
    const bool alive = machine.state != MachineState::idle && !machine.told_stopped;
    archive.demand(begun || !alive, "a machine continues without having started");
}

void fields(auto& archive, Archived<Cursor> auto& cursor) {
    auto& [active, kind, next, paused, seconds, slice_left, before, depth, to_all, event, values] = cursor;
    archive(active, to_all, next, paused, seconds, slice_left, depth, event);
    archive.up_to(kind, Cursor::Kind::call, "the paused state");
    archive.up_to(before, MachineState::faulted, "the state of a machine");
    archive.values(values, 1U << 16U);
}

void fields(auto& archive, Archived<WorldFields> auto& world) {
    auto& [started, random_state, instructions, frames, cursor] = world;
    archive(started, random_state, instructions, frames, cursor);
}

std::vector<std::uint64_t> RunningWorld::identities() const {
    std::vector<std::uint64_t> result;
    result.reserve(machines_.size());
    for (const std::unique_ptr<Machine>& machine : machines_) result.push_back(machine->code->identity);
    return result;
}

Result<std::vector<std::byte>> RunningWorld::snapshot() const {
    if (busy()) return fail(vellum::codes::snapshot_busy, "a snapshot cannot be taken while the world runs");
    SnapshotWriter out("pathologic", format_version, identities());
    ArchiveWriter archive(out);
    out.begin("WRLD");
    archive(state_);
    out.end();
    for (const std::unique_ptr<Machine>& machine : machines_) {
        out.begin("RUN ");
        machine_fields(archive, static_cast<const MachineFields&>(*machine), *machine->code->script, limits);
        out.end();
    }
    out.begin("OBJS");
    objects_.write(archive);
    out.end();
    return out.take();
}

Result<void> RunningWorld::restore(std::span<const std::byte> bytes) {
    if (busy()) return fail(vellum::codes::snapshot_busy, "a world cannot be restored while it runs");
    const std::vector<std::uint64_t> programs = identities();
    Result<SnapshotReader> opened = SnapshotReader::open(bytes, "pathologic", format_version, programs);
    if (!opened) return std::unexpected(opened.error());
    SnapshotReader& in = *opened;
    ArchiveReader archive(in);
    in.begin("WRLD");
    WorldFields state;
    archive(state);
    const Cursor& cursor = state.cursor;
    archive.demand(!cursor.active || cursor.paused < machines_.size(),
                   "a machine that does not exist is paused");
    std::vector<MachineFields> saved(machines_.size());
    for (std::size_t i = 0; i < saved.size() && in.ok(); ++i) {
        in.begin("RUN ");
        const Script& script = *machines_[i]->code->script;
        machine_fields(archive, saved[i], script, limits);
        demand_sound(archive, saved[i], script);
    }
    archive.demand(!in.ok() || !cursor.active || !saved[cursor.paused].tasks.empty(),
                   "a machine that never started is paused");
    ObjectStore objects;
    objects.set_room(limits.memory);
    in.begin("OBJS");
    objects.read(archive);
    if (Result<void> finished = in.finish(); !finished) return finished;

    for (std::size_t i = 0; i < saved.size(); ++i) {
        Machine& machine = *machines_[i];
        static_cast<MachineFields&>(machine) = std::move(saved[i]);
        machine.host_result = Value();
        machine.sizes_changed();
        machine.verified = machine.fits_verification();
        machine.verified_before_call = machine.verified;
    }
    state_ = std::move(state);
    state_.cursor.slice_left = std::min(state_.cursor.slice_left, limits.instructions);
    pause_after(no_pause);
    set_paused(state_.cursor.active);
    objects_ = std::move(objects);
    count_texts();
    return {};
}

} // namespace vellum::pathologic
