// One mistake, one message: where reading goes on behind it.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritRecovery, a_for_costs_one_message_whatever_its_head_holds) {
    for (const std::string head :
         {"", ";;", "int i$ = 0; i$ < 3; i$ += 1", "float f$ = 0.0; f$ < 3.0; f$ += 1.0", "int", "int = 0; ;",
          "float ;;", "int 3", "bool b$; ;", "( ( ) )"}) {
        const Compiled result = body("for( " + head + " ) { sitnspin; }");
        EXPECT_EQ(result.diagnostics.errors(), 1U) << head << "\n" << result.messages();
    }
    EXPECT_EQ(body("for( int i$ = 0; ; ) { int a$ = i$; }").diagnostics.errors(), 1U)
        << "its counter is known";
    EXPECT_EQ(body("for( float f$ = 0; ; ) { float a$ = f$; }").diagnostics.errors(), 1U);
    EXPECT_EQ(body("for( int i$ = 0; ; ) { int a$ = j$; }").diagnostics.errors(), 2U);
}

TEST(SkritRecovery, behind_a_missing_semicolon_the_next_line_is_read) {
    for (const char* const declaration : {"property int A$ = 1", "property int A$ = 1 hidden", "int A$ = 1",
                                          "shared int A$ = 1", "owner = Goid"}) {
        const Compiled result =
            compiled(std::string(declaration) + "\nint B$ = missing$;\nint C$ = absent$;\n");
        EXPECT_EQ(result.diagnostics.errors(), 3U) << declaration << "\n" << result.messages();
    }
}

TEST(SkritDirectives, may_end_with_the_text) {
    const auto first = [](std::string_view text) {
        const std::string problems = compiled(text).problems(Severity::warning);
        return problems.substr(0, problems.find(' '));
    };
    EXPECT_EQ(first("#option"), "skrit.directive@1:1");
    EXPECT_EQ(first("#option("), "skrit.directive@1:1");
    EXPECT_EQ(first("#option( strict"), "skrit.directive@1:1");
    EXPECT_EQ(first("#option( strict )"), "");
    EXPECT_EQ(first("#option strict"), "");
    EXPECT_EQ(first("#option strict = 1"), "");
    EXPECT_EQ(first("#option( strict = 1"), "skrit.directive@1:1");
    EXPECT_EQ(first("#option( strict = 1 )"), "");
    EXPECT_EQ(first("#include"), "skrit.directive@1:1");
    EXPECT_EQ(first("#include \""), "skrit.directive@1:1");
    EXPECT_EQ(first("#include \"a"), "skrit.directive@1:1");
    for (const char* const open : {"#only", "#only(", "#only( !", "#only( a", "#only( a &", "#only( a &&",
                                   "#only( a |", "#only( a ||", "#only( a,", "#only( a ) ", "#only( a ) ["})
        EXPECT_EQ(first(open), "skrit.directive@1:1") << open;
    EXPECT_NE(first("#only( a ) [[ \""), "");
    EXPECT_NE(first("#only( a ) [[ \"\\"), "");
    EXPECT_NE(first("#only( a ) [[ \"\\\""), "");
    EXPECT_NE(first("#only( a ) [[ /"), "");
    EXPECT_NE(first("#only( a ) [[ ]"), "");
    EXPECT_EQ(first("#only( a ) [[ \"x\" ]]"), "");
    EXPECT_EQ(first("#only( a ) [[ \"open\n ]]"), "");
    EXPECT_EQ(first("#only( a ) [[ \"]]\" ]]"), "");
    EXPECT_EQ(first("#only( a ) [[ \"\\\"]]\" ]]"), "");
    EXPECT_EQ(first("#only( a ) [[ [[ ]] ]]"), "");
    EXPECT_EQ(first("#only( a ) [[ // ]]\n ]]"), "");
    EXPECT_EQ(first("#only( a ) [[ /* ]] */ ]]"), "");
}

} // namespace
} // namespace vellum::skrit::test
