// The fields, each said once for both ways.
#include "engines/skrit/snapshot/saved.hpp"

#include <type_traits>
#include <utility>
#include <variant>

#include "runtime/archive.hpp"

namespace vellum::skrit {

namespace {

constexpr std::uint32_t format_version = 7;
constexpr std::uint32_t many = 1'000'000;

/// Seconds or updates; for ever is possible.
void time(auto& archive, auto& value) {
    archive(value);
    if constexpr (reads<decltype(archive)>)
        if (!(value > -1e9F)) value = 0;
}

/// The same on all machines.
void position(auto& archive, auto& value) {
    std::uint64_t number = value;
    archive(number);
    if constexpr (reads<decltype(archive)>) value = static_cast<std::size_t>(number);
}

template <class Variant, std::size_t... Kind>
void make(Variant& task, std::size_t kind, std::index_sequence<Kind...>) {
    ((kind == Kind ? static_cast<void>(task.template emplace<Kind>()) : void()), ...);
}

} // namespace

void fields(auto& archive, Archived<SavedVariable> auto& variable) {
    auto& [name, state, type, value] = variable;
    archive(name, state, type, value);
}

void fields(auto& archive, Archived<AtIdentity> auto& at) {
    auto& [function, state, ordinal] = at;
    archive(function, state, ordinal);
}

void fields(auto& archive, Archived<SavedAt> auto& waiting) {
    auto& [at, left, serial] = waiting;
    archive(at);
    time(archive, left);
    archive(serial);
}

void fields(auto& archive, Archived<TermIdentity> auto& identity) {
    auto& [from, to, term] = identity;
    archive(from, to, term);
}

void fields(auto& archive, Archived<Timer> auto& timer) {
    auto& [id, left, period, repeats, global, frames, serial] = timer;
    archive(id);
    time(archive, left);
    time(archive, period);
    archive(repeats, global, frames, serial);
}

void fields(auto& archive, Archived<TraceSwitches> auto& trace) {
    auto& [events, opcodes, calls, states, natives] = trace;
    archive(events, opcodes, calls, states, natives);
}

void fields(auto& archive, Archived<SavedImplementation> auto& implementation) {
    auto& [name, made, variables] = implementation;
    archive(name, made);
    archive.list(variables, 13, many, "variables");
}

void fields(auto& archive, Archived<SavedObject> auto& object) {
    auto& [implementation, parameters, state, pending, id, owner, references, next_timer, poll_period,
           poll_clock, poll_frames, trace, timers, waiting, remembered, variables] = object;
    archive(implementation, parameters, state, pending, id, owner, references, next_timer);
    time(archive, poll_period);
    time(archive, poll_clock);
    archive(poll_frames, trace);
    archive.list(timers, 34, many, "timers");
    archive.list(waiting, 28, many, "at functions");
    archive.list(remembered, 12, many, "terms");
    archive.list(variables, 13, many, "variables");
}

// --- What is under way. Where objects stand the world puts them in again. ---

void fields(auto& archive, Archived<OpenCall> auto& call) {
    auto& [function, from] = call;
    archive(function, from);
}

void fields(auto& archive, Archived<StoppedMachine> auto& machine) {
    auto& [calls, instruction, uncharged, cells, temporaries] = machine;
    archive.list(calls, 8, many, "calls");
    archive(instruction, uncharged);
    archive.values(cells, Machine::stack_cells);
    archive.list(temporaries, 12, Machine::stack_cells, "handles");
}

void fields(auto& archive, Archived<Walk> auto& walk) {
    auto& [next, term, asked, fires] = walk;
    archive(next, term, asked, fires);
}

void fields(auto& archive, Archived<Arming> auto& arming) {
    auto& [state, next, asked] = arming;
    archive(state, next, asked);
}

void fields(auto& archive, Archived<Initialising> auto& step) {
    auto& [shared, next, asked] = step;
    archive(shared, next, asked);
}

void fields(auto& archive, Archived<Due> auto& due) {
    auto& [left, serial] = due;
    time(archive, left);
    archive(serial);
}

void fields(auto& archive, Archived<Delivery> auto& delivery) {
    auto& [object, event, values, result, told, at, state, next, handled, remembered, walks, walk] = delivery;
    archive(event);
    archive.up_to(at, Delivery::At::transitions, "the position in an event");
    archive(state, next, handled, remembered, walks, walk);
}

void fields(auto& archive, Archived<Settling> auto& settling) {
    auto& [object, at, round, arming, asked] = settling;
    archive.up_to(at, Settling::At::freed, "the position in a change of state");
    archive(round, arming, asked);
}

void fields(auto& archive, Archived<Update> auto& update) {
    auto& [object, seconds, at, due, next, walk] = update;
    time(archive, seconds);
    archive.up_to(at, Update::At::end, "the position in an update");
    archive.list(due, 16, many, "timers that are due");
    position(archive, next);
    archive(walk);
}

void fields(auto& archive, Archived<Creation> auto& creation) {
    auto& [object, first, properties, at, variables, arming] = creation;
    archive(first);
    archive.up_to(at, Creation::At::arming, "the position in the creation of an object");
    archive(variables, arming);
}

void fields(auto& archive, Archived<FrameTask> auto& frame) {
    auto& [seconds, at, told, next, end, object] = frame;
    time(archive, seconds);
    archive.up_to(at, FrameTask::At::drawing, "the position in a frame");
    archive.list(told, 8, many, "bots");
    position(archive, next);
    position(archive, end);
    archive(object);
}

void fields(auto& archive, Archived<Sending> auto& sending) {
    auto& [id, event, targets, next, best] = sending;
    archive.list(targets, 8, many, "objects to notify");
    position(archive, next);
    archive.up_to(best, Became::handled_and_taken, "the outcome of an event");
}

void fields(auto& archive, Archived<Starting> auto& starting) {
    auto& [program, bot, made, event, told, next] = starting;
    position(archive, program);
    position(archive, bot);
    archive(made);
    position(archive, event);
    archive.list(told, 8, many, "components");
    position(archive, next);
}

void fields(auto& archive, Archived<LeftTask> auto& left) {
    auto& [task, values, properties, event] = left;
    using Kinds = std::remove_cvref_t<decltype(task)>;
    std::size_t kind = task.index();
    std::uint8_t number = static_cast<std::uint8_t>(kind);
    archive.below(number, std::variant_size_v<Kinds>, "the current activity");
    if constexpr (reads<decltype(archive)>)
        make(task, number, std::make_index_sequence<std::variant_size_v<Kinds>>());
    std::visit([&archive](auto& one) { fields(archive, one); }, task);
    archive.values(values, many);
    archive.list(properties, 8, many, "properties");
    archive(event.name);
    archive.values(event.values, many);
}

void fields(auto& archive, Archived<SavedPause> auto& pause) {
    auto& [object, text, granted, left, going, machine, agenda, gaps] = pause;
    archive(object, text, granted, left, going, machine);
    archive.list(agenda, 20, 4, "tasks");
    archive.list(gaps, 4, many, "gaps");
}

namespace {

/// All sections. `begin` and `end` are told the borders of each.
void sections(auto& archive, auto& world, std::uint32_t most_objects, const auto& begin, const auto& end) {
    auto& [next_object, next_serial, random, executed, frames, started, game_paused, implementations, objects,
           bots, resolved, commands, streams, stand_in, pause] = world;
    begin("WRLD");
    archive(next_object, next_serial, random, executed, frames, started, game_paused);
    bool paused = pause.has_value();
    archive(paused);
    archive.map(resolved, 8, many, "names of skrits", [&archive](auto& asked, auto& name) {
        archive.own_text(asked);
        archive.own_text(name);
    });
    archive.list(commands, 8, many, "compiled commands", [&archive](auto& text) { archive.own_text(text); });
    archive.map(streams, 15, many, "streams", [&archive](auto& name, auto& stream) {
        auto& [enabled, at_line_start, indent, in_report, handed_out] = stream;
        archive.own_text(name);
        archive(enabled, at_line_start, indent, in_report, handed_out);
        archive.demand(indent <= Reports::deepest, "a stream is indented too deep");
    });
    archive.map(stand_in, 8, many, "values of the stand-in", [&archive](auto& address, auto& value) {
        archive.own_text(address);
        archive(value);
    });
    end();
    begin("IMPL");
    archive.list(implementations, 9, many, "implementations");
    end();
    begin("OBJS");
    archive.list(objects, 40, most_objects, "objects");
    end();
    begin("BOTS");
    archive.list(bots, 12, many, "bots");
    end();
    if constexpr (reads<decltype(archive)>)
        if (paused) pause.emplace();
    if (!pause) return;
    begin("HALT");
    archive(*pause);
    end();
}

} // namespace

Result<std::vector<std::byte>> write(const SavedWorld& world) {
    SnapshotWriter out("skrit", format_version, {});
    ArchiveWriter archive(out);
    sections(archive, world, 0, [&](std::string_view tag) { out.begin(tag); }, [&] { out.end(); });
    return out.take();
}

Result<SavedWorld> read(std::span<const std::byte> bytes, const Limits& limits) {
    Result<SnapshotReader> in = SnapshotReader::open(bytes, "skrit", format_version, {});
    if (!in) return std::unexpected(in.error());
    SavedWorld world;
    ArchiveReader archive(*in);
    sections(archive, world, limits.objects, [&](std::string_view tag) { in->begin(tag); }, [] {});
    if (Result<void> done = in->finish(); !done) return std::unexpected(done.error());
    return world;
}

} // namespace vellum::skrit
