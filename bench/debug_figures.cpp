// What a debugger costs: stops in code that is not reached, and how long it takes to go anywhere in a long
// run.
#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "contestants.hpp"
#include "debug/debugger.hpp"
#include "figures.hpp"

namespace vellum::bench {

namespace {

std::string folder_of(const Kernel& kernel) {
    return std::string(VELLUM_SOURCE_DIR) + "/bench/kernels/" + std::string(kernel.engine) + "/";
}

/// What a kernel takes with a stop in a function that it never calls, in percent of what it takes without:
/// the best of some turns in which both run one behind the other.
template <std::size_t number> double stop_cost() {
    constexpr int turns = 7;
    const Kernel& kernel = kernels[number];
    double without = std::numeric_limits<double>::infinity(), with = without;
    for (int turn = 0; turn < turns; ++turn) {
        for (const Stops stops : {Stops::none, Stops::unreached}) {
            const Outcome outcome = run_with_stops(kernel, folder_of(kernel), stops);
            if (!outcome.measurement) return -1;
            double& best = stops == Stops::none ? without : with;
            best = std::min(best, outcome.measurement->seconds);
        }
    }
    return 100 * with / without;
}

/// A session over the first ten million instructions of a kernel.
struct Session {
    static constexpr std::uint64_t length = 10'000'000;

    explicit Session(const Kernel& kernel) : run(kernel, folder_of(kernel)) {
        // A record of millions of calls of natives takes its own time.
        if (run.program == nullptr || !kernel.counts || kernel.name == "native") return;
        tape = std::make_unique<debug::Tape>(*run.host, log, run.program->engine().runtime().known_natives());
        Diagnostics diagnostics;
        auto made =
            run.program->engine().runtime().instantiate(run.programs, *tape, run.options, diagnostics);
        if (!made) return;
        world = std::move(*made);
        debugger = std::make_unique<debug::Debugger>(*world, *tape, run.programs);
        debug::Timeline& time = debugger->timeline();
        time.add({debug::Action::Kind::start, 0, {}});
        for (int frame = 0; frame < 100; ++frame) time.add({debug::Action::Kind::frame, 0, {}});
        if (!time.begin()) return;
        std::mt19937_64 random(1);
        while (world->instructions() < length &&
               time.advance(1 + random() % 100'000) != debug::Timeline::Ran::nothing)
            moments.push_back(time.here());
    }
    [[nodiscard]] bool good() const { return debugger != nullptr && world->instructions() >= length; }

    KernelRun run;
    HostLog log;
    std::unique_ptr<debug::Tape> tape;
    std::unique_ptr<Scheduler> world;
    std::unique_ptr<debug::Debugger> debugger;
    std::vector<debug::Position> moments; ///< Some that the run came through.
};

/// Milliseconds of the longest way to one of some random moments.
template <std::size_t number> double longest_jump() {
    constexpr std::size_t jumps = 40;
    Session session(kernels[number]);
    if (!session.good()) return -1;
    std::mt19937_64 random(2);
    double longest = 0;
    for (std::size_t i = 0; i < jumps; ++i) {
        const debug::Position& to = session.moments[random() % session.moments.size()];
        const double begin = processor_seconds();
        if (!session.debugger->timeline().go(to)) return -1;
        longest = std::max(longest, processor_seconds() - begin);
    }
    return 1000 * longest;
}

/// Megabytes of snapshots that such a session keeps.
template <std::size_t number> double kept() {
    const Session session(kernels[number]);
    return session.good() ? static_cast<double>(session.debugger->timeline().bytes()) / 1e6 : -1;
}

struct Measured {
    std::string_view name, unit, what;
};
constexpr Measured measured[] = {
    {"stops_", "%", "of a kernel's time, with a stop in a function that it never calls"},
    {"jump_", "ms", "the longest of 40 ways to a moment in ten million instructions"},
    {"kept_", "MB", "of snapshots of these ten million"},
};

template <std::size_t number> constexpr Figure figure_of(std::size_t which) {
    constexpr double (*functions[])() = {stop_cost<number>, longest_jump<number>, kept<number>};
    const Measured& one = measured[which];
    return {kernels[number].engine, {}, one.unit, one.what, false, functions[which]};
}

/// All of them, with names that live as long.
std::vector<Figure> all_figures() {
    static std::vector<std::string> names;
    std::vector<Figure> figures;
    names.reserve(std::size(measured) * std::size(kernels));
    for (std::size_t which = 0; which < std::size(measured); ++which)
        [&]<std::size_t... number>(std::index_sequence<number...>) {
            const auto add = [&](Figure figure, const Kernel& kernel) {
                figure.name =
                    names.emplace_back(std::string(measured[which].name) + std::string(kernel.name));
                figures.push_back(figure);
            };
            (add(figure_of<number>(which), kernels[number]), ...);
        }(std::make_index_sequence<std::size(kernels)>());
    return figures;
}

} // namespace

std::span<const Figure> debug_figures() {
    static const std::vector<Figure> figures = all_figures();
    return figures;
}

} // namespace vellum::bench
