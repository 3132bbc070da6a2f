// What natives and instructions cost: whatever walks a text pays for it, so that no frame at the usual
// budgets works longer than its instructions say. Counted in instructions and bytes, never by a clock. And
// how a world is interrupted, and the one NaN that leaves it.
#include <gtest/gtest.h>

#include <bit>
#include <thread>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/world.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

constexpr std::string_view doubling =
    "string s$ = \"0123456789abcdef\"; string t$;\n"
    "Grow$( int n$ ) { while( n$ > 0 ) { s$ = s$ + s$; n$ -= 1; } t$ = s$ + \"b\"; }\n";
constexpr std::uint64_t large = std::uint64_t{16} << 15U; // half a megabyte

/// Instructions that a call of a function of a text takes.
struct Measured {
    explicit Measured(const std::string& text) : host(true) {
        SkritOptions options;
        options.open = true;
        options.instructions = 100'000'000;
        engine = std::make_unique<SkritEngine>(host, options);
        const auto made = engine->create_from_text(text, "m.skrit");
        EXPECT_TRUE(made) << (made ? std::string() : format(made.error()));
        if (made) object = *made;
    }
    std::uint64_t cost(std::string_view function) {
        const std::uint64_t before = engine->instructions();
        static_cast<void>(engine->call(object, function));
        return engine->instructions() - before;
    }
    SkritHost host;
    std::unique_ptr<SkritEngine> engine;
    ObjectId object;
};

/// The argument of a call that makes most work: the largest text for a text.
std::string argument(const skrit::Exports& exports, const skrit::ExportParameter& parameter, bool format) {
    switch (parameter.type.kind) {
    case skrit::TypeKind::string: return format ? "\"%s %s\"" : "t$";
    case skrit::TypeKind::real: return "1.5";
    case skrit::TypeKind::boolean: return "true";
    case skrit::TypeKind::integer: return "3";
    default: return exports.type_name(parameter.type).empty() ? "0" : "";
    }
}

TEST(SkritCharges, every_native_pays_for_its_texts) {
    const skrit::Exports& exports = skrit::siege_exports();
    std::size_t tried = 0;
    for (std::uint32_t i = 0; i < exports.function_count(); ++i) {
        const skrit::FunctionExport& function = exports.function_at(i);
        if (function.owner == skrit::no_index && function.name != "MakeStringF") continue;
        const std::string owner =
            function.owner == skrit::no_index ? "" : exports.class_at(function.owner).name;
        const std::string key = lower_case(owner + "." + function.name) + "/" +
                                (function.variadic ? "-1" : std::to_string(function.parameters.size()));
        if (skrit::find_built_in(key) == nullptr) continue;
        std::string call = owner == "SkritObject"    ? "this."
                           : owner == "SkritMachine" ? "vm."
                           : owner.empty()           ? ""
                                                     : owner + ".";
        call += function.name + "( ";
        std::uint64_t bytes = 0;
        bool possible = true;
        for (std::size_t p = 0; p < function.parameters.size(); ++p) {
            const bool format = function.format && p + 1 == function.parameters.size();
            const std::string text = argument(exports, function.parameters[p], format);
            possible = possible && !text.empty();
            if (text == "t$") bytes += large;
            call += (p == 0 ? "" : ", ") + text;
        }
        if (function.variadic) {
            call += ", t$, t$";
            bytes += 2 * large;
        }
        call += " )";
        // compiled as part of the script, not as a command: a refusal says which function is meant
        if (!possible || bytes == 0) continue;
        SCOPED_TRACE(call);
        const std::string body = function.result.kind == skrit::TypeKind::none ? call : "x$ = " + call;
        const std::string declared = function.result.kind == skrit::TypeKind::none
                                         ? ""
                                         : exports.type_name(function.result) + " x$;\n";
        Measured measured(std::string(doubling) + declared + "Start$() { Grow$( 15 ); }\nGo$() { " + body +
                          "; }");
        measured.cost("Start$");
        EXPECT_GE(measured.cost("Go$"), bytes / work_per_instruction) << key;
        ++tried;
    }
    EXPECT_GE(tried, 25U);
}

TEST(SkritCharges, small_texts_cost_too) {
    // what is free below some size is free ten million times in a frame
    Measured measured(
        "string s$ = \"" + std::string(3000, 'x') +
        "\"; bool b$;\nGo$() { int n$ = 100; while( n$ > 0 ) { b$ = StringTool.ContainsNoCase( s$, "
        "\"y\" ); n$ -= 1; } }\nSame$() { int n$ = 100; while( n$ > 0 ) { b$ = s$ == \"" +
        std::string(3000, 'X') + "\"; n$ -= 1; } }");
    EXPECT_GE(measured.cost("Go$"), 100 * 3000 / work_per_instruction);
    EXPECT_GE(measured.cost("Same$"), 100 * 3000 / work_per_instruction);
}

TEST(SkritCharges, a_search_costs_as_much_as_its_texts_together) {
    std::uint64_t last = 0;
    for (const char* const doublings : {"12", "13", "14"}) {
        Measured measured(std::string(doubling) + "bool b$; string u$;\nStart$() { Grow$( " + doublings +
                          " ); u$ = s$ + s$ + \"b\"; }\nGo$() { b$ = StringTool.ContainsNoCase( u$, t$ ); }");
        measured.cost("Start$");
        const std::uint64_t cost = measured.cost("Go$");
        EXPECT_TRUE(measured.engine->get(measured.object, "b$")->boolean());
        if (last != 0) {
            EXPECT_LE(cost, 2 * last + 100);
            EXPECT_GE(cost + 100, 2 * last - last / 8);
        }
        last = cost;
    }
}

TEST(SkritCharges, what_a_call_leaves_is_charged) {
    Measured measured("string x$;\nGo$() { x$ = Big(); }\nInto$() { string y$ = \"\"; Fill( y$ ); }");
    const std::string big(large, 'x');
    SkritHost host(true);
    ASSERT_TRUE(host.function("string Big()", [&]() -> std::string_view { return big; }));
    ASSERT_TRUE(host.function("void Fill( string & text )", [&](String& text) { text = String(big); }));
    SkritEngine engine(host);
    const auto object = engine.create_from_text(
        "string x$;\nGo$() { x$ = Big(); }\nInto$() { string y$ = \"\"; Fill( y$ ); }", "c.skrit");
    ASSERT_TRUE(object) << format(object.error());
    for (const char* const function : {"Go$", "Into$"}) {
        const std::uint64_t before = engine.instructions();
        ASSERT_TRUE(engine.call(*object, function));
        EXPECT_GE(engine.instructions() - before, large / work_per_instruction) << function;
    }
}

TEST(SkritCharges, natives_of_the_host_charge_the_script) {
    SkritHost host(true);
    ASSERT_TRUE(host.function("void Work( int n )", [](Call& call, std::int32_t n) {
        call.charge(static_cast<std::uint64_t>(n));
    }));
    SkritOptions options;
    options.instructions = 10'000;
    SkritEngine engine(host, options);
    const auto object =
        engine.create_from_text("int n$; Go$() { forever { Work( 16000 ); n$ += 1; } }", "c.skrit");
    ASSERT_TRUE(object);
    EXPECT_FALSE(engine.call(*object, "Go$"));
    EXPECT_LE(engine.get(*object, "n$")->integer(), 10);
}

TEST(SkritCharges, many_timers_cost_as_many) {
    Measured few("Start$() { this.CreateTimer( 1, 9.0 ); }\nGo$() { this.SetTimerGlobal( 1, true ); }");
    Measured many("Start$() { int i$ = 0; while( i$ < 1000 ) { this.CreateTimer( i$, 9.0 ); i$ += 1; } }\n"
                  "Go$() { this.SetTimerGlobal( 1, true ); }");
    few.cost("Start$");
    many.cost("Start$");
    EXPECT_GE(many.cost("Go$"), few.cost("Go$") + 1000 / work_per_instruction);
}

TEST(SkritInterrupt, ends_what_runs_and_lets_nothing_run_until_it_is_over) {
    SkritHost host(true);
    SkritOptions options;
    options.instructions = ~std::uint64_t{0} / 4;
    SkritEngine engine(host, options);
    std::vector<std::string> codes;
    engine.on_error([&](const Fault& fault, std::string_view) { codes.emplace_back(fault.code->id); });
    const auto object = engine.create_from_text("int n$; Go$() { forever { n$ += 1; } } int After$() { "
                                                "return 7; } event OnUpdate$( float s$ ) { n$ = -1; }",
                                                "i.skrit");
    ASSERT_TRUE(object);
    std::thread other([&] { engine.world().interrupt(); });
    EXPECT_FALSE(engine.call(*object, "Go$")); // without the interruption this never ends
    other.join();
    EXPECT_EQ(codes, std::vector<std::string>{"run.interrupted"});
    const std::int32_t reached = engine.get(*object, "n$")->integer();
    EXPECT_FALSE(engine.call(*object, "After$"));
    engine.update(1.0F);
    EXPECT_FALSE(engine.world().send({"OnUpdate", {Value(1.0F)}}));
    EXPECT_FALSE(engine.world().call("After$", {}));
    EXPECT_EQ(engine.get(*object, "n$")->integer(), reached);
    engine.world().resume();
    EXPECT_EQ(engine.call(*object, "After$")->integer(), 7);
    engine.update(1.0F);
    EXPECT_EQ(engine.get(*object, "n$")->integer(), -1);
}

TEST(SkritInterrupt, is_seen_behind_a_native_that_worked) {
    SkritHost host(true);
    SkritEngine* engine_of = nullptr;
    bool told = false;
    ASSERT_TRUE(host.function("void Work()", [&](Call& call) {
        engine_of->world().interrupt();
        told = !call.charge(1);
    }));
    SkritEngine engine(host);
    engine_of = &engine;
    const auto object = engine.create_from_text("int n$; Go$() { Work(); n$ = 1; }", "i.skrit");
    ASSERT_TRUE(object);
    const Result<Value> went = engine.call(*object, "Go$");
    ASSERT_FALSE(went);
    EXPECT_EQ(went.error().code->id, "run.interrupted");
    EXPECT_TRUE(told);
    EXPECT_EQ(engine.get(*object, "n$")->integer(), 0);
}

TEST(SkritNan, there_is_one_that_leaves_a_world) {
    const float odd = std::bit_cast<float>(0xFFC12345U);
    SkritHost host(true);
    std::uint32_t seen = 0;
    ASSERT_TRUE(host.function("float Odd()", [&] { return odd; }));
    ASSERT_TRUE(
        host.function("void See( float x )", [&](float x) { seen = std::bit_cast<std::uint32_t>(x); }));
    SkritEngine engine(host);
    const auto object = engine.create_from_text(
        "property float p$; float x$; Go$() { x$ = Odd(); See( x$ ); }\n"
        "float Zero$( float a$ ) { float z$ = a$ - a$; return -( z$ / z$ ); }\n"
        "string Text$( float a$ ) { float z$ = a$ - a$; return MakeStringF( \"%g\", -( z$ / z$ ) ); }\n"
        "Pass$( float a$ ) { float z$ = a$ - a$; See( -( z$ / z$ ) ); }",
        "n.skrit");
    ASSERT_TRUE(object) << format(object.error());
    constexpr std::uint32_t one = 0x7FC00000U;
    ASSERT_TRUE(engine.call(*object, "Go$"));
    EXPECT_EQ(seen, one);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(engine.get(*object, "x$")->real()), one);
    const Value values[] = {Value(1.0F)};
    EXPECT_EQ(std::bit_cast<std::uint32_t>(engine.call(*object, "Zero$", values)->real()), one);
    EXPECT_EQ(engine.call(*object, "Text$", values)->text(), "nan");
    seen = 0;
    ASSERT_TRUE(engine.call(*object, "Pass$", values));
    EXPECT_EQ(seen, one);
    ASSERT_TRUE(engine.set(*object, "p$", Value(odd)));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(engine.get(*object, "p$")->real()), one);
}

} // namespace
} // namespace vellum
