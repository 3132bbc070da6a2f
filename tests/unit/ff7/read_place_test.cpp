// Places of a running world by what sources call them.
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

TEST(ReadPlace, BitsBytesWordsAndNames) {
    WorldRun run("", {{"save", "F25=200 C22=8 BA4=255 BA5=255"}});
    run.state().temporary[4] = 7;
    const auto place = [&](std::string_view words) { return read_place(*run.world, words); };
    EXPECT_EQ(place("save.byte(0xF25)"), 200);
    EXPECT_EQ(place("marsh_timer"), 200);
    EXPECT_EQ(place("save.byte(3877)"), 200);
    EXPECT_EQ(place("save.bit(0xC22, 3)"), 1);
    EXPECT_EQ(place("save.bit(0xC22,2)"), 0);
    EXPECT_EQ(place("save.word( 0xBA4 )"), -1);
    EXPECT_EQ(place("temp.byte(4)"), 7);
    EXPECT_EQ(place("temp2.bit(4, 1)"), 1);
    EXPECT_EQ(place("temp.word(62)"), 0);
    for (const std::string_view none :
         {"", "save", "save.byte", "save.byte(", "save.byte()", "save.byte(0xBA3)", "save.byte(0x10F4)",
          "save.byte(1, 2)", "save.bit(0xC22)", "save.bit(0xC22, 8)", "save.bit(0xC22, 3", "temp.word(63)",
          "temp.byte(64)", "temp.byte(0x)", "temp.byte(65536)", "temp.nibble(1)", "mesh_x", "(save.byte"})
        EXPECT_EQ(place(none), std::nullopt) << none;
}

TEST(ReadPlace, ASaveThatTheGameKeepsIsTheGames) {
    struct Owner : Game {
        bool owns_save() override { return true; }
    } game;
    WorldRun run("", {}, &game);
    EXPECT_EQ(read_place(*run.world, "save.byte(0xF25)"), std::nullopt);
    EXPECT_EQ(read_place(*run.world, "temp.byte(0)"), 0);
}

} // namespace
} // namespace vellum::ff7::test
