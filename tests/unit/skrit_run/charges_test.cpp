// What natives and instructions cost: whatever walks a text pays for it, so that no frame at the usual
// budgets works longer than its instructions say. Counted in instructions and bytes, never by a clock. And
// how a world is interrupted, and the one NaN that leaves it.
#include <gtest/gtest.h>

#include <bit>
#include <thread>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/world/world.hpp"
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
        options.budget.instructions = 100'000'000;
        engine = std::make_unique<SkritEngine>(host, options);
        const auto made = engine->create_from_text(text, "m.skrit");
        EXPECT_TRUE(made) << (made ? std::string() : format(made.error()));
        if (!made) return;
        object = *made;
        if (text.find("ReportContext c$;") != std::string::npos)
            EXPECT_TRUE(engine->set(object, "c$", engine->report_context("generic")));
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

/// What stands in front of a function of that class.
std::string receiver(const std::string& owner) {
    return owner == "SkritObject"     ? "this."
           : owner == "SkritMachine"  ? "vm."
           : owner == "ReportContext" ? "c$."
           : owner.empty()            ? ""
                                      : owner + ".";
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
        std::string call = receiver(owner);
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
        Measured measured(std::string(doubling) + declared +
                          "ReportContext c$;\nStart$() { Grow$( 15 ); }\nGo$() { " + body + "; }");
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
    options.budget.instructions = 10'000;
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
    options.budget.instructions = ~std::uint64_t{0} / 4;
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

// --- To the byte ---

/// What a byte of the texts given to a native costs, in sixteenths of an instruction; with every text as
/// large as the others. Natives that are not here take no text.
struct ByteCost {
    std::string_view native;
    std::uint64_t work;
};

constexpr ByteCost byte_costs[] = {
    {"skrit.command/1", 321},
    {"skrit.checkcommand/1", 321},
    {"skrit.checkfile/1", 1},
    {"skrit.execute/1", 1},
    {"skrit.execute/2", 2},
    {"skrit.disassemble/1", 1},
    {"skrit.disassemblecommand/1", 321},
    {"skrit.dump/1", 1},
    {"skrit.dumpcommand/1", 321},
    {"skrit.evalbool/1", 321},
    {"skrit.evalbool/2", 321},
    {"skrit.evalint/1", 321},
    {"skrit.evalint/2", 321},
    {"skrit.evalfloat/1", 321},
    {"skrit.evalfloat/2", 321},
    {"report.generic/1", 2},
    {"report.genericf/-1", 6},
    {"report.screen/1", 2},
    {"report.screenf/-1", 6},
    {"report.warning/1", 2},
    {"report.warningf/-1", 6},
    {"report.error/1", 2},
    {"report.errorf/-1", 6},
    {"report.errorbox/1", 2},
    {"report.errorboxf/-1", 6},
    {"report.messagebox/1", 2},
    {"report.messageboxf/-1", 6},
    {"report.fatal/1", 2},
    {"report.fatalf/-1", 6},
    {"report.perf/1", 2},
    {"report.perff/-1", 6},
    {"report.perflog/1", 2},
    {"report.perflogf/-1", 6},
    {"report.testlog/1", 2},
    {"report.testlogf/-1", 6},
    {"report.debugger/1", 2},
    {"report.debuggerf/-1", 6},
    {"report.report/2", 4},
    {"report.reportf/-1", 8},
    {"report.enable/1", 1},
    {"report.disable/1", 1},
    {"report.toggle/1", 1},
    {"report.isenabled/1", 1},
    {"report.translate/1", 2},
    {"report.addnewsinktocontext/3", 3},
    {"report.addnewsinktosink/3", 3},
    {"help.class/1", 17},
    {"help.enum/1", 17},
    {"help.global/1", 17},
    {"stringtool.isempty/1", 1},
    {"stringtool.samenocase/2", 2},
    {"stringtool.samewithcase/2", 2},
    {"stringtool.left/2", 1},
    {"stringtool.right/2", 1},
    {"stringtool.mid/3", 1},
    {"stringtool.getlength/1", 1},
    {"stringtool.toupper/1", 2},
    {"stringtool.tolower/1", 2},
    {"stringtool.containsnocase/2", 7},
    {"stringtool.getnumdelimitedvalues/1", 1},
    {"stringtool.getdelimitedint/2", 1},
    {"stringtool.getdelimitedfloat/2", 1},
    {"stringtool.getdelimitedstring/2", 1},
    {"stringtool.assign/2", 3},
    {"stringtool.append/2", 6},
    {"stringtool.assignf/-1", 9},
    {"stringtool.appendf/-1", 11},
    {"debug.format/-1", 6},
    {".makestringf/-1", 6},
    {"reportcontext.output/1", 2},
    {"reportcontext.output/2", 1},
    {"reportcontext.outputraw/1", 2},
    {"reportcontext.outputraw/2", 1},
    {"reportcontext.outputf/-1", 6},
    {"contentdb.evalboolformula/1", 1},
    {"contentdb.evalboolformula/2", 1},
    {"contentdb.evalfloatformula/1", 1},
    {"contentdb.evalfloatformula/2", 1},
    {"contentdb.evalintformula/1", 1},
    {"contentdb.evalintformula/2", 1},
    {"skritbotmgr.addskritbot/1", 1},
    {"skritbotmgr.addskritbot/2", 2},
    {"skritbotmgr.removeskritbot/1", 1},
};

TEST(SkritCharges, a_byte_costs_what_the_table_says) {
    const skrit::Exports& exports = skrit::siege_exports();
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < exports.function_count(); ++i) {
        const skrit::FunctionExport& function = exports.function_at(i);
        if (function.owner == skrit::no_index && function.name != "MakeStringF") continue;
        const std::string owner =
            function.owner == skrit::no_index ? "" : exports.class_at(function.owner).name;
        const std::string count = function.variadic ? "-1" : std::to_string(function.parameters.size());
        const std::string key = lower_case(owner + "." + function.name) + "/" + count;
        if (skrit::find_built_in(key) == nullptr) continue;
        std::string arguments;
        bool possible = true;
        for (std::size_t p = 0; p < function.parameters.size(); ++p) {
            const bool format = function.format && p + 1 == function.parameters.size();
            const std::string text = argument(exports, function.parameters[p], format);
            possible = possible && !text.empty();
            arguments += (p == 0 ? "" : ", ") + text;
        }
        if (function.variadic) arguments += ", t$, t$";
        if (!possible || arguments.find("t$") == std::string::npos) continue;
        std::string call = receiver(owner);
        call += function.name + "( " + arguments + " )";
        const std::string type =
            function.result.kind == skrit::TypeKind::none ? "" : exports.type_name(function.result);
        const std::string body = type.empty() ? call : "x$ = " + call;
        std::uint64_t costs[2];
        for (const int doublings : {10, 11}) {
            Measured measured(std::string(doubling) + "ReportContext c$;\n" +
                              (type.empty() ? "" : type + " x$;\n") + "Start$() { Grow$( " +
                              std::to_string(doublings) + " ); }\nGo$() { " + body + "; }");
            measured.cost("Start$");
            costs[doublings - 10] = measured.cost("Go$");
        }
        const std::uint64_t work =
            ((costs[1] - costs[0]) * work_per_instruction + (8U << 10U)) / (16U << 10U);
        const auto* const expected = std::ranges::find(byte_costs, key, &ByteCost::native);
        EXPECT_NE(expected, std::end(byte_costs)) << key;
        if (expected == std::end(byte_costs)) continue;
        EXPECT_EQ(work, expected->work) << call;
        ++found;
    }
    EXPECT_EQ(found, std::size(byte_costs));
}

TEST(SkritCharges, numbers_pay_for_their_fields) {
    const auto cost = [](const char* format) {
        Measured measured(std::string("string x$;\nGo$() { x$ = MakeStringF( \"") + format + "\", 1 ); }");
        return measured.cost("Go$");
    };
    const std::uint64_t plain = cost("%d");
    EXPECT_NEAR(static_cast<double>(cost("%800d") - plain), 2 * 800.0 / work_per_instruction, 2)
        << "and its text";
    EXPECT_NEAR(static_cast<double>(cost("%.800d") - plain), 5 * 800.0 / work_per_instruction, 2);
    EXPECT_GE(plain - cost("d"), 4U) << "a number costs as much as a short text";
}

TEST(SkritCharges, looking_for_a_file_costs_as_much_as_a_look_at_a_disk) {
    Measured measured("bool x$;\nFile$() { x$ = Skrit.CheckFile( \"none\" ); }\n"
                      "Empty$() { x$ = Skrit.CheckCommand( \"\" ); }\nNothing$() { x$ = false; }");
    const std::uint64_t nothing = measured.cost("Nothing$");
    EXPECT_GE(measured.cost("File$") - nothing, 2000U);
    EXPECT_LE(measured.cost("File$") - nothing, 2000U + 10);
    EXPECT_GE(measured.cost("Empty$") - nothing, 500U);
    EXPECT_LE(measured.cost("Empty$") - nothing, 500U + 10);
}

TEST(SkritCharges, every_look_at_the_timers_costs_as_many) {
    struct Look {
        std::string_view call;
        std::uint64_t times; ///< How often all are looked through.
    };
    for (const Look& look :
         {Look{"this.CreateTimer( 5000, 9.0 )", 1}, Look{"this.CreateTimer( 9.0 )", 2},
          Look{"this.CreateFrameTimer( 5000, 9 )", 1}, Look{"this.CreateFrameTimer( 9 )", 2},
          Look{"this.DestroyTimer( 5000 )", 1}, Look{"this.SetTimerRepeatCount( 5000, 0 )", 1},
          Look{"this.SetTimerRepeatCount( 5000, 2 )", 2}, Look{"this.SetTimerGlobal( 5000, true )", 1},
          Look{"this.AddTimerSeconds( 5000, 1.0 )", 1}}) {
        const auto cost = [&](int timers) {
            Measured measured("Start$() { int i$ = 0; while( i$ < " + std::to_string(timers) +
                              " ) { this.CreateTimer( i$, 9.0 ); i$ += 1; } }\nGo$() { " +
                              std::string(look.call) + "; }");
            measured.cost("Start$");
            return measured.cost("Go$");
        };
        EXPECT_EQ(cost(800) - cost(0), look.times * 800 / work_per_instruction) << look.call;
    }
}

} // namespace
} // namespace vellum
