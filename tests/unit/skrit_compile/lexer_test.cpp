// Tokens: what literals mean and how strange characters are told about.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

/// Initial value of the first variable.
std::uint32_t value_of(std::string_view declaration) {
    const Compiled result = compiled(declaration);
    EXPECT_TRUE(fine(result)) << declaration;
    return result.unit == nullptr ? 0xDEAD : result.unit->variables[0].initial.bits;
}
float real_of(std::string_view declaration) { return std::bit_cast<float>(value_of(declaration)); }
std::string text_of(std::string_view declaration) {
    const Compiled result = compiled(declaration);
    EXPECT_TRUE(fine(result)) << declaration;
    if (result.unit == nullptr) return "not compiled";
    return std::string(result.unit->string_at(result.unit->variables[0].initial.bits));
}

TEST(SkritLexer, integers) {
    SKRIT_FEATURE(104, 105);
    EXPECT_EQ(value_of("int a$ = 1234;"), 1234U);
    EXPECT_EQ(value_of("int a$ = 000123;"), 123U);
    EXPECT_EQ(value_of("int a$ = 0x600DF00D;"), 0x600DF00DU);
    EXPECT_EQ(value_of("int a$ = 0XffFFffFF;"), 0xFFFFFFFFU);
    EXPECT_EQ(value_of("int a$ = 4294967295;"), 0xFFFFFFFFU);
    EXPECT_EQ(value_of("int a$ = -0x80000000;"), 0x80000000U);
    EXPECT_EQ(compiled("int a$ = 4294967296;").problems(), "skrit.literal@1:10");
    EXPECT_EQ(compiled("int a$ = 0x100000000;").problems(), "skrit.literal@1:10");
    EXPECT_EQ(compiled("int a$ = 0x;").problems(), "skrit.literal@1:10");
    EXPECT_EQ(compiled("int a$ = 083;").problems(Severity::warning), "skrit.octal@1:10");
    EXPECT_EQ(compiled("int a$ = 0;").problems(Severity::note), "");
}

TEST(SkritLexer, floats) {
    SKRIT_FEATURE(106);
    EXPECT_EQ(real_of("float a$ = 123.456;"), 123.456F);
    EXPECT_EQ(real_of("float a$ = -.789;"), -.789F);
    EXPECT_EQ(real_of("float a$ = 5.;"), 5.0F);
    EXPECT_EQ(real_of("float a$ = 3.4e-10;"), 3.4e-10F);
    EXPECT_EQ(real_of("float a$ = 1E3;"), 1000.0F);
    EXPECT_EQ(real_of("float a$ = 2.5f;"), 2.5F);
    EXPECT_EQ(real_of("float a$ = 7;"), 7.0F);
    EXPECT_EQ(real_of("float a$ = 0.1;"), 0.1F);
}

TEST(SkritLexer, character_codes) {
    SKRIT_FEATURE(111);
    EXPECT_EQ(value_of("int a$ = 'Mule';"), 0x4D756C65U);
    EXPECT_EQ(value_of("int a$ = 'ab';"), 0x6162U);
    EXPECT_EQ(value_of("int a$ = '\\n';"), 10U);
    EXPECT_EQ(compiled("int a$ = 'abcde';").problems(), "skrit.literal@1:10");
    EXPECT_EQ(value_of("int a$ = '';"), 0U);
    EXPECT_EQ(compiled("int a$ = 'ab;").problems().substr(0, 18), "skrit.literal@1:10");
}

TEST(SkritLexer, strings) {
    SKRIT_FEATURE(108, 109, 110);
    EXPECT_EQ(text_of(R"(string a$ = "\a\b\v\t\n\f\r\"\\\'\x7F\x4z";)"), "\a\b\v\t\n\f\r\"\\'\x7F\x04z");
    EXPECT_EQ(text_of("string a$ = \"one \\\ntwo\";"), "one two");
    EXPECT_EQ(text_of("string a$ = \"one \\\r\ntwo\";"), "one two");
    EXPECT_EQ(text_of("string a$ = \"one\" /* and */ \" two\"\n \" three\";"), "one two three");
    EXPECT_EQ(text_of("string a$ = \"caf\xE9 \xC3\xA9\";"), "caf\xE9 \xC3\xA9");
    EXPECT_EQ(compiled(R"(string a$ = "\101";)").problems(), "skrit.literal@1:14");
    EXPECT_NE(compiled(R"(string a$ = "\101";)").messages().find("octal"), std::string::npos);
    EXPECT_EQ(compiled(R"(string a$ = "\q";)").problems(), "skrit.literal@1:14");
    EXPECT_EQ(compiled("string a$ = \"open\n;").problems(), "skrit.literal@1:13");
    EXPECT_EQ(compiled("string a$ = \"open").problems().substr(0, 18), "skrit.literal@1:13");
}

TEST(SkritLexer, comments) {
    SKRIT_FEATURE(103);
    EXPECT_TRUE(fine(compiled("// one line\nint a$; /* two\nlines */ int b$; // end")));
    EXPECT_FALSE(compiled("/* outer /* inner */ outer */").diagnostics.ok());
    EXPECT_EQ(compiled("int a$; /* open").problems(), "skrit.comment@1:9");
}

TEST(SkritLexer, names_ignore_case) {
    SKRIT_FEATURE(181, 112);
    EXPECT_TRUE(
        fine(compiled("INT Counter$ = 1; Run$ { COUNTER$ += 1; REPORT.genericf( \"%d\", counter$ ); }")));
    EXPECT_EQ(compiled("int a$; float A$;").problems(), "skrit.duplicate@1:15");
    EXPECT_EQ(compiled("int a$; A$ { }").problems(), "skrit.duplicate@1:9");
    const Compiled spelled = compiled("int m_Foo$; Run$ { M_FOO$ = 1; }");
    EXPECT_EQ(spelled.unit->variables[0].name, "m_Foo$");
    EXPECT_EQ(compiled("int a$$;").problems(Severity::warning), "skrit.dollar@1:5");
    const Compiled missing = compiled("int plain = 3;");
    EXPECT_EQ(missing.problems(), "skrit.syntax@1:5");
    EXPECT_NE(missing.messages().find("plain$"), std::string::npos);
}

TEST(SkritLexer, strange_characters_have_hints) {
    EXPECT_NE(compiled("int\xA0 a$;").messages().find("web page"), std::string::npos);
    EXPECT_NE(compiled("int\xC2\xA0 a$;").messages().find("non-breaking"), std::string::npos);
    EXPECT_NE(compiled("string a$ = \xE2\x80\x9Chi\xE2\x80\x9D;").messages().find("quotation"),
              std::string::npos);
    EXPECT_NE(compiled("int a$[ 3 ];").messages().find("no arrays"), std::string::npos);
    EXPECT_TRUE(fine(compiled("\xEF\xBB\xBFint a$; // caf\xE9")));
    EXPECT_FALSE(compiled(std::string_view("int\0a$;", 7)).diagnostics.ok());
}

TEST(SkritLexer, line_ends) {
    EXPECT_EQ(compiled("int a$;\rint b$;\r\nint c$;\nint a$;").problems(), "skrit.duplicate@4:5");
    EXPECT_TRUE(fine(compiled("int a$;\v\fint b$;")));
    EXPECT_TRUE(fine(compiled("")));
}

} // namespace
} // namespace vellum::skrit::test
