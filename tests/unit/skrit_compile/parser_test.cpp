// Grammar, recovery and hints.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritParser, conformance_refusals) {
    SKRIT_FEATURE(16, 32, 77, 123);
    // every line is compiled as a command; the first word says what must come of it
    constexpr std::pair<bool, std::string_view> lines[] = {
        {true, "int a$ = 1; a$ += 2"},
        {false, "int a$; if( ( a$ += 1 ) > 10 ) { }"},
        {false, "int a$; int b$ = a$ = 3"},
        {false, "if( true ) sitnspin"},
        {false, "int i$ = 1; i$++"},
        {false, "for( int i$ = 0; i$ < 3; i$ += 1 ) { }"},
        {false, "switch( 1 ) { }"},
        {false, "int a$ = \"text\""},
        {false, "string s$ = 5"},
        {false, "int a$ = null"},
        {false, "bool b$ = \"a\" && \"b\""},
        {false, "int a$ = 1.5 & 2"},
        {false, "string s$ = \"a\" - \"b\""},
        {false, "string s$ = \"a\" + 1"},
        {false, "undefined$ = 3"},
        {false, "Report.NoSuchFunction( 1 )"},
        {false, "Math.Abs( \"x\" )"},
        {false, "Math.MinInt( 1 )"},
        {false, "int a$; int a$"},
        {true, "int a$; { int a$; }"},
        {false, "break"},
        {false, "setstate Nowhere$"},
        {false, "return 5"},
        {false, "3 + 4"},
        {true, "int a$ = 0777; int b$ = 08"},
        {false, "string s$ = \"bad \\q escape\""},
        {false, "string s$ = \"no octal \\101\""},
        {false, "int a$ = true ? 1 : \"x\""},
        {false, "\"left\" = 3"},
        {false, "Report.Generic( \"unterminated )"},
        {false, "int plain = 3"},
        {false, "#int NoReturn$ { return; }"},
        {false, "#Two$ { } Two$ { }"},
        {false, "#event OnNoSuchEvent$ { }"},
        {false, "#event OnTimer$( float wrong$ ) { }"},
        {false, "#startup state A$; startup state B$;"},
        {false, "#state A$ { transition -> Missing$: OnTimer( 1 ); }"},
    };
    for (const auto& [accepted, text] : lines) {
        const Compiled result = command(text);
        EXPECT_EQ(result.unit != nullptr, accepted) << text << "\n" << result.messages();
        EXPECT_EQ(result.diagnostics.ok(), accepted) << text;
    }
}

TEST(SkritParser, an_error_behind_a_thousand_warnings_is_told) {
    std::string text;
    for (int i = 0; i < 1500; ++i) text += "Math.Abs( 007 );\n"; // octal belief
    text += "undefined$ = 3";
    const Compiled result = command(text);
    EXPECT_EQ(result.unit, nullptr);
    EXPECT_FALSE(result.diagnostics.ok());
    EXPECT_NE(result.messages().find("undefined$"), std::string::npos);
}

TEST(SkritParser, hints_for_classic_mistakes) {
    const auto says = [](std::string_view text, std::string_view hint) {
        const std::string messages = body(text).messages();
        EXPECT_NE(messages.find(hint), std::string::npos) << text << "\n" << messages;
    };
    says("int a$; if( a$ = 1 ) { }", "==");
    says("int a$; if( ( a$ += 1 ) > 2 ) { }", "statement");
    says("for( ;; ) { }", "while");
    says("do { } while( true );", "forever");
    says("switch( 1 ) { }", "if ... else if");
    says("int a$; a$++;", "+= 1");
    says("int a$; a$--;", "-= 1");
    says("if( true ) { } elseif( false ) { }", "else if");
    says("if( true ) return;", "braces");
    says("Crate c$; bool b$ = c$;", "!= null");
    says("string s$ = \"a\" + 1;", "MakeStringF");
    says("int a$ = 1.5 > 1 ? 2 : 3; counter = 1;", "counter$");
    says("double d$;", "float");
    says("shared int a$;", "outside");
    says("int f$; f$ == 1;", "assignment with =");
}

TEST(SkritParser, short_circuit_belief_is_warned_about) {
    SKRIT_FEATURE(116);
    EXPECT_EQ(body("Crate c$; if( ( c$ != null ) && c$.IsHeavy ) { }").problems(Severity::warning),
              "skrit.short-circuit@1:37");
    EXPECT_EQ(body("Crate c$; if( c$ == null || !c$.IsHeavy() ) { }").problems(Severity::warning),
              "skrit.short-circuit@1:33");
    EXPECT_EQ(body("Crate c$; if( c$ != null ) { if( c$.IsHeavy ) { } }").problems(Severity::warning), "");
    EXPECT_EQ(body("Crate c$, d$; if( c$ != null && d$.IsHeavy ) { }").problems(Severity::warning), "");
}

TEST(SkritParser, many_mistakes_in_one_run) {
    SKRIT_FEATURE(188);
    const Compiled result = compiled("int a$ = ;\n"
                                     "Run$\n{\n"
                                     "    int b$ = 3 +;\n"
                                     "    missing$ = 1;\n"
                                     "    if( b$ == 1 { b$ = 2; }\n"
                                     "    b$ = \"text\";\n"
                                     "}\n"
                                     "event OnNothing$ { }\n"
                                     "Last$ { unknown$(); }\n");
    EXPECT_EQ(result.problems(), "skrit.syntax@1:10 skrit.syntax@4:17 skrit.undefined@5:5 skrit.syntax@6:17 "
                                 "skrit.type@7:10 skrit.event@9:7 skrit.undefined@10:9");
    const std::string text = format_all(result.diagnostics, "test.skrit");
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "test.skrit:1:10: error: syntax error: expected an expression before ';' [skrit.syntax]");
    EXPECT_NE(text.find("test.skrit - 0 fatals, 7 errors, 0 warnings"), std::string::npos);
}

TEST(SkritParser, a_missing_semicolon_costs_one_message) {
    const Compiled result = compiled(
        "Goid message$\n\nowner = Aspect;\n\ntrigger OnGoUpdate$( 1 ) { message$ = MakeGoid( 1 ); }\n");
    EXPECT_EQ(result.problems(), "skrit.syntax@1:14");
    EXPECT_NE(result.messages().find("expected ';' before 'owner'"), std::string::npos);
}

TEST(SkritParser, a_for_loop_costs_one_message) {
    for (const char* loop :
         {"for( int i$ = 0; i$ < 3; i$++ ) { Report.GenericF( \"%d\", i$ ); }",
          "for( int i$ = 0; ( i$ < 3 ); i$ += 1 ) { i$ += 1; }", "int i$; for( ; ; ) { break_; }",
          "for( int i$ = 0, j$ = 1; i$ < j$; ) { i$ = j$; }"}) {
        const Compiled result = body(std::string(loop) + " int later$ = 1; later$ += 1;");
        const std::size_t expected =
            std::string_view(loop).find("break_") == std::string_view::npos ? 1U : 2U;
        EXPECT_EQ(result.diagnostics.errors(), expected) << loop << "\n" << result.messages();
        EXPECT_NE(result.messages().find("count with a variable and while"), std::string::npos);
    }
    EXPECT_FALSE(body("for").diagnostics.ok());
    EXPECT_FALSE(body("for( int i$ = 0;").diagnostics.ok());
}

TEST(SkritParser, a_text_in_single_quotes_costs_one_message) {
    const Compiled result = compiled("string s$ = 'not a code'; Run$ { Report.Generic( 'hello' ); }");
    EXPECT_EQ(result.problems(), "skrit.literal@1:13 skrit.literal@1:50");
    EXPECT_NE(result.messages().find("in double quotes"), std::string::npos);
}

TEST(SkritParser, a_missing_brace_is_found) {
    const Compiled result =
        compiled("Run$\n{\n    if( true ) {\n        sitnspin;\n\nevent OnEnterState$\n{\n}\n");
    EXPECT_FALSE(result.diagnostics.ok());
    EXPECT_LE(result.diagnostics.errors(), 3U) << result.messages();
    EXPECT_FALSE(compiled("Run$ { } }").diagnostics.ok());
    EXPECT_FALSE(compiled("startup state S$ { event OnEnterState$ { }").diagnostics.ok());
}

TEST(SkritParser, control_statements) {
    SKRIT_FEATURE(70, 71, 72, 73, 74, 75, 76);
    EXPECT_TRUE(fine(
        body("if true { } else if !false { } else { } while( false ) { break; } forever { continue; }")));
    EXPECT_TRUE(fine(body("sitnspin; ; { } abort; return;")));
    EXPECT_TRUE(fine(compiled("int F$ { return 1; } F2$() { return; } void F3$( void ) { }")));
    EXPECT_EQ(body("continue;").problems(), "skrit.loop@1:8");
    EXPECT_EQ(compiled("int F$ { return; }").problems(), "skrit.return@1:10");
    EXPECT_EQ(compiled("F$ { return 1; }").problems(), "skrit.return@1:6");
    EXPECT_EQ(compiled("int F$ { }").problems(Severity::warning), "skrit.missing-return@1:5");
    EXPECT_EQ(compiled("int F$ { forever { } }").problems(Severity::warning), "");
    EXPECT_EQ(compiled("int F$ { if true { return 1; } else { abort; } }").problems(Severity::warning), "");
    EXPECT_EQ(compiled("int F$ { while( true ) { return 1; } }").problems(Severity::warning),
              "skrit.missing-return@1:5");
}

TEST(SkritParser, members_named_like_keywords) {
    Exports exports(&conformance_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(
        read_exports("singleton class Odd { int GetState(); int Poll(); }", "odd", exports, diagnostics));
    CompileOptions options;
    options.exports = &exports;
    EXPECT_TRUE(fine(compiled("Run$ { int a$ = Odd.State + Odd.Poll; }", options)));
}

TEST(SkritParser, depth_is_bounded) {
    SKRIT_FEATURE(33);
    const auto repeat = [](std::string_view part, std::size_t times) {
        std::string text;
        for (std::size_t i = 0; i < times; ++i) text += part;
        return text;
    };
    for (const std::size_t count : {190UL, 100000UL}) {
        const bool deep = count > 1000;
        EXPECT_EQ(body("int a$ = " + repeat("(", count) + "1" + repeat(")", count) + ";").unit == nullptr,
                  deep);
        EXPECT_EQ(body(repeat("{", count) + repeat("}", count)).unit == nullptr, deep);
        EXPECT_EQ(body("int a$ = " + repeat("-", count) + "1;").unit == nullptr, deep);
        EXPECT_EQ(body("int a$ = 1" + repeat(" + 1", count) + ";").unit == nullptr, deep);
        EXPECT_EQ(body("int a$ = 1" + repeat(" ** 1", count / 2) + ";").unit == nullptr, deep);
        EXPECT_EQ(body("int a$ = " + repeat("true ? 1 : ", count) + "1;").unit == nullptr, deep);
    }
    EXPECT_EQ(body("int a$ = " + repeat("true ? ", 100000)).unit, nullptr);
    EXPECT_TRUE(fine(body("if true { } " + repeat("else if true { } ", 500))));
    EXPECT_EQ(body(repeat("if true {", 100000)).unit, nullptr);
    EXPECT_EQ(compiled("#only( " + repeat("(", 100000)).unit, nullptr);
    EXPECT_EQ(compiled("#only( " + repeat("!", 100000) + "game ) [[ ]]").problems(), "");
}

TEST(SkritParser, states_and_transitions) {
    SKRIT_FEATURE(92, 93, 94, 95, 96, 182);
    const Compiled result =
        compiled("owner = Aspect;\n"
                 "startup state A$ poll( 0.2 ) { transition -> B$: OnTimer( 1 ) and if( true ) = { sitnspin; "
                 "} ; int mine$; ; }\n"
                 "state B$;\n"
                 "state C$ Later$ at ( 5 frames ) { }\n"
                 "state D$ trigger OnTimer$( 2 ) { SetState A$; }\n"
                 "state A$ poll( 500 msec ) { transition { -> C$: OnEnterState(); -> D$: OnTimer$; } }\n"
                 "transition { B$ -> A$: if( 1 > 0 ); ; C$ -> A$: OnTimer( 3 ) = { } }\n");
    EXPECT_EQ(result.problems(), "skrit.state@6:7"); // two poll periods
    const Compiled good = compiled(
        "startup state A$ poll( 0.2 ) { transition -> B$: OnTimer( 1 ) and if( true ) = { sitnspin; } }\n"
        "state B$ poll( 100 msec );\nstate A$ { transition { -> B$: OnEnterState; } }\n"
        "transition { B$ -> A$: if( 1 > 0 ); A$ -> A$: OnTimer( 3 ); }\n");
    ASSERT_TRUE(fine(good));
    ASSERT_EQ(good.unit->states.size(), 2U);
    EXPECT_EQ(good.unit->states[0].transitions, (std::vector<std::uint32_t>{0, 1, 3}));
    EXPECT_TRUE(good.unit->states[0].dynamic);
    EXPECT_EQ(good.unit->states[0].poll.value, 0.2F);
    EXPECT_EQ(good.unit->states[0].poll.unit, TimeUnit::seconds);
    EXPECT_EQ(good.unit->states[1].poll.unit, TimeUnit::milliseconds);
    EXPECT_EQ(good.unit->transitions[0].terms.size(), 2U);
    EXPECT_NE(good.unit->transitions[0].handler, none);
    EXPECT_EQ(compiled("transition A$ -> A$: OnTimer; state B$; state A$;").problems(Severity::warning),
              "skrit.no-startup@1:37");
    EXPECT_EQ(compiled("startup state A$; transition -> A$: OnTimer;").problems(), "skrit.state@1:30");
    EXPECT_EQ(compiled("startup state A$ { transition B$ -> A$: OnTimer; } state B$;").problems(),
              "skrit.state@1:31");
    EXPECT_EQ(compiled("startup state A$ { F$ { } }").problems(), "skrit.syntax@1:20");
}

TEST(SkritParser, at_functions) {
    SKRIT_FEATURE(91);
    const Compiled result =
        compiled("float wait$ = 2; One$ at ( 3 ) { } Two$ at ( 150 msec ) { }\n"
                 "startup state S$ { Three$ at ( 1.5 seconds ) { } Four$ at ( wait$ * 2 sec ) { } }");
    ASSERT_TRUE(fine(result));
    const auto& at = result.unit->at_functions;
    ASSERT_EQ(at.size(), 4U);
    EXPECT_EQ(at[0].delay.unit, TimeUnit::frames);
    EXPECT_EQ(at[0].delay.value, 3.0F);
    EXPECT_EQ(at[0].state, none);
    EXPECT_EQ(at[1].delay.unit, TimeUnit::milliseconds);
    EXPECT_EQ(at[2].delay.value, 1.5F);
    EXPECT_EQ(at[2].state, 0U);
    EXPECT_NE(at[3].delay.function, none);
    EXPECT_EQ(compiled("One$ at ( 3 parsecs ) { }").problems(), "skrit.syntax@1:13");
}

} // namespace
} // namespace vellum::skrit::test
