// What a test plan's run is remembered by: so many lines, or so many bytes, and no more.
#include "workspace/run/heard.hpp"

#include <gtest/gtest.h>

#include "vellum/hosts.hpp"

namespace vellum::runs {
namespace {

TEST(Heard, IsFullOfLongLinesAndOfManyLines) {
    const StandInHost host(nullptr, nullptr);
    Heard wide(host), many(host);
    for (int i = 0; i < 63; ++i) wide.add(std::string(std::size_t{1} << 20U, 'x'));
    EXPECT_FALSE(wide.full());
    wide.add(std::string(std::size_t{1} << 20U, 'x'));
    EXPECT_TRUE(wide.full());
    wide.add("more");
    EXPECT_EQ(wide.lines().size(), 64U);
    for (std::size_t i = 1; i < Heard::most; ++i) many.add("x");
    EXPECT_FALSE(many.full());
    many.add("x");
    EXPECT_TRUE(many.full());
}

} // namespace
} // namespace vellum::runs
