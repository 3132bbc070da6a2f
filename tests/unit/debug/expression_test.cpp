// Expressions without a world: what they mean, and what is refused.
#include "debug/expression.hpp"

#include <gtest/gtest.h>

#include "runtime/inspect.hpp"
#include "vellum/engine.hpp"

namespace vellum::test {
namespace {

class Few final : public debug::Names {
  public:
    Result<Variable> find(std::string_view path) const override {
        if (path == "x") return variable("x", Value(7));
        if (path == "name") return variable("name", Value("door"));
        if (path == "T[3]") return variable("T[3]", Value(2.5F));
        if (path == "spot.y") return variable("spot.y", Value(1.5F));
        if (path == "global 4") return variable("global 4", Value(true));
        if (path == "nobody") return variable("nobody", Value(ObjectId{}));
        return fail(codes::engine_variable, "no " + std::string(path));
    }
};

std::string shown(std::string_view text) {
    const auto parsed = debug::Expression::parse(text);
    if (!parsed) return "refused: " + parsed.error().message;
    const auto value = parsed->evaluate(Few());
    return value ? value->text : "no value: " + value.error().message;
}

TEST(Expressions, Mean) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"10 - 4 - 3", "3"},
        {"7 % 4 + 8 / 3", "5"},
        {"-x + ~0", "-8"},
        {"0x10 | 1 << 3", "24"},
        {"-16 >> 2", "-4"},
        {"1 << 33", "2"},
        {"-16 >> 34", "-4"},
        {"5 | 1 ^ 3 & 2", "7"},
        {"2 == 1 + 1 && 3 < 1 << 2", "true"},
        {"6 & 3 ^ 8", "10"},
        {"x == 7 && x != 8", "true"},
        {"x < 7 || x >= 8", "false"},
        {"x > 6 && x <= 7", "true"},
        {"!x", "false"},
        {"T[3] * 2", "5.0"},
        {"T[1 + 2] > 2", "true"},
        {"spot.y", "1.5"},
        {"`global 4`", "true"},
        {"name == \"door\"", "true"},
        {"name + \"s\"", "\"doors\""},
        {"name < \"e\"", "true"},
        {"nobody == null", "true"},
        {"x == null", "false"},
        {"2147483647 + 1", "-2147483648"},
        {"0 && 1 / 0", "false"},
        {"1 || nothing", "true"},
        {"-2147483648 / -1", "-2147483648"},
        {"4294967295", "-1"},
        {"4294967296", "refused: '4294967296' does not fit in 32 bits"},
        {"1.25 + 10.5", "11.75"},
    };
    for (const auto& [text, value] : rows) EXPECT_EQ(shown(text), value) << text;
}

TEST(Expressions, AreRefused) {
    for (const std::string_view text :
         {"", "1 +", "(1", "x = 3", "f(1)", "T[3", "\"open", "`open", "1 2", "99999999999", "x.", "@@ #"})
        EXPECT_TRUE(shown(text).starts_with("refused: ")) << text << ": " << shown(text);
    for (const std::string_view text : {"1 / 0", "nothing", "name * 2", "T[name]", "2.5 & 1", "-name"})
        EXPECT_TRUE(shown(text).starts_with("no value: ")) << text << ": " << shown(text);
}

TEST(Expressions, AreBounded) {
    for (const std::size_t over : {0U, 1U}) {
        const auto is_refused = [](const std::string& text) { return shown(text).starts_with("refused"); };
        EXPECT_EQ(is_refused(std::string(4095 + over, ' ') + "1"), over == 1);
        const std::string signs(63 + over, '-');
        EXPECT_EQ(is_refused(signs + "1"), over == 1);
        EXPECT_EQ(is_refused(std::string(63 + over, '(') + "1" + std::string(63 + over, ')')), over == 1);
        std::string sum = "1";
        for (std::size_t i = 0; i < 256 + over; ++i) sum += "+1";
        EXPECT_EQ(is_refused(sum), over == 1);
    }
    EXPECT_TRUE(shown(std::string(5000, ' ') + "1").starts_with("refused"));
    EXPECT_TRUE(shown(std::string(200, '(')).starts_with("refused: the expression is nested"));
    EXPECT_TRUE(shown(std::string(200, '-') + "1").starts_with("refused: the expression is nested"));
    std::string chain = "1";
    for (int i = 0; i < 1000; ++i) chain += "+1";
    EXPECT_TRUE(shown(chain).starts_with("refused: the expression is too long"));
}

} // namespace
} // namespace vellum::test
