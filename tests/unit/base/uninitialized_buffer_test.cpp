// What was written into the room stays when it grows and when a vector is made of it.
#include "base/uninitialized_buffer.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace vellum {
namespace {

TEST(UninitializedBuffer, GrowsAndKeepsWhatIsUsed) {
    UninitializedBuffer<int> room(4);
    EXPECT_EQ(room.size(), 4U);
    std::iota(room.data(), room.data() + 3, 7);
    room.grow(3, 100);
    EXPECT_EQ(room.size(), 100U);
    EXPECT_EQ(room.take(3), (std::vector<int>{7, 8, 9}));
}

TEST(UninitializedBuffer, GivesVectorsWithoutRoomToSpare) {
    UninitializedBuffer<int> room(1000);
    room.data()[0] = 5;
    const std::vector<int> one = room.take(1);
    EXPECT_EQ(one, std::vector<int>{5});
    EXPECT_EQ(one.capacity(), 1U);
    EXPECT_TRUE(room.take(0).empty());
}

} // namespace
} // namespace vellum
