// Templates, chores, formulas and game types: what .gas files say about skrits, carried out.
#include "game.hpp"

namespace vellum::skrit::test {
namespace {

constexpr const char* stomp =
    "owner = Go;\n"
    "property float duration$ = 1.0;\nproperty float magnitude_y$ = 1.0;\n"
    "property string text$;\n"
    "event OnConstruct$ { Report.GenericF( \"%.1f %.1f %s\\n\", duration$, magnitude_y$, text$ ); }\n"
    "event OnGoUpdate$( float s$ ) { Report.GenericF( \"update %.2f\\n\", s$ ); }\n";
constexpr const char* stomp_template = "[t:template,n:camera_stomp]\n{\n\t[camera_stomp]\n\t{\n"
                                       "\t\tduration = 3.0;\n\t\tmagnitude_y = 0.2;\n\t}\n}\n";

TEST(SkritContent, template_blocks_attach_components_and_set_their_properties) {
    SKRIT_FEATURE(43, 44, 46);
    Game game;
    game.add("world/contentdb/components/fx/camera_stomp.skrit", stomp)
        .add("world/contentdb/templates/fx.gas", stomp_template);
    ASSERT_EQ(game.problems(), "");
    Diagnostics diagnostics;
    const auto made = game.content().make("Camera_Stomp", 0, diagnostics);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(game.take(), "3.0 0.2 \n");
    const Value seconds[] = {Value(0.25F)};
    EXPECT_TRUE(game.engine().send({made[0]}, "OnGoUpdate", seconds));
    EXPECT_EQ(game.take(), "update 0.25\n");
    EXPECT_TRUE(game.content().make("no_such", 0, diagnostics).empty());
    EXPECT_FALSE(diagnostics.ok());
}

TEST(SkritContent, specialised_templates_override_fields) {
    Game game;
    game.add("world/contentdb/components/fx/camera_stomp.skrit", stomp)
        .add("world/contentdb/templates/a.gas",
             std::string(stomp_template) +
                 "[t:template,n:big] { specializes = camera_stomp; [camera_stomp] { duration = 9; "
                 "text = \"a&b=c\"; wrong = 1; } [aspect] { life = 5; } }\n"
                 "[t:template,n:x] { specializes = y; } [t:template,n:y] { specializes = x; }");
    Diagnostics diagnostics;
    ASSERT_EQ(game.content().make("big", 0, diagnostics).size(), 1U);
    EXPECT_EQ(game.take(), "9.0 0.2 a&b=c\n");
    ASSERT_EQ(game.warnings.size(), 1U);
    EXPECT_EQ(game.warnings[0], "camera_stomp has no property 'wrong'");
    EXPECT_TRUE(game.content().make("x", 0, diagnostics).empty());
}

TEST(SkritContent, the_start_up_scan_compiles_each_component_once) {
    SKRIT_FEATURE(45);
    Game game;
    game.add("world/contentdb/components/fx/camera_stomp.skrit", stomp)
        .add("world/contentdb/components/door.skrit", "event OnGoUpdate$( float s$ ) { }")
        .add("world/contentdb/components/unused.skrit", "event OnGoUpdate$( float s$ ) { }")
        .add("world/contentdb/templates/a.gas",
             std::string(stomp_template) + "[t:template,n:d1] { [door] { } }")
        .add("world/contentdb/templates/b.gas",
             "[t:template,n:d2] { [door] { } [camera_stomp] { } [aspect] { } }");
    Diagnostics diagnostics;
    EXPECT_EQ(game.templates().all().size(), 3U);
    EXPECT_EQ(game.content().compile_components(diagnostics), 2U);
    EXPECT_TRUE(diagnostics.ok());
    EXPECT_EQ(game.engine().compilations(), 2U);
    EXPECT_EQ(game.content().make("d2", 0, diagnostics).size(), 2U);
    EXPECT_EQ(game.content().make("d1", 0, diagnostics).size(), 1U);
    EXPECT_EQ(game.engine().compilations(), 2U);
}

TEST(SkritContent, a_chore_names_its_skrit_with_parameters) {
    SKRIT_FEATURE(49, 52);
    Game game;
    std::vector<float> angles;
    ASSERT_TRUE(game.host.function("void Aspect.TurnBone( float angle )",
                                   [&](Call&, float angle) { angles.push_back(angle); }));
    game.add("art/animations/skrits/rotatey.skrit",
             "owner = Aspect;\nproperty float rpm$ = 1;\nfloat angle$;\n"
             "event OnUpdate$( float seconds$ ) { angle$ += seconds$ * rpm$ * 6; owner.TurnBone( angle$ ); "
             "}\n")
        .add("world/contentdb/templates/wheel.gas",
             "[t:template,n:waterwheel] { [body] {\n       [chore_dictionary]\n       {\n"
             "              [chore_default]\n              {\n"
             "                     skrit = rotatey?rpm=8;\n              }\n       }\n} }\n"
             "[t:template,n:small] { specializes = waterwheel; }");
    Diagnostics diagnostics;
    const std::uint64_t made = game.content().make_chore("small", "chore_default", 5, diagnostics);
    ASSERT_NE(made, 0U) << game.problems();
    EXPECT_FLOAT_EQ(game.engine().get({made}, "rpm$")->real(), 8.0F);
    game.engine().update(0.5F);
    game.engine().update(0.5F);
    EXPECT_EQ(angles, (std::vector<float>{24, 48}));
    EXPECT_EQ(game.content().make_chore("small", "chore_walk", 5, diagnostics), 0U);
}

TEST(SkritContent, formulas_and_whole_skrits_are_values) {
    SKRIT_FEATURE(40, 41, 55, 56, 57);
    Game game;
    game.add("world/contentdb/templates/spell.gas",
             "[healing_hands] { [magic] {\n"
             "cast_experience = [[(#src_mana > ((#maxlife - #life)*((2*(#magic+1) + "
             "8)/(19+((#magic+1)*6))))) ? "
             "0.12*(19+((#magic+1)*6)) : 0.12*(#src_mana*((19+((#magic+1)*6))/(2*(#magic+1) + 8))) ]];\n"
             "plain = 2*#magic + Math.MaxFloat( 1, 3 );\n} }\n")
        .add("world/contentdb/formulas.gas",
             "[formulas] { text = [[\n// functions, ; and \" in brackets\n"
             "int Twice$( int n$ ) { return n$ * 2; }\nfloat Half$( float n$ ) { return n$ / 2; }\n]]; }\n"
             "[broken] { text = [[ int F$() { return 1 + ; } ]]; }\n");
    ASSERT_EQ(game.problems(), "");
    const std::string spell = "world:contentdb:templates:healing_hands:magic:";
    // by hand: magic 4, life 10 of 40: 30 * ( 18 / 49 ) = 11.02
    const auto with = [&](float mana) {
        const std::pair<std::string, float> macros[] = {
            {"#src_mana", mana}, {"maxlife", 40.0F}, {"life", 10.0F}, {"MAGIC", 4.0F}};
        return game.content().formula(spell + "cast_experience", macros)->real();
    };
    EXPECT_FLOAT_EQ(with(12), 0.12F * 49);
    EXPECT_FLOAT_EQ(with(9), 0.12F * (9 * (49.0F / 18)));
    const std::pair<std::string, float> magic[] = {{"magic", 4.0F}};
    EXPECT_FLOAT_EQ(game.content().formula(spell + "plain", magic)->real(), 11.0F);
    EXPECT_FALSE(game.content().formula(spell + "plain", {})); // unknown macro
    EXPECT_FALSE(game.content().formula(spell + "nothing", {}));
    const Value seven[] = {Value(7)};
    EXPECT_EQ(game.content().call("world:contentdb:formulas:text", "Twice$", seven)->integer(), 14);
    const Value one[] = {Value(1.0F)};
    EXPECT_FLOAT_EQ(game.content().call("world:contentdb:formulas:text", "half", one)->real(), 0.5F);
    EXPECT_FALSE(game.content().call("world:contentdb:formulas:text", "Other$", one));
    Diagnostics diagnostics;
    EXPECT_EQ(game.content().skrit_at("world:contentdb:broken:text", diagnostics), 0U);
    ASSERT_FALSE(diagnostics.ok());
    EXPECT_EQ(diagnostics.all().front().place.line, 6U);
}

constexpr const char* game_types = "[gametypes] {\n[pvp] { skrit = [[\nint checks$, kinds$;\n"
                                   "check_team_for_victory$( int team$ ) { checks$ += team$; }\n"
                                   "handle_world_message$( WorldMessage m$ ) { kinds$ += 1; }\n]]; }\n"
                                   "[coop] { skrit = [[ int checks$; check_team_for_victory$( int team$ ) { "
                                   "checks$ += 1; } ]]; }\n[none] { } }\n";

TEST(SkritGameTypes, functions_are_optional_and_called_for_teams_and_messages) {
    SKRIT_FEATURE(67, 68, 69);
    Game game;
    game.add("world/global/types.gas", game_types)
        .add("world/maps/valley/info/types.gas",
             "[gametypes] { [pvp] { skrit = [[ int kinds$; handle_world_message$( WorldMessage m$ ) { kinds$ "
             "+= 100; } ]]; } }");
    Diagnostics diagnostics;
    GameType everywhere(game.content(), game.fuel, game.world(), "hills", "pvp", diagnostics);
    GameType here(game.content(), game.fuel, game.world(), "valley", "pvp", diagnostics);
    GameType coop(game.content(), game.fuel, game.world(), {}, "coop", diagnostics);
    GameType nothing(game.content(), game.fuel, game.world(), {}, "none", diagnostics);
    ASSERT_TRUE(diagnostics.ok());
    EXPECT_EQ(nothing.object(), 0U);
    const std::int32_t teams[] = {1, 2, 3};
    const Value message(ObjectId{77});
    for (int frame = 0; frame < 10; ++frame)
        for (GameType* type : {&everywhere, &here, &coop, &nothing}) type->check_victory(teams);
    for (int i = 0; i < 5; ++i)
        for (GameType* type : {&everywhere, &here, &coop, &nothing}) type->message(message);
    const auto counter = [&](const GameType& type, std::string_view name) {
        return game.engine().get({type.object()}, name)->integer();
    };
    EXPECT_EQ(counter(everywhere, "checks$"), 10 * (1 + 2 + 3)); // every team in every frame
    EXPECT_EQ(counter(everywhere, "kinds$"), 5);                 // every message
    EXPECT_EQ(counter(here, "kinds$"), 500); // the map's own rules, without a victory check
    EXPECT_EQ(counter(coop, "checks$"), 30); // without a message handler
    EXPECT_TRUE(game.errors.empty());
}

} // namespace
} // namespace vellum::skrit::test
