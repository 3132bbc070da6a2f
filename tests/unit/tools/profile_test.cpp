// The forms of a profile: each has all instructions of the run, and names of hostile files do nothing in it.
#include <gtest/gtest.h>

#include <numeric>

#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "tools/profile.hpp"

namespace vellum::tools {
namespace {

Profile sample() {
    Profile profile;
    profile.instructions = 1000;
    profile.seconds = 0.01;
    profile.counted = true;
    profile.functions = {{"a.o", "work", "a.asc", 4, 700, 7, 0.008, {{4, 100}, {6, 600}}},
                         {"b.o", "main", "b.asc", 1, 300, 1, 0.002, {{2, 300}}}};
    profile.natives = {{"Random", 7}};
    profile.calls = {{1, 0, 2, 7}};
    profile.stacks = {{{1}, 300}, {{1, 0}, 700}};
    return profile;
}

TEST(Profiles, AsATable) {
    const std::string all = profile_table(sample(), 0);
    EXPECT_TRUE(all.starts_with("1000 instructions in 10.0 ms\n")) << all;
    EXPECT_NE(all.find("           700   70.0      8.0          7  work (a.asc:4)\n"), std::string::npos)
        << all;
    EXPECT_NE(all.find("           600   60.0  a.asc:6 in work\n"), std::string::npos) << all;
    EXPECT_NE(all.find("             7  Random\n"), std::string::npos) << all;
    const std::string one = profile_table(sample(), 1);
    EXPECT_EQ(one.find("main"), std::string::npos);
    EXPECT_NE(one.find("  and 1 more\n"), std::string::npos) << one;
    Profile least;
    least.instructions = 1;
    least.functions = {{"a.o", "once", "a.asc", 4, 1, 1, 0, {{4, 1}}}};
    EXPECT_NE(profile_table(least, 0).find("             1  100.0"), std::string::npos)
        << profile_table(least, 0);
}

TEST(Profiles, AsCallgrindReadsThem) {
    const std::string text = to_callgrind(sample());
    EXPECT_NE(text.find("events: Instructions\nsummary: 1000\n"), std::string::npos) << text;
    EXPECT_NE(text.find("fl=a.asc\nfn=work\n4 100\n6 600\n"), std::string::npos) << text;
    EXPECT_NE(text.find("cob=a.o\ncfi=a.asc\ncfn=work\ncalls=7 4\n2 700\n"), std::string::npos) << text;
    Profile recursive = sample();
    recursive.stacks = {{{1, 0, 1, 0}, 700}}; // a pair that is in a stack twice counts once
    EXPECT_NE(to_callgrind(recursive).find("calls=7 4\n2 700\n"), std::string::npos);
}

TEST(Profiles, AsSpeedscopeReadsThem) {
    const auto json = parse_json(to_speedscope(sample(), "a game"));
    ASSERT_TRUE(json);
    const Json& one = (*json)["profiles"].elements()[0];
    EXPECT_EQ(one["endValue"].to_text(), "1000");
    EXPECT_EQ(one["samples"].to_text(), "[[1],[1,0]]");
    EXPECT_EQ(one["weights"].to_text(), "[300,700]");
    EXPECT_EQ((*json)["shared"]["frames"].elements()[0]["name"].as_string(), "work");
}

TEST(Profiles, AsAFlameGraph) {
    const std::string svg = flame_graph(sample(), "a game");
    EXPECT_NE(svg.find("<title>main: 1000 instructions, 100%, b.asc:1</title>"), std::string::npos) << svg;
    EXPECT_NE(
        svg.find("<title>work: 700 instructions, 70%, a.asc:4</title><rect x=\"10\" y=\"40\" width=\"840\""),
        std::string::npos)
        << svg;
    EXPECT_EQ(svg.find("=\"\""), std::string::npos) << svg; // each bar has its colour
    Profile beside = sample();
    beside.instructions = 1'200'000;
    beside.functions.push_back({"c.o", "half a pixel", "c.asc", 1, 500, 1, 0, {}});
    beside.functions.push_back({"d.o", "nothing", "d.asc", 1, 100, 1, 0, {}});
    beside.stacks = {{{0}, 600'000}, {{1}, 599'400}, {{2}, 500}, {{3}, 100}};
    const std::string bars = flame_graph(beside, "");
    EXPECT_NE(bars.find("b.asc:1</title><rect x=\"610\" y=\"40\" width=\"599.40\""), std::string::npos)
        << bars;
    EXPECT_NE(bars.find("half a pixel"), std::string::npos) << bars;
    EXPECT_EQ(bars.find("nothing"), std::string::npos) << bars;
}

TEST(Profiles, OfNothing) {
    EXPECT_TRUE(profile_table({}, 0).starts_with("0 instructions"));
    EXPECT_TRUE(flame_graph({}, "").ends_with("</svg>\n"));
    EXPECT_TRUE(parse_json(to_speedscope({}, "")));
    EXPECT_NE(to_callgrind({}).find("summary: 0\n"), std::string::npos);
}

TEST(Profiles, KeepHostileNamesToThemselves) {
    Profile profile = sample();
    profile.functions[0].name = "<script>\n\x1b[31mfn=other & \"";
    profile.natives[0].name = profile.functions[0].name;
    EXPECT_EQ(profile_table(profile, 0).find('\x1b'), std::string::npos);
    EXPECT_EQ(to_callgrind(profile).find("\nfn=other"), std::string::npos);
    EXPECT_EQ(to_callgrind(profile).find("\n\x1b"), std::string::npos);
    const std::string svg = flame_graph(profile, profile.functions[0].name);
    EXPECT_EQ(svg.find("<script>"), std::string::npos);
    EXPECT_EQ(svg.find('\x1b'), std::string::npos);
    EXPECT_TRUE(parse_json(to_speedscope(profile, profile.functions[0].name)));
}

} // namespace
} // namespace vellum::tools
