// File name patterns.
#include "base/glob.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace vellum {
namespace {

TEST(Glob, StarsQuestionsAndSets) {
    EXPECT_TRUE(matches("*.bin", "a.bin"));
    EXPECT_FALSE(matches("*.bin", "a/b.bin"));
    EXPECT_TRUE(matches("a?c", "abc"));
    EXPECT_FALSE(matches("a?c", "a/c"));
    EXPECT_TRUE(matches("[a-c]x", "bx"));
    EXPECT_FALSE(matches("[!a-c]x", "bx"));
    EXPECT_TRUE(matches("[!a-c]x", "dx"));
    EXPECT_TRUE(matches("[x", "[x"));
    EXPECT_TRUE(matches("*", ""));
    EXPECT_FALSE(matches("?", ""));
    EXPECT_TRUE(matches("a*b*c", "a-b-b-c"));
    EXPECT_FALSE(matches("a*b*c", "a-b-b-"));
}

TEST(Glob, TwoStarsCrossFolders) {
    EXPECT_TRUE(matches("**/x.bin", "a/b/x.bin"));
    EXPECT_TRUE(matches("**/x.bin", "x.bin"));
    EXPECT_TRUE(matches("a/**/*.bin", "a/b/c/d.bin"));
    EXPECT_FALSE(matches("a/**/*.bin", "b/c.bin"));
    EXPECT_TRUE(matches("**", "a/b"));
    EXPECT_TRUE(matches("a/**", "a/b/c"));
}

TEST(Glob, HostilePatternsEnd) {
    std::string pattern, text(3000, 'a');
    for (int i = 0; i < 300; ++i) pattern += "*a**a";
    pattern += 'b';
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(matches(pattern, text));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

} // namespace
} // namespace vellum
