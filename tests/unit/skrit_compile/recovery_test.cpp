// How reading goes on behind a mistake: each costs one message, and what stands behind it is read.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritRecovery, a_for_loop_that_declares_nothing_costs_one_message) {
    // none of these begins a declaration: int and float without a name of a script behind them
    for (const char* const loop : {"for( int; ; ) { }", "for( int i = 0; i < 3; i += 1 ) { }",
                                   "for( float ) { }", "for( bool b$ ) { }", "for( i$ ) { }", "for( ) { }"}) {
        const Compiled result = body(std::string(loop) + " int later$ = 1; later$ += 1;");
        EXPECT_EQ(result.problems(), "skrit.syntax@1:8") << loop << "\n" << result.messages();
    }
    for (const char* const loop : {"for( int i$; ) { i$ += 1; }", "for( float f$ = 1; ; ) { f$ += 1.0; }"}) {
        const Compiled result = body(loop);
        EXPECT_EQ(result.problems(), "skrit.syntax@1:8") << loop << "\n" << result.messages();
    }
}

TEST(SkritRecovery, the_line_behind_a_missing_semicolon_is_read) {
    // the second mistake is found because the first does not make its line part of it
    for (const char* const declared :
         {"property int a$ = 1", "int a$ = 1", "shared int a$", "hidden property int a$"})
        for (const char* const next : {"int b$ = ;", "property int b$ = ;"}) {
            const std::string text = std::string(declared) + "\n" + next + "\nint c$ = 1;\n";
            const Compiled result = compiled(text);
            const auto column = std::to_string(std::string_view(next).size());
            const auto behind = std::to_string(std::string_view(declared).size() + 1);
            EXPECT_EQ(result.problems(), "skrit.syntax@1:" + behind + " skrit.syntax@2:" + column)
                << text << result.messages();
        }
}

TEST(SkritRecovery, on_the_same_line_a_missing_semicolon_costs_one_message) {
    for (const char* const text : {"property int a$ = 1 = ;\nint b$;", "int a$ = 1 = ;\nint b$;"}) {
        const Compiled result = compiled(text);
        EXPECT_EQ(result.diagnostics.errors(), 1U) << text << "\n" << result.messages();
    }
}

TEST(SkritRecovery, texts_may_end_inside_of_a_directive) {
    const auto problems = [](std::string_view text) { return compiled(text).problems(); };
    EXPECT_EQ(problems("#"), "skrit.directive@1:1");
    EXPECT_EQ(problems("#option"), "skrit.directive@1:1");
    EXPECT_EQ(problems("#option("), "skrit.directive@1:1");
    EXPECT_EQ(problems("#option strict"), "");
    EXPECT_EQ(problems("#option( strict"), "skrit.directive@1:1");
    EXPECT_EQ(problems("#option( strict )"), "");
    EXPECT_EQ(problems("#option strict ="), "");
    EXPECT_EQ(problems("#option( strict = 1"), "skrit.directive@1:1");
    EXPECT_EQ(problems("#only( a ) [["), "skrit.directive@1:1");
    EXPECT_EQ(problems("#only( 0 ) [["), "skrit.directive@1:1");
    EXPECT_EQ(problems("#only( 0 ) [[ \""), "skrit.directive@1:1");
    EXPECT_EQ(problems("#only( 0 ) [[ \"\\"), "skrit.directive@1:1");
    EXPECT_EQ(problems("#only( 0 ) [[ ]"), "skrit.directive@1:1");
    EXPECT_EQ(problems("#only( 0 ) [[ ]]"), "");
    EXPECT_EQ(problems("#only( 0 ) [[ \"]]\" ]]"), "");
    EXPECT_EQ(problems("#only( 0 ) [[ \"\\\"]]\" ]]"), "");
    EXPECT_EQ(problems("#only( 0 ) [[ \"open ]]\n ]]"), "");
    EXPECT_EQ(problems("#only( 0 ) [[ [[ ]] int ]] int a$;"), "");
    EXPECT_EQ(problems("#only( 0 ) [[ // ]]\n /* ]] */ ]]"), "");
}

TEST(SkritRecovery, conditions_of_only_end_with_the_text) {
    for (const char* const text :
         {"#only", "#only(", "#only( !", "#only( a", "#only( a &", "#only( a &&", "#only( a |", "#only( a ||",
          "#only( a,", "#only( (", "#only( ( a )", "#only( /"}) {
        const Compiled result = compiled(text);
        EXPECT_EQ(result.diagnostics.all()[0].message.substr(0, 21), "#only needs a conditi") << text;
        EXPECT_EQ(result.diagnostics.all()[0].place.column, 1U) << text;
    }
    EXPECT_EQ(compiled("#only( a )").problems(), "skrit.directive@1:1");
    EXPECT_EQ(compiled("#only( a ) [").problems().substr(0, 19), "skrit.directive@1:1");
}

TEST(SkritRecovery, conversions_that_do_not_exist_say_what_to_do) {
    const auto hint = [](std::string_view text) {
        const Compiled result = body(text);
        EXPECT_EQ(result.diagnostics.errors(), 1U) << text << "\n" << result.messages();
        return result.diagnostics.all()[0].hint;
    };
    EXPECT_EQ(hint("string s$ = 5;"), "MakeStringF and similar functions convert numbers to strings");
    EXPECT_EQ(hint("string s$ = 5.5;"), "MakeStringF and similar functions convert numbers to strings");
    EXPECT_EQ(hint("int n$ = \"5\";"), "host functions convert strings to numbers");
    EXPECT_EQ(hint("Crate c$; bool b$ = c$;"), "compare with null: x$ != null");
    EXPECT_EQ(hint("bool b$ = 1.5;"), "compare with 0: x$ != 0.0");
}

TEST(SkritRecovery, assumed_constants_are_numbered) {
    Exports inferred(&base_exports());
    CompileOptions options;
    options.exports = &base_exports();
    options.inferred = &inferred;
    const Compiled result =
        compiled("Run$ { int a$ = eMood_Bad; int b$ = eMood_Fine; int c$ = eMood_Good; }", options);
    ASSERT_TRUE(fine(result));
    std::vector<std::int32_t> values;
    for (const char* const name : {"eMood_Bad", "eMood_Fine", "eMood_Good"})
        values.push_back(inferred.constant_at(inferred.find_constant(name)).value);
    EXPECT_EQ(values, (std::vector<std::int32_t>{0, 1, 2})) << write_exports(inferred, true);
}

TEST(SkritRecovery, strange_characters_are_named) {
    const auto message = [](std::string_view text) {
        const Compiled result = compiled(text);
        EXPECT_FALSE(result.diagnostics.ok());
        return result.diagnostics.all()[0].message;
    };
    for (const char* const quote : {"\x93", "\x94", "\xE2\x80\x9C", "\xE2\x80\x9D"})
        EXPECT_EQ(message(quote), "typographic quotation mark") << quote;
    for (const char* const space : {"\xA0", "\xC2\xA0"}) EXPECT_EQ(message(space), "non-breaking space");
    EXPECT_EQ(message("$"), "'$' without a name before it");
    EXPECT_EQ(message("["), "'[' has no meaning here");
    EXPECT_EQ(message("@"), "'@' has no meaning in Skrit");
    EXPECT_EQ(message("\x92"), "byte 0x92 is only allowed in strings and comments");
    EXPECT_EQ(message("\x7F"), "byte 0x7f is only allowed in strings and comments");
}

} // namespace
} // namespace vellum::skrit::test
