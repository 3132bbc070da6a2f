// The snippets of docs/embedding-skrit.md as a program: what the page shows must compile and do what it says.
// The last test holds the page against this file, so that neither changes alone.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "vellum/hosts.hpp"
#include "vellum/skrit.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum {
namespace {

struct Torch {
    float left = 0;
    int references = 0;
};

struct Doors {
    int count = 3;
    std::string opened;
    std::map<std::uint64_t, Torch> torches;
    bool open(std::string_view name, std::int32_t side) {
        opened = std::string(name) + (side == 1 ? " of the evil" : " of the good");
        return true;
    }
    ObjectId light(float seconds) {
        const std::uint64_t id = torches.size() + 100;
        torches[id].left = seconds;
        return {id};
    }
    float left(ObjectId torch) { return torches[torch.id].left; }
};

constexpr const char* door_text =
    "property string label$; property int strength$ = 1; Torch torch$;\n"
    "event OnDoorOpened$( string name$, eSide side$ )\n{\n"
    "\tDoors.Open( name$, side$ ); Doors.Count += 1; torch$ = Doors.Light( 2.5 );\n"
    "\tstring text$ = name$; Doors.Rename( text$ );\n"
    "\tReport.GenericF( \"%s %.1f\\n\", text$, torch$.Left );\n\tSetState Open$;\n}\n"
    "int Strengthen$( int by$ ) { strength$ += by$; return strength$; }\n"
    "Bad$() { int z$ = 0; z$ = 1 / z$; }\n"
    "event OnDestroy$ { torch$ = null; }\n"
    "startup state Closed$; state Open$;\n";

int asked = 0;
bool ask_whether_fixed(const Diagnostics& problems) {
    EXPECT_FALSE(problems.ok());
    ++asked;
    return false;
}
void report(const Diagnostics& problems) {
    for (const Diagnostic& each : problems.all()) ADD_FAILURE() << format(each);
}

TEST(SkritEmbeddingPage, does_what_the_page_says) {
    Doors doors;
    std::map<std::string, std::string> files{{"door.skrit", door_text},
                                             {"broken.skrit", "int F$() { return 1 }"}};
    std::string log, box, log_file;
    // clang-format off
SkritHost host;
host.declare("enum eSide { SIDE_GOOD, SIDE_EVIL };"
             "singleton class Doors \"All doors of the map.\";"
             "managed class Torch { readonly property float Left; };"
             "id class Goid { bool IsValid() const; };");
host.function("bool Doors.Open( string name, eSide side )",
              [&](std::string_view name, std::int32_t side) { return doors.open(name, side); }, "Opens a door.");
host.function("int Doors.GetCount()", [&] { return doors.count; });
host.function("void Doors.SetCount( int count )", [&](std::int32_t count) { doors.count = count; });
host.function("Torch Doors.Light( float seconds )", [&](float seconds) { return doors.light(seconds); });
host.function("float Torch.GetLeft()", [&](Call& call) { return doors.left(call.receiver); });
host.function("bool Goid.IsValid()", [](Call& call) { return call.receiver.id != 0; });
host.function("void Doors.Rename( string& name )",
              [](String& name) { name = String("the " + std::string(name.view())); });
host.event("OnDoorOpened( string name, eSide side )", "doors", "A door is open.");

host.managed([&](ObjectId torch) { ++doors.torches[torch.id].references; },
             [&](ObjectId torch) {
                 if (--doors.torches[torch.id].references == 0) doors.torches.erase(torch.id);
             });

SkritOptions options;
options.find = [&](std::string_view name, SkritSource& source) {
    std::string path(name);
    if (!path.ends_with(".skrit")) path += ".skrit";
    if (!files.contains(path)) return false;
    source = {path, files[path]};
    return true;
};
options.budget.instructions = 1'000'000; // for one call from outside
SkritEngine engine(host, options);

engine.on_report([&](std::string_view stream, std::string_view text) { log += std::string(stream) + ": " + std::string(text); });
engine.on_error([&](const Fault& fault, std::string_view listing) { box = fault.message + "\n" + std::string(listing); });
engine.keep_log([&](std::string_view line) { log_file += line; });
engine.on_retry([&](const Diagnostics& problems) { return ask_whether_fixed(problems); });

const Result<ObjectId> door = engine.create("door?label=gate&strength=2");
if (!door) return report(engine.diagnostics());

const Value opened[] = {Value(String("gate")), Value(std::int32_t{1})};
engine.send(*door, "OnDoorOpened", opened);

const std::uint32_t on_draw = engine.event("OnDraw"); // once; sending by number saves the look-up
if (engine.interested(*door, on_draw)) engine.send(*door, on_draw, {});

engine.update(1.0F / 60); // timers, at functions, polls, then OnUpdate
    // clang-format on
    EXPECT_EQ(doors.opened, "gate of the evil");
    EXPECT_EQ(doors.count, 4);
    EXPECT_EQ(log, "generic: the gate 2.5\n");
    ASSERT_EQ(doors.torches.size(), 1U);
    EXPECT_EQ(doors.torches.begin()->second.references, 1);

    // clang-format off
const Value two[] = {Value(std::int32_t{2})};
const Result<Value> sum = engine.call(*door, "Strengthen$", two);
engine.set_text(*door, "label", "portal");
const std::string label(engine.get(*door, "label$")->text());
const std::string state = engine.state(*door);
    // clang-format on
    ASSERT_TRUE(sum);
    EXPECT_EQ(sum->integer(), 4);
    EXPECT_EQ(label, "portal");
    EXPECT_EQ(state, "Open$");

    // clang-format off
engine.command("Doors.Count = 7");
const std::pair<std::string, float> macros[] = {{"magic", 12.0F}, {"life", 30.0F}};
const Result<Value> price = engine.formula("( #magic * 2 + 8 ) / 3 + Math.MaxFloat( #life, 1 )", macros);
    // clang-format on
    EXPECT_EQ(doors.count, 7);
    ASSERT_TRUE(price);
    EXPECT_FLOAT_EQ(price->real(), 32.0F / 3 + 30);

    EXPECT_FALSE(engine.call(*door, "Bad$"));
    EXPECT_EQ(box.substr(0, 17), "division by zero\n");
    EXPECT_NE(box.find(" -> DIVIDEI"), std::string::npos);
    EXPECT_NE(log_file.find("error: division by zero in door.skrit:10"), std::string::npos) << log_file;
    EXPECT_FALSE(engine.create("broken"));
    EXPECT_EQ(asked, 1);

    // clang-format off
const Result<std::vector<std::byte>> saved = engine.save();
SkritEngine later(host, options);
if (saved) later.load(*saved);
later.on_report([&](std::string_view, std::string_view text) { log += text; });
    // clang-format on
    ASSERT_TRUE(saved);
    ASSERT_EQ(later.object_count(), 1U);
    EXPECT_EQ(later.state(*door), "Open$");
    EXPECT_EQ(later.get(*door, "label$")->text(), "portal");

    struct Watcher final : Observer {
        void event(const Scheduler&, std::uint32_t, std::string_view name, std::span<const Value>,
                   std::string_view) override {
            seen += name;
        }
        std::string seen;
    } watcher;
    log_file.clear();
    // clang-format off
Scheduler& world = engine.scheduler();
world.add_observer(watcher); // events, states, calls of the game, every instruction if it wants them
Budget budget;
budget.instructions = 50'000;
world.set_budget(budget);
engine.update(1.0F / 60);
for (const Fault& fault : world.take_faults()) log_file += format(fault);
world.interrupt(); // from any thread; nothing runs until world.resume()
world.resume();
world.remove_observer(watcher);
    // clang-format on
    EXPECT_NE(log_file.find("division by zero"), std::string::npos) << log_file;
    EXPECT_FALSE(world.interrupted());

    std::string places;
    // clang-format off
world.pause_after(8);
engine.send(*door, "OnDoorOpened", opened);
if (world.paused()) {
    for (const Frame& frame : world.machine(0).frames) places += frame.function + " " + place_text(frame) + "\n";
    world.resume();
}
    // clang-format on
    EXPECT_NE(places.find("OnDoorOpened$ door.skrit:4\n"), std::string::npos) << places;
    EXPECT_EQ(doors.count, 8);

    // clang-format off
HostLog written;
RecordingHost recorder(host.natives(), written);
options.between = &recorder;
SkritEngine recorded(host, options);
recorded.add("door?label=gate&strength=2");
recorder.start(recorded.scheduler());
const EventResult sent =
    recorder.send(recorded.scheduler(), {"OnDoorOpened", {Value(String("gate")), Value(std::int32_t{1})}});
recorder.frame(recorded.scheduler(), 1.0F / 60);

ReplayHost replay(written);
options.between = &replay;
SkritEngine again(host, options);
again.add("door?label=gate&strength=2");
const bool same = replay.run(again.scheduler()); // no function of the game is called
    // clang-format on
    EXPECT_TRUE(same) << replay.divergence();
    EXPECT_GT(written.entries.size(), 6U);
    EXPECT_EQ(doors.count, 9);

    engine.release(*door);
    EXPECT_EQ(engine.object_count(), 0U);
}

TEST(SkritEmbeddingPage, reads_the_files_of_a_game) {
    std::filesystem::current_path(VELLUM_SOURCE_DIR);
    // clang-format off
SkritContent content;
content.add_folder("samples/skrit/game");
SkritHost siege(true);
SkritOptions of_game;
of_game.find = content.finder();
SkritEngine game(siege, of_game);
content.attach(game);

Diagnostics problems;
content.compile_components(problems);
const Result<std::vector<ObjectId>> lamp = content.make("lamp_magic");
const std::pair<std::string, float> of_lamp[] = {{"magic", 12.0F}};
const Result<Value> cost = content.formula("world:contentdb:templates:lamp_magic:magic:mana_cost", of_lamp);
const Value power[] = {Value(std::int32_t{30})};
const Result<Value> worth = content.call("world:contentdb:formulas:text", "Price$", power);
game.add_bot("auto/watch?every=2");
    // clang-format on
    ASSERT_EQ(content.diagnostics().all().size(), 1U); // the rest of the game is missing
    EXPECT_EQ(content.diagnostics().all()[0].message,
              "the template 'lamp_plain' specializes 'non_interactive', which does not exist");
    EXPECT_TRUE(problems.all().empty());
    ASSERT_TRUE(lamp) << format(lamp.error());
    ASSERT_EQ(lamp->size(), 1U);
    EXPECT_EQ(game.get((*lamp)[0], "label$")->text(), "the magic lamp");
    EXPECT_FLOAT_EQ(game.get((*lamp)[0], "burn_time$")->real(), 2.5F);
    EXPECT_EQ(game.state((*lamp)[0]), "Lit$");
    ASSERT_TRUE(cost);
    EXPECT_FLOAT_EQ(cost->real(), 25);
    ASSERT_TRUE(worth);
    EXPECT_EQ(worth->integer(), 100);
    std::string heard;
    game.on_report([&](std::string_view, std::string_view text) { heard += text; });
    game.set_paused(true);
    game.update(0.5F);
    game.update(0.5F);
    EXPECT_EQ(heard, "watch: 2 frames, 0 messages\n");
    EXPECT_TRUE(content.make_chore("lamp_magic", "chore_default"));
    EXPECT_FALSE(content.make("lamp_none"));
    EXPECT_EQ(content.value("world:contentdb:templates:lamp_plain:common:screen_name"), "Lamp");
    SkritContent lonely;
    EXPECT_FALSE(lonely.make("x"));
    EXPECT_FALSE(lonely.add_folder("samples/skrit/nowhere"));
}

std::string read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST(SkritEmbeddingPage, shows_what_is_tested_here) {
    const std::filesystem::path root = VELLUM_SOURCE_DIR;
    const std::string here = read(root / "tests/unit/skrit_systems/embedding_page_test.cpp");
    std::istringstream page(read(root / "docs/embedding-skrit.md"));
    std::string snippet;
    bool inside = false;
    std::size_t count = 0;
    for (std::string line; std::getline(page, line);) {
        if (line == "```cpp") {
            inside = true;
            snippet.clear();
        } else if (line == "```" && inside) {
            inside = false;
            ++count;
            EXPECT_NE(here.find(snippet), std::string::npos) << snippet;
        } else if (inside)
            snippet += line + "\n";
    }
    EXPECT_EQ(count, 12U);
}

} // namespace
} // namespace vellum
