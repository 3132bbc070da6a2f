// Open mode: declarations made from use.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

struct Opened {
    Exports exports{&base_exports()};
    Compiled result;
    explicit Opened(std::string_view text, IncludeProvider* includes = nullptr) {
        CompileOptions options;
        options.exports = &base_exports();
        options.inferred = &exports;
        options.includes = includes;
        result = compiled(text, options);
    }
    [[nodiscard]] std::string listed() const { return write_exports(exports, true); }
};

TEST(SkritOpenMode, types_follow_from_use) {
    const Opened opened("owner = GoThing;\n"
                        "Run$ { float f$ = owner.Body.Weight; string s$ = MakeName( 3, f$ );\n"
                        "  if( owner.IsReady && World.Count > 2 ) { owner.Body.Hide; }\n"
                        "  Goid g$ = owner.Goid; World.Colour = eColour_Red; }");
    ASSERT_TRUE(fine(opened.result));
    EXPECT_EQ(opened.listed(),
              "enum eeColour {\n    eColour_Red\n};\n\n"
              "class GoThing {\n    Body GetBody();\n    bool IsReady();\n    Goid GetGoid();\n};\n\n"
              "class Body {\n    float GetWeight();\n    void Hide();\n};\n\n"
              "static class World {\n    int GetCount();\n    void SetColour( eeColour );\n};\n\n"
              "id class Goid {\n};\n\n"
              "string MakeName( int, float );\n\n");
}

TEST(SkritOpenMode, what_was_inferred_compiles_closed) {
    constexpr std::string_view text =
        "owner = GoThing; event OnPing$( int a$, GoThing b$ ) { b$.Poke( a$, \"x\" ); }\n"
        "Run$ { Log.SayF( \"%s %d %f\", owner.Name, owner.Age, owner.Size ); owner.Goal = owner.Parent.Goal; "
        "}";
    const Opened opened(text);
    ASSERT_TRUE(fine(opened.result));
    Exports declared(&base_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(read_exports(opened.listed(), "inferred", declared, diagnostics)) << opened.listed();
    CompileOptions options;
    options.exports = &declared;
    const Compiled closed = compiled(text, options);
    ASSERT_TRUE(fine(closed));
    EXPECT_EQ(closed.unit->bytes, opened.result.unit->bytes);
    EXPECT_NE(opened.listed().find("string GetName();"), std::string::npos);
    EXPECT_NE(opened.listed().find("float GetSize();"), std::string::npos);
    EXPECT_NE(opened.listed().find("void SayF( string, ... );"), std::string::npos);
}

TEST(SkritOpenMode, missing_includes_are_assumed) {
    MapIncludes none_there({});
    const Opened opened("#include \"utils\"\nstartup state A$ { event OnEnterState$ { if( Ready$( 1, \"x\" ) "
                        ") { SetState Elsewhere$; } Begin$; m_Speed$ = 2.5; } }",
                        &none_there);
    ASSERT_TRUE(fine(opened.result));
    const Unit& unit = *opened.result.unit;
    EXPECT_EQ(unit.states.size(), 2U);
    EXPECT_EQ(unit.states[1].name, "Elsewhere$");
    const std::uint32_t ready = unit.find_function("Ready$");
    ASSERT_NE(ready, none);
    EXPECT_EQ(unit.functions_table[ready].parameters.size(), 2U);
    EXPECT_EQ(unit.types[unit.functions_table[ready].result].kind, TypeKind::boolean);
    ASSERT_NE(unit.find_variable("m_speed"), none);
    EXPECT_EQ(unit.types[unit.variables[unit.find_variable("m_speed")].type].kind, TypeKind::real);
    // without a missing include, unknown script names stay mistakes
    EXPECT_EQ(Opened("Run$ { Ready$(); }").result.problems(), "skrit.undefined@1:8");
}

TEST(SkritOpenMode, a_use_that_fits_no_declaration_is_a_warning) {
    const Opened opened("Run$ { int a$ = Math.Sqrt( \"x\" ); if( StringTool.Left( \"a\", 1 ) ) { } }");
    EXPECT_NE(opened.result.unit, nullptr);
    EXPECT_GE(opened.result.diagnostics.warnings(), 2U);
    EXPECT_EQ(Opened("Run$ { int a$ = \"text\"; }").result.problems(), "skrit.type@1:17");
}

TEST(SkritOpenMode, declared_functions_stay_when_others_of_their_name_are_added) {
    const Opened opened("Run$ { float a$ = Math.Sqrt( \"x\", 2 ); int b$ = World.Count; Log.Say( b$ );\n"
                        "  float c$ = Math.Sqrt( 4.0 ); float d$ = Math.Sqrt( \"y\", 3 ); }");
    EXPECT_NE(opened.result.unit, nullptr);
    EXPECT_EQ(opened.result.problems(), "");
    EXPECT_EQ(opened.listed(), "static class Math \"Arithmetic.\" {\n    float Sqrt( string, int );\n};\n\n"
                               "static class World {\n    int GetCount();\n};\n\n"
                               "static class Log {\n    void Say( int );\n};\n\n");
}

TEST(SkritOpenMode, two_startup_states_are_survived) {
    const Opened opened("startup state A$; startup state B$;");
    ASSERT_TRUE(fine(opened.result));
    EXPECT_EQ(opened.result.unit->startup, 0U);
    EXPECT_EQ(opened.result.diagnostics.warnings(), 1U);
}

} // namespace
} // namespace vellum::skrit::test
