// Games that are played and save themselves: slots, what is restored, the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/world/world.hpp"
#include "played_game.hpp"
#include "support/corpus.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

using test::Heard, test::played_world, test::small_game;

/// A game that saves itself: `n` is what the script knows, cEgo.x what the game does.
constexpr const char* saving = R"(
int n;
String heard;
function game_start() { n = 1; heard = ""; }
function set(int value) { n = value; cEgo.x = value; }
function go(int room) { cEgo.ChangeRoom(room); }
function save(int slot, const string name) { SaveGameSlot(slot, name); n = 1000; }
function load(int slot) { RestoreGameSlot(slot); n = 77; }
function restart() { RestartGame(); }
function point() { SetRestartPoint(); }
function drop(int slot) { DeleteSaveSlot(slot); }
function copy(int from, int to) { CopySaveSlot(from, to); }
function move(int from, int to) { MoveSaveSlot(from, to); }
function ask_save() { SaveGameDialog(); }
function ask_load() { RestoreGameDialog(); }
function many(int count) { for (int i = 0; i < count; i++) SaveGameSlot(i, "many"); }
function load_and_save() { RestoreGameSlot(1); SaveGameSlot(2, "late"); }
function go_and_save() { cEgo.ChangeRoom(5); SaveGameSlot(2, "late"); }
function save_and_go() { SaveGameSlot(3, "in time"); cEgo.ChangeRoom(5); }
function save_and_wait() { SaveGameSlot(4, "behind the wait"); Wait(5); n = 44; }
function nested_load(int slot) { load(slot); n = 78; }
int number() { return n; }
String name(int slot) { return Game.GetSaveSlotDescription(slot); }
String events() { return heard; }
function on_event(EventType event, int data) {
  if (event == eEventRestoreGame) heard = heard.Append(String.Format("restored %d ", data));
  if (event == 12) heard = heard.Append(String.Format("saved %d ", data));
}
bool busy;
function repeatedly_execute_always() { if (busy) { busy = false; SaveGameSlot(1, "always"); } }
function always() { busy = true; }
)";

class Saved : public ::testing::Test {
  protected:
    explicit Saved(RunOptions options = {}) : options_(std::move(options)) {
        Diagnostics said;
        const auto room =
            engine().language()->compile("// vellum: api=3.6.3\nint first; function room_FirstLoad() { "
                                         "first++; } int firsts() { return first; }",
                                         {"room6.asc", {}}, said);
        EXPECT_TRUE(said.all().empty()) << format(said.all().front());
        programs_.push_back(*room);
        begin();
    }

    void begin() {
        auto made = World::make(engine(), programs_, host_, options_);
        ASSERT_TRUE(made) << format(made.error());
        world_ = std::move(*made);
        world_->add_observer(heard_);
        world_->start();
    }
    /// Calls a function, and lets happen what it asked for.
    void call(const char* function, std::vector<Value> values = {}) {
        static_cast<void>(world_->call(function, values));
        world_->frame(1.0F / 40);
    }
    std::string value(const char* function, std::vector<Value> values = {}) {
        const auto told = world_->call(function, values);
        if (!told) return told.error().message;
        return told->is(Type::string)    ? std::string(told->text())
               : told->is(Type::integer) ? std::to_string(told->integer())
                                         : "?";
    }
    std::string step(const char* step) {
        const auto sent = world_->send({step, {}});
        return sent ? *sent : sent.error().message;
    }
    std::string place(const char* name) { return world_->place_value(name).value_or("?"); }
    bool said(std::string_view text) { return heard_.notes.contains(text); }

    RunOptions options_;
    StandInHost host_{nullptr, &known_natives()};
    std::vector<ProgramPtr> programs_ = small_game(saving, "int n;", "3.6.3");
    std::unique_ptr<Scheduler> world_;
    Heard heard_;
};

TEST_F(Saved, a_game_is_saved_when_the_function_is_over_and_restored_with_all_that_it_was) {
    call("set", {Value(5)});
    call("save", {Value(1), Value("At the door")});
    EXPECT_EQ(value("number"), "1000"); // saved behind its end
    EXPECT_EQ(value("name", {Value(1)}), "At the door");
    call("set", {Value(6)});
    EXPECT_EQ(place("cEgo.x"), "6");
    const std::uint64_t frames = world_->frames(), instructions = world_->instructions();
    call("nested_load", {Value(1)});
    EXPECT_EQ(value("number"), "1000");
    EXPECT_EQ(place("cEgo.x"), "5");
    EXPECT_EQ(value("events"), "restored 1 "); // what was heard of the saving is behind it
    EXPECT_GT(world_->frames(), frames);
    EXPECT_GT(world_->instructions(), instructions);
    EXPECT_TRUE(said("saved in slot 1 \"At the door\"\n")) << heard_.notes;
    EXPECT_TRUE(said("slot 1 is restored\n")) << heard_.notes;
    EXPECT_FALSE(said("fault")) << heard_.notes;
}

TEST_F(Saved, rooms_that_were_entered_later_are_as_new) {
    call("save", {Value(1), Value("early")});
    call("go", {Value(6)});
    EXPECT_EQ(value("firsts"), "1");
    call("save", {Value(2), Value("late")});
    for (const std::int32_t slot : {1, 2, 1, 1}) {
        call("load", {Value(slot)});
        EXPECT_EQ(place("room"), slot == 1 ? "4" : "6");
        EXPECT_EQ(value("firsts"), slot == 1 ? "0" : "1");
        call("go", {Value(5)});
        call("go", {Value(6)});
        EXPECT_EQ(place("room"), "6");
        EXPECT_EQ(place("player.PreviousRoom"), "5");
        EXPECT_EQ(value("firsts"), "1") << slot;
    }
    EXPECT_FALSE(said("fault")) << heard_.notes;
}

TEST_F(Saved, what_is_not_there_changes_nothing) {
    call("set", {Value(5)});
    for (const std::int32_t slot : {7, -1, 1000, 2'000'000'000, -2'000'000'000}) {
        call("load", {Value(slot)});
        EXPECT_EQ(value("number"), "77") << slot;
        EXPECT_EQ(place("cEgo.x"), "5");
        EXPECT_EQ(value("name", {Value(slot)}), "0") << slot;
        call("drop", {Value(slot)});
        call("copy", {Value(slot), Value(3)});
    }
    EXPECT_TRUE(said("slot 7 cannot be restored: there is no saved game")) << heard_.notes;
    for (const std::int32_t slot : {-1, 1000, 2'000'000'000}) {
        heard_.notes.clear();
        call("save", {Value(slot), Value("nowhere")});
        EXPECT_TRUE(said("there is no slot " + std::to_string(slot))) << heard_.notes;
    }
}

TEST_F(Saved, slots_are_copied_moved_and_dropped) {
    call("save", {Value(1), Value("one")});
    call("copy", {Value(1), Value(2)});
    EXPECT_EQ(value("name", {Value(1)}) + value("name", {Value(2)}), "oneone");
    call("move", {Value(2), Value(3)});
    EXPECT_EQ(value("name", {Value(2)}) + value("name", {Value(3)}), "0one");
    call("move", {Value(3), Value(3)});
    EXPECT_EQ(value("name", {Value(3)}), "one");
    call("drop", {Value(1)});
    EXPECT_EQ(value("name", {Value(1)}), "0");
    call("load", {Value(3)});
    EXPECT_TRUE(said("slot 3 is restored"));
}

TEST_F(Saved, restarting_begins_behind_game_start_or_where_a_script_says) {
    call("set", {Value(5)});
    call("go", {Value(5)});
    call("restart");
    EXPECT_EQ(value("number"), "1");
    EXPECT_EQ(place("cEgo.x"), "0");
    EXPECT_EQ(place("room"), "4");
    EXPECT_EQ(value("events"), "restored 999 ");
    call("set", {Value(8)});
    call("point");
    call("set", {Value(9)});
    call("restart");
    EXPECT_EQ(value("number"), "8");
    EXPECT_TRUE(said("saved in the restart point \"Restart Game Auto-Save\"")) << heard_.notes;
    EXPECT_FALSE(said("fault")) << heard_.notes;
}

TEST_F(Saved, the_engine_refuses_what_it_cannot_queue) {
    call("save", {Value(1), Value("good")});
    call("load_and_save");
    EXPECT_TRUE(
        said("SaveGameSlot: Cannot run this command, since there is a RestoreGameSlot command already "
             "queued to run"))
        << heard_.notes;
    heard_.notes.clear();
    call("go_and_save");
    EXPECT_TRUE(said("since there is a NewRoom command already queued")) << heard_.notes;
    heard_.notes.clear();
    call("many", {Value(5)});
    EXPECT_FALSE(said("fault")) << heard_.notes;
    call("many", {Value(6)});
    EXPECT_TRUE(said("SaveGameSlot: Cannot queue action, post-script queue full")) << heard_.notes;
    heard_.notes.clear();
    call("always");
    call("number");
    EXPECT_TRUE(said("This command cannot be used within non-blocking events")) << heard_.notes;
}

TEST_F(Saved, what_a_function_asks_for_behind_the_saving_is_not_in_it) {
    call("save_and_go");
    EXPECT_EQ(place("room"), "5");
    call("load", {Value(3)});
    EXPECT_EQ(place("room"), "4");
    call("save_and_wait");
    EXPECT_EQ(value("name", {Value(4)}), "0"); // it still waits
    for (int frame = 0; frame < 10; ++frame) world_->frame(1.0F / 40);
    EXPECT_EQ(value("name", {Value(4)}), "behind the wait");
    call("load", {Value(4)});
    EXPECT_EQ(value("number"), "44");
    for (int frame = 0; frame < 10; ++frame) world_->frame(1.0F / 40);
    EXPECT_EQ(place("room"), "4");
}

TEST_F(Saved, the_player_chooses_a_slot) {
    call("ask_save");
    EXPECT_TRUE(said("where to save: nothing is saved")) << heard_.notes;
    EXPECT_EQ(step("look cDog"), "busy");
    EXPECT_EQ(step("choose 1000"),
              "write a slot's number, such as 'choose 3 \"At the door\"'; 'key 27' closes the dialog");
    EXPECT_EQ(step("choose 3 \"By hand\""), "handled");
    EXPECT_EQ(value("name", {Value(3)}), "By hand");
    call("set", {Value(5)});
    call("ask_load");
    EXPECT_TRUE(said("what to restore: 3 \"By hand\"")) << heard_.notes;
    EXPECT_EQ(step("choose 4"), "there is no saved game in slot 4");
    EXPECT_EQ(step("choose 3"), "handled");
    EXPECT_EQ(place("cEgo.x"), "0");
    call("ask_load");
    EXPECT_EQ(step("key 27"), "handled");
    EXPECT_EQ(step("choose 3"), "busy");
}

TEST_F(Saved, snapshots_of_the_world_have_its_saved_games) {
    call("set", {Value(5)});
    call("save", {Value(1), Value("one")});
    const auto snapshot = world_->snapshot();
    ASSERT_TRUE(snapshot);
    const auto before = std::move(world_);
    begin();
    ASSERT_TRUE(world_->restore(*snapshot));
    EXPECT_EQ(world_->snapshot().value_or(std::vector<std::byte>()), *snapshot);
    call("set", {Value(6)});
    call("load", {Value(1)});
    EXPECT_EQ(place("cEgo.x"), "5");
    EXPECT_FALSE(said("fault")) << heard_.notes;
}

TEST_F(Saved, they_count_for_the_memory_of_the_world) {
    auto& pool = static_cast<World&>(*world_).environment().pool();
    call("save", {Value(1), Value("one")});
    const std::uint64_t with_one = pool.bytes();
    call("save", {Value(2), Value("two")});
    EXPECT_GT(pool.bytes(), with_one + 256);
    const std::uint64_t with_two = pool.bytes();
    call("load", {Value(1)});
    EXPECT_GT(pool.bytes(), with_one + 256);
    call("drop", {Value(2)});
    EXPECT_LT(pool.bytes(), with_two - 256);
    pool.set_limit(pool.bytes() + 50);
    call("save", {Value(3), Value("x")});
    EXPECT_TRUE(said("not saved in slot 3: saved games need more memory than the budget allows"))
        << heard_.notes;
}

/// A native of a callback sends what restores a game: that waits until the callback is over, because its
/// machine would come back to another world.
TEST(SavedGames, nothing_is_restored_under_a_running_native) {
    class Probe final : public GameLibrary {
      public:
        Probe() {
            function("probe", [this](Call& call) {
                if (!wanted) return;
                wanted = false;
                static_cast<void>(call.scheduler.send({"load", {Value(1)}}));
                x_inside = call.scheduler.get()->place_value("cEgo.x").value_or("?");
            });
        }
        bool wanted = false;
        std::string x_inside;
    };
    Probe probe;
    StandInHost host(&probe, &known_natives());
    const auto programs = small_game(R"(
import function probe();
function repeatedly_execute_always() { probe(); }
function set(int value) { cEgo.x = value; }
function save() { SaveGameSlot(1, "one"); }
function load(int slot) { RestoreGameSlot(slot); }
)");
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    Heard heard;
    world->add_observer(heard);
    world->start();
    for (const std::int32_t x : {5, 6}) {
        static_cast<void>(world->call("set", std::vector{Value(x)}));
        if (x == 5) static_cast<void>(world->call("save", {}));
        world->frame(1.0F / 40);
    }
    probe.wanted = true;
    world->frame(1.0F / 40);
    EXPECT_EQ(probe.x_inside, "6");
    EXPECT_EQ(world->place_value("cEgo.x"), "5");
    EXPECT_TRUE(heard.notes.contains("slot 1 is restored")) << heard.notes;
    EXPECT_FALSE(heard.notes.contains("fault")) << heard.notes;
}

class SavedInFolder : public Saved {
  protected:
    SavedInFolder() : Saved(options()) {}
    ~SavedInFolder() override { std::filesystem::remove_all(folder()); }
    static std::string folder() {
        return (std::filesystem::temp_directory_path() / ("vellum-saves-" + std::to_string(getpid())))
            .string();
    }
    static RunOptions options() {
        std::filesystem::create_directories(folder());
        RunOptions options;
        options.settings.push_back({"files", folder()});
        return options;
    }
};

TEST_F(SavedInFolder, they_are_there_in_the_next_run) {
    call("set", {Value(5)});
    call("go", {Value(5)});
    call("save", {Value(1), Value("one")});
    EXPECT_TRUE(std::filesystem::exists(folder() + "/agssave.001"));
    EXPECT_FALSE(std::filesystem::exists(folder() + "/agssave.999"));
    const auto before = std::move(world_);
    begin();
    EXPECT_EQ(value("name", {Value(1)}), "one");
    call("load", {Value(1)});
    EXPECT_EQ(place("cEgo.x"), "5");
    EXPECT_EQ(place("room"), "5");
    call("drop", {Value(1)});
    EXPECT_FALSE(std::filesystem::exists(folder() + "/agssave.001"));
}

/// What lies in the folder may be anything.
TEST_F(SavedInFolder, changed_files_do_no_harm) {
    call("set", {Value(5)});
    call("save", {Value(1), Value("one")});
    const std::string path = folder() + "/agssave.001", good = test::content(path);
    for (std::size_t at = 0; at < good.size(); at += 23) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 0x41);
        std::ofstream(path, std::ios::binary) << bad;
        call("load", {Value(1)});
        world_->frame(1.0F / 40);
        static_cast<void>(value("name", {Value(1)}));
    }
    for (const std::size_t size : {0U, 5U, 8U, 20U, 100U}) {
        std::ofstream(path, std::ios::binary) << good.substr(0, size);
        call("load", {Value(1)});
    }
    EXPECT_FALSE(said("fault")) << heard_.notes;
    std::ofstream(path, std::ios::binary) << good;
    call("load", {Value(1)});
    EXPECT_EQ(place("cEgo.x"), "5");
}

} // namespace
} // namespace vellum::ags
