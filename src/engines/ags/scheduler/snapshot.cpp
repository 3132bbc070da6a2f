// A game as bytes and back. Everything read is checked before it is believed: a snapshot may come from
// anywhere, and a context made from one runs precisely until it is idle again.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "engines/ags/scheduler/scheduler.hpp"
#include "runtime/snapshot.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t format_version = 2;
constexpr std::uint32_t most_items = 1U << 20U;
constexpr std::uint32_t most_contexts = 64;
constexpr std::uint32_t most_values = 256;

void put_context(SnapshotWriter& writer, const Context& context) {
    ByteWriter& out = writer.out();
    for (const Word word : context.registers) out.u64(word);
    const Stack& stack = context.stack;
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
    out.u32(static_cast<std::uint32_t>(context.parameters.size()));
    for (const Word word : context.parameters) out.u64(word);
    out.u32(static_cast<std::uint32_t>(context.records.size()));
    for (const CallRecord& record : context.records) {
        out.u32(record.instance);
        out.u32(record.word);
        out.i32(record.line);
        out.u32(record.function_start);
        out.i64(record.this_base);
    }
    out.u32(static_cast<std::uint32_t>(context.runs.size()));
    for (const Run& run : context.runs) {
        for (const std::uint32_t number : {run.instance, run.return_step, run.nesting, run.loops,
                                           run.loop_check_off, run.parameter_base, run.stack_used})
            out.u32(number);
        out.i32(run.arguments);
    }
    out.u32(context.instance);
    out.u32(context.step);
    out.i32(context.line);
    out.u32(context.function_start);
    out.i64(context.this_base);
    out.i32(context.next_arguments);
    out.i32(context.far_arguments);
    out.u8(static_cast<std::uint8_t>((context.object_call ? 1 : 0) | (context.waiting ? 2 : 0)));
    writer.value(context.native_state);
    out.u64(context.executed);
}

/// Reads contexts against a world and notes whether anything was impossible.
class ContextReader {
  public:
    ContextReader(SnapshotReader& reader, World& world) : reader_(reader), in_(reader.in()), world_(world) {}

    bool read(Context& context) {
        context.reset();
        for (Word& word : context.registers) word = get_word();
        read_stack(context.stack);
        context.parameters.resize(count(8));
        for (Word& word : context.parameters) word = get_word();
        context.records.resize(std::min(count(24), most_call_records));
        for (CallRecord& record : context.records) {
            record = {in_.u32(), in_.u32(), in_.i32(), in_.u32(), in_.i64()};
            good_ = good_ && record.instance < world_.instances().size();
        }
        context.runs.resize(std::min(count(32), most_call_records + 1));
        for (Run& run : context.runs)
            run = {in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.u32(), in_.i32()};
        context.instance = in_.u32();
        context.step = in_.u32();
        context.line = in_.i32();
        context.function_start = in_.u32();
        context.this_base = in_.i64();
        context.next_arguments = in_.i32();
        context.far_arguments = in_.i32();
        const std::uint8_t flags = in_.u8();
        context.object_call = (flags & 1U) != 0;
        context.waiting = (flags & 2U) != 0;
        context.native_state = reader_.value();
        context.executed = in_.u64();
        context.restored = context.active();
        return good_ && reader_.ok() && consistent(context);
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
        case Tag::literal: good_ = good_ && object < world_.instances().size(); break;
        case Tag::object: break; // looked up with a check
        case Tag::variable: good_ = good_ && object < world_.variables().size(); break;
        case Tag::code: good_ = good_ && object < world_.callees().size(); break;
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
    bool consistent(const Context& context) {
        if (context.runs.empty()) return context.records.empty();
        std::size_t calls = context.runs.size() - 1;
        std::uint32_t base = 0;
        for (std::size_t i = 0; i < context.runs.size(); ++i) {
            const Run& run = context.runs[i];
            calls += run.nesting;
            if (run.nesting > most_nested_calls || run.instance >= world_.instances().size()) return false;
            if (run.parameter_base < base || run.parameter_base > context.parameters.size()) return false;
            base = run.parameter_base;
        }
        if (calls != context.records.size() || context.instance != context.runs.back().instance) return false;
        // Each run goes back to a step of the script that its record names.
        std::size_t record = 0;
        std::uint32_t instance = context.runs[0].instance;
        for (std::size_t i = 0; i < context.runs.size(); ++i) {
            for (std::uint32_t n = 0; n < context.runs[i].nesting; ++n)
                if (context.records[record++].instance != instance) return false;
            if (i + 1 == context.runs.size()) break;
            if (context.records[record++].instance != instance ||
                context.runs[i + 1].return_step >= world_.instances()[instance].steps.size())
                return false;
            instance = context.runs[i + 1].instance;
        }
        return context.step < world_.instances()[context.instance].steps.size();
    }

    SnapshotReader& reader_;
    ByteReader& in_;
    World& world_;
    bool good_ = true;
};

} // namespace

std::vector<std::uint64_t> GameScheduler::identities() const {
    std::vector<std::uint64_t> result;
    result.reserve(scripts_at_start_);
    for (std::size_t i = 0; i < scripts_at_start_; ++i)
        result.push_back(world_.instances()[i].script->identity());
    for (const GameScript& room : rooms_) result.push_back(room.script->identity());
    return result;
}

Result<std::vector<std::byte>> GameScheduler::snapshot() const {
    for (const auto& context : contexts_)
        if (context->in_native())
            return fail(vellum::codes::snapshot_busy,
                        "a native is running: a snapshot can be taken between frames, calls and events");
    SnapshotWriter writer("ags", format_version, identities());
    ByteWriter& out = writer.out();
    writer.begin("GAME");
    out.u32(static_cast<std::uint32_t>(linked_rooms_.size()));
    for (const std::uint32_t room : linked_rooms_) out.u32(room);
    for (const Instance& instance : world_.instances()) out.bytes(instance.data);
    out.u32(static_cast<std::uint32_t>(world_.callees().size()));
    for (const Callee& callee : world_.callees()) writer.text(callee.import);
    out.u32(static_cast<std::uint32_t>(world_.variables().size()));
    for (const HostVariable& variable : world_.variables()) writer.text(variable.name);
    out.u64(world_.random_state());
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
    out.u32(static_cast<std::uint32_t>(contexts_.size()));
    for (std::size_t i = 0; i < contexts_.size(); ++i) {
        out.u8(static_cast<std::uint8_t>(states_[i]));
        put_context(writer, *contexts_[i]);
    }
    writer.end();
    writer.begin("POOL");
    world_.pool().save(out);
    writer.end();
    return writer.take();
}

Result<void> GameScheduler::restore(std::span<const std::byte> bytes) {
    namespace base = vellum::codes;
    for (const auto& context : contexts_)
        if (context->in_native())
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
    world_.prepare_fast();

    // Everything goes into copies first, so that a bad snapshot changes nothing.
    std::vector<std::vector<std::byte>> data;
    for (const Instance& instance : world_.instances()) {
        const std::span<const std::byte> content = in.bytes(instance.data.size());
        data.emplace_back(content.begin(), content.end());
    }
    if (in.u32() != world_.callees().size()) return corrupt();
    for (const Callee& callee : world_.callees())
        if (reader.text().view() != callee.import) return corrupt();
    if (in.u32() != world_.variables().size()) return corrupt();
    for (const HostVariable& variable : world_.variables())
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
        if (pending.instance >= world_.instances().size()) return corrupt();
        const std::vector<Export>& exports = world_.instances()[pending.instance].script->scom().exports;
        if (pending.export_number >= exports.size() ||
            exports[pending.export_number].kind() != export_function ||
            world_.instances()[pending.instance].script->code()->at(exports[pending.export_number].offset()) <
                0)
            return corrupt();
        queue.push_back(std::move(pending));
    }
    reader.begin("RUNS");
    const std::uint32_t count = in.u32();
    if (count == 0 || count > most_contexts || !in.count_fits(count, 64)) return corrupt();
    std::vector<std::unique_ptr<Context>> contexts;
    std::vector<MachineState> states;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint8_t state = in.u8();
        if (state > static_cast<std::uint8_t>(MachineState::faulted)) return corrupt();
        states.push_back(static_cast<MachineState>(state));
        contexts.push_back(std::make_unique<Context>(world_, static_cast<MachineEvents&>(*this), i));
        if (!ContextReader(reader, world_).read(*contexts.back())) return corrupt();
    }
    reader.begin("POOL");
    ByteReader again = in;
    { // The pool is tried out on the side.
        Pool trial;
        trial.set_limit(budget().memory != 0 ? budget().memory : Pool::default_limit);
        if (!reader.ok() || !trial.load(in)) return corrupt();
    }
    if (auto finished = reader.finish(); !finished) return finished;
    if (!world_.pool().load(again)) return corrupt();
    for (std::size_t i = 0; i < data.size(); ++i)
        std::copy(data[i].begin(), data[i].end(), world_.instances()[i].data.begin());
    world_.set_random_state(random);
    room_ = room;
    started_ = started;
    frames_ = frames;
    queue_ = std::move(queue);
    contexts_ = std::move(contexts);
    slow_told_ = world_.slow().size(); // whoever took the snapshot was told
    states_ = std::move(states);
    return {};
}

} // namespace vellum::ags
