// .gas text that is wrong or too deep: what is passed over ends where it should, and nothing behind it is
// lost.
#include "game.hpp"

#include "engines/skrit/fuel/reader.hpp"

namespace vellum::skrit::test {
namespace {

struct Read {
    explicit Read(std::string_view text) : root(read_fuel(text, "test.gas", diagnostics)) {}
    /// "gas@2:5 gas-style@3:1"
    [[nodiscard]] std::string problems() const {
        std::string text;
        for (const Diagnostic& each : diagnostics.all())
            text += (text.empty() ? "" : " ") + std::string(each.code->id).substr(6) + "@" +
                    std::to_string(each.place.line) + ":" + std::to_string(each.place.column);
        return text;
    }
    [[nodiscard]] int number(std::string_view path) const { return root.get(path, std::int32_t{-1}); }
    Diagnostics diagnostics;
    FuelBlock root;
};

std::string nested(std::size_t depth, const std::string& inside) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "[a]{";
    return text + inside + std::string(depth, '}');
}

TEST(SkritFuelRecovery, what_is_too_deep_is_passed_over_whole) {
    const Read just(nested(most_fuel_depth - 1, "x = 1;") + " y = 2;");
    EXPECT_EQ(just.problems(), "");
    EXPECT_EQ(just.number("y"), 2);

    for (const char* const inside :
         {"x = 1;", "[b]{ [c]{ } } [d]{ x = 1; }", "} { /* } */ // }\n", "[b]{{}{}}"}) {
        const Read deep(nested(most_fuel_depth, inside) + " y = 2; [e] { z = 3; }");
        const std::string column = std::to_string(4 * (most_fuel_depth - 1) + 1);
        const bool balanced = std::string_view(inside).front() != '}';
        EXPECT_EQ(deep.problems().substr(0, 6 + column.size()), "gas@1:" + column) << inside;
        if (balanced) EXPECT_EQ(deep.problems(), "gas@1:" + column) << inside;
        EXPECT_EQ(deep.number("y"), 2) << inside;
        EXPECT_EQ(deep.number("e:z"), 3) << inside;
    }
    const Read open(nested(most_fuel_depth, "{ ").substr(0, 4 * most_fuel_depth + 2) + "}}");
    EXPECT_GE(open.diagnostics.errors(), 1U);
}

TEST(SkritFuelRecovery, colons_count_as_depth) {
    const auto path = [](std::size_t colons) {
        std::string text = "a";
        for (std::size_t i = 0; i < colons; ++i) text += ":a";
        return text + " = 1; y = 2;";
    };
    EXPECT_EQ(Read(path(most_fuel_depth - 1)).problems(), "");
    const Read deep(path(most_fuel_depth));
    EXPECT_EQ(deep.problems(), "gas@1:1");
    EXPECT_EQ(deep.number("y"), 2);
}

TEST(SkritFuelRecovery, a_header_without_a_brace_takes_nothing_away) {
    // what stands before a brace is passed over, unless a member, a block or the end comes first
    for (const char* const text : {"[a] b = 1;\n[c] { }", "[o] { [a] b = 1; }"}) {
        const Read file(text);
        EXPECT_EQ(std::max(file.number("b"), file.number("o:b")), 1) << text;
        EXPECT_EQ(file.diagnostics.all()[0].message, "the block [a] has no {") << text;
        EXPECT_EQ(file.number("a:b"), -1) << text;
    }
    const Read stray("[a] words, more { b = 1; }");
    EXPECT_EQ(stray.problems(), "gas-style@1:5");
    EXPECT_EQ(stray.number("a:b"), 1);
}

TEST(SkritFuelRecovery, a_word_that_is_no_value_costs_no_more_than_its_line) {
    for (const char* const text :
         {"word\nx = 1;", "word // more\n\nx = 1;", "a:word\nx = 1;", "word +\nx = 1;", "word; x = 1;",
          "word + 5; x = 1;", "word /* ; */ ; x = 1;", "[a] { word }\nx = 1;", "word [a] { }\nx = 1;"}) {
        const Read file(text);
        EXPECT_EQ(file.diagnostics.errors(), 1U) << text << "\n" << file.problems();
        EXPECT_EQ(file.number("x"), 1) << text;
        EXPECT_TRUE(file.diagnostics.all()[0].message.starts_with("'word' is neither")) << text;
    }
}

} // namespace
} // namespace vellum::skrit::test
