// Natives and methods that wait: of whom they are asked again, what a snapshot keeps of them, what ends them;
// and a world that is interrupted, or asked for a snapshot while it runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

/// A host of two objects: #1 walks for three polls, #2 would walk for ever. Tells who was asked.
class Walkers : public Host {
  public:
    Native resolve(const NativeKey& key) override {
        if (key.kind == NativeKind::method && key.name == "Walk") return {&walk, this, nullptr, true, false};
        if (key.kind == NativeKind::function && key.name == "Who") return {&who, this, nullptr, false, false};
        if (key.kind == NativeKind::function && key.name == "Tell")
            return {&tell, this, nullptr, false, false};
        return pathologic::known_natives().resolve(key);
    }
    std::string_view object_class(ObjectId object) const override {
        return object.id == 1 ? "Actor" : object.id == 2 ? "Door" : "";
    }
    std::string take() { return std::exchange(told, {}); }

    std::string told;
    std::uint64_t answer = 1;

  private:
    static Walkers& of(void* self) { return *static_cast<Walkers*>(self); }
    static void walk(void* self, Call& call) {
        of(self).told += "#" + std::to_string(call.receiver.id) + " ";
        const std::int32_t polls = call.resumed ? call.state->integer() : 0;
        *call.state = Value(polls + 1);
        if (polls < 3 || call.receiver.id == 2) return call.suspend();
        if (call.size() > 0) call[0] = Value(true);
    }
    static void who(void* self, Call& call) { call[0] = Value(ObjectId{of(self).answer}); }
    static void tell(void* self, Call& call) { of(self).told += std::string(call[0].text()) + " "; }
};

/// A method of a task variable (TObjFunc) or of a variable on the stack (ObjFunc), with three events that
/// change the variable or end the wait.
std::string walking(bool in_task) {
    const std::string variable = in_task ? "T[0]" : "S[1]";
    const std::string call = in_task ? " PushB false\n TObjFunc T[0], Walk, S[1]\n"
                                     : " PushB false\n Push S[2]\n ObjFunc S[1], Walk, S[2]\n Pop 1\n";
    return ".numbering hd\n.run M, a\n.task M, 0, object\n .event 2, forget\n .event 3, other\n .event 4, "
           "stop\na:\n Func Who/1, T[0]\n PushT T[0]\n" +
           call +
           " JumpB S[1], arrived, true, 1\n PushS \"stopped\"\n Jump said\narrived:\n PushS \"arrived\"\n"
           "said:\n Func Tell/1, S[1]\n Return 2\n"
           "forget:\n SetNullT T[0]\n Return 0\nother:\n Func Who/1, T[0]\n Return 0\n"
           "stop:\n Func StopGroup0/0\n Return 0\n";
}

struct Walk {
    explicit Walk(bool in_task, bool checked = false)
        : program(assemble_pathologic(walking(in_task), &error)) {
        EXPECT_NE(program, nullptr) << error;
        pathologic::WorldOptions options;
        options.checked = checked;
        world = pathologic::make_world(host, options);
        EXPECT_TRUE(world->add(program, "walk").has_value());
        world->start();
    }
    void send(std::string event) { EXPECT_TRUE(world->send({std::move(event), {}}).has_value()); }
    void frames(int count) {
        for (int i = 0; i < count; ++i) world->frame(0.1F);
    }
    std::string error;
    Walkers host;
    ProgramPtr program;
    std::unique_ptr<pathologic::World> world;
};

TEST(PathologicWaiting, methods_are_asked_every_frame_until_they_are_done) {
    for (const bool in_task : {false, true})
        for (const bool checked : {false, true}) {
            Walk walk(in_task, checked);
            walk.frames(2);
            EXPECT_EQ(walk.host.take(), "#1 #1 ");
            EXPECT_EQ(walk.world->machine(0).state, MachineState::waiting);
            walk.frames(2);
            EXPECT_EQ(walk.host.take(), "#1 #1 arrived ") << in_task;
            EXPECT_TRUE(walk.world->finished());
        }
}

TEST(PathologicWaiting, a_method_keeps_the_object_it_was_called_on) {
    Walk nulled(true);
    nulled.frames(1);
    nulled.send("2"); // the handler sets the variable to null, then the method is asked again
    nulled.frames(2);
    EXPECT_EQ(nulled.host.take(), "#1 #1 #1 #1 arrived ");
    EXPECT_TRUE(nulled.world->faults().empty());

    Walk replaced(true);
    replaced.frames(1);
    replaced.host.answer = 2;
    replaced.send("3");
    replaced.frames(2);
    EXPECT_EQ(replaced.host.take(), "#1 #1 #1 #1 arrived ") << "#2 would have walked on";
}

TEST(PathologicWaiting, a_snapshot_keeps_the_object_too) {
    Walk first(true);
    first.frames(1);
    first.send("2");
    const Result<std::vector<std::byte>> saved = first.world->snapshot();
    ASSERT_TRUE(saved.has_value());
    Walk second(true);
    ASSERT_TRUE(second.world->restore(*saved).has_value());
    second.frames(2);
    EXPECT_EQ(second.host.take(), "#1 #1 arrived ");
    EXPECT_TRUE(second.world->faults().empty());
}

TEST(PathologicWaiting, a_stopped_method_needs_no_object_any_more) {
    Walk walk(true);
    walk.frames(1);
    walk.send("2");
    walk.host.take();
    walk.send("4");
    walk.frames(1);
    EXPECT_EQ(walk.host.take(), "stopped ") << "its result is false, and nobody was asked";
    EXPECT_TRUE(walk.world->faults().empty());
}

// --- What ends what ---

/// A host whose natives wait for ever if they are the named one, and are done at once otherwise.
class Endless : public Host {
  public:
    explicit Endless(std::string name) : name_(std::move(name)) {}
    Native resolve(const NativeKey& key) override {
        return {key.name == name_ ? &wait : &done, this, nullptr, false, false};
    }
    std::uint32_t asked = 0;

  private:
    static void wait(void* self, Call& call) {
        ++static_cast<Endless*>(self)->asked;
        call.suspend();
    }
    static void done(void*, Call&) {}
    std::string name_;
};

/// Whether a native that waits with true in its arguments is ended by another that a handler calls.
bool ends(const Signature& waiting, std::string_view ender, bool through_snapshot) {
    std::string call = "Func " + waiting.name + "/" + std::to_string(waiting.parameters.size());
    for (std::size_t i = 0; i < waiting.parameters.size(); ++i) call += ", S[1]";
    std::string error;
    const ProgramPtr program = assemble_pathologic(
        ".numbering hd\n.run M, a\n.task M, 0\n .event 2, stop\na:\n PushB true\n " + call +
            "\n Pop 1\n Return 0\nstop:\n Func " + std::string(ender) + "/0\n Return 0\n",
        &error);
    EXPECT_NE(program, nullptr) << error;
    Endless host(waiting.name);
    const auto made = [&] {
        auto world = pathologic::make_world(host, {});
        EXPECT_TRUE(world->add(program, "m").has_value());
        world->start();
        return world;
    };
    auto world = made();
    world->frame(0.1F);
    EXPECT_TRUE(world->send({"2", {}}).has_value());
    if (through_snapshot) {
        const auto saved = world->snapshot();
        world = made();
        EXPECT_TRUE(saved.has_value() && world->restore(*saved).has_value());
    }
    host.asked = 0;
    world->frame(0.1F);
    EXPECT_EQ(host.asked == 0, world->finished()) << waiting.name << " " << ender;
    return world->finished();
}

TEST(PathologicWaiting, every_native_is_ended_by_its_own_and_by_no_other) {
    std::vector<Signature> waiting;
    find_engine("pathologic")->runtime().each_native([&](const NativeRow& row) {
        if (row.signature.latent && row.role == NativeRole::function) waiting.push_back(row.signature);
    });
    std::vector<std::string> enders;
    for (const Signature& one : waiting)
        enders.insert(enders.end(), one.ended_by.begin(), one.ended_by.end());
    std::ranges::sort(enders);
    enders.erase(std::ranges::unique(enders).begin(), enders.end());
    ASSERT_GT(waiting.size(), 30U);
    ASSERT_GT(enders.size(), 6U);
    for (const Signature& one : waiting)
        for (const std::string& ender : enders) {
            const bool own = ender == "StopGroup0" || std::ranges::count(one.ended_by, ender) != 0;
            EXPECT_EQ(ends(one, ender, false), own) << one.name << " " << ender;
            EXPECT_EQ(ends(one, ender, true), own) << one.name << " " << ender;
        }
}

TEST(PathologicWaiting, what_ends_a_native_is_a_native) {
    std::vector<std::string> names;
    std::vector<Signature> all;
    find_engine("pathologic")->runtime().each_native([&](const NativeRow& row) {
        names.push_back(row.signature.name);
        all.push_back(row.signature);
    });
    for (const Signature& one : all)
        for (const std::string& ender : one.ended_by)
            EXPECT_NE(std::ranges::count(names, ender), 0) << one.name << " " << ender;
}

// --- Busy and interrupted worlds ---

TEST(PathologicBusy, a_running_world_is_neither_saved_nor_restored) {
    std::string error;
    const ProgramPtr program = assemble_pathologic(
        ".numbering hd\n.run M, a\n.task M, 0\n .event 2, a\na:\n Func look/0\n Return 0\n", &error);
    ASSERT_NE(program, nullptr) << error;
    Library own("own");
    pathologic::World* world = nullptr;
    std::vector<std::byte> before;
    std::string codes;
    own.variadic("look", [&](Call&) {
        const auto saved = world->snapshot();
        codes += saved ? "saved " : std::string(saved.error().code->id) + " ";
        const auto restored = world->restore(before);
        codes += restored ? "restored " : std::string(restored.error().code->id) + " ";
    });
    const auto made = pathologic::make_world(own);
    world = made.get();
    ASSERT_TRUE(world->add(program, "busy").has_value());
    world->start();
    before = *world->snapshot();
    static_cast<void>(world->send({"2", {}})); // the run goes on behind the handler
    EXPECT_EQ(codes, "snapshot.busy snapshot.busy snapshot.busy snapshot.busy ");
    EXPECT_TRUE(world->snapshot().has_value());
}

constexpr std::string_view endless = R"(.numbering hd
.run Main, start
.task Main, 0, int
    .event 2, ask
start:
    PushI   1
    Add2    T[0], S[1], T[0], 1
    Func    look/1, T[0]
    Jump    start
ask:
    Return  0
)";

TEST(PathologicInterrupt, ends_the_slice_behind_the_native_and_holds) {
    for (const bool checked : {false, true}) {
        const ProgramPtr program = assemble_pathologic(endless);
        ASSERT_NE(program, nullptr);
        Library own("own");
        pathologic::World* world = nullptr;
        std::int32_t turns = 0, stop_at = 5;
        own.variadic("look", [&](Call& call) {
            turns = call[0].integer();
            if (turns == stop_at) world->interrupt();
            if (turns == stop_at) EXPECT_TRUE(call.interrupted());
        });
        pathologic::WorldOptions options;
        options.checked = checked;
        options.limit_is_fatal = true; // an interruption is no exhausted budget
        options.budget.instructions = 1000;
        const auto made = pathologic::make_world(own, options);
        world = made.get();
        ASSERT_TRUE(world->add(program, "endless").has_value());
        ASSERT_TRUE(world->add(program, "second").has_value());
        world->start();
        world->frame(0.1F);
        EXPECT_EQ(turns, 5) << "nothing ran behind it, the second run neither";
        EXPECT_EQ(world->machine(0).state, MachineState::exhausted);
        world->frame(0.1F);
        for (const char* const event : {"2", "2@0", "2@second"}) {
            const auto sent = world->send({event, {}});
            ASSERT_FALSE(sent.has_value()) << event;
            EXPECT_EQ(sent.error().code->id, "run.interrupted") << event;
        }
        for (const char* const function : {"run", "run@0", "run@second"}) {
            const auto called = world->call(function, {});
            ASSERT_FALSE(called.has_value()) << function;
            EXPECT_EQ(called.error().code->id, "run.interrupted") << function;
        }
        EXPECT_EQ(turns, 5) << "it holds";
        EXPECT_TRUE(world->faults().empty());
        stop_at = 7;
        world->resume();
        world->frame(0.1F);
        EXPECT_EQ(turns, 7) << "it goes on where it was";
    }
}

TEST(PathologicInterrupt, ends_a_loop_that_asks_nobody) {
    const ProgramPtr program = assemble_pathologic(
        ".numbering hd\n.run M, a\n.task M, 0\n .event 2, h\na:\n Func Hold/0\n Return 0\n"
        "h:\n Func stop/0\nagain:\n Jump again\n");
    ASSERT_NE(program, nullptr);
    Library own("own");
    HostChain chain;
    chain.push_back(own);
    chain.push_back(pathologic::known_natives());
    pathologic::WorldOptions options;
    options.budget.instructions = std::uint64_t{1} << 60U;
    const auto world = pathologic::make_world(chain, options);
    own.variadic("stop", [&](Call&) { world->interrupt(); });
    ASSERT_TRUE(world->add(program, "loop").has_value());
    world->start();
    world->frame(0.1F);
    static_cast<void>(world->send({"2", {}})); // ends
    EXPECT_LT(world->instructions(), 10U);
    EXPECT_EQ(world->machine(0).state, MachineState::exhausted);
}

// --- Snapshots keep all of a run ---

TEST(PathologicSnapshot, keeps_who_was_told_that_a_run_has_ended) {
    class Listener final : public Observer {
      public:
        void stopped(const Scheduler&, std::uint32_t, bool) override { ++stopped_count; }
        int stopped_count = 0;
    } listener;
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.run M, a\n.task M, 0\na:\n Func sync/0\n Return 0\n");
    ASSERT_NE(program, nullptr);
    const auto make = [&] {
        auto world = pathologic::make_world(pathologic::known_natives());
        EXPECT_TRUE(world->add(program, "one").has_value());
        world->start();
        return world;
    };
    const auto ended = make();
    ended->stop(0);
    const auto saved = ended->snapshot();
    ASSERT_TRUE(saved.has_value());
    const auto other = make();
    ASSERT_TRUE(other->restore(*saved).has_value());
    EXPECT_EQ(*other->snapshot(), *saved);
    other->add_observer(listener);
    static_cast<void>(other->send({"1", {}}));
    other->frame(0.1F);
    other->stop(0);
    EXPECT_EQ(listener.stopped_count, 0) << "its end was told before it was saved";
}

TEST(PathologicObserver, hears_of_a_run_that_an_event_ends_before_it_begins) {
    class Listener final : public Observer {
      public:
        void stopped(const Scheduler&, std::uint32_t, bool failed) override {
            told += failed ? "failed " : "-";
        }
        std::string told;
    } listener;
    const ProgramPtr program = assemble_pathologic(
        ".numbering hd\n.run M, a\n.task M, 0\n .event 2, a\na:\n Func Hold/0\n Return 0\n");
    ASSERT_NE(program, nullptr);
    pathologic::WorldOptions options;
    options.budget.call_depth = 2;
    const auto world = pathologic::make_world(pathologic::known_natives(), options);
    ASSERT_TRUE(world->add(program, "one").has_value());
    world->add_observer(listener);
    world->start();
    world->frame(0.1F);
    static_cast<void>(world->send({"2", {}}));
    static_cast<void>(world->send({"2", {}}));
    EXPECT_EQ(listener.told, "failed ");
}

// --- What natives make counts ---

TEST(PathologicMemory, texts_that_natives_make_count) {
    // Each turn leaves one more text on the stack that a native has made.
    const std::string text = ".numbering hd\n.run M, a\n.task M, 0, string\na:\n"
                             " PushS \"0123456789abcdef\"\n PushI 0\n"
                             "again:\n PushS \"\"\n Func copy/1, S[1]\n Jump again\n";
    Library own("own");
    std::uint64_t made = 0;
    own.variadic("copy", [&](Call& call) {
        call[0] = Value(std::string_view(std::string(10'000, 'x')));
        made += 10'000;
    });
    std::string error;
    const ProgramPtr program = assemble_pathologic(text, &error);
    ASSERT_NE(program, nullptr) << error;
    pathologic::WorldOptions options;
    options.budget.memory = std::uint64_t{2} << 20U;
    options.budget.instructions = 100'000;
    const auto world = pathologic::make_world(own, options);
    ASSERT_TRUE(world->add(program, "maker").has_value());
    world->start();
    world->frame(0.1F);
    ASSERT_EQ(world->faults().size(), 1U);
    EXPECT_EQ(world->faults()[0].code->id, "pathologic.fault-memory");
    EXPECT_LE(made, (std::uint64_t{2} << 20U) * 5 / 4);
    EXPECT_GE(made, std::uint64_t{1} << 20U);
}

// --- One NaN at every border ---

TEST(PathologicNan, hosts_observers_and_snapshots_see_one) {
    class Seen final : public Observer {
      public:
        void native(const NativeStep& step) override {
            for (const Value* value : step.call.arguments) look(*value);
        }
        void event(const Scheduler&, std::uint32_t, std::string_view, std::span<const Value> values,
                   std::string_view) override {
            for (const Value& value : values) look(value);
        }
        void look(const Value& value) {
            if (value.is(Type::real)) bits.push_back(std::bit_cast<std::uint32_t>(value.real()));
            if (value.is(Type::vector))
                for (const float part : {value.vector().x, value.vector().y, value.vector().z})
                    bits.push_back(std::bit_cast<std::uint32_t>(part));
        }
        std::vector<std::uint32_t> bits;
    };
    const std::string text =
        ".numbering hd\n.global float value\n.run M, a\n.task M, 0, float\n .event 2, h, "
        "float\na:\n PushVec (0.0, nan(0xffc00007), nan(0xff800001))\n PushF 0.0\n"
        " Div S[2], S[1], 1\n Neg S[1], 0\n Func take/1, S[1]\n Func give/1, T[0]\n"
        " PushT T[0]\n Neg S[1], 0\n PopGE value, keep\n Func take/1, S[1]\n Func Hold/0\n"
        "h:\n Func take/1, S[1]\n Return 0\n";
    std::string error;
    const ProgramPtr program = assemble_pathologic(text, &error);
    ASSERT_NE(program, nullptr) << error;
    std::vector<std::byte> saved[2];
    for (const bool checked : {false, true}) {
        Library own("own");
        Seen inside, outside;
        own.variadic("take", [&](Call& call) { inside.look(call[0]); });
        own.variadic("give", [](Call& call) { call[0] = Value(std::bit_cast<float>(0xFFC12345U)); });
        HostChain chain;
        chain.push_back(own);
        chain.push_back(pathologic::known_natives());
        pathologic::WorldOptions options;
        options.checked = checked;
        const auto world = pathologic::make_world(chain, options);
        ASSERT_TRUE(world->add(program, "nan").has_value());
        world->add_observer(outside);
        world->start();
        world->frame(0.1F);
        ASSERT_TRUE(world->send({"2", {Value(std::bit_cast<float>(0xFFFFFFFFU))}}).has_value());
        EXPECT_TRUE(world->faults().empty());
        EXPECT_EQ(inside.bits.size(), 5U);
        for (const std::uint32_t bits : inside.bits) EXPECT_EQ(bits, 0x7FC00000U);
        EXPECT_GE(outside.bits.size(), 6U);
        for (const std::uint32_t bits : outside.bits) EXPECT_EQ(bits, 0x7FC00000U);
        const auto property = world->property(0, "value");
        ASSERT_TRUE(property.has_value());
        EXPECT_EQ(std::bit_cast<std::uint32_t>(property->real()), 0x7FC00000U);
        saved[checked ? 1 : 0] = *world->snapshot();
    }
    EXPECT_EQ(saved[0], saved[1]);
}

// --- Calls from outside, windows ---

TEST(PathologicCalls, take_at_least_the_values_that_the_function_uses) {
    for (const bool verified : {true, false}) {
        SCOPED_TRACE(verified);
        const ProgramPtr program = assemble_pathologic(
            ".numbering hd\n.run M, a\n.task M, 0\n .event 2, b\na:\n PushI 41\n Func Hold/0\n Return 1\n"
            "b:\n PushI 0\n PushI 0\n Call add\n Pop " +
            std::string(verified ? "2" : "9") +
            "\n Return 0\n"
            "add:\n PushV\n Add S[1], S[2], 0\n Mov S[1], S[3]\n Return 1\n");
        ASSERT_NE(program, nullptr);
        const auto world = pathologic::make_world(pathologic::known_natives());
        ASSERT_TRUE(world->add(program, "calls").has_value());
        world->start();
        world->frame(0.1F);
        const auto few = world->call("0x8", std::vector<Value>{Value(5)});
        ASSERT_FALSE(few.has_value());
        EXPECT_NE(few.error().message.find("takes 2 values, not 1"), std::string::npos)
            << few.error().message;
        const auto enough = world->call("0x8", std::vector<Value>{Value(5), Value(6)});
        ASSERT_TRUE(enough.has_value()) << enough.error().message;
        EXPECT_EQ(*enough, Value(11));
    }
}

TEST(PathologicWindows, are_files_whose_own_name_begins_so_if_nothing_else_tells) {
    // 7 is OnTimer for objects and OnRButtonUp for windows.
    const ProgramPtr source = assemble_pathologic(
        ".numbering hd\n.run M, a\n.task M, 0\n .event 7, a\na:\n PushF 100.0\n Func GameSleep/1, S[1]\n"
        " Pop 1\n Return 0\n");
    ASSERT_NE(source, nullptr);
    const auto bytes = *source->save();
    for (const auto& [file, window] : std::vector<std::pair<std::string, bool>>{
             {"gui_tools/door.bin", false}, {"data/ui_map.bin", true}, {"ui_things\\door.bin", false}}) {
        const auto world = pathologic::make_world(pathologic::known_natives());
        class Seen final : public Observer {
          public:
            void event(const Scheduler&, std::uint32_t, std::string_view name, std::span<const Value>,
                       std::string_view) override {
                last = name;
            }
            std::string last;
        } seen;
        world->add_observer(seen);
        ASSERT_TRUE(world->add(load_pathologic(bytes, file), "one").has_value());
        world->start();
        world->frame(0.1F);
        ASSERT_TRUE(world->send({"7", {}}).has_value());
        EXPECT_EQ(seen.last, window ? "7 (OnRButtonUp)" : "7 (OnTimer)") << file;
    }
}

} // namespace
} // namespace vellum::test
