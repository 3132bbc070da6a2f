// Bounds of the compiler and of the decompiler that no text case shows well: depth, effort, and bytes that
// are no text.
#include "support.hpp"

namespace vellum::pathologic {
namespace {

std::string times(std::string_view text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

std::string in_init(const std::string& statements) {
    return "main task TMain { void init() { int n = 1; @Trace(n); " + statements + " } }";
}

/// The messages of the compiler, each with its column.
std::string messages(const std::string& text) {
    Diagnostics diagnostics;
    const auto made = engine().language()->compile(text, {"x.bin"}, diagnostics);
    EXPECT_EQ(made.has_value(), diagnostics.ok());
    std::string all;
    for (const Diagnostic& each : diagnostics.all())
        if (each.code->severity == Severity::error)
            all += std::to_string(each.place.column) + " " + each.message + "\n";
    return all;
}

/// Why the last function of the source is kept as instructions; empty if it is not.
std::string kept(const std::string& text) {
    Diagnostics diagnostics;
    const auto made = engine().language()->compile(text, {"x.bin"}, diagnostics);
    if (!made) return "does not compile: " + made.error().message;
    const auto source = (*made)->decompile({});
    return source ? source->functions.back().reason : source.error().message;
}

TEST(PathologicSourceLimits, are_those_of_the_compiler_for_blocks) {
    const auto deep = [](std::size_t count) { return in_init(times("{ ", count) + times("}", count)); };
    EXPECT_EQ(messages(deep(399)), "");
    EXPECT_NE(messages(deep(400)).find("blocks are nested too deeply"), std::string::npos);
    const auto chain = [](std::size_t count) { return in_init(times("if (n) { } else ", count) + "{ }"); };
    EXPECT_EQ(messages(chain(398)), "");
    EXPECT_NE(messages(chain(399)).find("blocks are nested too deeply"), std::string::npos);
    EXPECT_NE(messages(chain(5000)).find("nested too deeply"), std::string::npos);
}

TEST(PathologicSourceLimits, are_those_of_the_compiler_for_expressions) {
    for (const auto& [before, behind] :
         {std::pair("(", ")"), std::pair("!", ""), std::pair("- ", ""), std::pair("(int) ", ""),
          std::pair("n ? 1 : ", ""), std::pair("sqrt(", ")"), std::pair("[0, 0, ", "]")}) {
        const auto deep = [&](std::size_t count) {
            return messages(in_init("n = " + times(before, count) + "n" + times(behind, count) + ";"));
        };
        EXPECT_EQ(deep(199), "") << before;
        const std::string told = deep(399);
        EXPECT_NE(told.find("expressions are nested too deeply"), std::string::npos) << before << told;
        EXPECT_EQ(told.find('\n'), told.size() - 1) << "told once: " << told;
    }
}

TEST(PathologicSourceLimits, are_those_of_the_decompiler) {
    const auto blocks = [](std::size_t count) {
        return "main task TMain { void init() { F(1); } } void F(int n) { " + times("if (n) { ", count) +
               "@Trace(n); " + times("}", count) + " }";
    };
    EXPECT_EQ(kept(blocks(199)), "");
    EXPECT_EQ(kept(blocks(200)), "its blocks are nested too deeply");
    const auto values = [](std::size_t count) {
        return "main task TMain { void init() { F(1); } } void F(int n) { F(" + times("n ? 1 : ", count) +
               "n); }";
    };
    EXPECT_EQ(kept(values(199)), "");
    EXPECT_EQ(kept(values(200)), "its expressions are nested too deeply");
}

TEST(PathologicSource, texts_that_are_none_are_told) {
    EXPECT_EQ(messages(in_init("@Trace(\"a\xFF\");")), "62 this text is not UTF-8\n");
    EXPECT_EQ(messages(in_init("@Trace(\"a\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\");")), "");
}

TEST(PathologicSource, may_be_empty_and_may_have_lines_of_any_system) {
    for (const char* const blank : {"", " ", "\t\r\n"}) EXPECT_EQ(messages(blank), "");
    EXPECT_EQ(messages("main task TMain {\r\n\tvoid init() {\r\n\t\t// empty\r\n\t}\r\n}\r\n"), "");
}

TEST(PathologicSource, begins_behind_the_mark_of_utf8) {
    EXPECT_EQ(messages("\xEF\xBB\xBF" + in_init("")), "");
    EXPECT_NE(messages("\xEF\xBB" + in_init("")), "");
}

} // namespace
} // namespace vellum::pathologic
