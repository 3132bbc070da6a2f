// Wrappers around Lua's own functions; see the header. Each states what its function will walk, charges for
// it and then calls the original, which is its first upvalue.
#include "luahost/lua_library.hpp"

#include <bit>
#include <cstdint>

#include "luahost/lua_patterns.hpp"
#include "luahost/lua_state.hpp"
#include "vellum/host.hpp"

namespace vellum {

namespace {

/// The original goes on in the frame of its wrapper, so that its errors name function and line. It is a plain
/// C function without upvalues of its own.
int forward(lua_State* state) { return lua_tocfunction(state, lua_upvalueindex(1))(state); }

/// Elements from `first` to `last`, both included; texts and tables may claim any.
std::uint64_t span(lua_Integer first, lua_Integer last) {
    if (last < first) return 0;
    const std::uint64_t count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    return count == ~std::uint64_t{0} ? count : count + 1;
}

std::size_t length_of(lua_State* state, int index) {
    std::size_t size = 0;
    luaL_checklstring(state, index, &size);
    return size;
}

/// a * b, or the largest number.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > ~std::uint64_t{0} / b ? ~std::uint64_t{0} : a * b;
}

/// Elements of tables cost an instruction each: they go through Lua's stack one by one.
void charge_elements(lua_State* state, std::uint64_t count) {
    LuaState::charge(state, product(count, work_per_instruction));
}

// --- table
// ------------------------------------------------------------------------------------------------------------

/// The length as the table functions see it: __len may claim anything, and they believe it.
lua_Integer claimed_length(lua_State* state) {
    luaL_checkany(state, 1);
    return luaL_len(state, 1);
}

int table_move(lua_State* state) {
    charge_elements(state, span(luaL_checkinteger(state, 2), luaL_checkinteger(state, 3)));
    return forward(state);
}

int table_concat(lua_State* state) {
    std::size_t separator = 0;
    luaL_optlstring(state, 2, "", &separator);
    const lua_Integer first = luaL_optinteger(state, 3, 1);
    const lua_Integer last = lua_isnoneornil(state, 4) ? claimed_length(state) : luaL_checkinteger(state, 4);
    charge_elements(state, span(first, last));
    LuaState::charge(state, product(span(first, last), separator));
    return forward(state);
}

int table_insert(lua_State* state) {
    if (lua_gettop(state) == 3)
        charge_elements(state, span(luaL_checkinteger(state, 2), claimed_length(state)));
    return forward(state);
}

int table_remove(lua_State* state) {
    if (lua_gettop(state) >= 2)
        charge_elements(state, span(luaL_checkinteger(state, 2), claimed_length(state)));
    return forward(state);
}

int table_sort(lua_State* state) {
    const lua_Integer length = claimed_length(state);
    const std::uint64_t count = length > 0 ? static_cast<std::uint64_t>(length) : 0;
    charge_elements(state, product(count, static_cast<std::uint64_t>(std::bit_width(count))));
    return forward(state);
}

int table_unpack(lua_State* state) {
    const lua_Integer first = luaL_optinteger(state, 2, 1);
    const lua_Integer last = lua_isnoneornil(state, 3) ? claimed_length(state) : luaL_checkinteger(state, 3);
    charge_elements(state, span(first, last));
    return forward(state);
}

// --- string and utf8
// --------------------------------------------------------------------------------------------------

/// Also of the empty text; the bytes are charged when room for them is asked for.
int string_rep(lua_State* state) {
    LuaState::charge(state, span(1, luaL_checkinteger(state, 2)));
    return forward(state);
}

/// Functions that walk their first argument once.
int walk_text(lua_State* state) {
    LuaState::charge(state, length_of(state, 1));
    return forward(state);
}

/// string.format: the pieces are at most as long as its arguments together, but for widths of up to 99.
int string_format(lua_State* state) {
    std::uint64_t bytes = 0;
    for (int i = 1; i <= lua_gettop(state); ++i)
        bytes += lua_type(state, i) == LUA_TSTRING ? lua_rawlen(state, i) : 16;
    LuaState::charge(state, bytes);
    return forward(state);
}

// --- Metatables
// -------------------------------------------------------------------------------------------------------

/// A __gc function would run where no budget counts: hooks are off in it.
int set_metatable(lua_State* state) {
    if (lua_type(state, 2) == LUA_TTABLE) {
        lua_pushliteral(state, "__gc");
        if (lua_rawget(state, 2) != LUA_TNIL) luaL_error(state, "host scripts have no __gc");
        lua_pop(state, 1);
    }
    return forward(state);
}

struct Wrapper {
    const char* library;
    const char* name;
    lua_CFunction function;
};

constexpr Wrapper wrappers[] = {
    {LUA_GNAME, "setmetatable", &set_metatable}, {LUA_TABLIBNAME, "move", &table_move},
    {LUA_TABLIBNAME, "concat", &table_concat},   {LUA_TABLIBNAME, "insert", &table_insert},
    {LUA_TABLIBNAME, "remove", &table_remove},   {LUA_TABLIBNAME, "sort", &table_sort},
    {LUA_TABLIBNAME, "unpack", &table_unpack},   {LUA_STRLIBNAME, "rep", &string_rep},
    {LUA_STRLIBNAME, "byte", &walk_text},        {LUA_STRLIBNAME, "lower", &walk_text},
    {LUA_STRLIBNAME, "upper", &walk_text},       {LUA_STRLIBNAME, "reverse", &walk_text},
    {LUA_STRLIBNAME, "sub", &walk_text},         {LUA_STRLIBNAME, "unpack", &walk_text},
    {LUA_STRLIBNAME, "format", &string_format},  {LUA_UTF8LIBNAME, "len", &walk_text},
    {LUA_UTF8LIBNAME, "codepoint", &walk_text},  {LUA_UTF8LIBNAME, "offset", &walk_text},
};

} // namespace

void limit_library(lua_State* state) {
    for (const Wrapper& wrapper : wrappers) {
        lua_getglobal(state, wrapper.library);
        lua_getfield(state, -1, wrapper.name);
        lua_pushcclosure(state, wrapper.function, 1);
        lua_setfield(state, -2, wrapper.name);
        lua_pop(state, 1);
    }
    open_patterns(state);
}

} // namespace vellum
