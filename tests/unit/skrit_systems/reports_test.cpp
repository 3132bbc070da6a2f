// Report streams by themselves: routing, indentation, tables, and the streams that are messages to people.
#include "game.hpp"

#include "engines/skrit/listing/documents.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritReports, streams_go_to_any_number_of_sinks) {
    SKRIT_FEATURE(168);
    Reports reports;
    std::string console, a, b;
    reports.set_default([&](std::string_view, std::string_view text) { console += text; });
    reports.add_sink("A", [&](std::string_view, std::string_view text) { a += text; });
    reports.write("AISkrit", "1");
    EXPECT_TRUE(reports.also("aiskrit", "a"));
    reports.write("AISKRIT", "2");
    EXPECT_FALSE(reports.route("aiskrit", "nowhere"));
    EXPECT_FALSE(reports.add_to_stream("aiskrit", "file", "b")); // nobody makes sinks for scripts
    reports.make_sink = [&](std::string_view type, std::string_view name) -> ReportSink {
        if (type != "memory") return {};
        EXPECT_EQ(name, "b");
        return [&](std::string_view, std::string_view text) { b += text; };
    };
    EXPECT_FALSE(reports.add_to_stream("aiskrit", "file", "b"));
    EXPECT_TRUE(reports.add_to_sink("a", "memory", "b")); // all that goes to a goes to b too
    reports.write("aiskrit", "3");
    reports.unroute("aiskrit");
    reports.write("aiskrit", "4");
    EXPECT_EQ(console, "1234");
    EXPECT_EQ(a, "23");
    EXPECT_EQ(b, "3");
    EXPECT_EQ(reports.streams(), std::vector<std::string>{"aiskrit"});
}

TEST(SkritReports, scripts_route_through_what_the_host_allows) {
    SKRIT_FEATURE(168);
    Game game;
    std::string kept;
    game.world().reports.make_sink = [&](std::string_view type, std::string_view) -> ReportSink {
        if (type != "Log") return {};
        return [&](std::string_view, std::string_view text) { kept += text; };
    };
    ASSERT_TRUE(game.engine().command(
        "#X$() { bool a$ = Report.AddNewSinkToContext( \"generic\", \"Log\", \"mine\" ); "
        "bool b$ = Report.AddNewSinkToContext( \"generic\", \"File\", \"/etc/x\" ); "
        "Report.GenericF( \"%d %d\\n\", a$, b$ ); }"));
    EXPECT_EQ(game.take(), "1 0\n");
    EXPECT_EQ(kept, "1 0\n");
}

TEST(SkritReports, indentation) {
    SKRIT_FEATURE(169);
    Reports reports;
    std::string out;
    reports.set_default([&](std::string_view, std::string_view text) { out += text; });
    reports.write("x", "a\n");
    reports.indent("x", 1);
    reports.write("x", "b\nc");
    reports.write("x", "d\n\n");
    reports.indent("x", 1);
    reports.write("x", "e\n");
    reports.indent("x", -10);
    reports.write("x", "f\n");
    EXPECT_EQ(out, "a\n    b\n    cd\n\n        e\nf\n");
}

TEST(SkritReports, printf_formats) {
    SKRIT_FEATURE(169, 179);
    Game game;
    ASSERT_TRUE(game.engine().command(
        "Report.GenericF( \"%d|%5d|%-4d|%04x|%c|%s|%.2f|%e|%%|%8.3s|\\n\", 7, 42, 3, 255, 65, "
        "\"text\", 1.005, 1500.0, \"abcdef\" )"));
    EXPECT_EQ(game.take(), "7|   42|3   |00ff|A|text|1.00|1.500000e+03|%|     abc|\n");
    ASSERT_TRUE(game.engine().command("Report.ReportF( \"aiskrit\", \"%s %d\", \"stream\", 2 )"));
    EXPECT_EQ(game.take(), "[aiskrit] stream 2");
}

TEST(SkritReports, enabling_and_disabling) {
    SKRIT_FEATURE(169);
    Game game;
    ASSERT_TRUE(
        game.engine().command("Report.Disable( \"Generic\" ); Report.Generic( \"hidden\" ); "
                              "bool off$ = Report.IsEnabled( \"generic\" ); Report.Enable( \"GENERIC\" ); "
                              "Report.GenericF( \"%d%d\", off$, Report.IsEnabled( \"generic\" ) ); "
                              "Report.Toggle( \"generic\" ); Report.Generic( \"hidden again\" ); "
                              "Report.Toggle( \"generic\" ); Report.Generic( \"shown\" )"));
    EXPECT_EQ(game.take(), "01shown");
}

TEST(SkritReports, tables) {
    SKRIT_FEATURE(169);
    Reports reports;
    std::string out;
    reports.set_default([&](std::string_view, std::string_view text) { out += text; });
    reports.table("x", {{"name", "state"}, {"a long one", "B$"}, {"b"}});
    EXPECT_EQ(out, "name        state\na long one  B$\nb\n");
}

TEST(SkritReports, messages_to_people_reach_the_host) {
    SKRIT_FEATURE(171);
    Game game;
    std::vector<std::string> heard;
    game.engine().on_report([&](std::string_view stream, std::string_view text) {
        heard.push_back(std::string(stream) + ": " + std::string(text));
    });
    ASSERT_TRUE(game.engine().command(
        "\nDebug.Assert( 1 == 2 ); Debug.Assert( true ); Report.ErrorBox( \"e\" ); "
        "Report.FatalF( \"f%d\", 1 ); Report.MessageBox( \"m\" ); Report.Warning( \"w\" ); "
        "Debug.Breakpoint()"));
    EXPECT_EQ(heard, (std::vector<std::string>{"assert: assertion failed in command.skrit:4\n",
                                               "errorbox: e\n", "fatal: f1\n", "messagebox: m\n",
                                               "warning: w\n", "breakpoint: breakpoint\n"}));
}

TEST(SkritReports, documents_of_a_skrit) {
    SKRIT_FEATURE(83, 84);
    Game game;
    game.add("a.skrit", "property int shown$ = 3 doc = \"How many.\";\nhidden property int secret$ = 4;\nint "
                        "F$( float x$ ) { return 1; }\n"
                        "Docs$() { this.GenerateDocs(); }");
    ASSERT_TRUE(game.engine().call(*game.engine().create("a"), "Docs$"));
    const std::string text = game.take();
    EXPECT_NE(text.find("property int shown$ = 3  /* How many. */"), std::string::npos) << text;
    EXPECT_EQ(text.find("secret"), std::string::npos);
    EXPECT_NE(text.find("int F$( float x )"), std::string::npos) << text;
}

} // namespace
} // namespace vellum::skrit::test
