// The golden runs of the corpus: their table, and a world set up like one of them.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support.hpp"

namespace vellum::ff7::test {

struct GoldenRun {
    std::string save, last_module, entry_field, hash, entities;
    int frames = 0;
};

inline std::vector<GoldenRun> golden_runs() {
    std::vector<GoldenRun> runs;
    std::istringstream in(read_text(corpus() + "wm0.runs.csv"));
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
        runs.push_back(
            {cells.at(0), cells.at(1), cells.at(2), cells.at(5), cells.at(6), std::stoi(cells.at(3))});
    }
    return runs;
}

/// Save bytes of a named save block, or nothing: the table names three blocks and holds none of them.
inline std::optional<std::string> golden_save(const std::string& name) {
    if (name == "empty") return std::string();
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

} // namespace vellum::ff7::test
