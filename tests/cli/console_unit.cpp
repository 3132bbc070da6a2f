// What the console lets through to a terminal.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/console.hpp"

namespace vellum::cli {
namespace {

std::string fit(std::string_view text) { return fit_for_people(text, true); }

TEST(Console, LetsOnlyItsOwnColoursSteerATerminal) {
    EXPECT_EQ(fit("\x1b[8mhidden\x1b[38;5;1m"), "\\x1b[8mhidden\\x1b[38;5;1m");
    EXPECT_EQ(fit_for_people("\x1b[1;38;5;131mred\x1b[0m", false), "\\x1b[1;38;5;131mred\\x1b[0m");
    EXPECT_EQ(fit("\xC2\x9B"
                  "31m \x9B"
                  "31m \u202E \u2028 \u200B \uFEFF"),
              "\\xc2\\x9b31m \\x9b31m \\xe2\\x80\\xae \\xe2\\x80\\xa8 \\xe2\\x80\\x8b \\xef\\xbb\\xbf");

    EXPECT_EQ(fit("plain\ttext\n"), "plain\ttext\n");
    EXPECT_EQ(fit("\x1b[1;38;5;131mred\x1b[0m"), "\x1b[1;38;5;131mred\x1b[0m");
    EXPECT_EQ(fit("\x1b[2Jgone"), "\\x1b[2Jgone");
    EXPECT_EQ(fit("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
    EXPECT_EQ(fit("over\rwritten\x7f"), "over\\x0dwritten\\x7f");
    EXPECT_EQ(fit("cut \x1b["), "cut \\x1b[");
    EXPECT_EQ(fit("\x1b[31"), "\\x1b[31");
    EXPECT_EQ(fit("Пётр"), "Пётр");
}

/// Of one of the 256 colours, after WCAG 2.
double luminance(int color) {
    const auto channel = [&](int part) {
        constexpr int levels[] = {0, 95, 135, 175, 215, 255};
        const int level = color >= 232 ? 8 + 10 * (color - 232)
                          : part == 0  ? levels[(color - 16) / 36]
                          : part == 1  ? levels[(color - 16) / 6 % 6]
                                       : levels[(color - 16) % 6];
        const double value = level / 255.0;
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
}

TEST(Console, ColoursCanBeReadOnWhiteAndOnBlack) {
    for (const StyleCode& each : theme) {
        if (each.color < 0) continue;
        EXPECT_NE(each.code.find("38;5;" + std::to_string(each.color) + "m"), std::string_view::npos);
        EXPECT_GE(1.05 / (luminance(each.color) + 0.05), 4.5) << each.color;
        EXPECT_GE((luminance(each.color) + 0.05) / 0.05, 4.5) << each.color;
    }
}

TEST(Console, TellsHowLongItWillTake) {
    EXPECT_EQ(time_left(0.2), "1 s left");
    EXPECT_EQ(time_left(42), "42 s left");
    EXPECT_EQ(time_left(150), "2 min left");
    EXPECT_EQ(time_left(9000), "2.5 h left");
}

} // namespace
} // namespace vellum::cli
