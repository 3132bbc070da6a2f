// Objects that come and go in odd places, templates that hold any text, snapshots in the
// middle of a script, errors without a place.
#include "game.hpp"

#include <stdexcept>

#include "engines/skrit/exports/base.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritLife, the_same_skrit_made_from_its_last_farewell_keeps_what_is_shared) {
    Game game;
    ObjectId made{};
    ASSERT_TRUE(game.host.declare("singleton class W;"));
    int left = 1;
    ASSERT_TRUE(game.host.function("void W.Spawn( string n )", [&](std::string_view name) {
        if (left-- > 0) made = *game.engine().create(name);
    }));
    game.add("a.skrit", "shared int n$ = 5; event OnConstructShared$() { Report.Generic( \"CS \" ); } event "
                        "OnConstruct$() { n$ += 1; } event OnDestroyShared$() { W.Spawn( \"a\" ); }");
    const ObjectId first = *game.engine().create("a");
    game.engine().release(first);
    ASSERT_TRUE(game.engine().exists(made));
    EXPECT_EQ(game.engine().get(made, "n$")->integer(), 7);
    const ObjectId another = *game.engine().create("a");
    EXPECT_EQ(game.engine().implementation_count(), 1U);
    EXPECT_EQ(game.engine().get(another, "n$")->integer(), 8);
    EXPECT_EQ(game.engine().get(made, "n$")->integer(), 8);
    EXPECT_EQ(game.take(), "CS ");
    game.engine().release(made);
    game.engine().release(another);
    EXPECT_EQ(game.engine().implementation_count(), 0U);
}

TEST(SkritLife, releasing_many_keeps_order_and_names) {
    Game game;
    game.add("i.skrit", "property int n$; event OnDestroy$() { Report.GenericF( \"%d \", n$ ); }");
    std::vector<ObjectId> objects;
    for (int i = 0; i < 6; ++i) objects.push_back(*game.engine().create("i?n=" + std::to_string(i)));
    for (const std::size_t i : {0, 3, 1}) game.engine().release(objects[i]);
    EXPECT_EQ(game.take(), "0 3 1 ");
    EXPECT_EQ(game.engine().object_count(), 3U);
    ASSERT_EQ(game.world().machine_count(), 3U);
    std::string order;
    for (const Object* each : game.world().objects()) {
        Value value;
        ASSERT_TRUE(game.world().get_variable(*each, "n$", value));
        order += std::to_string(value.integer());
        EXPECT_EQ(game.world().objects()[each->index], each);
    }
    EXPECT_EQ(order, "245");
}

TEST(SkritLife, releasing_oldest_first_moves_nobody_until_somebody_looks) {
    Game game;
    game.add("i.skrit", "int n$;");
    std::vector<ObjectId> objects;
    for (int i = 0; i < 20000; ++i) objects.push_back(*game.engine().create("i"));
    const Object* last = game.world().find(objects.back().id);
    for (std::size_t i = 0; i + 1 < objects.size(); ++i) game.engine().release(objects[i]);
    EXPECT_EQ(last->index, 19999U);
    EXPECT_EQ(game.world().machine_count(), 1U);
    EXPECT_EQ(last->index, 0U);
}

TEST(SkritLife, fields_of_templates_are_set_as_they_are) {
    Game game;
    game.add("world/contentdb/components/act.skrit", "property string action$ = \"none\"; property string "
                                                     "label$; Run$() { Skrit.Command( action$ ); }")
        .add("world/contentdb/templates/a.gas",
             "[t:template,n:one] { [act] { action = [[Report.Generic( \"salt & pepper\" )]]; label = plain; "
             "} }\n"
             "[t:template,n:three] { [act] { label = [[\"quoted\"]]; } }\n"
             "[t:template,n:four] { [act] { label = \"5\\\" & more\"; action = \"A\"; } }\n"
             "[t:template,n:six] { specializes = nowhere; [act] { label = x; } }\n"
             "[t:template,n:one] { [act] { label = duplicate; } }\n");
    Diagnostics diagnostics;
    const auto text = [&](std::string_view name, std::string_view property) {
        const auto made = game.content().make(name, 0, diagnostics);
        EXPECT_EQ(made.size(), 1U);
        return std::string(game.engine().get({made.at(0)}, property)->text());
    };
    EXPECT_EQ(text("one", "action$"), "Report.Generic( \"salt & pepper\" )");
    EXPECT_EQ(text("one", "label$"), "plain");
    ASSERT_TRUE(game.engine().call({game.content().make("one", 0, diagnostics).at(0)}, "Run$"));
    EXPECT_EQ(game.take(), "salt & pepper");
    EXPECT_EQ(text("three", "label$"), "\"quoted\"");
    EXPECT_EQ(text("four", "label$"), game.fuel.value("world:contentdb:templates:four:act:label")->text);
    EXPECT_EQ(text("four", "action$"), "A");
    std::string problems;
    for (const Diagnostic& each : game.templates().problems().all()) problems += each.message + "\n";
    EXPECT_EQ(problems, "the template 'one' was defined before; that definition is used\n"
                        "the template 'six' specializes 'nowhere', which does not exist\n");
}

TEST(SkritLife, what_a_native_throws_is_its_failure) {
    Game game;
    ASSERT_TRUE(game.host.declare("singleton class W;"));
    ASSERT_TRUE(
        game.host.function("int W.Throw()", []() -> std::int32_t { throw std::runtime_error("no luck"); }));
    ASSERT_TRUE(game.host.function("void W.Odd()", [] { throw 5; }));
    Library library;
    library.function("One", [](std::int32_t) -> float { throw std::runtime_error("one"); });
    library.variadic("Any", [](Call&) { throw std::runtime_error("any"); });
    Signature own;
    own.name = "Own";
    library.add(own, [](Call&) { throw std::runtime_error("own"); });
    game.host.set_fallback(&library);
    ASSERT_TRUE(game.host.declare("float One( int n ); void Any( int n ); void Own();"));
    game.add("x.skrit",
             "int n$;\nA$() { n$ = 1;\nn$ = W.Throw(); n$ = 2; }\nB$() { W.Odd(); }\nC$() { One( 1 ); }\n"
             "D$() { Any( 1 ); }\nE$() { Own(); }");
    const ObjectId object = *game.engine().create("x");
    for (const char* const name : {"A$", "B$", "C$", "D$", "E$"})
        EXPECT_FALSE(game.engine().call(object, name));
    EXPECT_EQ(game.errors, (std::vector<std::string>{"no luck", "unknown exception", "one", "any", "own"}));
    std::vector<std::uint32_t> lines;
    for (const Fault& each : game.world().faults()) lines.push_back(each.frames.at(0).line);
    EXPECT_EQ(lines, (std::vector<std::uint32_t>{3, 4, 5, 6, 7}));
    EXPECT_EQ(game.engine().get(object, "n$")->integer(), 1);
}

TEST(SkritLife, nothing_is_saved_or_restored_in_the_middle_of_a_script) {
    Game game;
    ASSERT_TRUE(game.host.declare("singleton class W;"));
    std::vector<std::string> codes;
    std::vector<std::byte> before;
    ASSERT_TRUE(game.host.function("void W.Save()", [&] {
        codes.emplace_back(game.engine().save().error().code->id);
        codes.emplace_back(game.world().snapshot().error().code->id);
        codes.emplace_back(game.engine().load(before).error().code->id);
        codes.emplace_back(game.world().restore(before).error().code->id);
    }));
    game.add("s.skrit",
             "int x$; startup state S$ { event OnTimer$( int i$, float t$ ) { x$ = 1; W.Save(); x$ = 2; } }");
    const ObjectId object = *game.engine().create("s");
    before = *game.engine().save();
    const Value values[] = {Value(1), Value(0.0F)};
    game.engine().send(object, "OnTimer", values);
    EXPECT_EQ(codes, std::vector<std::string>(4, "snapshot.busy"));
    EXPECT_EQ(game.engine().get(object, "x$")->integer(), 2);
    EXPECT_TRUE(game.engine().save());
}

TEST(SkritLife, an_observer_cannot_save_while_a_frame_is_under_way) {
    struct Saver final : Observer {
        void event(const Scheduler& scheduler, std::uint32_t, std::string_view, std::span<const Value>,
                   std::string_view) override {
            const auto saved = scheduler.snapshot();
            code = saved ? "saved" : std::string(saved.error().code->id);
        }
        std::string code;
    };
    Game game;
    game.add("o.skrit", "event OnUpdate$( float s$ ) { }");
    static_cast<void>(game.engine().create("o"));
    Saver saver;
    game.world().add_observer(saver);
    game.engine().update(0.1F);
    game.world().remove_observer(saver);
    EXPECT_EQ(saver.code, "snapshot.busy");
}

TEST(SkritLife, errors_outside_of_code_name_a_place) {
    Game game;
    game.add("r.skrit", "startup state A$ { event OnEnterState$() { SetState B$; } }\n"
                        "state B$ { event OnEnterState$() { SetState A$; } }")
        .add("c.skrit", "Go$() {\nSkrit.Command( \"int z$ = 0; z$ = 1 / z$\" ); }");
    static_cast<void>(game.engine().create("r"));
    ASSERT_EQ(game.errors.size(), 1U);
    EXPECT_EQ(game.errors[0], "too many state changes");
    ASSERT_EQ(game.world().faults()[0].frames.size(), 1U);
    EXPECT_EQ(game.world().faults()[0].frames[0].source, "r.skrit");
    EXPECT_NE(game.world().faults()[0].frames[0].line, 0U);
    const ObjectId object = *game.engine().create("c");
    game.take();
    ASSERT_TRUE(game.engine().call(object, "Go$"));
    EXPECT_NE(game.take().find("[error] division by zero, line 3 of the command, in c.skrit:2\n"),
              std::string::npos);
}

TEST(SkritLife, sending_tells_what_became_of_it) {
    Game game;
    game.add("t.skrit",
             "startup state A$ { transition -> B$: OnTimer( 1 ); transition -> B$: OnTimer( 2 ) and OnTimer( "
             "3 ); } state B$ { event OnEnterState$() { } trigger OnTimer$( 7 ) { } }");
    static_cast<void>(game.engine().create("t"));
    const auto sent = [&](std::int32_t id) {
        return *game.world().send({"OnTimer", {Value(id), Value(0.0F)}});
    };
    EXPECT_EQ(sent(9), "no handler");
    EXPECT_EQ(sent(2), "a transition recorded it and waits for more");
    EXPECT_EQ(sent(1), "a transition took it");
    EXPECT_EQ(sent(7), "handled");
}

} // namespace
} // namespace vellum::skrit::test
