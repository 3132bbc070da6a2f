// A game as bytes and back. Everything read is checked before it is believed: a snapshot may come from
// anywhere, and a machine made from one runs precisely until it is idle again.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "engines/ags/world.hpp"
#include "runtime/snapshot.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t format_version = 2;
constexpr std::uint32_t most_items = 1U << 20U;
constexpr std::uint32_t most_machines = 64;
constexpr std::uint32_t most_values = 256;

void put_context(SnapshotWriter& writer, const Machine& machine) {
    ByteWriter& out = writer.out();
    for (const Word word : machine.registers) out.u64(word);
    const Stack& stack = machine.stack;
    out.u32(stack.count);
    out.u32(stack.tail);
    for (std::uint32_t i = 0; i < stack.count + (stack.tail != 0 ? 1 : 0); ++i) {
        out.u16(stack.sizes[i]);
        out.u8(stack.raw[i] ? 1 : 0);
        if (stack.raw[i])
            out.bytes(std::span(stack.bytes).subspan(stack.offsets[i], stack.sizes[i]));
        else
            out.u64(stack.values[i]);
    }
    out.u32(static_cast<std::uint32_t>(machine.parameters.size()));
    for (const Word word : machine.parameters) out.u64(word);
    out.u32(static_cast<std::uint32_t>(machine.records.size()));
    for (const CallRecord& record : machine.records) {
        out.u32(record.instance);
        out.u32(record.word);
        out.i32(record.line);
        out.u32(record.function_start);
        out.i64(record.this_base);
    }
    out.u32(static_cast<std::uint32_t>(machine.runs.size()));
    for (const Run& run : machine.runs) {
        for (const std::uint32_t number : {run.instance, run.return_step, run.nesting, run.loops,
                                           run.loop_check_off, run.parameter_base, run.stack_used})
            out.u32(number);
        out.i32(run.arguments);
    }
    out.u32(machine.instance);
    out.u32(machine.step);
    out.i32(machine.line);
    out.u32(machine.function_start);
    out.i64(machine.this_base);
    out.i32(machine.next_arguments);
    out.i32(machine.far_arguments);
    out.u8(static_cast<std::uint8_t>((machine.object_call ? 1 : 0) | (machine.waiting ? 2 : 0)));
    writer.value(machine.native_state);
    out.u64(machine.executed);
}

/// Reads machines against a world and notes whether anything was impossible.
class ContextReader {
  public:
    ContextReader(SnapshotReader& reader, Environment& world)
        : reader_(reader), in_(reader.in()), environment_(world) {}

    bool read(Machine& machine) {
        machine.reset();
        for (Word& word : machine.registers) word = get_word();
        read_stack(machine.stack);
        machine.parameters.resize(count(8));
        for (Word& word : machine.parameters) word = get_word();
        machine.records.resize(std::min(count(24), most_call_records));
        for (CallRecord& record : machine.records) {
            record = {in_.u32(), in_.u32(), in_.i32(), in_.u32(), in_.i64()};
            good_ = good_ && record.instance < environment_.instances().size();
        }
        machine.runs.resize(std::min(count(32), most_call_records + 1));
        for (Run& run : machine.runs)
            run = {in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.i32()};
        machine.instance = in_.u32();
        machine.step = in_.u32();
        machine.line = in_.i32();
        machine.function_start = in_.u32();
        machine.this_base = in_.i64();
        machine.next_arguments = in_.i32();
        machine.far_arguments = in_.i32();
        const std::uint8_t flags = in_.u8();
        machine.object_call = (flags & 1U) != 0;
        machine.waiting = (flags & 2U) != 0;
        machine.native_state = reader_.value();
        machine.executed = in_.u64();
        machine.restored = machine.active();
        return good_ && reader_.ok() && consistent(machine);
    }

  private:
    /// A tag must name something that exists, because the machine looks it up without asking.
    Word get_word() {
        const Word word = in_.u64();
        const std::uint32_t object = object_of(word);
        switch (kind_of(word)) {
        case Tag::integer:
        case Tag::real: good_ = good_ && object == 0; break;
        case Tag::stack: good_ = good_ && object <= stack_entries; break;
        case Tag::data:
        case Tag::literal: good_ = good_ && object < environment_.instances().size(); break;
        case Tag::object: break; // looked up with a check
        case Tag::variable: good_ = good_ && object < environment_.variables().size(); break;
        case Tag::code: good_ = good_ && object < environment_.callees().size(); break;
        default: good_ = false;
        }
        return word;
    }
    std::uint32_t count(std::uint64_t least) {
        const std::uint32_t value = in_.u32();
        if (value > most_items || !in_.count_fits(value, least)) {
            good_ = false;
            return 0;
        }
        return value;
    }
    void read_stack(Stack& stack) {
        stack.count = in_.u32();
        stack.tail = in_.u32();
        if (stack.count >= stack_entries) {
            good_ = false;
            stack.count = stack.tail = 0;
        }
        std::uint32_t used = 0;
        for (std::uint32_t i = 0; good_ && i < stack.count + (stack.tail != 0 ? 1 : 0); ++i) {
            if (i == stack.count) stack.used = used;
            stack.sizes[i] = in_.u16();
            stack.raw[i] = in_.u8() != 0;
            stack.offsets[i] = static_cast<std::uint16_t>(used);
            used += stack.sizes[i];
            if (used > stack_bytes) {
                good_ = false;
                break;
            }
            if (!stack.raw[i])
                stack.values[i] = get_word();
            else {
                const std::span<const std::byte> bytes = in_.bytes(stack.sizes[i]);
                std::copy(bytes.begin(), bytes.end(), stack.bytes.begin() + stack.offsets[i]);
            }
        }
        if (stack.tail == 0)
            stack.used = used;
        else
            good_ = good_ && stack.tail == stack.sizes[stack.count];
    }
    bool consistent(const Machine& machine) {
        if (machine.runs.empty()) return machine.records.empty();
        std::size_t calls = machine.runs.size() - 1;
        std::uint32_t base = 0;
        for (std::size_t i = 0; i < machine.runs.size(); ++i) {
            const Run& run = machine.runs[i];
            calls += run.nesting;
            if (run.nesting > most_nested_calls || run.instance >= environment_.instances().size())
                return false;
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
                machine.runs[i + 1].return_step >= environment_.instances()[instance].steps.size())
                return false;
            instance = machine.runs[i + 1].instance;
        }
        return machine.step < environment_.instances()[machine.instance].steps.size();
    }

    SnapshotReader& reader_;
    ByteReader& in_;
    Environment& environment_;
    bool good_ = true;
};

} // namespace

std::vector<std::uint64_t> World::identities() const {
    std::vector<std::uint64_t> result;
    result.reserve(scripts_at_start_);
    for (std::size_t i = 0; i < scripts_at_start_; ++i)
        result.push_back(environment_.instances()[i].script->identity());
    for (const GameScript& room : rooms_) result.push_back(room.script->identity());
    return result;
}

Result<std::vector<std::byte>> World::snapshot() const {
    for (const auto& machine : machines_)
        if (machine->in_native())
            return fail(vellum::codes::snapshot_busy,
                        "a native is running: a snapshot can be taken between frames, calls and events");
    SnapshotWriter writer("ags", format_version, identities());
    ByteWriter& out = writer.out();
    writer.begin("GAME");
    out.u32(static_cast<std::uint32_t>(linked_rooms_.size()));
    for (const std::uint32_t room : linked_rooms_) out.u32(room);
    for (const Instance& instance : environment_.instances()) out.bytes(instance.data);
    out.u32(static_cast<std::uint32_t>(environment_.callees().size()));
    for (const Callee& callee : environment_.callees()) writer.text(callee.import);
    out.u32(static_cast<std::uint32_t>(environment_.variables().size()));
    for (const HostVariable& variable : environment_.variables()) writer.text(variable.name);
    out.u64(environment_.random_state());
    out.i64(room_);
    writer.boolean(started_);
    out.u64(frames_);
    out.u32(static_cast<std::uint32_t>(queue_.size()));
    for (const Pending& pending : queue_) {
        out.u32(pending.instance);
        out.u32(pending.export_number);
        writer.values(pending.arguments);
    }
    writer.end();
    writer.begin("RUNS");
    out.u32(static_cast<std::uint32_t>(machines_.size()));
    for (std::size_t i = 0; i < machines_.size(); ++i) {
        out.u8(static_cast<std::uint8_t>(states_[i]));
        put_context(writer, *machines_[i]);
    }
    writer.end();
    writer.begin("POOL");
    environment_.pool().save(out);
    writer.end();
    return writer.take();
}

Result<void> World::restore(std::span<const std::byte> bytes) {
    namespace base = vellum::codes;
    for (const auto& machine : machines_)
        if (machine->in_native())
            return fail(base::snapshot_busy, "a native is running: nothing can be restored now");
    const auto corrupt = [] {
        return fail(base::snapshot_corrupt, "the snapshot contradicts itself or these scripts");
    };
    const std::vector<std::uint64_t> programs = identities();
    Result<SnapshotReader> opened = SnapshotReader::open(bytes, "ags", format_version, programs);
    if (!opened) return std::unexpected(std::move(opened.error()));
    SnapshotReader& reader = *opened;
    reader.begin("GAME");
    ByteReader& in = reader.in();
    const std::uint32_t rooms = in.u32();
    if (rooms > rooms_.size() || !in.count_fits(rooms, 4)) return corrupt();
    std::vector<std::uint32_t> wanted(rooms);
    std::vector<bool> seen(rooms_.size(), false);
    for (std::uint32_t& room : wanted) {
        room = in.u32();
        if (room >= rooms_.size() || seen[room]) return corrupt();
        seen[room] = true;
    }
    // Rooms are numbered in the order of linking; a world that linked others first cannot take the snapshot.
    for (std::size_t i = 0; i < std::min(wanted.size(), linked_rooms_.size()); ++i)
        if (wanted[i] != linked_rooms_[i])
            return fail(base::snapshot_version, "the snapshot was taken after other rooms were entered", {},
                        "restore into a fresh game");
    if (linked_rooms_.size() > wanted.size())
        return fail(base::snapshot_version, "the snapshot is from before this game entered a room", {},
                    "restore into a fresh game");
    for (std::size_t i = linked_rooms_.size(); i < wanted.size(); ++i)
        if (auto loaded = load_room(wanted[i]); !loaded) return std::unexpected(std::move(loaded.error()));
    environment_.prepare_fast();

    // Everything goes into copies first, so that a bad snapshot changes nothing.
    std::vector<std::vector<std::byte>> data;
    for (const Instance& instance : environment_.instances()) {
        const std::span<const std::byte> content = in.bytes(instance.data.size());
        data.emplace_back(content.begin(), content.end());
    }
    if (in.u32() != environment_.callees().size()) return corrupt();
    for (const Callee& callee : environment_.callees())
        if (reader.text().view() != callee.import) return corrupt();
    if (in.u32() != environment_.variables().size()) return corrupt();
    for (const HostVariable& variable : environment_.variables())
        if (reader.text().view() != variable.name) return corrupt();
    const std::uint64_t random = in.u64();
    const std::int64_t room = in.i64();
    const bool started = reader.boolean();
    const std::uint64_t frames = in.u64();
    if (room < -1 || room >= static_cast<std::int64_t>(rooms_.size())) return corrupt();
    if (room >= 0 &&
        std::find(wanted.begin(), wanted.end(), static_cast<std::uint32_t>(room)) == wanted.end())
        return corrupt();
    const std::uint32_t queued = in.u32();
    if (!in.count_fits(queued, 12)) return corrupt();
    std::deque<Pending> queue;
    for (std::uint32_t i = 0; i < queued; ++i) {
        Pending pending{in.u32(), in.u32(), {}};
        pending.arguments = reader.values(most_values);
        if (pending.instance >= environment_.instances().size()) return corrupt();
        const std::vector<Export>& exports =
            environment_.instances()[pending.instance].script->scom().exports;
        if (pending.export_number >= exports.size() ||
            exports[pending.export_number].kind() != export_function ||
            environment_.instances()[pending.instance].script->code()->at(
                exports[pending.export_number].offset()) < 0)
            return corrupt();
        queue.push_back(std::move(pending));
    }
    reader.begin("RUNS");
    const std::uint32_t count = in.u32();
    if (count == 0 || count > most_machines || !in.count_fits(count, 64)) return corrupt();
    std::vector<std::unique_ptr<Machine>> machines;
    std::vector<MachineState> states;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint8_t state = in.u8();
        if (state > static_cast<std::uint8_t>(MachineState::faulted)) return corrupt();
        states.push_back(static_cast<MachineState>(state));
        machines.push_back(std::make_unique<Machine>(environment_, static_cast<MachineContext&>(*this), i));
        if (!ContextReader(reader, environment_).read(*machines.back())) return corrupt();
    }
    reader.begin("POOL");
    ByteReader again = in;
    { // The pool is tried out on the side.
        Pool trial;
        trial.set_limit(budget().memory != 0 ? budget().memory : Pool::default_limit);
        if (!reader.ok() || !trial.load(in)) return corrupt();
    }
    if (auto finished = reader.finish(); !finished) return finished;
    if (!environment_.pool().load(again)) return corrupt();
    for (std::size_t i = 0; i < data.size(); ++i)
        std::copy(data[i].begin(), data[i].end(), environment_.instances()[i].data.begin());
    environment_.set_random_state(random);
    room_ = room;
    started_ = started;
    frames_ = frames;
    queue_ = std::move(queue);
    machines_ = std::move(machines);
    slow_told_ = environment_.slow().size(); // whoever took the snapshot was told
    states_ = std::move(states);
    return {};
}

} // namespace vellum::ags
