// What is left over is given back, unless it is little.
#include "base/fitted.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace vellum {
namespace {

TEST(Fitted, KeepsTheFirstElements) {
    std::vector<int> numbers(100);
    std::iota(numbers.begin(), numbers.end(), 0);
    const std::vector<int> few = fitted(std::move(numbers), 3);
    EXPECT_EQ(few, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(few.capacity(), 3U);
}

TEST(Fitted, LeavesALittleWhereItIs) {
    std::vector<int> numbers(100, 7);
    const int* const place = numbers.data();
    const std::vector<int> most = fitted(std::move(numbers), 80);
    EXPECT_EQ(most.size(), 80U);
    EXPECT_EQ(most.data(), place);
}

} // namespace
} // namespace vellum
