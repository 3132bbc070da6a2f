// Paths, drivers, the naming key, and how a skrit is found.
#include "game.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace vellum::skrit::test {
namespace {

constexpr const char* public_key = "# the public definitions\n"
                                   "TREE = K , , \"Skrit\"\n"
                                   "tree = K_INC, World/Global/Skrits, \"Includes\"\n"
                                   "TREE = K_JOB\t, World\\Ai\\Jobs , \"Jobs\"\n"
                                   "TREE = K_JOB_A, Actors, \"Actors\"\n"
                                   "TREE = K_JOB_C , Common , \"Common, for all\" , FS0 , FS1\n"
                                   "CANIMCLASS = FS0 , \"Unarmed\"\n"
                                   "TREE = K_SPL , World/ContentDB/Components/Spells\t, \"Spells\"";

TEST(SkritNamingKey, expands_short_names) {
    SKRIT_FEATURE(6);
    NamingKey key;
    Diagnostics diagnostics;
    key.add(public_key, "naming.nnk", diagnostics);
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_EQ(key.size(), 6U);
    EXPECT_EQ(key.expand("k_job_c_attack_utils"), "world/ai/jobs/common/k_job_c_attack_utils.skrit");
    EXPECT_EQ(key.expand("K_Inc_Spl_Utils"), "world/global/skrits/k_inc_spl_utils.skrit");
    EXPECT_EQ(key.expand("k_job_a"), "world/ai/jobs/actors/k_job_a.skrit");
    EXPECT_EQ(key.expand("k"), "k.skrit");
    EXPECT_EQ(key.expand("m_c_gah", ".asp"), std::nullopt);
    EXPECT_EQ(key.expand(""), std::nullopt);
    EXPECT_EQ(key.description("k_job_c_x"), "Common, for all");
    key.add("TREE = K_JOB_C , Shared", "later.nnk", diagnostics); // later lines win
    EXPECT_EQ(key.expand("k_job_c_x"), "world/ai/jobs/shared/k_job_c_x.skrit");
}

TEST(SkritNamingKey, senseless_lines_are_warned_about) {
    NamingKey key;
    Diagnostics diagnostics;
    key.add("nonsense\nBUSH = a, b\nTREE = , b\nTREE = a_b, c\n", "bad.nnk", diagnostics);
    ASSERT_EQ(diagnostics.all().size(), 3U);
    EXPECT_EQ(format(diagnostics.all()[1]).substr(0, 15), "bad.nnk:2:1: wa");
    EXPECT_EQ(diagnostics.errors(), 0U);
    EXPECT_EQ(key.size(), 1U);
    EXPECT_EQ(key.expand(std::string(100000, '_')), std::nullopt);
}

TEST(SkritResources, slashes_are_equal_and_one_implementation_results) {
    SKRIT_FEATURE(1, 38);
    Game game;
    game.add("world/ai/jobs/guard.skrit", "event OnConstruct$ { Report.Generic( \"made\\n\" ); }");
    SkritEngine& engine = game.engine();
    ASSERT_TRUE(engine.create("world/ai/jobs/guard.skrit"));
    ASSERT_TRUE(engine.create("World\\AI\\Jobs\\Guard.skrit"));
    EXPECT_EQ(engine.implementation_count(), 1U);
    EXPECT_EQ(engine.compilations(), 1U);
    EXPECT_EQ(game.output, "made\nmade\n");
    EXPECT_FALSE(engine.create("ai/jobs/guard.skrit"));
}

TEST(SkritResources, drivers_are_picked_by_prefix) {
    SKRIT_FEATURE(2);
    Game game;
    auto maps = std::make_shared<MemoryDriver>();
    maps->set("world/maps/list.skrit", "int Count$() { return 3; }");
    game.resources.add_driver("maps_query", maps);
    EXPECT_EQ(game.resources.read("maps_query://world/maps/list.skrit").value_or("").substr(0, 3), "int");
    EXPECT_EQ(game.resources.read("Maps_Query://World/Maps/List.skrit").has_value(), true);
    EXPECT_FALSE(game.resources.read("maps_query://world\\maps\\list.skrit"));
    EXPECT_FALSE(game.resources.read("other://world/maps/list.skrit"));
    EXPECT_FALSE(game.resources.read("world/maps/list.skrit")); // the plain driver does not have it
    const Result<ObjectId> made = game.engine().create("maps_query://world/maps/list");
    ASSERT_TRUE(made);
    EXPECT_EQ(game.engine().call(*made, "Count$")->integer(), 3);
}

TEST(SkritResources, the_ending_is_added_or_taken_as_given) {
    SKRIT_FEATURE(36, 37);
    Game game;
    game.add("tools/a.skrit", "int F$() { return 1; }").add("tools/a.txt", "int F$() { return 2; }");
    EXPECT_EQ(game.engine().call(*game.engine().create("tools/a"), "F$")->integer(), 1);
    EXPECT_EQ(game.engine().call(*game.engine().create("tools/a.txt"), "F$")->integer(), 2);
}

TEST(SkritResources, components_and_key_names_are_found) {
    SKRIT_FEATURE(39);
    Game game;
    game.add("world/contentdb/components/fx/camera_stomp.skrit", "int F$() { return 1; }")
        .add("art/naming.nnk", public_key)
        .add("world/ai/jobs/common/k_job_c_utils.skrit", "int G$() { return 2; }")
        .add("world/ai/jobs/common/uses.skrit", "#include \"k_job_c_utils\"\nint H$() { return G$() + 1; }");
    EXPECT_EQ(game.resources.find("camera_stomp", component_folder),
              "world/contentdb/components/fx/camera_stomp.skrit");
    EXPECT_EQ(game.resources.find("camera_stomp", animation_folder), std::nullopt);
    EXPECT_EQ(game.resources.find("k_job_c_utils"), "world/ai/jobs/common/k_job_c_utils.skrit");
    EXPECT_EQ(game.resources.find("../../etc/passwd"), std::nullopt);
    const Result<ObjectId> made = game.engine().create("world/ai/jobs/common/uses");
    ASSERT_TRUE(made) << format(made.error());
    EXPECT_EQ(game.engine().call(*made, "H$")->integer(), 3);
}

TEST(SkritResources, folders_on_disk_are_listed_once) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("vellum_resources_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "Art");
    std::ofstream(folder / "Art/Naming.NNK") << public_key;
    std::ofstream(folder / "Top.skrit") << "int F$() { return 7; }";
    Diagnostics diagnostics;
    Resources resources;
    resources.add_driver({},
                         std::make_shared<FilesDriver>(std::make_shared<FolderFileSystem>(folder.string())));
    resources.read_naming_keys(diagnostics);
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_EQ(resources.naming_key.size(), 6U);
    EXPECT_EQ(resources.skrit("top")->text, "int F$() { return 7; }");
    EXPECT_EQ(resources.list(".skrit"), std::vector<std::string>{"top.skrit"});
    EXPECT_FALSE(resources.read("../" + folder.filename().string() + "/top.skrit"));
    std::filesystem::remove_all(folder);
}

TEST(SkritCorpusNames, real_naming_keys_are_read) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    NamingKey key;
    Diagnostics diagnostics;
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(corpus) / "skrit/others")) {
        if (resource_path(entry.path().string()).ends_with(".nnk")) {
            std::ifstream in(entry.path(), std::ios::binary);
            std::ostringstream text;
            text << in.rdbuf();
            key.add(text.str(), entry.path().filename().string(), diagnostics);
            ++files;
        }
    }
    EXPECT_EQ(files, 4U);
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_EQ(key.expand("t_ee_wr_flr_x", ".asp"), std::nullopt); // their root is the game's own definition
    key.add("TREE = T , Art/Terrain , \"Terrain\"", "base.nnk", diagnostics);
    EXPECT_EQ(key.expand("t_ee_wr_flr_x", ".asp").value_or(""),
              "art/terrain/edens_end/ee_wardens_ridge/floor/t_ee_wr_flr_x.asp");
}

} // namespace
} // namespace vellum::skrit::test
