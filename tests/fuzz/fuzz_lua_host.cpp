// Fuzz target: any text as a host script in Lua, with small limits. It is refused, or it answers the natives
// of scripts that ship; its loops, its memory and its mistakes end inside the limits.
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "host/scheduler_access.hpp"
#include "luahost/lua_host.hpp"
#include "worlds.hpp"

using namespace vellum;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    const std::size_t index = std::size_t{0} + (size % 3 == 0 ? 0U : size % 3 == 1 ? 4U : 8U);
    LuaOptions options;
    options.known = fuzz::program(index)->engine().runtime().known_natives();
    options.instructions = 20'000;
    options.memory = std::size_t{512} << 10U;
    const auto lua = LuaHost::load(text, "fuzz.lua", options);
    if (!lua) {
        test::demand(!lua.error().message.empty(), "a refusal says why");
        return 0;
    }
    (*lua)->each_signature(
        [](const Signature& signature) { test::demand(!signature.name.empty(), "functions have names"); });
    StandInHost host(lua->get(), options.known);
    const auto world = fuzz::world(index, host, 2000);
    world->start();
    for (std::uint64_t frame = 0; frame < 3; ++frame) {
        static_cast<void>((*lua)->frame(SchedulerLink(world.get()), frame, 0.1F));
        fuzz::step(*world, index, static_cast<std::uint8_t>(frame));
    }
    static_cast<void>(world->snapshot());
    return 0;
}
