// Declaration files: reading, writing, mistakes; the built-in ones.
#include "engines/skrit/exports/help.hpp"
#include "engines/skrit/exports/help_reader.hpp"
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

std::string problems(std::string_view text) {
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    read_exports(text, "t.exports", exports, diagnostics);
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.all())
        result += (result.empty() ? "" : " ") + std::string(diagnostic.code->id) + "@" +
                  std::to_string(diagnostic.place.line) + ":" + std::to_string(diagnostic.place.column);
    return result;
}

TEST(SkritExports, built_in_files_are_without_mistakes) {
    Exports base;
    Diagnostics diagnostics;
    EXPECT_TRUE(read_exports(base_exports_text(), "base.exports", base, diagnostics))
        << format_all(diagnostics, "base");
    Exports game(&base);
    EXPECT_TRUE(read_exports(game_exports_text(), "game.exports", game, diagnostics))
        << format_all(diagnostics, "game");
    EXPECT_EQ(game.hash(), game_exports().hash());
    Exports siege(&game);
    EXPECT_TRUE(read_exports(siege_exports_text(), "siege.exports", siege, diagnostics))
        << format_all(diagnostics, "siege");
    EXPECT_GT(siege.function_count(), 3000U);
    EXPECT_EQ(siege.hash(), siege_exports().hash());
}

TEST(SkritExports, what_is_written_reads_back) {
    const std::string text = write_exports(siege_exports());
    Exports again(&game_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(read_exports(text, "again", again, diagnostics)) << format_all(diagnostics, "again");
    EXPECT_EQ(write_exports(again), text);
    EXPECT_EQ(again.hash(), siege_exports().hash());
}

TEST(SkritExports, everything_that_can_be_declared) {
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(read_exports(R"(
        // a comment
        enum eMood "How one feels." { MOOD_BAD = -1, MOOD_FINE, MOOD_GREAT = 0x10 };
        class Thing : Root "Something." {
            const string& GetName() const "Its name.";
            void Rename( const string& name "new name", string& old );
            property float Size "How large.";
            readonly property Mark Owner;
            static Thing Make( int a, unsigned int b, eMood mood );
        }
        class Root;
        id class Mark { bool IsValid() const; };
        value class Place;
        managed class Held;
        static class Tools { void Say( string format, ... ) dev; int Odd( any value ) noskrit user 3; };
        singleton class World { Place Where( Thing * thing ); };
        int Count( void );
        events "test" { OnPing; bool OnAsk( Thing thing, int count ) dev "A question."; };
    )",
                             "t", exports, diagnostics))
        << format_all(diagnostics, "t");
    const std::uint32_t thing = exports.find_class("THING");
    ASSERT_NE(thing, no_index);
    EXPECT_EQ(exports.class_at(exports.class_at(thing).base).name, "Root");
    std::vector<std::uint32_t> found;
    exports.find_functions(thing, "setsize", found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(exports.signature(found[0]), "void Thing.SetSize( float )");
    found.clear();
    exports.find_functions(thing, "Rename", found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FALSE(exports.function_at(found[0]).parameters[0].in_out);
    EXPECT_TRUE(exports.function_at(found[0]).parameters[1].in_out);
    EXPECT_EQ(exports.function_at(found[0]).parameters[0].documentation, "new name");
    const std::uint32_t mood = exports.find_enum("emood");
    EXPECT_TRUE(exports.enum_at(mood).irregular);
    EXPECT_EQ(exports.constant_at(exports.find_constant("mood_great")).value, 16);
    const std::uint32_t ask = exports.find_event("onask");
    EXPECT_EQ(exports.event_at(ask).family, "test");
    EXPECT_EQ(exports.event_at(ask).flags, static_cast<std::uint32_t>(export_dev));
    found.clear();
    exports.find_functions(exports.find_class("tools"), "odd", found);
    EXPECT_EQ(exports.function_at(found[0]).flags, export_not_skrit | 1U << (export_user_shift + 3));
}

TEST(SkritExports, mistakes_have_places) {
    EXPECT_EQ(problems("class A { int F(; }"), "skrit.exports@1:17");
    EXPECT_EQ(problems("class A { Nothing F(); int G(); }"), "skrit.exports@1:19");
    EXPECT_EQ(problems("class A : B { }"), "skrit.exports@1:13");
    EXPECT_EQ(problems("class A : B { } class B : A { }").substr(0, 13), "skrit.exports");
    EXPECT_EQ(problems("enum E { A, B, A }"), "skrit.duplicate@1:18");
    EXPECT_EQ(problems("property int X;"), "skrit.exports@1:10");
    EXPECT_EQ(problems("}"), "skrit.exports@1:1");
    EXPECT_EQ(problems("void F( void v );"), "skrit.exports@1:14");
    EXPECT_NE(problems("class A { int F()"), "");
}

TEST(SkritExports, registry_on_a_base) {
    Exports top(&conformance_exports());
    const std::uint32_t side = top.find_enum("eSide");
    EXPECT_TRUE(top.add_constant(side, {"SIDE_NEW", 7}));
    EXPECT_FALSE(top.add_constant(side, {"side_new", 8}));
    EXPECT_EQ(top.constant_at(top.find_constant("SIDE_NEW")).value, 7);
    EXPECT_FALSE(conformance_exports().find_constant("SIDE_NEW"));
    EXPECT_EQ(top.add_class({"goid", ClassKind::pointer, no_index, 0, ""}), top.find_class("Goid"));
}

TEST(SkritExports, every_flag_is_written_and_read) {
    std::string text = "static class Tools {\n";
    for (int bit = 0; bit < 16; ++bit)
        text += "int F" + std::to_string(bit) + "() user " + std::to_string(bit) + ";\n";
    text += "int All() noskrit dev user 0 user 5 user 15; int None(); };\n";
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(read_exports(text, "t", exports, diagnostics)) << format_all(diagnostics, "t");
    const std::string written = write_exports(exports);
    for (int bit = 0; bit < 16; ++bit)
        EXPECT_NE(written.find("F" + std::to_string(bit) + "() user " + std::to_string(bit) + ";"),
                  std::string::npos)
            << written;
    EXPECT_NE(written.find("All() noskrit dev user 0 user 5 user 15;"), std::string::npos) << written;
    EXPECT_NE(written.find("None();"), std::string::npos) << written;
    Exports again(&base_exports());
    ASSERT_TRUE(read_exports(written, "again", again, diagnostics)) << format_all(diagnostics, "again");
    EXPECT_EQ(again.hash(), exports.hash());
}

/// As the game prints them: events are functions of a class of their own, hooks have a $ in their names, some
/// lists lack their constants.
constexpr std::string_view dump =
    "** Classes **\n\nClass: FuBiEvent\n\n"
    "    static void OnGoHandleMessage( SkritObject*, eWorldEvent, const WorldMessage& ) [COMPLEX]\n"
    "    static bool OnGoCommitCreation( SkritObject*, SkriteResult& ) [COMPLEX] [!SKRIT]\n"
    "    static bool OnGoReview( HSkritObject, eSkritResult&, const string& )\n"
    "    static void OnTimer( SkritObject*, int, float ) [COMPLEX]\n\n"
    "Class: NetworkManager [SINGLETON]\n\n    void CLASSDOCO$QueryDocs( FuBiFunctionDocs& ) [COMPLEX]\n"
    "    int Count( void )\n\nClass: Player\n\n    int HumanPlayerCount\n    int Team\n\n"
    "Class: WorldMessage\n\nClass: SkriteResult\n\n** Global functions **\n\nvoid Post( eWorldEvent )\n\n"
    "** Enumerations **\n\neWorldEvent [IRREGULAR]\n\neOwn [CONTINUOUS]\n\n    eOwn\n        own_one = 1\n";

TEST(SkritExports, help_of_the_game_declares_events) {
    for (const bool twice : {false, true}) {
        Exports exports(&base_exports());
        Diagnostics diagnostics;
        ASSERT_TRUE(read_help(dump, "help", siege_exports(), exports, diagnostics))
            << format_all(diagnostics, "help");
        std::string text(dump);
        if (twice) text = game_help(exports); // which is a text of that kind again
        Exports known(&base_exports());
        ASSERT_TRUE(is_help_text(text) && read_help(text, "help", siege_exports(), known, diagnostics));
        CompileOptions options;
        options.exports = &known;
        const auto problems = [&](std::string_view script) {
            Diagnostics found;
            static_cast<void>(compile_unit(script, options, found));
            return found.ok() ? std::string() : std::string(found.all()[0].message);
        };
        EXPECT_EQ(
            problems("event OnGoHandleMessage$( eWorldEvent e$, WorldMessage m$ ) { if( e$ == WE_REQ_USE ) { "
                     "Post( e$ ); } } event OnGoCommitCreation$ { return true; } "
                     "event OnGoReview$( string s$ ) { return s$ == \"\"; }"),
            "");
        EXPECT_EQ(problems("int F$() { return Player.GetHumanPlayerCount + NetworkManager.Count(); }"), "");
        EXPECT_EQ(problems("int F$() { return Player.Team; }"), "'Player.Team' needs an object");
        EXPECT_EQ(problems("event OnGoHandleMesage$() { }"), "'OnGoHandleMesage$' is not an event");
        EXPECT_EQ(known.find_event("CLASSDOCO$QueryDocs"), no_index);
        EXPECT_EQ(known.enum_at(known.find_enum("eOwn")).constants.size(), 1U);
    }
}

TEST(SkritExports, help_of_one_class_is_read) {
    constexpr std::string_view text =
        "Class: Lamp [SINGLETON]\n\n    void Light( float seconds ) /* Burns. */\n";
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(is_help_text(text) && read_help(text, "help", siege_exports(), exports, diagnostics));
    EXPECT_EQ(exports.functions_of(exports.find_class("Lamp")).size(), 1U);
}

} // namespace
} // namespace vellum::skrit::test
