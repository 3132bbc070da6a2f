// Break anywhere, look at everything, step each way, go back: what is there is there again, and the run ends
// as if nobody had looked.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "support/random.hpp"
#include "unit/debug/session.hpp"

namespace vellum::test {
namespace {

using debug::Reason;
using debug::Report;

/// Instructions of one frame, event or call: scripts in which nothing ends do not run for ever.
constexpr std::uint64_t most_instructions = 2000;
constexpr std::size_t frames = 4;

RunOptions options() {
    RunOptions made;
    made.budget.instructions = most_instructions;
    return made;
}

/// What makes the script do something: its own handlers and functions, whatever they make of no values.
std::vector<debug::Action> everything_in(const Program& program) {
    constexpr std::size_t most = 40;
    std::vector<debug::Action> actions;
    std::set<std::string> named;
    for (const Reference& one : program.references())
        if (one.kind == ReferenceKind::handler && actions.size() < most && named.insert(one.name).second)
            actions.push_back(an_event(one.name.substr(0, one.name.find(' '))));
    if (program.engine().id() == "ff7") {
        for (int model = 0; model < 10; ++model)
            actions.push_back(an_event("model " + std::to_string(model) + " action"));
    }
    if (program.engine().id() != "ags") return actions;
    for (const Function& one : program.functions()) {
        if (actions.size() >= most) break;
        for (const std::size_t values : {0U, 1U, 2U})
            actions.push_back(a_call(one.name, std::vector<Value>(values, Value(1))));
    }
    return actions;
}

/// Where the run comes to.
class Visited final : public Stopper {
  public:
    explicit Visited(const Scheduler& world) : world_(world) {}
    bool stops(const Step& step) override {
        if (step.address < most_addresses) met_.insert({&world_.program(step.machine), step.address});
        return false;
    }
    [[nodiscard]] std::vector<debug::CodePlace> all() const {
        std::vector<debug::CodePlace> result;
        for (const auto& [program, address] : met_) result.push_back({program, address});
        return result;
    }

  private:
    static constexpr std::uint32_t most_addresses = 1U << 24U;
    const Scheduler& world_;
    std::set<std::pair<const Program*, std::uint32_t>> met_;
};

/// Everything that a debugger shows of a world that stands still. Gives how much it was.
std::size_t look(debug::Debugger& debugger) {
    const Scheduler& world = debugger.scheduler();
    std::size_t seen = 0;
    for (std::size_t machine = 0; machine < world.machine_count(); ++machine) {
        // What is around machines that run nothing is the same for all of them.
        if (machine != debugger.machine() && world.machine(machine).frames.empty()) continue;
        const std::size_t open = std::max<std::size_t>(1, world.machine(machine).frames.size());
        for (std::size_t frame = 0; frame < open; ++frame) {
            const auto scopes = world.scopes(machine, frame, {});
            if (!scopes) continue;
            for (const Scope& scope : *scopes) {
                seen += scope.variables.size();
                EXPECT_LE(scope.first + scope.variables.size(), scope.count);
                for (const Variable& one : scope.variables)
                    EXPECT_LE(one.text.size(), 4 * most_variable_text);
            }
        }
    }
    for (const MemoryBlock& block : world.memory_blocks()) {
        const auto bytes = world.read_memory(block.name, 0, 1U << 16U);
        EXPECT_TRUE(bytes);
    }
    for (const char* const expression : {"1 + 2", "nothing.here", "stack[0] == 1", "globals[0]", "T[0]"})
        static_cast<void>(debugger.evaluate(expression));
    return seen;
}

struct Kind {
    debug::StepKind kind;
    debug::Granularity granularity;
};
constexpr Kind kinds[] = {{debug::StepKind::into, debug::Granularity::instruction},
                          {debug::StepKind::over, debug::Granularity::instruction},
                          {debug::StepKind::out, debug::Granularity::instruction},
                          {debug::StepKind::into, debug::Granularity::line},
                          {debug::StepKind::over, debug::Granularity::line},
                          {debug::StepKind::out, debug::Granularity::line}};

void run_to_end(DebugSession& session) {
    while (session.debugger->timeline().advance() != debug::Timeline::Ran::nothing) {
    }
}

/// Gives how many places were stopped at; adds to `seen` what there was to see.
std::size_t disturb(const ProgramPtr& program, const std::vector<debug::Action>& actions, std::size_t wanted,
                    Random& random, std::size_t& seen) {
    DebugSession straight(program, actions, {}, frames, options());
    if (straight.world == nullptr) return 0;
    Visited visited(*straight.world);
    straight.world->set_stopper(&visited);
    run_to_end(straight);
    straight.world->set_stopper(nullptr);
    const std::vector<debug::CodePlace> places = visited.all();
    if (places.empty()) return 0;

    const debug::TimelineOptions small{.memory = 1U << 20U, .interval = 200};
    DebugSession session(program, actions, small, frames, options());
    debug::Debugger& debugger = *session.debugger;
    debug::Timeline& time = debugger.timeline();
    std::size_t stopped = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        const debug::CodePlace& place = places[random.below(places.size())];
        SCOPED_TRACE("address " + std::to_string(place.address));
        debug::StopRequest request;
        request.program = place.program;
        request.number = place.address;
        const auto stop = debugger.stops().add(std::move(request));
        if (!stop) { // where code jumps into the middle of an instruction
            continue;
        }
        const std::uint32_t number = (*stop)->number;
        EXPECT_NE(debugger.go_to(time.landmarks().front()).reason, Reason::failed);
        Report report = debugger.go_on();
        for (std::size_t faults = 0; report.reason == Reason::fault && faults < 100; ++faults)
            report = debugger.go_on();
        if (report.reason == Reason::stop && !report.behind) {
            ++stopped;
            EXPECT_EQ(debugger.place(debugger.machine(), 0), place);
            seen += look(debugger);
            const debug::Position here = time.here();
            const std::vector<std::byte> state = session.state();

            // One instruction forward and one back is where it was.
            const Report forth = debugger.step_on(kinds[0].kind, kinds[0].granularity);
            if (forth.reason == Reason::step && session.world->paused()) {
                look(debugger);
                EXPECT_EQ(debugger.step_back(kinds[0].kind, kinds[0].granularity).reason, Reason::step);
                EXPECT_EQ(time.here(), here);
                EXPECT_EQ(session.state(), state) << "a step and its way back changed something";
            }
            for (std::size_t step = 0; step < 3; ++step) {
                const Kind& one = kinds[random.below(std::size(kinds))];
                const Report went = debugger.step_on(one.kind, one.granularity);
                EXPECT_NE(went.reason, Reason::failed) << went.text;
                look(debugger);
            }
            for (std::size_t step = 0; step < 2; ++step) {
                const Kind& one = kinds[random.below(std::size(kinds))];
                const Report went = debugger.step_back(one.kind, one.granularity);
                EXPECT_NE(went.reason, Reason::failed) << went.text;
                look(debugger);
            }
            // The first time at that place lies behind all others.
            if (const auto went = time.go(time.latest()); !went) ADD_FAILURE() << went.error().message;
            Report back;
            for (std::size_t times = 0; times < 30; ++times) {
                back = debugger.back_to_stop();
                if (back.reason != Reason::stop || time.here() <= here) break;
            }
            EXPECT_NE(back.reason, Reason::failed) << back.text;
            if (back.reason == Reason::stop && time.here() == here) EXPECT_EQ(session.state(), state);
            const auto there = time.go(here);
            EXPECT_TRUE(there) << there.error().message;
            EXPECT_EQ(session.state(), state) << "reached from behind it is another moment";
        }
        debugger.stops().remove(number);
        if (testing::Test::HasFailure()) return stopped;
    }
    EXPECT_NE(debugger.go_to(time.landmarks().front()).reason, Reason::failed);
    run_to_end(session);
    EXPECT_EQ(session.state(), straight.state()) << "the run is another one since it was looked at";
    return stopped;
}

class Places : public testing::TestWithParam<Debugged> {};

TEST_P(Places, LookingAndSteppingChangeNothing) {
    Random random(setting("VELLUM_SEED", 4));
    const ProgramPtr program = DebugSession::load(GetParam());
    ASSERT_NE(program, nullptr);
    std::vector<debug::Action> actions = GetParam().actions;
    for (debug::Action& one : everything_in(*program)) actions.push_back(std::move(one));
    const std::size_t wanted = setting("VELLUM_DEBUG_PLACES", 25);
    std::size_t seen = 0;
    EXPECT_EQ(disturb(program, actions, wanted, random, seen), wanted);
    EXPECT_GT(seen, wanted);
}

INSTANTIATE_TEST_SUITE_P(, Places, testing::ValuesIn(debugged),
                         [](const auto& instance) { return std::string(instance.param.engine); });

ProgramPtr load_real(const Engine& engine, const std::filesystem::path& path) {
    const std::string text = content(path.string());
    Diagnostics diagnostics;
    LoadOptions how;
    how.name = path.filename().string();
    auto made = path.extension() == ".skrit"
                    ? engine.language()->compile(text, how, diagnostics)
                    : engine.format().load(std::as_bytes(std::span(text)), how, diagnostics);
    return made ? *made : nullptr;
}

class RealPlaces : public testing::TestWithParam<std::pair<const char*, const char*>> {};

/// VELLUM_DEBUG_PLACES of each engine, spread over its scripts.
TEST_P(RealPlaces, LookingAndSteppingChangeNothing) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const auto& [id, ending] = GetParam();
    const Engine& engine = *find_engine(id);
    Random random(setting("VELLUM_SEED", 5));
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus()))
        if (entry.path().extension() == ending) files.push_back(entry.path());
    std::ranges::sort(files);
    ASSERT_FALSE(files.empty());
    const std::size_t wanted = setting("VELLUM_DEBUG_PLACES", 50);
    constexpr std::size_t most_of_a_script = 10;
    std::size_t stopped = 0, tries = 0, seen = 0;
    for (; stopped < wanted && tries < 20 * files.size(); ++tries) {
        const std::filesystem::path& path = files[random.below(files.size())];
        const ProgramPtr program = load_real(engine, path);
        if (program == nullptr) continue;
        StandInHost unused(nullptr, engine.runtime().known_natives());
        Diagnostics diagnostics;
        if (!engine.runtime().instantiate(std::span(&program, 1), unused, options(), diagnostics)) continue;
        SCOPED_TRACE(path.string());
        stopped += disturb(program, everything_in(*program), std::min(most_of_a_script, wanted - stopped),
                           random, seen);
        if (HasFailure()) return;
    }
    EXPECT_GE(stopped, wanted);
    EXPECT_GT(seen, wanted);
}

constexpr std::pair<const char*, const char*> real[] = {
    {"pathologic", ".bin"}, {"ags", ".o"}, {"skrit", ".skrit"}, {"ff7", ".ev"}};
INSTANTIATE_TEST_SUITE_P(, RealPlaces, testing::ValuesIn(real),
                         [](const auto& instance) { return std::string(instance.param.first); });

} // namespace
} // namespace vellum::test
