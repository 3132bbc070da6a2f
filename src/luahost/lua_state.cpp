// Limits, sandbox and protected calls of host scripts. The hook counts instructions; what Lua's own functions
// do within one instruction is charged by the wrappers of lua_library.cpp, and memory that is asked for by
// its size.
#include "luahost/lua_state.hpp"

#include <cstdlib>

#include "luahost/lua_library.hpp"
#include "vellum/host.hpp"

namespace vellum {

namespace {

constexpr int hook_interval = 200; // instructions between two looks at the budget

LuaState& owner_of(lua_State* state) {
    void* self = nullptr;
    static_cast<void>(lua_getallocf(state, &self));
    return *static_cast<LuaState*>(self);
}

/// Lua's own order of `pairs` depends on addresses and the clock, which would make runs unrepeatable. Here
/// keys come numbers first, then texts, each sorted, then everything else in no promised order.
constexpr std::string_view prelude = R"lua(
local raw_next, sort, kind = next, table.sort, math.type
local function before(a, b)
    local ta, tb = type(a), type(b)
    if ta ~= tb then return ta < tb end
    return a < b
end
function pairs(t)
    local mt = getmetatable(t)
    if type(mt) == "table" and mt.__pairs then return mt.__pairs(t) end
    local keys, others = {}, {}
    for k in raw_next, t do
        if type(k) == "number" or type(k) == "string" then keys[#keys + 1] = k else others[#others + 1] = k end
    end
    sort(keys, before)
    for i = 1, #others do keys[#keys + 1] = others[i] end
    local i = 0
    return function()
        while true do
            i = i + 1
            local k = keys[i]
            if k == nil then return nil end
            local v = t[k]
            if v ~= nil then return k, v end
        end
    end, t, nil
end
)lua";

} // namespace

LuaState::LuaState(std::size_t memory, std::uint64_t instructions)
    : memory_limit_(memory), instruction_limit_(instructions) {
    main_ = lua_newstate(&allocate, this);
    current_ = main_;
    if (main_ != nullptr && instruction_limit_ != 0) lua_sethook(main_, &count, LUA_MASKCOUNT, hook_interval);
}

LuaState::~LuaState() {
    if (main_ != nullptr) lua_close(main_);
}

void* LuaState::allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
    auto& state = *static_cast<LuaState*>(self);
    const std::size_t old_bytes = block != nullptr ? old_size : 0; // without a block it is a kind of object
    if (new_size == 0) {
        std::free(block);
        state.memory_used_ -= old_bytes;
        return nullptr;
    }
    const std::size_t others = state.memory_used_ - old_bytes;
    // Whoever makes gigabytes of garbage works, too; an allocator cannot raise an error, so the hook will.
    if (new_size > old_bytes) state.instructions_used_ += (new_size - old_bytes) / work_per_instruction;
    if (state.memory_limit_ != 0 && new_size > old_bytes &&
        (new_size > state.memory_limit_ || others > state.memory_limit_ - new_size))
        return nullptr;
    void* result = std::realloc(block, new_size);
    if (result != nullptr) state.memory_used_ = others + new_size;
    return result;
}

void LuaState::count(lua_State* state, lua_Debug*) {
    LuaState& self = owner_of(state);
    self.instructions_used_ += hook_interval;
    if (self.instructions_used_ < self.instruction_limit_) return;
    too_long(state);
}

void LuaState::too_long(lua_State* state) {
    // A script that catches this error meets it again at its next instruction.
    lua_sethook(state, &count, LUA_MASKCOUNT, 1);
    luaL_error(state, "the host script ran too long (more than %I instructions)",
               static_cast<LUAI_UACINT>(owner_of(state).instruction_limit_));
    std::abort(); // luaL_error does not return; it is not declared so
}

/// The owner of a state, or null for a state that has no limits.
LuaState* LuaState::limits_of(lua_State* state) {
    void* self = nullptr;
    return lua_getallocf(state, &self) == &allocate ? static_cast<LuaState*>(self) : nullptr;
}

void LuaState::charge(lua_State* state, std::uint64_t amount) {
    LuaState* self = limits_of(state);
    if (self == nullptr || self->instruction_limit_ == 0) return;
    self->work_ += amount % work_per_instruction;
    const std::uint64_t instructions = amount / work_per_instruction + self->work_ / work_per_instruction;
    self->work_ %= work_per_instruction;
    const std::uint64_t used = self->instructions_used_;
    const std::uint64_t limit = self->instruction_limit_;
    self->instructions_used_ = used >= limit || instructions >= limit - used ? limit : used + instructions;
    if (self->instructions_used_ >= limit) too_long(state);
}

void LuaState::keep(lua_State* state, std::size_t bytes) {
    LuaState* self = limits_of(state);
    if (self == nullptr) return;
    if (self->memory_limit_ != 0 &&
        (bytes > self->memory_limit_ || self->memory_used_ > self->memory_limit_ - bytes))
        luaL_error(state, "not enough memory");
    self->memory_used_ += bytes;
}

int LuaState::run(lua_State* state) {
    const auto& work = *static_cast<const std::function<void(lua_State*)>*>(lua_touserdata(state, 1));
    lua_settop(state, 0);
    work(state);
    return 0;
}

std::optional<std::string> LuaState::protect(const std::function<void(lua_State*)>& work) {
    lua_State* state = current_;
    if (depth_ == 0) {
        instructions_used_ = 0;
        if (instruction_limit_ != 0) lua_sethook(state, &count, LUA_MASKCOUNT, hook_interval);
    }
    if (lua_checkstack(state, 4) == 0) return "the host script's stack is full";
    ++depth_;
    lua_pushcfunction(state, &run);
    lua_pushlightuserdata(state, const_cast<std::function<void(lua_State*)>*>(&work));
    const int status = lua_pcall(state, 1, 0, 0);
    --depth_;
    if (status == LUA_OK) return std::nullopt;
    std::string message = "an error that is not a text";
    if (lua_type(state, -1) == LUA_TSTRING) {
        std::size_t size = 0;
        const char* text = lua_tolstring(state, -1, &size);
        message.assign(text, size);
    }
    lua_pop(state, 1);
    return message;
}

void LuaState::open_library(lua_State* state, std::uint64_t seed) {
    struct Part {
        const char* name;
        lua_CFunction open;
    };
    for (const Part& part : {Part{LUA_GNAME, luaopen_base}, Part{LUA_TABLIBNAME, luaopen_table},
                             Part{LUA_STRLIBNAME, luaopen_string}, Part{LUA_MATHLIBNAME, luaopen_math},
                             Part{LUA_UTF8LIBNAME, luaopen_utf8}, Part{LUA_COLIBNAME, luaopen_coroutine}}) {
        luaL_requiref(state, part.name, part.open, 1);
        lua_pop(state, 1);
    }
    // Nothing that loads code or files, sees the collector, or asks the clock.
    for (const char* name : {"dofile", "loadfile", "load", "collectgarbage", "warn"}) {
        lua_pushnil(state);
        lua_setglobal(state, name);
    }
    lua_getglobal(state, LUA_STRLIBNAME);
    lua_pushnil(state);
    lua_setfield(state, -2, "dump");
    lua_getglobal(state, LUA_MATHLIBNAME);
    lua_getfield(state, -1, "randomseed");
    lua_pushinteger(state, static_cast<lua_Integer>(seed));
    lua_call(state, 1, 0);
    lua_pushnil(state);
    lua_setfield(state, -2, "randomseed");
    lua_settop(state, 0);
    limit_library(state);
    if (luaL_loadbufferx(state, prelude.data(), prelude.size(), "=prelude", "t") != LUA_OK) lua_error(state);
    lua_call(state, 0, 0);
}

} // namespace vellum
