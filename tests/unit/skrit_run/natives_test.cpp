// The language's own natives, asked in formulas and commands: Math, StringTool, Skrit, Debug, Help and what
// scripts may ask of themselves. What is right stands in their declarations (exports/data/base.inc, shown by
// Help) and on the page docs/engines/skrit.md; numbers are what arithmetic says.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "engines/skrit/listing/documents.hpp"
#include "vellum/skrit.hpp"

namespace vellum::skrit {
namespace {

/// An engine with the language's own exports; scripts are found in `files`.
class Console {
  public:
    explicit Console(std::uint64_t seed = 1) : engine(host_, options(seed)) {
        engine.on_report([this](std::string_view stream, std::string_view text) {
            if (stream != "generic") output += "[" + std::string(stream) + "] ";
            output += text;
        });
        engine.on_error([this](const Fault& fault, std::string_view) { errors += fault.message + "\n"; });
    }
    /// A formula's value as scripts write it, or "! " and why there is none.
    std::string value(const std::string& text) {
        const Result<Value> result = engine.formula(text);
        return result ? value_text(*result) : "! " + result.error().message;
    }
    /// What a command reports, its error behind it.
    std::string command(const std::string& text) {
        output.clear();
        if (const Result<Value> result = engine.command(text); !result)
            output += "! " + result.error().message;
        return output;
    }
    std::map<std::string, std::string, std::less<>> files;
    std::string output, errors;

  private:
    SkritOptions options(std::uint64_t seed) {
        SkritOptions made;
        made.seed = seed;
        made.timers = 5;
        made.find = [this](std::string_view name, SkritSource& source) {
            const auto found = files.find(name);
            if (found == files.end()) return false;
            source = {found->first + ".skrit", found->second};
            return true;
        };
        return made;
    }
    SkritHost host_;

  public:
    SkritEngine engine;
};

using Table = std::initializer_list<std::pair<std::string, std::string>>;

void expect_values(const Table& rows) {
    Console console;
    for (const auto& [formula, expected] : rows) EXPECT_EQ(console.value(formula), expected) << formula;
}

TEST(SkritMath, integers) {
    expect_values({{"Math.AbsInt( -7 )", "7"},
                   {"Math.AbsInt( 7 )", "7"},
                   {"Math.AbsInt( 0 )", "0"},
                   {"Math.AbsInt( 0x80000000 )", "-2147483648"}, // ints wrap
                   {"Math.MinInt( -3, 2 )", "-3"},
                   {"Math.MaxInt( -3, 2 )", "2"},
                   {"Math.MinInt( 0x80000000, 0x7FFFFFFF )", "-2147483648"},
                   {"Math.ClampInt( 5, 0, 3 )", "3"},
                   {"Math.ClampInt( -5, 0, 3 )", "0"},
                   {"Math.ClampInt( 2, 0, 3 )", "2"},
                   {"Math.ClampInt( 3, 3, 3 )", "3"},
                   {"Math.ToFloat( -7 )", "-7"}});
}

TEST(SkritMath, floats) {
    expect_values({{"Math.Abs( -2.5 )", "2.5"},
                   {"Math.Abs( 3 )", "3"},
                   {"Math.MinFloat( 1.5, -1 )", "-1"},
                   {"Math.MaxFloat( 1.5, -1 )", "1.5"},
                   {"Math.ClampFloat( 2.5, 0, 1 )", "1"},
                   {"Math.ClampFloat( -2.5, 0, 1 )", "0"},
                   {"Math.ClampFloat( 0.25, 0, 1 )", "0.25"},
                   {"Math.Floor( -0.5 )", "-1"},
                   {"Math.Floor( 2.75 )", "2"},
                   {"Math.Ceil( -0.5 )", "-0"},
                   {"Math.Ceil( 2.25 )", "3"},
                   {"Math.Sqrt( 2.25 )", "1.5"},
                   {"Math.Sqrt( -1 ) == Math.Sqrt( -1 )", "false"}, // no number
                   {"Math.Sqr( -1.5 )", "2.25"},
                   {"Math.Pi", "3.14159"},
                   {"Math.Sin( Math.Pi / 2 )", "1"},
                   {"Math.Cos( Math.Pi )", "-1"},
                   {"Math.Tan( 0.0 )", "0"},
                   {"Math.Tan( Math.Pi / 4 )", "1"},
                   {"Math.ASin( 1 ) * 2", "3.14159"},
                   {"Math.ACos( -1 )", "3.14159"},
                   {"Math.ATan( 1 ) * 4", "3.14159"},
                   {"Math.ATan2( 1, -1 ) * 4", "9.42478"}, // y before x: three eighths of the circle
                   {"Math.ATan2( 0, 0 )", "0"},
                   {"Math.Exp( 1 )", "2.71828"},
                   {"Math.Log( Math.Exp( 2 ) )", "2"},
                   {"Math.Log( 0 ) < -3e38", "true"},
                   {"Math.Pow( 2, 0.5 )", "1.41421"},
                   {"Math.Pow( -2, 3 )", "-8"},
                   {"Math.Pow( 0, 0 )", "1"},
                   {"Math.DegreesToRadians( 180 )", "3.14159"},
                   {"Math.RadiansToDegrees( Math.Pi / 2 )", "90"}});
}

TEST(SkritMath, rounding_to_ints) {
    expect_values({{"Math.Round( 2.4 )", "2"},
                   {"Math.Round( 2.5 )", "3"},
                   {"Math.Round( -2.5 )", "-2"}, // halves go up
                   {"Math.Round( -2.6 )", "-3"},
                   {"Math.Round( 0.49999997 )", "0"},      // and a half is 1 in single precision
                   {"Math.Round( 8388609.0 )", "8388609"}, // and a half is no float
                   {"Math.Round( -8388609.0 )", "-8388609"},
                   {"Math.ToInt( 2.9 )", "2"},
                   {"Math.ToInt( -2.9 )", "-2"},
                   {"Math.ToInt( -2147483648.0 )", "-2147483648"},
                   {"Math.ToInt( 2147483520.0 )", "2147483520"}});
    Console console;
    for (const char* outside :
         {"2147483648.0", "-2147483904.0", "1e30", "Math.Sqrt( -1 )", "Math.Exp( 1000 )"})
        for (const std::string function : {"ToInt", "Round"}) {
            const std::string answer = console.value("Math." + function + "( " + outside + " )");
            EXPECT_TRUE(answer.starts_with("! ")) << function << " " << outside << " " << answer;
            EXPECT_NE(answer.find("does not fit an int"), std::string::npos) << answer;
        }
}

TEST(SkritMath, smooth_steps) {
    expect_values({{"Math.FilterSmoothStep( 10, 20, 5 )", "0"},
                   {"Math.FilterSmoothStep( 10, 20, 10 )", "0"},
                   {"Math.FilterSmoothStep( 10, 20, 12.5 )", "0.15625"}, // t*t*(3-2t) at a quarter
                   {"Math.FilterSmoothStep( 10, 20, 15 )", "0.5"},
                   {"Math.FilterSmoothStep( 10, 20, 20 )", "1"},
                   {"Math.FilterSmoothStep( 10, 20, 1e30 )", "1"},
                   {"Math.FilterSmoothStep( 10, 10, 9 )", "0"},
                   {"Math.FilterSmoothStep( 10, 10, 11 )", "1"}});
}

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

TEST(SkritChance, a_range_that_holds_nothing_gives_its_beginning) {
    expect_values({{"Math.RandomInt( 0 )", "0"},
                   {"Math.RandomInt( -1 )", "0"}, // an empty collection's size less one
                   {"Math.RandomInt( 0x80000000 )", "0"},
                   {"Math.RandomInt( 7, 7 )", "7"},
                   {"Math.RandomInt( 9, 2 )", "9"},
                   {"Math.RandomFloat( 0 )", "0"},
                   {"Math.RandomFloat( 2.5, 2.5 )", "2.5"}});
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

TEST(SkritTexts, tests) {
    expect_values({{"StringTool.IsEmpty( \"\" )", "true"},
                   {"StringTool.IsEmpty( \" \" )", "false"},
                   {"StringTool.SameNoCase( \"Farm\", \"fARM\" )", "true"},
                   {"StringTool.SameNoCase( \"Farm\", \"Farms\" )", "false"},
                   {"StringTool.SameNoCase( \"\", \"\" )", "true"},
                   {"StringTool.SameWithCase( \"Farm\", \"fARM\" )", "false"},
                   {"StringTool.SameWithCase( \"Farm\", \"Farm\" )", "true"},
                   {"StringTool.ContainsNoCase( \"Farmgirl\", \"GIRL\" )", "true"},
                   {"StringTool.ContainsNoCase( \"Farmgirl\", \"boy\" )", "false"},
                   {"StringTool.ContainsNoCase( \"Farmgirl\", \"\" )", "true"},
                   {"StringTool.ContainsNoCase( \"\", \"a\" )", "false"},
                   {"StringTool.GetLength( \"\" )", "0"},
                   {"StringTool.GetLength( \"krug\" )", "4"}});
}

TEST(SkritTexts, parts_are_cut_to_the_text) {
    expect_values({{"StringTool.Left( \"krug\", 2 )", "\"kr\""},
                   {"StringTool.Left( \"krug\", 0 )", "\"\""},
                   {"StringTool.Left( \"krug\", -1 )", "\"\""},
                   {"StringTool.Left( \"krug\", 0x7FFFFFFF )", "\"krug\""},
                   {"StringTool.Right( \"krug\", 3 )", "\"rug\""},
                   {"StringTool.Right( \"krug\", 4 )", "\"krug\""},
                   {"StringTool.Right( \"krug\", 9 )", "\"krug\""},
                   {"StringTool.Right( \"krug\", -9 )", "\"\""},
                   {"StringTool.Right( \"\", 1 )", "\"\""},
                   {"StringTool.Mid( \"krug\", 1, 2 )", "\"ru\""},
                   {"StringTool.Mid( \"krug\", 3, 2 )", "\"g\""},
                   {"StringTool.Mid( \"krug\", 4, 2 )", "\"\""},
                   {"StringTool.Mid( \"krug\", 9, 2 )", "\"\""},
                   {"StringTool.Mid( \"krug\", -3, 2 )", "\"kr\""},
                   {"StringTool.Mid( \"krug\", 1, -2 )", "\"\""},
                   {"StringTool.Mid( \"krug\", 0x80000000, 0x7FFFFFFF )", "\"krug\""},
                   {"StringTool.ToUpper( \"krug_09z{\" )", "\"KRUG_09Z{\""},
                   {"StringTool.ToLower( \"KRUG_09Z[\" )", "\"krug_09z[\""}});
}

TEST(SkritTexts, values_between_commas) {
    const auto get = [](const std::string& type, const std::string& list, const std::string& index) {
        return "StringTool.GetDelimited" + type + "( \"" + list + "\", " + index + " )";
    };
    expect_values({{"StringTool.GetNumDelimitedValues( \"\" )", "0"},
                   {"StringTool.GetNumDelimitedValues( \"a\" )", "1"},
                   {"StringTool.GetNumDelimitedValues( \"a, b,c\" )", "3"},
                   {"StringTool.GetNumDelimitedValues( \",\" )", "2"},
                   {get("String", "a, two words ,c", "1"), "\"two words\""},
                   {get("String", "a,b", "0"), "\"a\""},
                   {get("String", "a,b", "2"), "\"\""},
                   {get("String", "a,b", "-1"), "\"\""},
                   {get("String", "a,,b", "1"), "\"\""},
                   {get("String", "a,   ,b", "1"), "\"\""},
                   {get("String", "", "0"), "\"\""},
                   {get("String", "a,b", "0x7FFFFFFF"), "\"\""},
                   {get("Int", "1, -20 ,3x,y,+4,2.9", "1"), "-20"},
                   {get("Int", "1, -20 ,3x,y,+4,2.9", "2"), "3"},
                   {get("Int", "1, -20 ,3x,y,+4,2.9", "3"), "0"},
                   {get("Int", "1, -20 ,3x,y,+4,2.9", "4"), "4"},
                   {get("Int", "1, -20 ,3x,y,+4,2.9", "5"), "2"},
                   {get("Int", "1, -20 ,3x,y,+4,2.9", "9"), "0"},
                   {get("Int", "99999999999", "0"), "0"},
                   {get("Int", "+-4", "0"), "0"},
                   {get("Float", "0.5, -1.25 ,.75,x,1e2,+2.5", "0"), "0.5"},
                   {get("Float", "0.5, -1.25 ,.75,x,1e2,+2.5", "1"), "-1.25"},
                   {get("Float", "0.5, -1.25 ,.75,x,1e2,+2.5", "2"), "0.75"},
                   {get("Float", "0.5, -1.25 ,.75,x,1e2,+2.5", "3"), "0"},
                   {get("Float", "0.5, -1.25 ,.75,x,1e2,+2.5", "4"), "100"},
                   {get("Float", "0.5, -1.25 ,.75,x,1e2,+2.5", "5"), "2.5"},
                   {get("Float", "0.5", "1"), "0"}});
}

TEST(SkritTexts, change_a_variable_and_give_the_new_text) {
    Console console;
    const auto with = [&](const std::string& call) {
        return console.command("string s$ = \"a\"; string r$ = StringTool." + call +
                               "; Report.GenericF( \"%s %s\", s$, r$ );");
    };
    EXPECT_EQ(with("Assign( s$, \"bc\" )"), "bc bc");
    EXPECT_EQ(with("Assign( s$, s$ )"), "a a");
    EXPECT_EQ(with("Append( s$, \"bc\" )"), "abc abc");
    EXPECT_EQ(with("Append( s$, s$ )"), "aa aa");
    EXPECT_EQ(with("AssignF( s$, \"%d-%s\", 7, s$ )"), "7-a 7-a");
    EXPECT_EQ(with("AppendF( s$, \"%03d\", 7 )"), "a007 a007");
    EXPECT_EQ(console.value("MakeStringF( \"%d%%\", 5 )"), "\"5%\"");
    EXPECT_EQ(console.value("Debug.Format( \"%s\", \"x\" )"), "\"x\"");
}

TEST(SkritTexts, formats_that_ask_for_more_end_the_command) {
    Console console;
    for (const char* call :
         {"AssignF( s$, \"%d\" )", "AppendF( s$, \"%d\", \"text\" )", "AssignF( s$, \"%\" )"})
        EXPECT_NE(console
                      .command("string s$ = \"a\"; StringTool." + std::string(call) +
                               "; Report.Generic( \"went on\" );")
                      .find("! "),
                  std::string::npos)
            << call;
    EXPECT_EQ(console.output.find("went on"), std::string::npos);
    EXPECT_TRUE(console.value("MakeStringF( \"%s\", 1 )").starts_with("! "));
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

// --- Skrit ---

TEST(SkritSkrit, evaluates_formulas) {
    expect_values({{"Skrit.EvalInt( \"2 + 3 * 4\" )", "14"},
                   {"Skrit.EvalInt( \"2.9\" )", "2"},
                   {"Skrit.EvalInt( \"true\" )", "1"},
                   {"Skrit.EvalFloat( \"1 / 4.0\" )", "0.25"},
                   {"Skrit.EvalFloat( \"7\" )", "7"},
                   {"Skrit.EvalBool( \"1 < 2\" )", "true"},
                   {"Skrit.EvalBool( \"0\" )", "false"},
                   {"Skrit.EvalInt( \"6\", 9 )", "6"}});
}

TEST(SkritSkrit, formulas_that_fail_give_the_other_value) {
    expect_values({{"Skrit.EvalInt( \"2 +\", 9 )", "9"},
                   {"Skrit.EvalInt( \"1 / 0\", 9 )", "9"},
                   {"Skrit.EvalInt( \"\", 9 )", "9"},
                   {"Skrit.EvalInt( \"3e9\", 9 )", "9"},                       // no int
                   {"Skrit.EvalInt( \"MakeStringF( \\\"12\\\" )\", 9 )", "9"}, // a text is no number
                   {"Skrit.EvalFloat( \"nothing$\", 0.5 )", "0.5"},
                   {"Skrit.EvalBool( \"#macro\", true )", "true"}});
    Console console;
    for (const char* formula : {"Skrit.EvalInt( \"2 +\" )", "Skrit.EvalFloat( \"1 / 0\" )",
                                "Skrit.EvalBool( \"\" )", "Skrit.EvalInt( \"3e9\" )"})
        EXPECT_TRUE(console.value(formula).starts_with("! ") || !console.errors.empty()) << formula;
}

TEST(SkritSkrit, checks_without_running) {
    Console console;
    console.files["good"] = "event OnConstruct$ { Report.Generic( \"made\" ); } F$() { }";
    console.files["bad"] = "F$( { }";
    const auto check = [&](const std::string& call) {
        return console.command("Report.GenericF( \"%d\", Skrit." + call + " );");
    };
    EXPECT_EQ(check("CheckCommand( \"int i$ = 1; i$ += 2;\" )"), "1");
    EXPECT_EQ(check("CheckCommand( \"Report.Generic( \" )"), "0");
    EXPECT_EQ(check("CheckFile( \"good\" )"), "1");
    EXPECT_EQ(check("CheckFile( \"bad\" )"), "0");
    EXPECT_EQ(check("CheckFile( \"missing\" )"), "0");
    EXPECT_EQ(console.engine.object_count(), 0U);
}

TEST(SkritSkrit, executes_functions_of_files) {
    Console console;
    console.files["tool"] = "First$() { Report.Generic( \"first \" ); }\n"
                            "Second$() { Report.Generic( \"second \" ); }\n"
                            "With$( int n$ ) { Report.GenericF( \"%d\", n$ ); }\n";
    console.files["with"] = "With$( int n$ ) { Report.GenericF( \"%d\", n$ ); }";
    console.files["empty"] = "int n$ = 1;";
    EXPECT_EQ(console.command("Skrit.Execute( \"tool\" );"), "first ");
    EXPECT_EQ(console.command("Skrit.Execute( \"tool\", \"Second$\" );"), "second ");
    for (const char* call : {"Execute( \"tool\", \"With$\" )", "Execute( \"with\" )", "Execute( \"empty\" )",
                             "Execute( \"tool\", \"None$\" )", "Execute( \"missing\" )"})
        EXPECT_EQ(console.command("Skrit." + std::string(call) + ";").find("second"), std::string::npos)
            << call;
    EXPECT_EQ(console.engine.object_count(), 0U) << "nothing stays";
}

TEST(SkritSkrit, lists_code_and_tables) {
    Console console;
    console.files["tool"] = "property int speed$ = 3 doc = \"how fast\";\n"
                            "int Twice$( int n$ ) { return n$ * 2; }\n";
    EXPECT_TRUE(
        console.command("Skrit.Dump( \"tool\" );")
            .starts_with("tool.skrit\n  property int speed$ = 3  /* how fast */\n  int Twice$( int n"))
        << console.output;
    const std::string listing = console.command("Skrit.Disassemble( \"tool\" );");
    EXPECT_NE(listing.find("function Twice$\n2: int Twice$"), std::string::npos) << listing;
    EXPECT_NE(listing.find("MULTIPLYI"), std::string::npos) << listing;
    EXPECT_NE(console.command("Skrit.DisassembleCommand( \"int i$ = 6 % 4; i$ = i$;\" );").find("6 % 4"),
              std::string::npos)
        << console.output;
    console.command("Skrit.DumpCommand( \"Report.Generic( \\\"not run\\\" );\" );");
    EXPECT_EQ(console.output.find("not run"), std::string::npos) << console.output;
    for (const char* call : {"Dump( \"missing\" )", "Disassemble( \"missing\" )", "DumpCommand( \"(\" )"})
        console.command("Skrit." + std::string(call) + ";"); // refused, and the engine lives
    EXPECT_EQ(console.value("1 + 1"), "2");
}

TEST(SkritSkrit, commands_may_run_commands) {
    Console console;
    EXPECT_EQ(
        console.command("Skrit.Command( \"Report.Generic( \\\"in\\\" );\" ); Report.Generic( \" out\" );"),
        "in out");
    EXPECT_NE(console.command("Skrit.Command( \"int = ;\" ); Report.Generic( \" on\" );").find("[error] "),
              std::string::npos);
    EXPECT_TRUE(console.output.ends_with(" on")) << console.output;
}

TEST(SkritDebug, reports_what_does_not_hold) {
    Console console;
    EXPECT_EQ(console.command("Debug.Assert( 1 + 1 == 2 );"), "");
    EXPECT_TRUE(console.command("Debug.Assert( 1 + 1 == 3 );").starts_with("[assert] assertion failed in "));
    EXPECT_EQ(console.command("Debug.Breakpoint();"), "[breakpoint] breakpoint\n");
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

// --- this and vm ---

/// An object of a script, asked through its functions; the script's lines come behind `F$`'s body.
struct Asked : Console {
    explicit Asked(const std::string& rest = {}) : rest_(rest) {}
    /// What the body says, run in a new object.
    std::string run(const std::string& body) {
        files["objects/asked"] = "F$() { " + body + " }\n" + rest_;
        output.clear();
        errors.clear();
        static_cast<void>(engine.reload("objects/asked"));
        const Result<ObjectId> made = engine.create("objects/asked");
        if (!made) return "! " + made.error().message;
        object = *made;
        if (const Result<Value> done = engine.call(object, "F$"); !done)
            output += "! " + done.error().message;
        return output;
    }
    std::string update(float seconds) {
        output.clear();
        engine.update(seconds);
        return output;
    }
    ObjectId object;

  private:
    std::string rest_;
};

constexpr const char* timers = "event OnTimer$( int id$, float ) { Report.GenericF( \"<%d>\", id$ ); }";

TEST(SkritThis, tells_its_name_and_states) {
    const std::string states =
        "startup state A$ { } state B$ { event OnEnterState$ { Report.Generic( \" B\" ); } }";
    EXPECT_EQ(Asked(states).run("Report.GenericF( \"%s %d %s %d %s %d\", this.Name, this.CurrentState, "
                                "this.CurrentStateName, this.PendingState, this.PendingStateName, "
                                "this.IsStateChangePending() );"),
              "asked 0 A$ -1  0");
    EXPECT_EQ(Asked(states).run("SetState B$; Report.GenericF( \"%d %d %s %d\", this.CurrentState, "
                                "this.PendingState, this.PendingStateName, this.IsStateChangePending() );"),
              "0 1 B$ 1 B");
    EXPECT_EQ(Asked(states).run("Report.GenericF( \"%s,%s,%s,%s,%s\", this.GetStateName( 0 ), "
                                "this.GetStateName( 1 ), this.GetStateName( 2 ), this.GetStateName( -1 ), "
                                "this.GetStateName( 0x80000000 ) );"),
              "A$,B$,,,");
    EXPECT_EQ(Asked().run("Report.GenericF( \"%d,%s\", this.CurrentState, this.CurrentStateName );"), "-1,");
}

TEST(SkritThis, poll_periods_are_not_negative) {
    EXPECT_EQ(Asked().run("Report.GenericF( \"%g \", this.PollPeriod ); this.PollPeriod = 0.5;"
                          "Report.GenericF( \"%g \", this.PollPeriod ); this.PollPeriod = -1;"
                          "Report.GenericF( \"%g \", this.PollPeriod ); this.PollPeriod = Math.Sqrt( -1 );"
                          "Report.GenericF( \"%g\", this.PollPeriod );"),
              "0 0.5 0 0");
}

TEST(SkritTimers, fire_once_and_take_ids_from_1000_on) {
    Asked asked(timers);
    EXPECT_EQ(asked.run("this.CreateTimer( 3, 0.5 ); Report.GenericF( \"%d \", this.CreateTimer( 0.25 ) );"
                        "Report.GenericF( \"%d\", this.CreateFrameTimer( 3 ) );"),
              "1000 1001");
    EXPECT_EQ(asked.update(0.25F), "<1000>");
    EXPECT_EQ(asked.update(0.125F), "");
    EXPECT_EQ(asked.update(0.125F), "<3><1001>");
    EXPECT_EQ(asked.update(10), "");
    EXPECT_EQ(
        Asked(timers).run("this.CreateTimer( 1000, 5 ); Report.GenericF( \"%d\", this.CreateTimer( 1 ) );"),
        "1001")
        << "an id that is in use is not given again";
}

TEST(SkritTimers, are_changed_by_id) {
    const auto seconds_until = [](const std::string& body) {
        Asked asked(timers);
        EXPECT_EQ(asked.run(body), "");
        for (int eighths = 1; eighths <= 40; ++eighths)
            if (!asked.update(0.125F).empty()) return eighths / 8.0;
        return -1.0;
    };
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 );"), 0.5);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.0 );"), 0.125) << "with the next update";
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, -4.0 );"), 0.125);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, Math.Sqrt( -1 ) );"), 0.125);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, Math.Exp( 1000 ) );"), -1) << "never";
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.CreateTimer( 1, 1.5 );"), 1.5);
    EXPECT_EQ(seconds_until("this.CreateFrameTimer( 1, 3 );"), 0.375);
    EXPECT_EQ(seconds_until("this.CreateFrameTimer( 1, -3 );"), 0.125);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.DestroyTimer( 2 );"), 0.5);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.DestroyTimer( 1 );"), -1);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.ResetTimerSeconds( 1, 1.0 );"), 1);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.SetNewTimerSeconds( 1, 2.0 );"), 2);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.ResetTimerSeconds( 1, -1.0 );"), 0.125);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.AddTimerSeconds( 1, 0.25 );"), 0.75);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.AddTimerSeconds( 1, -9.0 );"), 0.125);
    EXPECT_EQ(seconds_until("this.CreateTimer( 1, 0.5 ); this.AddTimerSeconds( 1, Math.Sqrt( -1 ) );"), 0.125)
        << "no number: with the next update, as when it is made so";
    EXPECT_EQ(seconds_until("this.AddTimerSeconds( 1, 1.0 ); this.ResetTimerSeconds( 1, 1.0 );"
                            "this.SetNewTimerSeconds( 1, 1.0 ); this.SetTimerRepeatCount( 1, 2 );"
                            "this.SetTimerGlobal( 1, true );"),
              -1)
        << "what does not exist is not made";
    EXPECT_EQ(Asked().run("this.CreateTimer( 1, 0.5 ); Report.GenericF( \"%g %g\", "
                          "this.AddTimerSeconds( 1, 0.25 ), this.AddTimerSeconds( 2, 0.25 ) );"),
              "0.75 0");
}

TEST(SkritTimers, repeat_as_often_as_told) {
    const auto firings = [](const std::string& count) {
        Asked asked(timers);
        asked.run("this.CreateTimer( 1, 0.25 ); this.SetTimerRepeatCount( 1, " + count + " );");
        std::size_t all = 0;
        for (int i = 0; i < 16; ++i) all += asked.update(0.25F).size() / 3;
        return all;
    };
    EXPECT_EQ(firings("1"), 1U);
    EXPECT_EQ(firings("3"), 3U);
    EXPECT_EQ(firings("0"), 0U);
    EXPECT_EQ(firings("-1"), 16U) << "for ever";
    EXPECT_EQ(firings("-7"), 16U);
    EXPECT_EQ(firings("0x7FFFFFFF"), 16U);
}

TEST(SkritTimers, end_with_their_state_unless_global) {
    const std::string states = std::string(timers) + " startup state A$ { } state B$ { }";
    for (const bool global : {false, true}) {
        Asked asked(states);
        asked.run("this.CreateTimer( 1, 0.5 ); this.SetTimerGlobal( 1, " +
                  std::string(global ? "true" : "false") + " ); SetState B$;");
        EXPECT_EQ(asked.update(1), global ? "<1>" : "");
    }
}

TEST(SkritTimers, are_limited) {
    const std::string said = Asked().run("int i$ = 0; while( i$ < 9 ) { Report.GenericF( \"%d \", "
                                         "this.CreateTimer( 1.0 ) ); i$ += 1; }");
    EXPECT_EQ(said, "1000 1001 1002 1003 1004 ! too many timers");
}

TEST(SkritThis, lists_itself) {
    const std::string rest =
        "property int speed$ = 3; string label$ = \"x\"; shared int all$ = 4;\n"
        "startup state A$ { trigger OnTimer$( 1 ) { } transition -> B$: OnTimer( 2 ); }\n"
        "state B$ { G$ at ( 5 frames ) { } }";
    Asked asked(rest);
    EXPECT_EQ(asked.run("speed$ = 9; this.CreateTimer( 7, 2.5 ); this.CreateFrameTimer( 8, 3 );"
                        "this.SetTimerGlobal( 8, true ); this.Dump();"),
              "skrit asked (objects/asked.skrit)\n  property int speed$ = 9\n  string label$ = \"x\"\n"
              "  shared int all$ = 4\n  state A$\n  timer 7: 2.5 seconds\n  timer 8: 3 frames, global\n");
    EXPECT_EQ(
        Asked(rest).run("this.DumpStateMachine();"),
        "startup state A$\n  trigger OnTimer( 1 )\n  -> B$: OnTimer( 2 )\nstate B$\n  G$ at 5 frames\n");
    EXPECT_NE(Asked(rest).run("this.GenerateDocs();").find("property int speed$ = 3\n"), std::string::npos);
    EXPECT_NE(Asked(rest).run("this.Disassemble();").find("this.Disassemble();"), std::string::npos);
    EXPECT_NE(Asked(rest).run("vm.DisassembleCurrent();").find("CALL"), std::string::npos);
}

TEST(SkritThis, traces_are_switches) {
    for (const std::string name : {"Events", "OpCodes", "SkritCalls", "StateChanges", "SysCalls"})
        EXPECT_TRUE(Asked()
                        .run("bool a$ = this.Trace" + name + "; this.Trace" + name +
                             " = true; bool b$ = this.Trace" + name + "; this.Trace" + name +
                             " = false; Report.GenericF( \"\\n%d%d%d\", a$, b$, this.Trace" + name + " );")
                        .ends_with("\n010"))
            << name;
}

TEST(SkritVm, tells_where_it_is) {
    EXPECT_EQ(Asked().run("\n\nReport.GenericF( \"%d %s %s\", vm.CurrentLine, vm.SourceFile, vm.Location );"),
              "3 objects/asked.skrit objects/asked.skrit:3");
}

} // namespace
} // namespace vellum::skrit
