// Indexes of a few small scripts: what their questions answer and what they keep.
#ifdef VELLUM_HAVE_INDEX
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/json.hpp"
#include "index/known_files.hpp"
#include "index/reads.hpp"
#include "vellum/files.hpp"
#include "vellum/workspace.hpp"

namespace vellum::index {
namespace {

namespace fs = std::filesystem;

/// A folder with scripts, which goes with the test.
class IndexAsked : public testing::Test {
  protected:
    IndexAsked() {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~IndexAsked() override { fs::remove_all(root_); }

    [[nodiscard]] std::string path(std::string_view name) const { return (root_ / name).generic_string(); }
    void write(std::string_view name, std::string_view text) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name, std::ios::binary) << text;
    }
    /// A main task with statements of its `init`, and what else it has.
    static std::string task(const std::string& statements, const std::string& more = {}) {
        return "main task TMain {\n    void init() {\n" + statements + "    }\n" + more + "}\n";
    }
    Json ask(std::string_view question, const std::string& parameters) {
        auto answer = workspace_.ask(question, parameters);
        EXPECT_TRUE(answer) << parameters << ": " << (answer ? "" : answer.error().message);
        auto json = parse_json(answer ? *answer : "null");
        return json ? std::move(*json) : Json();
    }
    Json index(std::string_view nodes, std::string_view output, const std::string& more = {}) {
        return ask("index",
                   R"({"nodes": [")" + path(nodes) + R"("], "output": ")" + path(output) + '"' + more + "}");
    }
    /// `arguments` as JSON.
    [[nodiscard]] std::string of(std::string_view output, std::string_view question,
                                 const std::string& arguments = "[]") const {
        return R"({"index": ")" + path(output) + R"(", "question": ")" + std::string(question) +
               R"(", "arguments": )" + arguments + "}";
    }
    [[nodiscard]] std::string sql(std::string_view output, const std::string& statement,
                                  const std::string& more = {}) const {
        return R"({"index": ")" + path(output) + R"(", "sql": ")" + statement + '"' + more + "}";
    }

    Workspace workspace_{std::make_shared<DiskFileSystem>()};

  private:
    /// Tests run beside each other.
    fs::path root_ =
        fs::temp_directory_path() /
        (std::string("vellum_index_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(IndexAsked, FilesThatAreNotNamedStayIfThatIsWanted) {
    write("a/one.patho", task("        @Trace(1);\n"));
    write("b/two.patho", task("        @Trace(2);\n"));
    index("a", "all.vdb");
    EXPECT_EQ(index("b", "all.vdb", R"(, "add": true)")["removed"].as_int(-1), 0);
    EXPECT_EQ(ask("query", of("all.vdb", "scripts")).size(), 2U);
    EXPECT_EQ(index("b", "all.vdb")["removed"].as_int(), 1);
    EXPECT_EQ(ask("query", of("all.vdb", "scripts")).size(), 1U);
}

TEST_F(IndexAsked, TheIndexIsNoScriptOfItsFolder) {
    write("one.patho", task("        @Trace(1);\n"));
    for (int round = 0; round < 2; ++round) EXPECT_EQ(index("", "all.bin")["files"].as_int(), 1);
}

TEST_F(IndexAsked, StatementsEndAfterAsManyStepsAsAreSaid) {
    write("one.patho", task("        @Trace(1);\n"));
    index("one.patho", "all.vdb");
    const std::string count =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) "
        "SELECT count(*) AS count FROM n";
    EXPECT_EQ(ask("query", sql("all.vdb", count)).at(0)["count"].as_int(), 200000);
    EXPECT_FALSE(workspace_.ask("query", sql("all.vdb", count, R"(, "steps": 1000)")));
    EXPECT_FALSE(workspace_.ask("query", of("all.vdb", "near", R"(["init", "-5"])")));
}

TEST_F(IndexAsked, PlacesMayEndWithASlash) {
    write("a/one.patho", task("        @Trace(1);\n"));
    write("b/one.patho", task("        @Trace(1);\n        @Hold();\n"));
    index("", "all.vdb");
    const auto differs = [&](std::string_view end) {
        const std::string a = path("a") + std::string(end), b = path("b") + std::string(end);
        return ask("query", of("all.vdb", "differs", R"([")" + a + R"(", ")" + b + "\"]")).to_text();
    };
    EXPECT_EQ(differs(""), differs("/"));
}

TEST_F(IndexAsked, TheMostAlikeFunctionsComeFirst) {
    for (int changed = 0; changed < 10; ++changed) {
        std::string statements = "        int a = 1;\n";
        for (int i = 0; i < 60; ++i) {
            const bool other = i < 2 * changed;
            statements += other        ? "        a = a - a * 2;\n"
                          : i % 3 == 0 ? "        @Trace(a);\n"
                                       : "        a = a + 7;\n";
        }
        write("s" + std::to_string(changed) + ".patho",
              task("        F" + std::to_string(changed) + "();\n",
                   "    void F" + std::to_string(changed) + "() {\n" + statements + "    }\n"));
    }
    index("", "all.vdb");
    const Json near = ask("query", of("all.vdb", "near", R"(["*F0", "1"])"));
    ASSERT_GE(near.size(), 4U) << near.to_text();
    for (std::size_t i = 1; i < near.size(); ++i)
        EXPECT_GE(near.at(i - 1)["likeness"].as_int(), near.at(i)["likeness"].as_int()) << near.to_text();
}

TEST_F(IndexAsked, DuplicatesAreCountedByFunctionsAndScripts) {
    const std::string body = "() {\n        @Trace(1);\n        @Hold();\n        @Trace(2);\n    }\n";
    write("one.patho", task("        F();\n        G();\n", "    void F" + body + "    void G" + body));
    write("two.patho", task("        H();\n", "    void H" + body));
    index("", "all.vdb");
    const Json rows = ask("query", of("all.vdb", "duplicates"));
    ASSERT_GE(rows.size(), 1U);
    EXPECT_EQ(rows.at(0)["functions"].as_int(), 3) << rows.to_text();
    EXPECT_EQ(rows.at(0)["scripts"].as_int(), 2);
}

TEST_F(IndexAsked, FunctionsHaveTheirSizesFromTheFirstAddressOn) {
    write("one.patho", task("        int n = 1;\n        if (n == 1) { @Trace(1); }\n        F();\n",
                            "    void F() {\n        @Trace(2);\n    }\n"));
    index("", "all.vdb");
    const Json rows = ask(
        "query", sql("all.vdb", "SELECT name, address, blocks, complexity FROM function ORDER BY address"));
    EXPECT_EQ(rows.to_text(), R"([{"name":"TMain.init","address":0,"blocks":3,"complexity":2},)"
                              R"({"name":"TMain.F","address":12,"blocks":1,"complexity":1}])");
}

TEST_F(IndexAsked, PlacesAreKeptOnce) {
    write("a/one.patho", task("        @Trace(1);\n"));
    write("b/two.patho", task("        @Trace(2);\n"));
    const auto places = [&] {
        const Json rows = ask("query", sql("all.vdb", "SELECT value FROM meta WHERE key = 'places'"));
        return std::string(rows.at(0)["value"].as_string());
    };
    index("a", "all.vdb");
    index("b", "all.vdb", R"(, "add": true)");
    index("a", "all.vdb", R"(, "add": true)");
    EXPECT_EQ(places(), "[\"" + path("a") + "\",\"" + path("b") + "\"]");
    index("b", "all.vdb");
    EXPECT_EQ(places(), "[\"" + path("b") + "\"]");
}

TEST_F(IndexAsked, SourcesOfOneTextHaveNamesOfTheirOwn) {
    write("one.patho", task("        @Trace(1);\n"));
    write("two.patho", task("        @Trace(1);\n"));
    EXPECT_EQ(index("", "all.vdb")["scripts"].as_int(), 2) << "their messages name them";
}

TEST_F(IndexAsked, WordsThatAreRemovedAreHeard) {
    write("one.patho", task("        @Hold();\n",
                            "    event OnUse(object user) {\n        user->RemoveProperty(\"key\");\n"
                            "        user->SetProperty(\"lock\", 1);\n    }\n"));
    index("", "all.vdb");
    const Json words = ask("query", of("all.vdb", "words"));
    ASSERT_EQ(words.size(), 3U) << words.to_text(); // the first is the event
    EXPECT_EQ(words.at(1)["word"].as_string(), "key");
    EXPECT_EQ(words.at(1)["direction"].as_string(), "hears");
    EXPECT_EQ(words.at(2)["direction"].as_string(), "sends");
}

TEST_F(IndexAsked, LongLinesAreNotCutInsideOfLetters) {
    std::string letters;
    for (int i = 0; i < 300; ++i) letters += "\u20AC";
    for (const std::string before : {"", "x"})
        write("cut" + before + ".patho",
              task("        @Trace(\"" + before + letters + "needle" + letters + "\");\n"));
    index("", "all.vdb");
    const Json rows = ask("query", of("all.vdb", "text", R"(["needle"])"));
    ASSERT_GE(rows.size(), 2U);
    for (const Json& row : rows.elements()) {
        const std::string_view text = row["text"].as_string();
        EXPECT_TRUE(text.starts_with("\u20AC")) << text;
        EXPECT_TRUE(text.ends_with("\u20AC")) << text;
    }
}

TEST_F(IndexAsked, EachLineWithATextIsToldOnce) {
    write("one.patho",
          task("        @Trace(\"needle needle\");\n        @Hold();\n        @Trace(\"needle\");\n"
               "        @Trace(\"Needle\");\n"));
    index("", "all.vdb");
    std::string lines;
    const Json told = ask("query", of("all.vdb", "text", R"(["needle"])"));
    for (const Json& row : told.elements())
        if (row["kind"].as_string() == "source") lines += std::to_string(row["line"].as_int()) + " ";
    EXPECT_EQ(lines, "3 5 6 ");
}

TEST_F(IndexAsked, PlacesOfOneScriptAreInOrder) {
    for (const char* const name : {"b/lamp.bin", "a/lamp.bin", "c/lamp.bin"}) {
        fs::create_directories(fs::path(path(name)).parent_path());
        fs::copy_file(VELLUM_SOURCE_DIR "/samples/pathologic/lamp.bin", path(name));
    }
    EXPECT_EQ(index("", "all.vdb")["scripts"].as_int(), 1);
    std::vector<std::string> places;
    const Json told = ask("query", of("all.vdb", "text", R"(["Trace"])"));
    for (const Json& row : told.elements()) places.emplace_back(row["place"].as_string());
    ASSERT_GE(places.size(), 3U);
    EXPECT_EQ(places[0], path("a/lamp.bin"));
    EXPECT_EQ(places[1], path("b/lamp.bin"));
    EXPECT_EQ(places[2], path("c/lamp.bin"));
}

TEST_F(IndexAsked, FilesWithoutATimeAreReadAgain) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const Workspace workspace(files);
    for (const char* const text : {"1", "2"}) {
        const std::string script = task("        @Trace(" + std::string(text) + ");\n");
        const auto bytes = as_bytes(script);
        files->add("one.patho", {bytes.begin(), bytes.end()});
        const auto done =
            workspace.ask("index", R"({"nodes": ["one.patho"], "output": ")" + path("all.vdb") + "\"}");
        ASSERT_TRUE(done) << format(done.error());
        const Json rows = ask("query", sql("all.vdb", "SELECT source FROM script"));
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_EQ(rows.at(0)["source"].as_string(), script);
    }
}

TEST_F(IndexAsked, AFileThatWasOnlyTouchedIsUnchanged) {
    write("one.patho", task("        @Trace(1);\n"));
    index("", "all.vdb");
    fs::last_write_time(path("one.patho"), fs::last_write_time(path("one.patho")) + std::chrono::hours(1));
    const Json again = index("", "all.vdb");
    EXPECT_EQ(again["files"].as_int(), 1);
    EXPECT_EQ(again["unchanged"].as_int(), 1);
}

TEST_F(IndexAsked, LikenessIsInPercent) {
    write("one.patho", task("        @Trace(1);\n"));
    index("", "all.vdb");
    const auto likeness = [&](const std::string& a, const std::string& b) {
        return ask("query", sql("all.vdb", "SELECT similarity(" + a + ", " + b + ") AS it"))
            .at(0)["it"]
            .as_int(-1);
    };
    EXPECT_EQ(likeness("x'0001000200030004'", "x'0001000200030004'"), 100);
    EXPECT_EQ(likeness("x'0001000200030004'", "x'0001000200030005'"), 75);
    EXPECT_EQ(likeness("x'00010002'", "x'0001000200030005'"), 0);
    EXPECT_EQ(likeness("NULL", "x'0001'"), 0);
}

TEST_F(IndexAsked, TextsForPlayersAreThoseOfCompiledScripts) {
    fs::copy_file(VELLUM_SOURCE_DIR "/samples/ags/s23_strings.o", path("strings.o"));
    index("", "all.vdb");
    const Json rows =
        ask("query", sql("all.vdb", "SELECT w.text FROM player_text t JOIN name w ON w.id = t.name "
                                    "WHERE w.text LIKE 'hel%' ORDER BY 1"));
    EXPECT_EQ(rows.to_text(), R"([{"text":"Hello"},{"text":"hello"}])");
}

TEST_F(IndexAsked, MergedOnesKeepWhereTheirNamesBegin) {
    write("a/one.patho", task("        @Trace(1);\n"));
    write("b/two.patho", task("        @Trace(2);\n"));
    index("a", "a.vdb");
    index("b", "b.vdb");
    ask("index", R"({"merge": true, "nodes": [")" + path("a.vdb") + R"(", ")" + path("b.vdb") +
                     R"("], "output": ")" + path("all.vdb") + "\"}");
    const std::string folder = "SELECT value FROM meta WHERE key = 'folder'";
    EXPECT_EQ(ask("query", sql("all.vdb", folder)).to_text(), ask("query", sql("a.vdb", folder)).to_text());
}

TEST_F(IndexAsked, AFolderIsNotAnotherOneThatBeginsLikeIt) {
    write("a/one.patho", task("        @Trace(1);\n"));
    write("a-one.patho", task("        @Trace(2);\n"));
    index("a", "all.vdb");
    const DiskFileSystem files;
    auto known = KnownFiles::open(path("all.vdb"), files, workspace_.settings().text);
    ASSERT_TRUE(known) << known.error().message;
    EXPECT_TRUE((*known)->scripts({.path = path("a/one.patho")}));
    EXPECT_FALSE((*known)->scripts({.path = path("a-one.patho")}));
}

TEST_F(IndexAsked, NotesAreToldWithAnIndexToo) {
    write("vellum.json", "{}");
    write("never.wms", "system 0 {\n    loop {\n        wait(1);\n    }\n    play_sfx(3);\n}\n");
    const auto check = [&](const char* notes) {
        return ask("check", R"({"nodes": ")" + path("") + R"(", "notes": )" + notes + "}").to_text();
    };
    const std::string with = check("true"), without = check("false");
    EXPECT_NE(with, without);
    index("", "vellum.vdb");
    EXPECT_EQ(check("true"), with);
    EXPECT_EQ(check("false"), without);
}

TEST_F(IndexAsked, ListingsAreNotAnsweredFromAnIndex) {
    write("vellum.json", "{}");
    fs::copy_file(VELLUM_SOURCE_DIR "/samples/pathologic/lamp.bin", path("lamp.bin"));
    index("", "vellum.vdb");
    const std::string trace = R"({"nodes": ")" + path("") + R"(", "name": "Trace")";
    const Json known = ask("xref", trace + "}"), listing = ask("xref", trace + R"(, "listing": true})");
    ASSERT_EQ(known.size(), 2U);
    ASSERT_EQ(listing.size(), 2U);
    EXPECT_TRUE(known.at(0).contains("line"));
    EXPECT_FALSE(listing.at(0).contains("line"));
}

TEST(IndexReads, EachNameOfAFolderCounts) {
    MemoryFileSystem one, other;
    for (const auto* name : {"f/a", "f/b"}) one.add(name, {});
    for (const auto* name : {"f/a", "f/c"}) other.add(name, {});
    EXPECT_EQ(NotedFiles::hash_of(one, "f/"), NotedFiles::hash_of(one, "f/"));
    EXPECT_NE(NotedFiles::hash_of(one, "f/"), NotedFiles::hash_of(other, "f/"));
}

} // namespace
} // namespace vellum::index
#endif
