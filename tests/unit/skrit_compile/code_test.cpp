// The code that is written: shapes of statements and the opcodes behind operators, calls and conversions.
#include "support.hpp"

#include "engines/skrit/isa/isa.hpp"

namespace vellum::skrit::test {
namespace {

std::string code(std::string_view statements) { return body(statements).code(); }

TEST(SkritCode, rows_of_the_table) {
    SKRIT_FEATURE(7, 128);
    ASSERT_EQ(opcode_table.rows.size(), opcode_count);
    for (std::size_t i = 0; i < opcode_count; ++i) {
        EXPECT_EQ(opcode_table.rows[i].opcode, i);
        EXPECT_EQ(opcode_table.find(static_cast<std::uint32_t>(i)), &opcode_table.rows[i]);
    }
}

TEST(SkritCode, simple_statements) {
    SKRIT_FEATURE(12, 129, 130);
    EXPECT_EQ(code("sitnspin; abort;"), "SITNSPIN; ABORT");
    EXPECT_EQ(code("return;"), "RETURN0");
    EXPECT_EQ(compiled("int F$ { return 5; }").code(), "PUSH1 5; RETURN");
    EXPECT_EQ(compiled("startup state S$; Run$ { setstate S$; SetState( S$ ); }").code("Run$"),
              "SETSTATE S$; SETSTATE S$; RETURN0");
}

TEST(SkritCode, constants) {
    SKRIT_FEATURE(138);
    EXPECT_EQ(code("int a$ = -128; a$ = 127; a$ = 128; a$ = -32768; a$ = 32768; a$ = 'Mule';"),
              "ALLOCVAR; PUSH1 -128; STOREVAR local[0]; PUSH1 127; STOREVAR local[0]; PUSH2 128; STOREVAR "
              "local[0]; "
              "PUSH2 -32768; STOREVAR local[0]; PUSH4 32768; STOREVAR local[0]; PUSH4 1299541093; STOREVAR "
              "local[0]; "
              "FREEVAR 1; RETURN0");
    EXPECT_EQ(code("float a$ = -1.5;"), "ALLOCVAR; PUSH4 -1077936128; STOREVAR local[0]; FREEVAR 1; RETURN0");
}

TEST(SkritCode, branches) {
    SKRIT_FEATURE(134);
    EXPECT_EQ(code("if( true ) { sitnspin; } else { abort; }"),
              "PUSH1 1; BRANCHZERO L_0009; SITNSPIN; BRANCH L_000a; ABORT; RETURN0");
    EXPECT_EQ(code("while( true ) { sitnspin; }"),
              "PUSH1 1; BRANCHZERO L_0009; SITNSPIN; BRANCH L_0000; RETURN0");
    EXPECT_EQ(code("forever { int a$; break; }"), "ALLOCVAR; FREEVAR 1; BRANCH L_000a; FREEVAR 1; RETURN0");
    EXPECT_EQ(code("forever { continue; }"), "BRANCH L_0000; BRANCH L_0000");
    EXPECT_EQ(code("int a$ = true ? 1 : 2;"), "ALLOCVAR; PUSH1 1; BRANCHZERO L_000b; PUSH1 1; BRANCH L_000d; "
                                              "PUSH1 2; STOREVAR local[0]; FREEVAR 1; RETURN0");
}

TEST(SkritCode, arithmetic) {
    SKRIT_FEATURE(118, 135);
    const std::string ints =
        compiled("int a$; Run$ { a$ = ( ( a$ + 1 - 2 ) * 3 / 4 ) % 5 ** 6; a$ = -a$; }").code("Run$");
    EXPECT_EQ(ints, "LOADVAR instance[0]; PUSH1 1; ADDI; PUSH1 2; SUBTRACTI; PUSH1 3; MULTIPLYI; PUSH1 4; "
                    "DIVIDEI; PUSH1 5; "
                    "PUSH1 6; POWERI; MODULOI; STOREVAR instance[0]; LOADVAR instance[0]; NEGATEI; STOREVAR "
                    "instance[0]; RETURN0");
    const std::string floats =
        compiled("float a$; Run$ { a$ = ( ( a$ + 1 - a$ ) * a$ / a$ ) % a$ ** a$; a$ = -a$; }").code("Run$");
    EXPECT_EQ(floats, "LOADVAR instance[0]; PUSH1 1; INTTOFLT; ADDF; LOADVAR instance[0]; SUBTRACTF; LOADVAR "
                      "instance[0]; MULTIPLYF; "
                      "LOADVAR instance[0]; DIVIDEF; LOADVAR instance[0]; LOADVAR instance[0]; POWERF; "
                      "MODULOF; STOREVAR instance[0]; "
                      "LOADVAR instance[0]; NEGATEF; STOREVAR instance[0]; RETURN0");
    // a power binds tighter than a product and looser than a sign
    EXPECT_EQ(formula("-2 ** 2").code(), "PUSH1 -2; PUSH1 2; POWERI; RETURN");
    EXPECT_EQ(formula("2 ** 3 ** 2").code(), "PUSH1 2; PUSH1 3; PUSH1 2; POWERI; POWERI; RETURN");
    EXPECT_EQ(formula("20 - 4 - 3").code(), "PUSH1 20; PUSH1 4; SUBTRACTI; PUSH1 3; SUBTRACTI; RETURN");
}

TEST(SkritCode, strings) {
    const std::string text = compiled("string s$; string t$; Run$ { s$ = s$ + t$ + \"a\" + ( \"b\" + t$ ) + "
                                      "( \"c\" + \"d\" ); s$ = \"x\"; }")
                                 .code("Run$");
    EXPECT_EQ(text, "LOADSTR instance[0]; LOADSTR instance[1]; ADDSS; PUSH1 1; OFFTOPCC; ADDSC; PUSH1 3; "
                    "OFFTOPCC; LOADSTR instance[1]; "
                    "ADDCS; ADDSS; PUSH1 5; OFFTOPCC; PUSH1 7; OFFTOPCC; ADDCC; ADDSS; STORESTR instance[0]; "
                    "PUSH1 9; OFFTOPCC; "
                    "STORECSTR instance[0]; RETURN0");
}

TEST(SkritCode, logic_and_comparisons) {
    SKRIT_FEATURE(136);
    EXPECT_EQ(formula("1 & 2 ^ 3 | 4").code(),
              "PUSH1 1; PUSH1 2; BANDI; PUSH1 3; BXORI; PUSH1 4; BORI; RETURN");
    EXPECT_EQ(formula("!1 && ~2 || 3").code(),
              "PUSH1 1; NOTIB; PUSH1 2; BNOTI; ANDIB; PUSH1 3; ORIB; RETURN");
    constexpr std::pair<std::string_view, std::string_view> operators[] = {
        {"==", "ISEQUAL"}, {"!=", "ISNOTEQUAL"},     {"<>", "ISNOTEQUAL"}, {">", "ISGREATER"},
        {"<", "ISLESS"},   {">=", "ISGREATEREQUAL"}, {"<=", "ISLESSEQUAL"}};
    for (const auto& [sign, name] : operators) {
        const auto last = [&, spelled = std::string(sign)](std::string_view left, std::string_view right) {
            const std::string text =
                compiled("int i$; float f$; bool b$; string s$; bool Run$ { return " + std::string(left) +
                         " " + spelled + " " + std::string(right) + "; }")
                    .code("Run$");
            const std::size_t end = text.rfind("; RETURN");
            const std::size_t begin = text.rfind("; ", end - 1) + 2;
            return text.substr(begin, end - begin);
        };
        EXPECT_EQ(last("i$", "1"), std::string(name) + "I");
        EXPECT_EQ(last("i$", "b$"), std::string(name) + "I");
        EXPECT_EQ(last("f$", "1"), std::string(name) + "F");
        EXPECT_EQ(last("b$", "true"), std::string(name) + "B");
        EXPECT_EQ(last("s$", "s$"), std::string(name) + "S");
        EXPECT_EQ(last("s$", "\"x\""), std::string(name) + "C");
    }
    EXPECT_NE(compiled("string s$; bool F$ { return s$ ~= s$; }").code().find("ISAPPROXEQUALS"),
              std::string::npos);
    EXPECT_NE(compiled("string s$; bool F$ { return s$ ~= \"a\"; }").code().find("ISAPPROXEQUALC"),
              std::string::npos);
    EXPECT_NE(formula("1 ~= 2").code().find("INTTOFLT; ISAPPROXEQUALF"), std::string::npos);
}

TEST(SkritCode, conversions) {
    SKRIT_FEATURE(137);
    EXPECT_EQ(code("bool a$ = 5;"), "ALLOCVAR; PUSH1 5; INTTOBOO; STOREVAR local[0]; FREEVAR 1; RETURN0");
    EXPECT_EQ(code("int a$ = int( 1.5 );"),
              "ALLOCVAR; PUSH4 1069547520; FLTTOINT; STOREVAR local[0]; FREEVAR 1; RETURN0");
    EXPECT_EQ(compiled("string F$ { return \"a\"; }").code(), "PUSH1 0; OFFTOPCC; CSTRTOSTR; RETURN");
    EXPECT_EQ(compiled("string s$; Run$ { Report.Generic( s$ ); Report.Generic( s$ + s$ ); }").code("Run$"),
              "LOADCSTR instance[0]; CALL \"Report.Generic(string)@0\"; LOADSTR instance[0]; LOADSTR "
              "instance[0]; ADDSS; STRTOPCC; "
              "CALL \"Report.Generic(string)@0\"; RETURN0");
}

TEST(SkritCode, host_calls) {
    SKRIT_FEATURE(131, 132, 107);
    EXPECT_EQ(code("Report.GenericF( \"%d %f\", true, 1.5 );"),
              "PUSH1 0; OFFTOPCC; PUSH1 1; PUSH4 1069547520; FLTTODBL; PUSH1 3; CALL "
              "\"Report.GenericF(string,...)@0\"; RETURN0");
    EXPECT_EQ(
        code("Probe.Touch( \"a\", 1 );"),
        "PUSH1 0; OFFTOPCC; PUSH1 1; INTTOBOO; CALLSINGLETON \"Probe.Touch(string,bool)@0\"; POP1; RETURN0");
    EXPECT_EQ(
        code("this.CreateTimer( 1, 2 );"),
        "PUSHTHIS; PUSH1 1; PUSH1 2; INTTOFLT; CALLMEMBER \"SkritObject.CreateTimer(int,float)@0\"; RETURN0");
    EXPECT_EQ(code("int a$ = vm.CurrentLine;"),
              "ALLOCVAR; PUSHVM; CALLMEMBER \"SkritMachine.GetCurrentLine()@0\"; STOREVAR local[0]; FREEVAR "
              "1; RETURN0");
    EXPECT_EQ(compiled("owner = Aspect; Run$ { owner.Alpha = 1; }").code("Run$"),
              "PUSHOWNER; PUSH1 1; INTTOFLT; CALLMEMBER \"Aspect.SetAlpha(float)@0\"; RETURN0");
    const Compiled base = body("Crate c$; string n$ = c$.Name;");
    EXPECT_EQ(base.code(), "ALLOCHDL; ALLOCSTR; LOADHDL local[0]; HDLTOPTR; CALLMEMBERBASE "
                           "\"Item.GetName()@0\", 0; STORESTR local[0]; "
                           "FREESTR 1; FREEHDL 1; RETURN0");
    EXPECT_EQ(base.unit->types[base.unit->upcasts[0].from].name, "Crate");
    EXPECT_EQ(base.unit->types[base.unit->upcasts[0].to].name, "Item");
    Exports exports(&conformance_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(read_exports("singleton class Root { void Ping(); } singleton class Leaf : Root { } class "
                             "Dog : Animal { } class Animal { } void Pet( Animal a ); Dog TheDog();",
                             "more", exports, diagnostics));
    CompileOptions options;
    options.exports = &exports;
    EXPECT_EQ(compiled("Run$ { Leaf.Ping(); Pet( TheDog ); }", options).code(),
              "CALLSINGLETONBASE \"Root.Ping()@0\", 0; CALL \"TheDog()@1\"; BASEADJUST 1; CALL "
              "\"Pet(Animal)@2\"; RETURN0");
}

TEST(SkritCode, script_calls_and_parameters) {
    SKRIT_FEATURE(13, 133, 142);
    const Compiled result = compiled(
        "Run$ { int a$ = Add$( 1, \"x\", 2.5 ); } int Add$( int a$, string, float f$ ) { return a$; }");
    EXPECT_EQ(result.code("Run$"), "ALLOCVAR; PUSH1 1; PUSH1 0; OFFTOPCC; CSTRTOSTR; PUSH4 1075838976; "
                                   "CALLSKRIT Add$@1; STOREVAR local[0]; FREEVAR 1; RETURN0");
    EXPECT_EQ(result.code("Add$"), "ALLOCVAR; PUSHPRM; STOREVAR local[0]; SKIPPRM; ALLOCVAR; PUSHPRM; "
                                   "STOREVAR local[1]; LOADVAR local[0]; RETURN");
    EXPECT_EQ(compiled("event OnGoHandleMessage$( eWorldEvent e$, WorldMessage ) { }").code_of(0),
              "ALLOCVAR; PUSHPRM; STOREVAR local[0]; SKIPPRM; RETURN0");
}

TEST(SkritCode, stores) {
    SKRIT_FEATURE(139);
    const Compiled result = compiled("shared int total$; Crate box$; Run$ { int i$; string s$; Crate c$ = "
                                     "box$; total$ = i$; box$ = c$; s$ = s$; }");
    EXPECT_EQ(result.code("Run$"), "ALLOCVAR; ALLOCSTR; ALLOCHDL; LOADHDL instance[0]; STOREHDL local[0]; "
                                   "LOADVAR local[0]; STOREVAR shared[0]; "
                                   "LOADHDL local[0]; STOREHDL instance[0]; LOADSTR local[0]; STORESTR "
                                   "local[0]; FREEVAR 1; FREESTR 1; FREEHDL 1; RETURN0");
    EXPECT_EQ(result.unit->verification.frames[0].general, 1);
    EXPECT_EQ(result.unit->verification.frames[0].text, 1);
    EXPECT_EQ(result.unit->verification.frames[0].handle, 1);
}

TEST(SkritCode, compound_assignment_of_a_member_evaluates_the_object_once) {
    const std::string text = body("CrateMgr.Open( \"a\" ).Weight += 2;").code();
    EXPECT_EQ(text, "ALLOCHDL; PUSH1 0; OFFTOPCC; CALLSINGLETON \"CrateMgr.Open(string)@0\"; STOREHDL "
                    "local[0]; LOADHDL local[0]; HDLTOPTR; "
                    "LOADHDL local[0]; HDLTOPTR; CALLMEMBER \"Crate.GetWeight()@1\"; PUSH1 2; INTTOFLT; "
                    "ADDF; CALLMEMBER \"Crate.SetWeight(float)@2\"; "
                    "FREEHDL 1; RETURN0");
    EXPECT_EQ(body("Probe.Value += 2;").code(), "CALLSINGLETON \"Probe.GetValue()@0\"; PUSH1 2; ADDI; "
                                                "CALLSINGLETON \"Probe.SetValue(int)@1\"; RETURN0");
}

TEST(SkritCode, arguments_that_natives_change) {
    const Compiled result =
        body("string s$; StringTool.AppendF( s$, \"%d\", 1 ); StringTool.AppendF( \"x\", \"y\" );");
    ASSERT_TRUE(fine(result));
    const auto& in_out = result.unit->verification.in_out;
    ASSERT_EQ(in_out.size(), 2U);
    EXPECT_EQ(in_out[0].argument, 0);
    EXPECT_EQ(in_out[0].slot, 0U);
    EXPECT_EQ(in_out[0].cell, Cell::string);
    EXPECT_EQ(in_out[1].slot, InOutArgument::temporary);
}

TEST(SkritCode, commands) {
    SKRIT_FEATURE(59, 162);
    for (const std::string_view text : {"Report.Generic( \"a\" )", "Report.Generic( \"a\" );"}) {
        const Compiled result = command(text);
        ASSERT_TRUE(fine(result));
        EXPECT_EQ(result.unit->functions_table[result.unit->first].name, "X$");
        EXPECT_EQ(result.unit->functions_table[result.unit->first].kind, FunctionKind::command);
        EXPECT_EQ(result.unit->line_at(0)->line, 3U); // the wrapper's lines count') ? 1U : 1U));
    }
    const Compiled plain = command("#int First$ { return Second$ * 2; } int Second$ { return 21; }");
    ASSERT_TRUE(fine(plain));
    EXPECT_EQ(plain.unit->functions_table[plain.unit->first].name, "First$");
    EXPECT_TRUE(fine(command("#only( game ) [[ Report.Generic( \"a\" ) ]]")));
    EXPECT_EQ(command("# int a$;").problems(), "");
    EXPECT_EQ(command("#only").unit, nullptr);
}

TEST(SkritCode, formulas) {
    SKRIT_FEATURE(53, 54, 55, 56);
    const Compiled result = formula("( #src_life > ( 2.0 + #Magic ) ) ? ( 2 + #magic ) : #SRC_LIFE");
    ASSERT_TRUE(fine(result));
    EXPECT_EQ(result.unit->macros, (std::vector<std::string>{"src_life", "magic"}));
    EXPECT_EQ(result.unit->functions_table[0].parameters.size(), 2U);
    EXPECT_EQ(result.unit->types[result.unit->functions_table[0].result].kind, TypeKind::real);
    EXPECT_EQ(formula("Math.MaxInt( 3, 4 ) + 1").code(),
              "PUSH1 3; PUSH1 4; CALL \"Math.MaxInt(int,int)@0\"; PUSH1 1; ADDI; RETURN");
    const std::vector<std::string> known{"magic"};
    EXPECT_EQ(formula("#magic + #nosuch", &known).problems(), "skrit.macro@1:10");
    EXPECT_EQ(formula("1 + ").problems(), "skrit.syntax@1:5");
    EXPECT_EQ(formula("1 2").problems(), "skrit.syntax@1:3");
    EXPECT_TRUE(fine(formula("\"text\" + \"more\"")));
    EXPECT_TRUE(fine(formula("null")));
    EXPECT_TRUE(fine(formula("Report.Generic( \"x\" )")));
}

TEST(SkritCode, lines_and_symbols) {
    SKRIT_FEATURE(9, 18);
    const Compiled result = compiled(
        "Run$\n{\n    int a$ = 1;\n    if( a$ == 1 )\n    {\n        a$ = 2;\n    }\n    a$ = 3;\n}\n");
    ASSERT_TRUE(fine(result));
    std::string lines;
    for (const LineEntry& entry : result.unit->line_table) lines += std::to_string(entry.line) + " ";
    EXPECT_EQ(lines, "1 3 4 6 8 ");
    ASSERT_EQ(result.unit->functions_table[0].locals.size(), 1U);
    EXPECT_EQ(result.unit->functions_table[0].locals[0].name, "a$");
    CompileOptions strip;
    strip.strip = true;
    const Compiled bare = compiled("property int a$ doc = \"text\"; Run$( int p$ ) { int b$; }", strip);
    ASSERT_TRUE(fine(bare));
    EXPECT_TRUE(bare.unit->stripped);
    EXPECT_TRUE(bare.unit->line_table.empty());
    EXPECT_TRUE(bare.unit->functions_table[0].locals.empty());
    EXPECT_TRUE(bare.unit->files[0].text.empty());
}

} // namespace
} // namespace vellum::skrit::test
