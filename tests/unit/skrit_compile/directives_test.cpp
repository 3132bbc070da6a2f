// #include, #option, #only.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

Compiled with_includes(std::string_view text, MapIncludes& includes) {
    CompileOptions options;
    options.includes = &includes;
    return compiled(text, options);
}

TEST(SkritDirectives, include_is_one_unit) {
    SKRIT_FEATURE(98);
    const std::map<std::string, std::string> tools{
        {"tools", "#include \"tools\"\nint g_Calls$ = 0;\nint Twice$( int v$ ) { return v$ * 2; }\n"
                  "string Where$ { return __NAME__; }\nstate Other$ { }"}};
    MapIncludes includes(tools);
    const Compiled result = with_includes("Run$ { g_Calls$ = Twice$( 2 ); SetState Other$; }\n"
                                          "#include \"tools\"\n#include \"TOOLS\" int behind$;\n"
                                          "startup state Main$ { }",
                                          includes);
    // the second spelling is another name to this provider
    EXPECT_EQ(result.problems(), "skrit.include@3:1");
    const Compiled twice =
        with_includes("#include \"tools\" #include \"tools\"\nstartup state S$;", includes);
    ASSERT_TRUE(fine(twice));
    EXPECT_EQ(twice.unit->files.size(), 2U);
    EXPECT_EQ(twice.unit->states.size(), 2U);
    EXPECT_NE(twice.unit->strings.find("tools.skrit"), std::string::npos);
}

TEST(SkritDirectives, diagnostics_name_the_included_file) {
    MapIncludes includes(std::map<std::string, std::string>{{"bad", "int a$;\nint a$;"}});
    const Compiled result = with_includes("#include \"bad\"\n", includes);
    EXPECT_EQ(result.messages().substr(0, 16), "bad.skrit:2:5: e");
}

TEST(SkritDirectives, includes_are_the_only_way_to_share_code) {
    SKRIT_FEATURE(99);
    EXPECT_EQ(compiled("Run$ { Other$(); }").problems(), "skrit.undefined@1:8");
}

TEST(SkritDirectives, include_mistakes) {
    MapIncludes includes({});
    EXPECT_EQ(with_includes("#include tools", includes).problems().substr(0, 19), "skrit.directive@1:1");
    EXPECT_EQ(with_includes("#include \"nowhere\"", includes).problems(), "skrit.include@1:1");
    EXPECT_EQ(compiled("#nonsense").problems(), "skrit.directive@1:1");
}

TEST(SkritDirectives, options) {
    SKRIT_FEATURE(100);
    EXPECT_EQ(compiled("#option warnings\n#option( strict )\nint a$ = 1;").problems(Severity::note), "");
    EXPECT_EQ(compiled("#option optimise = all\nint a$;").problems(Severity::warning), "skrit.option@1:1");
    EXPECT_EQ(compiled("#option nowarnings\nint a$ = 07;").problems(Severity::note), "");
    EXPECT_EQ(compiled("#option strict\nint a$ = 07;").unit, nullptr);
}

TEST(SkritDirectives, only_keeps_or_drops) {
    SKRIT_FEATURE(19, 101);
    const auto kept = [](std::string_view condition) {
        const Compiled result = compiled("#only( " + std::string(condition) + " ) [[ int a$; ]] int b$;");
        EXPECT_TRUE(fine(result)) << condition;
        return result.unit != nullptr && result.unit->variables.size() == 2;
    };
    EXPECT_TRUE(kept("game"));
    EXPECT_TRUE(kept("GAME"));
    EXPECT_FALSE(kept("editor"));
    EXPECT_TRUE(kept("!editor"));
    EXPECT_TRUE(kept("editor, game"));
    EXPECT_TRUE(kept("editor || game"));
    EXPECT_FALSE(kept("editor && game"));
    EXPECT_TRUE(kept("!( editor && game ) && dev"));
    EXPECT_TRUE(kept("1"));
    EXPECT_FALSE(kept("0"));
    EXPECT_FALSE(kept("unknown"));
}

TEST(SkritDirectives, only_stands_anywhere) {
    const Compiled result =
        compiled("startup state S$ { #only( game ) [[ event OnEnterState$ { #only( dev ) [[ "
                 "Report.Generic( \"a\" ); ]]; #only( retail ) [[ nonsense! ]] } ]] }");
    ASSERT_TRUE(fine(result));
    EXPECT_EQ(result.unit->handlers.size(), 1U);
}

TEST(SkritDirectives, disabled_text_may_be_anything) {
    SKRIT_FEATURE(102);
    EXPECT_TRUE(fine(compiled("#only( 0 )\n[[\n don't care /* a comment */ \"open quote\n // ]] hidden\n"
                              " #only( game ) [[ nested ]] \"]]\" \n]]\nint a$;")));
    EXPECT_EQ(compiled("#only( 0 ) [[ open").problems(), "skrit.directive@1:1");
    EXPECT_EQ(compiled("#only( game ) [[ int a$;").problems(), "skrit.directive@1:1");
    EXPECT_EQ(compiled("int a$; ]]").problems(), "skrit.directive@1:9");
    EXPECT_EQ(compiled("#only game [[ ]]").problems(), "skrit.directive@1:1");
}

} // namespace
} // namespace vellum::skrit::test
