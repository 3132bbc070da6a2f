// Projects of the editor: what is read of Game.agf, the texts made of it, and whole builds in memory.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

#include "base/bytes.hpp"
#include "base/source.hpp"
#include "engines/ags/compile/game.hpp"
#include "engines/ags/language.hpp"
#include "engines/ags/project/generated.hpp"
#include "engines/ags/project/project.hpp"
#include "language/language.hpp"
#include "vellum/game_project.hpp"

namespace vellum::ags {
namespace {

using namespace project;

std::string document(const std::string& version, const std::string& game) {
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<AGSEditorDocument EditorVersion=\"" + version +
           "\"><Game>" + game + "</Game></AGSEditorDocument>";
}

Project read(const std::string& version, const std::string& game) {
    auto made = read_project(document(version, game));
    EXPECT_TRUE(made.has_value()) << made.error().message;
    return std::move(*made);
}

/// With the lines divided by '\n', so that expectations are easy to read.
std::string plain(const Generated& made) {
    std::string text = made.text;
    std::erase(text, '\r');
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), made.lines.size());
    return text;
}

std::string item(const std::string& element, const std::string& name, int id,
                 const std::string& of = "Name") {
    return "<" + element + "><ID>" + std::to_string(id) + "</ID><" + of + ">" + name + "</" + of + "></" +
           element + ">";
}

TEST(Project, FoldersComeBeforeWhatIsBesideThemExceptForViews) {
    const auto tree = [](const std::string& list, const std::string& element, const std::string& of) {
        const std::string folder = element + "Folder";
        return "<" + list + "><" + folder + "><SubFolders><" + folder + "><SubFolders/><" + list + ">" +
               item(element, "a", 1, of) + "</" + list + "></" + folder + "></SubFolders><" + list + ">" +
               item(element, "b", 0, of) + "</" + list + "></" + folder + "></" + list + ">";
    };
    const Project project =
        read("3.6.1.30", tree("Characters", "Character", "ScriptName") + tree("Views", "View", "Name") +
                             tree("InventoryItems", "InventoryItem", "Name"));
    ASSERT_EQ(project.characters.size(), 2U);
    EXPECT_EQ(project.characters[0].name + project.characters[1].name, "ab");
    ASSERT_EQ(project.views.size(), 2U);
    EXPECT_EQ(project.views[0].name + project.views[1].name, "ba");
    ASSERT_EQ(project.items.size(), 2U);
    EXPECT_EQ(project.items[0].name + project.items[1].name, "ba") << "by number";
}

TEST(Project, ListsOfOldEditorsHaveNoFolders) {
    const Project project =
        read("3.2.1", "<Characters>" + item("Character", "cEgo", 0, "ScriptName") +
                          "</Characters><Scripts><Script><FileName>A.ash</FileName>"
                          "<IsHeader>True</IsHeader></Script><Script><FileName>A.asc</FileName>"
                          "<IsHeader>False</IsHeader></Script></Scripts>");
    ASSERT_EQ(project.modules.size(), 1U);
    EXPECT_EQ(project.modules[0].header + project.modules[0].script, "A.ashA.asc");
    EXPECT_EQ(project.characters.size(), 1U);
}

TEST(Project, RefusesWhatItCannotRead) {
    const auto problem = [](const std::string& text) { return read_project(text).error().message; };
    EXPECT_EQ(problem("<a/>"), "this is not a project of Adventure Game Studio");
    EXPECT_EQ(problem(document("new", "")), "the editor's version 'new' is not a version");
    EXPECT_EQ(problem(document("4.00.00.18", "")), "projects of editor 4.00.00.18 cannot be built");
    EXPECT_EQ(problem("<a>"), "<a> is not closed");
}

TEST(Project, ListsEachScriptAndRoomOnce) {
    const std::string script = "<Script><FileName>A.asc</FileName></Script>";
    EXPECT_EQ(
        read_project(document("3.2.1", "<Scripts>" + script + "\n" + script + "</Scripts>")).error().message,
        "the script module 'A.asc' has a file of another one");
    const std::string room = "<UnloadedRoom><Number>7</Number></UnloadedRoom>";
    EXPECT_EQ(read("3.2.1", "<Rooms>" + room + room + "</Rooms>").rooms.size(), 1U);
    std::string many;
    for (int i = 0; i <= 2000; ++i)
        many += "<Script><FileName>A" + std::to_string(i) + ".asc</FileName></Script>";
    EXPECT_EQ(read_project(document("3.2.1", "<Scripts>" + many + "</Scripts>")).error().message,
              "the project has more than 2,000 script modules");
}

const std::string everything =
    "<Cursors>" + item("MouseCursor", "Walk to", 0) + item("MouseCursor", "...", 1) + "</Cursors>" +
    "<Fonts>" + item("Font", "Big", 0) + "</Fonts>" + "<Characters>" +
    item("Character", "cEgo", 0, "ScriptName") + item("Character", "c3po", 1, "ScriptName") +
    "</Characters>" + "<AudioClips>" + item("AudioClip", "aBell", 0, "ScriptName") + "</AudioClips>" +
    "<InventoryItems>" + item("InventoryItem", "iLamp", 1) + item("InventoryItem", "", 2) +
    "</InventoryItems>" + "<Dialogs>" + item("Dialog", "dB", 1) + item("Dialog", "dA", 0) + "</Dialogs>" +
    "<GUIs><GUIMain><NormalGUI><ID>0</ID><Name>gBar</Name></NormalGUI><Controls><GUISlider><Name>sldA</Name>"
    "</GUISlider><GUIButton><Name></Name></GUIButton></Controls></GUIMain></GUIs>" +
    "<Views>" + item("View", "vWalk", 7) + "</Views>";

TEST(Project, NamesOfTheGameInTheOrderOfTheirImports) {
    RoomData room;
    room.objects.resize(2);
    room.objects[0].script_name = "oRope";
    room.hotspots.resize(2);
    room.hotspots[1].script_name = "hDoor";
    EXPECT_EQ(plain(make_names(read("3.6.1.30", everything), &room)), R"(enum CursorMode {
  eModeWalkto = 0
};
enum FontType {
  eFontBig = 0
};
import Character character[2];
#define EGO 0
import Character cEgo;
import Character c3po;
enum AudioType {
eDummyAudioType__ = 99
};
import AudioClip aBell;
import InventoryItem inventory[3];
import InventoryItem iLamp;
import Dialog dialog[2];
import Dialog dA;
import Dialog dB;
import GUI gui[1];
import GUI gBar;
#define BAR FindGUIID("BAR")
import Slider sldA;
#define VWALK 7
import Object oRope;
import Hotspot hDoor;
)");
}

TEST(Project, OlderAndNewerEditorsHaveMoreNames) {
    const std::string old = plain(make_names(read("3.5.1.8", everything)));
    EXPECT_TRUE(old.starts_with("#define AGS_MAX_INV_ITEMS 300\n")) << old;
    EXPECT_NE(old.find("import AudioClip aBell;\nimport Hotspot hotspot[50];\nimport Region region[16];\n"
                       "import InventoryItem inventory[3];\n"),
              std::string::npos);
    const std::string newest = plain(make_names(read("3.6.3.13", everything)));
    EXPECT_NE(newest.find("eUndefinedFont = -2, eNullFont = -1,\n  eFontBig = 0"), std::string::npos)
        << newest;
}

TEST(Project, GlobalVariables) {
    const auto variable = [](const std::string& type, const std::string& name, const std::string& value,
                             const std::string& array = "") {
        return "<GlobalVariable><DefaultValue>" + value + "</DefaultValue><Name>" + name + "</Name><Type>" +
               type + "</Type>" + array + "</GlobalVariable>";
    };
    const Project project = read(
        "3.6.2.9", "<GlobalVariables><Variables>" + variable("bool", "b", "True") +
                       variable("float", "f", "") + variable("String", "s", "a &quot;b&quot; \\") +
                       variable("int", "many", "1", "<ArrayType>Array</ArrayType><ArraySize>4</ArraySize>") +
                       variable("int", "open", "", "<ArrayType>DynamicArray</ArrayType>") +
                       variable("Character*", "who", "") + "</Variables></GlobalVariables>");
    EXPECT_EQ(plain(make_variables_header(project)),
              "import bool b;\nimport float f;\nimport String s;\nimport int many[4];\nimport int open[];\n"
              "import Character* who;\n");
    EXPECT_EQ(
        plain(make_variables_script(project)),
        "bool b = true;\nexport b;\nfloat f;\nexport f;\nString s;\nexport s;\nint many[4];\nexport many;\n"
        "int open[];\nexport open;\nCharacter* who;\nexport who;\nfunction game_start() {\n"
        "s = \"a \\\"b\\\" \\\\\";\n}\n");
}

/// The lines of one dialog, number 2 with three options.
struct Converted {
    std::string text;
    std::string problems;
};

Converted convert(const std::string& script, const std::string& settings = "") {
    const Project project =
        read("3.6.1.30",
             "<Settings>" + settings + "</Settings><Characters>" +
                 item("Character", "cEgo", 0, "ScriptName") + item("Character", "Bob", 1, "ScriptName") +
                 "</Characters>\n<Dialogs><Dialog><ID>2</ID><Name>dX</Name><Script><![CDATA[" + script +
                 "]]></Script><DialogOptions><DialogOption/><DialogOption/><DialogOption/>"
                 "</DialogOptions></Dialog></Dialogs>");
    Diagnostics diagnostics;
    const std::string text = plain(make_dialogs(project, diagnostics));
    Converted made;
    const std::string mark = "\"__NEWSCRIPTSTART_Dialog 2\"\n";
    const std::size_t at = text.find(mark);
    EXPECT_NE(at, std::string::npos);
    EXPECT_EQ(std::ranges::count(text.substr(0, at), '\n'), 31);
    made.text = text.substr(at + mark.size());
    for (const Diagnostic& each : diagnostics.all())
        made.problems += std::to_string(each.place.line) + ": " + each.message + "\n";
    return made;
}

TEST(Project, DialogsLineByLine) {
    const Converted made =
        convert("@S\nEgo: Hi \"you\"\n  this.SetOptionState(1, eOptionOn);\n@1\nnarrator:\n"
                "BOB: a // b\n\nplayer: x:y\nreturn\n@2\ngoto-dialog dX\n@3\nGoto-Dialog 7;\n");
    EXPECT_EQ(made.text, "function _run_dialog2(int entryPoint) { if (entryPoint == 0) {\n"
                         "cEgo.Say(\"Hi \\\"you\\\"\");\n"
                         "  dialog[2].SetOptionState(1, eOptionOn);\n"
                         "entryPoint = 1; }if (entryPoint == 1) {\n"
                         "Display(\"...\");\n"
                         "Bob.Say(\"a\");\n"
                         "\n"
                         "player.Say(\"x:y\");\n"
                         "return RUN_DIALOG_RETURN; }\n"
                         "else if (entryPoint == 2) {\n"
                         "return 2;}\n"
                         "else if (entryPoint == 3) {\n"
                         "return 7;}\n"
                         "return RUN_DIALOG_RETURN; }\n");
    EXPECT_EQ(made.problems, "");
}

TEST(Project, DialogCommands) {
    EXPECT_EQ(convert("@S\noption-on 1\noption-off,2\noption-off-forever 3\nset-speech-view ego, 4\n"
                      "set-globalint12,3\nrun-script 5\nplay-sound 6\nadd-inv 7\nlose-inv 8\ngive-score 9\n"
                      "new-room 10\n@1\nstop\n@2\ngoto-previous\n")
                  .text,
              "function _run_dialog2(int entryPoint) { if (entryPoint == 0) {\n"
              "dialog[2].SetOptionState(1, eOptionOn);\n"
              "\n"
              "dialog[2].SetOptionState(3, eOptionOffForever);\n"
              "cEgo.SpeechView = 4;\n"
              "SetGlobalInt(12,3);\n"
              "__dlgscript_tempval=_run_dialog_request(5); if(__dlgscript_tempval!=-1) return "
              "__dlgscript_tempval;\n"
              "PlaySound(6);\n"
              "player.AddInventory(inventory[7]);\n"
              "player.LoseInventory(inventory[8]);\n"
              "GiveScore(9);\n"
              "player.ChangeRoom(10); return RUN_DIALOG_STOP_DIALOG;}\n"
              "else if (entryPoint == 1) {\n"
              "return RUN_DIALOG_STOP_DIALOG; }\n"
              "else if (entryPoint == 2) {\n"
              "return RUN_DIALOG_GOTO_PREVIOUS; }\n"
              "return RUN_DIALOG_RETURN; }\n");
}

TEST(Project, DialogsCallTheFunctionsOfTheSettings) {
    const std::string settings = "<DialogScriptSayFunction>Speak</DialogScriptSayFunction>"
                                 "<DialogScriptNarrateFunction>Tell</DialogScriptNarrateFunction>";
    EXPECT_EQ(convert("@S\nego: a\nnarrator: b\n", settings).text,
              "function _run_dialog2(int entryPoint) { if (entryPoint == 0) "
              "{\ncEgo.Speak(\"a\");\nTell(\"b\");\n}\n"
              "return RUN_DIALOG_RETURN; }\n");
}

TEST(Project, MistakesInDialogsHaveTheirLine) {
    EXPECT_EQ(convert("hello\n script();\n@S\nnobody: a\n@9\n@S\nadd-inv\nfly away\nreturn\n").problems,
              "3: dialog 2, line 1: this is never reached: no entry point leads here\n"
              "4: dialog 2, line 2: script before the first entry point ('@S' or '@1')\n"
              "6: dialog 2, line 4: there is no character 'nobody'\n"
              "7: dialog 2, line 5: invalid entry point '@9': the dialog has 3 options\n"
              "8: dialog 2, line 6: the entry point '@S' is used twice\n"
              "9: dialog 2, line 7: Unknown command: add-inv. The command may require parameters which you "
              "have not "
              "supplied.\n"
              "10: dialog 2, line 8: Unknown command: fly away. The command may require parameters which you "
              "have not "
              "supplied.\n");
}

TEST(Project, SwitchesFollowTheEditorsVersion) {
    const auto settings = [](const std::string& version, const std::string& said) {
        MemoryFileSystem files;
        const std::string text = document(version, "<Settings>" + said + "</Settings>");
        const auto bytes = as_bytes(text);
        files.add("Game.agf", {bytes.begin(), bytes.end()});
        return (*compile::GameSources::read("Game.agf", files))->settings();
    };
    const compile::Settings old = settings("3.3.5", "<EnforceNewStrings>True</EnforceNewStrings>");
    EXPECT_EQ(old.version, 89);
    EXPECT_FALSE(old.newest_words || old.folded_negatives || old.counted_imports || old.key_input ||
                 old.strict);
    EXPECT_TRUE(old.new_strings && old.counted_members && old.padded_literals && old.old_dialog);
    EXPECT_EQ(old.known_levels, 0U);
    const compile::Settings middle = settings("3.5.1.8", "<ScriptAPIVersion>v350</ScriptAPIVersion>");
    EXPECT_EQ(middle.version, 90);
    EXPECT_EQ(middle.api, "v350");
    EXPECT_TRUE(middle.newest_words && middle.folded_negatives && !middle.padded_literals &&
                !middle.old_dialog);
    // Version of the block, folded, counted members, counted imports, padded, keywords, array lengths.
    for (const auto& [version, form] : std::map<std::string, std::string>{{"3.2.1", "89 010100"},
                                                                          {"3.3.5", "89 010100"},
                                                                          {"3.4.0", "90 110110"},
                                                                          {"3.4.4", "90 110110"},
                                                                          {"3.5.0.31", "90 110010"},
                                                                          {"3.6.0.47", "90 110010"},
                                                                          {"3.6.1.35", "90 110010"},
                                                                          {"3.6.2.9", "90 111111"},
                                                                          {"3.6.3.13", "90 111111"}}) {
        const compile::Settings made = settings(version, "");
        std::string found = std::to_string(made.version) + " ";
        for (const bool each : {made.folded_negatives, made.counted_members, made.counted_imports,
                                made.padded_literals, made.newest_words, made.array_length})
            found += each ? '1' : '0';
        EXPECT_EQ(found, form) << version;
    }
    const compile::Settings newest = settings("3.6.3.13", "<GameTextEncoding>UTF-8</GameTextEncoding>");
    EXPECT_TRUE(newest.utf8 && newest.counted_imports && newest.padded_literals && newest.key_input);
    EXPECT_FALSE(newest.strict || newest.left_to_right);
}

TEST(Project, PluginsAreKnownOrNamedByTheUser) {
    EXPECT_NE(plugin_header("AGSSnowRain.dll").find("srSetSnowAmount"), std::string_view::npos);
    EXPECT_NE(plugin_header("ags_snowrain.dll"), "");
    EXPECT_EQ(plugin_header("agsjoy.dll"), "");
    MemoryFileSystem files;
    const std::string text = document("3.6.1.30", "<Plugins><Plugin FileName=\"agsjoy.dll\"/></Plugins>");
    const auto add = [&](const std::string& name, const std::string& content) {
        const auto bytes = as_bytes(content);
        files.add(name, {bytes.begin(), bytes.end()});
    };
    add("Game.agf", text);
    add("joy.ash", "import int JoystickCount();\n");
    const auto game = compile::GameSources::read("Game.agf", files);
    ASSERT_FALSE(game.has_value());
    EXPECT_EQ(game.error().message, "the functions of the plugin 'agsjoy.dll' are not known");
    auto named = compile::GameSources::read("Game.agf", files, {"joy.ash"});
    ASSERT_TRUE(named.has_value());
    const auto headers = (*named)->headers_of((*named)->scripts().front());
    ASSERT_TRUE(headers.has_value());
    EXPECT_EQ(headers->back().file, "joy.ash");
}

/// The sample in memory, so that a test can change it.
class Harbour : public ::testing::Test {
  protected:
    void SetUp() override {
        const FolderFileSystem folder(VELLUM_SOURCE_DIR "/samples/ags/harbour");
        for (const std::string& name : folder.list(""))
            if (auto bytes = folder.read(name)) files_[name] = std::string(as_text(*bytes));
        ASSERT_FALSE(files_.empty());
    }
    void replace(const std::string& file, const std::string& from, const std::string& to) {
        const std::size_t at = files_[file].find(from);
        ASSERT_NE(at, std::string::npos) << file << ": " << from;
        files_[file].replace(at, from.size(), to);
    }
    std::map<std::string, BuiltScript> build(const EngineSettings& settings = {}) {
        MemoryFileSystem files;
        for (const auto& [name, text] : files_) {
            const auto bytes = as_bytes(text);
            files.add(name, {bytes.begin(), bytes.end()});
        }
        std::map<std::string, BuiltScript> built;
        order_.clear();
        problems_.clear();
        const auto version = projects().build("Game.agf", files, settings, [&](BuiltScript script) {
            order_ += script.name + " ";
            for (const Diagnostic& each : script.problems) problems_ += format(each) + "\n";
            built.emplace(script.name, std::move(script));
            return true;
        });
        EXPECT_TRUE(version.has_value()) << version.error().message;
        return built;
    }
    static const GameProjects& projects() { return *find_engine("ags")->projects(); }

    std::map<std::string, std::string> files_;
    std::string order_, problems_;
};

/// What the decompiler gives of the dialogs besides their script; empty if they are no conversions.
std::string dialogs_in(const BuiltScript& script) {
    Diagnostics diagnostics;
    const auto program = find_engine("ags")->format().load(script.bytes, {.name = script.name}, diagnostics);
    EXPECT_TRUE(program);
    const auto made =
        program ? (*program)->decompile({}) : Result<Decompiled>(std::unexpected(program.error()));
    EXPECT_TRUE(made && made->listing.empty());
    return made && made->headers.size() == 2 ? made->headers[1].text : std::string();
}

TEST_F(Harbour, ItsDialogsComeBackAsDialogs) {
    EXPECT_EQ(
        dialogs_in(build().at("__DialogScripts")),
        R"(// The scripts of the dialogs. Those of the editor become the same script. Speech is said with Speak, the narrator's with Display.

// Dialog 0

@S
cKeeper: Who is there?
player: "Me."
return
@1
cKeeper: Take the lamp, then.
add-inv 1
option-off 1
  if (dialog[0].GetOptionState(2) == eOptionOff) { dialog[0].SetOptionState(2, eOptionOn); }
return
@2
narrator: The keeper is asleep.
stop
)");
    // Commands, one that ends the entry, an entry that goes on in the next, speech that no dialog would keep.
    replace("Game.agf", "stop\n]]>",
            "give-score 3\n  player.Speak(\"  blanks  \");\n"
            "player: \"C:\" and more\ngoto-dialog 0\n]]>");
    replace("Game.agf", "return\n@2", "lose-inv 1\n@2");
    const std::string more = dialogs_in(build().at("__DialogScripts"));
    EXPECT_NE(more.find("\nlose-inv 1\n@2\nnarrator: The keeper is asleep.\ngive-score 3\n"
                        "  player.Speak(\"  blanks  \");\nplayer: \"C:\" and more\ngoto-dialog 0\n"),
              std::string::npos)
        << more;
    EXPECT_EQ(dialogs_in(build().at("Tides")), "");
}

TEST_F(Harbour, AllScriptsInTheEditorsOrder) {
    const auto built = build();
    EXPECT_EQ(order_, "_GlobalVariables Tides Talk GlobalScript __DialogScripts room1 room2 ");
    EXPECT_EQ(problems_, "");
    for (const auto& [name, script] : built) EXPECT_FALSE(script.bytes.empty()) << name;
    // The room file holds what its script was compiled to.
    const std::string code(as_text(built.at("room1").bytes));
    EXPECT_NE(files_["room1.crm"].find(code), std::string::npos);
}

TEST_F(Harbour, SharedHeadersGiveTheSameBytesAsAScriptAlone) {
    const auto built = build();
    MemoryFileSystem files;
    for (const auto& [name, text] : files_) {
        const auto bytes = as_bytes(text);
        files.add(name, {bytes.begin(), bytes.end()});
    }
    LoadOptions options;
    options.engines.ags.headers = {"Game.agf"};
    options.files = &files;
    for (const std::string name : {"Tides", "Talk", "GlobalScript", "room1"}) {
        options.name = name + ".asc";
        Diagnostics diagnostics;
        const auto alone =
            find_engine("ags")->language()->compile(files_[options.name], options, diagnostics);
        ASSERT_TRUE(alone.has_value()) << name << ": " << alone.error().message;
        EXPECT_EQ(*(*alone)->save(), built.at(name).bytes) << name;
    }
}

TEST_F(Harbour, AModuleSeesOnlyTheHeadersBeforeIt) {
    replace("Tides.asc", "int level;", "function f() { cEgo.Speak(\"x\"); }\nint level;");
    static_cast<void>(build());
    EXPECT_NE(problems_.find("Tides.asc:2:"), std::string::npos) << problems_;
    EXPECT_EQ(problems_.find("room1"), std::string::npos) << problems_;
}

TEST_F(Harbour, MistakesHaveTheirPlaceInTheAuthorsFile) {
    replace("Game.agf", "eOptionOff) this", "eNonsense) this");
    replace("room1.asc", "hDoor.Enabled", "hGate.Enabled");
    static_cast<void>(build());
    EXPECT_NE(problems_.find("Game.agf:138: error: dialog 0, line 10: undefined symbol 'eNonsense'"),
              std::string::npos)
        << problems_;
    EXPECT_NE(problems_.find("room1.asc:7:7: error: undefined symbol 'hGate'"), std::string::npos)
        << problems_;
}

TEST_F(Harbour, TheGlobalScriptGetsTheFunctionThatItLacks) {
    const auto without = build();
    EXPECT_NE(as_text(without.at("GlobalScript").bytes).find("dialog_request$1"), std::string::npos);
    files_["GlobalScript.asc"] += "\r\nfunction dialog_request(int param) {\r\n}";
    EXPECT_EQ(build().at("GlobalScript").bytes, without.at("GlobalScript").bytes);
}

TEST_F(Harbour, ProjectsOfEveryEditorCompile) {
    const std::string before = "3.6.1.30";
    for (const std::string version : {"3.2.0", "3.2.1", "3.3.0", "3.3.5", "3.4.0", "3.4.3", "3.5.0.31",
                                      "3.5.1.8", "3.6.0.47", "3.6.2.21", "3.6.3.13"}) {
        SetUp();
        replace("Game.agf", "EditorVersion=\"" + before, "EditorVersion=\"" + version);
        for (const auto& [name, script] : build()) {
            EXPECT_FALSE(script.bytes.empty()) << version << ' ' << name << '\n' << problems_;
            ASSERT_GE(script.bytes.size(), 8U);
            EXPECT_EQ(std::to_integer<int>(script.bytes[4]), version < "3.4" ? 89 : 90) << version;
        }
    }
}

TEST_F(Harbour, WordsOfNewerEditorsAreNamesInOlderOnes) {
    replace("Game.agf", "btnLamp", "switch");
    static_cast<void>(build());
    EXPECT_NE(problems_, "");
    replace("Game.agf", "EditorVersion=\"3.6.1.30", "EditorVersion=\"3.3.5");
    replace("GlobalScript.asc", "gBar.Visible = false;", "switch.Visible = false;");
    static_cast<void>(build());
    EXPECT_EQ(problems_, "");
}

TEST_F(Harbour, ComparesBytesAndCode) {
    const auto before = build();
    // Another item moves the numbers of what is imported after it, and nothing else.
    replace("Game.agf", "<InventoryItem>",
            "<InventoryItem><ID>2</ID><Name>iRope</Name></InventoryItem><InventoryItem>");
    const auto after = build();
    const auto likeness = [&](const std::string& name) {
        return projects().compare(after.at(name).bytes, before.at(name).bytes);
    };
    EXPECT_EQ(likeness("Tides"), Likeness::same_code);
    EXPECT_EQ(likeness("_GlobalVariables"), Likeness::same_code);
    replace("Tides.asc", "return level;", "return level + 1;");
    const auto changed = build();
    EXPECT_EQ(projects().compare(changed.at("Tides").bytes, after.at("Tides").bytes), Likeness::different);
    EXPECT_EQ(projects().compare(changed.at("Talk").bytes, after.at("Talk").bytes), Likeness::identical);
    EXPECT_EQ(projects().compare({}, after.at("Talk").bytes), Likeness::different);
}

TEST_F(Harbour, EditorsKnowTheNamesAndWhereTheyComeFrom) {
    MemoryFileSystem files;
    for (const auto& [name, text] : files_) {
        const auto bytes = as_bytes(text);
        files.add(name, {bytes.begin(), bytes.end()});
    }
    language::Input input{.text = files_["room1.asc"], .name = "room1.asc", .files = &files};
    input.engines.ags.headers = {"Game.agf"};
    const language::Analysis analysis = language::analyse(source_language(), input);
    /// "FILE:TEXT" of where a name is declared; "?" if it is not known, "-" if it is and has no place.
    const auto where = [&](const std::string& name) {
        for (const language::Symbol& symbol : analysis.symbols) {
            if (symbol.name != name) continue;
            if (symbol.places.empty()) return std::string("-");
            const language::Declared& place = symbol.places.back();
            const std::string& file = analysis.files[place.file];
            return file + ":" + files_[file].substr(place.name.begin, place.name.end - place.name.begin);
        }
        return std::string("?");
    };
    EXPECT_EQ(where("cKeeper"), "Game.agf:cKeeper");
    EXPECT_EQ(where("VSLEEP"), "Game.agf:vSleep");
    EXPECT_EQ(where("high_water"), "Game.agf:high_water");
    EXPECT_EQ(where("lblTide"), "Game.agf:lblTide");
    EXPECT_EQ(where("Level"), "Tides.ash:Level");
    EXPECT_EQ(where("oRope"), "-");
    EXPECT_EQ(where("hDoor"), "-");
    EXPECT_EQ(where("cNobody"), "?");
    Diagnostics diagnostics;
    source_language().diagnose(input, diagnostics);
    EXPECT_TRUE(diagnostics.ok());
}

TEST_F(Harbour, AProjectThatCannotBeBuiltMakesNoScriptWrong) {
    replace("Game.agf", "EditorVersion=\"3.", "EditorVersion=\"4.");
    MemoryFileSystem files;
    for (const auto& [name, text] : files_) {
        const auto bytes = as_bytes(text);
        files.add(name, {bytes.begin(), bytes.end()});
    }
    language::Input input{.text = files_["room1.asc"], .name = "room1.asc", .files = &files};
    input.engines.ags.headers = {"Game.agf"};
    Diagnostics diagnostics;
    source_language().diagnose(input, diagnostics);
    EXPECT_TRUE(diagnostics.ok());
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(diagnostics.all()[0].message, "projects of editor 4.6.1.30 cannot be built");
}

TEST_F(Harbour, MissingFilesAreNamed) {
    files_.erase("Talk.ash");
    static_cast<void>(build());
    EXPECT_NE(problems_.find("Game.agf:"), std::string::npos);
    EXPECT_NE(problems_.find("'Talk.ash' cannot be read"), std::string::npos) << problems_;
}

} // namespace
} // namespace vellum::ags
