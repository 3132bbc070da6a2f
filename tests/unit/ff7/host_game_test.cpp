// Every query of the machine to a host, by the names of the page's section "Host calls": what the host is
// told, what becomes of its answer, and what counts when it does not know.
#include "engines/ff7/world/host_game.hpp"

#include <functional>

#include "support.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ff7::test {
namespace {

struct Asked {
    std::string_view native;
    std::int32_t arguments;
    bool truth; ///< The answer is true or false.
    std::function<std::int32_t(Game&, World&)> ask;
};

const Asked queries[] = {
    {"last_module", 0, false, [](Game& game, World& world) { return game.last_module(world); }},
    {"entry_field", 0, false, [](Game& game, World& world) { return game.entry_field(world); }},
    {"map_options", 0, false, [](Game& game, World& world) { return game.map_options(world); }},
    {"battle_escaped", 0, false, [](Game& game, World& world) { return game.battle_escaped(world); }},
    {"marsh_side", 0, false, [](Game& game, World& world) { return game.marsh_side(world); }},
    {"party_leader", 0, false, [](Game& game, World& world) { return game.party_leader(world); }},
    {"party_change", 1, false, [](Game& game, World& world) { return game.party_change(world, 17); }},
    {"touching", 1, false, [](Game& game, World& world) { return game.touching(world, 17); }},
    {"prompt_result", 0, false, [](Game& game, World& world) { return game.prompt_result(world); }},
    {"confirm_held", 0, true, [](Game& game, World& world) { return game.confirm_held(world) ? 1 : 0; }},
    {"window_message", 1, true,
     [](Game& game, World& world) { return game.window_message(world, 17) ? 1 : 0; }},
    {"window_prompt", 3, true,
     [](Game& game, World& world) { return game.window_prompt(world, 17, 18, 19) ? 1 : 0; }},
    {"window_open", 0, true, [](Game& game, World& world) { return game.window_open(world) ? 1 : 0; }},
    {"board", 1, true, [](Game& game, World& world) { return game.board(world, 17) ? 1 : 0; }},
    {"alight", 1, true, [](Game& game, World& world) { return game.alight(world, 17) ? 1 : 0; }},
    {"chocobo_ready", 0, true, [](Game& game, World& world) { return game.chocobo_ready(world) ? 1 : 0; }},
    {"chocobo_idle", 0, true, [](Game& game, World& world) { return game.chocobo_idle(world) ? 1 : 0; }},
};

/// A host with one native that takes so many numbers and answers with `answer`; what it is told stays in
/// `told`.
class OneNative {
  public:
    OneNative(std::string_view name, std::int32_t arguments, std::function<void(Call&)> answer)
        : answer_(std::move(answer)) {
        Signature signature;
        signature.name = name;
        signature.parameters.resize(static_cast<std::size_t>(arguments));
        library.add(std::move(signature), [this](Call& call) {
            for (std::size_t i = 0; i < call.size(); ++i) told += std::to_string(call[i].integer()) + " ";
            answer_(call);
        });
    }
    Library library{"game"};
    std::string told;

  private:
    std::function<void(Call&)> answer_;
};

TEST(HostGames, AnswersAreConvertedAndArgumentsArrive) {
    WorldRun run("");
    for (const Asked& each : queries) {
        SCOPED_TRACE(each.native);
        for (const auto& [answer, expected] :
             std::initializer_list<std::pair<Value, std::int32_t>>{{Value(3), 3},
                                                                   {Value(-3), -3},
                                                                   {Value(0), 0},
                                                                   {Value(true), 1},
                                                                   {Value(false), 0},
                                                                   {Value(2.9F), 2}}) {
            OneNative native(each.native, each.arguments, [&](Call& call) { call.result = answer; });
            HostGame game(native.library);
            EXPECT_EQ(each.ask(game, *run.world), each.truth ? (expected != 0 ? 1 : 0) : expected);
            EXPECT_EQ(native.told, each.arguments == 3 ? "17 18 19 " : each.arguments == 1 ? "17 " : "");
            EXPECT_EQ(game.take_failure(), "");
        }
    }
}

TEST(HostGames, WhatAHostDoesNotKnowIsAnsweredAsGameDoes) {
    WorldRun run("");
    Game usual;
    Library nothing("nothing");
    for (const Asked& each : queries) {
        SCOPED_TRACE(each.native);
        const std::int32_t expected = each.ask(usual, *run.world);
        HostGame unknown(nothing);
        EXPECT_EQ(each.ask(unknown, *run.world), expected);
        OneNative silent(each.native, each.arguments, [](Call&) {});
        HostGame quiet(silent.library);
        EXPECT_EQ(each.ask(quiet, *run.world), expected) << "no answer";
        OneNative broken(each.native, each.arguments, [](Call& call) {
            call.result = 77;
            call.fail("the sea is rough");
        });
        HostGame failing(broken.library);
        EXPECT_EQ(each.ask(failing, *run.world), expected) << "a failure is no answer";
        EXPECT_EQ(failing.take_failure(), "the sea is rough");
        EXPECT_EQ(failing.take_failure(), "") << "told once";
        OneNative wrong(each.native, each.arguments + 1, [](Call& call) { call.result = 77; });
        HostGame other(wrong.library);
        EXPECT_EQ(each.ask(other, *run.world), expected) << "another number of arguments is another native";
        StandInHost stand_in(nullptr, &described_natives());
        HostGame described(stand_in);
        EXPECT_EQ(each.ask(described, *run.world), expected) << "a stand-in knows no better";
    }
}

TEST(HostGames, TheSaveBlockIsTheHostsOnlyWithBothCalls) {
    WorldRun run("");
    std::map<std::int32_t, std::int32_t> block;
    Library game("game");
    game.function("save_read", [&](std::int32_t address) -> std::int32_t { return block[address]; });
    EXPECT_FALSE(HostGame(game).owns_save());
    game.function("save_write", [&](std::int32_t address, std::int32_t value) { block[address] = value; });
    HostGame both(game);
    EXPECT_TRUE(both.owns_save());
    both.write_save(*run.world, 0x3B8, 200);
    EXPECT_EQ(block[0x3B8], 200);
    block[5] = 0x1FE;
    EXPECT_EQ(both.read_save(*run.world, 5), 0xFE) << "a byte";
    EXPECT_EQ(both.read_save(*run.world, 6), 0);
}

TEST(HostGames, TerrainComesThroughItsOutParameters) {
    WorldRun run("");
    Library game("game");
    std::string told;
    EXPECT_FALSE(HostGame(game).has_terrain());
    EXPECT_FALSE(HostGame(game).has_touch());
    game.variadic("terrain_info", [&](Call& call) {
        for (int i = 0; i < 3; ++i) told += std::to_string(call[static_cast<std::size_t>(i)].integer()) + " ";
        call[3] = Value(4);
        call[4] = Value(5.5F);
        call[5] = Value(-600);
    });
    game.variadic("touching", [](Call& call) { call.result = 4; });
    HostGame host(game);
    EXPECT_TRUE(host.has_terrain());
    EXPECT_TRUE(host.has_touch());
    const Ground ground = host.terrain_info(*run.world, 10, -20, 3);
    EXPECT_EQ(told, "10 -20 3 ");
    EXPECT_EQ(ground.terrain, 4);
    EXPECT_EQ(ground.script, 5);
    EXPECT_EQ(ground.height, -600);
}

TEST(HostGames, OrdersAndFramesAreToldToThoseWhoAsk) {
    WorldRun run("");
    Library game("game");
    std::string told;
    game.variadic(to_string(Command::start_battle),
                  [&](Call& call) { told += "battle " + std::to_string(call[0].integer()); });
    game.variadic("frame", [&](Call& call) { told += "frame " + std::to_string(call.size()) + " "; });
    HostGame host(game);
    host.controls(*run.world);
    const std::int32_t scene[] = {300};
    host.command(*run.world, Command::start_battle, scene);
    const std::int32_t model[] = {4};
    host.command(*run.world, Command::model_moved, model); // nobody asked for it
    EXPECT_EQ(told, "frame 1 battle 300");
}

} // namespace
} // namespace vellum::ff7::test
