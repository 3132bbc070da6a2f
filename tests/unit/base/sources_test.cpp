// Included texts: how many there may be, and how long.
#include <gtest/gtest.h>

#include "source/sources.hpp"

namespace vellum::source {
namespace {

TEST(Sources, AreSoManyAndSoLong) {
    Sources sources("main");
    for (std::size_t i = 1; i < Sources::most_files; ++i)
        ASSERT_EQ(sources.add("a", std::string(600, ' ')), i); // their length is counted, not their number
    EXPECT_FALSE(sources.add("a", ""));
    EXPECT_FALSE(Sources("main").add("a", std::string(Sources::most_bytes, ' ')));
}

} // namespace
} // namespace vellum::source
