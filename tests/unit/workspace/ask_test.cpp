// A workspace over files in memory: what its questions answer, and what it refuses.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/base64.hpp"
#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "support/made_archives.hpp"
#include "vellum/files.hpp"
#include "vellum/workspace.hpp"

namespace vellum {
namespace {

std::vector<std::byte> sample(const std::string& path) {
    auto bytes = read_file(std::string(VELLUM_SOURCE_DIR) + "/samples/" + path);
    EXPECT_TRUE(bytes);
    return bytes ? std::move(*bytes) : std::vector<std::byte>();
}

/// Files that change, as a disk's do.
class Rewritten final : public MemoryFileSystem {
  public:
    void write(const std::string& name, std::vector<std::byte> bytes) {
        ++clock_;
        add(name, std::move(bytes));
    }
    [[nodiscard]] std::optional<FileStamp> stamp(std::string_view) const override {
        return FileStamp{0, clock_};
    }

  private:
    std::int64_t clock_ = 0;
};

class Asking : public testing::Test {
  protected:
    Asking() {
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
    void add(const std::string& name, std::string_view text) { files->add(name, test::bytes_of(text)); }
    std::string refusal(std::string_view question, const std::string& parameters) {
        const auto answer = workspace->ask(question, parameters);
        return answer ? std::string() : std::string(answer.error().code->id);
    }

    std::shared_ptr<MemoryFileSystem> files = std::make_shared<MemoryFileSystem>();
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

TEST_F(Asking, AnArchiveThatHasChangedIsOpenedAgain) {
    auto files = std::make_shared<Rewritten>();
    files->write("a.zip", test::made_zip({{"", "one.skrit", sample("skrit/guard.skrit")}}));
    workspace = std::make_unique<Workspace>(files);
    const std::string nodes = R"({"nodes": "a.zip"})";
    EXPECT_EQ(ask("info", nodes).at(0)["file"].as_string(), "a.zip!one.skrit");
    files->write("a.zip", test::made_zip({{"", "two.skrit", sample("skrit/guard.skrit")}}));
    EXPECT_EQ(ask("info", nodes).at(0)["file"].as_string(), "a.zip!two.skrit");
}

TEST_F(Asking, MembersAreToldWithWhatTheyTake) {
    files->add("a.zip", test::made_zip({{"", "one", std::vector<std::byte>(600)}}));
    const Json member = ask("extract", R"({"nodes": "a.zip"})").at(0);
    EXPECT_EQ(member["size"].as_uint(), 600U);
    const archives::Archive& zip = **workspace->container("a.zip");
    EXPECT_EQ(member["stored"].as_uint(), zip.members()[0].stored);
}

TEST_F(Asking, DefaultsAreThoseThatAreTold) {
    std::string body;
    for (int i = 0; i < 20; ++i) body += "        @Trace(\"line " + std::to_string(i) + "\");\n";
    add("before.patho", "main task TMain {\n    void init() {\n" + body + "    }\n}\n");
    body.replace(body.find("line 10"), 7, "other 1");
    add("after.patho", "main task TMain {\n    void init() {\n" + body + "    }\n}\n");
    const auto with = [&](const char* question, const std::string& of, const std::string& more) {
        return ask(question, "{" + of + more + "}").to_text();
    };
    const std::string both = R"("before": "before.patho", "after": "after.patho")";
    EXPECT_EQ(with("diff", both, ""), with("diff", both, R"(, "context": 3)"));
    EXPECT_NE(with("diff", both, ""), with("diff", both, R"(, "context": 2)"));
    const std::string flow = R"("node": "before.patho", "function": "TMain.init")";
    EXPECT_EQ(with("graph", flow, ""), with("graph", flow, R"(, "lines": 24)"));
    EXPECT_NE(with("graph", flow, ""), with("graph", flow, R"(, "lines": 0)"));
    add("deep.patho",
        "main task TMain {\n    void init() { A(); }\n    void A() { B(); }\n    void B() { C(); }\n"
        "    void C() { @Trace(1); }\n}\n");
    const std::string calls = R"("node": "deep.patho", "from": "TMain.init")"; // all of them
    EXPECT_EQ(with("graph", calls, ""), with("graph", calls, R"(, "depth": 3)"));
    EXPECT_NE(with("graph", calls, ""), with("graph", calls, R"(, "depth": 2)"));
}

TEST_F(Asking, FunctionsOfUsesAreNamedInAnyCaseIfThatIsWanted) {
    const std::string use =
        R"({"nodes": "game/lantern.bin", "name": "Trace", "in": "*onuse", "ignore-case": )";
    EXPECT_EQ(ask("xref", use + "false}").size(), 0U);
    EXPECT_EQ(ask("xref", use + "true}").size(), 1U);
}

TEST_F(Asking, TestsJudgeWhatAllExpectAtTheirEnds) {
    add("late.patho", R"(main task TMain {
    void init() {
        bool finished;
        @Sleep(0.5, finished);
        @Trace("late");
    }
}
)");
    add("late.plan", "script late.patho\nseconds 0.1\nframes 20\nexpect asks Trace(*)\ntest waits\nwait 1\n");
    const Json judged = ask("test", R"({"plans": "late.plan"})");
    EXPECT_EQ(judged["passed"].as_int(), 1) << judged.to_text();
    // What failed is told from the first line to the last, whenever it was judged.
    add("wrong.plan", "script late.patho\nframes 20\nexpect asks Never(*)\nexpect asks Trace(*) @1\n");
    const Json failures = ask("test", R"({"plans": "wrong.plan"})")["tests"].at(0)["failures"];
    ASSERT_EQ(failures.size(), 2U) << failures.to_text();
    EXPECT_EQ(failures.at(0)["line"].as_int(), 3);
    EXPECT_EQ(failures.at(1)["line"].as_int(), 4);
}

TEST_F(Asking, TestsReadWhatIsGranted) {
    namespace fs = std::filesystem;
    const fs::path root = fs::temp_directory_path() / "vellum-granted";
    fs::remove_all(root);
    fs::create_directories(root / "plans");
    fs::create_directories(root / "else");
    const auto write = [&](const char* name, std::string_view text) { std::ofstream(root / name) << text; };
    write("else/lamp.patho", "main task TMain { void init() { @Trace(1); } }\n");
    write("plans/lamp.plan", "script ../else/lamp.patho\nframes 1\nexpect asks Trace(1)\n");
    workspace = std::make_unique<Workspace>(std::make_shared<DiskFileSystem>());
    const std::string plan = R"({"plans": ")" + (root / "plans/lamp.plan").generic_string() + '"';
    EXPECT_NE(refusal("test", plan + "}"), "");
    EXPECT_EQ(refusal("test", plan + R"(, "grant": ")" + (root / "else").generic_string() + "\"}"), "");
    fs::remove_all(root);
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
