// What reports, searches for scripts and compiling cost, counted in instructions.
#include <gtest/gtest.h>

#include <functional>

#include "engines/skrit/natives/printf.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

constexpr std::uint64_t size = std::uint64_t{16} << 12U; // of the text that is written
constexpr std::uint64_t a_text = size / work_per_instruction;

/// A script whose t$ holds a text of `size` bytes, in a world whose sinks throw everything away.
struct Writer {
    explicit Writer(const std::string& body)
        : object(*engine.create_from_text(
              "string t$ = \"0123456789abcdef\"; string f$;\n"
              "event OnConstruct$() { int n$ = 12; while( n$ > 0 ) { t$ = t$ + t$; n$ -= 1; } }\n"
              "Go$() { " +
                  body + " }",
              "w.skrit")) {
        engine.world().reports.set_default([](std::string_view, std::string_view) {});
    }
    std::uint64_t cost() {
        const std::uint64_t before = engine.instructions();
        EXPECT_TRUE(engine.call(object, "Go$"));
        return engine.instructions() - before;
    }
    SkritHost host;
    SkritEngine engine{host};
    ObjectId object;
};

TEST(SkritReportCharges, writing_costs_beside_the_call) {
    // the call pays for the text it hands over, the report for the text it writes
    for (const char* const call :
         {"Report.Generic( t$ );", "Report.Screen( t$ );", "Report.Report( \"x\", t$ );"}) {
        Writer writer(call);
        EXPECT_GE(writer.cost(), 2 * a_text) << call;
        EXPECT_LE(writer.cost(), 2 * a_text + 100) << call;
    }
    Writer stream("Report.Report( t$, \"x\" );"); // the name is looked up, so it costs too
    EXPECT_GE(stream.cost(), 2 * a_text);
}

TEST(SkritReportCharges, every_sink_pays_for_its_text) {
    const auto with_sinks = [](int sinks, bool onward) {
        Writer writer("Report.Report( \"x\", t$ );");
        skrit::Reports& reports = writer.engine.world().reports;
        reports.make_sink = [](std::string_view, std::string_view) -> skrit::ReportSink {
            return [](std::string_view, std::string_view) {};
        };
        for (int i = 0; i < sinks; ++i) {
            const std::string name = "sink" + std::to_string(i);
            EXPECT_TRUE(onward ? reports.add_to_sink("console", "any", name)
                               : reports.add_to_stream("x", "any", name));
        }
        if (onward) EXPECT_TRUE(reports.route("x", "console"));
        return writer.cost();
    };
    for (const bool onward : {false, true}) {
        const std::uint64_t one = with_sinks(0, onward);
        for (const int more : {1, 3, 10}) {
            const std::uint64_t work = static_cast<std::uint64_t>(more) * (size + 64);
            EXPECT_EQ(with_sinks(more, onward) - one, work / work_per_instruction) << more;
        }
    }
}

TEST(SkritReportCharges, looking_for_a_script_costs_even_if_there_is_none) {
    SkritHost host;
    SkritOptions options;
    std::size_t length = 100;
    options.find = [&](std::string_view name, SkritSource& source) {
        source = {std::string(name), "int n$; //" + std::string(length, 'x')};
        return name.starts_with("there");
    };
    SkritEngine engine(host, options);
    const auto cost = [&](std::string_view name) {
        const std::string text = "bool b$; Go$() { b$ = Skrit.CheckFile( \"" + std::string(name) + "\" ); }";
        const Result<ObjectId> object = engine.create_from_text(text, std::string(name) + "-asks");
        EXPECT_TRUE(object) << format(object.error());
        const std::uint64_t before = engine.instructions();
        EXPECT_TRUE(engine.call(*object, "Go$"));
        EXPECT_EQ(engine.get(*object, "b$")->boolean(), name.starts_with("there"));
        return engine.instructions() - before;
    };
    const std::uint64_t nothing = cost("nobody");
    EXPECT_GE(nothing, 2000U);
    EXPECT_LE(nothing, 2100U);
    const std::uint64_t small = cost("there1");
    EXPECT_GE(small, nothing + 500 + 20 * length); // found, so read and compiled
    length = 16'100;
    const std::uint64_t large = cost("there2");
    EXPECT_EQ(large - small, 16'000 * 20 + 16'000 / work_per_instruction);
}

TEST(SkritReportCharges, commands_pay_for_their_compilation) {
    const auto cost = [](std::size_t blanks) {
        Writer writer("bool b$ = Skrit.CheckCommand( \"int n$; " + std::string(blanks, ' ') + "\" );");
        return writer.cost();
    };
    const std::uint64_t small = cost(0);
    EXPECT_GE(small, 500U + 20 * 8);
    EXPECT_EQ(cost(1600) - small, 1600 * 20 + 1600 / work_per_instruction);
}

TEST(SkritTimerCharges, every_native_that_looks_for_one_pays_for_all) {
    const auto cost = [](std::string_view call, int timers) {
        SkritHost host;
        SkritOptions options;
        options.timers = 5000;
        SkritEngine engine(host, options);
        const auto object = engine.create_from_text(
            "Fill$( int n$ ) { while( n$ > 0 ) { this.CreateTimer( n$, 9.0 ); n$ -= 1; } }\n"
            "Go$() { " +
                std::string(call) + "; }",
            "t.skrit");
        EXPECT_TRUE(object) << format(object.error());
        const Value values[] = {Value(timers)};
        EXPECT_TRUE(engine.call(*object, "Fill$", values));
        const std::uint64_t before = engine.instructions();
        EXPECT_TRUE(engine.call(*object, "Go$")) << call;
        return engine.instructions() - before;
    };
    constexpr int many = 1600;
    for (const std::string_view call :
         {"this.DestroyTimer( 5 )", "this.SetTimerRepeatCount( 5, 2 )", "this.SetTimerRepeatCount( 5, 0 )",
          "this.SetTimerGlobal( 5, true )", "this.CreateTimer( 5, 1.0 )", "this.AddTimerSeconds( 5, 1.0 )"})
        EXPECT_GE(cost(call, many), cost(call, 16) + (many - 16) / work_per_instruction) << call;
}

TEST(SkritFaults, what_a_fault_finds_on_the_stack_is_given_back) {
    int references = 0;
    SkritHost host;
    ASSERT_TRUE(host.declare("managed class Thing { int Add( int more ); };"));
    ASSERT_TRUE(host.function("int Thing.Add( int more )", [](Call&, std::int32_t more) { return more; }));
    ASSERT_TRUE(host.function("Thing MakeThing()", [] { return ObjectId{5}; }));
    ASSERT_TRUE(
        host.function("int Take( Thing thing, int more )", [](ObjectId, std::int32_t more) { return more; }));
    host.managed([&](ObjectId) { ++references; }, [&](ObjectId) { --references; });
    SkritEngine engine(host);
    const auto object = engine.create_from_text(
        "int zero$; int Broken$() { return 1 / zero$; }\n"
        "int Own$( Thing thing$, int more$ ) { return more$; }\n"
        "int A$() { return MakeThing().Add( 1 / zero$ ); }\n"
        "int B$() { return MakeThing().Add( Broken$() ); }\n"
        "int C$() { return Take( MakeThing(), 1 / zero$ ); }\n"
        "int D$() { return Take( MakeThing(), Broken$() ); }\n"
        "int E$() { return Own$( MakeThing(), 1 / zero$ ); }\n"
        "int F$() { Thing kept$ = MakeThing(); return Own$( kept$, Broken$() ); }\n"
        "int G$() { Thing kept$ = MakeThing(); return Own$( MakeThing(), Take( kept$, Broken$() ) ); }\n",
        "things");
    ASSERT_TRUE(object) << format(object.error());
    for (const char* const function : {"A$", "B$", "C$", "D$", "E$", "F$", "G$"}) {
        EXPECT_FALSE(engine.call(*object, function));
        EXPECT_EQ(references, 0) << function;
    }
}

TEST(SkritFormatCharges, every_field_pays_for_its_width_digits_and_text) {
    const auto work = [](std::string_view format, std::vector<Value> values) {
        std::vector<Value*> arguments;
        for (Value& value : values) arguments.push_back(&value);
        Call call;
        const Result<std::string> text = skrit::format_text(call, format, arguments, 1U << 20U);
        EXPECT_TRUE(text) << format;
        return call.work;
    };
    constexpr std::uint64_t field = 512;
    EXPECT_EQ(work("words and %%", {}), 0U);
    EXPECT_EQ(work("%d", {Value(1)}), field);
    EXPECT_EQ(work("%d and %x", {Value(1), Value(2)}), 2 * field);
    EXPECT_EQ(work("%20d", {Value(1)}), field + 20);
    EXPECT_EQ(work("%.30f", {Value(1.5F)}), field + 4 * 30);
    EXPECT_EQ(work("%20.30g", {Value(1.5F)}), field + 20 + 4 * 30);
    EXPECT_EQ(work("%s", {Value(std::string(1600, 'x'))}), field + 1600);
    EXPECT_EQ(work("%.3s", {Value(std::string(1600, 'x'))}), field + 12 + 1600);
}

TEST(SkritFormat, widths_have_all_digits) {
    const auto made = [](std::string_view format) {
        Value value(5);
        Value* const arguments[] = {&value};
        Call call;
        return skrit::format_text(call, format, arguments, 1000).value_or("refused");
    };
    for (std::size_t width = 1; width < 30; ++width)
        EXPECT_EQ(made("%" + std::to_string(width) + "d"), std::string(width - 1, ' ') + "5");
    EXPECT_EQ(made("%09d"), "000000005");
    EXPECT_EQ(made("%.9d"), "000000005");
}

TEST(SkritTextCharges, a_pattern_is_read_several_times) {
    const auto cost = [](std::size_t size) {
        const std::string pattern(size, 'x');
        Writer writer("bool b$ = StringTool.ContainsNoCase( \"y\", \"" + pattern + "\" );");
        return writer.cost();
    };
    // handed over once, read four times
    EXPECT_EQ(cost(1600) - cost(0), 5 * 1600 / work_per_instruction);
}

/// Fills the text variables of an object; how many could be filled before the memory was spent.
int filled(const std::function<bool(SkritEngine&, ObjectId, int)>& fill) {
    SkritHost host;
    int made = 0;
    EXPECT_TRUE(host.function("string Big()",
                              [&] { return std::string(50'000, static_cast<char>('a' + made % 26)); }));
    SkritOptions options;
    options.budget.memory = 1U << 20U;
    SkritEngine engine(host, options);
    std::string text = "Hold$( int n$ ) {";
    for (int i = 0; i < 60; ++i)
        text += " if( n$ == " + std::to_string(i) + " ) { v" + std::to_string(i) + "$ = Big(); }";
    for (int i = 0; i < 60; ++i) text = "string v" + std::to_string(i) + "$;\n" + text;
    const auto object = engine.create_from_text(text + " }", "fill.skrit");
    EXPECT_TRUE(object) << format(object.error());
    while (made < 60 && fill(engine, *object, made)) ++made;
    return made;
}

TEST(SkritTextMemory, of_natives_results_and_of_the_host_counts) {
    const int by_script = filled([](SkritEngine& engine, ObjectId object, int number) {
        const Value values[] = {Value(number)};
        return engine.call(object, "Hold$", values).has_value();
    });
    EXPECT_GT(by_script, 5);
    EXPECT_LT(by_script, 25) << "a megabyte holds twenty of them";
    const int by_both = filled([](SkritEngine& engine, ObjectId object, int number) {
        if (number % 2 == 0)
            return engine.set(object, "v" + std::to_string(number) + "$", Value(std::string(50'000, 'z')))
                .has_value();
        const Value values[] = {Value(number)};
        return engine.call(object, "Hold$", values).has_value();
    });
    EXPECT_GT(by_both, 5);
    EXPECT_LT(by_both, 25);
}

TEST(SkritNotes, from_outside_are_the_first_machines) {
    class Watcher final : public Observer {
      public:
        void note(const Scheduler&, std::uint32_t machine, std::string_view text) override {
            told += std::to_string(machine) + ":" + std::string(text) + " ";
        }
        std::string told;
    } watcher;
    SkritHost host;
    SkritEngine engine(host);
    engine.world().add_observer(watcher);
    engine.world().note("hello");
    EXPECT_EQ(watcher.told, "0:hello ");
    engine.world().remove_observer(watcher);
}

} // namespace
} // namespace vellum
