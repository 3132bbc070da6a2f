// What the console lets through to a terminal.
#include <gtest/gtest.h>

#include "cli/console.hpp"

namespace vellum::cli {
namespace {

std::string fit(std::string_view text) { return fit_for_people(text, true); }

TEST(Console, LetsOnlyItsOwnColoursSteerATerminal) {
    EXPECT_EQ(fit("\x1b[8mhidden\x1b[38;5;1m"), "\\x1b[8mhidden\\x1b[38;5;1m");
    EXPECT_EQ(fit_for_people("\x1b[1;31mred\x1b[0m", false), "\\x1b[1;31mred\\x1b[0m");
    EXPECT_EQ(fit("\xC2\x9B"
                  "31m \x9B"
                  "31m \u202E \u2028 \u200B \uFEFF"),
              "\\xc2\\x9b31m \\x9b31m \\xe2\\x80\\xae \\xe2\\x80\\xa8 \\xe2\\x80\\x8b \\xef\\xbb\\xbf");

    EXPECT_EQ(fit("plain\ttext\n"), "plain\ttext\n");
    EXPECT_EQ(fit("\x1b[1;31mred\x1b[0m"), "\x1b[1;31mred\x1b[0m");
    EXPECT_EQ(fit("\x1b[2Jgone"), "\\x1b[2Jgone");
    EXPECT_EQ(fit("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
    EXPECT_EQ(fit("over\rwritten\x7f"), "over\\x0dwritten\\x7f");
    EXPECT_EQ(fit("cut \x1b["), "cut \\x1b[");
    EXPECT_EQ(fit("\x1b[31"), "\\x1b[31");
    EXPECT_EQ(fit("Пётр"), "Пётр");
}

} // namespace
} // namespace vellum::cli
