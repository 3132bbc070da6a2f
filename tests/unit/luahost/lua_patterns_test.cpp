// The pattern functions against Lua's own: the same results and the same refusals, on patterns that people
// write and on thousands that nobody would.
#if defined(VELLUM_HAVE_LUAHOST)
#include "luahost/lua_patterns.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "luahost/lua_host.hpp"
#include "luahost/lua_state.hpp"

namespace vellum {
namespace {

constexpr std::string_view comparison = R"lua(
local theirs, ours, seed, rounds = ...
local function results(library, name, ...)
    if name == "gmatch" then
        local all = {}
        for a, b, c in library.gmatch(...) do
            all[#all + 1] = tostring(a) .. "/" .. tostring(b) .. "/" .. tostring(c)
            if #all > 100 then break end
        end
        return table.concat(all, ";")
    end
    local all = table.pack(library[name](...))
    for i = 1, all.n do all[i] = tostring(all[i]) end
    return table.concat(all, ";")
end
local function compare(name, ...)
    local good, expected = pcall(results, theirs, name, ...)
    local fine, found = pcall(results, ours, name, ...)
    if good ~= fine or (good and expected ~= found) then
        local said = { name }
        for i = 1, select("#", ...) do said[#said + 1] = ("%q"):format((select(i, ...))) end
        error(table.concat(said, " ") .. ": " .. tostring(expected) .. " became " .. tostring(found), 0)
    end
end
local function all(subject, pattern, replacement, init)
    compare("find", subject, pattern, init)
    compare("find", subject, pattern, init, true)
    compare("match", subject, pattern, init)
    compare("gmatch", subject, pattern, init)
    compare("gsub", subject, pattern, replacement)
    compare("gsub", subject, pattern, replacement, 2)
end
for _, case in ipairs {
    { "key = value ", "^(%w+)%s*=%s*(.-)%s*$", "%2=%1" }, { "hello world", "o%s?w", "%0%0" }, { "", "", "x" },
    { "THE (quick) fox", "%((%a+)%)", "<%1>" }, { "f(a(b)c)d", "%b()", "" }, { "THE (quick) fox", "%f[%a]%a+", "%0!" },
    { "abcabc", "(a)(b)(c)%1", "%3%2%1" }, { "x", "()", "%1" }, { "a.b-c", "[%a%-]+", "_" }, { "]]^^", "[]^]+", "r" },
    { "\0a\0", "%z*", "z" }, { "\0a\0", "[\0]", "z" }, { "aXb", "%u", "%%" }, { "héllo", "[\x80-\xff]", "?" },
    { "abc", "a*b*c*$", "%9" }, { "abc", "b", "%" }, { "abc", "[a", "x" }, { "abc", "(", "x" }, { "abc", "%", "x" },
    { "abc", "%f", "x" }, { "abc", "%b", "x" }, { "abc", "(()", "x" }, { "  trim  ", "^%s*(.-)%s*$", "%1" },
    { ("a"):rep(300), ("a?"):rep(150), "x" }, { ("a"):rep(300), ("a?"):rep(250), "x" }, { "abc", ("("):rep(40), "x" },
} do
    for init = -4, 5 do all(case[1], case[2], case[3], init) end
end
compare("gsub", "abc", "%w", { a = "1", b = true, c = false })
compare("gsub", "abc", "%w", { a = 1, b = {} })
compare("gsub", "hello", "l(.)", function(x) return x == "l" and "L" or nil end)
compare("gsub", "hello", "", "-")
compare("gsub", "hello", "l", 7)
compare("gsub", "hello", "l")
compare("find", "x", "x", 1 << 62)
compare("find", "x", "x", -(1 << 62))
local state = seed
local function random(n)
    state = (state * 6364136223846793005 + 1442695040888963407)
    return (state >> 33) % n + 1
end
local pieces = { "a", "b", ".", "%a", "%d", "%W", "[ab]", "[^a]", "[a-c%]]", "*", "+", "-", "?", "(", ")", "()", "^", "$",
                 "%1", "%2", "%bab", "%f[a]", "%%", "%", "[", "]", "\0", "%z", "1", "%x", "%p", "%g", "%c" }
local letters = { "a", "b", "c", "1", "]", " ", "%", "\0", "-", "Z", "\x80" }
local replacements = { "", "x", "%0", "%1", "%2%1", "%%", "%", "\0%0" }
local function make(from, most)
    local text = {}
    for i = 1, random(most) - 1 do text[i] = from[random(#from)] end
    return table.concat(text)
end
for round = 1, rounds do
    all(make(letters, 11), make(pieces, 8), replacements[random(#replacements)], random(9) - 4)
end
)lua";

TEST(LuaPatterns, AreLuasOwn) {
    LuaState lua(0, 0);
    const auto error = lua.protect([](lua_State* state) {
        luaL_openlibs(state);
        if (luaL_loadbufferx(state, comparison.data(), comparison.size(), "=comparison", "t") != LUA_OK)
            lua_error(state);
        const auto push_copy = [state] {
            lua_newtable(state);
            lua_getglobal(state, "string");
            for (const char* name : {"find", "match", "gmatch", "gsub"}) {
                lua_getfield(state, -1, name);
                lua_setfield(state, -3, name);
            }
            lua_pop(state, 1);
        };
        push_copy();
        open_patterns(state);
        push_copy();
        lua_pushinteger(state, 1);
        lua_pushinteger(state, 4000);
        lua_call(state, 4, 0);
    });
    EXPECT_FALSE(error.has_value()) << *error;
}

TEST(LuaPatterns, ArePaidFor) {
    for (const std::string_view script :
         {"local s = ('a'):rep(200) s:match('.-.-.-.-.-.-.-.-b')", "local s = ('a'):rep(40000) s:find('a*b')",
          "local s = ('a'):rep(200) s:gsub('.-.-.-.-.-.-.-.-b', '')",
          "local s = ('a'):rep(200) for x in s:gmatch('.-.-.-.-.-.-.-.-b') do end",
          "local s = ('('):rep(100000) s:find('%b()')",
          "local s = ('a'):rep(1 << 20) while true do s:find('b', 1, true) end",
          "local s = ('a'):rep(1 << 20) s:find(('a'):rep(1 << 16) .. 'b', 1, true)",
          "while true do ('ab'):find('a.') end",
          "local s = ('a'):rep(200) while true do pcall(s.match, s, '.-.-.-.-.-.-.-.-b') end"}) {
        LuaOptions options;
        options.instructions = 200'000;
        const auto host = LuaHost::load(script, "host.lua", options);
        ASSERT_FALSE(host.has_value()) << script;
        EXPECT_NE(format(host.error()).find("ran too long"), std::string::npos) << format(host.error());
    }
}

} // namespace
} // namespace vellum
#endif
