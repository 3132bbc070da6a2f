// What is published about a text: for which version, and where else it leads.
#include <gtest/gtest.h>

#include <algorithm>

#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::protocol::lsp {
namespace {

class Publishing {
  public:
    Publishing() { say("initialize", Json::object(), true); }

    /// A whole text of that version: opened the first time, changed later.
    Json text(std::int64_t version, std::string_view text) {
        Json about, params;
        about.set("uri", "file:///nowhere/a.skrit");
        about.set("version", version);
        if (std::exchange(opened_, true)) {
            params.set("contentChanges", Json::array()).push_back(Json::object()).set("text", text);
            params.set("textDocument", std::move(about));
            say("textDocument/didChange", std::move(params), false);
        } else {
            about.set("text", text);
            params.set("textDocument", std::move(about));
            say("textDocument/didOpen", std::move(params), false);
        }
        std::vector<Json> out;
        server_.idle(out);
        return out.size() == 1 ? out.front()["params"] : Json();
    }

  private:
    void say(std::string_view method, Json params, bool asks) {
        Json message;
        if (asks) message.set("id", 1);
        message.set("method", method);
        message.set("params", std::move(params));
        std::vector<Json> unheard;
        server_.handle(message, unheard);
    }
    Server server_{languages()};
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

} // namespace
} // namespace vellum::protocol::lsp
