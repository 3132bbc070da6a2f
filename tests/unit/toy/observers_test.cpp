// Tracers and the plain-words report, on the toy engine.
#include <gtest/gtest.h>

#include <string>

#include "base/json.hpp"
#include "base/text_writer.hpp"
#include "runtime/report.hpp"
#include "runtime/trace.hpp"
#include "unit/toy/toy_helper.hpp"
#include "vellum/hosts.hpp"

namespace vellum {
namespace {

using test::toy_world;

constexpr std::string_view script = R"(
    .native "look"
    .native "wait"
    .native "fail"
    .event "poke", on_poke
        Push 1
        Call "look", 1
        Call "look", 0
        Call "look", 0
        Call "wait", 0
        Call "fail", 0
        Halt
    on_poke:
        Halt
)";

class Game : public Library {
  public:
    Game() {
        Signature look;
        look.name = "look";
        look.parameters = {{"what", Type::object, Direction::out}};
        add(look, [](Call& call) { call[0] = Value(ObjectId{7}); });
        variadic("look", [](Call& call) {
            if (call.size() != 0)
                call[0] = Value(ObjectId{7});
            else
                call.result = Value(2.5F);
        });
        function("wait", [](Call& call) {
            if (!call.resumed) call.suspend();
            return Vector3{1, 2, 3};
        });
        function("fail", [](Call& call) { call.fail("no way"); });
    }
    [[nodiscard]] std::string object_name(ObjectId object) const override {
        return object.id == 7 ? "Burah" : "";
    }
};

template <class Observe> std::string run_with(Observe&& make_observer, Game& game) {
    std::string text;
    auto observer = make_observer([&text](std::string_view lines) { text += lines; });
    const auto world = toy_world(script, game);
    world->add_observer(*observer);
    world->start();
    static_cast<void>(world->send({"poke", {Value("hey"), Value(1)}}));
    observer->note(*world, 0, "a note");
    world->frame(0.1F);
    world->remove_observer(*observer);
    observer->flush();
    return text;
}

TEST(Trace, TextTellsEverything) {
    Game game;
    const std::string text = run_with(
        [&](TextSink sink) {
            TraceOptions options;
            options.host = &game;
            return std::make_unique<TextTracer>(std::move(sink), options);
        },
        game);
    EXPECT_NE(text.find("main      0000  Push          1                     ; depth 0\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("main            look(Burah)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("main            look() = 2.5\n"), std::string::npos) << text;
    EXPECT_NE(text.find("main            wait() waits\n"), std::string::npos) << text;
    EXPECT_NE(text.find("poke      event poke(\"hey\", 1): handled\n"), std::string::npos) << text;
    EXPECT_NE(text.find("main      a note\n"), std::string::npos) << text;
    EXPECT_NE(text.find("main            wait() = (1.0, 2.0, 3.0)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("main            fail() fails: no way\nfault: main: no way [toy.native]\n"),
              std::string::npos)
        << text;
}

TEST(Trace, StopsAfterEnoughLines) {
    Game game;
    const std::string text = run_with(
        [](TextSink sink) {
            TraceOptions options;
            options.most_lines = 2;
            return std::make_unique<TextTracer>(std::move(sink), options);
        },
        game);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(Trace, JsonLinesParse) {
    Game game;
    std::string text = run_with(
        [](TextSink sink) { return std::make_unique<JsonTracer>(std::move(sink), TraceOptions{}); }, game);
    std::map<std::string, int, std::less<>> types;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const auto json = parse_json(text.substr(0, end));
        ASSERT_TRUE(json.has_value()) << text.substr(0, end);
        ++types[std::string((*json)["type"].as_string())];
        if ((*json)["type"].as_string() == "step" && (*json)["address"].as_int() == 0) {
            EXPECT_EQ((*json)["instruction"].as_string().substr(0, 4), "Push");
        }
        text.erase(0, end + 1);
    }
    EXPECT_EQ(types["step"], 8); // one of them twice: the waiting call
    EXPECT_EQ(types["native"], 6);
    EXPECT_EQ(types["event"], 1);
    EXPECT_EQ(types["note"], 1);
    EXPECT_EQ(types["fault"], 1);
}

/// A call whose arguments the host describes, as a tracer tells it.
template <class Tracer> std::string told(Outcome outcome) {
    Game game;
    const auto world = toy_world(script, game);
    Signature signature;
    signature.parameters = {{"actor", Type::object, Direction::out},
                            {"name", Type::string, Direction::in},
                            {{}, Type::boolean, Direction::out},
                            {{}, Type::integer, Direction::in},
                            {"count", Type::integer, Direction::in_out}};
    std::array<Value, 6> values{Value(ObjectId{7}), Value("Burah"), Value(true),
                                Value(1),           Value(2),       Value(3)};
    std::array<Value*, 6> pointers;
    std::ranges::transform(values, pointers.begin(), [](Value& value) { return &value; });
    Call call;
    call.arguments = pointers;
    call.outcome = outcome;
    std::string text;
    {
        Tracer tracer([&](std::string_view lines) { text += lines; });
        tracer.native({*world, 0, {NativeKind::function, {}, "find", 6}, call, false, &signature});
        tracer.flush();
    }
    return text;
}

TEST(Trace, TellsWhatIsKnownOfArguments) {
    EXPECT_EQ(told<ReportObserver>(Outcome::done),
              "main: asks find(actor = object 7, name: \"Burah\", out true, 1, count: 2, 3)\n");
    EXPECT_EQ(told<ReportObserver>(Outcome::pending),
              "main: asks find(out actor, name: \"Burah\", out, 1, count: 2, 3) and waits\n")
        << "no answer is there yet";
    const auto json = parse_json(told<JsonTracer>(Outcome::done));
    ASSERT_TRUE(json.has_value());
    const auto& parameters = (*json)["parameters"];
    ASSERT_EQ(parameters.size(), 6U);
    EXPECT_EQ(parameters.at(0)["name"].as_string(), "actor");
    EXPECT_EQ(parameters.at(0)["direction"].as_string(), "out");
    EXPECT_TRUE(parameters.at(2)["name"].is_null());
    EXPECT_EQ(parameters.at(5)["direction"].as_string(), "in_out") << "nothing is known of it";
}

TEST(Report, TellsInPlainWordsAndSumsUp) {
    Game game;
    std::string summary;
    std::string json_text;
    const std::string text = run_with(
        [&](TextSink sink) {
            TraceOptions options;
            options.host = &game;
            struct Summing final : Observer {
                explicit Summing(TextSink where, const TraceOptions& given, std::string& sum,
                                 std::string& json_sum)
                    : report(std::move(where), given), summary(sum), json_summary(json_sum) {}
                void native(const NativeStep& step) override { report.native(step); }
                void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
                           std::span<const Value> values, std::string_view outcome) override {
                    report.event(scheduler, machine, name, values, outcome);
                }
                void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view note) override {
                    report.note(scheduler, machine, note);
                }
                void fault(const Scheduler& scheduler, const Fault& fault) override {
                    report.fault(scheduler, fault);
                }
                void flush() {
                    report.flush();
                    summary = report.summary();
                    TextWriter out;
                    JsonWriter json(out);
                    report.write_summary(json);
                    json_summary = out.take();
                }
                ReportObserver report;
                std::string& summary;
                std::string& json_summary;
            };
            return std::make_unique<Summing>(std::move(sink), options, summary, json_text);
        },
        game);
    EXPECT_EQ(text, "main: asks look(Burah)\n"
                    "main: asks look(), gets 2.5 (2 times)\n"
                    "main: asks wait() and waits\n"
                    "poke: event poke(\"hey\", 1): handled\n"
                    "main: a note\n"
                    "main: wait() is done, gives (1.0, 2.0, 3.0)\n"
                    "main: asks fail(), which fails: no way\n"
                    "FAULT in main: no way [toy.native]\n"
                    "    at main, address 0x0011\n");
    EXPECT_EQ(summary, "5 calls of 3 natives, 1 event, 1 note, 1 fault\n"
                       "natives:\n"
                       "       3  look\n"
                       "       1  wait, asked again 1 time\n"
                       "       1  fail, failed 1 time\n"
                       "events:\n"
                       "       1  poke: handled\n");
    const auto json = parse_json(json_text);
    ASSERT_TRUE(json.has_value()) << json_text;
    EXPECT_EQ((*json)["natives"].size(), 3U);
    EXPECT_EQ((*json)["faults"].as_int(), 1);
    EXPECT_EQ((*json)["events"].at(0)["outcomes"]["handled"].as_int(), 1);
}

TEST(Report, LeavesOutWhatIsTooMuch) {
    Library library;
    library.variadic("tell", [](Call&) {});
    const auto world =
        toy_world(".native \"tell\"\nagain:\nLoad 0\nPush 1\nAdd\nStore 0\nLoad 0\nCall \"tell\", 1\n"
                  "Drop\nBranch again\nHalt\n",
                  library);
    std::string text;
    TraceOptions options;
    options.most_lines = 10;
    ReportObserver report([&](std::string_view lines) { text += lines; }, options);
    world->add_observer(report);
    world->start();
    report.flush();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
    EXPECT_NE(report.summary().find("lines were left out"), std::string::npos) << report.summary();
    EXPECT_NE(report.summary().find("1250  tell"), std::string::npos) << report.summary();
}

/// Every text that a script can pass on, ask for or say, long: what is told of it is not.
template <class Observer> std::string told_of_long_texts() {
    const Value text(std::string(1'000'000, 'x'));
    Library library;
    library.variadic("tell", [&](Call& call) { call.result = text; });
    library.function("fail", [&](Call& call) { call.fail(std::string(text.text())); });
    const std::string name(100'000, 'n');
    library.variadic(name, [](Call&) {});
    const auto world = toy_world(".native \"tell\"\n.native \"fail\"\n.native \"" + name +
                                     "\"\n.event \"poke\", poke\nHalt\npoke:\nCall \"tell\", 0\nCall \"" +
                                     name + "\", 0\nCall \"fail\", 0\nHalt\n",
                                 library);
    std::string told;
    Observer observer([&](std::string_view lines) { told += lines; }, {.steps = false});
    world->add_observer(observer);
    world->start();
    static_cast<void>(world->send({"poke", {text}}));
    observer.note(*world, 0, text.text());
    observer.flush();
    world->remove_observer(observer);
    return told;
}

TEST(Observers, TellTheBeginningsOfLongTexts) {
    for (const std::string& told : {told_of_long_texts<TextTracer>(), told_of_long_texts<JsonTracer>(),
                                    told_of_long_texts<ReportObserver>()}) {
        EXPECT_GT(told.size(), 1000U);
        EXPECT_LT(told.size(), 60'000U);
        EXPECT_NE(told.find("1000000"), std::string::npos) << told.substr(0, 5000);
    }
}

TEST(Report, WithoutASinkCountsOnly) {
    Game game;
    const auto world = toy_world(script, game);
    ReportObserver quiet({}), loud([](std::string_view) {});
    world->add_observer(quiet);
    world->add_observer(loud);
    world->start();
    static_cast<void>(world->send({"poke", {Value("hey"), Value(1)}}));
    quiet.note(*world, 0, "a note");
    loud.note(*world, 0, "a note");
    world->remove_observer(loud);
    world->remove_observer(quiet);
    quiet.flush();
    EXPECT_EQ(quiet.summary(), loud.summary());
}

} // namespace
} // namespace vellum
