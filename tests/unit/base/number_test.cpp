// Reading of reals: right rounding, and range errors as values.
#include "base/number.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace {

using namespace vellum;

TEST(Number, ReadsExactValues) {
    EXPECT_EQ(read_double("0"), 0.0);
    EXPECT_EQ(read_double("-2.5"), -2.5);
    EXPECT_EQ(read_double("1e+20"), 1e20);
    EXPECT_EQ(read_double("1E2"), 100.0);
    EXPECT_EQ(read_double("5e-324"), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(read_double("2.2250738585072011e-308"), 2.2250738585072011e-308);
    EXPECT_EQ(read_float("3.4028235e+38"), std::numeric_limits<float>::max());
    EXPECT_EQ(read_float("1e-45"), std::numeric_limits<float>::denorm_min());
}

TEST(Number, TooSmallIsZeroAndTooLargeIsInfinite) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(read_double("1e400"), infinity);
    EXPECT_EQ(read_double("-1e400"), -infinity);
    EXPECT_EQ(read_double("0.00001e400"), infinity);
    EXPECT_EQ(read_double("123456789e99999999999999999999"), infinity);
    EXPECT_EQ(read_double(std::string(400, '9')), infinity);
    EXPECT_EQ(read_double("1e-400"), 0.0);
    EXPECT_TRUE(std::signbit(read_double("-1e-400")));
    EXPECT_EQ(read_double("123456e-400"), 0.0);
    EXPECT_EQ(read_double("1e-99999999999999999999"), 0.0);
    EXPECT_EQ(read_double("0." + std::string(400, '0') + "1"), 0.0);
    EXPECT_EQ(read_double("0e99999"), 0.0);
    EXPECT_EQ(read_double("0." + std::string(400, '0') + "1e401"), 1.0);
    EXPECT_EQ(read_float("1e39"), std::numeric_limits<float>::infinity());
    EXPECT_EQ(read_float("1e-50"), 0.0F);
}

TEST(Number, FloatIsRoundedOnce) {
    // Just above the midpoint of 1 and its successor: rounding to double first would land on it and then on
    // even.
    EXPECT_EQ(read_float("1.000000059604644775390626"), std::nextafter(1.0F, 2.0F));
    EXPECT_EQ(static_cast<float>(read_double("1.000000059604644775390626")), 1.0F);
}

TEST(Number, PrefixEndsWhereTheNumberEnds) {
    EXPECT_EQ(number_prefix("12 cats"), 2U);
    EXPECT_EQ(number_prefix("-2.5e3x"), 6U);
    EXPECT_EQ(number_prefix(".5"), 2U);
    EXPECT_EQ(number_prefix("5."), 2U);
    EXPECT_EQ(number_prefix("1e+"), 1U);
    EXPECT_EQ(number_prefix("1e"), 1U);
    for (const char* none : {"", "-", ".", "-.", "e5", "inf", "nan", "+1", " 1"})
        EXPECT_EQ(number_prefix(none), 0U) << none;
    EXPECT_EQ(read_float(".5"), 0.5F);
    EXPECT_EQ(read_float("5."), 5.0F);
}

TEST(Number, WholeTextsAreWholeNumbers) {
    EXPECT_EQ(whole_number<std::uint32_t>("4294967295"), 4294967295U);
    EXPECT_EQ(whole_number<std::int32_t>("-2147483648"), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(whole_number<std::uint16_t>("ffff", 16), 0xFFFF);
    EXPECT_EQ(whole_number<std::uint64_t>("007"), 7U);
    for (const char* none : {"", "-", "4294967296", "-1", "1x", " 1", "1 ", "+1", "0x1", "1.0"})
        EXPECT_FALSE(whole_number<std::uint32_t>(none)) << none;
    EXPECT_FALSE(whole_number<std::uint8_t>("100", 16));
}

} // namespace
