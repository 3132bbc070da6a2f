// The calls themselves. Arguments live on the C++ stack: a call allocates nothing.
#include "engines/ff7/world/host_game.hpp"

#include <algorithm>
#include <utility>

#include "engines/ff7/natives/rows.hpp"
#include "engines/ff7/world/world.hpp"
#include "vellum/host_binding.hpp"
#include "vellum/observer.hpp"

namespace vellum::ff7 {

HostGame::HostGame(Host& host) {
    const auto resolve = [&host](const NativeName& native) {
        return host.resolve({NativeKind::function, {}, native.name, native.arity});
    };
    std::ranges::transform(query_names, queries_.begin(), resolve);
    std::ranges::transform(command_names, commands_.begin(), resolve);
}

std::string HostGame::take_failure() { return std::exchange(failure_, {}); }

void HostGame::invoke(World& world, const Native& native, std::string_view name, Call& call) {
    call.scheduler = &world;
    const EntityId running = world.state().running;
    call.machine = RunningWorld::machine_index(running == vellum::ff7::no_entity ? system_entity : running);
    auto& live = static_cast<RunningWorld&>(world); // nobody else makes a HostGame
    live.tell_held();
    native(call);
    live.charge(call.work);
    if (call.outcome == Outcome::failed && failure_.empty())
        failure_ = call.error.empty() ? "the native failed" : call.error;
    if (Observer* observer = world.observer(); observer != nullptr)
        observer->native({world,
                          call.machine,
                          {NativeKind::function, {}, name, static_cast<std::int32_t>(call.size())},
                          call,
                          native.stand_in,
                          native.signature});
}

std::int32_t HostGame::ask_host(World& world, Query query, bool truth, std::int32_t usual,
                                std::span<const std::int32_t> arguments) {
    std::array<Value, 3> values;
    std::array<Value*, 3> pointers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        values[i] = Value(arguments[i]);
        pointers[i] = &values[i];
    }
    Call call;
    call.arguments = std::span<Value* const>(pointers.data(), arguments.size());
    const auto index = static_cast<std::size_t>(query);
    invoke(world, queries_[index], query_names[index].name, call);
    // A host script that answers nothing leaves the answer to the state.
    if (call.outcome != Outcome::done || call.result.is(Type::none)) return usual;
    return truth ? (detail::to_boolean(call.result) ? 1 : 0) : detail::to_integer(call.result);
}

std::uint8_t HostGame::read_save(World& world, std::uint32_t address) {
    return static_cast<std::uint8_t>(ask(world, Query::save_read, 0, {static_cast<std::int32_t>(address)}));
}

void HostGame::write_save(World& world, std::uint32_t address, std::uint8_t value) {
    static_cast<void>(ask(world, Query::save_write, 0, {static_cast<std::int32_t>(address), value}));
}

Ground HostGame::terrain_info(World& world, std::int32_t x, std::int32_t z, std::int32_t model) {
    std::array<Value, 6> values{Value(x), Value(z), Value(model), Value(0), Value(0), Value(0)};
    std::array<Value*, 6> pointers;
    for (std::size_t i = 0; i < values.size(); ++i) pointers[i] = &values[i];
    Call call;
    call.arguments = pointers;
    invoke(world, queries_[static_cast<std::size_t>(Query::terrain_info)], "terrain_info", call);
    return {detail::to_integer(values[3]), detail::to_integer(values[4]), detail::to_integer(values[5])};
}

void HostGame::controls(World& world) {
    static_cast<void>(ask(world, Query::frame, 0, {static_cast<std::int32_t>(world.state().frame)}));
}

void HostGame::command(World& world, Command command, std::span<const std::int32_t> arguments) {
    const Native& native = commands_[static_cast<std::size_t>(command)];
    if (!native || native.stand_in) return; // the state has what was ordered; nobody else wants to know
    std::array<Value, 6> values;
    std::array<Value*, 6> pointers;
    for (std::size_t i = 0; i < arguments.size() && i < values.size(); ++i) {
        values[i] = Value(arguments[i]);
        pointers[i] = &values[i];
    }
    Call call;
    call.arguments = std::span<Value* const>(pointers.data(), std::min(arguments.size(), values.size()));
    invoke(world, native, to_string(command), call);
}

} // namespace vellum::ff7
