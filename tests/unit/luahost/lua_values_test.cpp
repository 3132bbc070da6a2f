// Vectors and objects as host scripts see them, and values on their way between scripts and Lua. What they
// offer is on the page docs/host-scripts.md.
#if defined(VELLUM_HAVE_LUAHOST)
#include "luahost/lua_values.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace vellum {
namespace {

/// A Lua state with the values of host scripts in it.
class Lua {
  public:
    Lua() {
        luaL_openlibs(state);
        lua_pushglobaltable(state);
        open_values(state, objects, -1);
        lua_pop(state, 1);
    }
    ~Lua() { lua_close(state); }
    Lua(const Lua&) = delete;
    Lua& operator=(const Lua&) = delete;

    /// What the statements return as text, or "! " and the error.
    std::string run(const std::string& chunk) {
        lua_settop(state, 0);
        if (luaL_loadbuffer(state, chunk.data(), chunk.size(), "=t") != LUA_OK ||
            lua_pcall(state, 0, 1, 0) != LUA_OK)
            return "! " + std::string(lua_tostring(state, -1));
        std::size_t size = 0;
        const char* text = luaL_tolstring(state, -1, &size);
        return {text, size};
    }
    /// The value that an expression gives to a script; nothing if it cannot be given.
    std::optional<Value> value(const std::string& expression) {
        run("return " + expression);
        lua_pushcfunction(state, [](lua_State* inner) {
            *static_cast<Value*>(lua_touserdata(inner, 2)) = to_value(inner, 1);
            return 0;
        });
        lua_pushvalue(state, 1);
        Value result;
        lua_pushlightuserdata(state, &result);
        if (lua_pcall(state, 2, 0, 0) != LUA_OK) return std::nullopt;
        return result;
    }

    LuaObjects objects;
    lua_State* state = luaL_newstate();
};

using Table = std::initializer_list<std::pair<std::string, std::string>>;

TEST(LuaVectors, compute) {
    Lua lua;
    for (const auto& [chunk, expected] :
         Table{{"local v = vec(1, 2, 3) return v.x .. v.y .. v.z", "1.02.03.0"},
               {"return vec().x + vec(5).y + vec(5, 6).z", "0.0"},
               {"return vec(1, 2, 3) + vec(4, 5, 6) == vec(5, 7, 9)", "true"},
               {"return vec(1, 2, 3) - vec(4, 5, 6) == vec(-3, -3, -3)", "true"},
               {"return vec(1, 2, 3) * 2 == vec(2, 4, 6)", "true"},
               {"return 2 * vec(1, 2, 3) == vec(2, 4, 6)", "true"},
               {"return vec(2, 4, 6) / 2 == vec(1, 2, 3)", "true"},
               {"return -vec(1, -2, 3) == vec(-1, 2, -3)", "true"},
               {"return vec(3, 0, 4):length()", "5.0"},
               {"return vec(3e30, 0, 4e30):length() > 4.9e30", "true"}, // its square is no float
               {"return vec(1, 2, 3) == vec(1, 2, 4)", "false"},
               {"return vec(1, 2, 3) == 5", "false"},
               {"return vec(1, 0, 0) == object(1)", "false"},
               {"return vec(1, 2, 3).w", "nil"},
               {"local v = vec() v.x = 1 v.y = 2 v.z = 3 return v == vec(1, 2, 3)", "true"},
               {"return tostring(vec(1, 2, 0.5))", "(1.0, 2.0, 0.5)"},
               {"return getmetatable(vec())", "false"}})
        EXPECT_EQ(lua.run(chunk), expected) << chunk;
}

TEST(LuaVectors, refuse_what_makes_no_sense) {
    Lua lua;
    for (const std::string chunk :
         {"return vec('a')", "return vec({})", "vec().w = 1", "vec().x = 'a'", "vec()[{}] = 1",
          "return vec()[{}]", "return vec() + 1", "return 1 - vec()", "return vec() * vec()",
          "return vec() * 'a'", "return vec() / vec()", "return 1 / vec()", "return vec().length(5)",
          "return vec().length()", "setmetatable(vec(), {})"})
        EXPECT_TRUE(lua.run(chunk).starts_with("! ")) << chunk;
}

TEST(LuaObjectValues, have_a_number_a_name_and_a_class) {
    Lua lua;
    for (const auto& [chunk, expected] :
         Table{{"return object(5).id", "5"},
               {"return object(5).name .. object(5).class", ""},
               {"return tostring(object(5))", "object 5"},
               {"return object(0)", "nil"}, // the null object
               {"object(6, 'door') return object(6).name .. '/' .. object(6).class", "door/"},
               {"object(7, 'gate', 'Door') return object(7).name .. '/' .. object(7).class", "gate/Door"},
               {"return tostring(object(7))", "gate"},
               {"return object('Burah').name .. object('Burah').class", "Burah"},
               {"return object('Burah', 'Actor').class", "Actor"},
               {"return object('Burah').class", "Actor"},
               {"return object('Burah') == object('Burah')", "true"},
               {"return rawequal(object('Burah'), object('Burah'))", "true"},
               {"return object('Burah') == object('Klara')", "false"},
               {"return object('Burah').id ~= object('Klara').id", "true"},
               {"return object(5) == 5", "false"},
               {"return object(math.maxinteger).id == math.maxinteger", "true"},
               {"local t = {} t[object(5)] = 'kept' return t[object(5)]", "kept"},
               {"return getmetatable(object(5))", "false"}})
        EXPECT_EQ(lua.run(chunk), expected) << chunk;
    for (const std::string chunk :
         {"return object()", "return object(-1)", "return object(1.5)", "return object({})",
          "return object(5, {})", "return object('a', {})", "object(5).id = 1", "object(5).name = 'x'",
          "object(5).class = 'x'", "return object(5)[{}]", "object(5)[{}] = 1"})
        EXPECT_TRUE(lua.run(chunk).starts_with("! ")) << chunk;
}

TEST(LuaObjectValues, keep_fields_and_find_methods) {
    Lua lua;
    for (const auto& [chunk, expected] :
         Table{{"object(5).health = 3 return object(5).health", "3"},
               {"collectgarbage() return object(5).health", "3"}, // the fields belong to the number
               {"return object(6).health", "nil"},
               {"object(5).health = nil return object(5).health", "nil"},
               {"methods = {open = function(self) return 'any ' .. self.id end} return object(8):open()",
                "any 8"},
               {"Door = {open = function(self) return 'door ' .. self.name end} object(9, 'gate', 'Door') "
                "return object(9):open()",
                "door gate"},
               {"return object(8):open()", "any 8"},
               {"return object(9).close", "nil"},
               {"object(9).open = function() return 'own' end return object(9):open()", "own"},
               {"methods = 5 return object(8).open", "nil"}})
        EXPECT_EQ(lua.run(chunk), expected) << chunk;
}

TEST(LuaValues, reach_scripts) {
    Lua lua;
    EXPECT_EQ(lua.value("nil"), Value());
    EXPECT_EQ(lua.value("true"), Value(true));
    EXPECT_EQ(lua.value("-5"), Value(-5));
    EXPECT_EQ(lua.value("2147483647"), Value(std::numeric_limits<std::int32_t>::max()));
    EXPECT_EQ(lua.value("-2147483648"), Value(std::numeric_limits<std::int32_t>::min()));
    EXPECT_EQ(lua.value("2147483648"), Value(2147483648.0F));
    EXPECT_EQ(lua.value("2.0"), Value(2.0F));
    EXPECT_EQ(lua.value("'a\\0b'"), Value(std::string_view("a\0b", 3)));
    EXPECT_EQ(lua.value("vec(1, 2, 3)"), Value(Vector3{1, 2, 3}));
    EXPECT_EQ(lua.value("object(5)"), Value(ObjectId{5}));
    for (const char* other : {"{}", "print", "coroutine.create(print)", "io.stdout"})
        EXPECT_FALSE(lua.value(other)) << other;
}

TEST(LuaValues, reach_lua) {
    Lua lua;
    std::byte bytes[] = {std::byte{1}, std::byte{0}};
    const std::pair<Value, std::string> rows[] = {
        {Value(), "nil nil"},
        {Value(false), "boolean false"},
        {Value(-7), "number -7"},
        {Value(0.5F), "number 0.5"},
        {Value("text"), "string text"},
        {Value(Vector3{1, 2, 3}), "userdata (1.0, 2.0, 3.0)"},
        {Value(ObjectId{5}), "userdata object 5"},
        {Value(ObjectId{}), "nil nil"},
        {Value(MemoryView{bytes, 2}), std::string("string \1\0", 9)},
        {Value(MemoryView{}), "string "}};
    for (const auto& [value, expected] : rows) {
        push_value(lua.state, value);
        lua_setglobal(lua.state, "it");
        EXPECT_EQ(lua.run("return type(it) .. ' ' .. tostring(it)"), expected);
    }
}

} // namespace
} // namespace vellum
#endif
