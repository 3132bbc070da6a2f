// Lua 5.4 inside this process, so that a native is a C function as it is for the engines.
#include "contestants.hpp"

#ifdef VELLUM_HAVE_LUAHOST
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

namespace vellum::bench {

#ifdef VELLUM_HAVE_LUAHOST
namespace {

int add(lua_State* lua) {
    lua_pushinteger(lua, (lua_tointeger(lua, 1) + lua_tointeger(lua, 2)) % 1000003);
    return 1;
}

/// The counter is the function's own, as it is the embedder's on the other side.
int count(lua_State* lua) {
    const lua_Integer counter = lua_tointeger(lua, lua_upvalueindex(1)) + lua_tointeger(lua, 1);
    lua_pushinteger(lua, counter);
    lua_copy(lua, -1, lua_upvalueindex(1));
    return 1;
}

} // namespace

Outcome run_lua(const Kernel& kernel, const std::string& folder) {
    lua_State* lua = luaL_newstate();
    if (lua == nullptr) return {{}, "Lua has no memory"};
    luaL_openlibs(lua);
    lua_register(lua, "bench_add", add);
    lua_pushinteger(lua, 0);
    lua_pushcclosure(lua, count, 1);
    lua_setglobal(lua, "bench_count");
    const std::string path = folder + std::string(kernel.name) + ".lua";
    Outcome outcome;
    if (luaL_loadfile(lua, path.c_str()) != LUA_OK) {
        outcome.reason = lua_tostring(lua, -1);
    } else {
        const double begin = processor_seconds();
        const int status = lua_pcall(lua, 0, 1, 0);
        const double seconds = processor_seconds() - begin;
        if (status == LUA_OK)
            outcome.measurement = Measurement{seconds, lua_tonumber(lua, -1), 0};
        else
            outcome.reason = lua_tostring(lua, -1);
    }
    lua_close(lua);
    return outcome;
}
#else
Outcome run_lua(const Kernel&, const std::string&) { return {{}, "this build has no Lua"}; }
#endif

} // namespace vellum::bench
