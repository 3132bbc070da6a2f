// How values become what a native's parameter asks for, at the edges; and what tells the steps of a run
// apart.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "host/call_hash.hpp"
#include "host/place_values.hpp"
#include "vellum/host_binding.hpp"

namespace vellum {

namespace {

TEST(Conversion, ValuesTakeTheTypeOfAVariable) {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    EXPECT_EQ(convert(Value(5), Type::none), Value(5));
    EXPECT_EQ(convert(Value(5), Type::real), Value(5.0F));
    EXPECT_EQ(convert(Value(-2.9F), Type::integer), Value(-2));
    EXPECT_EQ(convert(Value(3e9F), Type::integer), Value(least));
    EXPECT_EQ(convert(Value(std::numeric_limits<float>::quiet_NaN()), Type::integer), Value(least));
    EXPECT_EQ(convert(Value(), Type::object), Value(ObjectId{}));
    EXPECT_EQ(convert(Value("x"), Type::string), Value("x"));
    for (const auto& [value, type] :
         std::initializer_list<std::pair<Value, Type>>{{Value("5"), Type::integer},
                                                       {Value(5), Type::string},
                                                       {Value(), Type::integer},
                                                       {Value(5), Type::object},
                                                       {Value(1.0F), Type::vector}})
        EXPECT_FALSE(convert(value, type));
}

TEST(Conversion, FloatsBecomeIntegersAsTheProcessorOfTheGamesDidIt) {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    EXPECT_EQ(detail::to_integer(Value(2147483520.0F)), 2147483520) << "the largest float that fits";
    EXPECT_EQ(detail::to_integer(Value(2147483648.0F)), least);
    EXPECT_EQ(detail::to_integer(Value(-2147483648.0F)), least);
    EXPECT_EQ(detail::to_integer(Value(-2147483520.0F)), -2147483520);
    EXPECT_EQ(detail::to_integer(Value(-2147483904.0F)), least);
    EXPECT_EQ(detail::to_integer(Value(std::nanf(""))), least);
    EXPECT_EQ(detail::to_integer(Value(1.99F)), 1);
    EXPECT_EQ(detail::to_integer(Value(-1.99F)), -1);
    EXPECT_EQ(detail::to_integer(Value(true)), 1);
    EXPECT_EQ(detail::to_integer(Value("7")), 0);
}

TEST(InputHash, EveryPartOfAStepCounts) {
    const Value one(1);
    const Value two(2);
    const std::uint64_t hash = input_hash(LogStep::send, "OnUse", {&one, 1}, 0);
    EXPECT_NE(input_hash(LogStep::call, "OnUse", {&one, 1}, 0), hash);
    EXPECT_NE(input_hash(LogStep::send, "OnTake", {&one, 1}, 0), hash);
    EXPECT_NE(input_hash(LogStep::send, "OnUse", {&two, 1}, 0), hash);
    EXPECT_NE(input_hash(LogStep::send, "OnUse", {}, 0), hash);
    EXPECT_NE(input_hash(LogStep::send, "OnUse", {&one, 1}, 0.5F), hash);
    EXPECT_EQ(input_hash(LogStep::send, "OnUse", {&one, 1}, 0), hash);
}

} // namespace

} // namespace vellum
