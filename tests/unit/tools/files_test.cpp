// Whole files through the tools that front ends share: the verdict about containers, uses of names, graphs.
#include "support/ags_packages.hpp"
#include "vellum/tools.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace vellum::tools {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> bytes_of_sample(const std::string& name) {
    std::ifstream in("samples/ags/" + name, std::ios::binary);
    return bytes_of(std::string{std::istreambuf_iterator<char>(in), {}});
}

constexpr std::string_view listing =
    "; engine: pathologic\n.numbering hd\n.run t, start\n.task t, 0\nstart:\n"
    "    PushS \"hello\"\n    Func Trace/1, S[1]\n    Return 1\n";

TEST(Files, ListingsAreKnownByTheirFirstLine) {
    const auto opened = open(bytes_of(listing), "a.txt");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->engine->id(), "pathologic");
    ASSERT_EQ(opened->scripts.size(), 1U);
    EXPECT_TRUE(opened->scripts[0].is_listing);
    const auto reports = check(*opened);
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].file, "a.txt");
    EXPECT_EQ(reports[0].errors, 0U);
    Diagnostics diagnostics;
    const auto program = load(*opened, opened->scripts[0], diagnostics);
    ASSERT_TRUE(program);
    const auto uses = find_uses(**program, {.name = "h*llo", .kind = "string"});
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].name, "hello");
    EXPECT_EQ(uses[0].function, "run");
    EXPECT_TRUE(find_uses(**program, {.name = "h*llo", .kind = "native"}).empty());
}

TEST(Files, ListingsNameTheirEngineInOneOfTheFirstFiveLines) {
    for (const int before : {0, 4, 5}) {
        std::string text;
        for (int i = 0; i < before; ++i) text += "; a remark\n";
        const auto opened = open(bytes_of(text + "; engine: skrit, and more\n    MISSPELT\n"), "a.vasm");
        EXPECT_EQ(opened.has_value(), before < 5) << before;
        if (opened) EXPECT_EQ(opened->engine->id(), "skrit");
    }
}

TEST(Files, ListingsThatNameNoEngineAreKnownByTheirWords) {
    const auto engine_of = [](std::string_view text) {
        const auto opened = open(bytes_of(text), "a.vasm");
        return opened ? std::string(opened->engine->id()) : opened.error().message;
    };
    EXPECT_EQ(engine_of(".function system 0\n    RESET\n    RETURN\n"), "ff7");
    EXPECT_EQ(engine_of(".export func \"f$0\", f\nf:\n    LITTOREG AX, 1\n    RET\n"), "ags");
    EXPECT_EQ(engine_of(".export func \"f$0\", f\nf:\n    LITTOREG AX, 1\n    MISSPELT\n    RET\n"), "ags")
        << "the one with the fewest mistakes";
    // What all of them understand as little as each other is nobody's.
    EXPECT_EQ(engine_of("    MISSPELT\n"), "the listing does not name its engine");
}

TEST(Files, MembersThatTheFileCutsOffAreErrorsOfTheWhole) {
    const std::vector<std::byte> whole =
        test::package(30, {{"game28.dta", test::game_data({bytes_of_sample("s10_switch.o")})},
                           {"last.spr", bytes_of("sprites")}});
    const auto opened = open(whole, "game.ags");
    ASSERT_TRUE(opened) << opened.error().message;
    const auto sound = check(*opened);
    EXPECT_EQ(std::ranges::count_if(sound, [](const CheckReport& one) { return one.errors != 0; }), 0);
    const auto last = std::ranges::find(opened->members, "last.spr", &archives::Member::name);
    ASSERT_NE(last, opened->members.end());
    const auto shorter =
        open({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(last->offset) + 3}, "game.ags");
    ASSERT_TRUE(shorter) << shorter.error().message;
    const auto reports = check(*shorter);
    ASSERT_EQ(reports.size(), sound.size() + 1);
    EXPECT_EQ(reports.back().file, "game.ags!last.spr");
    EXPECT_EQ(reports.back().errors, 1U);
    ASSERT_EQ(reports.back().found.size(), 1U);
    EXPECT_EQ(reports.back().found[0].place.offset, last->offset);
}

TEST(Files, GraphsNameWhatIsMissing) {
    Diagnostics diagnostics;
    const auto opened = open(bytes_of(listing), "a.vasm");
    const auto program = load(*opened, opened->scripts[0], diagnostics);
    ASSERT_TRUE(program);
    EXPECT_TRUE(draw_graph(**program, GraphFormat::svg)->starts_with("<svg"));
    EXPECT_TRUE(draw_graph(**program, GraphFormat::dot, {.function = "run"})->starts_with("digraph"));
    const auto missing = draw_graph(**program, GraphFormat::json, {.function = "rum"});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, &codes::engine_function);
    EXPECT_EQ(missing.error().message, "there is no function 'rum'. Did you mean 'run'?");
}

} // namespace
} // namespace vellum::tools
