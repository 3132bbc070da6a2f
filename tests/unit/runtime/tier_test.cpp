#include "runtime/tier.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace vellum {
namespace {

TEST(Tiers, AreReadFromTheirWords) {
    TierSettings settings;
    EXPECT_EQ(settings.most, Tier::fast);
    EXPECT_TRUE(read_tier("tier", "precise", settings));
    EXPECT_EQ(settings.most, Tier::precise);
    EXPECT_TRUE(read_tier("tier", "native", settings));
    EXPECT_EQ(settings.most, Tier::native);
    EXPECT_TRUE(read_tier("tier", "fast", settings));
    EXPECT_EQ(settings.most, Tier::fast);
    EXPECT_TRUE(read_tier("native_after", "2147483647", settings));
    EXPECT_EQ(settings.native_after, 2147483647U);
    EXPECT_TRUE(read_tier("perf_map", "yes", settings));
    EXPECT_TRUE(settings.perf_map);
    EXPECT_TRUE(read_tier("perf_map", "no", settings));
    EXPECT_FALSE(settings.perf_map);
}

TEST(Tiers, RefuseOtherWordsAndStayAsTheyWere) {
    TierSettings settings{Tier::native, 7, true};
    for (const auto& [name, value] : {std::pair{"tier", ""},
                                      {"tier", "Fast"},
                                      {"native_after", "0"},
                                      {"native_after", "-1"},
                                      {"native_after", "2147483648"},
                                      {"native_after", "7x"},
                                      {"native_after", ""},
                                      {"perf_map", "1"},
                                      {"perf_map", ""},
                                      {"other", "fast"}})
        EXPECT_FALSE(read_tier(name, value, settings)) << name << '=' << value;
    EXPECT_EQ(settings.most, Tier::native);
    EXPECT_EQ(settings.native_after, 7U);
    EXPECT_TRUE(settings.perf_map);
}

} // namespace
} // namespace vellum
