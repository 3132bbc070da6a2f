// Generated programs of numbers, loops and calls, in the loop and in machine code, with budgets that end
// anywhere, pauses and snapshots between: nobody may notice which of the two ran. VELLUM_CASES sets how many
// programs are tried (default 60), VELLUM_SEED where the series starts.
#include <cstdint>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "support/random.hpp"
#include "support/skrit_judge.hpp"

namespace vellum {
namespace {

using test::Random;
using test::setting;

/// Functions that call each other and themselves, over parameters, local and global variables.
class Numbers {
  public:
    explicit Numbers(Random& random) : random_(random) {}

    std::string make() {
        std::string text = "int g0$ = 3; int g1$ = -7; float h0$ = 0.5; float h1$ = 3.0; bool b0$ = true; "
                           "shared int all$ = 5; shared float part$ = 1.5; string told$ = \"\";\n";
        text += "Tell$( int n$ ) { told$ = \"told \"; g0$ += n$; }\n";
        for (int i = 0; i < functions; ++i) text += function(i);
        text += "Work$() { g0$ = F0$( g0$, h0$ ); h1$ = F1$( g1$, h1$ ); b0$ = F2$( g0$, h1$ ); }\n"
                "event OnTimer$( int i$, float f$ ) { int x$ = i$; int y$ = 2; float u$ = f$; float w$ = "
                "1.0; bool c$ = false; int left$ = 30; " +
                block(3) + "g1$ = x$; h0$ = u$; }\n";
        return text;
    }

  private:
    static constexpr int functions = 3;

    std::string pick(std::initializer_list<const char*> list) {
        return *(list.begin() + random_.below(list.size()));
    }
    /// 0: int, 1: float, 2: bool.
    std::string function(int kind) {
        static constexpr const char* types[] = {"int", "float", "bool"};
        std::string text =
            std::string(types[kind]) + " F" + std::to_string(kind) + "$( int x$, float u$ ) { ";
        text += "int y$ = x$ - 1; float w$ = u$ * 0.5; bool c$ = x$ > 3; int left$ = 12; ";
        text += "if( x$ < 1 || x$ > 40 ) { return " + value(kind, 1) + "; } ";
        text += block(2);
        return text + "return " + value(kind, 2) + "; }\n";
    }
    std::string call(int kind, int depth) {
        return "F" + std::to_string(kind) + "$( " + pick({"x$ - 1", "x$ - 2", "y$ - 1", "x$ / 2", "-3"}) +
               ", " + value(1, depth - 1) + " )";
    }
    std::string value(int kind, int depth) {
        return kind == 0 ? integer(depth) : kind == 1 ? real(depth) : truth(depth);
    }
    std::string integer(int depth) {
        if (depth <= 0 || random_.below(4) == 0)
            return pick(
                {"x$", "y$", "g0$", "g1$", "all$", "1", "2", "-1", "0", "100000", "( -2147483647 - 1 )"});
        switch (random_.below(10)) {
        case 0: return "int( " + real(depth - 1) + " )";
        case 1: return call(0, depth);
        case 2: return "( ~" + integer(depth - 1) + " )";
        case 3: return "( -" + integer(depth - 1) + " )";
        case 4:
            return "( " + truth(depth - 1) + " ? " + integer(depth - 1) + " : " + integer(depth - 1) + " )";
        case 5:
            return "( " + integer(depth - 1) + pick({" / ", " % "}) + pick({"3", "-1", "y$", "7", "x$"}) +
                   " )";
        case 6: return "( " + truth(depth - 1) + " + " + integer(depth - 1) + " )";
        default:
            return "( " + integer(depth - 1) + pick({" + ", " - ", " * ", " & ", " | ", " ^ "}) +
                   integer(depth - 1) + " )";
        }
    }
    std::string real(int depth) {
        if (depth <= 0 || random_.below(4) == 0)
            return pick({"u$", "w$", "h0$", "h1$", "part$", "0.25", "2.0", "( -1.5 )", "0.0", "1000000.0"});
        switch (random_.below(8)) {
        case 0: return "float( " + integer(depth - 1) + " )";
        case 1: return call(1, depth);
        case 2: return "( -" + real(depth - 1) + " )";
        case 3: return "( " + truth(depth - 1) + " ? " + real(depth - 1) + " : " + real(depth - 1) + " )";
        case 4: return "( " + integer(depth - 1) + pick({" + ", " * "}) + real(depth - 1) + " )";
        case 5: return "( " + real(depth - 1) + pick({" % ", " ** "}) + "2.0 )";
        default: return "( " + real(depth - 1) + pick({" + ", " - ", " * ", " / "}) + real(depth - 1) + " )";
        }
    }
    std::string truth(int depth) {
        if (depth <= 0) return pick({"c$", "b0$", "true", "( x$ > y$ )", "( u$ < w$ )"});
        switch (random_.below(7)) {
        case 0: return "( !" + value(2 * static_cast<int>(random_.below(2)), depth - 1) + " )";
        case 1: return call(2, depth);
        case 2:
            return "( " + truth(depth - 1) + pick({" && ", " || ", " == ", " != ", " & ", " ^ "}) +
                   truth(depth - 1) + " )";
        case 3:
            return "( " + real(depth - 1) + pick({" < ", " <= ", " > ", " >= ", " == ", " != ", " ~= "}) +
                   real(depth - 1) + " )";
        default:
            return "( " + integer(depth - 1) + pick({" < ", " <= ", " > ", " >= ", " == ", " != "}) +
                   integer(depth - 1) + " )";
        }
    }
    std::string statement(int depth) {
        switch (random_.below(depth > 0 ? 14 : 9)) {
        case 0:
        case 1: return pick({"x$", "y$"}) + pick({" = ", " += ", " -= ", " *= "}) + integer(2) + "; ";
        case 2: return pick({"g0$", "g1$", "all$"}) + pick({" = ", " += ", " -= "}) + integer(2) + "; ";
        case 3: return pick({"u$", "w$", "h0$", "part$"}) + pick({" = ", " += ", " *= "}) + real(2) + "; ";
        case 4: return pick({"c$", "b0$"}) + " = " + truth(2) + "; ";
        case 5: return "y$ = ( x$ + 1 ) * y$ - x$; ";
        case 6: return random_.below(3) == 0 ? "Tell$( x$ ); " : "w$ = float( x$ ) + w$; ";
        case 7: return "g0$ = g0$ % 1000; x$ = x$ % 50; ";
        case 8:
            return random_.below(2) == 0 ? "told$ += \"a long text\"; "
                                         : "this.CreateTimer( x$ % 5, 0.75 ); ";
        case 9:
        case 10:
            return "if( " + truth(2) + " ) { " + block(depth - 1) + "} else { " + block(depth - 1) + "} ";
        case 11: {
            const std::string n = "n" + std::to_string(counter_++) + "$";
            return "int " + n + " = 0; while( " + n + " < " + std::to_string(random_.below(9)) + " ) { " + n +
                   " += 1; " + block(depth - 1) + "} ";
        }
        case 12:
            return "forever { left$ -= 1; if( left$ < 0 ) { break; } " + block(depth - 1) +
                   (random_.below(2) == 0 ? "if( " + truth(1) + " ) { continue; } y$ += 1; " : "") + "} ";
        default: return "while( left$ > 0 && " + truth(1) + " ) { left$ -= 1; " + block(depth - 1) + "} ";
        }
    }
    std::string block(int depth) {
        std::string text;
        for (std::size_t i = 1 + random_.below(3); i != 0; --i) text += statement(depth);
        return text;
    }

    Random& random_;
    int counter_ = 0;
};

TEST(SkritNative, NumbersAreTheSameInMachineCode) {
    const std::uint64_t cases = setting("VELLUM_CASES", 60);
    Random random(setting("VELLUM_SEED", 1) + 2000);
    std::uint64_t instructions = 0;
    std::size_t compiled = 0;
    std::size_t faults = 0;
    for (std::uint64_t n = 0; n < cases; ++n) {
        const std::string text = Numbers(random).make();
        SCOPED_TRACE("case " + std::to_string(n) + "\n" + text);
        skrit::CompileOptions options;
        options.name = "generated";
        options.exports = &skrit::siege_exports();
        Diagnostics diagnostics;
        const auto unit = compile_unit(text, options, diagnostics);
        ASSERT_NE(unit, nullptr) << skrit::format_all(diagnostics, "");
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t budget = 1 + random.below(i == 0 ? 30'000 : 900);
            test::SkritJudge judge(unit, budget);
            ASSERT_EQ(judge.run(4, static_cast<int>(random.below(4))), "") << "budget " << budget;
            compiled += judge.seen().compiled;
            instructions += judge.seen().instructions;
            faults += judge.seen().faults;
        }
        const std::uint64_t every = 1 + random.below(60);
        test::SkritJudge judge(unit, 1 + random.below(2000));
        ASSERT_EQ(judge.run_paused(2, every), "") << "paused after " << every;
        ASSERT_EQ(judge.run_paused(1, every, false, true), "") << "moved after " << every;
    }
    EXPECT_GT(instructions, cases * 100);
    EXPECT_GT(faults, cases / 4) << "budgets must end somewhere";
    EXPECT_TRUE(!code::makes_machine_code() || compiled > cases * 4) << compiled;
}

} // namespace
} // namespace vellum
