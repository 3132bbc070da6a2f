#include "played_game.hpp"

#include <gtest/gtest.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/format/game.hpp"
#include "engines/ags/world/world.hpp"
#include "support/ags_containers.hpp"
#include "support/ags_main_data.hpp"

namespace vellum::test {

std::vector<ProgramPtr> small_game(const std::string& script, const std::string& room_script,
                                   const std::string& api) {
    auto parts = std::make_shared<ags::GameParts>();
    parts->main.characters.resize(2);
    parts->main.characters[0].script_name.cut.text = "cEgo";
    parts->main.characters[1].script_name.cut.text = "cDog";
    for (ags::MainData::Character& each : parts->main.characters) each.room = 4;
    parts->main.items.resize(3); // 0 is none
    parts->main.items[1].script_name = "iKey";
    parts->main.items[2].script_name = "iRope";
    parts->main.properties.resize(2);
    parts->main.properties[0].name = "Story";
    parts->main.properties[0].type = ags::MainData::PropertySchema::text;
    parts->main.properties[0].standard.text = "nothing";
    parts->main.properties[1].name = "Weight";
    parts->main.properties[1].type = 2;
    parts->main.properties[1].standard.text = "10";
    Diagnostics said;
    MadeRoom room;
    room.story = "wild";
    room.shapes = true;
    ags::take_room(*parts, 4, room_with_texts(room), said);
    ags::take_room(*parts, 5, room_with_texts({}), said);
    EXPECT_TRUE(said.all().empty()) << format(said.all().front());
    const auto compiled = [&](const std::string& text, const char* name) {
        const auto program =
            ags::engine().language()->compile("// vellum: api=" + api + "\n" + text, {name, {}}, said);
        EXPECT_TRUE(program) << (said.all().empty() ? "" : format(said.all().front()));
        return program ? *program : nullptr;
    };
    return {compiled("import Character cEgo; import Character cDog;\n" + script, "GlobalScript.asc"),
            compiled("import Character cDog;\n" + room_script, "room4.asc"), compiled("int n;", "room5.asc"),
            std::make_shared<const ags::Game>(ags::engine(), "data", parts)};
}

std::unique_ptr<Scheduler> played_world(const std::vector<ProgramPtr>& programs, Host& host) {
    auto world = ags::World::make(ags::engine(), programs, host, {});
    EXPECT_TRUE(world) << (world ? "" : format(world.error()));
    return world ? std::move(*world) : nullptr;
}

} // namespace vellum::test
