// Snapshots of a world: every machine with its stack, calls, tasks, counters and pending natives, the
// stand-in objects, the random sequence and where a pause fell, in the container that all engines use; no
// host state. Reading builds everything aside and puts it in place only when all of it makes sense, so a bad
// snapshot changes nothing.
#include "runtime/snapshot.hpp"
#include "base/codes.hpp"
#include "engines/pathologic/world/world.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::uint32_t format_version = 3;

void write_pending(SnapshotWriter& out, const Pending& pending) {
    out.out().u8(pending.active ? (pending.stopped ? 2 : 1) : 0);
    out.out().u64(pending.receiver.id);
    out.value(pending.state);
}

Pending read_pending(SnapshotReader& in) {
    Pending pending;
    const std::uint32_t kind = in.in().u8();
    if (kind > 2) in.corrupt("a waiting native is neither waiting nor done");
    pending.active = kind != 0;
    pending.stopped = kind == 2;
    pending.receiver = {in.in().u64()};
    pending.state = in.value();
    return pending;
}

void write_run(SnapshotWriter& out, const MachineFields& machine) {
    ByteWriter& bytes = out.out();
    out.begin("RUN ");
    out.text(machine.name);
    bytes.u64(machine.owner.id);
    bytes.u8(static_cast<std::uint8_t>(machine.state));
    bytes.u32(machine.ip);
    bytes.u64(machine.instructions);
    out.values(canonical(machine.globals));
    out.values(canonical({machine.stack.data(), machine.stack.size()}));
    bytes.u32(static_cast<std::uint32_t>(machine.saved.size()));
    for (const Pending& pending : machine.saved) write_pending(out, pending);
    bytes.u32(static_cast<std::uint32_t>(machine.calls.size()));
    for (const FunctionCall& call : machine.calls) {
        bytes.u32(call.return_address);
        bytes.u32(call.extra_pop);
        bytes.u32(call.saved);
        out.boolean(call.marker == host_call);
    }
    bytes.u32(static_cast<std::uint32_t>(machine.tasks.size()));
    for (const TaskCall& task : machine.tasks) {
        bytes.u32(task.task);
        bytes.u32(task.base);
        bytes.u32(task.first_call);
        bytes.u32(static_cast<std::uint32_t>(task.disabled.size()));
        for (const auto& [event, counter] : task.disabled) {
            bytes.u32(event);
            bytes.u32(counter);
        }
    }
    write_pending(out, machine.pending);
    out.end();
}

void read_run(SnapshotReader& in, MachineFields& machine, const Script& script, const Limits& limits) {
    ByteReader& bytes = in.in();
    in.begin("RUN ");
    machine.name = in.text().view();
    machine.owner = {bytes.u64()};
    const std::uint32_t state = bytes.u8();
    if (state > static_cast<std::uint32_t>(MachineState::faulted))
        in.corrupt("a machine is in an unknown state");
    machine.state = static_cast<MachineState>(state);
    machine.told_stopped = machine.state == MachineState::finished || machine.state == MachineState::faulted;
    machine.ip = bytes.u32();
    machine.instructions = bytes.u64();
    machine.globals = in.values(static_cast<std::uint32_t>(script.globals.size()));
    std::vector<Value> stack = in.values(limits.stack);
    static_cast<void>(machine.stack.reserve(static_cast<std::uint32_t>(stack.size()), limits.stack));
    for (Value& value : stack) {
        if (value.is(Type::none) || value.is(Type::memory))
            in.corrupt("a variable has a type that scripts do not have");
        machine.stack.push(std::move(value));
    }
    const std::uint32_t saved = in.count(10, limits.call_depth, "waiting natives");
    for (std::uint32_t i = 0; i < saved && in.ok(); ++i) machine.saved.push_back(read_pending(in));
    const std::uint32_t calls = in.count(13, limits.call_depth, "calls");
    for (std::uint32_t i = 0; i < calls && in.ok(); ++i) {
        FunctionCall& call = machine.calls.emplace_back();
        call.return_address = bytes.u32();
        call.extra_pop = bytes.u32();
        call.saved = in.below(static_cast<std::uint32_t>(machine.saved.size()) + 1, "waiting native");
        call.marker = in.boolean() ? host_call : 0;
    }
    const std::uint32_t tasks = in.count(16, limits.call_depth, "tasks");
    for (std::uint32_t i = 0; i < tasks && in.ok(); ++i) {
        TaskCall& task = machine.tasks.emplace_back();
        task.task = in.below(static_cast<std::uint32_t>(script.tasks.size()), "task");
        task.base = bytes.u32();
        task.first_call = bytes.u32();
        const std::uint32_t disabled = in.count(8, 1U << 20U, "disabled events");
        for (std::uint32_t j = 0; j < disabled && in.ok(); ++j) {
            const std::uint32_t event = bytes.u32();
            task.disabled.emplace_back(event, bytes.u32());
        }
        const std::uint32_t before = i == 0 ? 0 : machine.tasks[i - 1].first_call;
        if (task.first_call < before || task.first_call > machine.calls.size() ||
            (i == 0 && task.first_call != 0))
            in.corrupt("a task's calls are out of order");
    }
    machine.pending = read_pending(in);

    const bool begun = !machine.tasks.empty();
    if (machine.globals.size() != (begun ? script.globals.size() : 0)) in.corrupt("globals are missing");
    for (std::size_t i = 0; i < machine.globals.size(); ++i)
        if (machine.globals[i].type() != type_of_tag(static_cast<std::uint32_t>(script.globals[i].type)))
            in.corrupt("a global has another type than in the script");
    const bool alive = machine.state != MachineState::idle && machine.state != MachineState::finished &&
                       machine.state != MachineState::faulted;
    if (alive && !begun) in.corrupt("a machine goes on that never began");
}

} // namespace

std::vector<std::uint64_t> RunningWorld::identities() const {
    std::vector<std::uint64_t> result;
    result.reserve(machines_.size());
    for (const std::unique_ptr<Machine>& machine : machines_) result.push_back(machine->code->identity);
    return result;
}

Result<std::vector<std::byte>> RunningWorld::snapshot() const {
    if (busy()) return fail(vellum::codes::snapshot_busy, "a snapshot cannot be taken while the world runs");
    SnapshotWriter out("pathologic", format_version, identities());
    out.begin("WRLD");
    ByteWriter& bytes = out.out();
    out.boolean(started_);
    bytes.u64(random_state_);
    bytes.u64(instructions_);
    bytes.u64(frames_);
    out.boolean(cursor_.active);
    out.boolean(cursor_.in_frame);
    out.boolean(cursor_.to_all);
    bytes.u32(cursor_.next);
    bytes.u32(cursor_.paused);
    bytes.f32(cursor_.seconds);
    bytes.u64(cursor_.slice_left);
    bytes.u32(cursor_.event);
    out.values(canonical(cursor_.values));
    out.end();
    for (const std::unique_ptr<Machine>& machine : machines_) write_run(out, *machine);
    objects_.write(out);
    return out.take();
}

Result<void> RunningWorld::restore(std::span<const std::byte> bytes) {
    if (busy()) return fail(vellum::codes::snapshot_busy, "a world cannot be restored while it runs");
    const std::vector<std::uint64_t> programs = identities();
    Result<SnapshotReader> opened = SnapshotReader::open(bytes, "pathologic", format_version, programs);
    if (!opened) return std::unexpected(opened.error());
    SnapshotReader& in = *opened;
    in.begin("WRLD");
    const bool started = in.boolean();
    const std::uint64_t random_state = in.in().u64();
    const std::uint64_t instructions = in.in().u64();
    const std::uint64_t frames = in.in().u64();
    Cursor cursor;
    cursor.active = in.boolean();
    cursor.in_frame = in.boolean();
    cursor.to_all = in.boolean();
    cursor.next = in.in().u32();
    cursor.paused = in.in().u32();
    cursor.seconds = in.in().f32();
    cursor.slice_left = in.in().u64();
    cursor.event = in.in().u32();
    cursor.values = in.values(1U << 16U);
    if (cursor.active && cursor.paused >= machines_.size())
        in.corrupt("a machine is paused that does not exist");
    std::vector<MachineFields> saved(machines_.size());
    for (std::size_t i = 0; i < saved.size() && in.ok(); ++i)
        read_run(in, saved[i], *machines_[i]->code->script, limits);
    if (cursor.active && in.ok() && saved[cursor.paused].tasks.empty())
        in.corrupt("a machine is paused that never began");
    ObjectStore objects;
    objects.set_room(limits.memory);
    if (in.ok()) objects.read(in);
    if (Result<void> finished = in.finish(); !finished) return finished;

    for (std::size_t i = 0; i < saved.size(); ++i) {
        Machine& machine = *machines_[i];
        static_cast<MachineFields&>(machine) = std::move(saved[i]);
        machine.host_result = Value();
        machine.sizes_changed();
        machine.verified = machine.fits_verification();
    }
    started_ = started;
    random_state_ = random_state;
    instructions_ = instructions;
    frames_ = frames;
    cursor_ = std::move(cursor);
    pause_left_ = no_pause;
    objects_ = std::move(objects);
    count_texts();
    return {};
}

} // namespace vellum::pathologic
