// Division and remainders of the numbers at the ends of an int, however they reach the operator.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "vellum/skrit.hpp"

namespace vellum {
namespace {

TEST(SkritArithmetic, division_and_remainder_at_the_ends) {
    SkritHost host(true);
    SkritEngine engine(host);
    const auto object = engine.create_from_text(
        "int Div$( int a$, int b$ ) { return a$ / b$; }\nint Mod$( int a$, int b$ ) { return a$ % b$; }\n"
        "int Own$( int a$, int b$ ) { int c$ = a$; c$ /= b$; return c$; }\n"
        "int Rest$( int a$, int b$ ) { int c$ = a$; c$ %= b$; return c$; }\n",
        "a.skrit");
    ASSERT_TRUE(object) << format(object.error());
    constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();
    for (const std::int32_t a : {lowest, lowest + 1, -7, -1, 0, 1, 7, highest})
        for (const std::int32_t b : {lowest, -3, -2, -1, 1, 2, 3, highest}) {
            const std::int64_t quotient = std::int64_t{a} / b;
            const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(quotient));
            const auto rest = static_cast<std::int32_t>(std::int64_t{a} % b);
            const Value values[] = {Value(a), Value(b)};
            for (const auto& [function, expected] : {std::pair("Div$", wrapped), std::pair("Own$", wrapped),
                                                     std::pair("Mod$", rest), std::pair("Rest$", rest)}) {
                const auto result = engine.call(*object, function, values);
                ASSERT_TRUE(result) << function << " " << a << " " << b;
                EXPECT_EQ(result->integer(), expected) << function << " " << a << " " << b;
            }
        }
}

} // namespace
} // namespace vellum
