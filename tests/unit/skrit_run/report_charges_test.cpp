// What reports, searches for scripts and compiling cost, counted in instructions.
#include <gtest/gtest.h>

#include "engines/skrit/world.hpp"
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
    for (const char* const call : {"Report.Generic( t$ );", "Report.Screen( t$ );", "Report.Report( \"x\", t$ );"}) {
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
            EXPECT_TRUE(onward ? reports.add_to_sink("console", "any", name) : reports.add_to_stream("x", "any", name));
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

} // namespace
} // namespace vellum
