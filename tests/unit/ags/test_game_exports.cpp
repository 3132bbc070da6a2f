// A script of a game is decompiled with what the game's other scripts declare.
#include <gtest/gtest.h>

#include "support/ags_containers.hpp"
#include "support/ags_main_data.hpp"
#include "tools/game_names.hpp"
#include "tools/open.hpp"
#include "vellum/workspace.hpp"

namespace vellum::ags {
namespace {

constexpr std::string_view header = R"(
internalstring autoptr builtin managed struct String { import String Append(const string text); };
managed struct Character { import void Say(const string text, ...); import attribute int x; };
import Character* player; import Character cKeeper;
)";
// Nothing of it is known from the script API; what is a float is so because of what is done with it.
constexpr std::string_view clock_header = R"(
struct Clock { import static float Elapsed(float seconds, Character* who); };
import float gSpeed;
import float gTable[3];
import void Move(Character* who, float speed, int count);
import float Half(float number);
import String Told(String text);
import void Count(int number);
import void TellTwice(float number);
)";
constexpr std::string_view clock_script = R"(
float gSpeed; export gSpeed;
float gTable[3]; export gTable;
static float Clock::Elapsed(float seconds, Character* who) { who.x = who.x + 1; return seconds * 2.0; }
void Move(Character* who, float speed, int count) { gSpeed = speed * 2.0; who.x += count; }
float Half(float number) { return number / 2.0; }
String Told(String text) { return text.Append("!"); }
void Count(int number) { player.x = number + 1; gTable[number] = gSpeed; }
)";
constexpr std::string_view clock_other =
    "float gSpeed; export gSpeed; void Move(Character* who, float speed, int count) { gSpeed = speed; }";
// It only passes on what the module in front of it declares.
constexpr std::string_view middle_script = R"(
void TellTwice(float number) { Half(number); Half(number); }
)";
constexpr std::string_view global_script = R"(
float kept;
void game_start()
{
  Move(cKeeper, 2.5, 7);
  Move(player, 100000000.0, 1075838976);
  kept = Clock.Elapsed(1234567.0, player);
  TellTwice(123456789.0);
  Count(1075838976);
  gSpeed = 33333333.0;
  gTable[2] = 44444444.0;
  if (Told("now") == "now!") kept = Half(1.0);
}
)";

std::vector<std::byte> compiled(const std::string& name, const std::string& text) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(text, {.name = name}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return program ? (*program)->save().value_or(std::vector<std::byte>()) : std::vector<std::byte>();
}

/// With the modules behind the global script and that of the dialogs, as games have them.
std::vector<std::byte> data_with(std::string_view module) {
    const std::string before = std::string(header) + std::string(clock_header);
    test::MadeGame game = test::made_game({3060114, "3.6.1.10", 119, true});
    game.scripts = {compiled("GlobalScript.asc", before + std::string(global_script)),
                    compiled("__DialogScripts.asc", std::string(header)),
                    compiled("Clock.asc", before + std::string(module)),
                    compiled("Middle.asc", before + std::string(middle_script))};
    return test::main_data(game);
}
std::vector<std::byte> game_with(std::string_view module) {
    return test::package(30, {{"game28.dta", data_with(module)}});
}

std::shared_ptr<const SourceNames> names_of_game(const tools::OpenedFile& opened) {
    const auto data = tools::game_data(opened);
    EXPECT_TRUE(data);
    return data ? tools::game_names(*opened.engine, *data, nullptr) : nullptr;
}

Decompiled script_of(const tools::OpenedFile& opened, std::string_view member, const SourceNames* names) {
    for (const tools::Script& script : opened.scripts) {
        if (script.member != member) continue;
        Diagnostics diagnostics;
        const auto program = tools::load(opened, script, diagnostics);
        if (!program) break;
        auto made = (*program)->decompile({.names = names});
        EXPECT_TRUE(made);
        if (made) return *made;
    }
    ADD_FAILURE() << "there is no script " << member;
    return {};
}

void expect_source(const Decompiled& made) {
    EXPECT_EQ(made.listing, "");
    for (const FunctionVerdict& function : made.functions)
        EXPECT_TRUE(function.identical) << function.name << ": " << function.reason;
}

void expect_all(const std::string& text, std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << text;
}

TEST(GameExports, types_come_from_the_scripts_that_define_them) {
    const auto opened = tools::open(game_with(clock_script), "clock.ags");
    ASSERT_TRUE(opened) << format(opened.error());
    const auto names = names_of_game(*opened);
    ASSERT_NE(names, nullptr);

    const Decompiled alone = script_of(*opened, "GlobalScript", nullptr);
    expect_source(alone);
    expect_all(alone.text, {"1287568416", "1234613304"}); // 100000000.0 is no number that looks like one

    const Decompiled made = script_of(*opened, "GlobalScript", names.get());
    expect_source(made);
    expect_all(made.text, {"2.5, 7)", "100000000.0, 1075838976)", "Clock.Elapsed(1234567.0",
                           "TellTwice(123456", "Count(1075838976)", "gSpeed = 33333", "gTable[2] = 44444"});
    ASSERT_EQ(made.headers.size(), 1U);
    expect_all(made.headers[0].text,
               {"import float gSpeed;", "import float gTable[3];", "Move(Character*, float, int)"});

    // The second module passes on what the first declares.
    const Decompiled middle = script_of(*opened, "Middle", names.get());
    expect_source(middle);
    expect_all(middle.text, {"TellTwice(float "});
}

/// What numbers mean is said by callers for the script that defines a function, by what writes a property for
/// those that read it, and by the value that another is compared with.
TEST(GameExports, what_numbers_mean_goes_from_script_to_script) {
    constexpr std::string_view words = R"(
enum bool { false = 0, true = 1 };
enum eKeyCode { eKeyNone = 0, eKeySpace = 32, eKeyA = 65 };
enum CharacterDirection { eDirectionDown = 0, eDirectionLeft = 1, eDirectionRight = 2, eDirectionUp = 3 };
import bool IsKeyPressed(eKeyCode);
struct Keys {
    import static attribute eKeyCode Hook;
};
import void Pressed(eKeyCode key, bool again);
import void Same(int got, int wanted);
import bool gDone;
)";
    constexpr std::string_view module = R"(
eKeyCode hook; bool gDone; export gDone; int last, counted;
eKeyCode get_Hook(static Keys) { return hook; }
void set_Hook(static Keys, eKeyCode key) { hook = key; IsKeyPressed(hook); }
void Pressed(eKeyCode key, bool again) { if (key == eKeyA && again) last = key; }
void Same(int got, int wanted) { if (got != wanted) counted++; }
)";
    constexpr std::string_view user = R"(
void on_key_press(eKeyCode keycode)
{
  Pressed(keycode, false);
  Pressed(eKeySpace, true);
  if (Keys.Hook == eKeyA) Keys.Hook = eKeySpace;
  Same(Keys.Hook, eKeyA);
  gDone = true;
  if (gDone) Pressed(eKeyA, true);
}
)";
    const std::string before = std::string(header) + std::string(words);
    test::MadeGame game = test::made_game({3060114, "3.6.1.10", 119, true});
    game.scripts = {compiled("GlobalScript.asc", before + std::string(user)),
                    compiled("__DialogScripts.asc", std::string(header)),
                    compiled("Keys.asc", before + std::string(module))};
    const auto opened = tools::open(test::package(30, {{"game28.dta", test::main_data(game)}}), "keys.ags");
    ASSERT_TRUE(opened) << format(opened.error());
    const auto names = names_of_game(*opened);
    ASSERT_NE(names, nullptr);
    const Decompiled made = script_of(*opened, "GlobalScript", names.get());
    expect_source(made);
    expect_all(made.text, {"Pressed(keycode, false)", "Pressed(eKeySpace, true)", "Keys.Hook == eKeyA",
                           "Keys.Hook = eKeySpace", "Same(Keys.Hook, eKeyA)", "gDone = true", "eKeyA, true"});
    const Decompiled keys = script_of(*opened, "Keys", names.get());
    expect_source(keys);
    expect_all(keys.text, {"Pressed(eKeyCode keyCode, bool ", "keyCode == eKeyA", "eKeyCode get_Hook"});
}

/// Structs that one script defines are what others take them for: by name where a method says it, otherwise
/// member by member, with those that nothing here uses.
TEST(GameExports, structs_have_the_members_that_their_scripts_know) {
    constexpr std::string_view structs = R"(
struct Spot { float x; int n; Character* who; float all[3]; };
struct Path { int n; float length; Character* who; import void Clear(); };
managed struct Light { float power; int n; float lit[2]; import static Light* First(); import void Dim(); };
import Spot gSpot; import Spot gSpots[4]; import Path gPath; import Path gPaths[5]; import Light* gLights[];
import Character*[] List();
)";
    constexpr std::string_view lists = R"(
internalstring autoptr builtin managed struct String { import String Append(const string text); };
managed struct Character { import void Say(const string text, ...); import attribute int x; };
import Character* player;
)";
    constexpr std::string_view module = R"(
Spot gSpot; Spot gSpots[4]; Path gPath; Path gPaths[5]; Light* gLights[]; int last;
export gSpot, gSpots, gPath, gPaths, gLights;
void Path::Clear() { this.n = this.n + 7; this.length = this.length * 0.5; this.who = player; }
void Light::Dim() { this.power -= 0.5; this.lit[this.n] = 0.5; }
Light* First(static Light) { return gLights[0]; }
Character*[] List() { Character* all[] = new Character[2]; all[1] = player; return all; }
void Start() {
  gSpot.x = gSpot.x + 1.5; gSpot.who = player; gSpot.all[1] = 2.0 * gSpot.x; last = gSpot.n;
  gSpots[last].x = gSpot.x / 2.0; gSpots[last].who = player; gSpots[1].all[last] -= 1.0;
  gPath.Clear(); gPaths[last].Clear(); gLights = new Light[3]; gLights[0] = new Light; gLights[0].Dim();
}
)";
    constexpr std::string_view user = R"(
void game_start() {
  gSpot.x = 100000000.0; gSpot.n = 1075838976; gSpot.all[2] = 33333333.0; gSpot.who.x = 5;
  gSpots[2].x = 44444444.0; gSpots[1].n = 1075838976;
  gPath.length = 55555555.0; gPath.n = 1075838976; gPaths[3].length = 66666666.0;
  Light* first = Light.First(); first.power = 77777777.0; gLights[1].power = 88888888.0;
  Character* all[] = List(); all[0].x = 3;
}
)";
    const std::string before = std::string(lists) + std::string(structs);
    test::MadeGame game = test::made_game({3060114, "3.6.1.10", 119, true});
    game.scripts = {compiled("GlobalScript.asc", before + std::string(user)),
                    compiled("__DialogScripts.asc", std::string(lists)),
                    compiled("Spots.asc", before + std::string(module))};
    const auto opened = tools::open(test::package(30, {{"game28.dta", test::main_data(game)}}), "spots.ags");
    ASSERT_TRUE(opened) << format(opened.error());
    const auto names = names_of_game(*opened);
    ASSERT_NE(names, nullptr);
    const Decompiled made = script_of(*opened, "GlobalScript", names.get());
    expect_source(made);
    expect_all(made.text, {" = 100000000.0;", " = 33333", " = 44444", " = 55555", " = 66666", " = 77777",
                           " = 88888", "gPath.m0 = 1075838976"});
    ASSERT_EQ(made.headers.size(), 1U);
    expect_all(made.headers[0].text,
               {"import Path gPath;", "import Path gPaths[5];", "Light* gLights[];", "    float m8[2];"});
}

TEST(GameExports, are_in_the_source_that_runs_and_debuggers_show) {
    const auto files = std::make_shared<MemoryFileSystem>();
    files->add("clock.ags", game_with(clock_script));
    const Workspace workspace(files);
    Diagnostics unused;
    const Node node = workspace.find("clock.ags", unused).front();
    const auto opened = workspace.open(node);
    ASSERT_TRUE(opened) << format(opened.error());
    for (const tools::Script& script : opened->scripts) {
        if (script.member != "GlobalScript") continue;
        Diagnostics diagnostics;
        const auto program = tools::load(*opened, script, diagnostics);
        ASSERT_TRUE(program);
        const auto sourced = workspace.source_of(node, *opened, script, *program);
        expect_all(sourced.text, {"Move(player, 100000000.0, 1075838976)"});
    }
}

TEST(GameExports, are_those_of_the_game_that_a_loose_room_is_next_to) {
    const auto room = test::room_with_texts(
        {.script = compiled("room1.asc", std::string(header) + std::string(clock_header) +
                                             "void room_Load() { Move(player, 100000000.0, 2); }")});
    const auto files = std::make_shared<MemoryFileSystem>();
    for (const char* folder : {"data/", "packed/", "both/", "two/", "none/"})
        files->add(folder + std::string("room1.crm"), room);
    for (const char* name : {"data/game28.dta", "both/game28.dta"}) files->add(name, data_with(clock_script));
    for (const char* name : {"packed/clock.ags", "two/clock.ags", "two/copy.ags"})
        files->add(name, game_with(clock_script));
    files->add("both/other.ags", game_with(clock_other));
    const Workspace workspace(files);
    for (const std::string folder : {"data/", "packed/", "both/", "two/", "none/"}) {
        Diagnostics unused;
        const auto opened = workspace.open(workspace.find(folder + "room1.crm", unused).front());
        ASSERT_TRUE(opened) << format(opened.error());
        const auto names = workspace.names_of(*opened, nullptr);
        const bool known = folder != "two/" && folder != "none/"; // nobody knows which of two it is
        EXPECT_EQ(names != nullptr, known) << folder;
        ASSERT_EQ(opened->scripts.size(), 1U);
        const Decompiled made = script_of(*opened, opened->scripts.front().member, names.get());
        expect_source(made);
        EXPECT_EQ(made.text.contains("Move(player, 100000000.0, 2)"), known) << folder << made.text;
    }
}

TEST(GameExports, are_found_once_for_a_game) {
    const auto files = std::make_shared<MemoryFileSystem>();
    files->add("clock.ags", game_with(clock_script));
    files->add("copy.ags", game_with(clock_script));
    files->add("other.ags", game_with(clock_other));
    const Workspace workspace(files);
    const auto names_in = [&](const char* path, const std::shared_ptr<const SourceNames>& known) {
        Diagnostics unused;
        const auto opened = workspace.open(workspace.find(path, unused).front());
        EXPECT_TRUE(opened);
        return opened ? workspace.names_of(*opened, known) : nullptr;
    };
    const auto names = names_in("clock.ags", nullptr);
    ASSERT_NE(names, nullptr);
    EXPECT_EQ(names_in("clock.ags", nullptr), names);
    EXPECT_EQ(names_in("copy.ags", nullptr), names); // what the data holds counts, not where it is
    EXPECT_NE(names_in("other.ags", nullptr), names);
    EXPECT_NE(names_in("clock.ags", names), names); // what is known is asked for, too
    files->add("clock.ags", game_with(clock_other));
    EXPECT_EQ(names_in("clock.ags", nullptr), names_in("other.ags", nullptr));
    const Workspace apart(files);
    Diagnostics unused;
    const auto opened = apart.open(apart.find("copy.ags", unused).front());
    ASSERT_TRUE(opened);
    EXPECT_NE(apart.names_of(*opened, nullptr), names); // workspaces share nothing
}

/// A module whose types contradict what the others do with it: they are decompiled as if alone.
TEST(GameExports, what_does_not_come_back_is_not_believed) {
    const auto opened = tools::open(game_with(clock_script), "clock.ags");
    ASSERT_TRUE(opened) << format(opened.error());
    for (const std::string_view line :
         {"import Character* Move(float,String,Clock*)", "import Move* Half(Character*)",
          "import String gSpeed", "import String gTable[]", "import float Clock.0",
          "import String Character.0", "import Character*[] gSpeed", "import float Told(float)",
          "import float Count(Character* who)"}) {
        Diagnostics diagnostics;
        const auto names = engine().names()->read_names(
            "// engine: ags\nvellum names 1\n" + std::string(line) + "\n", diagnostics);
        ASSERT_TRUE(names) << line;
        const Decompiled made = script_of(*opened, "GlobalScript", names->get());
        expect_source(made);
        EXPECT_EQ(made.text, script_of(*opened, "GlobalScript", nullptr).text) << line;
    }
}

TEST(GameExports, wrong_lines_are_refused) {
    std::string long_line = "import int F(";
    for (int i = 0; i < 200; ++i) long_line += "?,";
    for (const std::string& line : {std::string("import"),
                                    std::string("import float"),
                                    std::string("import float 7()"),
                                    std::string("import fl-oat F()"),
                                    std::string("import float F(float"),
                                    std::string("import float F)"),
                                    std::string("import float A::B::C()"),
                                    std::string("import float F(int 7up)"),
                                    std::string("import float F(=)"),
                                    std::string("import = F(int)"),
                                    std::string("import float gTable[3]"),
                                    std::string("import float F[](int)"),
                                    std::string("import float gSpot.x"),
                                    std::string("import float gSpot.04"),
                                    std::string("import float gSpot.4[]"),
                                    std::string("import float gSpot.4.8"),
                                    std::string("import float gSpot.4(int)"),
                                    std::string("import float gSpot.99999999999"),
                                    std::string("import float gSpot[4].4"),
                                    std::string("import ? F()\nimport ? F(int)"),
                                    long_line + "?)"}) {
        Diagnostics diagnostics;
        const auto names =
            engine().names()->read_names("// engine: ags\nvellum names 1\n" + line + "\n", diagnostics);
        EXPECT_FALSE(names) << line;
        EXPECT_FALSE(diagnostics.ok()) << line;
    }
}

} // namespace
} // namespace vellum::ags
