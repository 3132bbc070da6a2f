// What front ends and embedders have beside SkritEngine: files by name, the console, formulas of .gas files,
// the chart of states.
#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "vellum/engine.hpp"
#include "vellum/skrit_console.hpp"
#include "vellum/skrit_content.hpp"
#include "vellum/skrit_states.hpp"

namespace vellum {
namespace {

class Files final : public FileSystem {
  public:
    explicit Files(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        const auto found = texts_.find(std::string(name));
        if (found == texts_.end()) return fail(codes::io_read, "there is no such file");
        const auto bytes = as_bytes(found->second);
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override {
        std::vector<std::string> names;
        for (const auto& [name, text] : texts_)
            if (name.starts_with(folder)) names.push_back(name);
        return names;
    }

  private:
    std::map<std::string, std::string> texts_;
};

TEST(SkritPublic, skrits_and_includes_come_from_files) {
    const Files files({{"a/lamp.skrit", "#include \"oil\"\nint Power$() { return oil$ * 2; }"},
                       {"a/include/oil.skrit", "int oil$ = 21;"}});
    SkritHost host;
    SkritOptions options;
    options.files = &files;
    SkritEngine engine(host, options);
    const Result<ObjectId> lamp = engine.create("a/lamp");
    ASSERT_TRUE(lamp) << lamp.error().message;
    EXPECT_EQ(engine.call(*lamp, "Power$")->integer(), 42);
    EXPECT_FALSE(engine.create("a/../../b"));
}

TEST(SkritPublic, content_finds_skrits_in_files_without_reading_them_first) {
    const auto files = std::make_shared<Files>(
        std::map<std::string, std::string>{{"World/Contentdb/Components/Lamp.skrit", "int power$ = 3;"},
                                           {"art/names.nnk", "tree = a_c,\"art\",\"a\"\n nonsense"}});
    SkritContent content;
    ASSERT_TRUE(content.find_in(files));
    EXPECT_FALSE(content.diagnostics().all().empty()); // of the naming key
    SkritHost host;
    SkritOptions options;
    options.find = content.finder();
    SkritEngine engine(host, options);
    const Result<ObjectId> lamp = engine.create("lamp");
    ASSERT_TRUE(lamp) << lamp.error().message;
    EXPECT_EQ(engine.get(*lamp, "power")->integer(), 3);
    EXPECT_FALSE(SkritContent().find_in(std::make_shared<Files>(std::map<std::string, std::string>())));
}

TEST(SkritPublic, a_gas_file_by_itself_gives_its_formulas) {
    SkritContent content;
    content.add_gas("[t:template,n:spell]\n{\n  [magic]\n  {\n    cost = #magic * 2;\n    name = \"plain\";\n"
                    "    power = (#magic + 1);\n  }\n}\n",
                    "folder/spells.gas");
    EXPECT_TRUE(content.diagnostics().ok());
    const std::vector<SkritFormula> formulas = content.formulas();
    ASSERT_EQ(formulas.size(), 2U);
    EXPECT_EQ(formulas[0].address, "spell:magic:cost");
    EXPECT_EQ(formulas[0].text, "#magic * 2");
    EXPECT_EQ(formulas[1].address, "spell:magic:power");
    EXPECT_EQ(content.value("spell:magic:name"), "plain");
    EXPECT_EQ(content.value("spell:magic:none"), std::nullopt);
    EXPECT_TRUE(SkritContent().formulas().empty());

    SkritContent broken;
    broken.add_gas("[x]\n{\n  a = 1;\n", "broken.gas");
    ASSERT_FALSE(broken.diagnostics().all().empty());
    EXPECT_EQ(broken.diagnostics().all().front().place.file, "broken.gas");
}

TEST(SkritPublic, a_formula_is_checked_without_its_numbers) {
    SkritHost host(true);
    SkritEngine engine(host);
    EXPECT_TRUE(engine.check_formula("#magic * 2"));
    EXPECT_TRUE(engine.diagnostics().ok());
    EXPECT_FALSE(engine.check_formula("01 + )"));
    ASSERT_EQ(engine.diagnostics().all().size(), 2U); // the octal number, too
    EXPECT_EQ(engine.diagnostics().all().front().code->id, "skrit.octal");
    EXPECT_FALSE(engine.check_formula("1; 2"));
}

TEST(SkritPublic, values_are_written_as_skrits_write_them) {
    EXPECT_EQ(skrit_text(Value(true)), "true");
    EXPECT_EQ(skrit_text(Value(0.5F)), "0.5");
    EXPECT_EQ(skrit_text(Value(String("a"))), "\"a\"");
    EXPECT_EQ(skrit_text(Value(ObjectId{})), "null");
}

TEST(SkritPublic, a_console_talks_to_an_engine) {
    SkritHost host(true);
    SkritEngine engine(host);
    std::string printed, kept;
    SkritConsole console(engine, [&](std::string_view text) { printed += text; });
    console.add_command("lights", "WHICH  turns them on", [&](std::string_view rest) { kept = rest; });
    console.on_target([&](const std::string& target) -> Result<SkritConsole::Sink> {
        return [&kept, target](std::string_view, std::string_view text) {
            kept += target + ": " + std::string(text);
        };
    });
    EXPECT_FALSE(console.enter("lights all"));
    EXPECT_EQ(kept, "all");
    EXPECT_TRUE(console.enter("/Report.Generic(", false));
    console.cancel();
    EXPECT_TRUE(console.enter("/Report.Generic("));
    EXPECT_FALSE(console.enter("\"here\\n\" )"));
    EXPECT_NE(printed.find("here\n"), std::string::npos);
    kept.clear();
    EXPECT_FALSE(console.enter("report generic there"));
    EXPECT_FALSE(console.enter("/Report.Generic( \"x\" )"));
    EXPECT_EQ(kept, "there: x");
    EXPECT_FALSE(console.failed());
    EXPECT_FALSE(console.enter("no such command"));
    EXPECT_TRUE(console.failed());
    EXPECT_FALSE(console.done());
    console.enter("quit");
    EXPECT_TRUE(console.done());
}

LoadOptions options(std::string name) {
    LoadOptions options;
    options.name = std::move(name);
    return options;
}

std::optional<SkritStateChart> chart_of(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = find_engine("skrit")->language()->compile(text, options("x.skrit"), diagnostics);
    return program ? skrit_state_chart(**program) : std::nullopt;
}

TEST(SkritPublic, states_as_boxes_and_arrows) {
    const auto chart = chart_of("void Go$() { setstate Open$; }\n"
                                "startup state Shut$ { event OnEnterState$() { Go$(); } }\n"
                                "state Open$ { transition -> Shut$: OnTimer( 1 ); }\n");
    ASSERT_TRUE(chart);
    ASSERT_EQ(chart->states.size(), 2U);
    EXPECT_TRUE(chart->states[0].startup);
    EXPECT_EQ(chart->states[0].lines, std::vector<std::string>{"event OnEnterState"});
    ASSERT_EQ(chart->changes.size(), 2U);
    EXPECT_TRUE(chart->changes[0].setstate); // through the function
    EXPECT_EQ(chart->changes[0].to, 1U);
    EXPECT_EQ(chart->changes[1].label, "OnTimer( 1 )");

    const auto plain = chart_of("int a$;");
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain->states.empty());
}

TEST(SkritPublic, only_skrits_have_a_chart) {
    Diagnostics diagnostics;
    const std::string text = "[x] { a = 1; }";
    const auto gas = find_engine("skrit")->format().load(as_bytes(text), options("x.gas"), diagnostics);
    ASSERT_TRUE(gas);
    EXPECT_FALSE(skrit_state_chart(**gas));
}

/// A game's files with a template of two components, more databases and a driver of its own.
struct Mounted {
    Mounted() {
        content.add_file(
            "World/ContentDb/Components/spin.skrit",
            "owner = GoSkritComponent; property float speed$ = 1;\n"
            "event OnGoHandleMessage$( eWorldEvent e$, WorldMessage ) { Report.GenericF( \"spin %g "
            "%d\\n\", speed$, e$ ); }");
        content.add_file("world/contentdb/components/fx/glow.skrit",
                         "owner = GoSkritComponent;\n"
                         "event OnGoHandleMessage$ { Report.Generic( \"glow\\n\" ); }");
        content.add_file("world/contentdb/templates/a.gas",
                         "[t:template,n:base] { [spin] { speed = 3; } [aspect] { life = 1; } }\n"
                         "[t:template,n:wheel] { specializes = base; [glow] { } [aspect] { life = 9; } }");
        content.add_file("world/global/formula/f.gas",
                         "[general_formulas] { half = 7.0 / 2; many = 40 + 2; yes = 2 > 1; }");
        content.add_gas("[0] { [0] { member = imported; } }", "import.gas", "import");
        content.add_driver("maps_query", std::make_shared<Files>(std::map<std::string, std::string>{
                                             {"world/maps/m1/main.gas", "[one]"},
                                             {"world/maps/m2/main.gas", "[two]"},
                                             {"other/x.gas", ""}}));
        options.find = content.finder();
        engine.emplace(host, options);
        engine->on_report([this](std::string_view, std::string_view text) { out += text; });
        content.attach(*engine);
    }
    SkritContent content;
    SkritHost host{true};
    SkritOptions options;
    std::optional<SkritEngine> engine;
    std::string out;
};

TEST(SkritPublic, templates_tell_their_components_and_values) {
    Mounted game;
    const auto components = game.content.components("WHEEL");
    ASSERT_TRUE(components);
    ASSERT_EQ(components->size(), 2U);
    EXPECT_EQ(components->at(0).name, "spin");
    EXPECT_EQ(components->at(0).path, "world/contentdb/components/spin.skrit");
    EXPECT_EQ(components->at(0).fields.at(0).second, "3");
    EXPECT_EQ(components->at(1).path, "world/contentdb/components/fx/glow.skrit");
    EXPECT_FALSE(game.content.components("lamp"));
    EXPECT_EQ(game.content.template_values("wheel").back(),
              std::pair(std::string("aspect:life"), std::string("9")));
    EXPECT_TRUE(game.content.template_values("lamp").empty());
}

TEST(SkritPublic, an_event_reaches_all_components_of_an_object) {
    Mounted game;
    ASSERT_TRUE(game.content.make("wheel", {7}));
    ASSERT_TRUE(game.content.make("wheel", {8}));
    const Value message[] = {Value(68), Value(ObjectId{9})};
    EXPECT_EQ(game.engine->send_to_owned({7}, "OnGoHandleMessage", message), 2U);
    EXPECT_EQ(game.out, "spin 3 68\nglow\n");
    EXPECT_EQ(game.engine->send_to_owned({7}, "OnGoDraw"), 0U);
    EXPECT_EQ(game.engine->send_to_owned({99}, "OnGoHandleMessage", message), 0U);
}

TEST(SkritPublic, drivers_and_databases_have_names) {
    const Mounted game;
    EXPECT_EQ(game.content.read("maps_query://world/maps/m2/main.gas"), "[two]");
    EXPECT_EQ(game.content.read("maps_query://world\\maps\\m2\\main.gas"), std::nullopt);
    EXPECT_EQ(game.content.read("maps://world/maps/m2/main.gas"), std::nullopt);
    EXPECT_EQ(game.content.list("maps_query://World/Maps"),
              (std::vector<std::string>{"maps_query://world/maps/m1/main.gas",
                                        "maps_query://world/maps/m2/main.gas"}));
    EXPECT_EQ(game.content.list("world/contentdb/templates"),
              std::vector<std::string>{"world/contentdb/templates/a.gas"});
    EXPECT_TRUE(game.content.list("nothing://").empty());
    EXPECT_EQ(game.content.value("::import:0:0:member"), "imported");
    EXPECT_EQ(game.content.value("0:0:member"), std::nullopt);
}

TEST(SkritPublic, scripts_evaluate_the_general_formulas) {
    Mounted game;
    ASSERT_TRUE(game.engine->command(
        "Report.GenericF( \"%g %d %d %d\", ContentDb.EvalFloatFormula( \"half\" ), "
        "ContentDb.EvalIntFormula( \"many\" ), ContentDb.EvalBoolFormula( \"YES\", false ), "
        "ContentDb.EvalIntFormula( \"none\", 5 ) )"));
    EXPECT_EQ(game.out, "3.5 42 1 5");
    EXPECT_FALSE(game.engine->command("ContentDb.EvalIntFormula( \"none\" )"));
    SkritHost host(true);
    SkritEngine without(host);
    EXPECT_FALSE(without.command("ContentDb.EvalFloatFormula( \"half\" )"));

    Mounted whole;
    SkritContent content;
    content.add_gas(
        "[world] { [global] { [formula] { general_formulas = [[ int Twice$() { return Half$() * 4; } "
        "int Half$() { return 3; } ]]; } } }",
        "f.gas");
    content.attach(*whole.engine);
    ASSERT_TRUE(whole.engine->command("Report.GenericF( \"%d\", ContentDb.EvalIntFormula( \"Twice$\" ) )"));
    EXPECT_EQ(whole.out, "12");
}

TEST(SkritPublic, the_game_writes_reports_too) {
    SkritHost host(true);
    SkritEngine engine(host);
    std::string out;
    engine.on_report([&](std::string_view stream, std::string_view text) {
        out += "[" + std::string(stream) + "]" + std::string(text);
    });
    engine.report("log", "a\n");
    engine.report_indent("log", 1);
    engine.report_table("log", {{"one", "2"}, {"three", "4"}});
    EXPECT_EQ(out, "[log]a\n[log]    one    2\n[log]    three  4\n");
    EXPECT_EQ(engine.report_context("log"), engine.report_context("LOG"));
    EXPECT_NE(engine.report_context("log"), engine.report_context("other"));
}

TEST(SkritPublic, an_engine_answers_for_an_object_that_is_not_there) {
    SkritHost host(true);
    SkritOptions options;
    options.stand_in = {0x60};
    SkritEngine engine(host, options);
    engine.stand_in_value("aspect:life", "25");
    std::string out;
    engine.on_report([&](std::string_view, std::string_view text) { out += text; });
    const auto made = engine.create_from_text(
        "owner = GoSkritComponent; event OnGoUpdate$( float ) { Report.GenericF( \"%g\\n\", "
        "owner.Go.Aspect.CurrentLife ); owner.Go.Aspect.SSetCurrentLife( 3 ); }",
        "x.skrit", {}, {0x60});
    ASSERT_TRUE(made);
    engine.update(0.5F);
    engine.update(0.5F);
    EXPECT_EQ(out, "25\n3\n");
    const auto saved = engine.save();
    ASSERT_TRUE(saved);
}

} // namespace
} // namespace vellum
