// Included texts: how many there may be and how long, and what their names are.
#include <gtest/gtest.h>

#include "source/included_files.hpp"
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

TEST(Sources, HaveNamesWithoutDetours) {
    for (const auto& [name, plain] : {std::pair("a", "a"),
                                      {"./World/Part.SKRIT", "world/part.skrit"},
                                      {"a\\b//c/", "a/b/c"},
                                      {"/a/./b", "a/b"},
                                      {"", ""}})
        EXPECT_EQ(plain_name(name), plain) << name;
}

TEST(Sources, ThatAreNotThereSayWhy) {
    const MemoryFileSystem none;
    IncludedFiles files(&none);
    const IncludedFiles::File& file = files.read("part");
    EXPECT_EQ(file.text, nullptr);
    EXPECT_FALSE(file.problem.empty());
}

} // namespace
} // namespace vellum::source
