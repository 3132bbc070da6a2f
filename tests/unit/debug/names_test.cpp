// Variables by name, also where a scope has more than are looked at together.
#include "unit/debug/session.hpp"

namespace vellum::test {
namespace {

TEST(Names, AreFoundBehindTheFirstPageOfAScope) {
    std::string text;
    for (std::size_t i = 0; i < most_variables + 2; ++i)
        text += "int v" + std::to_string(i) + " = " + std::to_string(i) + ";\n";
    text += "int f() { return v0; }\n";
    DebugSession session({.engine = "ags", .file = "many.asc", .text = text});
    ASSERT_NE(session.debugger, nullptr);
    for (const std::size_t i : {std::size_t{0}, most_variables - 1, most_variables, most_variables + 1}) {
        const auto found = session.debugger->evaluate("v" + std::to_string(i));
        ASSERT_TRUE(found) << i << ": " << found.error().message;
        EXPECT_EQ(found->text, std::to_string(i));
    }
    EXPECT_FALSE(session.debugger->evaluate("v" + std::to_string(most_variables + 2)));
}

} // namespace
} // namespace vellum::test
