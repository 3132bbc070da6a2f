// Settings of engines: from words, from JSON and from a project file they are the same. Project files from
// strangers: what they may make a workspace read, and what becomes of nonsense.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>

#include "base/bytes.hpp"
#include "base/choices.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "vellum/workspace.hpp"
#include "workspace/projects.hpp"
#include "workspace/setting_words.hpp"

namespace vellum {
namespace {

using Kind = SettingRow::Kind;

/// A row in each form, with the value that it has in the end.
struct Example {
    std::string words, json;
    std::function<bool(const EngineSettings&)> holds;
};

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

std::shared_ptr<MemoryFileSystem>
files_with(std::initializer_list<std::pair<std::string, std::string>> files) {
    auto made = std::make_shared<MemoryFileSystem>();
    for (const auto& [name, text] : files) made->add(name, bytes_of(text));
    return made;
}

/// The settings of a file beside a project file.
EngineSettings of_project(const std::string& json) {
    const Workspace workspace(files_with({{"p/vellum.json", json}, {"p/a.asc", ""}}));
    const auto settings = workspace.settings_for({.path = "p/a.asc"});
    EXPECT_FALSE(settings->problem) << json << format(*settings->problem);
    return settings->load.engines;
}

#define HOLDS(expression) [](const EngineSettings& s) { return (expression); }

const std::map<std::string, Example> examples = {
    {"pathologic numbering",
     {"alpha", R"("alpha")", HOLDS(s.pathologic.numbering == pathologic::Numbering::alpha)}},
    {"ff7 layout", {"128", "128", HOLDS(s.ff7.layout == Ff7Settings::Layout::entries_128)}},
    {"skrit undeclared",
     {"strict", R"("strict")", HOLDS(s.skrit.undeclared == SkritSettings::Undeclared::strict)}},
    {"skrit strip", {"strip", "true", HOLDS(s.skrit.strip == true)}},
    {"skrit retail", {"retail", "true", HOLDS(s.skrit.retail == true)}},
    {"ags define",
     {"define=A=b", R"({"A": "b"})",
      HOLDS((s.ags.defines == std::vector<std::pair<std::string, std::string>>{{"A", "b"}}))}},
    {"ags api", {"api=v361", R"("v361")", HOLDS(s.ags.api == "v361")}},
    {"ags compat", {"compat=v351", R"("v351")", HOLDS(s.ags.compatible == "v351")}},
    {"ags section", {"section=x", R"("x")", HOLDS(s.ags.section == "x")}},
    {"ags version", {"version=89", "89", HOLDS(s.ags.version == 89)}},
    {"ags lines", {"lines=agscc", R"("agscc")", HOLDS(s.ags.editor_lines == false)}},
    {"ags linenumbers", {"linenumbers=0", "false", HOLDS(s.ags.line_numbers == false)}},
    {"ags lefttoright", {"lefttoright=0", "false", HOLDS(s.ags.left_to_right == false)}},
    {"ags forcenewstrings", {"forcenewstrings=0", "false", HOLDS(s.ags.new_strings == false)}},
    {"ags forceobjectbasedscript", {"forceobjectbasedscript=0", "false", HOLDS(s.ags.strict == false)}},
    {"ags forcenewaudio", {"forcenewaudio=0", "false", HOLDS(s.ags.new_audio == false)}},
    {"ags oldcustomdialogopt", {"oldcustomdialogopt", "true", HOLDS(s.ags.old_dialog == true)}},
    {"ags exportall", {"exportall=0", "false", HOLDS(s.ags.export_all == false)}},
    {"ags importoverride", {"importoverride=0", "false", HOLDS(s.ags.import_override == false)}},
    {"ags debug", {"debug", "true", HOLDS(s.ags.debug == true)}},
    {"ags utf8", {"utf8=1", "true", HOLDS(s.ags.utf8 == true)}},
    {"ags first-mistake", {"first-mistake", "true", HOLDS(s.ags.first_mistake == true)}},
    {"ags full-names", {"full-names", "true", HOLDS(s.ags.full_names == true)}},
    {"ags padded-literals", {"padded-literals=0", "false", HOLDS(s.ags.padded_literals == false)}},
    {"ags counted-imports", {"counted-imports=0", "false", HOLDS(s.ags.counted_imports == false)}},
    {"ags counted-members", {"counted-members=0", "false", HOLDS(s.ags.counted_members == false)}},
    {"ags folded-negatives", {"folded-negatives=0", "false", HOLDS(s.ags.folded_negatives == false)}},
    {"ags stack-offsets", {"stack-offsets=0", "false", HOLDS(s.ags.stack_offsets == false)}},
    {"ags counted-arguments", {"counted-arguments=0", "false", HOLDS(s.ags.counted_arguments == false)}},
    {"ags counted-exports", {"counted-exports=0", "false", HOLDS(s.ags.counted_exports == false)}},
};

TEST(Settings, EveryRowIsTheSameFromWordsJsonAndProjects) {
    std::size_t rows = 0;
    for (const Engine* engine : engines())
        for (const SettingRow& row : engine->setting_rows()) {
            if (row.kind == Kind::files) continue; // "headers", below
            ++rows;
            const auto found = examples.find(std::string(engine->id()) + " " + std::string(row.name));
            ASSERT_NE(found, examples.end()) << engine->id() << " " << row.name;
            const auto& [words, value, holds] = found->second;
            EXPECT_FALSE(holds({})) << words << ": the example is no default";
            EngineSettings from_words;
            EXPECT_TRUE(read_setting_words(engine->setting_rows(), words, from_words));
            EXPECT_TRUE(holds(from_words)) << words;
            const std::string json =
                "{\"" + std::string(engine->id()) + "\": {\"" + std::string(row.name) + "\": " + value + "}}";
            const auto from_json = read_settings(json);
            ASSERT_TRUE(from_json) << json << format(from_json.error());
            EXPECT_TRUE(holds(from_json->load.engines)) << json;
            EXPECT_TRUE(holds(of_project(json))) << json;
            const auto beside_project = [&, &said = from_words] {
                Settings given;
                given.load.engines = said;
                const Workspace workspace(files_with({{"p/vellum.json", "{}"}, {"p/a.asc", ""}}), given);
                return workspace.settings_for({.path = "p/a.asc"})->load.engines;
            };
            EXPECT_TRUE(holds(beside_project())) << words << ": a project takes nothing away";
            EngineSettings merged;
            row.merge(merged, from_words);
            EXPECT_TRUE(holds(merged)) << words;
            row.merge(merged, {});
            EXPECT_TRUE(holds(merged)) << words << ": what says nothing takes nothing away";
        }
    EXPECT_EQ(rows, examples.size());
}

TEST(Settings, WordsMeanOneEngineAlone) {
    std::vector<std::string_view> words;
    for (const Engine* engine : engines())
        for (const SettingRow& row : engine->setting_rows()) {
            words.push_back(row.name);
            if (row.kind == Kind::choice)
                std::ranges::copy(split_choices(row.values), std::back_inserter(words));
        }
    std::ranges::sort(words);
    EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
}

TEST(Settings, SchemaHasEveryRow) {
    const auto text = read_file(std::string(VELLUM_SOURCE_DIR) + "/docs/schemas/project.schema.json");
    ASSERT_TRUE(text);
    const auto schema = parse_json(as_text(*text));
    ASSERT_TRUE(schema);
    for (const Engine* engine : engines()) {
        const Json& known = (*schema)["properties"][engine->id()]["properties"];
        std::size_t rows = 0;
        for (const SettingRow& row : engine->setting_rows()) {
            if (row.kind == Kind::files) continue;
            ++rows;
            EXPECT_TRUE(known.contains(row.name)) << row.name;
        }
        EXPECT_EQ(known.size(), rows) << engine->id();
    }
}

TEST(Settings, NonsenseIsRefusedWithItsPlace) {
    for (const auto& [json, line, message] :
         {std::tuple("{\n  \"agss\": {}\n}", 2U, "Did you mean 'ags'?"),
          {"{\"ags\": {\n\"debug\": 1}}", 2U, "true or false"},
          {"{\"ags\":\n {\"api\": \"v9\"}}", 2U, "a level from v321"},
          {"{\"ags\":\n {\"linnumbers\": true}}", 2U, "Did you mean 'linenumbers'?"},
          {"{\"ags\": {\"header\": \"a\"}}", 1U, "no setting of ags"},
          {"{\"ags\": {\"define\": {\n\n\"A\": []}}}", 3U, "string or a number"},
          {"{\"skrit\": {\"undeclared\": \"ajar\"}}", 1U, "open, strict or silent"},
          {"{\"lint\": true, \"lint\": true}", 1U, "twice"},
          {"{\"engine\": \"agz\"}", 1U, "Did you mean 'ags'?"},
          {"{\"data\": \"x\"}", 1U, "array of strings"},
          {"{\"data\": [\n\"x\"", 2U, ""}}) {
        const Workspace workspace(files_with({{"p/vellum.json", json}}));
        const auto project = workspace.project("p");
        ASSERT_NE(project, nullptr);
        ASSERT_TRUE(project->settings.problem) << json;
        EXPECT_EQ(project->settings.problem->place.file, "p/vellum.json");
        EXPECT_EQ(project->settings.problem->place.line, line) << json;
        EXPECT_NE(project->settings.problem->message.find(message), std::string::npos)
            << project->settings.problem->message;
    }
    for (const char* of_projects : {R"({"names": "x"})", R"({"host": "x.lua"})", R"({"plans": []})"})
        EXPECT_FALSE(read_settings(of_projects)) << of_projects;
}

TEST(Settings, ListsHaveAThousandTexts) {
    for (const std::size_t over : {0U, 1U}) {
        std::string names = R"("a")";
        for (std::size_t i = 1; i < 1000 + over; ++i) names += R"(, "a")";
        EXPECT_EQ(read_settings(R"({"data": [)" + names + "]}").has_value(), over == 0) << over;
    }
}

TEST(Settings, WhatSaysNothingIsNotPartOfTheirText) {
    EXPECT_EQ(read_settings(R"({"lint": false, "data": [], "ags": {}})")->text, "");
    EXPECT_NE(read_settings(R"({"lint": true})")->text, "");
}

TEST(Settings, DataMayBeAMemberOfAnArchive) {
    Settings settings;
    const SettingWord& data = *find_setting_word("data");
    const auto files = files_with({{"all.zip", ""}});
    EXPECT_FALSE(say_setting(settings, data, "none.zip", *files));
    EXPECT_TRUE(say_setting(settings, data, "all.zip", *files));
    EXPECT_TRUE(say_setting(settings, data, "all.zip!inner.dsres", *files));
    EXPECT_EQ(settings.data, (std::vector<std::string>{"all.zip", "all.zip!inner.dsres"}));
}

TEST(Mounts, AFileIsHiddenByOneOfAnEarlierPlaceHoweverItIsSpelled) {
    const auto files = std::make_shared<MemoryFileSystem>();
    files->add("mod/Door.skrit", {});
    files->add("game/door.SKRIT", {});
    files->add("game/other.skrit", {});
    const Workspace workspace(files);
    EXPECT_EQ(workspace.mount({"mod", "game"})->list(""),
              (std::vector<std::string>{"Door.skrit", "other.skrit"}));
}

TEST(Projects, TheNearestCountsAndOptionsWin) {
    const auto files =
        files_with({{"vellum.json", R"({"engine": "skrit", "pathologic": {"numbering": "hd"}})"},
                    {"a/vellum.json", R"({"data": ["common"], "lint": true, "headers": ["h.ash", "other.ash"],
                                                        "ags": {"debug": true, "utf8": true}})"},
                    {"a/h.ash", ""},
                    {"a/common/x.ash", ""},
                    {"a/b/x.asc", ""}});
    Settings given;
    given.data = {"mine"};
    given.load.engines.ags.debug = false;
    const Workspace workspace(files, given);
    EXPECT_EQ(workspace.project("a/b/x.asc")->file, "a/vellum.json");
    EXPECT_EQ(workspace.project("a/b")->file, "a/vellum.json");
    EXPECT_EQ(workspace.project("x")->file, "vellum.json");
    const auto settings = workspace.settings_for({.path = "a/b/x.asc"});
    EXPECT_EQ(settings->engine, nullptr) << "projects do not mix";
    EXPECT_TRUE(settings->load.lint);
    EXPECT_FALSE(workspace.settings_for({.path = "x.asc"})->load.lint);
    EXPECT_FALSE(settings->load.engines.pathologic.numbering);
    EXPECT_EQ(settings->data, (std::vector<std::string>{"mine", "a/common"}));
    EXPECT_EQ(settings->load.engines.ags.headers, (std::vector<std::string>{"a/h.ash", "other.ash"}));
    EXPECT_EQ(settings->load.engines.ags.debug, false);
    EXPECT_EQ(settings->load.engines.ags.utf8, true);
    given.projects = false;
    const Workspace without(files, given);
    EXPECT_EQ(without.project("a/b/x.asc"), nullptr);
    EXPECT_FALSE(without.settings_for({.path = "a/b/x.asc"})->load.engines.ags.utf8);
}

TEST(Projects, HeadersCountFromTheProject) {
    const Workspace workspace(files_with({{"p/vellum.json", R"({"headers": ["lib/h.ash"]})"},
                                          {"p/lib/h.ash", "#define ANSWER 42\n"},
                                          {"p/rooms/x.asc", "int f() { return ANSWER; }\n"}}));
    const auto made = workspace.ask("check", R"({"nodes": "p/rooms/x.asc"})");
    ASSERT_TRUE(made);
    const auto json = parse_json(*made);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->size(), 1U);
    EXPECT_TRUE(json->at(0)["ok"].as_bool()) << *made;
}

TEST(Projects, NamesAreUsedAndQuestionsMayHaveOthers) {
    const auto script = read_file(std::string(VELLUM_SOURCE_DIR) + "/samples/pathologic/lamp.bin");
    ASSERT_TRUE(script);
    Diagnostics diagnostics;
    const auto program = find_engine("pathologic")->format().load(*script, {"lamp.bin"}, diagnostics);
    ASSERT_TRUE(program);
    const auto source = (*program)->decompile({});
    ASSERT_TRUE(source);
    std::string named = source->text;
    const std::string old = "m_count";
    ASSERT_NE(named.find(old), std::string::npos);
    for (std::size_t at = 0; (at = named.find(old, at)) != std::string::npos;)
        named.replace(at, old.size(), "m_shine");
    const auto names =
        find_engine("pathologic")->names()->names_in(named, {"lamp.patho"}, nullptr, diagnostics);
    ASSERT_TRUE(names) << format(names.error());
    auto files = files_with({{"vellum.json", R"({"names": "lamp.names"})"}, {"lamp.names", *names}});
    files->add("lamp.bin", *script);
    const Workspace workspace(files);
    const auto told = workspace.ask("decompile", R"({"nodes": "lamp.bin"})");
    ASSERT_TRUE(told);
    EXPECT_NE(told->find("m_shine"), std::string::npos);
}

TEST(Projects, PathsStayInside) {
    for (const char* path : {"../x", "/etc", "a/../../x", "c:/x", "..\\\\x", "a\\u0000/../b"}) {
        for (const char* member : {"data", "headers", "exports", "plans", "names", "host"}) {
            const bool list = std::string_view(member) != "names" && std::string_view(member) != "host";
            const std::string json = std::string("{\"") + member + "\": " + (list ? "[" : "") + "\"" + path +
                                     "\"" + (list ? "]" : "") + "}";
            const Workspace workspace(files_with({{"p/vellum.json", json}}));
            const auto problem = workspace.project("p")->settings.problem;
            ASSERT_TRUE(problem) << json;
            EXPECT_EQ(problem->code->id, "settings.path") << json;
        }
    }
    Settings given;
    given.granted = [](const std::string& path) { return path == "p/../x"; };
    const Workspace workspace(files_with({{"p/vellum.json", R"({"data": ["../x"]})"}, {"p/../x", ""}}),
                              given);
    EXPECT_EQ(workspace.project("p")->settings.data, std::vector<std::string>{"p/../x"});
}

TEST(Projects, PlacesThatAreNotThereAreToldOf) {
    const Workspace workspace(
        files_with({{"p/vellum.json", R"({"data": ["deep", "deap"]})"}, {"p/deep/x", ""}}));
    const auto problem = workspace.project("p")->settings.problem;
    ASSERT_TRUE(problem);
    EXPECT_EQ(format(*problem),
              "p/vellum.json: error: there is no folder or archive 'p/deap' [settings.path]\n"
              "    hint: places in \"data\" are found from the folder of the project file");
}

TEST(Projects, LinksAndFoldersAboveOnDisk) {
    namespace fs = std::filesystem;
    const fs::path work = fs::temp_directory_path() / "vellum-projects-test";
    fs::remove_all(work);
    fs::create_directories(work / "p" / "deep");
    fs::create_directories(work / "outside");
    std::ofstream(work / "outside" / "x.names") << "";
    std::ofstream(work / "p" / "vellum.json") << R"({"data": ["link"]})";
    std::error_code failed;
    fs::create_directory_symlink(work / "outside", work / "p" / "link", failed);
    const std::string folder = (work / "p" / "deep").generic_string();
    const auto problem = [&] {
        return Workspace(std::make_shared<DiskFileSystem>()).project(folder)->settings.problem;
    };
    if (!failed) {
        ASSERT_TRUE(problem());
        EXPECT_EQ(problem()->code->id, "settings.path");
    }
    std::ofstream(work / "p" / "vellum.json") << R"({"data": ["deep", "."]})";
    EXPECT_FALSE(problem());
    fs::remove_all(work);
}

TEST(Projects, HostileFilesCostLittle) {
    const std::string deep = std::string(100'000, '[');
    const std::string wide = [] {
        std::string text = "{\"data\": [";
        for (int i = 0; i < 5000; ++i) text += "\"a\",";
        return text + "\"a\"]}";
    }();
    std::string members = "{";
    for (int i = 0; i < 60'000; ++i) members += "\"$schema\": \"\",";
    const std::string huge(std::size_t{3} << 20U, ' ');
    for (const std::string& text :
         {deep, wide, members + "\"a\": 1}", huge, std::string("[]"), std::string()}) {
        const Workspace workspace(files_with({{"vellum.json", text}}));
        EXPECT_TRUE(workspace.project("a.asc")->settings.problem) << text.substr(0, 20);
    }
    // What lies deep has its project looked for in every folder above once.
    std::string path;
    for (int i = 0; i < 1000; ++i) path += "a/";
    const Workspace workspace(files_with({{"vellum.json", "{}"}}));
    EXPECT_EQ(workspace.project(path + "x.asc")->file, "vellum.json");
}

TEST(Projects, ABrokenOneIsToldOnceForAFolder) {
    const Workspace workspace(
        files_with({{"vellum.json", "{]"}, {"a.skrit", "Run$ {}"}, {"b.skrit", "Run$ {}"}}));
    Diagnostics remarks;
    const std::vector<Node> nodes = workspace.find("*.skrit", remarks);
    ASSERT_EQ(nodes.size(), 1U);
    ASSERT_TRUE(nodes[0].problem);
    EXPECT_EQ(nodes[0].problem->place.file, "vellum.json");
    EXPECT_FALSE(workspace.open({.path = "a.skrit"}));
}

TEST(Projects, ADraftHoldsWhatLiesThere) {
    const auto files = files_with({{"m/room1.asc", ""},
                                   {"m/lib/h.ash", ""},
                                   {"m/lib/deep.asc", ""},
                                   {"m/t.plan", ""},
                                   {"m/a.names", ""},
                                   {"m/answers.lua", ""}});
    const Workspace workspace(files);
    const std::string draft = draft_project(workspace, "m");
    files->add("m/vellum.json", bytes_of(draft));
    const Workspace again(files);
    const auto project = again.project("m");
    ASSERT_FALSE(project->settings.problem) << draft << format(*project->settings.problem);
    EXPECT_EQ(project->settings.engine, find_engine("ags"));
    EXPECT_EQ(project->settings.load.engines.ags.headers, std::vector<std::string>{"m/lib/h.ash"});
    EXPECT_EQ(project->settings.data, std::vector<std::string>{"m"});
    EXPECT_EQ(project->host, "m/answers.lua");
    EXPECT_EQ(project->plans, std::vector<std::string>{"m/t.plan"});
}

} // namespace
} // namespace vellum
