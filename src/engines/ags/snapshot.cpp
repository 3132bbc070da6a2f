// A game as bytes and back. Everything read is checked before it is believed: a snapshot may come from
// anywhere, and a machine made from one runs precisely until it is idle again.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/fast/liveness.hpp"
#include "engines/ags/world/world.hpp"
#include "runtime/archive.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t format_version = 9;
constexpr std::uint32_t most_items = 1U << 20U;
constexpr std::uint32_t most_machines = 64;
constexpr std::uint32_t most_values = 256;

} // namespace

void fields(auto& archive, Archived<CallRecord> auto& record) {
    auto& [instance, word, line, function_start, this_base] = record;
    archive(instance, word, line, function_start, this_base);
}

void fields(auto& archive, Archived<Run> auto& run) {
    auto& [instance, return_step, nesting, loops, loop_check_off, parameter_base, stack_used, arguments] =
        run;
    archive(instance, return_step, nesting, loops, loop_check_off, parameter_base, stack_used, arguments);
}

/// Entries up to the top, and the one that is begun beyond it.
void fields(auto& archive, Archived<Stack> auto& stack) {
    auto& [values, sizes, offsets, raw, bytes, count, used, tail] = stack;
    archive(count, tail);
    archive.demand(count < stack_entries, "the stack has more entries than there are");
    const std::uint32_t entries = archive.ok() ? count + (tail != 0 ? 1 : 0) : 0;
    std::uint32_t place = 0;
    for (std::uint32_t i = 0; i < entries && archive.ok(); ++i) {
        // A write may have given the entry another size than the room it takes.
        const std::uint32_t next = i + 1 < count ? offsets[i + 1] : used;
        auto room = static_cast<std::uint16_t>(i < count ? next - offsets[i] : sizes[i]);
        archive(sizes[i], room, raw[i]);
        if constexpr (reads<decltype(archive)>) {
            if (i == count) used = place;
            offsets[i] = static_cast<std::uint16_t>(place);
        }
        place += room;
        archive.demand(place <= stack_bytes, "the stack has more bytes than there are");
        archive.demand(!raw[i] || sizes[i] == room, "an entry has another size than its bytes");
        if (!archive.ok()) break;
        if (raw[i])
            archive.bytes(std::span(bytes).subspan(offsets[i], sizes[i]));
        else
            archive(values[i]);
    }
    if constexpr (reads<decltype(archive)>) {
        if (tail == 0) used = place;
        archive.demand(tail == 0 || (archive.ok() && tail == sizes[count]),
                       "the begun entry has another size");
    }
}

void fields(auto& archive, Archived<MachineFields> auto& machine) {
    auto& [registers, stack, parameters, records, runs, instance, step, line, function_start, this_base,
           next_arguments, far_arguments, object_call, waiting, native_state, executed] = machine;
    archive(registers, stack);
    archive.list(parameters, 8, most_items, "parameters");
    archive.list(records, 24, most_call_records, "calls");
    archive.list(runs, 32, most_call_records + 1, "runs");
    archive(instance, step, line, function_start, this_base, next_arguments, far_arguments);
    auto flags = static_cast<std::uint8_t>((object_call ? 1 : 0) | (waiting ? 2 : 0));
    archive(flags);
    if constexpr (reads<decltype(archive)>) {
        object_call = (flags & 1U) != 0;
        waiting = (flags & 2U) != 0;
    }
    archive(native_state, executed);
}

void fields(auto& archive, Archived<Pending> auto& pending) {
    auto& [kind, instance, export_number, arguments] = pending;
    archive.up_to(kind, Pending::Kind::room, "what waits to start");
    archive(instance, export_number);
    archive.values(arguments, most_values);
}

void fields(auto& archive, Archived<Task> auto& task) {
    auto& [kind, at, next, count, name, values, machine, seconds, left, charged, work] = task;
    archive.up_to(kind, Task::Kind::call, "the paused state");
    archive(at, next, count, name);
    archive.values(values, most_values);
    archive(machine, seconds, left, charged, work);
}

void fields(auto& archive, Archived<WorldFields> auto& world) {
    auto& [room, visited, started, frames, queue, dialog_runs, task] = world;
    archive(room);
    archive.list(visited, 4, most_items, "rooms");
    archive(started, frames);
    archive.list(queue, 12, most_items, "functions waiting to start");
    archive(dialog_runs, task);
}

void fields(auto& archive, Archived<PlayAction> auto& action) {
    auto& [kind, where, function, arguments, number, x, y, placed] = action;
    archive.up_to(kind, PlayAction::Kind::restore_dialog, "what the game is to do");
    archive.up_to(where, PlayAction::Where::room, "the place of a function");
    archive(function);
    archive.values(arguments, most_values);
    archive(number, x, y, placed);
}

void fields(auto& archive, Archived<Walk> auto& walk) {
    auto& [thing, x, y, to_x, to_y, speed] = walk;
    archive(thing, x, y, to_x, to_y, speed);
    constexpr float farthest = 2e6F;
    archive.demand(is_thing(thing) && x >= -farthest && x <= farthest && y >= -farthest && y <= farthest &&
                       speed > 0,
                   "something walks that cannot");
}

void fields(auto& archive, Archived<Busy> auto& busy) {
    auto& [thing, frames] = busy;
    archive(thing, frames);
}

void fields(auto& archive, Archived<Follower> auto& follower) {
    auto& [thing, other, distance] = follower;
    archive(thing, other, distance);
    archive.demand(is_thing(thing) && is_thing(other) && distance >= 0, "something follows that cannot");
}

void fields(auto& archive, Archived<PlayFields> auto& play) {
    auto& [player, room, actions, walks, animations, followers, dialog, earlier, choosing, asked, chosen,
           over, mouse_x, mouse_y, region, over_now, slots] = play;
    archive(player, room);
    archive.list(actions, 20, PlayFields::most_actions, "actions");
    archive.list(walks, 28, PlayFields::most_moving, "walks");
    archive.list(animations, 12, PlayFields::most_moving, "animations");
    archive.list(followers, 20, PlayFields::most_moving, "followers");
    archive(dialog);
    archive.list(earlier, 4, PlayFields::most_dialogs, "dialogs");
    archive(choosing, asked, chosen, over, mouse_x, mouse_y, region, over_now);
    archive.up_to(slots, PlayFields::Slots::restore, "what slots are for");
}

namespace {

/// The two forms leave different things in registers that nobody reads any more; the same state is the same
/// bytes.
void clear_dead_registers(MachineFields& machine, const Environment& environment) {
    if (machine.runs.empty() || !environment.may_run_fast()) return;
    const Instance& instance = environment.instances()[machine.instance];
    if (instance.fast == nullptr) return;
    const std::vector<RegisterSet> live = find_liveness(instance).before;
    if (machine.step >= live.size()) return;
    for (std::uint32_t number = 1; number < register_count; ++number)
        if (number != reg_sp && (live[machine.step] & in_set(number)) == 0) machine.registers[number] = 0;
}

/// A tag must name something that exists, because the machine looks it up without asking.
bool exists(Word word, const Environment& environment) {
    const std::uint32_t object = object_of(word);
    switch (kind_of(word)) {
    case Tag::integer:
    case Tag::real: return object == 0;
    case Tag::stack: return object <= stack_entries;
    case Tag::data:
    case Tag::literal: return object < environment.instances().size();
    case Tag::object: return true; // looked up with a check
    case Tag::variable: return object < environment.variables().size();
    case Tag::code: return object < environment.callees().size();
    }
    return false;
}

bool words_exist(const MachineFields& machine, const Environment& environment) {
    const auto here = [&](Word word) { return exists(word, environment); };
    const Stack& stack = machine.stack;
    for (std::uint32_t i = 0; i < stack.count + (stack.tail != 0 ? 1 : 0); ++i)
        if (!stack.raw[i] && !here(stack.values[i])) return false;
    return std::ranges::all_of(machine.registers, here) && std::ranges::all_of(machine.parameters, here) &&
           std::ranges::all_of(machine.records, [&](const CallRecord& record) {
               return record.instance < environment.instances().size();
           });
}

/// What the interpreters rely on.
bool consistent(const MachineFields& machine, const Environment& environment) {
    if (!words_exist(machine, environment)) return false;
    if (machine.runs.empty()) return machine.records.empty();
    std::size_t calls = machine.runs.size() - 1;
    std::uint32_t base = 0;
    for (std::size_t i = 0; i < machine.runs.size(); ++i) {
        const Run& run = machine.runs[i];
        calls += run.nesting;
        if (run.nesting > most_nested_calls || run.instance >= environment.instances().size()) return false;
        if (run.parameter_base < base || run.parameter_base > machine.parameters.size()) return false;
        base = run.parameter_base;
    }
    if (calls != machine.records.size() || machine.instance != machine.runs.back().instance) return false;
    // Each run goes back to a step of the script that its record names.
    std::size_t record = 0;
    std::uint32_t instance = machine.runs[0].instance;
    for (std::size_t i = 0; i < machine.runs.size(); ++i) {
        for (std::uint32_t n = 0; n < machine.runs[i].nesting; ++n)
            if (machine.records[record++].instance != instance) return false;
        if (i + 1 == machine.runs.size()) break;
        if (machine.records[record++].instance != instance ||
            machine.runs[i + 1].return_step >= environment.instances()[instance].steps.size())
            return false;
        instance = machine.runs[i + 1].instance;
    }
    return machine.step < environment.instances()[machine.instance].steps.size();
}

std::unexpected<Diagnostic> corrupt() {
    return fail(vellum::codes::snapshot_corrupt, "the snapshot contradicts itself or these scripts");
}

} // namespace

std::vector<std::uint64_t> World::identities() const {
    std::vector<std::uint64_t> result;
    result.reserve(scripts_at_start_);
    for (std::size_t i = 0; i < scripts_at_start_; ++i)
        result.push_back(environment_.instances()[i].script->identity());
    for (const GameScript& room : rooms_) result.push_back(room.script->identity());
    if (play_ != nullptr) result.push_back(play_->identity());
    return result;
}

Result<std::vector<std::byte>> World::snapshot() const {
    return write_state(play_ != nullptr ? play_->saves.kept() : SavedGames::Kept());
}

Result<std::vector<std::byte>> World::write_state(const SavedGames::Kept& saves) const {
    if (native_runs())
        return fail(vellum::codes::snapshot_busy,
                    "a native is running: a snapshot can be taken between frames, calls and events");
    SnapshotWriter writer("ags", format_version, identities());
    ByteWriter& out = writer.out();
    ArchiveWriter archive(writer);
    writer.begin("GAME");
    out.u32(static_cast<std::uint32_t>(linked_rooms_.size()));
    for (const std::uint32_t room : linked_rooms_) out.u32(room);
    for (const Instance& instance : environment_.instances()) out.bytes(instance.data);
    out.u32(static_cast<std::uint32_t>(environment_.callees().size()));
    for (const Callee& callee : environment_.callees()) writer.text(callee.import);
    out.u32(static_cast<std::uint32_t>(environment_.variables().size()));
    for (const HostVariable& variable : environment_.variables()) writer.text(variable.name);
    out.u64(environment_.random_state());
    out.u64(environment_.clock());
    out.u32(environment_.input);
    archive(state_);
    writer.boolean(play_ != nullptr);
    if (play_ != nullptr) archive(play_->state);
    writer.end();
    writer.begin("RUNS");
    out.u32(static_cast<std::uint32_t>(machines_.size()));
    for (std::size_t i = 0; i < machines_.size(); ++i) {
        MachineFields shown = *machines_[i];
        clear_dead_registers(shown, environment_);
        archive(states_[i], static_cast<const MachineFields&>(shown));
    }
    writer.end();
    writer.begin("POOL");
    environment_.pool().write(archive);
    environment_.properties().write(archive);
    writer.end();
    writer.begin("SAVE");
    out.u32(static_cast<std::uint32_t>(saves.size()));
    for (const auto& [slot, game] : saves) {
        archive(slot, game->time);
        archive.own_text(game->description);
        out.u32(static_cast<std::uint32_t>(game->state.size()));
        out.bytes(game->state);
    }
    writer.end();
    return writer.take();
}

namespace {

/// They are not looked into before they are restored.
SavedGames::Kept read_saves(ArchiveReader& archive) {
    ByteReader& in = archive.snapshot().in();
    constexpr std::size_t least_bytes = 20;
    SavedGames::Kept saves;
    for (std::uint32_t left = archive.snapshot().count(least_bytes, restart_slot + 1, "saved games");
         left != 0 && archive.ok(); --left) {
        std::int32_t slot = 0;
        SavedGame game;
        archive(slot, game.time);
        archive.own_text(game.description);
        const std::span<const std::byte> state = in.bytes(in.u32());
        game.state.assign(state.begin(), state.end());
        archive.demand(is_slot(slot), "a saved game lies in a slot that does not exist");
        saves[slot] = std::make_shared<const SavedGame>(std::move(game));
    }
    return saves;
}

} // namespace

/// Links the rooms that were linked where the snapshot was taken; which they are. Rooms are numbered in the
/// order of linking: a world that linked others first cannot take the snapshot. One that linked more since
/// can take a saved game.
Result<std::vector<bool>> World::link_saved_rooms(ByteReader& in, bool saved_game) {
    namespace base = vellum::codes;
    const std::uint32_t count = in.u32();
    if (count > rooms_.size() || !in.count_fits(count, 4)) return corrupt();
    std::vector<std::uint32_t> wanted(count);
    std::vector<bool> seen(rooms_.size(), false);
    for (std::uint32_t& room : wanted) {
        room = in.u32();
        if (room >= rooms_.size() || seen[room]) return corrupt();
        seen[room] = true;
    }
    for (std::size_t i = 0; i < std::min(wanted.size(), linked_rooms_.size()); ++i)
        if (wanted[i] != linked_rooms_[i])
            return fail(base::snapshot_version, "the snapshot was taken after other rooms were entered", {},
                        "restore into a fresh game");
    if (linked_rooms_.size() > wanted.size() && !saved_game)
        return fail(base::snapshot_version, "the snapshot is from before this game entered a room", {},
                    "restore into a fresh game");
    for (std::size_t i = linked_rooms_.size(); i < wanted.size(); ++i)
        if (auto loaded = load_room(wanted[i]); !loaded) return std::unexpected(std::move(loaded.error()));
    return seen;
}

/// The room it is in and the functions that wait for their start.
bool World::exists(const WorldFields& state, const std::vector<bool>& linked) const {
    if (state.room < -1 || state.room >= static_cast<std::int64_t>(rooms_.size())) return false;
    if (state.room >= 0 && !linked[static_cast<std::size_t>(state.room)]) return false;
    if (std::ranges::any_of(state.visited, [&](std::uint32_t room) { return room >= rooms_.size(); }))
        return false;
    return std::ranges::all_of(state.queue, [this](const Pending& pending) {
        if (pending.kind == Pending::Kind::room) return pending.instance < rooms_.size();
        if (pending.instance >= environment_.instances().size()) return false;
        const Script& script = *environment_.instances()[pending.instance].script;
        const std::vector<Export>& exports = script.scom().exports;
        return pending.export_number < exports.size() &&
               exports[pending.export_number].kind() == export_function &&
               script.code()->at(exports[pending.export_number].offset()) >= 0;
    });
}

Result<void> World::restore(std::span<const std::byte> bytes) {
    if (entered_ != 0)
        return fail(vellum::codes::snapshot_busy, "the game is running: nothing can be restored now");
    return read_state(bytes, false);
}

/// Of a saved game everything but what was under way when it was saved: functions, an open dialog. What the
/// world counts goes on: frames, instructions, the clock.
Result<void> World::read_state(std::span<const std::byte> bytes, bool saved_game) {
    const std::vector<std::uint64_t> programs = identities();
    Result<SnapshotReader> opened = SnapshotReader::open(bytes, "ags", format_version, programs);
    if (!opened) return std::unexpected(std::move(opened.error()));
    SnapshotReader& reader = *opened;
    reader.begin("GAME");
    ByteReader& in = reader.in();
    Result<std::vector<bool>> linked = link_saved_rooms(in, saved_game);
    if (!linked) return std::unexpected(std::move(linked.error()));
    prepare_fast();

    // Everything goes into copies first, so that a bad snapshot changes nothing.
    const std::vector<Instance>& instances = environment_.instances();
    const std::size_t later =
        linked_rooms_.size() - static_cast<std::size_t>(std::ranges::count(*linked, true));
    std::vector<std::vector<std::byte>> data;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        // A room that was entered later is as new.
        const bool saved = i < instances.size() - later;
        const std::span<const std::byte> content =
            saved ? in.bytes(instances[i].data.size()) : instances[i].script->scom().data;
        data.emplace_back(content.begin(), content.end());
    }
    const auto same_names = [&](const auto& list, auto name) {
        const std::uint32_t count = in.u32();
        if (saved_game ? count > list.size() : count != list.size()) return false;
        for (std::uint32_t i = 0; i < count; ++i)
            if (reader.text().view() != list[i].*name) return false;
        return true;
    };
    if (!same_names(environment_.callees(), &Callee::import) ||
        !same_names(environment_.variables(), &HostVariable::name))
        return corrupt();
    const std::uint64_t random = in.u64();
    const std::uint64_t clock = in.u64();
    const std::uint32_t input = in.u32();
    ArchiveReader archive(reader);
    WorldFields state;
    archive(state);
    if (reader.boolean() != (play_ != nullptr)) return corrupt();
    PlayFields played;
    if (play_ != nullptr) archive(played);
    if (!archive.ok() || !exists(state, *linked)) return corrupt();
    reader.begin("RUNS");
    const std::uint32_t count = in.u32();
    if (count == 0 || count > most_machines || !in.count_fits(count, 64)) return corrupt();
    std::vector<std::unique_ptr<Machine>> machines;
    std::vector<MachineState> states;
    for (std::uint32_t i = 0; i < count; ++i) {
        archive.up_to(states.emplace_back(), MachineState::faulted, "the state of a machine");
        machines.push_back(std::make_unique<Machine>(environment_, static_cast<MachineContext&>(*this), i));
        Machine& machine = *machines.back();
        archive(static_cast<MachineFields&>(machine));
        machine.restored = machine.active();
        if (!archive.ok() || !consistent(machine, environment_)) return corrupt();
    }
    Task& task = state.task;
    const bool stands_still = task.kind != Task::Kind::none;
    if (stands_still && (task.machine >= machines.size() || !machines[task.machine]->active()))
        return corrupt();
    task.count = std::min(task.count, static_cast<std::uint32_t>(environment_.instances().size()));
    task.left = std::min(task.left, whole_budget());
    reader.begin("POOL");
    Pool pool;
    pool.set_types(environment_.types());
    pool.set_limit(budget().memory != 0 ? budget().memory : Pool::default_limit);
    pool.read(archive);
    Properties properties;
    properties.read(archive, pool);
    reader.begin("SAVE");
    SavedGames::Kept saves = read_saves(archive);
    if (auto finished = reader.finish(); !finished) return finished;
    if (saved_game) saves = play_->saves.kept();
    if (!pool.charge(SavedGames::bytes(saves)))
        return fail(codes::out_of_memory, "the saved games need more memory than the budget allows");
    environment_.pool() = std::move(pool);
    environment_.properties() = std::move(properties);
    for (std::size_t i = 0; i < data.size(); ++i)
        std::copy(data[i].begin(), data[i].end(), environment_.instances()[i].data.begin());
    environment_.set_random_state(random);
    if (play_ != nullptr) {
        play_->state = std::move(played);
        play_->saves.set_kept(std::move(saves));
    }
    if (saved_game) {
        for (std::size_t i = 0; i < machines_.size(); ++i) {
            machines_[i]->reset();
            states_[i] = MachineState::idle;
        }
        play_->end_what_runs();
        state_.room = state.room;
        state_.visited = std::move(state.visited);
        state_.queue.clear();
        state_.dialog_runs = false;
        return {};
    }
    environment_.set_clock(clock);
    environment_.input = input;
    state_ = std::move(state);
    machines_ = std::move(machines);
    slow_told_ = environment_.slow().size(); // whoever took the snapshot was told
    states_ = std::move(states);
    pause_after(no_pause);
    set_paused(stands_still);
    return {};
}

} // namespace vellum::ags
