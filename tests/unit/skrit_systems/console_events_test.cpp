// What the console says of an event that no handler took, and contents that nobody was attached to.
#include "game.hpp"

#include "engines/skrit/systems/console.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritConsoleEvents, without_a_handler_say_what_became_of_them) {
    Game game;
    game.add("lamp.skrit", "startup state Off$ { transition -> On$: OnTimer( 1 ) and OnTimer( 2 ); }\n"
                           "state On$ { transition -> Off$: OnTimer( 3 ); }\n");
    std::string output;
    DevelopmentConsole console(game.world(), [&](std::string_view text) { output += text; });
    const auto enter = [&](std::string_view line) {
        static_cast<void>(console.enter(line));
        return std::exchange(output, {});
    };
    ASSERT_EQ(enter("new lamp"), "");
    EXPECT_EQ(enter("send OnTimer( 9, 0.0 )"), "nothing in this state waits for it\n");
    EXPECT_EQ(enter("send OnTimer( 3, 0.0 )"), "nothing in this state waits for it\n");
    EXPECT_EQ(enter("send OnTimer( 1, 0.0 )"), "remembered by a transition\n");
    EXPECT_EQ(enter("send OnTimer( 1, 0.0 )"), "nothing in this state waits for it\n") << "it is remembered";
    EXPECT_EQ(enter("send OnTimer( 2, 0.0 )"), "") << "a transition took it";
    EXPECT_EQ(enter("objects"), "> 1  lamp  On$\n");
    EXPECT_EQ(enter("send OnTimer( 3 )"), "");
    EXPECT_EQ(enter("objects"), "> 1  lamp  Off$\n");
}

TEST(SkritContentAlone, has_nothing_to_compile) {
    SkritContent content;
    Diagnostics diagnostics;
    EXPECT_EQ(content.compile_components(diagnostics), 0U);
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_FALSE(content.make("anything", {}));
}

TEST(SkritConsoleBrackets, are_counted_outside_of_texts_and_comments) {
    for (const char* const open : {"(", "{", "[", "( // )", "( /* ) */", "/* (", "/*", "/* *", "( \")\"",
                                   "( ')'", "( \"\\\")\"", "( /", "( //", "( [ )", "// x\n("})
        EXPECT_TRUE(wants_more(open)) << open;
    for (const char* const closed : {"", "()", "{ [ ( ) ] }", "// (", "/* ( */", "/* ( */ // {", "\"(\"",
                                     "'('", "\"\\\"(\"", "/", "//", "/**/", "// (\n()", "a / b", "/*/ ( */"})
        EXPECT_FALSE(wants_more(closed)) << closed;
}

} // namespace
} // namespace vellum::skrit::test
