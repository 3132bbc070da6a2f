// A game's project behind the questions: its scripts are compiled as it says, without a word of settings.
#include <gtest/gtest.h>

#include <string>

#include "base/bytes.hpp"
#include "base/json.hpp"
#include "vellum/workspace.hpp"
#include "workspace/build.hpp"

namespace vellum {
namespace {

class GameProjectTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const FolderFileSystem folder(VELLUM_SOURCE_DIR "/samples/ags/harbour");
        for (const std::string& name : folder.list(""))
            tree->add("games/harbour/" + name, *folder.read(name));
    }
    void add(const std::string& name, std::string_view text) {
        const auto bytes = as_bytes(text);
        tree->add(name, {bytes.begin(), bytes.end()});
    }
    std::string text(const std::string& name) { return std::string(as_text(*tree->read(name))); }
    Json ask(std::string_view question, std::string_view parameters, Settings settings = {}) {
        const Workspace workspace(tree, std::move(settings));
        const auto answer = workspace.ask(question, parameters);
        EXPECT_TRUE(answer.has_value()) << answer.error().message;
        return answer ? *parse_json(*answer) : Json();
    }
    std::vector<std::string> headers(const std::string& path, Settings settings = {}) {
        const Workspace workspace(tree, std::move(settings));
        return workspace.settings_for({.path = path})->load.engines.ags.headers;
    }

    std::shared_ptr<MemoryFileSystem> tree = std::make_shared<MemoryFileSystem>();
};

using Headers = std::vector<std::string>;

TEST_F(GameProjectTest, StandsForTheHeadersOfTheScriptsBelowIt) {
    EXPECT_EQ(headers("games/harbour/room1.asc"), Headers{"games/harbour/Game.agf"});
    EXPECT_EQ(headers("games/harbour/Rooms/1/room1.asc"), Headers{"games/harbour/Game.agf"});
    EXPECT_EQ(headers("games/other.asc"), Headers{});
    Settings none;
    none.projects = false;
    EXPECT_EQ(headers("games/harbour/room1.asc", none), Headers{});
    Settings named;
    named.load.engines.ags.headers = {"own.ash"};
    EXPECT_EQ(headers("games/harbour/room1.asc", named), Headers{"own.ash"});
}

TEST_F(GameProjectTest, GoesTogetherWithAProjectFileUnlessThatNamesHeaders) {
    add("vellum.json", R"({"ags": {"define": {"DEMO": 1}}})");
    const Workspace workspace(tree);
    const auto settings = workspace.settings_for({.path = "games/harbour/room1.asc"});
    EXPECT_EQ(settings->load.engines.ags.headers, Headers{"games/harbour/Game.agf"});
    EXPECT_EQ(settings->load.engines.ags.defines.size(), 1U);
    add("games/harbour/vellum.json", R"({"headers": ["Tides.ash"]})");
    EXPECT_EQ(headers("games/harbour/room1.asc"), Headers{"games/harbour/Tides.ash"});
}

TEST_F(GameProjectTest, EveryScriptOfTheFolderIsSound) {
    const Json answer = ask("check", R"({"nodes": "games/harbour"})");
    EXPECT_EQ(answer.size(), 8U); // five texts, the dialogs and two rooms
    for (const Json& each : answer.elements()) EXPECT_TRUE(each["ok"].as_bool()) << each.to_text();
}

TEST_F(GameProjectTest, AQuestionBuildsIt) {
    const Json answer = ask("build", R"({"node": "games/harbour", "compare": true})");
    EXPECT_TRUE(answer["ok"].as_bool()) << answer.to_text();
    EXPECT_EQ(answer["version"].as_string(), "3.6.1.30");
    EXPECT_EQ(answer["scripts"].size(), 7U);
    EXPECT_EQ(answer["scripts"].at(5)["compared"].as_string(), "identical");
    EXPECT_FALSE(answer["scripts"].at(5).contains("bytes"));
    EXPECT_TRUE(
        ask("build", R"({"node": "games/harbour/Game.agf", "bytes": true})")["scripts"].at(0).contains(
            "bytes"));
    const Workspace workspace(tree);
    EXPECT_EQ(workspace.ask("build", R"({"node": "games"})").error().code->id, codes::build_project.id);
}

TEST_F(GameProjectTest, AnErrorHasItsLine) {
    std::string script = text("games/harbour/Tides.asc");
    script.replace(script.find("high_water"), 10, "low_water_");
    add("games/harbour/Tides.asc", script);
    const Json answer = ask("build", R"({"node": "games/harbour"})");
    EXPECT_FALSE(answer["ok"].as_bool());
    EXPECT_EQ(answer["failed"].as_int(), 1);
    const Json& problem = answer["scripts"].at(1)["diagnostics"].at(0);
    EXPECT_EQ(problem["file"].as_string(), "games/harbour/Tides.asc") << problem.to_text();
    EXPECT_EQ(problem["line"].as_int(), 9) << problem.to_text();
}

TEST_F(GameProjectTest, ReadsNothingOutsideOfItsFolder) {
    add("games/secret.ash", "int secret;\n");
    add("games/harbour/vellum.json", "{}");
    for (const std::string_view name :
         {"..\\secret.ash", "/games/secret.ash", "../secret.ash", "sub/../../secret.ash"}) {
        std::string project = text("games/harbour/Game.agf");
        const std::size_t at = project.find("Talk.ash");
        project.replace(at, 8, name);
        const auto before = *tree->read("games/harbour/Game.agf");
        add("games/harbour/Game.agf", project);
        const Json answer = ask("build", R"({"node": "games/harbour"})");
        EXPECT_EQ(answer["failed"].as_int(), 5) << name << answer.to_text();
        const Json one = ask("check", R"({"nodes": "games/harbour/Talk.asc"})");
        EXPECT_NE(one.to_text().find("cannot be read"), std::string::npos) << name << one.to_text();
        tree->add("games/harbour/Game.agf", before);
    }
}

TEST_F(GameProjectTest, PutsNothingIntoARoomThatHasTheSame) {
    const Workspace workspace(tree);
    const auto build = build_project(workspace, "games/harbour", false);
    ASSERT_TRUE(build.has_value());
    // A tree in memory has no entries of folders; the room is named.
    const auto homes = homes_of(workspace, *build, "games/harbour/room1.crm");
    ASSERT_TRUE(homes.has_value());
    EXPECT_EQ(homes->front().same, 1U);
    EXPECT_TRUE(homes->front().changes.empty());
}

/// Main data as the editor writes it, with nothing but scripts.
std::vector<std::byte> main_data(const ProjectBuild& build) {
    std::string text = "Adventure Creator Game File v2";
    const auto number = [&](std::uint32_t value) {
        for (unsigned shift = 0; shift < 32; shift += 8) text += static_cast<char>(value >> shift & 0xFFU);
    };
    number(43);
    number(8);
    text += "3.6.1.30Harbour";
    text.resize(text.size() + 2000);
    const auto add = [&](std::string_view name) {
        for (const ProjectBuild::Entry& each : build.scripts)
            if (each.script.name == name) text += as_text(each.script.bytes);
    };
    add("GlobalScript");
    add("__DialogScripts");
    number(3);
    for (const std::string_view name : {"_GlobalVariables", "Tides", "Talk"}) add(name);
    const auto bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

TEST_F(GameProjectTest, PutsWhatChangedIntoMainData) {
    {
        const Workspace workspace(tree);
        tree->add("games/harbour/game28.dta", main_data(*build_project(workspace, "games/harbour", false)));
    }
    {
        const Workspace workspace(tree);
        const auto same = build_project(workspace, "games/harbour", true);
        EXPECT_EQ(same->alike(Likeness::identical), 7U);
    }
    std::string script = text("games/harbour/Tides.asc");
    script.replace(script.find("high_water"), 10, "high_water + high_water");
    add("games/harbour/Tides.asc", script);
    const Workspace workspace(tree);
    const auto build = build_project(workspace, "games/harbour", true);
    EXPECT_EQ(build->alike(Likeness::identical), 6U);
    EXPECT_EQ(build->alike(Likeness::different), 1U);
    const auto homes = homes_of(workspace, *build, "games/harbour/game28.dta");
    ASSERT_TRUE(homes.has_value()) << homes.error().message;
    ASSERT_EQ(homes->front().changes.size(), 1U);
    EXPECT_EQ(homes->front().changes.front().name, "Tides");
    const auto files = homes->front().archive->put_back(homes->front().changes);
    ASSERT_TRUE(files.has_value()) << files.error().message;
    std::vector<std::byte> changed(files->front().bytes->size());
    ASSERT_TRUE(files->front().bytes->read(0, changed));
    tree->add("games/harbour/game28.dta", std::move(changed));
    const Workspace again(tree);
    EXPECT_EQ(build_project(again, "games/harbour", true)->alike(Likeness::identical), 7U);
}

TEST_F(GameProjectTest, RunsAsOneGame) {
    const Json answer = ask("run", R"({"programs": "games/harbour", "frames": 2, "call": "room_Load"})");
    const std::string all = answer.to_text();
    EXPECT_NE(all.find("Object.Visible"), std::string::npos) << all;
    EXPECT_NE(all.find("Character.AddInventory"), std::string::npos) << all;
}

} // namespace
} // namespace vellum
