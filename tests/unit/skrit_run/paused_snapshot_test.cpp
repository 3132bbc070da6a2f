// Snapshots of paused worlds: another world takes up what was under way, with handles, at the end of objects,
// in frames, events for all and bots; and whatever the bytes hold, nothing of it is believed.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/skrit.hpp"
#include "vellum/skrit_console.hpp"

namespace vellum {
namespace {

const std::map<std::string, std::string, std::less<>> texts = {
    {"torch",
     R"(Torch mine$; shared int all$ = 0; property int power$ = 1; string said$;
float Later$() { return 0.5; }
string Name$( Torch a$, string b$, int n$ )
{
	Torch c$ = a$;
	string t$ = b$ + "!";
	if( n$ > 0 ) { return Name$( c$, t$, n$ - 1 ); }
	return t$;
}
event OnConstruct$ { mine$ = Light(); power$ += 1; said$ = Name$( mine$, "made", 1 ); }
event OnConstructShared$ { all$ += 1; all$ += 1; }
event OnDestroy$ { said$ = Name$( mine$, "end", 1 ); Report.Generic( said$ ); }
event OnDestroyShared$ { all$ += 5; Report.GenericF( "shared %d ", all$ ); }
event OnUpdate$( float s$ ) { said$ += "u"; SkritBotMgr.RemoveSkritBot( "watch" ); said$ += "v"; }
event OnGo$( int n$ )
{
	int x$ = n$ * 2 + mine$.Heat() * ( n$ + Light().Heat() );
	Report.GenericF( "%d %s ", x$, Name$( Light(), "go", 2 ) );
	SetState B$;
}
startup state A$ { event OnExitState$ { power$ *= 2; } }
state B$ poll( Later$() )
{
	event OnEnterState$ { power$ += 1; Name$( mine$, "B", 1 ); }
	Soon$ at ( Later$() ) { power$ += 3; }
	transition -> A$: if( power$ > 3 );
}
)"},
    {"lone", R"(shared int all$ = 1;
event OnDestroy$ { all$ += 1; }
event OnDestroyShared$ { all$ += 1; all$ += 2; Report.GenericF( "alone %d ", all$ ); })"},
    {"bot", R"(int n$; event OnBotUpdate$( float s$ ) { n$ += 1; n$ += 2; Report.GenericF( "bot %d ", n$ ); }
event OnBotSysUpdate$( float s$ ) { n$ += 3; })"},
};

/// A game whose host counts references.
struct Game {
    Game() {
        EXPECT_TRUE(host.declare("managed class Torch { int Heat(); }; Torch Light();"));
        EXPECT_TRUE(host.function("int Torch.Heat()", [] { return 3; }));
        EXPECT_TRUE(host.function("Torch Light()", [this] { return ObjectId{7 + lit++ % 2}; }));
        EXPECT_TRUE(host.event("OnGo( int n )"));
        host.managed([this](ObjectId object) { ++references[object.id]; },
                     [this](ObjectId object) { --references[object.id]; });
        SkritOptions options;
        options.open = true;
        options.find = [](std::string_view name, SkritSource& source) {
            const auto found = texts.find(name);
            if (found == texts.end()) return false;
            source = {found->first, found->second};
            return true;
        };
        engine = std::make_unique<SkritEngine>(host, options);
        engine->on_report([this](std::string_view, std::string_view text) { said += text; });
    }
    skrit::World& world() { return engine->world(); }

    SkritHost host;
    std::map<std::uint64_t, int> references;
    std::uint64_t lit = 0;
    std::string said;
    std::unique_ptr<SkritEngine> engine;
};

/// Five objects; the second is a bot, the last alone of its skrit.
void populate(Game& game) {
    static_cast<void>(game.engine->create("torch"));
    static_cast<void>(game.engine->add_bot("bot", "watch"));
    static_cast<void>(game.engine->create("torch?power=5"));
    static_cast<void>(game.engine->create("torch"));
    static_cast<void>(game.engine->create("lone"));
    game.engine->send({game.world().objects()[0]->id}, "OnGo", std::vector{Value(1)});
}

struct Scene {
    std::string_view name;
    void (*act)(Game&);
};
const std::vector<Value> go = {Value(4)};
const Scene scenes[] = {
    {"an event in one object",
     [](Game& game) { game.engine->send({game.world().objects()[2]->id}, "OnGo", go); }},
    {"an event for all", [](Game& game) { static_cast<void>(game.world().send({"OnGo", go})); }},
    {"a frame", [](Game& game) { game.world().frame(1.0F); }},
    {"an update", [](Game& game) { game.engine->update({game.world().objects()[0]->id}, 1.0F); }},
    {"the making of an object", [](Game& game) { static_cast<void>(game.engine->create("torch?power=9")); }},
    {"the end of an object", [](Game& game) { game.engine->release({game.world().objects()[0]->id}); }},
    {"the end of a skrit", [](Game& game) { game.engine->release({game.world().objects()[4]->id}); }},
    {"the start",
     [](Game& game) {
         EXPECT_TRUE(game.engine->add("torch?power=2"));
         game.world().start();
     }},
};

std::vector<std::byte> taken(Game& game) {
    auto bytes = game.world().snapshot();
    EXPECT_TRUE(bytes) << format(bytes.error());
    return bytes.value_or(std::vector<std::byte>());
}

TEST(SkritPausedSnapshots, are_taken_up_by_another_world) {
    for (const Scene& scene : scenes) {
        SCOPED_TRACE(scene.name);
        Game straight;
        populate(straight);
        scene.act(straight);
        straight.world().frame(1.0F);
        std::uint64_t stop = 0;
        for (bool stopped = true; stopped; stop += stop < 30 ? 1 : 4) {
            SCOPED_TRACE(stop);
            Game begun;
            populate(begun);
            begun.world().pause_after(stop);
            scene.act(begun);
            stopped = begun.world().paused();
            const std::vector<std::byte> middle = taken(begun);
            Game other;
            other.lit = begun.lit;
            if (scene.name == "the start") EXPECT_TRUE(other.engine->add("torch?power=2"));
            const Result<void> done = other.world().restore(middle);
            ASSERT_TRUE(done) << format(done.error());
            ASSERT_EQ(other.world().paused(), stopped);
            EXPECT_TRUE(taken(other) == middle);
            EXPECT_EQ(other.world().instructions(), begun.world().instructions());
            EXPECT_EQ(other.references, begun.references);
            other.world().resume();
            EXPECT_FALSE(other.world().paused());
            other.world().frame(1.0F);
            EXPECT_TRUE(taken(other) == taken(straight));
            EXPECT_EQ(begun.said + other.said, straight.said);
            EXPECT_EQ(other.references, straight.references);
            EXPECT_EQ(other.world().instructions(), straight.world().instructions());
            EXPECT_TRUE(other.world().faults().empty());
            EXPECT_EQ(other.engine->implementation_count(), straight.engine->implementation_count());
        }
        EXPECT_GT(stop, 8U);
    }
}

TEST(SkritPausedSnapshots, give_back_every_handle) {
    for (const Scene& scene : scenes)
        for (std::uint64_t stop = 0; stop < 60; stop += 3) {
            Game begun;
            populate(begun);
            begun.world().pause_after(stop);
            scene.act(begun);
            Game other;
            if (scene.name == "the start") EXPECT_TRUE(other.engine->add("torch?power=2"));
            ASSERT_TRUE(other.world().restore(taken(begun)));
            other.engine.reset();
            for (const auto& [object, count] : other.references) EXPECT_EQ(count, 0) << scene.name << stop;
        }
}

TEST(SkritPausedSnapshots, belong_to_the_text_they_were_taken_in) {
    Game begun;
    ASSERT_TRUE(begun.engine->create_from_text("event OnGo$( int n$ ) { n$ += 1; n$ += 2; }", "x"));
    begun.world().pause_after(2);
    static_cast<void>(begun.world().send({"OnGo", go}));
    ASSERT_TRUE(begun.world().paused());
    Game other;
    ASSERT_TRUE(other.engine->create_from_text("event OnGo$( int n$ ) { n$ += 1; n$ += 3; }", "x"));
    const std::vector<std::byte> before = taken(other);
    const Result<void> refused = other.world().restore(taken(begun));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "snapshot.version");
    EXPECT_TRUE(taken(other) == before);
}

TEST(SkritPausedSnapshots, show_no_object_that_went) {
    Game game;
    populate(game);
    const auto gone = [&] {
        const auto all = game.world().objects();
        return std::ranges::find(all, nullptr) != all.end();
    };
    game.world().pause_after(1);
    game.world().frame(1.0F);
    while (game.world().paused() && !gone()) {
        game.world().pause_after(1);
        game.world().resume();
    }
    ASSERT_TRUE(game.world().paused());
    std::string printed;
    SkritConsole console(*game.engine, [&](std::string_view text) { printed += text; });
    console.enter("objects");
    EXPECT_EQ(std::ranges::count(printed, '\n'), 4);
    console.enter("select 2"); // where the bot stood
    console.enter("get power");
    console.enter("select 5");
    EXPECT_NE(printed.find("= 6\n"), std::string::npos) << printed;
    EXPECT_TRUE(console.failed());
}

TEST(SkritPausedSnapshots, have_no_more_left_than_a_world_allows) {
    Game begun;
    populate(begun);
    begun.world().pause_after(5);
    scenes[0].act(begun);
    Game other;
    other.world().set_budget({.instructions = 1000, .memory = 0, .call_depth = 0});
    const Result<void> refused = other.world().restore(taken(begun));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "snapshot.corrupt");
}

/// Where the part begins that is about the pause.
std::size_t halt_of(std::span<const std::byte> bytes) { return as_text(bytes).find("HALT"); }

void seal(std::vector<std::byte>& bytes) {
    store_u64(bytes.data() + bytes.size() - 8, hash64(std::span(bytes).first(bytes.size() - 8)));
}

TEST(SkritPausedSnapshots, may_hold_anything) {
    std::size_t accepted = 0, refused = 0;
    Game victim;
    EXPECT_TRUE(victim.engine->add("torch?power=2"));
    victim.world().set_budget({.instructions = 20'000, .memory = 0, .call_depth = 0});
    for (const Scene& scene : scenes)
        for (const std::uint64_t stop : {2U, 17U}) {
            Game begun;
            populate(begun);
            begun.world().set_budget({.instructions = 20'000, .memory = 0, .call_depth = 0});
            begun.world().pause_after(stop);
            scene.act(begun);
            if (!begun.world().paused()) continue;
            const std::vector<std::byte> good = taken(begun);
            const std::size_t first = halt_of(good);
            ASSERT_LT(first, good.size());
            for (std::size_t at = first + 8; at + 16 < good.size(); ++at)
                for (const unsigned value : {0x00U, 0x01U, 0xFFU}) {
                    std::vector<std::byte> bad = good;
                    bad[at] = static_cast<std::byte>(value);
                    if (bad == good) continue;
                    seal(bad);
                    if (!victim.world().restore(bad)) {
                        ++refused;
                        continue;
                    }
                    ++accepted;
                    static_cast<void>(victim.world().inspect());
                    const std::vector<std::byte> now = taken(victim);
                    ASSERT_TRUE(victim.world().restore(now)) << scene.name << " byte " << at - first;
                    ASSERT_TRUE(taken(victim) == now) << scene.name << " byte " << at - first;
                    victim.world().resume();
                    victim.world().frame(1.0F);
                    static_cast<void>(victim.world().take_faults());
                }
        }
    EXPECT_GT(refused, 1000U);
    EXPECT_GT(accepted, 1000U);
}

} // namespace
} // namespace vellum
