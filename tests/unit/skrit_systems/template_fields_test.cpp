// What templates and placed objects say of skrits, in a mod that is made of texts.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum {
namespace {

constexpr std::string_view lamp =
    "property float burn_time$ = 4.0 doc = \"x\";\nproperty int flashes$ = 2 doc = \"x\";\n"
    "property bool _server_only$ = true;\nproperty Scid partner$ = 0 doc = \"x\";\n"
    "property string glow$ = \"g\" doc = \"x\";\nproperty eWorldEvent message$ = WE_REQ_USE doc = \"x\";\n"
    "#include \"k_inc_more\"\nint left$; owner = GoSkritComponent;";

void add(MemoryFileSystem& files, std::string name, std::string_view text) {
    const auto bytes = as_bytes(text);
    files.add(std::move(name), {bytes.begin(), bytes.end()});
}

/// "line:column message; did you mean …?" for each; `file` is the one that is told about.
std::string told(std::string_view gas, bool complete = false, std::string_view above = {},
                 std::string_view file = "world/contentdb/templates/t.gas") {
    MemoryFileSystem files;
    const std::string root(above);
    add(files, root + "world/contentdb/components/lights/mill_lamp.skrit", lamp);
    add(files, root + "world/global/skrits/k_inc_more.skrit", "property int more$ = 1 doc = \"x\";");
    add(files, root + "world/contentdb/components/wheel.skrit",
        "property string _required_component$ = \"Placement\";");
    add(files, root + "world/contentdb/components/half.skrit", "#include \"nowhere\"\nproperty int a$ = 1;");
    add(files, root + "world/ai/jobs/mill/job_talk_miller.skrit",
        "property bool face_hero$ = true doc = \"x\";");
    add(files, root + "art/animations/skrits/mill_sails.skrit", "property float rpm$ = 1 doc = \"x\";");
    if (above.empty())
        add(files, "art/mill.nnk", "TREE = K , , \"x\"\nTREE = K_INC , World/Global/Skrits , \"x\"\n");
    add(files, root + std::string(file), gas);
    Diagnostics diagnostics;
    check_skrit_templates(files, files, complete, diagnostics);
    std::string text;
    for (const Diagnostic& one : diagnostics.all())
        if (one.severity != Severity::note)
            text += (text.empty() ? "" : "\n") + std::to_string(one.place.line) + ":" +
                    std::to_string(one.place.column) + " " + one.message +
                    (one.hint.empty() ? "" : "; " + one.hint);
    return text;
}

std::string in_template(std::string_view blocks, bool complete = false) {
    return told("[t:template,n:post] { " + std::string(blocks) + " }", complete);
}

TEST(SkritTemplateFields, what_fits_is_not_told) {
    for (const std::string_view blocks :
         {"[mill_lamp] { f burn_time = 8.5f; }",
          "[Mill_Lamp] { Burn_Time = 8; flashes = 0x3; glow = any; message = we_req_use; "
          "more = 2; }",
          "[mill_lamp] { partner = 0x00100002; _server_only = false; message = 12; glow = \"#x + 1\"; }",
          "[half] { whatever = 1; }", "[aspect] { flashs = 2; } [spell_of_the_game] { anything = 1; }",
          "[mind] { jat_talk = world\\ai\\jobs\\mill\\job_talk_miller.skrit\n ?face_hero = false; jat_die = "
          "jat_none; }",
          "[mind] { jat_talk = \"world/ai/jobs/mill/job_talk_miller?face_hero=0\"; jat_brain = "
          "world\\ai\\jobs\\common\\brain_hero.skrit?x=1; jat_approach = x\\y.skrit; }",
          "[body] { [chore_dictionary] { [chore_fidget] { skrit = mill_sails?rpm=3.5; } [chore_die] { skrit "
          "= select_fidget?x=1; } } }",
          "[mill_lamp2] { x = 1; } [old_mill_lamp] { x = 1; } mill_lamp:flashes = 4; value = a + b == c;"})
        EXPECT_EQ(in_template(blocks), "") << blocks;
}

TEST(SkritTemplateFields, properties_that_a_skrit_does_not_have) {
    EXPECT_EQ(in_template("[mill_lamp] { burn_tmie = 8; }"),
              "1:37 'mill_lamp' has no property 'burn_tmie'; did you mean 'burn_time'?");
    EXPECT_EQ(in_template("[mill_lamp] { left = 8; }"),
              "1:37 'mill_lamp' has no property 'left'; the variable left$ is not a property, so it cannot "
              "be set from outside");
    EXPECT_EQ(in_template("mill_lamp:flashs = 4;"),
              "1:23 'mill_lamp' has no property 'flashs'; did you mean 'flashes'?");
    EXPECT_EQ(
        told("[t:post,n:0x1] { [mill_lamp] { partnr = 0x2; } }", false, {}, "world/maps/m/objects/o.gas"),
        "1:32 'mill_lamp' has no property 'partnr'; did you mean 'partner'?");
    EXPECT_EQ(told("[t:template,n:a] { [t:template,n:b] { [mill_lamp] { burn = 1; } } }"),
              "1:53 'mill_lamp' has no property 'burn'; did you mean 'burn_time'?");
    EXPECT_EQ(told("[t:template,n:a] { [mill_lamp] { burn_tmie = 1; } }", false, "bits/mine/"), "")
        << "its include is not found from there, so that it may declare more";
}

TEST(SkritTemplateFields, values_of_other_types) {
    EXPECT_EQ(in_template("[mill_lamp] { flashes = many; }"),
              "1:47 'flashes' of 'mill_lamp' expects a whole number, not 'many'");
    EXPECT_EQ(
        in_template("[mill_lamp] { flashes = 1.5; burn_time = \"long\"; _server_only = yes; partner = x; }"),
        "1:47 'flashes' of 'mill_lamp' expects a whole number, not '1.5'\n"
        "1:65 'burn_time' of 'mill_lamp' expects a number, not 'long'\n"
        "1:87 '_server_only' of 'mill_lamp' expects true or false, not 'yes'\n"
        "1:102 'partner' of 'mill_lamp' expects a Scid, not 'x'");
    EXPECT_EQ(
        in_template("[mill_lamp] { message = we_req_ues; }"),
        "1:47 'message' of 'mill_lamp' expects a constant of eWorldEvent, not 'we_req_ues'; did you mean "
        "'WE_REQ_USE'?");
}

TEST(SkritTemplateFields, components_that_are_none) {
    EXPECT_EQ(in_template("[mill_lmap] { x = 1; }"),
              "1:23 there is no component or skrit 'mill_lmap'; did you mean 'mill_lamp'?");
    EXPECT_EQ(in_template("[aspcet] { x = 1; }"),
              "1:23 there is no component or skrit 'aspcet'; did you mean 'aspect'?");
    EXPECT_EQ(in_template("[quite_other] { x = 1; }", true),
              "1:23 there is no component or skrit 'quite_other'");
}

TEST(SkritTemplateFields, jobs_and_chores) {
    EXPECT_EQ(in_template("[mind] { jat_tlak = world\\ai\\jobs\\mill\\job_talk_miller.skrit; }"),
              "1:32 [mind] has no field 'jat_tlak'; did you mean 'jat_talk'?");
    EXPECT_EQ(in_template("[mind] { jat_talk = world\\ai\\jobs\\mill\\job_talk_milelr.skrit; }"),
              "1:43 there is no job skrit 'world\\ai\\jobs\\mill\\job_talk_milelr.skrit'; did you mean "
              "'world/ai/jobs/mill/job_talk_miller'?");
    EXPECT_EQ(in_template("[mind] { jat_talk = world\\ai\\jobs\\mill\\job_talk_miller.skrit&face_hero=1; }"),
              "1:43 the parameters of a job must begin with ?; write "
              "world\\ai\\jobs\\mill\\job_talk_miller.skrit?...");
    EXPECT_EQ(in_template("[mind] { jat_talk = world\\ai\\jobs\\mill\\job_talk_miller.skrit?face_heor=1; }"),
              "1:43 'job_talk_miller' has no property 'face_heor'; did you mean 'face_hero'?");
    EXPECT_EQ(
        in_template("[mind] { jat_talk = world\\ai\\jobs\\mill\\job_talk_miller.skrit?face_hero=maybe; }"),
        "1:43 'face_hero' of 'job_talk_miller' expects true or false, not 'maybe'");
    const auto chore = [](const std::string& skrit) {
        return in_template("[body] { [chore_dictionary] { [chore_die] { skrit = " + skrit + "; } } }");
    };
    EXPECT_EQ(chore("mill_sial?rpm=1"),
              "1:75 there is no chore skrit 'mill_sial'; did you mean 'mill_sails'?");
    EXPECT_EQ(chore("mill_sails?rmp=1"), "1:75 'mill_sails' has no property 'rmp'; did you mean 'rpm'?");
}

TEST(SkritTemplateFields, components_that_others_require) {
    EXPECT_EQ(
        told("[t:template,n:base] { [wheel] { } }\n[t:template,n:cart] { specializes = base; }\n"
             "[t:template,n:car] { specializes = base; [Placement] { } }\n"
             "[t:template,n:van] { specializes = of_the_game; [wheel] { } }"),
        "2:0 'wheel' requires the component 'placement', which the template 'cart' does not have; it may "
        "also come from a template that this one specializes");
}

TEST(SkritTemplateFields, bases_that_are_nearly_there) {
    EXPECT_EQ(
        told("[t:template,n:mill_thing] { }\n[t:template,n:post] { specializes = mill_thign; }"),
        "2:37 the template 'post' specializes 'mill_thign', which is not here; did you mean 'mill_thing'?");
    EXPECT_EQ(told("[t:template,n:mill_thing2] { specializes = mill_thing; }"), "") << "it may be the game's";
}

} // namespace
} // namespace vellum
