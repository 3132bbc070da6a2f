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
    Result<ProgramPtr> program = engine().load(bytes_of(text), {name, {}}, diagnostics);
    EXPECT_TRUE(program.has_value()) << (program ? "" : program.error().message);
    return program ? *program : nullptr;
}

inline ProgramPtr load_file(const std::string& path) { return load_bytes(read_text(path), path); }

/// Assembles; the text may leave out the first return.
inline ProgramPtr assemble(std::string_view text) {
    Diagnostics diagnostics;
    Result<ProgramPtr> program = engine().assemble(text, {"test.ev", {}}, diagnostics);
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

/// Writes executed instructions as the corpus traces do, a line each without line end at the very end.
class TraceText final : public Tracer {
  public:
    void executed(const Executed& what) override {
        if (!first_) text += '\n';
        first_ = false;
        char head[64];
        if (what.system)
            std::snprintf(head, sizeof head, "%u,S,%04x,%03x,", what.frame, what.ip, what.opcode);
        else
            std::snprintf(head, sizeof head, "%u,m%02u,%04x,%03x,", what.frame, what.model, what.ip,
                          what.opcode);
        text += head;
        for (std::size_t i = 0; i < what.arguments.size(); ++i) {
            if (i != 0) text += ' ';
            text += std::to_string(what.arguments[i]);
        }
        text += ',';
        if (what.has_result) text += std::to_string(what.result);
        text += ',';
        text += std::to_string(what.depth);
        ++rows;
    }
    std::string text;
    std::size_t rows = 0;

  private:
    bool first_ = true;
};

} // namespace vellum::ff7::test
