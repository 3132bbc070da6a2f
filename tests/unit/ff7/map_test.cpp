// The picture of the map: its title, what is marked and what the legend says.
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

TEST(Map, NamesTheFileAndNotItsFolder) {
    const ProgramPtr program = load_bytes(
        [] {
            const auto bytes = *engine().save(*assemble("    RETURN\n"));
            return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }(),
        "/home/somebody/game/wm0.ev");
    const std::string picture = draw_map(*program, nullptr);
    EXPECT_NE(picture.find(">World map script wm0.ev<"), std::string::npos);
    EXPECT_EQ(picture.find("somebody"), std::string::npos);
}

TEST(Map, MarksEventsWhereTheyHappenedInTheFrameTheyCameBefore) {
    WorldRun run(R"(.function system 0
    RETURN
.function system 7
    RETURN
.function mesh 3,4,0
    RETURN
)",
                 {{"map", "1"}});
    run.world->start();
    run.frames(1);
    ASSERT_TRUE(run.world->send({"system 7", {}}).has_value()); // nobody knows where: there is no player
    run.frames(1);
    ASSERT_TRUE(run.world->send({"mesh 3,4,0", {}}).has_value());
    run.frames(1);
    const std::string picture = draw_map(*run.program, run.world.get());
    EXPECT_NE(picture.find("system 0, frame 0"), std::string::npos);
    EXPECT_NE(picture.find("system 7, frame 2"), std::string::npos);
    EXPECT_NE(picture.find("mesh 3,4,0, frame 3"), std::string::npos);
    // One cross, for the mesh; the legend has all three.
    std::size_t crosses = 0;
    for (std::size_t at = picture.find("m-5 -5"); at != std::string::npos;
         at = picture.find("m-5 -5", at + 1))
        ++crosses;
    EXPECT_EQ(crosses, 1U);
}

} // namespace
} // namespace vellum::ff7::test
