// The letters of ASCII, each of them and what stands beside them.
#include "base/ascii.hpp"

#include <gtest/gtest.h>

namespace {

using namespace vellum;

TEST(Ascii, EveryByteIsTheDigitItIs) {
    constexpr std::string_view lower = "0123456789abcdef", upper = "0123456789ABCDEF";
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        const std::size_t place = std::min(lower.find(c), upper.find(c));
        if (place == std::string_view::npos)
            EXPECT_EQ(hex_digit(c), std::nullopt) << byte;
        else
            EXPECT_EQ(hex_digit(c), place) << c;
    }
}

TEST(Ascii, EveryLetterHasTwoForms) {
    constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz", upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        const std::size_t large = upper.find(c), small = lower.find(c);
        EXPECT_EQ(lower_ascii(c), large == std::string_view::npos ? c : lower[large]) << byte;
        EXPECT_EQ(upper_ascii(c), small == std::string_view::npos ? c : upper[small]) << byte;
        EXPECT_EQ(is_blank(c), std::string_view(" \t\r\n").find(c) != std::string_view::npos) << byte;
    }
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed(" \n"), "");
}

} // namespace
