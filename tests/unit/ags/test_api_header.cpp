// The header of the script API: every release compiles with every level and switch, and gives imports the
// slots that they have in scripts of released games.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engines/ags/api/header.hpp"
#include "engines/ags/api/table.hpp"
#include "engines/ags/api/version.hpp"
#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/sources.hpp"

namespace vellum::ags {
namespace {

/// Compiles a script after the header of a release; the first mistake, or nothing.
std::string mistake_in(api::Release release, const compile::Settings& settings) {
    const std::string header = api::api_header(release);
    const compile::Source sources[] = {{"api", "api", header}, {"own", "own", "int f() { return 1; }"}};
    const compile::Compiled compiled = compile::compile_sources(sources, settings, true);
    if (compiled.mistakes.empty()) return {};
    return std::to_string(compiled.mistakes[0].line) + ": " + compiled.mistakes[0].message;
}

TEST(ApiHeader, EveryReleaseCompilesWithEveryLevelAndSwitch) {
    for (api::Release release = 0; release < api::releases().size(); ++release) {
        const std::string_view newest = api::newest_level(release);
        for (const std::string_view level : api::levels()) {
            for (int switches = 0; switches < 8; ++switches) {
                if (level != newest && switches != 0 && switches != 7) continue;
                compile::Settings settings;
                settings.api = level;
                settings.strict = (switches & 1) == 0;
                settings.new_strings = (switches & 2) == 0;
                settings.new_audio = (switches & 4) == 0;
                EXPECT_EQ(mistake_in(release, settings), "")
                    << api::releases()[release] << ' ' << level << ' ' << switches;
            }
            if (level == newest) break;
        }
    }
}

/// The slot of an import in a script that uses it, after the header of an editor's release.
std::optional<std::size_t> slot(std::string_view name, const std::string& settings) {
    Diagnostics diagnostics;
    const std::string text = "// vellum: " + settings + "\nint f() { return player.Room; }\n";
    const auto scom = compile::compile_text(text, {"own.asc", {}}, diagnostics);
    if (!scom) return std::nullopt;
    const auto found = std::ranges::find(scom->imports, name);
    if (found == scom->imports.end()) return std::nullopt;
    return static_cast<std::size_t>(found - scom->imports.begin());
}

TEST(ApiHeader, GivesImportsTheSlotsOfReleasedGames) {
    EXPECT_EQ(slot("player", "api=3.3.0, forcenewaudio=0"), 744U);
    EXPECT_EQ(slot("player", "api=3.4.0"), 760U);
    EXPECT_EQ(slot("player", "api=3.5.0, compat=v335, forcenewaudio=0"), 921U);
    EXPECT_EQ(slot("player", "api=3.6.0.44"), 923U);
    EXPECT_EQ(slot("player", "api=3.6.1.26"), 946U);
    EXPECT_EQ(slot("player", "api=v361"), std::nullopt) << "a level alone has no header";
}

/// What a script was compiled with, by its imports: "3.6.1.26 v361 v361".
std::string version_of(const std::string& settings, api::ScriptTraits traits = {}) {
    Diagnostics diagnostics;
    const std::string text =
        "// vellum: " + settings +
        "\nvoid f() { player.ChangeView(2); Display(\"x\"); Wait(1); int n = Room.Width; "
        "File* file = File.Open(\"x\", eFileRead); mouse.Visible = false; }\n";
    const auto scom = compile::compile_text(text, {"own.asc", {}}, diagnostics);
    if (!scom) return "not compiled";
    const auto found = api::find_version(scom->imports, traits);
    if (!found) return "none";
    std::string said(api::releases()[found->release]);
    said += ' ';
    said += api::levels()[found->conditions.api];
    said += ' ';
    said += api::levels()[found->conditions.compat];
    for (const bool each :
         {found->conditions.strict, found->conditions.strict_strings, found->conditions.strict_audio})
        if (!each) said += " -";
    return said;
}

TEST(ApiVersion, IsFoundByTheSlotsOfImports) {
    const api::ScriptTraits uncounted{.counts_functions = false}, counted{.counts_functions = true};
    EXPECT_EQ(version_of("api=3.6.3.13", counted), "3.6.3.13 v363 v363");
    EXPECT_EQ(version_of("api=3.6.3.13:v350, compat=v321, forceobjectbasedscript=0", counted),
              "3.6.3.13 v350 v321 -");
    EXPECT_EQ(version_of("api=3.6.1.26", uncounted), "3.6.1.29 v361 v361") << "which has the same slots";
    EXPECT_EQ(version_of("api=3.5.0, forcenewaudio=0, counted-imports=0", uncounted), "3.5.0 v3507 v3507 -");
    EXPECT_EQ(version_of("api=3.4.0, compat=v335, counted-imports=0", uncounted), "3.4.0 v340 v335");
    EXPECT_EQ(version_of("api=3.3.0, version=89", {.block_version = 89}), "3.3.0 v330 v330");
}

TEST(ApiVersion, IsNoneWhereSomethingContradicts) {
    const auto found = [](std::vector<std::string> imports) {
        return api::find_version(imports, {}).has_value();
    };
    EXPECT_FALSE(found({}));
    EXPECT_FALSE(found({"", "Unknown"}));
    EXPECT_FALSE(found({"Display^101"}));
    EXPECT_FALSE(found({"player", "String::Format"}));
}

TEST(ApiTable, IsReadWhole) {
    std::size_t count = 0;
    std::size_t guards_unknown = 0;
    api::Rows rows;
    for (api::Row row; rows.next(row); ++count) {
        EXPECT_NE(row.releases, 0U) << row.name;
        EXPECT_FALSE(row.name.empty());
        if (row.kind == api::RowKind::structure || row.name == "SendEvent") {
            EXPECT_EQ(row.owner, "") << row.name;
        }
        if (row.name == "ChangeModeGraphic") {
            EXPECT_EQ(row.owner, "Mouse");
        }
        const bool typed = row.kind == api::RowKind::function || row.kind == api::RowKind::property ||
                           row.kind == api::RowKind::field || row.kind == api::RowKind::variable;
        EXPECT_EQ(typed, !row.type.empty()) << row.name;
        // No other conditions than a compilation can have.
        for (std::string_view rest = row.guards; !rest.empty();) {
            std::string_view guard = api::take_word(rest);
            if (guard.starts_with('!')) guard.remove_prefix(1);
            if (guard.starts_with('<')) guard.remove_prefix(1);
            guards_unknown += !guard.starts_with("STRICT") &&
                              std::ranges::find(api::levels(), guard) == api::levels().end();
        }
    }
    EXPECT_EQ(count, 2643U);
    EXPECT_EQ(guards_unknown, 0U);
}

TEST(ApiTable, EditorsHaveTheNewestReleaseThatIsNotNewer) {
    const auto release = [](std::string_view version) -> std::string_view {
        const auto found = api::release_for_editor(version);
        return found ? api::releases()[*found] : "";
    };
    EXPECT_EQ(release("3.1.2"), "3.2.0");
    EXPECT_EQ(release("3.3.5.6"), "3.3.5");
    EXPECT_EQ(release("3.6.1"), "3.6.1.30");
    EXPECT_EQ(release("3.6.1.26"), "3.6.1.26");
    EXPECT_EQ(release("3.6.1.27"), "3.6.1.26");
    EXPECT_EQ(release("3.6.99.1"), "3.6.3.13");
    EXPECT_EQ(release("3"), "3.6.3.13");
    for (const std::string_view wrong : {"", "4.0.0.29", "v361", "3.6.", "3.6.1.26.1", "3.6-beta", "-3"})
        EXPECT_EQ(release(wrong), "") << wrong;
    EXPECT_EQ(api::level_of_option(3060026), "v36026");
    EXPECT_EQ(api::level_of_option(9), "");
}

} // namespace
} // namespace vellum::ags
