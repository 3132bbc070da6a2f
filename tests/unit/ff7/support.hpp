// Helpers of the world map tests: reading corpus files, running a script with a plan, traces as text in the
// form the corpus has. Corpus tests skip where the corpus is not; everything else works from the repository
// alone.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ff7/engine.hpp"
#include "engines/ff7/format/script.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "vellum/ff7.hpp"
#include "gtest/gtest.h"

namespace vellum::ff7::test {

/// Folder of the world map corpus, or empty.
inline std::string corpus() {
    const char* root = std::getenv("VELLUM_CORPUS");
    return root == nullptr || *root == '\0' ? std::string() : std::string(root) + "/ff7/";
}

#define VELLUM_NEEDS_CORPUS()                                                                                \
    if (::vellum::ff7::test::corpus().empty()) GTEST_SKIP() << "VELLUM_CORPUS is not set"

inline std::string read_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in.good()) << path;
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
}

inline std::vector<std::string> split(std::string_view line, char by) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
        if (c == by)
            cells.emplace_back();
        else if (c != '\r')
            cells.back().push_back(c);
    }
    return cells;
}

inline std::vector<std::vector<std::string>> read_csv(const std::string& path) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream in(read_text(path));
    std::string line;
    std::getline(in, line); // header
    while (std::getline(in, line)) rows.push_back(split(line, ','));
    return rows;
}

inline ProgramPtr load_bytes(std::string_view text, const std::string& name = "test.ev") {
    Diagnostics diagnostics;
    Result<ProgramPtr> program = engine().format().load(bytes_of(text), {name, {}}, diagnostics);
    EXPECT_TRUE(program.has_value()) << (program ? "" : program.error().message);
    return program ? *program : nullptr;
}

inline ProgramPtr load_file(const std::string& path) { return load_bytes(read_text(path), path); }

/// Assembles; the text may leave out the first return.
inline ProgramPtr assemble(std::string_view text) {
    Diagnostics diagnostics;
    Result<ProgramPtr> program = engine().format().assemble(text, {"test.ev", {}}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << format(diagnostic);
    return program ? *program : nullptr;
}

inline const Script& script_of(const ProgramPtr& program) { return static_cast<const Script&>(*program); }

/// A world of a text; system function 0 and others stand in it.
struct WorldRun {
    explicit WorldRun(std::string_view text, std::vector<std::pair<std::string, std::string>> settings = {},
                      Game* other = nullptr)
        : program(assemble(std::string("    RETURN\n") + std::string(text))) {
        RunOptions options;
        options.settings = std::move(settings);
        Diagnostics diagnostics;
        auto made = make_world(program, other != nullptr ? *other : game, options, diagnostics);
        EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().message);
        if (made) world = std::move(*made);
    }
    WorldState& state() { return world->state(); }
    Entity& model(std::uint32_t number) { return state().entity(state().find(number)); }
    void frames(int count) {
        for (int i = 0; i < count; ++i) world->frame(1.0F / 30);
    }
    Game game;
    ProgramPtr program;
    std::unique_ptr<World> world;
};

/// Watches every instruction; worlds that are watched so run another loop.
struct StepCounter : Observer {
    [[nodiscard]] bool wants_steps() const override { return true; }
    void step_values(const StepValues&) override { ++rows; }
    std::size_t rows = 0;
};

/// Writes executed instructions as the corpus traces do, a line each without line end at the very end.
class TraceText : public StepCounter {
  public:
    void step(const Step& step) override {
        const World& world = *as_world(step.scheduler);
        const std::uint32_t frame = world.state().frame;
        if (frame != frame_ || step.machine != machine_) // a turn keeps the model it began with
            model_ =
                step.machine == 0 ? 0 : world.state().entity(static_cast<EntityId>(step.machine - 1)).model;
        frame_ = frame;
        machine_ = step.machine;
        address = step.address;
        opcode = static_cast<const Script&>(world.program(step.machine)).words.at(step.address);
    }
    void step_values(const StepValues& values) override {
        StepCounter::step_values(values);
        if (rows != 1) text += '\n';
        char head[64];
        if (machine_ == 0)
            std::snprintf(head, sizeof head, "%u,S,%04x,%03x,", frame_, address, opcode);
        else
            std::snprintf(head, sizeof head, "%u,m%02u,%04x,%03x,", frame_, model_, address, opcode);
        text += head;
        for (std::size_t i = 0; i < values.taken.size(); ++i) {
            if (i != 0) text += ' ';
            text += std::to_string(values.taken[i].integer());
        }
        text += ',';
        if (!values.given.empty()) text += std::to_string(values.given[0].integer());
        text += ',';
        text += std::to_string(values.depth);
    }
    std::string text;
    std::uint32_t address = 0;
    std::uint16_t opcode = 0;

  private:
    std::uint32_t frame_ = ~0U, machine_ = 0;
    unsigned model_ = 0;
};

} // namespace vellum::ff7::test
