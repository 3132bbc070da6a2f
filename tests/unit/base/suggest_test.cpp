// Suggestions for misspelt names.
#include "base/suggest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace vellum {
namespace {

TEST(Suggest, DistanceCountsEdits) {
    EXPECT_EQ(edit_distance("check", "check"), 0);
    EXPECT_EQ(edit_distance("chxck", "check"), 1);
    EXPECT_EQ(edit_distance("hceck", "check"), 1); // two neighbours swapped
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
    for (std::size_t most = 0; most < 6; ++most) {
        EXPECT_EQ(edit_distance("kitten", "sitting", most), std::min<std::size_t>(3, most + 1));
        EXPECT_EQ(edit_distance("abcdef", "badcfe", most), std::min<std::size_t>(3, most + 1));
        EXPECT_EQ(edit_distance("ab", "abcdef", most), std::min<std::size_t>(4, most + 1));
    }
}

TEST(Suggest, OnlyWhatIsNear) {
    constexpr std::array<std::string_view, 4> names{"check", "disasm", "run", "trace"};
    EXPECT_EQ(nearest("chxeck", names), "check");
    EXPECT_EQ(nearest("dis", names), "disasm");
    EXPECT_EQ(nearest("rnu", names), "run");
    EXPECT_EQ(nearest("TRACE", names), "trace");
    EXPECT_EQ(nearest("elephant", names), "");
    EXPECT_EQ(nearest("check", names), ""); // it is there: something else is wrong
    EXPECT_EQ(did_you_mean("tracee", names), " Did you mean 'trace'?");
    EXPECT_EQ(did_you_mean("q", names), "");
}

} // namespace
} // namespace vellum
