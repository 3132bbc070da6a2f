// What the pool counts when objects go, whatever a script wrote into the array that held them.
#include <gtest/gtest.h>

#include "engines/ags/machine/pool.hpp"

namespace vellum::ags {
namespace {

TEST(Pool, AnElementThatStandsInAnArrayTwiceGoesOnce) {
    // A script can write the same handle into two elements as a number, so that only one reference counts.
    Pool pool;
    const std::uint32_t array = pool.make_array(3, 4, true);
    const std::uint32_t element = pool.make_user(16);
    const std::uint32_t other = pool.make_array(1, 4, false);
    ASSERT_NE(element, 0U);
    pool.add_reference(array);
    pool.add_reference(element);
    pool.add_reference(other);
    pool.set_element(array, 0, element);
    pool.set_element(array, 1, element);
    pool.set_element(array, 2, array);
    const std::uint64_t before = pool.bytes();
    EXPECT_EQ(pool.live(), 3U);
    pool.release(array);
    EXPECT_EQ(pool.live(), 1U);
    EXPECT_FALSE(pool.exists(array));
    EXPECT_FALSE(pool.exists(element));
    EXPECT_LT(pool.bytes(), before - 16 - 12);
    // Each freed place is given away once, and counts what it counted.
    const std::uint32_t again = pool.make_user(16), third = pool.make_array(3, 4, true),
                        fourth = pool.make_user(1);
    EXPECT_NE(again, third);
    EXPECT_NE(third, fourth);
    EXPECT_NE(again, fourth);
    EXPECT_EQ(pool.live(), 4U);
    pool.release(fourth);
    EXPECT_GT(pool.bytes(), before);
}

TEST(Pool, ADyingTextInAnArrayGoesOnceToo) {
    Pool pool;
    const std::uint32_t array = pool.make_array(2, 4, true);
    const std::uint32_t text = pool.make_string("shared");
    pool.add_reference(array);
    pool.add_reference(text);
    pool.set_element(array, 0, text);
    pool.set_element(array, 1, text);
    pool.release(array);
    EXPECT_EQ(pool.live(), 0U);
    EXPECT_NE(pool.make_user(4), pool.make_user(4));
}

} // namespace
} // namespace vellum::ags
