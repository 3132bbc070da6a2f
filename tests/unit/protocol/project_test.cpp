// A game's project in an editor: what is wrong with its dialogs is told at their lines.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"
#include "vellum/files.hpp"

namespace vellum::protocol::lsp {
namespace {

/// Lines and messages that the server tells of an open text of samples/ags/harbour.
std::vector<std::pair<std::int64_t, std::string>> told_of(const std::string& name, const std::string& text) {
    Server server{languages()};
    std::vector<Json> out;
    Json ask, item, params;
    ask.set("id", 1);
    ask.set("method", "initialize");
    ask.set("params", Json::object());
    server.handle(ask, out);
    item.set("uri", "file://" VELLUM_SOURCE_DIR "/samples/ags/harbour/" + name);
    item.set("languageId", "xml");
    item.set("version", 1);
    item.set("text", text);
    params.set("textDocument", std::move(item));
    Json open;
    open.set("method", "textDocument/didOpen");
    open.set("params", std::move(params));
    server.handle(open, out);
    out.clear();
    server.idle(out);
    std::vector<std::pair<std::int64_t, std::string>> told;
    for (const Json& message : out)
        for (const Json& each : message["params"]["diagnostics"].elements())
            told.emplace_back(each["range"]["start"]["line"].as_int(), each["message"].as_string());
    return told;
}

TEST(ProjectInEditor, ItsDialogsAreToldAtTheirLines) {
    const auto bytes = DiskFileSystem().read(VELLUM_SOURCE_DIR "/samples/ags/harbour/Game.agf");
    ASSERT_TRUE(bytes);
    std::string text(as_text(*bytes));
    EXPECT_TRUE(told_of("Game.agf", text).empty());
    // Not as it is on disk, but as it is open.
    const std::size_t begin = text.find("add-inv 1");
    ASSERT_NE(begin, std::string::npos);
    text.replace(begin, 9, "\nadd-inv\n  cKeper.Tint(0, 0, 0, 0, 0);");
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n') + 1;
    const auto told = told_of("Game.agf", text);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].first, line);
    EXPECT_EQ(told[1].first, line + 1);
    EXPECT_TRUE(told[0].second.starts_with("dialog 0, line 9: Unknown command: add-inv.")) << told[0].second;
    text.erase(begin + 1, 8);
    const auto compiled = told_of("Game.agf", text);
    ASSERT_EQ(compiled.size(), 1U);
    EXPECT_EQ(compiled[0].first, line);
    EXPECT_TRUE(compiled[0].second.starts_with("dialog 0, line 9: Undefined token 'cKeper'"))
        << compiled[0].second;
}

/// A skrit of samples/skrit/game that is open in an editor, which has that folder open as well.
std::vector<std::string> told_of_lamp(const std::string& folder) {
    const std::string root = "file://" VELLUM_SOURCE_DIR "/samples",
                      file = "/skrit/game/world/contentdb/components/lamps/lamp.skrit";
    const auto bytes = DiskFileSystem().read(VELLUM_SOURCE_DIR "/samples" + file);
    Server server{languages()};
    std::vector<Json> out;
    Json ask, item, params, open;
    ask.set("id", 1);
    ask.set("method", "initialize");
    ask.set("params", Json::object()).set("rootUri", root + folder);
    server.handle(ask, out);
    item.set("uri", root + file);
    item.set("text", as_text(*bytes));
    params.set("textDocument", std::move(item));
    open.set("method", "textDocument/didOpen");
    open.set("params", std::move(params));
    server.handle(open, out);
    out.clear();
    server.idle(out);
    std::vector<std::string> told;
    for (const Json& message : out)
        for (const Json& each : message["params"]["diagnostics"].elements())
            told.emplace_back(each["message"].as_string());
    return told;
}

TEST(SkritInEditor, IncludeFilesAreFoundWhateverFolderAboveIsOpen) {
    for (const char* const folder : {"", "/skrit", "/skrit/game"})
        EXPECT_EQ(told_of_lamp(folder), std::vector<std::string>()) << folder;
    // Nothing outside of what is open is read.
    EXPECT_EQ(told_of_lamp("/skrit/game/world/contentdb").size(), 1U);
}

} // namespace
} // namespace vellum::protocol::lsp
