// The event families of the game: each declared event compiles with its parameters and fires.
#include "game.hpp"

namespace vellum::skrit::test {
namespace {

/// A skrit that handles every event of a family with all parameters and prints its name; events that answer,
/// answer.
std::string handlers(const Exports& exports, std::string_view family, std::vector<std::string>& names) {
    std::string text;
    for (std::uint32_t i = 0; i < exports.event_count(); ++i) {
        const EventExport& event = exports.event_at(i);
        if (event.family != family) continue;
        names.push_back(event.name);
        text += "event " + event.name + "$(";
        for (std::size_t p = 0; p < event.parameters.size(); ++p)
            text += (p == 0 ? " " : ", ") + exports.type_name(event.parameters[p].type) + " p" +
                    std::to_string(p) + "$";
        text += " ) { Report.Generic( \"" + event.name + "\\n\" );";
        if (event.result.kind != TypeKind::none) text += " return true;";
        text += " }\n";
    }
    return text;
}

std::vector<Value> values_of(const Exports& exports, std::string_view name) {
    std::vector<Value> values;
    for (const ExportParameter& parameter : exports.event_at(exports.find_event(name)).parameters) {
        switch (parameter.type.kind) {
        case TypeKind::boolean: values.emplace_back(true); break;
        case TypeKind::real: values.emplace_back(0.5F); break;
        case TypeKind::string: values.emplace_back(String("text")); break;
        case TypeKind::integer:
        case TypeKind::enumeration: values.emplace_back(1); break;
        default: values.emplace_back(ObjectId{7}); break;
        }
    }
    return values;
}

void all_fire(std::string_view family, std::size_t count) {
    Game game;
    const Exports& exports = game.world().exports();
    std::vector<std::string> names;
    game.add("all.skrit", handlers(exports, family, names));
    EXPECT_EQ(names.size(), count);
    const Result<ObjectId> made = game.engine().create("all");
    ASSERT_TRUE(made) << format(made.error());
    game.take();
    for (const std::string& name : names) {
        const std::vector<Value> values = values_of(exports, name);
        Value answer;
        EXPECT_TRUE(game.engine().send(*made, name, values, &answer)) << name;
        EXPECT_EQ(game.take(), name + "\n");
        if (exports.event_at(exports.find_event(name)).result.kind != TypeKind::none)
            EXPECT_TRUE(answer.boolean()) << name;
    }
    EXPECT_TRUE(game.errors.empty());
}

TEST(SkritEvents, every_component_event_compiles_and_fires) {
    SKRIT_FEATURE(152);
    all_fire("component", 17);
}

TEST(SkritEvents, every_bot_event_compiles_and_fires) {
    SKRIT_FEATURE(156);
    all_fire("skritbot", 7);
}

TEST(SkritEvents, every_job_event_compiles_and_fires) {
    SKRIT_FEATURE(158);
    all_fire("job", 4);
}

TEST(SkritEvents, every_animation_event_compiles_and_fires) {
    SKRIT_FEATURE(151);
    all_fire("animation", 3);
    Game game; // updates of the world reach OnUpdate by themselves
    game.add("a.skrit", "event OnUpdate$( float s$ ) { Report.GenericF( \"%.2f\", s$ ); }");
    ASSERT_TRUE(game.engine().create("a"));
    game.engine().update(0.25F);
    EXPECT_EQ(game.take(), "0.25");
}

TEST(SkritEvents, messages_and_copies_are_kept_apart) {
    SKRIT_FEATURE(153);
    Game game;
    game.add("a.skrit",
             "event OnGoHandleMessage$( eWorldEvent e$, WorldMessage m$ ) { Report.Generic( \"direct\" ); }\n"
             "event OnGoHandleCcMessage$( eWorldEvent e$, WorldMessage m$ ) { Report.Generic( \"copy\" ); }")
        .add("b.skrit",
             "event OnGoHandleMessage$( eWorldEvent e$, WorldMessage m$ ) { Report.Generic( \"direct\" ); }");
    SkritEngine& engine = game.engine();
    const ObjectId watcher = *engine.create("a");
    const ObjectId other = *engine.create("b");
    const Value message[] = {Value(1), Value(ObjectId{5})};
    EXPECT_TRUE(engine.send(watcher, "OnGoHandleMessage", message));
    EXPECT_EQ(game.take(), "direct");
    EXPECT_TRUE(engine.send(watcher, "OnGoHandleCcMessage", message));
    EXPECT_EQ(game.take(), "copy");
    EXPECT_FALSE(engine.send(other, "OnGoHandleCcMessage", message)); // it does not watch
    EXPECT_EQ(game.take(), "");
}

TEST(SkritEvents, world_messages_drive_components_and_jobs) {
    SKRIT_FEATURE(46, 47);
    Game game;
    game.add("a.skrit", "startup state A$ { transition -> B$: OnWorldMessage( WE_KILLED ); } state B$;\n"
                        "trigger OnWorldMessage$( WE_DAMAGED ) { Report.Generic( \"ouch\" ); }");
    SkritEngine& engine = game.engine();
    const ObjectId job = *engine.create("a");
    const auto constant = [&](std::string_view name) {
        const Exports& exports = game.world().exports();
        return exports.constant_at(exports.find_constant(name)).value;
    };
    const Value damaged[] = {Value(constant("WE_DAMAGED")), Value(ObjectId{5})};
    const Value killed[] = {Value(constant("WE_KILLED")), Value(ObjectId{5})};
    engine.send(job, "OnWorldMessage", damaged);
    EXPECT_EQ(game.take(), "ouch");
    EXPECT_EQ(engine.state(job), "A$");
    engine.send(job, "OnWorldMessage", killed);
    EXPECT_EQ(engine.state(job), "B$");
}

TEST(SkritEvents, jobs_fetch_their_pointers_again_after_loading) {
    SKRIT_FEATURE(48, 159);
    Game game;
    game.add("job.skrit", "Job job_$; int times$;\n"
                          "event OnJobInitPointers$( Job job$ ) { job_$ = job$; times$ += 1; }\n"
                          "event OnJobInit$( Job job$ ) { OnJobInitPointers$( job$ ); SetState Working$; }\n"
                          "event OnLoad$ { Report.GenericF( \"loaded %d\\n\", job_$ == null ); }\n"
                          "bool Ready$() { return job_$ != null; } int Inits$() { return times$; }\n"
                          "startup state Startup$; state Working$;");
    SkritEngine& engine = game.engine();
    const ObjectId object = *engine.create("job");
    const Value job[] = {Value(ObjectId{42})};
    ASSERT_TRUE(engine.send(object, "OnJobInit", job));
    EXPECT_TRUE(engine.call(object, "Ready$")->boolean());
    EXPECT_EQ(engine.state(object), "Working$");
    const Result<std::vector<std::byte>> saved = engine.save();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(engine.load(*saved));
    EXPECT_EQ(game.take(), "loaded 1\n"); // raw references are not kept
    EXPECT_FALSE(engine.call(object, "Ready$")->boolean());
    ASSERT_TRUE(engine.send(object, "OnJobInitPointers", job)); // what the host does after loading
    EXPECT_TRUE(engine.call(object, "Ready$")->boolean());
    EXPECT_EQ(engine.call(object, "Inits$")->integer(), 2);
    EXPECT_EQ(engine.state(object), "Working$");
}

TEST(SkritEvents, general_events_come_in_their_order) {
    SKRIT_FEATURE(145, 146, 147, 148);
    Game game;
    std::string text;
    for (const std::string_view name : {"OnConstruct", "OnDestroy", "OnLoad", "OnConstructShared",
                                        "OnDestroyShared", "OnLoadShared", "OnEnterState", "OnExitState"})
        text += "event " + std::string(name) + "$ { Report.Generic( \"" + std::string(name) + " \" ); }\n";
    game.add("a.skrit", text + "startup state A$; state B$; Go$() { SetState B$; }");
    SkritEngine& engine = game.engine();
    const ObjectId first = *engine.create("a");
    EXPECT_EQ(game.take(), "OnConstructShared OnConstruct OnEnterState ");
    const ObjectId second = *engine.create("a");
    EXPECT_EQ(game.take(), "OnConstruct OnEnterState ");
    ASSERT_TRUE(engine.call(first, "Go$"));
    EXPECT_EQ(game.take(), "OnExitState OnEnterState ");
    const Result<std::vector<std::byte>> saved = engine.save();
    ASSERT_TRUE(saved && engine.load(*saved));
    EXPECT_EQ(game.take(), "OnLoadShared OnLoad OnLoad ");
    engine.release(first);
    EXPECT_EQ(game.take(), "OnDestroy ");
    engine.release(second);
    EXPECT_EQ(game.take(), "OnDestroy OnDestroyShared ");
}

} // namespace
} // namespace vellum::skrit::test
