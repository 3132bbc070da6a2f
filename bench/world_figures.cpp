// What programs and machines weigh, for one, a thousand and a hundred thousand of them, and how long an event
// and a call of a native take. Memory is what the C library has handed out, so it holds everything: hosts,
// worlds, tables. Programs and machines are samples that ship.
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "contestants.hpp"
#include "figures.hpp"
#include "vellum/engine.hpp"
#include "vellum/ff7.hpp"
#include "vellum/hosts.hpp"
#include "vellum/pathologic.hpp"
#include "vellum/skrit.hpp"

namespace vellum::bench {

namespace {

constexpr std::array<std::string_view, 4> samples{"pathologic/lantern.bin", "ags/s12_functions.o",
                                                  "skrit/lighthouse.skrit", "ff7/island.ev"};

double memory_in_use() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

ProgramPtr load(std::string_view sample) {
    const std::string name = std::string(VELLUM_SOURCE_DIR) + "/samples/" + std::string(sample);
    const auto bytes = read_file(name);
    const Engine* engine = bytes ? detect_engine(*bytes, name) : nullptr;
    if (engine == nullptr) return nullptr;
    Diagnostics diagnostics;
    return engine->format().load(*bytes, {name, {}}, diagnostics).value_or(nullptr);
}

/// Bytes of a program when `count` are loaded.
template <std::size_t Index, int Count> double program_memory() {
    static_cast<void>(load(samples[Index])); // makes what is made once in a process
    std::vector<ProgramPtr> programs(Count);
    const double before = memory_in_use();
    for (ProgramPtr& program : programs)
        if ((program = load(samples[Index])) == nullptr) return -1;
    return (memory_in_use() - before) / Count;
}

/// Machines of one world, where an engine's worlds have many.
struct PathologicMachines {
    StandInHost host{nullptr, find_engine("pathologic")->runtime().known_natives()};
    std::unique_ptr<pathologic::World> world = pathologic::make_world(host);
    ProgramPtr program = load(samples[0]);
    bool add() { return world->add(program, "lantern").has_value(); }
};
struct SkritMachines {
    static SkritOptions options() {
        SkritOptions made;
        made.find = [](std::string_view, SkritSource& source) {
            source = {
                "still.skrit",
                "int n$ = 0; string s$; startup state Still$ { event OnUpdate$( float t$ ) { n$ += 1; } }"};
            return true;
        };
        return made;
    }
    SkritHost host;
    std::unique_ptr<SkritEngine> engine;
    SkritMachines() {
        static_cast<void>(host.event("OnUpdate( float seconds )"));
        engine = std::make_unique<SkritEngine>(host, options());
    }
    bool add() { return engine->create("still").has_value(); }
};
/// A world each, where a world is one game.
template <std::size_t Index> struct Worlds {
    StandInHost host{nullptr, nullptr};
    ProgramPtr program = load(samples[Index]);
    std::vector<std::unique_ptr<Scheduler>> worlds;
    bool add() {
        Diagnostics diagnostics;
        auto world = program->engine().runtime().instantiate({&program, 1}, host, {}, diagnostics);
        if (!world) return false;
        worlds.push_back(std::move(*world));
        return true;
    }
};

/// Bytes of a machine when `count` are there; the first takes along what all of them share.
template <typename Machines, int Count> double weigh() {
    {
        Machines warm;
        static_cast<void>(warm.add());
    }
    const double before = memory_in_use();
    Machines machines;
    for (int i = 0; i < Count; ++i)
        if (!machines.add()) return -1;
    return (memory_in_use() - before) / Count;
}

/// Measured once, for it does not vary; not at all where the computer has little memory.
template <typename Machines, int Count> double machine_memory() {
    constexpr double most = 50'000.0 * 2; // bytes of the heaviest machine, twice
    static const double weight = [] {
        const double free =
            static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
        return Count * most > free && Count > 1000 ? -1 : weigh<Machines, Count>();
    }();
    return weight;
}

double pathologic_event() {
    constexpr std::string_view text =
        ".numbering hd\n.run Life, start\n.task Life, 0, int\n    .event OnUse, on_use, object\n"
        "start:\n    PushV\n    Func    Hold/0\n    Jump    start\n"
        "on_use:\n    PushI   1\n    Add2    T[0], S[1], T[0], 1\n    Return  0\n";
    Diagnostics diagnostics;
    const auto program = find_engine("pathologic")->format().assemble(text, {"event", {}}, diagnostics);
    if (!program) return -1;
    Library game("game");
    game.function("Hold", [](Call& call) { call.suspend(); }).latent("Hold");
    const auto world = pathologic::make_world(game);
    const auto machine = world->add(*program, "one");
    if (!machine) return -1;
    world->start();
    const Value user(ObjectId{1});
    constexpr int count = 300'000;
    const double begin = processor_seconds();
    for (int i = 0; i < count; ++i)
        if (!world->send_to(*machine, 0, std::span(&user, 1))) return -1;
    return (processor_seconds() - begin) / count * 1e9;
}

double ags_call() {
    const ProgramPtr program = load("ags/s12_functions.o");
    StandInHost host(nullptr, nullptr);
    Diagnostics diagnostics;
    const auto world = find_engine("ags")->runtime().instantiate({&program, 1}, host, {}, diagnostics);
    if (!world) return -1;
    (*world)->start();
    const Value one(1);
    constexpr int count = 100'000;
    const double begin = processor_seconds();
    for (int i = 0; i < count; ++i)
        if (!(*world)->call("fact", std::span(&one, 1))) return -1;
    return (processor_seconds() - begin) / count * 1e9;
}

double ff7_event() {
    const ProgramPtr program = load(samples[3]);
    ff7::Game game;
    Diagnostics diagnostics;
    const auto world = ff7::make_world(program, game, {}, diagnostics);
    if (!world) return -1;
    (*world)->start();
    for (int i = 0; i < 100; ++i) (*world)->frame(1.0F / 30);
    constexpr int count = 300'000;
    const double begin = processor_seconds();
    for (int i = 0; i < count; ++i) {
        static_cast<void>((*world)->system_event(0));
        (*world)->frame(1.0F / 30);
    }
    return (processor_seconds() - begin) / count * 1e9;
}

/// Nanoseconds of one call of a native and the loop around it.
template <std::size_t Row> double native_call() {
    static constexpr std::array<std::string_view, 3> engines{"pathologic", "ags", "skrit"};
    for (const Kernel& kernel : kernels) {
        if (kernel.engine != engines[Row] || !kernel.name.starts_with("native")) continue;
        const Outcome outcome = run_engine(kernel, std::string(VELLUM_SOURCE_DIR) + "/bench/kernels/" +
                                                       std::string(kernel.engine) + "/");
        const double calls = kernel.engine == "ags" ? 20e6 : 10e6;
        return outcome.measurement ? outcome.measurement->seconds / calls * 1e9 : -1;
    }
    return -1;
}

constexpr std::string_view one = "bytes of heap of the only one";
constexpr std::string_view thousand = "of one of a thousand";
constexpr std::string_view many = "of one of a hundred thousand";

constexpr Figure rows[] = {
    {"pathologic", "native", "ns", "a call of a native and the loop around it", false, native_call<0>},
    {"ags", "native", "ns", "the same", false, native_call<1>},
    {"skrit", "native", "ns", "the same", false, native_call<2>},
    {"pathologic", "event", "ns", "an event with one value, its handler and the return", false,
     pathologic_event},
    {"ags", "call", "ns", "a function of the script called by name, with a factorial in it", false, ags_call},
    {"ff7", "event", "ns", "an event that starts a function, and the frame that runs it", false, ff7_event},
    {"pathologic", "program_1", "B", one, false, program_memory<0, 1>},
    {"pathologic", "program_1k", "B", thousand, false, program_memory<0, 1000>},
    {"pathologic", "program_100k", "B", many, false, program_memory<0, 100'000>},
    {"ags", "program_1", "B", one, false, program_memory<1, 1>},
    {"ags", "program_1k", "B", thousand, false, program_memory<1, 1000>},
    {"skrit", "program_1", "B", one, false, program_memory<2, 1>},
    {"skrit", "program_1k", "B", thousand, false, program_memory<2, 1000>},
    {"ff7", "program_1", "B", one, false, program_memory<3, 1>},
    {"ff7", "program_1k", "B", thousand, false, program_memory<3, 1000>},
    {"pathologic", "machine_1", "B", "heap of a world with one machine", false,
     machine_memory<PathologicMachines, 1>},
    {"pathologic", "machine_1k", "B", thousand, false, machine_memory<PathologicMachines, 1000>},
    {"pathologic", "machine_100k", "B", many, false, machine_memory<PathologicMachines, 100'000>},
    {"skrit", "machine_1", "B", "heap of an engine with one object", false, machine_memory<SkritMachines, 1>},
    {"skrit", "machine_1k", "B", thousand, false, machine_memory<SkritMachines, 1000>},
    {"skrit", "machine_100k", "B", many, false, machine_memory<SkritMachines, 100'000>},
    {"ff7", "world_1", "B", "heap of a world", false, machine_memory<Worlds<3>, 1>},
    {"ff7", "world_1k", "B", thousand, false, machine_memory<Worlds<3>, 1000>},
    {"ff7", "world_100k", "B", many, false, machine_memory<Worlds<3>, 100'000>},
    {"ags", "world_1", "B", "heap of a world", false, machine_memory<Worlds<1>, 1>},
    {"ags", "world_1k", "B", thousand, false, machine_memory<Worlds<1>, 1000>},
    {"ags", "world_100k", "B", many, false, machine_memory<Worlds<1>, 100'000>},
};

} // namespace

std::span<const Figure> world_figures() { return rows; }

} // namespace vellum::bench
