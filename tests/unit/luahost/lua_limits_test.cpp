// The limits of a Lua state to the instruction, and what a host script is told of functions that take more
// than they are given.
#if defined(VELLUM_HAVE_LUAHOST)
#include <gtest/gtest.h>

#include <string>

#include "luahost/lua_host.hpp"
#include "luahost/lua_state.hpp"
#include "unit/host/call_helper.hpp"
#include "vellum/host.hpp"
#include "vellum/hosts.hpp"

namespace vellum {
namespace {

using test::key;
using test::method;

/// Counts to a number in a state with that limit; whether it was allowed to.
bool counts_to(int number, std::uint64_t limit) {
    LuaState lua(0, limit);
    const std::string script = "return function() for i = 1, " + std::to_string(number) + " do end end";
    int function = 0;
    const auto loaded = lua.protect([&](lua_State* state) {
        EXPECT_EQ(luaL_loadbuffer(state, script.data(), script.size(), "=x"), LUA_OK);
        lua_call(state, 0, 1);
        function = luaL_ref(state, LUA_REGISTRYINDEX);
    });
    EXPECT_FALSE(loaded.has_value()) << *loaded;
    const auto error = lua.protect([&](lua_State* state) {
        lua_rawgeti(state, LUA_REGISTRYINDEX, function);
        lua_call(state, 0, 0);
    });
    if (error)
        EXPECT_NE(error->find("ran too long (more than " + std::to_string(limit)), std::string::npos)
            << *error;
    return !error;
}

TEST(LuaLimits, instructions_end_at_the_look_that_finds_none_left) {
    // the budget is looked at every 200 instructions; nothing here is charged beside them
    constexpr std::uint64_t look = 200, enough = 2000; // for loading the script
    EXPECT_FALSE(counts_to(enough + look / 2, enough));
    EXPECT_TRUE(counts_to(enough - look / 2, enough + 1)) << "one that is left is one that is left";
    EXPECT_TRUE(counts_to(enough - look - look / 2, enough));
    EXPECT_TRUE(counts_to(1'000'000, 0)) << "no limit";
}

/// What charges of so many bytes one after the other end in.
std::string charged(std::uint64_t limit, std::initializer_list<std::uint64_t> amounts) {
    LuaState lua(0, limit);
    static_cast<void>(lua.protect([](lua_State*) {})); // has what a call needs, which is charged, too
    const auto error = lua.protect([&](lua_State* state) {
        for (const std::uint64_t amount : amounts) LuaState::charge(state, amount);
    });
    return error ? "too long" : "fine";
}

TEST(LuaLimits, charges_add_up_to_the_byte) {
    constexpr std::uint64_t a = work_per_instruction, limit = 100;
    EXPECT_EQ(charged(limit, {(limit - 1) * a}), "fine");
    EXPECT_EQ(charged(limit, {(limit - 1) * a + a - 1}), "fine");
    EXPECT_EQ(charged(limit, {(limit - 1) * a + a - 1, 1}), "too long");
    EXPECT_EQ(charged(limit, {limit * a}), "too long");
    EXPECT_EQ(charged(limit, {50 * a, 49 * a}), "fine");
    EXPECT_EQ(charged(limit, {50 * a, 50 * a}), "too long");
    EXPECT_EQ(charged(limit, {98 * a, a - 1, 1}), "fine");
    EXPECT_EQ(charged(limit, {98 * a, a - 1, 1, a - 1, 1}), "too long");
    EXPECT_EQ(charged(limit, {~std::uint64_t{0}}), "too long");
    EXPECT_EQ(charged(limit, {a, ~std::uint64_t{0}}), "too long");
    EXPECT_EQ(charged(0, {~std::uint64_t{0}}), "fine");
}

TEST(LuaLimits, memory_outside_of_lua_counts_to_the_byte) {
    const auto kept = [](std::size_t limit, std::initializer_list<std::size_t> amounts) {
        LuaState lua(limit, 0);
        const auto error = lua.protect([&](lua_State* state) {
            for (const std::size_t amount : amounts) LuaState::keep(state, amount);
        });
        return error ? *error : "fine";
    };
    constexpr std::size_t limit = 1U << 20U, room = limit - (1U << 16U); // the state itself takes some
    EXPECT_EQ(kept(limit, {room}), "fine");
    EXPECT_EQ(kept(limit, {limit}), "not enough memory");
    EXPECT_EQ(kept(limit, {limit + 1}), "not enough memory");
    EXPECT_EQ(kept(limit, {room / 2, room / 2}), "fine");
    EXPECT_EQ(kept(limit, {room / 2, room / 2, 1U << 16U}), "not enough memory");
    EXPECT_EQ(kept(0, {limit, limit}), "fine");
}

TEST(LuaLimits, format_pays_for_every_argument) {
    // the results are short, so nothing else is charged
    for (const std::string_view line :
         {"('%.1s%.1s'):format('', s)", "('%.1s%.1s'):format(s, '')", "('%.1s'):format(s)"}) {
        LuaHost::Options options;
        options.instructions = 3'000'000;
        const std::string script =
            "local s = ('x'):rep(1 << 20) for i = 1, 1000 do " + std::string(line) + " end";
        const auto host = LuaHost::load(script, "host.lua", options);
        ASSERT_FALSE(host.has_value()) << line;
        EXPECT_NE(format(host.error()).find("ran too long"), std::string::npos) << format(host.error());
    }
}

TEST(LuaLimits, concat_pays_for_its_separators) {
    // before it finds that there is nothing to join
    LuaHost::Options options;
    options.instructions = 3'000'000;
    const auto host =
        LuaHost::load("pcall(table.concat, {}, ('x'):rep(1 << 20), 1, 1000)", "host.lua", options);
    ASSERT_FALSE(host.has_value());
    EXPECT_NE(format(host.error()).find("ran too long"), std::string::npos) << format(host.error());
}

/// What `check` says of a script whose native `name` was asked for with so many values.
std::string told(std::string_view script, Host* known, std::initializer_list<NativeKey> asked) {
    LuaHost::Options options;
    options.known = known;
    const auto host = LuaHost::load(script, "host.lua", options);
    EXPECT_TRUE(host.has_value()) << format(host.error());
    for (const NativeKey& native : asked) EXPECT_TRUE((*host)->resolve(native));
    Diagnostics diagnostics;
    (*host)->check(diagnostics);
    std::string text;
    for (const Diagnostic& each : diagnostics.all()) text += (text.empty() ? "" : "; ") + each.message;
    return text;
}

TEST(LuaCheck, functions_take_what_they_are_given) {
    Library known;
    Signature find;
    find.name = "Find";
    find.parameters = {{"found", Type::object, Direction::out},
                       {"name", Type::string, Direction::in},
                       {"far", Type::boolean, Direction::out},
                       {"place", Type::vector, Direction::in_out}};
    known.describe(find);
    EXPECT_EQ(told("function Find(name, place) end", &known, {key("Find", 4)}), "");
    EXPECT_EQ(told("function Find(name) end", &known, {key("Find", 4)}), "");
    EXPECT_EQ(told("function Find(name, place, more) end", &known, {key("Find", 4)}),
              "the function Find takes 3 values, scripts give it 2");
    EXPECT_EQ(told("function Find(a, b, c, d) end", nullptr, {key("Find", 4)}), "");
    EXPECT_EQ(told("function Find(a, b, c, d, e) end", nullptr, {key("Find", 4)}),
              "the function Find takes 5 values, scripts give it 4");
    EXPECT_EQ(told("function Go(one) end", nullptr, {key("Go", 0)}),
              "the function Go takes 1 value, scripts give it 0");
}

TEST(LuaCheck, methods_are_given_their_object_too) {
    constexpr std::string_view script = "Door = {} function Door.Open(door, far) end";
    EXPECT_EQ(told(script, nullptr, {method("Door", "Open", 1)}), "");
    EXPECT_EQ(told(script, nullptr, {method("Door", "Open", 0)}),
              "the function Open takes 2 values, scripts give it 1");
}

TEST(LuaCheck, names_what_nobody_asked_for) {
    constexpr std::string_view script =
        "function a() end function b() end Door = {} function Door.Open() end\n"
        "function on_frame() end";
    EXPECT_EQ(told(script, nullptr, {key("a", 0), key("b", 0), method("Door", "Open", 0)}), "");
    EXPECT_EQ(told(script, nullptr, {key("a", 0)}),
              "no script uses the function b; no script uses the function Door.Open");
}

TEST(LuaSignatures, tables_without_a_name_have_none) {
    LuaHost::Options options;
    const auto host =
        LuaHost::load("function f() end Door = {} function Door.Open() end\n"
                      "_G[1] = { g = function() end } _G[2.5] = { h = function() end } Door[1] = f\n"
                      "_G[true] = { i = function() end }",
                      "host.lua", options);
    ASSERT_TRUE(host.has_value()) << format(host.error());
    std::string names;
    (*host)->each_signature(
        [&](const Signature& signature) { names += signature.owner + "." + signature.name + " "; });
    EXPECT_EQ(names, ".f Door.Open ");
}

} // namespace
} // namespace vellum
#endif
