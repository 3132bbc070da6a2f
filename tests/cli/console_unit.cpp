// What the console lets through to a terminal.
#include <gtest/gtest.h>

#include "cli/console.hpp"

namespace vellum::cli {
namespace {

TEST(Console, LetsOnlyColoursSteerATerminal) {
    EXPECT_EQ(fit_for_terminal("plain\ttext\n"), "plain\ttext\n");
    EXPECT_EQ(fit_for_terminal("\x1b[1;31mred\x1b[0m"), "\x1b[1;31mred\x1b[0m");
    EXPECT_EQ(fit_for_terminal("\x1b[2Jgone"), "\\x1b[2Jgone");
    EXPECT_EQ(fit_for_terminal("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
    EXPECT_EQ(fit_for_terminal("over\rwritten\x7f"), "over\\x0dwritten\\x7f");
    EXPECT_EQ(fit_for_terminal("cut \x1b["), "cut \\x1b[");
    EXPECT_EQ(fit_for_terminal("\x1b[31"), "\\x1b[31");
    EXPECT_EQ(fit_for_terminal("Пётр"), "Пётр");
}

} // namespace
} // namespace vellum::cli
