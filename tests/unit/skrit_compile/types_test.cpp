// Types, conversions, names, events: what is refused and why.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritTypes, conversions) {
    SKRIT_FEATURE(78, 80, 85);
    EXPECT_EQ(body("int a$ = true; float b$ = 1; float c$ = true; bool d$ = 3; int e$ = WE_KILLED; bool f$ = "
                   "SIDE_EVIL;")
                  .problems(Severity::warning),
              "");
    EXPECT_EQ(body("int a$ = 2.5;").problems(Severity::warning), "skrit.conversion@1:17");
    EXPECT_EQ(body("int a$ = int( 2.5 );").problems(Severity::warning), "");
    EXPECT_EQ(body("bool a$ = 2.5;").problems(), "skrit.type@1:18");
    EXPECT_EQ(body("eSide a$ = 1;").problems(), "skrit.type@1:19");
    EXPECT_EQ(body("eSide a$ = SIDE_EVIL; a$ = WE_KILLED;").problems(), "skrit.type@1:35");
    EXPECT_EQ(body("Goid a$ = null; a$ = 0; Crate b$ = null; Item c$; WorldMessage d$ = null;").problems(),
              "");
    EXPECT_EQ(body("Goid a$ = 1;").problems(), "skrit.type@1:18");
    EXPECT_EQ(body("WorldMessage d$ = 0;").problems(), "skrit.type@1:26");
    EXPECT_EQ(body("bool a$ = bool( 2.5 );").problems(), "skrit.type@1:18");
    EXPECT_EQ(body("void a$;").problems(), "skrit.type@1:8");
    EXPECT_EQ(body("Probe a$;").problems(), "skrit.undefined@1:8");
}

TEST(SkritTypes, operators) {
    SKRIT_FEATURE(113, 114, 115, 117, 119, 120, 124, 125, 127);
    EXPECT_EQ(body("bool a$ = \"a\" < \"b\" && \"a\" ~= \"A\" || 1.0 ~= 2 && true >= false && null == null;")
                  .problems(),
              "");
    EXPECT_EQ(
        body("bool a$ = 1 <> 2; a$ = true & false; int b$ = true & 3; b$ = ~true; b$ = !5 + !0;").problems(),
        "");
    EXPECT_EQ(body("string a$ = \"a\" % \"b\";").problems(), "skrit.type@1:24");
    EXPECT_EQ(body("string a$ = \"a\" ** 2;").problems(), "skrit.type@1:24");
    EXPECT_EQ(body("int a$ = ~1.5;").problems(), "skrit.type@1:18");
    EXPECT_EQ(body("bool a$ = !1.5;").problems(), "skrit.type@1:19");
    EXPECT_EQ(body("int a$ = 1 ^ 1.5;").problems(), "skrit.type@1:21");
    EXPECT_EQ(body("int a$ = -\"x\";").problems(), "skrit.type@1:17");
    EXPECT_EQ(body("Crate a$; if( a$ > a$ ) { }").problems(), "skrit.type@1:25");
    EXPECT_EQ(body("Crate a$; Goid b$; if( a$ == b$ ) { }").problems(), "skrit.type@1:34");
    EXPECT_EQ(body("Crate a$; Goid b$; if( a$ != null && b$ == null && b$ != 0 ) { }").problems(), "");
    EXPECT_EQ(
        body("float a$ = true ? 1 : 2.5; string b$ = false ? \"a\" : \"b\"; Crate c$ = true ? null : c$;")
            .problems(Severity::warning),
        "skrit.own-value@1:91");
    EXPECT_EQ(body("Crate c$; c$ = true ? null : c$; Goid d$; d$ = true ? d$ : null;").problems(), "");
    EXPECT_EQ(body("int a$ = \"x\" ? 1 : 2;").problems(), "skrit.type@1:17");
}

TEST(SkritTypes, assignments) {
    SKRIT_FEATURE(121, 122, 126);
    EXPECT_EQ(
        body("int i$; i$ += 1; i$ -= 1; i$ *= 2; i$ /= 2; i$ %= 2; i$ **= 2; i$ |= 1; i$ ^= 1; i$ &= 1;")
            .problems(Severity::warning),
        "");
    EXPECT_EQ(
        body("string s$; s$ += \"a\"; float f$; f$ **= 2; bool b$; b$ |= true;").problems(Severity::warning),
        "");
    EXPECT_EQ(body("string s$; s$ -= \"a\";").problems(), "skrit.type@1:22");
    EXPECT_EQ(body("float f$; f$ |= 1;").problems(), "skrit.type@1:18");
    EXPECT_EQ(body("int i$; i$ += 2.5;").problems(Severity::warning), "skrit.conversion@1:19");
    EXPECT_EQ(body("WE_KILLED = 3;").problems(), "skrit.assignment@1:8");
    EXPECT_EQ(body("Math.Pi() = 3;").problems(), "skrit.assignment@1:13");
    EXPECT_EQ(compiled("F$ { } Run$ { F$ = 3; }").problems(), "skrit.assignment@1:15");
    EXPECT_EQ(body("Crate c$; c$.Name = \"x\";").problems(), "skrit.assignment@1:21");
}

TEST(SkritTypes, members_of_host_objects) {
    SKRIT_FEATURE(29, 172, 183, 184);
    EXPECT_EQ(body("Goid g$; bool a$ = g$.IsValid; a$ = g$.IsValid(); g$ = Goid.InvalidGoid; g$ = "
                   "Goid.GetInvalidGoid();")
                  .problems(),
              "");
    EXPECT_EQ(body("Crate c$; c$.Weight = 2; c$.Weight += 1; float w$ = c$.GetWeight; string n$ = c$.Name; "
                   "c$.SetWeight( 3 );")
                  .problems(),
              "");
    EXPECT_EQ(body("Probe.Value = 3; int a$ = Probe.Value + Probe.GetValue + Probe.GetValue();").problems(),
              "");
    EXPECT_EQ(body("Goid g$; g$.NoSuch;").problems(), "skrit.member@1:20");
    EXPECT_EQ(body("int i$; i$.Foo();").problems(), "skrit.member@1:19");
    EXPECT_EQ(body("bool a$ = Goid.IsValid;").problems(), "skrit.member@1:23");
    EXPECT_EQ(body("int a$ = Math;").problems(), "skrit.undefined@1:17");
}

TEST(SkritTypes, overloads) {
    SKRIT_FEATURE(185);
    const Compiled result =
        body("Probe.Describe( 3 ); Probe.Describe( 2.5 ); Probe.Describe( \"x\" ); Probe.Describe( 3, 4 ); "
             "Probe.Describe( true ); Probe.Describe( WE_KILLED );");
    ASSERT_TRUE(fine(result));
    std::vector<std::string> used;
    for (std::uint32_t i = 0; i < result.unit->imports.size(); ++i)
        used.push_back(result.unit->import_signature(i));
    EXPECT_EQ(used, (std::vector<std::string>{"Probe.Describe(int)", "Probe.Describe(float)",
                                              "Probe.Describe(string)", "Probe.Describe(int,int)"}));
    Exports exports(&conformance_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(
        read_exports("void F( int a, float b ); void F( float a, int b );", "f", exports, diagnostics));
    CompileOptions options;
    options.exports = &exports;
    EXPECT_EQ(compiled("Run$ { F( 1, 1 ); }", options).problems(), "skrit.ambiguous@1:8");
    EXPECT_EQ(compiled("Run$ { F( 1, 1.5 ); }", options).problems(), "");
}

TEST(SkritTypes, exports_that_are_not_for_scripts) {
    SKRIT_FEATURE(30);
    EXPECT_EQ(body("TestHost.Hidden();").problems(), "skrit.not-callable@1:17");
    EXPECT_EQ(body("TestHost.Develop();").problems(), "");
    CompileOptions retail;
    retail.retail = true;
    EXPECT_EQ(compiled("Run$ { TestHost.Develop(); }", retail).problems(), "skrit.not-callable@1:17");
}

TEST(SkritTypes, this_vm_owner) {
    SKRIT_FEATURE(86, 87, 88);
    EXPECT_EQ(compiled("owner = Aspect; Run$ { owner.Alpha *= 0.5; this.CreateTimer( 1, 2 ); int l$ = "
                       "vm.CurrentLine + __LINE__; string n$ = __NAME__; bool b$ = owner == null; }")
                  .problems(),
              "");
    EXPECT_EQ(body("owner.Alpha = 1;").problems(), "skrit.owner@1:8");
    EXPECT_EQ(compiled("owner = int;").problems(), "skrit.owner@1:9");
    EXPECT_EQ(compiled("owner = Aspect; owner = aspect;").problems(), "");
    EXPECT_EQ(compiled("owner = Aspect; owner = Item;").problems(), "skrit.owner@1:17");
    const Compiled named = compiled("string a$ = __NAME__;\n\nint b$ = __LINE__;");
    ASSERT_TRUE(fine(named));
    EXPECT_EQ(named.unit->string_at(named.unit->variables[0].initial.bits), "test.skrit");
    EXPECT_EQ(named.unit->variables[1].initial.bits, 3U);
}

TEST(SkritTypes, events) {
    SKRIT_FEATURE(89, 90);
    EXPECT_EQ(compiled("event OnTimer$( int id$, float ) { } event OnTimer$ { } event OnEnterState$() { }")
                  .problems(),
              "");
    EXPECT_EQ(compiled("event OnNothing$ { }").problems(), "skrit.event@1:7");
    EXPECT_EQ(compiled("event OnTimer$( float a$ ) { }").problems(), "skrit.event@1:7");
    EXPECT_EQ(compiled("event OnGoHandleMessage$( eWorldEvent e$ ) { }").problems(), "skrit.event@1:7");
    EXPECT_EQ(
        compiled(
            "trigger OnTimer$( 1, 2.5 ) { } trigger OnTimer$ { } trigger OnGoHandleMessage$( WE_KILLED ) { }")
            .problems(),
        "");
    EXPECT_EQ(compiled("trigger OnTimer$( 1, 2, 3 ) { }").problems(), "skrit.event@1:25");
    EXPECT_EQ(compiled("int i$; trigger OnTimer$( i$ ) { }").problems(), "skrit.constant@1:27");
    EXPECT_EQ(compiled("trigger OnGoHandleMessage$( 1 ) { }").problems(), "skrit.type@1:29");
    const Compiled filters = compiled("trigger OnTimer$( 2 + 1 ) { }");
    ASSERT_TRUE(fine(filters));
    EXPECT_EQ(filters.unit->handlers[0].filter[0].bits, 3U);
}

TEST(SkritTypes, handlers_can_be_called) {
    EXPECT_EQ(
        compiled("event OnUpdate$( float dt$ ) { } Run$ { OnUpdate$( 0.5 ); OnUpdate$( 1 ); }").problems(),
        "");
    EXPECT_EQ(compiled("event OnUpdate$( float dt$ ) { } Run$ { OnUpdate$(); }").problems(),
              "skrit.call@1:41");
}

TEST(SkritTypes, properties_and_variables) {
    SKRIT_FEATURE(81, 82, 83, 84);
    const Compiled result =
        compiled("property float rpm$ = 3 * 2 doc = \"turns \" \"a minute\";\n"
                 "hidden property eSide side$ = SIDE_EVIL;\n"
                 "property int late$ hidden shared doc = \"x\";\n"
                 "shared string text$ = \"a\" + \"b\"; int calc$ = Probe.Next(); Crate box$;\n"
                 "property Goid id$ = 0;");
    ASSERT_TRUE(fine(result));
    const auto& v = result.unit->variables;
    ASSERT_EQ(v.size(), 7U);
    EXPECT_EQ(std::bit_cast<float>(v[0].initial.bits), 6.0F);
    EXPECT_EQ(v[0].documentation, "turns a minute");
    EXPECT_TRUE(v[0].property && !v[0].hidden && !v[0].shared);
    EXPECT_TRUE(v[1].hidden && v[1].initial.bits == 2);
    EXPECT_TRUE(v[2].hidden && v[2].shared && v[2].property);
    EXPECT_EQ(result.unit->string_at(v[3].initial.bits), "ab");
    EXPECT_NE(v[4].initialiser, none);
    EXPECT_EQ(result.unit->shared, (StoreSizes{1, 1, 0}));
    EXPECT_EQ(result.unit->instance, (StoreSizes{4, 0, 1}));
    EXPECT_EQ(compiled("property int a$ = Probe.Next();").problems(), "skrit.constant@1:25");
    EXPECT_EQ(compiled("property Crate a$;").problems(Severity::warning), "skrit.property-type@1:10");
    EXPECT_EQ(compiled("int a$ = 1 / 0;").problems(), ""); // computed, and faults, when an object is made
}

TEST(SkritTypes, state_variables_are_known_below_their_declaration) {
    EXPECT_EQ(
        compiled("startup state A$ { int mine$; event OnEnterState$ { mine$ = 1; } } state B$ { int mine$; }")
            .problems(),
        "skrit.duplicate@1:83");
    EXPECT_EQ(compiled("startup state A$ { int mine$; } state B$ { event OnEnterState$ { mine$ = 1; } } "
                       "F$() { mine$ = 2; } transition { A$ -> B$: if( mine$ == 2 ); }")
                  .problems(),
              "");
    EXPECT_EQ(compiled("F$() { mine$ = 2; } startup state A$ { int mine$; }").problems(),
              "skrit.undefined@1:8");
    EXPECT_EQ(compiled("int mine$; startup state A$ { int mine$; }").problems(), ""); // its own inside
}

TEST(SkritTypes, locals_shadow_and_end_with_their_block) {
    EXPECT_EQ(
        compiled("int a$; Run$ { int a$ = 1; { float a$; a$ = 2.5; } a$ = 2; }").problems(Severity::warning),
        "");
    EXPECT_EQ(body("{ int a$; } a$ = 1;").problems(), "skrit.undefined@1:20");
    EXPECT_EQ(compiled("Run$( int a$ ) { { int a$; } } Two$( int a$, int a$ ) { }").problems(),
              "skrit.duplicate@1:50");
}

TEST(SkritTypes, limits_are_messages) {
    SKRIT_FEATURE(190);
    std::string many;
    for (int i = 0; i < 1100; ++i) many += "int v" + std::to_string(i) + "$; ";
    EXPECT_EQ(body(many).problems().substr(0, 11), "skrit.limit");
    std::string longer;
    for (int i = 0; i < 4000; ++i) longer += "Probe.TouchInt( \"x\", " + std::to_string(i) + " ); ";
    EXPECT_EQ(body(longer).problems(), "skrit.limit@1:1");
}

} // namespace
} // namespace vellum::skrit::test
