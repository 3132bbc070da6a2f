// The development console: skrit and console commands, packing, history, help, report routing.
#include "game.hpp"

#include <map>

#include "base/codes.hpp"
#include "engines/skrit/systems/console.hpp"

namespace vellum::skrit::test {
namespace {

class Screen {
  public:
    explicit Screen(Game& game) : console(game.world(), [this](std::string_view text) { output += text; }) {}
    /// Enters lines divided by line ends; what they printed.
    std::string enter(std::string_view lines) {
        output.clear();
        while (true) {
            const std::size_t end = lines.find('\n');
            open = console.enter(lines.substr(0, end));
            if (end == std::string_view::npos) break;
            lines.remove_prefix(end + 1);
        }
        return output;
    }
    std::string output;
    bool open = false;
    DevelopmentConsole console;
};

TEST(SkritConsole, a_slash_runs_skrit_with_or_without_the_last_semicolon) {
    SKRIT_FEATURE(58, 59, 162);
    Game game;
    Screen screen(game);
    EXPECT_EQ(screen.enter("/Report.GenericF( \"Hi there\\n\" )"), "Hi there\n");
    EXPECT_EQ(screen.enter("  /Report.GenericF( \"%d\", 6 * 7 );"),
              "42\n"); // the line is ended for the prompt
    EXPECT_EQ(screen.enter("/if true { Report.Generic( \"yes\\n\" ); }"), "yes\n");
    EXPECT_FALSE(screen.console.failed());
    EXPECT_NE(screen.enter("/Report.Generic( nothing$ )").find(":3:17: error:"), std::string::npos)
        << screen.output;
    EXPECT_TRUE(screen.console.failed());
}

TEST(SkritConsole, a_number_sign_compiles_the_text_as_it_is) {
    SKRIT_FEATURE(60);
    Game game;
    Screen screen(game);
    EXPECT_EQ(screen.enter("#int First$() { return Second$() + 1; } int Second$() { return 41; }"), "= 42\n");
    EXPECT_EQ(screen.enter("/#string S$ { return \"text\"; }"), "= \"text\"\n");
    EXPECT_EQ(screen.enter("/#only( game ) [[ Report.Generic( \"directive\\n\" ) ]]"), "directive\n");
}

TEST(SkritConsole, host_commands_stand_beside_skrit) {
    SKRIT_FEATURE(161);
    Game game;
    Screen screen(game);
    std::string heard;
    screen.console.add_command("teleport", "PLACE  Goes there.",
                               [&](std::string_view rest) { heard = rest; });
    EXPECT_EQ(screen.enter("Teleport  over the hills "), "");
    EXPECT_EQ(heard, "over the hills");
    EXPECT_NE(screen.enter("help").find("teleport PLACE  Goes there."), std::string::npos);
    EXPECT_EQ(screen.enter("help history").find("history"), 2U);
    EXPECT_NE(screen.enter("fly").find("unknown console command 'fly'"), std::string::npos);
    EXPECT_EQ(screen.enter("   "), "");
    screen.enter("quit");
    EXPECT_TRUE(screen.console.done());
}

TEST(SkritConsole, pasted_lines_are_packed) {
    SKRIT_FEATURE(163);
    Game game;
    Screen screen(game);
    EXPECT_EQ(screen.enter("/int i$ = 0; while( i$ < 3 ) { // count {\n"
                           "  Report.GenericF( \"%d }\",\n"
                           "    i$ ); i$ += 1;\n"
                           "}"),
              "0 }1 }2 }\n");
    EXPECT_FALSE(screen.open);
    EXPECT_EQ(screen.console.history().size(), 1U);
    screen.enter("/Report.Generic(");
    EXPECT_TRUE(screen.open);
    screen.output.clear();
    screen.console.end(); // the input ended: told, not swallowed
    EXPECT_NE(screen.output.find("error:"), std::string::npos);
    EXPECT_FALSE(wants_more("a \"b(\" /* { */ '(' // ("));
    EXPECT_TRUE(wants_more("a \"b"));
    EXPECT_TRUE(wants_more("a /* b"));
}

TEST(SkritConsole, lines_at_hand_go_on_until_an_entry_of_their_own) {
    SKRIT_FEATURE(163);
    Game game;
    Screen screen(game);
    const auto paste = [&](std::initializer_list<std::string_view> lines) {
        screen.output.clear();
        std::size_t left = lines.size();
        for (const std::string_view line : lines) screen.open = screen.console.enter(line, --left != 0);
        return screen.output;
    };
    EXPECT_EQ(paste({"/int i$ = 0;", "while( i$ < 3 ) {", "  i$ += 1;", "}", "", "// shown once",
                     "Report.GenericF( \"%d\", i$ )"}),
              "3\n");
    EXPECT_FALSE(screen.open);
    EXPECT_EQ(screen.console.history().size(), 1U);
    EXPECT_EQ(paste({"/Report.Generic( \"a\" )", "/Report.Generic( \"b\" )", "history"}).substr(0, 4),
              "a\nb\n");
    EXPECT_EQ(paste({"/Report.Generic( \"c\" )", "#X$ { Report.Generic( \"d\" ); }"}), "c\nd\n");
    EXPECT_TRUE(screen.console.enter("/Report.Generic( \"late\" )", true)); // and then nothing comes
    screen.output.clear();
    screen.console.end();
    EXPECT_EQ(screen.output, "late\n");
    EXPECT_TRUE(screen.console.enter("/Report.Generic( \"never\" )", true));
    screen.console.cancel();
    EXPECT_EQ(screen.enter("/Report.Generic( \"next\" )"), "next\n");
}

TEST(SkritConsole, history_is_listed_and_run_again) {
    Game game;
    Screen screen(game);
    screen.enter("/Report.Generic( \"one\" )\n/Report.Generic( \"two\" )");
    EXPECT_EQ(screen.enter("history"),
              "1  /Report.Generic( \"one\" )\n2  /Report.Generic( \"two\" )\n3  history\n");
    EXPECT_EQ(screen.enter("!1"), "one\n");
    EXPECT_NE(screen.enter("!9").find("no such line"), std::string::npos);
}

TEST(SkritConsole, logs_all_streams) {
    SKRIT_FEATURE(160);
    Game game;
    Screen screen(game);
    EXPECT_EQ(
        screen.enter("/Report.Generic( \"plain\" ); Report.Screen( \"seen\" ); Report.Report( \"AISkrit\", "
                     "\"thinking\" ); Report.Perf( \"fast\" )"),
        "plain\n[screen] seen\n[AISkrit] thinking\n[perf] fast\n");
    EXPECT_NE(screen.enter("/int z$ = 0; z$ = 1 / z$").find("error: division by zero in "),
              std::string::npos);
    EXPECT_NE(screen.output.find(" -> DIVIDEI"), std::string::npos); // the box with source and opcodes
}

TEST(SkritConsole, the_report_command_routes_streams_to_files) {
    SKRIT_FEATURE(168, 170);
    Game game;
    Screen screen(game);
    EXPECT_NE(screen.enter("report generic a").find("a: reports cannot be saved here"), std::string::npos);
    std::map<std::string, std::string> kept;
    screen.console.open_target = [&](const std::string& target) -> Result<ReportSink> {
        if (target == "nowhere") return fail(vellum::codes::io_write, "no");
        return ReportSink([&text = kept[target]](std::string_view, std::string_view more) { text += more; });
    };
    screen.enter("report generic a\nreport generic b\nreport screen b");
    EXPECT_EQ(screen.enter("/Report.Generic( \"all\\n\" ); Report.Screen( \"one\" )"), "all\n[screen] one\n");
    EXPECT_EQ(kept["a"], "all\n");
    EXPECT_EQ(kept["b"], "all\none\n"); // two streams in one file, one stream in two files
    EXPECT_NE(screen.enter("report").find("generic -> console a"), std::string::npos);
    screen.enter("report generic console\nreport screen off");
    EXPECT_EQ(screen.enter("/Report.Generic( \"here\\n\" ); Report.Screen( \"hidden\" )"), "here\n");
    EXPECT_EQ(kept["a"], "all\n");
    EXPECT_NE(screen.enter("report generic nowhere").find("nowhere: "), std::string::npos);
}

TEST(SkritConsole, help_of_the_exports) {
    SKRIT_FEATURE(164, 165, 166, 167);
    Game game;
    ASSERT_TRUE(game.host.declare(
        "enum eMood \"How one feels.\" { MOOD_BAD = -1, MOOD_GOOD }; class Thing \"Something.\"\n"
        "{ readonly property string Name \"What it is called.\"; void Rename( string name \"the new name\" "
        "); };\n"
        "int Roll( int sides \"of the die\" ) \"Rolls.\";"));
    Screen screen(game);
    const Exports& exports = game.world().exports();
    screen.enter("/Help.All()"); // every export is in it
    for (std::uint32_t i = 0; i < exports.class_count(); ++i)
        EXPECT_NE(screen.output.find("Class: " + exports.class_at(i).name), std::string::npos);
    for (std::uint32_t i = 0; i < exports.enum_count(); ++i)
        EXPECT_NE(screen.output.find("Enum: " + exports.enum_at(i).name), std::string::npos);
    for (std::uint32_t i = 0; i < exports.event_count(); ++i)
        EXPECT_NE(screen.output.find("  " + exports.event_at(i).name + "("), std::string::npos);
    EXPECT_NE(screen.output.find("int Roll( int sides )"), std::string::npos);
    EXPECT_NE(screen.enter("/Help.Classes").find("  Thing  /* Something. */\n"), std::string::npos);
    EXPECT_NE(screen.enter("/Help.Enums").find("  eMood  /* How one feels. */\n"), std::string::npos);
    EXPECT_NE(screen.enter("/Help.Globals").find("  int Roll( int sides )  /* Rolls. */\n"),
              std::string::npos);
    screen.enter("/Help.Class( \"thing\" )");
    EXPECT_EQ(screen.output.substr(0, 13), "Class: Thing\n");
    EXPECT_NE(screen.output.find("void Thing.Rename( string name )"), std::string::npos);
    EXPECT_NE(screen.output.find("Variables:\n  string Name\n"), std::string::npos);
    EXPECT_EQ(screen.enter("/Help.Enum( \"eMood\" )"),
              "Enum: eMood [CONTINUOUS]\n  MOOD_BAD = -1\n  MOOD_GOOD = 0\n/* How one feels. */\n");
    EXPECT_EQ(screen.enter("/Help.Global( \"Roll\" )"),
              "Global: int Roll( int sides )  /* Rolls. */\n  sides  /* of the die */\n");
    screen.enter("/Help.Class( \"Help\" )"); // help on help
    for (const std::string_view name : {"All()", "Classes()", "Enums()", "Globals()", "Class( string name )",
                                        "Enum( string name )", "Global( string name )"})
        EXPECT_NE(screen.output.find("Help." + std::string(name)), std::string::npos) << name;
}

TEST(SkritConsole, objects_are_made_and_talked_to) {
    Game game;
    game.add("lamp.skrit",
             "property int power$ = 1; int Add$( int a$, int b$ ) { return a$ + b$ + power$; }\n"
             "startup state Off$ { trigger OnTimer$( 1 ) { SetState On$; } } state On$;\n"
             "event OnTimer$( int id$, float ) { Report.GenericF( \"timer %d\\n\", id$ ); }");
    Screen screen(game);
    EXPECT_NE(screen.enter("objects\ndump").find("there is no skrit object"), std::string::npos);
    EXPECT_EQ(screen.enter("new lamp?power=5"), "");
    EXPECT_EQ(screen.enter("new lamp?watt=5"), "warning: lamp has no property 'watt'\n");
    EXPECT_EQ(screen.enter("objects"), "  1  lamp  Off$\n> 2  lamp  Off$\n");
    EXPECT_EQ(screen.enter("select 1\ncall Add$( 1, 2 + 3 )"), "= 11\n");
    EXPECT_EQ(screen.enter("set power = 7\nget power$"), "= 7\n");
    EXPECT_EQ(screen.enter("send OnTimer( 1, 0.0 )\nobjects"), "timer 1\n> 1  lamp  On$\n  2  lamp  Off$\n");
    EXPECT_NE(screen.enter("send OnGoDraw").find("does not mention"), std::string::npos);
    EXPECT_NE(screen.enter("states").find("startup state Off$"), std::string::npos);
    game.files->set("lamp.skrit",
                    "property int power$ = 1; int Add$( int a$, int b$ ) { return 100; } state On$;");
    EXPECT_EQ(screen.enter("reload lamp\ncall Add$( 1, 2 )"),
              "warning: state Off$ of lamp no longer exists; it is in its startup state now\n"
              "reloaded\n= 100\n");
    EXPECT_EQ(screen.enter("formula 2 ** 10"), "= 1024\n");
    EXPECT_EQ(screen.enter("release\nobjects"), "  1  lamp  On$\n");
    EXPECT_EQ(screen.enter("update 0.1 x10"), "");
    EXPECT_NE(screen.enter("update often").find("update SECONDS"), std::string::npos);
    EXPECT_NE(screen.enter("new nothing").find("there is no skrit 'nothing'"), std::string::npos);
}

TEST(SkritConsole, goes_on_while_brackets_comments_or_texts_are_open) {
    for (const char* const whole :
         {"", "a", "f( 1 )", "{ }", "// {", "//", "a //", "{ } //", "/* { */", "\"{\"", "'{'", "\"\\\"{\"",
          "/", "( / )", "{ // }\n}", "/* // */", "// /*"})
        EXPECT_FALSE(wants_more(whole)) << whole;
    for (const char* const open : {"{", "f( 1", "[", "{ //", "{ // }", "{ /* } */", "/*", "/* *", "/* /",
                                   "/*/", "{ \"}\"", "{ '}'", "( / ", "{\n// }\n", "/* // \n"})
        EXPECT_TRUE(wants_more(open)) << open;
}

} // namespace
} // namespace vellum::skrit::test
