// What is published about a text: for which version, and where else it leads.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"
#include "vellum/files.hpp"

namespace vellum::protocol::lsp {
namespace {

class Publishing {
  public:
    explicit Publishing(std::shared_ptr<const FileSystem> files = std::make_shared<const DiskFileSystem>())
        : server_(languages(), std::move(files)) {
        static_cast<void>(say("initialize", Json::object(), true));
    }

    /// A whole text of that version: opened the first time, changed later.
    Json text(std::int64_t version, std::string_view text) {
        Json about, params;
        about.set("uri", "file:///nowhere/a.skrit");
        about.set("version", version);
        if (std::exchange(opened_, true)) {
            params.set("contentChanges", Json::array()).push_back(Json::object()).set("text", text);
            params.set("textDocument", std::move(about));
            say("textDocument/didChange", std::move(params));
        } else {
            about.set("text", text);
            params.set("textDocument", std::move(about));
            say("textDocument/didOpen", std::move(params));
        }
        const std::vector<Json> out = idle();
        return out.size() == 1 ? out.front()["params"] : Json();
    }
    void open(std::string_view name, std::string_view text) {
        Json params;
        Json& about = params.set("textDocument", Json::object());
        about.set("uri", "file:///nowhere/" + std::string(name));
        about.set("text", text);
        say("textDocument/didOpen", std::move(params));
    }
    /// What is published at once.
    std::vector<Json> say(std::string_view method, Json params, bool asks = false) {
        Json message;
        if (asks) message.set("id", 1);
        message.set("method", method);
        message.set("params", std::move(params));
        std::vector<Json> out;
        server_.handle(message, out);
        return out;
    }
    /// What is published when nothing more comes.
    std::vector<Json> idle() {
        std::vector<Json> out;
        server_.idle(out);
        return out;
    }
    /// How much is wrong with the only text that something is published about; -1 if it is not one text.
    std::int64_t count() {
        const std::vector<Json> out = idle();
        return out.size() == 1 ? static_cast<std::int64_t>(out.front()["params"]["diagnostics"].size()) : -1;
    }

  private:
    Server server_;
    bool opened_ = false;
};

TEST(Published, IsOfTheVersionThatWasLookedAt) {
    Publishing editor;
    EXPECT_EQ(editor.text(3, "int x$ = 1;\n")["version"].as_int(), 3);
    EXPECT_EQ(editor.text(8, "int y$ = 1;\n")["version"].as_int(), 8);
}

TEST(Published, LeadsToWhatElseItIsAbout) {
    const Json told = Publishing().text(1, "int x$ = 1;\nint x$ = 2;\n")["diagnostics"];
    const auto twice = std::ranges::find_if(
        told.elements(), [](const Json& one) { return one["code"].as_string() == "skrit.duplicate"; });
    ASSERT_NE(twice, told.elements().end());
    const Json& related = (*twice)["relatedInformation"];
    ASSERT_EQ(related.size(), 1U);
    EXPECT_EQ(related.at(0)["message"].as_string(), "the first one is here");
    EXPECT_EQ(related.at(0)["location"]["range"]["start"]["line"].as_int(-1), 0);
    EXPECT_EQ(related.at(0)["location"]["uri"].as_string(), "file:///nowhere/a.skrit");
}

TEST(Published, LeadsToTheLineOfAnIncludedText) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto bytes = as_bytes(std::string_view("const int Most = 3;\nconst int Least = ;\n"));
    files->add("nowhere/lib.patho", {bytes.begin(), bytes.end()});
    Publishing editor(files);
    editor.open("main.patho", "#include \"lib.patho\"\nmain task TMain { void init() { @Trace(Most); } }\n");
    const std::vector<Json> out = editor.idle();
    ASSERT_EQ(out.size(), 1U);
    ASSERT_GE(out.front()["params"]["diagnostics"].size(), 1U);
    const Json& told = out.front()["params"]["diagnostics"].at(0);
    EXPECT_TRUE(told["message"].as_string().starts_with("lib.patho:2: ")) << told.to_text();
    ASSERT_EQ(told["relatedInformation"].size(), 1U);
    const Json& where = told["relatedInformation"].at(0)["location"];
    EXPECT_TRUE(where["uri"].as_string().ends_with("nowhere/lib.patho"));
    EXPECT_EQ(where["range"]["start"]["line"].as_int(-1), 1);
}

TEST(Published, ChangesOfOneMessageFollowEachOther) {
    Publishing editor;
    editor.text(1, "int x$ = 1;\nint y$ = 2;\n");
    const Json params = parse_json(R"({"textDocument": {"uri": "file:///nowhere/a.skrit", "version": 2},
        "contentChanges": [{"text": "int z$ = 1;\n"},
                           {"range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 4}}, "text": "b"},
                           {"range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 4}}, "text": "a"}]})")
                            .value_or(Json());
    editor.say("textDocument/didChange", params);
    Json about;
    about.set("textDocument", Json::object()).set("uri", "file:///nowhere/a.skrit");
    const std::vector<Json> out = editor.say("textDocument/documentSymbol", std::move(about), true);
    ASSERT_EQ(out.size(), 1U);
    ASSERT_EQ(out.front()["result"].size(), 1U) << out.front().to_text();
    EXPECT_EQ(out.front()["result"].at(0)["name"].as_string(), "abz$");
}

TEST(Published, IsToldAgainWhenSomethingAroundATextChanges) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto on_disk = [&](std::string_view text) {
        const auto bytes = as_bytes(text);
        files->add("nowhere/lib.patho", {bytes.begin(), bytes.end()});
    };
    on_disk("const int Most = 3;\n");
    Publishing editor(files);
    editor.open("main.patho", "#include \"lib.patho\"\nmain task TMain { void init() { @Trace(Most); } }\n");
    EXPECT_EQ(editor.count(), 0);
    EXPECT_TRUE(editor.idle().empty()); // once
    editor.open("lib.patho", "const int Least = 3;\n");
    EXPECT_EQ(editor.idle().size(), 2U);
    // A text that is closed is again as it is on disk.
    Json closed;
    closed.set("textDocument", Json::object()).set("uri", "file:///nowhere/lib.patho");
    const std::vector<Json> cleared = editor.say("textDocument/didClose", std::move(closed));
    ASSERT_EQ(cleared.size(), 1U);
    EXPECT_EQ(cleared.front()["params"]["uri"].as_string(), "file:///nowhere/lib.patho");
    EXPECT_EQ(cleared.front()["params"]["diagnostics"].size(), 0U);
    EXPECT_EQ(editor.count(), 0);
    on_disk("const int Least = 3;\n");
    EXPECT_TRUE(editor.idle().empty());
    editor.say("workspace/didChangeWatchedFiles", Json::object());
    EXPECT_EQ(editor.count(), 1);
    // So are settings: a member that is none is an error of every text.
    Json settings;
    settings.set("settings", Json::object())
        .set("vellum", Json::object())
        .set("settings", Json::object())
        .set("pathologic", Json::object())
        .set("nosuch", true);
    on_disk("const int Most = 3;\n");
    editor.say("workspace/didChangeConfiguration", std::move(settings));
    EXPECT_EQ(editor.count(), 1);
    editor.say("workspace/didChangeConfiguration", Json::object());
    EXPECT_EQ(editor.count(), 0);
}

} // namespace
} // namespace vellum::protocol::lsp
