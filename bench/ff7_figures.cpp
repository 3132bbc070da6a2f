// Figures of the world map engine: instructions per second, the time of a frame, and reading, listing,
// checking and assembling. The real surface script and its golden runs are measured where VELLUM_CORPUS names
// a corpus; a loop and the sample island always.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "contestants.hpp"
#include "engines/ff7/engine.hpp"
#include "figures.hpp"
#include "vellum/ff7.hpp"

namespace vellum::bench {

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::string read_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

ProgramPtr load(const std::string& text) {
    Diagnostics diagnostics;
    auto program = ff7::engine().format().load(as_bytes(text), {"bench.ev", {}}, diagnostics);
    return program ? *program : nullptr;
}

/// Calculations and branches in one turn: the machine alone, without frames.
constexpr std::string_view arithmetic = R"(.layout 256
.words 13824
    RETURN
.function system 0
    RESET
    PUSH_TEMP_WORD 0
    PUSH_CONST 20000
    WRITE
L_again:
    RESET
    PUSH_TEMP_WORD 2
    PUSH_TEMP_WORD 2
    PUSH_TEMP_WORD 0
    PUSH_CONST 3
    MUL
    ADD
    WRITE
    RESET
    PUSH_TEMP_WORD 0
    PUSH_TEMP_WORD 0
    PUSH_CONST 1
    SUB
    WRITE
    RESET
    PUSH_TEMP_WORD 0
    GOTO_IF_FALSE L_end
    GOTO L_again
L_end:
    RETURN
)";

constexpr const char* late = "BA4=64 BA5=6 C1E=15 C22=127 C23=63 EF4=8 EF6=12 F29=26 F2A=95 F2B=52";

/// Starting conditions of the golden runs of one save block: two ways to come in, 64 entry fields.
void add_golden(std::vector<Settings>& starts, const char* save) {
    for (int module = 0; module < 2; ++module)
        for (int field = 0; field < 64; ++field)
            starts.push_back({{"last_module", std::to_string(module)},
                              {"entry_field", std::to_string(field)},
                              {"save", save}});
}

/// Worlds with their fresh state, made once and kept, as a game keeps its one world.
struct Worlds {
    std::vector<std::unique_ptr<ff7::World>> worlds;
    std::vector<std::vector<std::byte>> fresh;
    ff7::Game game;

    Worlds(const ProgramPtr& program, const std::vector<Settings>& starts, std::uint64_t budget) {
        if (program == nullptr) return;
        for (const Settings& settings : starts) {
            RunOptions options;
            options.settings = settings;
            options.budget.instructions = budget;
            Diagnostics diagnostics;
            auto world = ff7::make_world(program, game, options, diagnostics);
            if (!world) return;
            fresh.push_back((*world)->snapshot().value_or(std::vector<std::byte>()));
            worlds.push_back(std::move(*world));
        }
    }

    struct Time {
        double seconds = 0;
        std::uint64_t instructions = 0;
    };

    /// All of them, one after the other, from opening the map through `frames` frames.
    Time run(int frames) {
        Time time;
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            if (!worlds[i]->restore(fresh[i])) return {};
            time.instructions -= worlds[i]->instructions();
        }
        const double begin = processor_seconds();
        for (auto& world : worlds) {
            world->start();
            for (int frame = 1; frame < frames; ++frame) world->frame(1.0F / 30);
        }
        time.seconds = processor_seconds() - begin;
        for (auto& world : worlds) time.instructions += world->instructions();
        return time;
    }
    double speed(int frames) {
        const Time time = run(frames);
        return time.instructions == 0 ? -1 : static_cast<double>(time.instructions) / time.seconds / 1e6;
    }
    double frame_time(int frames) {
        const Time time = run(frames);
        return worlds.empty() ? -1 : time.seconds / (static_cast<double>(worlds.size()) * frames) * 1e6;
    }
};

constexpr int frames = 150; // as the golden runs have

/// Text of the real surface script, or of the sample island where there is no corpus.
const std::string& script_text() {
    static const std::string text = [] {
        const char* corpus = std::getenv("VELLUM_CORPUS");
        return read_text(corpus != nullptr ? std::string(corpus) + "/ff7/wm0.ev"
                                           : std::string(VELLUM_SOURCE_DIR) + "/samples/ff7/island.ev");
    }();
    return text;
}

ProgramPtr real_script() { return std::getenv("VELLUM_CORPUS") == nullptr ? nullptr : load(script_text()); }

double loop_speed() {
    Diagnostics diagnostics;
    static Worlds worlds(
        ff7::engine().format().assemble(arithmetic, {"loop.ev", {}}, diagnostics).value_or(ProgramPtr()),
        {{}}, 1'000'000);
    return worlds.speed(1);
}

double island_frame() {
    static Worlds worlds(load(read_text(std::string(VELLUM_SOURCE_DIR) + "/samples/ff7/island.ev")),
                         std::vector<Settings>(64), 0);
    return worlds.frame_time(frames);
}

/// The save blocks as the golden test has them.
double golden_speed() {
    static Worlds worlds = [] {
        std::vector<Settings> starts;
        add_golden(starts, "");
        add_golden(starts, "BA4=176 BA5=4 C1F=1 C22=6 C23=21 F28=1 F29=8");
        add_golden(starts, late);
        return Worlds(real_script(), starts, 0);
    }();
    return worlds.speed(frames);
}

double all_models_frame() {
    static Worlds worlds = [] {
        std::vector<Settings> starts;
        add_golden(starts, late);
        return Worlds(real_script(), starts, 0);
    }();
    return worlds.frame_time(frames);
}

/// Megabytes a second when each round handles `size` bytes.
template <typename Work> double rate(std::size_t size, Work work) {
    if (size == 0) return -1;
    constexpr int times = 20;
    const double begin = processor_seconds();
    for (int i = 0; i < times; ++i) work();
    return static_cast<double>(size) * times / (processor_seconds() - begin) / 1e6;
}

double load_speed() {
    return rate(script_text().size(), [] { static_cast<void>(load(script_text())); });
}

/// Bytes of the listing that loading and listing write.
std::string load_and_list() {
    const ProgramPtr program = load(script_text());
    return program == nullptr ? std::string() : program->disassemble({});
}

double list_speed() {
    std::size_t written = 0;
    return rate(script_text().size(), [&] { written += load_and_list().size(); });
}

double list_text_speed() {
    std::size_t written = 0;
    return rate(load_and_list().size(), [&] { written += load_and_list().size(); });
}

double check_speed() {
    const ProgramPtr program = load(script_text());
    if (program == nullptr) return -1;
    return rate(script_text().size(), [&] {
        Diagnostics diagnostics;
        program->check(diagnostics);
    });
}

double assemble_speed() {
    const std::string listing = load_and_list();
    return rate(listing.size(), [&] {
        Diagnostics diagnostics;
        if (!ff7::engine().format().assemble(listing, {"bench.ev", {}}, diagnostics)) std::abort();
    });
}

constexpr Figure rows[] = {
    {"ff7", "loop", "M/s", "instructions of one turn: calculations and branches", true, loop_speed},
    {"ff7", "island", "us", "a frame of samples/ff7/island.ev", false, island_frame},
    {"ff7", "golden", "M/s", "instructions of the 384 golden runs of wm0.ev, frames included", true,
     golden_speed},
    {"ff7", "frame", "us", "a frame of wm0.ev with all models on the map", false, all_models_frame},
    {"ff7", "load", "MB/s", "bytes of the script read and decoded", true, load_speed},
    {"ff7", "list", "MB/s", "bytes of the script read, decoded and listed", true, list_speed},
    {"ff7", "list_text", "MB/s", "the same by the size of the listing", true, list_text_speed},
    {"ff7", "check", "MB/s", "bytes of the script checked", true, check_speed},
    {"ff7", "assemble", "MB/s", "text of the listing assembled", true, assemble_speed},
};

} // namespace

std::span<const Figure> ff7_figures() { return rows; }

} // namespace vellum::bench
