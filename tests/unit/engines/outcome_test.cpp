// What became of events and calls, as a value: every engine tells apart what its words tell apart.
#include <ostream>
#include <vector>

#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

struct Sent {
    std::string_view engine;
    Event event;
    EventOutcome outcome;
    std::string_view text; ///< Empty if it is refused with a diagnostic.
    friend void PrintTo(const Sent& sent, std::ostream* out) {
        *out << sent.engine << " " << sent.event.name;
    }
};

const Subject& subject_of(std::string_view engine) {
    return *std::ranges::find(subjects, engine, &Subject::engine);
}

class Events : public testing::TestWithParam<Sent> {};

TEST_P(Events, HaveAnOutcome) {
    const Subject& subject = subject_of(GetParam().engine);
    ProbeHost host(subject.native, [](Call&) {});
    const auto world = world_of(subject, subject.text, host);
    ASSERT_NE(world, nullptr);
    world->start();
    const EventResult sent = world->send(GetParam().event);
    EXPECT_EQ(to_string(sent.outcome), to_string(GetParam().outcome));
    EXPECT_EQ(sent.has_value(), !GetParam().text.empty());
    if (sent) EXPECT_EQ(*sent, GetParam().text);
    world->interrupt();
    if (subject.engine != "ags" && subject.engine != "toy") // those take it and run it later
        EXPECT_EQ(to_string(world->send(subject.event).outcome), "interrupted");
}

const Sent events[] = {
    {"toy", {"tick", {}}, EventOutcome::handled, "handled"},
    {"toy", {"nothing", {}}, EventOutcome::no_handler, "no handler"},
    {"pathologic", {"7", {Value(1)}}, EventOutcome::handled, "handled"},
    {"pathologic", {"8", {}}, EventOutcome::no_handler, "no handler"},
    {"pathologic", {"7", {}}, EventOutcome::wrong_count, {}},
    {"pathologic", {"7@0", {Value(std::string_view("x"))}}, EventOutcome::wrong_values, {}},
    {"pathologic", {"OnNothing", {}}, EventOutcome::unknown_event, {}},
    {"pathologic", {"7@nobody", {}}, EventOutcome::no_receiver, {}},
    {"ags", {"on_event", {Value(1), Value(2)}}, EventOutcome::handled, "handled"},
    {"ags", {"on_event", {Value(1)}}, EventOutcome::wrong_count, "handled"}, // with a fault
    {"ags", {"on_nothing", {}}, EventOutcome::no_handler, "no handler"},
    {"ags", {"room 3", {}}, EventOutcome::no_receiver, {}},
    {"ags", {"room x", {}}, EventOutcome::unknown_event, {}},
    {"ff7", {"system 7", {}}, EventOutcome::begun, "started"},
    {"ff7", {"system 8", {}}, EventOutcome::no_handler, "no such function: ignored"},
    {"ff7", {"model 6 1", {}}, EventOutcome::no_receiver, "no such model on the map"},
    {"ff7", {"sing", {}}, EventOutcome::unknown_event, {}},
    {"skrit", {"OnUse", {}}, EventOutcome::handled, "handled"},
    {"skrit", {"OnGoDraw", {}}, EventOutcome::no_handler, "no handler"},
    {"skrit", {"OnNothing", {}}, EventOutcome::unknown_event, {}},
};

INSTANTIATE_TEST_SUITE_P(Engines, Events, testing::ValuesIn(events));

struct Called {
    std::string_view engine, function;
    std::vector<Value> values;
    CallOutcome outcome;
    friend void PrintTo(const Called& called, std::ostream* out) {
        *out << called.engine << " " << called.function;
    }
};

class Calls : public testing::TestWithParam<Called> {};

TEST_P(Calls, HaveAnOutcome) {
    const Subject& subject = subject_of(GetParam().engine);
    ProbeHost host(subject.native, [](Call&) {});
    const auto world = world_of(subject, subject.text, host);
    ASSERT_NE(world, nullptr);
    world->start();
    const CallResult result = world->call(GetParam().function, GetParam().values);
    EXPECT_EQ(to_string(result.outcome), to_string(GetParam().outcome));
    EXPECT_EQ(result.has_value(), result.outcome == CallOutcome::returned);
    world->interrupt();
    if (!subject.function.empty())
        EXPECT_EQ(to_string(world->call(subject.function, {}).outcome), "interrupted");
}

const Called calls[] = {
    {"toy", "tick", {}, CallOutcome::returned},
    {"toy", "nothing", {}, CallOutcome::unknown_function},
    {"pathologic", "nothing", {}, CallOutcome::unknown_function},
    {"ags", "late", {}, CallOutcome::returned},
    {"ags", "nothing", {}, CallOutcome::unknown_function},
    {"ags", "on_event", {Value(1)}, CallOutcome::wrong_count},
    {"ff7", "system 7", {}, CallOutcome::unsupported},
    {"skrit", "Late$", {}, CallOutcome::returned},
    {"skrit", "Late$", {Value(1)}, CallOutcome::wrong_count},
    {"skrit", "Nothing$", {}, CallOutcome::unknown_function},
};

INSTANTIATE_TEST_SUITE_P(Engines, Calls, testing::ValuesIn(calls));

} // namespace
} // namespace vellum::test
