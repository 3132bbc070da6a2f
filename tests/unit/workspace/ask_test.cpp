// A workspace over files in memory: what its questions answer, and what it refuses.
#include <gtest/gtest.h>

#include "base/base64.hpp"
#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "support/made_archives.hpp"
#include "vellum/workspace.hpp"

namespace vellum {
namespace {

std::vector<std::byte> sample(const std::string& path) {
    auto bytes = read_file(std::string(VELLUM_SOURCE_DIR) + "/samples/" + path);
    EXPECT_TRUE(bytes);
    return bytes ? std::move(*bytes) : std::vector<std::byte>();
}

class Asking : public testing::Test {
  protected:
    Asking() {
        auto files = std::make_shared<MemoryFileSystem>();
        files->add("game/lantern.bin", sample("../tests/data/pathologic/lantern.bin"));
        files->add("game/deep/guard.skrit", sample("skrit/guard.skrit"));
        files->add("readme.txt", sample("skrit/guard.skrit"));
        workspace = std::make_unique<Workspace>(files);
    }

    Json ask(std::string_view question, const std::string& parameters) {
        auto answer = workspace->ask(question, parameters);
        EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
        auto json = parse_json(answer ? *answer : "null");
        EXPECT_TRUE(json);
        return json ? std::move(*json) : Json();
    }
    std::string refusal(std::string_view question, const std::string& parameters) {
        const auto answer = workspace->ask(question, parameters);
        return answer ? std::string() : std::string(answer.error().code->id);
    }

    std::unique_ptr<Workspace> workspace;
};

TEST_F(Asking, FindsScriptsInFoldersOfAnyTree) {
    const Json answer = ask("info", R"({"nodes": "game"})");
    ASSERT_EQ(answer.size(), 2U);
    EXPECT_EQ(answer.at(0)["file"].as_string(), "game/deep/guard.skrit");
    EXPECT_EQ(answer.at(1)["engine"].as_string(), "pathologic");
    EXPECT_EQ(ask("info", R"({"nodes": "game/"})").size(), 2U);
    for (const auto& [pattern, file] : {std::pair("game/*.bin", "game/lantern.bin"),
                                        {"game/**/*.skrit", "game/deep/guard.skrit"},
                                        {"*.txt", "readme.txt"}}) {
        const Json found = ask("info", R"({"nodes": [")" + std::string(pattern) + "\"]}");
        ASSERT_EQ(found.size(), 1U) << pattern;
        EXPECT_EQ(found.at(0)["file"].as_string(), file);
    }
}

TEST_F(Asking, TellsWhatAnArchiveLacks) {
    std::vector<std::byte> tank = test::made_tank("lamp.skrit", "startup state Lamp$ { }");
    tank[80] ^= std::byte{1}; // of the checksum
    auto files = std::make_shared<MemoryFileSystem>();
    files->add("a.dsres", std::move(tank));
    workspace = std::make_unique<Workspace>(files);
    const Json answer = ask("check", R"({"nodes": "a.dsres"})");
    ASSERT_EQ(answer.size(), 2U);
    EXPECT_EQ(answer.at(0)["file"].as_string(), "a.dsres");
    EXPECT_FALSE(answer.at(0)["ok"].as_bool());
    EXPECT_EQ(answer.at(0)["diagnostics"].at(0)["message"].as_string(),
              "the checksum of the tank's tables is wrong");
    EXPECT_EQ(answer.at(1)["file"].as_string(), "a.dsres!lamp.skrit");
}

TEST_F(Asking, TellsWhyNamesOfASourceAreNotKept) {
    auto files = std::make_shared<MemoryFileSystem>();
    const auto add = [&](const std::string& name, std::string_view text) {
        const auto bytes = as_bytes(text);
        files->add(name, {bytes.begin(), bytes.end()});
    };
    add("well.patho", "main task TMain { void init() { int well = 1; @Trace(well); } }\n");
    add("wrong.patho", "main task TMain { void init() { int wrong = nowhere; } }\n");
    workspace = std::make_unique<Workspace>(files);
    const Json well = ask("keep_names", R"({"nodes": "well.patho"})");
    EXPECT_EQ(well["sources"].as_int(), 1);
    EXPECT_EQ(well["diagnostics"].size(), 0U);
    const Json wrong = ask("keep_names", R"({"nodes": "wrong.patho"})");
    EXPECT_EQ(wrong["sources"].as_int(-1), 0);
    ASSERT_EQ(wrong["diagnostics"].size(), 1U) << wrong.to_text();
    EXPECT_EQ(wrong["diagnostics"].at(0)["severity"].as_string(), "error");
    EXPECT_TRUE(wrong["diagnostics"].at(0)["message"].as_string().contains("nowhere")) << wrong.to_text();
}

TEST_F(Asking, TellsInTheAnswerWhatCouldNotBeOpened) {
    const Json answer = ask("check", R"({"nodes": ["game/lantern.bin", "nothing.bin"]})");
    ASSERT_EQ(answer.size(), 2U);
    EXPECT_TRUE(answer.at(0)["ok"].as_bool());
    EXPECT_FALSE(answer.at(1)["ok"].as_bool(true));
    EXPECT_EQ(answer.at(1)["diagnostics"].at(0)["code"].as_string(), "io.read");
}

TEST_F(Asking, CompilesWhatItDecompiled) {
    const Json source = ask("decompile", R"({"nodes": "game/lantern.bin"})").at(0);
    Json parameters = Json::object();
    parameters.set("node", "lantern.patho");
    parameters.set("source", source["source"]);
    const Json made = ask("compile", parameters.to_text());
    ASSERT_TRUE(made["ok"].as_bool());
    EXPECT_EQ(from_base64(made["bytes"].as_string()), sample("../tests/data/pathologic/lantern.bin"));
}

TEST_F(Asking, CompilesWithHeadersThatAreHandedOver) {
    const auto script = sample("ags/s12_functions.o");
    auto files = std::make_shared<MemoryFileSystem>();
    files->add("s12.o", script);
    workspace = std::make_unique<Workspace>(files);
    const Json source = ask("decompile", R"({"nodes": "s12.o"})").at(0);
    Json parameters = Json::object();
    parameters.set("node", "s12.asc");
    parameters.set("source", source["source"]);
    EXPECT_FALSE(ask("compile", parameters.to_text())["ok"].as_bool(true));
    parameters.set("files", source["headers"]);
    EXPECT_EQ(from_base64(ask("compile", parameters.to_text())["bytes"].as_string()), script);
}

TEST_F(Asking, FindsTheLinesOfUses) {
    auto files = std::make_shared<MemoryFileSystem>();
    files->add("lamp.bin", sample("pathologic/lamp.bin"));
    workspace = std::make_unique<Workspace>(files);
    const Json uses = ask("xref", R"({"nodes": "lamp.bin", "name": "Trace"})");
    ASSERT_EQ(uses.size(), 2U);
    const std::string source(ask("decompile", R"({"nodes": "lamp.bin"})").at(0)["source"].as_string());
    for (const Json& use : uses.elements()) {
        std::size_t begin = 0;
        for (std::uint64_t line = 1; line < use["line"].as_uint(); ++line)
            begin = source.find('\n', begin) + 1;
        const std::string line = source.substr(begin, source.find('\n', begin) - begin);
        EXPECT_NE(line.find("Trace"), std::string::npos);
        EXPECT_NE(line.find(use["source"].as_string()), std::string::npos);
    }
    const Json without = ask("xref", R"({"nodes": "lamp.bin", "name": "Trace", "listing": true})");
    EXPECT_FALSE(without.at(0).contains("line"));
}

TEST_F(Asking, RefusesWhatIsNoQuestion) {
    EXPECT_EQ(refusal("checq", "{}"), "question.unknown");
    EXPECT_EQ(refusal("check", "{}"), "question.parameter");
    EXPECT_EQ(refusal("check", R"({"nodes": 5})"), "question.parameter");
    EXPECT_EQ(refusal("check", R"({"nodes": "game", "note": true})"), "question.parameter");
    EXPECT_EQ(refusal("xref", R"({"nodes": "game", "kind": "nothing"})"), "question.parameter");
    EXPECT_EQ(refusal("check", "[]"), "question.parameter");
    EXPECT_NE(refusal("check", "{"), "");
}

TEST_F(Asking, StopsWhenItIsCancelled) {
    std::size_t told = 0;
    const auto answer =
        workspace->ask("check", R"({"nodes": "game"})", [&](std::size_t done, std::size_t all) {
            EXPECT_EQ(all, 2U);
            told = done;
            return done == 0;
        });
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code->id, "question.cancelled");
    EXPECT_EQ(told, 1U);
}

TEST_F(Asking, EveryQuestionIsARow) {
    const auto rows = parse_json(Workspace::questions());
    ASSERT_TRUE(rows);
    EXPECT_GE(rows->size(), 13U);
    std::string before;
    for (const Json& row : rows->elements()) {
        EXPECT_LT(before, row["name"].as_string());
        before = row["name"].as_string();
        EXPECT_EQ(refusal(before, R"({"": 1})"), "question.parameter") << before;
    }
}

TEST(Settings, AreReadFromJson) {
    const auto read = read_settings(R"({"engine": "ags", "data": ["a", "b.zip"], "lint": true})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->engine, find_engine("ags"));
    EXPECT_EQ(read->data, (std::vector<std::string>{"a", "b.zip"}));
    EXPECT_TRUE(read->load.lint);
    for (const char* wrong : {R"({"engin": "ags"})", R"({"engine": "agz"})", R"({"data": "a"})", "[]",
                              R"({"lint": 1})", R"({"variant": 1})"})
        EXPECT_FALSE(read_settings(wrong)) << wrong;
}

} // namespace
} // namespace vellum
