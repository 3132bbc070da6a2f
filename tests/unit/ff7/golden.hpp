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

} // namespace vellum::ff7::test
