// Host scripts: what reaches them, where their answers go, waiting, events, limits, and the examples of the
// documents.
#if defined(VELLUM_HAVE_LUAHOST)
#include "luahost/lua_host.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "unit/host/call_helper.hpp"
#include "unit/toy/toy_helper.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {
namespace {

using test::CallHelper;
using test::key;
using test::method;
using test::toy_world;

std::unique_ptr<LuaHost> load(std::string_view script, LuaHost::Options options = {}) {
    auto host = LuaHost::load(script, "host.lua", std::move(options));
    EXPECT_TRUE(host.has_value()) << format(host.error());
    return host ? std::move(*host) : nullptr;
}

std::string load_error(std::string_view script, LuaHost::Options options = {}) {
    const auto host = LuaHost::load(script, "host.lua", std::move(options));
    return host ? std::string("loaded") : format(host.error());
}

/// Calls and gives the result, or what went wrong.
Value ask(LuaHost& host, const NativeKey& native_key, CallHelper& helper) {
    const Native native = host.resolve(native_key);
    if (!native) return Value("not known");
    const Call& call = helper(native);
    return call.outcome == Outcome::failed ? Value(std::string_view("failed: " + call.error)) : call.result;
}

Value ask(LuaHost& host, std::string_view name, std::vector<Value> arguments) {
    CallHelper helper(std::move(arguments));
    return ask(host, key(name, static_cast<int>(helper.values.size())), helper);
}

TEST(LuaHost, MistakesAreAtTheirLines) {
    for (const std::size_t line : {1U, 9U, 10U, 123U}) {
        const std::string error = load_error(std::string(line - 1, '\n') + "x = = 1");
        EXPECT_TRUE(error.starts_with("host.lua:" + std::to_string(line) + ": ")) << error;
    }
}

TEST(LuaHost, AnswersAndConverts) {
    const auto host = load(R"(
        function integer() return 5 end
        function real() return 2.5 end
        function text(a) return a .. "!" end
        function truth(a) return not a end
        function place(v) return v * 2 + vec(0, 0, 1) end
        function nothing() end
        function echo(a) return a end
        function big() return 3000000000 end
    )");
    EXPECT_EQ(ask(*host, "integer", {}), Value(5));
    EXPECT_EQ(ask(*host, "real", {}), Value(2.5F));
    EXPECT_EQ(ask(*host, "text", {Value("hey")}), Value("hey!"));
    EXPECT_EQ(ask(*host, "truth", {Value(false)}), Value(true));
    EXPECT_EQ(ask(*host, "place", {Value(Vector3{1, 2, 3})}), Value(Vector3{2, 4, 7}));
    EXPECT_EQ(ask(*host, "nothing", {}), Value());
    EXPECT_EQ(ask(*host, "echo", {Value(ObjectId{12})}), Value(ObjectId{12}));
    EXPECT_EQ(ask(*host, "big", {}), Value(3e9F));
    EXPECT_FALSE(host->resolve(key("unknown", 0)));
    EXPECT_FALSE(host->resolve(key("print", 1))) << "Lua's own library answers for no native";
}

TEST(LuaHost, DescribedNativesGetTheirOutArguments) {
    Library known;
    Signature move;
    move.name = "Move";
    move.parameters = {{"ok", Type::boolean, Direction::out},
                       {"actor", Type::object, Direction::in},
                       {"speed", Type::real, Direction::in_out}};
    known.describe(move);
    Signature dice;
    dice.name = "Dice";
    dice.result = Type::integer;
    dice.parameters = {{"sides", Type::integer, Direction::in}};
    known.describe(dice);
    LuaHost::Options options;
    options.known = &known;
    const auto host = load(R"(
        function Move(actor, speed) return actor.id == 7, speed + 1 end
        function Dice(sides) return sides / 4 end
    )",
                           options);
    CallHelper helper({Value(false), Value(ObjectId{7}), Value(2.5F)});
    EXPECT_EQ(ask(*host, key("Move", 3), helper), Value());
    EXPECT_EQ(helper.values[0], Value(true));
    EXPECT_EQ(helper.values[1], Value(ObjectId{7}));
    EXPECT_EQ(helper.values[2], Value(3.5F));
    EXPECT_EQ(ask(*host, "Dice", {Value(12)}), Value(3)) << "3.0 becomes the described integer";
}

TEST(LuaHost, DescribedNativesRefuseWhatDoesNotFit) {
    Library known;
    Signature move;
    move.name = "Move";
    move.parameters = {{"ok", Type::boolean, Direction::out}};
    known.describe(move);
    Signature dice;
    dice.name = "Dice";
    dice.result = Type::integer;
    known.describe(dice);
    LuaHost::Options options;
    options.known = &known;
    const auto host = load("function Move() return true, 2 end  function Dice() return 'six' end", options);
    EXPECT_EQ(ask(*host, "Move", {Value(false)}),
              Value("failed: the answer has 2 values, but Move has room for 1"));
    EXPECT_EQ(ask(*host, "Dice", {}), Value("failed: the result of Dice is of type int, not string"));
}

TEST(LuaHost, UndescribedAnswersGoByType) {
    const auto host = load(R"(
        function GetPosition(actor) return vec(1, 2, 3) end
        function irand(unused, limit) return limit - 1 end
        function pair() return "a", 2 end
        function only() return result(5) end
        function some() return out(5) end
        function at() return out{[2] = 5, [1] = "x"} end
        function far() return out{[9] = 5} end
    )");
    CallHelper position({Value(ObjectId{3}), Value(Vector3{})});
    EXPECT_EQ(ask(*host, key("GetPosition", 2), position), Value(Vector3{1, 2, 3}));
    EXPECT_EQ(position.values[1], Value(Vector3{1, 2, 3}));
    CallHelper random({Value(0.0F), Value(6)});
    EXPECT_EQ(ask(*host, key("irand", 2), random), Value(5));
    EXPECT_EQ(random.values[0], Value(5.0F)) << "the first number takes the first number, in its own type";
    EXPECT_EQ(random.values[1], Value(6));
    CallHelper pair({Value(1), Value(""), Value(7)});
    static_cast<void>(ask(*host, key("pair", 3), pair));
    EXPECT_EQ(pair.values[0], Value(1));
    EXPECT_EQ(pair.values[1], Value("a"));
    EXPECT_EQ(pair.values[2], Value(2));
    CallHelper only({Value(1)});
    EXPECT_EQ(ask(*host, key("only", 1), only), Value(5));
    EXPECT_EQ(only.values[0], Value(1));
    EXPECT_EQ(ask(*host, key("some", 1), only), Value());
    EXPECT_EQ(only.values[0], Value(5));
    CallHelper at({Value(""), Value(1)});
    static_cast<void>(ask(*host, key("at", 2), at));
    EXPECT_EQ(at.values[0], Value("x"));
    EXPECT_EQ(at.values[1], Value(5));
    EXPECT_EQ(ask(*host, key("far", 2), at),
              Value("failed: the answer is for argument 9, but the call has 2"));
}

TEST(LuaHost, ArgumentsAreKeptWhereNoNativeWritesVariables) {
    Library known;
    Signature dice;
    dice.name = "Dice";
    dice.result = Type::integer;
    dice.parameters = {{"sides", Type::integer, Direction::in}};
    known.describe(dice);
    LuaHost::Options options;
    options.known = &known;
    const auto host = load(R"(
        function Show(text, number) return 5 end
        function Set(number) return out(7) end
    )",
                           options);
    CallHelper show({Value("x"), Value(42)});
    EXPECT_EQ(ask(*host, key("Show", 2), show), Value(5));
    EXPECT_EQ(show.values[1], Value(42)) << "the result is no argument";
    CallHelper set({Value(1)});
    static_cast<void>(ask(*host, key("Set", 1), set));
    EXPECT_EQ(set.values[0], Value(7)) << "unless the script says so";
}

TEST(LuaHost, ScriptMemoryIsText) {
    const auto host = load("function format(buffer) return out(buffer:sub(1, 2) .. 'xyz') end");
    std::array<std::byte, 8> bytes{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
    CallHelper helper({Value(MemoryView{bytes.data(), 8})});
    EXPECT_EQ(ask(*host, key("format", 1), helper), Value());
    EXPECT_EQ(as_text(bytes).substr(0, 6), std::string_view("abxyz\0", 6));
    std::array<std::byte, 3> small{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
    CallHelper tight({Value(MemoryView{small.data(), 3})});
    EXPECT_EQ(ask(*host, key("format", 1), tight), Value());
    EXPECT_EQ(as_text(small), "abx");
}

TEST(LuaHost, ObjectsHaveNamesClassesMethodsAndFields) {
    const auto host = load(R"(
        Actor = {}
        function Actor.Name(self) return self.name end
        function Actor.Hit(self, points) self.wounds = (self.wounds or 0) + points return self.wounds end
        function methods.Describe(self) return "a " .. self.class .. " called " .. tostring(self) end
        function Anything(self) return self == burah end
        function Actor.get_Wounds(self) return self.wounds end
        function Actor.set_Wounds(self, value) self.wounds = value end
        burah = object("Burah", "Actor")
        door = object(12, "front door", "Door")
        function find() return object("Burah") end
        function call_method() return burah:Hit(10) end
    )");
    const Value found = ask(*host, "find", {});
    ASSERT_TRUE(found.is(Type::object));
    const ObjectId burah = found.object();
    EXPECT_EQ(host->object_name(burah), "Burah");
    EXPECT_EQ(host->object_class(burah), "Actor");
    EXPECT_EQ(host->object_name({12}), "front door");
    EXPECT_EQ(host->object_class({99}), "");

    CallHelper helper;
    helper.call.receiver = burah;
    EXPECT_EQ(ask(*host, method("Actor", "Name", 0), helper), Value("Burah"));
    EXPECT_EQ(ask(*host, method("", "Name", 0), helper), Value("Burah"));
    EXPECT_EQ(ask(*host, method("", "Describe", 0), helper), Value("a Actor called Burah"));
    EXPECT_EQ(ask(*host, method("", "Anything", 0), helper), Value(true));
    CallHelper hit({Value(3)});
    hit.call.receiver = burah;
    EXPECT_EQ(ask(*host, method("", "Hit", 1), hit), Value(3));
    EXPECT_EQ(ask(*host, method("Actor", "Hit", 1), hit), Value(6));
    EXPECT_EQ(ask(*host, "call_method", {}), Value(16));
    EXPECT_EQ(ask(*host, key("Wounds", 0, "Actor", NativeKind::getter), helper), Value(16));
    CallHelper set({Value(1)});
    set.call.receiver = burah;
    static_cast<void>(ask(*host, key("Wounds", 1, "", NativeKind::setter), set));
    EXPECT_EQ(ask(*host, key("Wounds", 0, "", NativeKind::getter), helper), Value(1));
    helper.call.receiver = {12};
    EXPECT_EQ(ask(*host, method("", "Name", 0), helper),
              Value("failed: the host script has no Name for an object of class 'Door'"));
    EXPECT_FALSE(host->resolve(method("Door", "Name", 0)));
}

TEST(LuaHost, WaitsEndInAnswers) {
    const auto host = load(R"(
        function Sleep(seconds) return wait(seconds, "slept") end
        function Frames() return wait_frames(2, out(9)) end
        local polls = 0
        function Until()
            return wait_until(function(seconds) polls = polls + 1; if polls == 3 then return "after " .. polls end end)
        end
        function Chain() return wait_until(function() return wait_frames(1, 4) end) end
    )");
    CallHelper sleep({Value(1.0F)});
    sleep.call.delta_time = 0.4F;
    const Native native = host->resolve(key("Sleep", 1));
    EXPECT_EQ(sleep(native).outcome, Outcome::pending);
    EXPECT_EQ(sleep(native).outcome, Outcome::pending);
    EXPECT_EQ(sleep(native).outcome, Outcome::pending);
    EXPECT_EQ(sleep(native).outcome, Outcome::done);
    EXPECT_EQ(sleep.call.result, Value("slept"));

    CallHelper frames({Value(0)});
    EXPECT_EQ(frames(host->resolve(key("Frames", 1))).outcome, Outcome::pending);
    for (int events = 0; events < 5; ++events) // asked while events are handled: no time passes
        EXPECT_EQ(frames(host->resolve(key("Frames", 1))).outcome, Outcome::pending);
    frames.call.delta_time = 0.1F;
    EXPECT_EQ(frames(host->resolve(key("Frames", 1))).outcome, Outcome::pending);
    EXPECT_EQ(frames(host->resolve(key("Frames", 1))).outcome, Outcome::done);
    EXPECT_EQ(frames.values[0], Value(9));

    CallHelper until;
    EXPECT_EQ(until(host->resolve(key("Until", 0))).outcome, Outcome::pending);
    EXPECT_TRUE(until.state.is(Type::memory)) << "must make snapshots refuse";
    EXPECT_EQ(until(host->resolve(key("Until", 0))).outcome, Outcome::pending);
    EXPECT_EQ(until(host->resolve(key("Until", 0))).outcome, Outcome::pending);
    EXPECT_EQ(until(host->resolve(key("Until", 0))).outcome, Outcome::done);
    EXPECT_EQ(until.call.result, Value("after 3"));

    CallHelper chain;
    chain.call.delta_time = 0.1F;
    EXPECT_EQ(chain(host->resolve(key("Chain", 0))).outcome, Outcome::pending);
    EXPECT_EQ(chain(host->resolve(key("Chain", 0))).outcome, Outcome::pending);
    EXPECT_EQ(chain(host->resolve(key("Chain", 0))).outcome, Outcome::done);
    EXPECT_EQ(chain.call.result, Value(4));
}

TEST(LuaHost, ForeignStatesAreRefused) {
    const auto host = load("function Sleep() return wait(1) end");
    for (const Value& state : {Value("rubbish"), Value("{}"), Value("{\"seconds\":5}"), Value(3), Value(true),
                               Value(MemoryView{nullptr, 0xFFFFFFFF}), Value(MemoryView{nullptr, 2})}) {
        CallHelper helper;
        helper.state = state;
        helper.call.outcome = Outcome::pending; // so that the call comes as resumed
        EXPECT_EQ(helper(host->resolve(key("Sleep", 0))).outcome, Outcome::failed);
    }
}

constexpr std::string_view sleeper = R"(
    .native "Sleep"
    .native "Tell"
    .event "poke", on_poke
        Push 2
        Call "Sleep", 1
        Call "Tell", 1
        Halt
    on_poke:
        Call "Tell", 1
        Halt
)";

TEST(LuaHost, EventsAndFrameCallbacks) {
    std::vector<std::string> lines;
    LuaHost::Options options;
    options.log = [&](std::string_view line) { lines.emplace_back(line); };
    const auto host = load(R"(
        function Sleep(n) return wait_frames(n, n * 10) end
        function Tell(value)
            log("told", value)
            if value == 20 then print(send("poke", 5), send("nobody")) end
        end
        function on_frame(number, seconds)
            log("frame", number, seconds)
            if number == 1 then send("poke", 1) end
        end
    )",
                           options);
    const auto world = toy_world(sleeper, *host);
    world->start();
    for (std::uint64_t frame = 1; frame <= 2; ++frame) {
        const auto result = host->frame(world.get(), frame, 0.5F);
        EXPECT_TRUE(result.has_value()) << format(result.error());
        world->frame(0.5F);
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"frame\t1\t0.5", "told\t1", "frame\t2\t0.5", "told\t20",
                                               "told\t5", "handled\tno handler"}));
    EXPECT_TRUE(world->faults().empty());
}

TEST(LuaHost, SnapshotsCarryWaitsButNotConditions) {
    const auto host = load(R"(
        function Sleep(n) return wait_frames(n, n * 10) end
        function Tell(value) told = value end
        function asked() return told end
    )");
    const ProgramPtr program = test::toy_program(sleeper);
    auto world = toy_world(program, *host);
    world->start();
    world->frame(0.1F);
    const auto bytes = world->snapshot();
    ASSERT_TRUE(bytes.has_value()) << format(bytes.error());
    auto second = toy_world(program, *host);
    ASSERT_TRUE(second->restore(*bytes).has_value());
    second->frame(0.1F);
    EXPECT_EQ(ask(*host, "asked", {}), Value(20));

    const auto condition =
        load("function Sleep() return wait_until(function() end) end  function Tell() end");
    const auto third = toy_world(program, *condition);
    third->start();
    EXPECT_FALSE(third->snapshot().has_value());
}

TEST(LuaHost, RunsReplayWithoutTheScript) {
    const auto host = load(R"(
        function Sleep(n) return wait_frames(n, math.random(100)) end
        function Tell(value) if value > 5 then send("poke", math.random(5)) end end
        function on_frame(n) if n == 2 then send("poke", 77) end end
    )");
    HostLog log;
    RecordingHost recorder(*host, log);
    const ProgramPtr program = test::toy_program(sleeper);
    const auto world = toy_world(program, recorder);
    recorder.start(*world);
    for (std::uint64_t frame = 1; frame <= 5; ++frame) {
        ASSERT_TRUE(host->frame(recorder.link(*world), frame, 0.1F).has_value());
        recorder.frame(*world, 0.1F);
    }
    ReplayHost replay(log);
    const auto again = toy_world(program, replay);
    EXPECT_TRUE(replay.run(*again)) << replay.divergence();
    EXPECT_EQ(*again->snapshot(), *world->snapshot());
}

TEST(LuaHost, MistakesNameTheirLine) {
    EXPECT_EQ(load_error("x = \n= 3"), "host.lua:2: error: unexpected symbol near '=' [host.script]");
    EXPECT_EQ(load_error("\n\nerror('no')"), "host.lua:3: error: no [host.script]");
    EXPECT_EQ(load_error("error({})"), "host.lua: error: an error that is not a text [host.script]");
    const auto host = load("function f()\n  return nothing.x\nend\nfunction t() return {} end\n"
                           "function on_frame()\n  error('late')\nend");
    EXPECT_EQ(ask(*host, "f", {}),
              Value("failed: host.lua:2: attempt to index a nil value (global 'nothing')"));
    EXPECT_EQ(ask(*host, "t", {}), Value("failed: a table cannot be given to a script"));
    const auto result = host->frame(nullptr, 1, 0);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(format(result.error()), "host.lua:6: error: late [host.script]");
}

TEST(LuaHost, LimitsHold) {
    LuaHost::Options options;
    options.instructions = 100000;
    options.memory = 4U << 20U;
    EXPECT_NE(load_error("while true do end", options).find("ran too long (more than 100000"),
              std::string::npos);
    EXPECT_NE(
        load_error("while true do pcall(function() while true do end end) end", options).find("ran too long"),
        std::string::npos);
    EXPECT_NE(load_error("coroutine.wrap(function() while true do end end)()", options).find("ran too long"),
              std::string::npos);
    LuaHost::Options small;
    small.memory = 4U << 20U;
    for (const std::string_view script :
         {"local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end",
          "local s = ('x'):rep(1 << 20):rep(1 << 10)", "for i = 1, 1e6 do object('n' .. i) end",
          "for i = 1, 1e6 do object(i, 'door') end", "object(1, ('x'):rep(1 << 21), ('y'):rep(1 << 21))"})
        EXPECT_NE(load_error(script, small).find("not enough memory"), std::string::npos) << script;
    EXPECT_EQ(load_error("for i = 1, 1e5 do object('n', 'Actor') object(5, 'five') end", small), "loaded")
        << "an object that is there costs nothing";
    EXPECT_NE(load_error("local function f() return f() + 1 end f()", options).find("host.lua"),
              std::string::npos);
    const auto host = load("function spin() while true do end end  function fine() return 1 end", options);
    EXPECT_NE(std::string(ask(*host, "spin", {}).text()).find("ran too long"), std::string::npos);
    EXPECT_EQ(ask(*host, "fine", {}), Value(1)) << "each call has its own budget";
}

TEST(LuaHost, LimitsHoldInsideOfLuasOwnFunctions) {
    LuaHost::Options options;
    options.instructions = 3'000'000; // enough to fill what the scripts then walk for ever
    for (const std::string_view script :
         {"table.move({}, 1, 10 ^ 10 // 1 | 0, 2)", "table.concat({}, '', 1, 1 << 40)", "('' ):rep(1 << 40)",
          "table.concat(setmetatable({}, {__len = function() return 1 << 40 end}))",
          "table.insert(setmetatable({}, {__len = function() return 1 << 40 end}), 1, 1)",
          "table.remove(setmetatable({}, {__len = function() return 1 << 40 end}), 1)",
          "table.sort(setmetatable({}, {__len = function() return 1 << 30 end}))",
          "local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e6 do table.insert(t, 1, i) end",
          "local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e6 do table.sort(t) end",
          "local t = {} for i = 1, 1e5 do t[i] = '' end for i = 1, 1e6 do table.concat(t) end",
          "local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e6 do select('#', table.unpack(t)) end",
          "local s = ('x'):rep(1 << 24) for i = 1, 1e6 do local t = s .. i end",
          "local s = ('x'):rep(1 << 24) for i = 1, 1e6 do s:upper() end",
          "local s = ('x'):rep(1 << 24) for i = 1, 1e6 do pcall(s.upper, s) end",
          "local s = ('x'):rep(1 << 24) for i = 1, 1e6 do utf8.len(s) end",
          "local t, s = {}, ('x'):rep(1 << 24) for i = 1, 1e3 do t[i] = s end print(table.unpack(t))"})
        EXPECT_NE(load_error(script, options).find("ran too long"), std::string::npos) << script;
    // They still do what they did, and their mistakes still have a line.
    EXPECT_EQ(load_error(R"(
        local t = table.move({1, 2, 3}, 1, 3, 2)
        table.insert(t, 1, 0) table.insert(t, 9)
        assert(table.concat(t, ',') == '0,1,1,2,3,9' and table.concat(t, ',', 2, 3) == '1,1')
        assert(table.remove(t, 1) == 0 and table.remove(t) == 9 and #t == 4)
        table.sort(t, function(a, b) return a > b end)
        assert(select('#', table.unpack(t)) == 4 and t[1] == 3)
        assert(('ab'):rep(2, '-') == 'ab-ab' and ('ab'):rep(-1) == '' and ('%5.1f|%s'):format(1, 'x') == '  1.0|x')
        assert(getmetatable(setmetatable({}, {__index = t})).__index == t)
    )"),
              "loaded");
    EXPECT_NE(load_error("\ntable.concat({{}})").find("host.lua:2"), std::string::npos);
    EXPECT_NE(load_error("\nlocal s = ('x'):rep('y')").find("host.lua:2"), std::string::npos);
}

TEST(LuaHost, FinalizersAreRefused) {
    constexpr std::string_view script = "setmetatable({}, {__gc = function() while true do end end})";
    EXPECT_NE(load_error(script).find("host scripts have no __gc"), std::string::npos);
    // What is put in later is never called: Lua looks when the metatable is set.
    EXPECT_EQ(load_error("local m = {} setmetatable({}, m) m.__gc = function() while true do end end "
                         "for i = 1, 1e5 do local t = {} end"),
              "loaded");
}

TEST(LuaHost, SandboxHasNoWayOut) {
    const auto host = load(R"(
        function has(name)
            local t = _G
            for part in name:gmatch("[^.]+") do t = t and t[part] end
            return t ~= nil
        end
    )");
    for (const char* name : {"io", "os", "package", "require", "debug", "dofile", "loadfile", "load",
                             "collectgarbage", "string.dump", "math.randomseed", "warn"})
        EXPECT_EQ(ask(*host, "has", {Value(name)}), Value(false)) << name;
    for (const char* name : {"string.format", "table.sort", "math.floor", "pairs", "pcall", "utf8.char"})
        EXPECT_EQ(ask(*host, "has", {Value(name)}), Value(true)) << name;
    EXPECT_NE(load_error("\x1bLua").find("attempt to load a binary chunk"), std::string::npos);
    EXPECT_NE(load_error("getmetatable(vec(1)).__index = nil").find("error"), std::string::npos);
    EXPECT_NE(load_error("setmetatable(object('x'), {})").find("error"), std::string::npos);
}

TEST(LuaHost, ChanceIsSeededAndOrderFixed) {
    const auto list = [](std::uint64_t seed) {
        std::vector<std::string> lines;
        LuaHost::Options options;
        options.seed = seed;
        options.log = [&](std::string_view line) { lines.emplace_back(line); };
        static_cast<void>(load(R"(
            for i = 1, 5 do log(math.random(1000000)) end
            for k, v in pairs({ z = 1, a = 2, [3] = 3, m = 4, [1] = 5 }) do log(k, v) end
        )",
                               options));
        return lines;
    };
    const auto one = list(1);
    EXPECT_EQ(one, list(1));
    EXPECT_NE(one, list(2));
    ASSERT_EQ(one.size(), 10U);
    EXPECT_EQ((std::vector<std::string>(one.begin() + 5, one.end())),
              (std::vector<std::string>{"1\t5", "3\t3", "a\t2", "m\t4", "z\t1"}));
}

TEST(LuaHost, ListsWhatItAnswers) {
    const auto host =
        load("function f() end  Actor = {}  function Actor.Go() end  function methods.Say() end  x = 1");
    std::vector<std::string> names;
    host->each_signature(
        [&](const Signature& signature) { names.push_back(signature.owner + "." + signature.name); });
    EXPECT_EQ(names, (std::vector<std::string>{".Say", ".f", "Actor.Go"}));
}

TEST(LuaHost, EventsFromCoroutinesMayCallBack) {
    const auto host = load(R"(
        function Sleep(n) return 1 end
        function Tell(value) told = (told or 0) + value end
        local co = coroutine.wrap(function() while true do send("poke", 3) coroutine.yield() end end)
        function on_frame() co() end
        function asked() return told end
    )");
    const auto world = toy_world(sleeper, *host);
    for (std::uint64_t frame = 1; frame <= 3; ++frame) {
        const auto result = host->frame(world.get(), frame, 0);
        ASSERT_TRUE(result.has_value()) << format(result.error());
    }
    EXPECT_EQ(ask(*host, "asked", {}), Value(9));
}

TEST(LuaHost, EndlessEventsEndInAnError) {
    const auto host = load("function Tell(v) return send('poke', v + 1) end  function Sleep() end");
    const auto world = toy_world(sleeper, *host);
    static_cast<void>(world->send({"poke", {Value(1)}}));
    EXPECT_TRUE(world->faults().empty()) << "the toy refuses events of a running handler";
}

TEST(Documents, HostScriptExamplesLoad) {
    const auto bytes = read_file(std::string(VELLUM_SOURCE_DIR) + "/docs/host-scripts.md");
    ASSERT_TRUE(bytes.has_value());
    std::string_view text = as_text(*bytes);
    int examples = 0;
    for (std::size_t at = text.find("```lua\n"); at != std::string_view::npos; at = text.find("```lua\n")) {
        text.remove_prefix(at + 7);
        const std::string_view example = text.substr(0, text.find("```"));
        EXPECT_EQ(load_error(example), "loaded") << example;
        ++examples;
    }
    EXPECT_GE(examples, 5);
}

TEST(LuaHost, CountsTheValuesThatScriptsGive) {
    // What a native only answers is not given to it.
    Library known;
    Signature move;
    move.name = "Move";
    move.parameters = {{"ok", Type::boolean, Direction::out},
                       {"actor", Type::object, Direction::in},
                       {"place", Type::vector, Direction::out}};
    known.describe(move);
    LuaHost::Options options;
    options.known = &known;
    const auto complaints = [&](int parameters, int arity) {
        std::string list;
        for (int i = 0; i < parameters; ++i)
            list += std::string(i == 0 ? "" : ", ") + static_cast<char>('a' + i);
        const auto host = load("function Move(" + list + ") end", options);
        EXPECT_TRUE(host->resolve(key("Move", arity)));
        Diagnostics diagnostics;
        host->check(diagnostics);
        std::string text;
        for (const Diagnostic& diagnostic : diagnostics.all()) text += diagnostic.message;
        return text;
    };
    EXPECT_EQ(complaints(1, 3), "");
    EXPECT_EQ(complaints(2, 3), "the function Move takes 2 values, scripts give it 1");
    // With another number of arguments it is another native, of which nothing is known.
    EXPECT_EQ(complaints(2, 2), "");
    EXPECT_EQ(complaints(3, 2), "the function Move takes 3 values, scripts give it 2");
    EXPECT_EQ(complaints(1, 0), "the function Move takes 1 value, scripts give it 0");
}

TEST(LuaHost, EndsAtItsLastInstruction) {
    // It looks at the budget after every two hundred instructions: a budget that is used up there is over.
    const auto turns = [](std::uint64_t instructions) {
        LuaHost::Options options;
        options.instructions = instructions;
        const auto host = load("local n = 0  function spin() n = 0 while true do n = n + 1 end end\n"
                               "function turns() return n end",
                               options);
        EXPECT_NE(std::string(ask(*host, "spin", {}).text()).find("ran too long"), std::string::npos);
        return ask(*host, "turns", {}).integer();
    };
    EXPECT_EQ(turns(100'000), turns(99'999));
    EXPECT_EQ(turns(100'000), turns(99'801));
    EXPECT_LT(turns(100'000), turns(100'001));
    EXPECT_LT(turns(99'800), turns(99'801));
}

} // namespace
} // namespace vellum
#endif
