// What a mod's files say of each other, in a mod that is made of texts: a tower with a keeper, a bell and a
// map.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum {
namespace {

using Texts = std::map<std::string, std::string>;

/// Nothing is wrong with it.
Texts tower() {
    return {
        {"world/global/moods/tower.gas", "[m] { [mood_setting*] { mood_name = map_tower_dawn; } }"},
        {"world/maps/tower/main.gas", "[t:map,n:map] { screen_name = \"Tower\"; }"},
        {"world/maps/tower/quests/quests.gas",
         "[quests] { [quest_bell] { chapter = chapter_tower; [*] { order = 0; } [*] { order = 1; } } }\n"
         "[chapters] { [chapter_tower] { } }"},
        {"world/maps/tower/regions/a/conversations/conversations.gas",
         "[conversation_keeper] { [text*] { order = 0; activate_quest* = quest_bell, 1; button_1_value = "
         "bell_asked; }\n"
         "[text*] { order = 1; complete_quest* = \"quest_bell\"; } [goodbye*] { order = 1; } }"},
        {"world/maps/tower/regions/a/objects/regular/actor.gas",
         "[t:keeper,n:0x00200001] { [conversation] { [conversations] { * = conversation_keeper; } } }\n"
         "[t:bell,n:0x00200002] { [common] { [instance_triggers] { [*] {\n"
         "condition* = party_member_within_sphere( 4, \"on_every_enter\" );\n"
         "action* = when_false send_world_message( \"we_req_use\", 0x00200001, 0, \"\", \"a, ) b\" ), "
         "\"doc\";\n"
         "action* = change_quest_state( \"quest_bell\", \"active\", 1 ); action* = mood_change( "
         "map_tower_dawn );\n"
         "action* = play_sound( \"of another build\" ); } } } }"},
        {"world/maps/tower/regions/a/objects/veteran/actor.gas", "[t:2w_keeper,n:0x00200001] { }"},
        {"world/contentdb/templates/tower.gas",
         "[t:template,n:keeper] { [aspect] { is_collidable = true; scale_base = 2; model = m_x; }\n"
         "[conversation] { [conversations] { * = conversation_keeper; * = zconversation_of_the_engine; } }\n"
         "[mind] { jat_talk = world\\ai\\jobs\\job_keeper.skrit?gift=small_bell; } }\n"
         "[t:template,n:bell] { [gui] { inventory_width = 2; } [magic] { cost = [[ #src_str * 0.5 + "
         "#own_word ]]; }\n"
         "[common] { list* = a; list* = b; } }\n"
         "[t:template,n:small_bell] { specializes = bell; }\n[t:template,n:2w_keeper] { specializes = "
         "keeper; }"},
        {"world/maps/tower/info/lore.gas", "[lore] { [lore_bell] { description = \"It rings.\"; } }"},
        {"world/contentdb/components/chime.skrit",
         "property Scid next$ = 0 doc = \"x\"; owner = GoSkritComponent;"},
        {"world/ai/jobs/job_keeper.skrit",
         "property string gift$ = \"small_bell\" doc = \"x\";\nJob m_Job$; Go m_Go$;\nstartup state A$ { }\n"
         "event OnJobInitPointers$( Job job$ ) { m_Job$ = job$; m_Go$ = job$.Go; }\n"
         "event OnJobInit$( Job job$ ) { OnJobInitPointers$( job$ ); Talk$(); }\nTalk$() {\n"
         "if( Victory.IsQuestCompleted( \"quest_bell\" ) && GameAuditor.Db.GetBool( \"bell_asked\" ) ) {\n"
         "m_Go$.Conversation.RSSelectConversation( \"conversation_keeper\" ); }\n"
         "m_Go$.Conversation.RSActivateDialogue();\nm_Job$.MarkForDeletion( JR_OK ); }"},
    };
}

/// "file:line message; hint" of each, the file by its last part.
std::string said_of(const Texts& texts) {
    MemoryFileSystem files;
    for (const auto& [name, text] : texts) {
        const auto bytes = as_bytes(text);
        files.add(name, {bytes.begin(), bytes.end()});
    }
    Diagnostics diagnostics;
    check_skrit_templates(files, files, false, diagnostics);
    std::string text;
    for (const Diagnostic& one : diagnostics.all()) {
        if (one.severity == Severity::note) continue;
        text += one.place.file.substr(one.place.file.find_last_of('/') + 1) + ":" +
                std::to_string(one.place.line) + " " + std::string(one.code->id) +
                (one.severity == Severity::error ? " error: " : " ") + one.message +
                (one.hint.empty() ? "" : "; " + one.hint) + "\n";
    }
    return text;
}

/// What is said of the tower when these words of a file are others.
std::string changed(const std::string& file, std::string_view before, std::string_view after) {
    Texts texts = tower();
    for (auto& [name, text] : texts) {
        if (!name.ends_with(file)) continue;
        const std::size_t at = text.find(before);
        EXPECT_NE(at, std::string::npos) << before;
        text.replace(at, before.size(), after);
    }
    return said_of(texts);
}

TEST(SkritMod, a_sound_mod_is_silent) { EXPECT_EQ(said_of(tower()), ""); }

struct Slip {
    std::string_view file, before, after, message;
};

TEST(SkritMod, slips_are_told_where_they_are) {
    const Slip slips[] = {
        {"templates/tower.gas", "= true", "= maybe",
         "tower.gas:1 skrit.template 'is_collidable' of 'aspect' expects true or false, not 'maybe'\n"},
        {"templates/tower.gas", "scale_base = 2", "scale_base = tall",
         "tower.gas:1 skrit.template 'scale_base' of 'aspect' expects a number, not 'tall'\n"},
        {"templates/tower.gas", "width = 2", "width = 2.5",
         "tower.gas:4 skrit.template 'inventory_width' of 'gui' expects a whole number, not '2.5'\n"},
        {"templates/tower.gas", "model = m_x;", "model = m_x; model = m_y;",
         "tower.gas:1 skrit.lint-content 'model' is set twice; remove one of them; entries of lists end "
         "with a * after their name\n"},
        {"templates/tower.gas", "[gui]", "[common] { } [gui]",
         "tower.gas:5 skrit.lint-content [common] is there twice; the blocks are merged; put the fields of "
         "both into one block\n"},
        {"templates/tower.gas", "[t:template,n:bell]", "[t:temppate,n:bell]",
         "tower.gas:4 skrit.template 't:temppate' is not a kind of block here; did you mean 't:template'?\n"},
        {"templates/tower.gas", "#src_str", "#src_strr",
         "tower.gas:4 skrit.template there is no macro '#strr'; did you mean '#str'?\n"},
        {"templates/tower.gas", "gift=small_bell", "gift=small_blel",
         "tower.gas:3 skrit.lint-content 'gift' of 'job_keeper' is not a template: 'small_blel'; did you "
         "mean 'small_bell'?\n"},
        {"templates/tower.gas", "* = conversation_keeper", "* = conversation_keepr",
         "tower.gas:2 skrit.template the map 'tower' has no conversation 'conversation_keepr'; did you mean "
         "'conversation_keeper'?\n"},
        {"regular/actor.gas", "* = conversation_keeper", "* = conversation_kept",
         "actor.gas:1 skrit.template the map 'tower' has no conversation 'conversation_kept'; did you mean "
         "'conversation_keeper'?\n"},
        {"conversations.gas", "quest_bell, 1", "quest_bel, 1",
         "conversations.gas:1 skrit.template the map has no quest 'quest_bel'; did you mean 'quest_bell'?\n"},
        {"conversations.gas", "quest_bell, 1", "quest_bell, 7",
         "conversations.gas:1 skrit.template the quest 'quest_bell' has no entry with the order 7\n"},
        {"conversations.gas", "order = 1", "order = 0",
         "conversations.gas:2 skrit.lint-content the order 0 is there twice in 'conversation_keeper'; texts "
         "are spoken in order, one at a time\n"},
        {"quests.gas", "= chapter_tower", "= chapter_towr",
         "quests.gas:1 skrit.template there is no chapter 'chapter_towr'; did you mean 'chapter_tower'?\n"},
        {"regular/actor.gas", "mood_change", "mood_chnage",
         "actor.gas:5 skrit.template there is no action 'mood_chnage'; did you mean 'mood_change'?\n"},
        {"regular/actor.gas", "( 4, \"on_every_enter\" )", "()",
         "actor.gas:3 skrit.template the condition 'party_member_within_sphere' takes 1 to 2 values, not "
         "0\n"},
        {"regular/actor.gas", "map_tower_dawn", "map_tower_dusk",
         "actor.gas:5 skrit.template there is no mood 'map_tower_dusk'; did you mean 'map_tower_dawn'?\n"},
        {"regular/actor.gas", "we_req_use", "we_req_usee",
         "actor.gas:4 skrit.template there is no world event 'we_req_usee'; did you mean 'we_req_use'?\n"},
        {"regular/actor.gas", "0x00200001, 0,", "0x00200009, 0,",
         "actor.gas:4 skrit.template the map has no object 0x00200009\n"},
        {"regular/actor.gas", "n:0x00200002", "n:0x00200001",
         "actor.gas:2 skrit.template error: the object 0x00200001 is in the map twice; each object needs its "
         "own number\n"},
        {"regular/actor.gas", "t:keeper", "t:keepre",
         "actor.gas:1 skrit.template there is no template 'keepre'; did you mean 'keeper'?\n"},
        {"job_keeper.skrit", "\"quest_bell\"", "\"quest_bells\"",
         "job_keeper.skrit:7 skrit.template no map has a quest 'quest_bells'; did you mean 'quest_bell'?\n"},
        {"job_keeper.skrit", "\"conversation_keeper\"", "\"conversation_kept\"",
         "job_keeper.skrit:8 skrit.template no map has a conversation 'conversation_kept'; did you mean "
         "'conversation_keeper'?\n"},
        {"job_keeper.skrit", "bell_asked", "bell_aksed",
         "job_keeper.skrit:7 skrit.lint-content the key 'bell_aksed' is read but never set; did you mean "
         "'bell_asked'?\n"},
        {"job_keeper.skrit", "event OnJobInit$(", "Begin$(",
         "job_keeper.skrit:5 skrit.lint-content a job without the handler OnJobInit stays in its first "
         "state; start its work in event OnJobInit$( Job job$ )\n"},
        {"job_keeper.skrit", "m_Job$.MarkForDeletion( JR_OK ); }", "}\nEnd$() { Report.Generic( \"x\" ); }",
         "job_keeper.skrit:11 skrit.lint-content the job talks and never ends: it does not call "
         "MarkForDeletion; job$.MarkForDeletion( JR_OK ) ends it\n"},
        {"templates/tower.gas", "is_collidable", "is_colidable",
         "tower.gas:1 skrit.template 'aspect' has no field 'is_colidable'; did you mean 'is_collidable'?\n"},
        {"templates/tower.gas", "[mind] {", "[mind] { sight_rnage = 3;",
         "tower.gas:3 skrit.template 'mind' has no field 'sight_rnage'; did you mean 'sight_range'?\n"},
        {"templates/tower.gas", "[mind]", "[actor] { alignment = aa_nuetral; } [mind]",
         "tower.gas:3 skrit.template there is no constant 'aa_nuetral' of eActorAlignment; did you mean "
         "'aa_neutral'?\n"},
        {"templates/tower.gas", "[conversations]", "[conversatoins]",
         "tower.gas:2 skrit.template 'conversation' has no block [conversatoins]; did you mean "
         "[conversations]?\n"},
        {"templates/tower.gas", "[mind]", "[body] { [chore_dictionary] { [chore_fidgte] { } } } [mind]",
         "tower.gas:3 skrit.template there is no constant 'chore_fidgte' of eAnimChore; did you mean "
         "'chore_fidget'?\n"},
        {"templates/tower.gas", "gift=small_bell", "gift=small_bell&gift=bell",
         "tower.gas:3 skrit.lint-content 'gift' is given twice; remove one of them\n"},
        {"templates/tower.gas", "width = 2;", "width = 2; lore_key = lore_blel;",
         "tower.gas:4 skrit.template there is no lore 'lore_blel'; did you mean 'lore_bell'?\n"},
        {"moods/tower.gas", "mood_name =", "transition_tmie = 1; mood_name =",
         "tower.gas:1 skrit.template 'mood_setting' has no field 'transition_tmie'; did you mean "
         "'transition_time'?\n"},
        {"conversations.gas", "order = 0", "order = none",
         "conversations.gas:1 skrit.template 'order' of 'text' expects a whole number, not 'none'\n"},
        {"conversations.gas", "order = 0",
         "order = 0; screen_txet = hm; choice = moree; give_reward* = small_blel",
         "conversations.gas:1 skrit.template 'text' has no field 'screen_txet'; did you mean 'screen_text'?\n"
         "conversations.gas:1 skrit.template there is no choice 'moree'; did you mean 'more'?\n"
         "conversations.gas:1 skrit.template there is no template 'small_blel'; did you mean "
         "'small_bell'?\n"},
        {"quests.gas", "order = 1", "order = 0; descripzion = x",
         "quests.gas:1 skrit.template the block has no field 'descripzion'; did you mean 'description'?\n"
         "quests.gas:1 skrit.lint-content the order 0 is there twice in 'quest_bell'\n"
         "conversations.gas:1 skrit.template the quest 'quest_bell' has no entry with the order 1\n"
         "actor.gas:5 skrit.template the quest 'quest_bell' has no entry with the order 1\n"},
        {"quests.gas", "= chapter_tower;", "= chapter_tower; skrit = award_bell;",
         "quests.gas:1 skrit.template there is no skrit 'award_bell' next to this file\n"},
        {"regular/actor.gas", "on_every_enter", "on_evry_enter",
         "actor.gas:3 skrit.template there is no constant 'on_evry_enter' of eBoundaryTest; did you mean "
         "'on_every_enter'?\n"},
        {"regular/actor.gas", "\"active\", 1 )", "\"active\", 7 )",
         "actor.gas:5 skrit.template the quest 'quest_bell' has no entry with the order 7\n"},
        {"regular/actor.gas", "\"active\", 1 )", "\"active\", 1 ",
         "actor.gas:5 skrit.template the values of the action must end with ')'\n"},
        {"regular/actor.gas", "condition*", "start_actve = true; condition*",
         "actor.gas:3 skrit.template the block has no field 'start_actve'; did you mean 'start_active'?\n"},
        {"regular/actor.gas", "n:0x00200002] {", "n:0x00200002] { [chime] { next = 0x00200007; }",
         "actor.gas:2 skrit.template the map has no object 0x00200007\n"},
        {"chime.skrit", "GoSkritComponent", "Job",
         "chime.skrit:1 skrit.template the owner of a component must be a GoSkritComponent, not a 'Job'\n"},
    };
    for (const Slip& slip : slips)
        EXPECT_EQ(changed(std::string(slip.file), slip.before, slip.after), slip.message) << slip.after;
}

/// Names that only the game can know are let off, and texts without end cost no time.
TEST(SkritMod, what_may_be_the_games_is_let_off) {
    EXPECT_EQ(changed("regular/actor.gas", "mood_change( map_tower_dawn )", "mood_change( map_world_ice )"),
              "");
    EXPECT_EQ(changed("regular/actor.gas", "0x00200001, 0,", "0xffffffff, 0,"), "");
    EXPECT_EQ(changed("regular/actor.gas", "t:bell,", "t:chair_of_the_game,"), "");
    Texts texts = tower();
    texts.erase("world/maps/tower/main.gas"); // a part of a map of the game
    texts.erase("world/maps/tower/quests/quests.gas");
    std::string& actors = texts["world/maps/tower/regions/a/objects/regular/actor.gas"];
    actors.replace(actors.find("0x00200001, 0,"), 10, "0x00200009");
    EXPECT_EQ(said_of(texts), "");
    std::string& broken = texts["world/maps/tower/regions/a/objects/regular/broken.gas"];
    for (int i = 0; i < 20000; ++i)
        broken += "[common] { [instance_triggers] { [*] { action* = mood_change(((((";
    EXPECT_LT(said_of(texts).size(), 5000U);
}

} // namespace
} // namespace vellum
