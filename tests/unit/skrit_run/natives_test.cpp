// Natives of Skrit over many calls and saves, the largest text, and the lists of Help. What single calls
// answer is said by tests/cases/skrit/natives.
#include <gtest/gtest.h>

#include <set>

#include "vellum/skrit.hpp"

namespace vellum::skrit {
namespace {

/// An engine with the language's own exports.
class Console {
  public:
    explicit Console(std::uint64_t seed = 1) : engine(host_, options(seed)) {
        engine.on_report([this](std::string_view, std::string_view text) { output_ += text; });
    }
    /// What a command reports, its error behind it.
    std::string command(const std::string& text) {
        output_.clear();
        if (const Result<Value> result = engine.command(text); !result)
            output_ += "! " + result.error().message;
        return output_;
    }

  private:
    static SkritOptions options(std::uint64_t seed) {
        SkritOptions made;
        made.seed = seed;
        return made;
    }
    SkritHost host_;
    std::string output_;

  public:
    SkritEngine engine;
};

/// Values of a formula, many times over.
std::vector<double> drawn(Console& console, const std::string& formula, int times) {
    std::vector<double> all;
    for (int i = 0; i < times; ++i) {
        const Result<Value> value = console.engine.formula(formula);
        if (!value) return {};
        all.push_back(value->is(Type::integer) ? value->integer() : static_cast<double>(value->real()));
    }
    return all;
}

TEST(SkritChance, stays_in_its_range_and_uses_all_of_it) {
    const std::tuple<std::string, double, double> rows[] = {
        {"Math.RandomInt( 5 )", 0, 5},
        {"Math.RandomInt( -3, 3 )", -3, 3},
        {"Math.RandomInt( 0x80000000, 0x7FFFFFFF )", -2147483648.0, 2147483647.0},
        {"Math.RandomFloat( 0.5 )", 0, 0.5},
        {"Math.RandomFloat( -3, 5 )", -3, 5},
        {"Math.RandomFloat( -3e38, 3e38 )", -3.00001e38, 3.00001e38},
        {"Math.RandomFloat( -2.5 )", -2.5, 0}};
    for (const auto& [formula, least, most] : rows) {
        SCOPED_TRACE(formula);
        Console console;
        const std::vector<double> all = drawn(console, formula, 2000);
        ASSERT_EQ(all.size(), 2000U);
        double smallest = all[0], largest = all[0];
        for (const double number : all) {
            smallest = std::min(smallest, number);
            largest = std::max(largest, number);
        }
        EXPECT_GE(smallest, least);
        EXPECT_LE(largest, most);
        EXPECT_LE(smallest, least + (most - least) * 0.01);
        EXPECT_GE(largest, most - (most - least) * 0.01);
    }
    Console console;
    const std::vector<double> all = drawn(console, "Math.RandomInt( 2, 4 )", 200);
    EXPECT_EQ(std::set<double>(all.begin(), all.end()), (std::set<double>{2, 3, 4})) << "both ends come";
}

TEST(SkritChance, the_seed_decides_and_saves_keep_the_place) {
    Console one(5), same(5), other(6);
    const std::string formula = "Math.RandomInt( 1000000 )";
    const std::vector<double> first = drawn(one, formula, 20);
    EXPECT_EQ(first, drawn(same, formula, 20));
    EXPECT_NE(first, drawn(other, formula, 20));
    const auto saved = one.engine.save();
    ASSERT_TRUE(saved);
    const std::vector<double> next = drawn(one, formula, 20);
    ASSERT_TRUE(other.engine.load(*saved));
    EXPECT_EQ(drawn(other, formula, 20), next);
}

TEST(SkritTexts, have_a_largest_size) {
    Console console;
    for (const char* append : {"StringTool.Append( s$, s$ )", "StringTool.AppendF( s$, \"%s\", s$ )"}) {
        const std::string said =
            console.command("string s$ = \"0123456789abcdef\"; int i$ = 0; while( i$ < 17 ) { " +
                            std::string(append) + "; i$ += 1; Report.GenericF( \"%d,\", i$ ); }");
        EXPECT_TRUE(said.starts_with("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,")) << said;
        EXPECT_FALSE(said.contains("17,")) << said;
        EXPECT_NE(said.find("text too long"), std::string::npos) << said;
    }
}

TEST(SkritHelp, explains_exports) {
    Console console;
    const auto has = [&](const std::string& call, std::string_view part) {
        return console.command("Help." + call + ";").find(part) != std::string::npos;
    };
    EXPECT_TRUE(has("Classes()", "  StringTool  /* Texts. */\n"));
    EXPECT_TRUE(has("Enums()", "Enumerations\n"));
    EXPECT_TRUE(has("Globals()", "MakeStringF( string format, ... )"));
    EXPECT_TRUE(has("Class( \"math\" )", "Class: Math"));
    EXPECT_TRUE(has("Class( \"skritobject\" )", "Variables:\n"));
    EXPECT_TRUE(has("Global( \"makestringf\" )", "Global: string MakeStringF( string format, ... )"));
    EXPECT_TRUE(has("All()", "OnTimer( int id, float late )"));
    EXPECT_EQ(console.command("Help.Class( \"Nope\" );"), "there is no class 'Nope'\n");
    EXPECT_EQ(console.command("Help.Enum( \"\" );"), "there is no enumeration ''\n");
    EXPECT_EQ(console.command("Help.Global( \"Nope\" );"), "there is no global function 'Nope'\n");
}

} // namespace
} // namespace vellum::skrit
