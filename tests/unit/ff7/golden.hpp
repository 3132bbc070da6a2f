// The golden runs of the corpus: their table, and a world set up like one of them.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support.hpp"

namespace vellum::ff7::test {

/// Folder of the golden data that knows camera, sky and shown facings too, beside the corpus; or empty.
inline std::string golden_folder() {
    const std::string folder = corpus().empty() ? std::string() : corpus() + "../../golden/ff7/";
    return std::ifstream(folder + "wm0.runs.csv").good() ? folder : std::string();
}

#define VELLUM_NEEDS_GOLDEN()                                                                                \
    if (::vellum::ff7::test::golden_folder().empty())                                                        \
    GTEST_SKIP() << "there is no golden/ff7 beside VELLUM_CORPUS"

struct GoldenRun {
    std::string save, last_module, entry_field, hash, entities;
    int frames = 0;
    std::string shown, camera, camera_hash, shown_hash, sky, ride_stack; ///< Of golden_folder's table.
};

inline std::vector<GoldenRun> golden_runs() {
    std::vector<GoldenRun> runs;
    const bool whole = !golden_folder().empty();
    std::istringstream in(read_text((whole ? golden_folder() : corpus()) + "wm0.runs.csv"));
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::vector<std::string> cells(1); // one column is quoted
        bool quoted = false;
        for (const char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                cells.emplace_back();
            else if (c != '\r')
                cells.back().push_back(c);
        }
        GoldenRun& run = runs.emplace_back();
        run.save = cells.at(0);
        run.last_module = cells.at(1);
        run.entry_field = cells.at(2);
        run.frames = std::stoi(cells.at(3));
        run.hash = cells.at(5);
        run.entities = cells.at(6);
        if (!whole) continue;
        std::size_t at = 10;
        for (std::string* const cell :
             {&run.shown, &run.camera, &run.camera_hash, &run.shown_hash, &run.sky, &run.ride_stack})
            *cell = cells.at(at++);
    }
    return runs;
}

/// Save bytes of a named save block, or nothing. The table names three blocks and holds none of them: these
/// bytes were searched for until all runs had the recorded hashes, which no other bytes would give.
inline std::optional<std::string> golden_save(const std::string& name) {
    if (name == "empty") return std::string();
    if (name == "battle") return "BA4=176 BA5=4 C1F=1 C22=6 C23=21 F28=1 F29=8";
    if (name == "late") return "BA4=64 BA5=6 C1E=15 C22=127 C23=63 EF4=8 EF6=12 F29=26 F2A=95 F2B=52";
    return std::nullopt;
}

inline std::unique_ptr<World> golden_world(const ProgramPtr& program, Game& game, const GoldenRun& run) {
    RunOptions options;
    options.settings = {{"last_module", run.last_module},
                        {"entry_field", run.entry_field},
                        {"window_frames", "3"},
                        {"save", golden_save(run.save).value_or("")}};
    Diagnostics diagnostics;
    auto world = make_world(program, game, options, diagnostics);
    EXPECT_TRUE(world.has_value()) << (world ? "" : world.error().message);
    return world ? std::move(*world) : nullptr;
}

/// "model@x,z model@x,z …", newest first.
inline std::string entities_of(const WorldState& state) {
    std::string text;
    for (EntityId id = state.head; id != no_entity; id = state.entity(id).next) {
        const Entity& entity = state.entity(id);
        if (!text.empty()) text += ' ';
        text += std::to_string(entity.model) + "@" + std::to_string(entity.position.x) + "," +
                std::to_string(entity.position.z);
    }
    return text;
}

/// "model:shown model:shown …", newest first.
inline std::string shown_of(const WorldState& state) {
    std::string text;
    for (EntityId id = state.head; id != no_entity; id = state.entity(id).next)
        text += (text.empty() ? "" : " ") + std::to_string(state.entity(id).model) + ":" +
                std::to_string(state.entity(id).shown_facing);
    return text;
}

inline std::string joined(std::initializer_list<std::int64_t> numbers, char by) {
    std::string text;
    for (const std::int64_t number : numbers) {
        if (!text.empty()) text += by;
        text += std::to_string(number);
    }
    return text;
}

/// Camera and shown facings after every frame, a line each.
struct FrameLines {
    std::string camera, shown;
    void add(const WorldState& state) {
        const Camera& now = state.camera;
        const std::string end = camera.empty() ? "" : "\n";
        camera += end + joined({state.frame, now.angle, now.wanted_angle, now.shown_tilt, now.shown_distance,
                                now.steering},
                               ',');
        shown += end + std::to_string(state.frame) + "," + shown_of(state);
    }
};

} // namespace vellum::ff7::test
