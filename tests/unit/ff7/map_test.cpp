// The picture of the map: its title, what is marked and what the legend says.
#include <algorithm>
#include <cmath>

#include "engines/ff7/world/map_canvas.hpp"
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

TEST(Map, NamesTheFileAndNotItsFolder) {
    const ProgramPtr program = load_bytes(
        [] {
            const auto bytes = *assemble("    RETURN\n")->save();
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

std::vector<std::string> list_in(const std::string& text, std::string_view attribute, std::size_t from) {
    const std::size_t begin = text.find(attribute, from) + attribute.size();
    return split(text.substr(begin, text.find('"', begin) - begin), ';');
}

TEST(Map, AFilmHasATimeForEachPlaceInOrder) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 0
    LOAD_MODEL
    SET_PLAYER
    RETURN
.function model 0 0
    RETURN
.function model 0 2
    RESET
    PUSH_CONST 5
    WAIT_FRAMES
    WAIT
    RESET
    PUSH_CONST 90
    SET_SPEED
    RESET
    PUSH_CONST 3
    WAIT_FRAMES
    WAIT
    RESET
    PUSH_CONST 20
    PUSH_CONST 20
    SET_MESH_POS
    RETURN
)",
                 {{"map", "2"}});
    run.world->start();
    run.frames(40);
    const std::string picture = draw_map(*run.program, run.world.get());
    const std::size_t film = picture.find("<animateTransform");
    ASSERT_NE(film, std::string::npos);
    const std::vector<std::string> places = list_in(picture, "values=\"", film),
                                   times = list_in(picture, "keyTimes=\"", film);
    ASSERT_GT(places.size(), 5U);
    ASSERT_EQ(places.size(), times.size());
    EXPECT_EQ(times.front(), "0.0000");
    EXPECT_EQ(times.back(), "1.0000");
    EXPECT_TRUE(std::ranges::is_sorted(times));
    EXPECT_EQ(places.back(), "0 0");
    EXPECT_NE(picture.find("<animate attributeName=\"width\""), std::string::npos);

    WorldRun still("", {{"map", "1"}});
    still.world->start();
    EXPECT_EQ(draw_map(*still.program, still.world.get()).find("<animate"), std::string::npos);
}

TEST(Map, NumbersStandAtTheEdgesOfTheGrid) {
    WorldRun run("", {{"map", "2"}});
    run.world->start();
    const std::string picture = draw_map(*run.program, run.world.get());
    std::size_t numbers = 0;
    for (std::size_t at = 0; (at = picture.find("<text x=\"", at)) != std::string::npos; ++at) {
        const std::size_t end = picture.find('>', at);
        if (picture.substr(at, end - at).find("class=\"soft\"") == std::string::npos) continue;
        ++numbers;
        for (const std::string_view key : {"x=\"", "y=\""}) {
            const std::size_t value = picture.find(key, at) + key.size();
            EXPECT_GT(std::stod(picture.substr(value, 12)), 0) << picture.substr(at, end - at);
        }
    }
    EXPECT_GT(numbers, 2U);
}

TEST(Map, LabelsDoNotWriteOverEachOther) {
    MapCanvas canvas;
    const Box bounds{0, 0, 200, 60};
    std::size_t written = 0;
    for (int i = 0; i < 40; ++i)
        if (canvas.place_label(100, 30, 5, "a name", 10, "", bounds)) ++written;
    EXPECT_GT(written, 3U);
    EXPECT_LT(written, 40U); // no room is left
    EXPECT_TRUE(Box({0, 0, 2, 2}).meets({1, 1, 2, 2}));
    EXPECT_FALSE(Box({0, 0, 2, 2}).meets({2, 0, 2, 2}));
    EXPECT_FALSE(canvas.place_label(100, 30, 5, std::string(100, 'x'), 10, "", bounds));
    std::vector<std::pair<double, double>> places;
    const std::string text = canvas.out().take();
    for (std::size_t at = text.find("<text x=\""); at != std::string::npos;
         at = text.find("<text x=\"", at + 1))
        places.emplace_back(std::stod(text.substr(at + 9)),
                            std::stod(text.substr(text.find(" y=\"", at) + 4)));
    EXPECT_EQ(places.size(), written);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            EXPECT_TRUE(std::abs(places[i].first - places[k].first) >= text_width("a name", 10) - 0.2 ||
                        std::abs(places[i].second - places[k].second) >= 10.8)
                << i << " " << k;
}

} // namespace
} // namespace vellum::ff7::test
