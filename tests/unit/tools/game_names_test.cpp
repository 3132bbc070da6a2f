// Sources of a game's scripts have the names that its data has for numbers.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/bytes.hpp"
#include "tools/game_names.hpp"
#include "tools/open.hpp"

namespace vellum::tools {
namespace {

OpenedFile lighthouse() {
    std::ifstream file(VELLUM_SOURCE_DIR "/samples/ags-game/lighthouse.ags", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    auto opened = open({as_bytes(bytes).begin(), as_bytes(bytes).end()}, "lighthouse.ags");
    EXPECT_TRUE(opened) << (opened ? "" : format(opened.error()));
    return opened ? std::move(*opened) : OpenedFile();
}

std::shared_ptr<const SourceNames> names_of_game(const OpenedFile& opened,
                                                 std::shared_ptr<const SourceNames> known) {
    const auto data = game_data(opened);
    EXPECT_TRUE(data);
    return data ? game_names(*opened.engine, *data, std::move(known)) : nullptr;
}

Decompiled global_script(const OpenedFile& opened, const SourceNames* names) {
    for (const Script& script : opened.scripts) {
        if (script.member != "GlobalScript") continue;
        Diagnostics diagnostics;
        const auto program = load(opened, script, diagnostics);
        if (!program) break;
        auto made = (*program)->decompile({.names = names});
        if (made) return *made;
    }
    ADD_FAILURE() << "the script is no source";
    return {};
}

std::shared_ptr<const SourceNames> names_of(const Engine& engine, std::string_view text) {
    Diagnostics diagnostics;
    auto names = engine.names()->read_names(text, diagnostics);
    for (const Diagnostic& each : diagnostics.all()) ADD_FAILURE() << format(each);
    return names ? *names : nullptr;
}

TEST(GameNames, are_in_the_sources_of_its_scripts) {
    const OpenedFile opened = lighthouse();
    ASSERT_NE(opened.engine, nullptr);
    const auto plain = global_script(opened, nullptr);
    EXPECT_NE(plain.text.find("cGull.ChangeView(1);"), std::string::npos) << plain.text;
    const auto names = names_of_game(opened, nullptr);
    ASSERT_NE(names, nullptr);
    const auto made = global_script(opened, names.get());
    EXPECT_EQ(made.listing, "");
    EXPECT_NE(made.text.find("cGull.ChangeView(VWALK);"), std::string::npos) << made.text;
    EXPECT_NE(made.text.find("!= eModeLookat"), std::string::npos) << made.text;
    ASSERT_EQ(made.headers.size(), 1U);
    EXPECT_NE(made.headers[0].text.find("#define VWALK 1\n"), std::string::npos);
    EXPECT_NE(made.headers[0].text.find("eModeLookat = 0"), std::string::npos);
    for (const FunctionVerdict& function : made.functions) EXPECT_TRUE(function.identical) << function.name;
}

TEST(GameNames, known_ones_count_first) {
    const OpenedFile opened = lighthouse();
    ASSERT_NE(opened.engine, nullptr);
    const auto known =
        names_of(*opened.engine, "// engine: ags\nvellum names 1\nview 1 WALKING\nview 2 FLYING\n");
    const auto names = names_of_game(opened, known);
    ASSERT_NE(names, nullptr);
    const auto made = global_script(opened, names.get());
    EXPECT_NE(made.text.find("cGull.ChangeView(WALKING);"), std::string::npos) << made.text;
}

TEST(GameNames, wrong_lines_are_refused) {
    const Engine& engine = *find_engine("ags");
    for (const std::string_view line : {"view x NAME", "view 1", "view 1 7up", "view 1 A\nview 1 B",
                                        "view 1 A\nview 2 A", "cursor 1 A\nview 1 A"}) {
        Diagnostics diagnostics;
        const auto names = engine.names()->read_names(
            "// engine: ags\nvellum names 1\n" + std::string(line) + "\n", diagnostics);
        EXPECT_FALSE(names) << line;
        EXPECT_FALSE(diagnostics.ok()) << line;
    }
}

} // namespace
} // namespace vellum::tools
