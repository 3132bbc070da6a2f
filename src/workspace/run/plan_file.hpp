// Plan files: what one would say to `vellum run`, a line each, and what must come of it. See
// docs/testing-mods.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/run.hpp"

namespace vellum::runs {

/// One line that begins with `expect`.
struct Expectation {
    enum class Kind : std::uint8_t {
        asks,  ///< a native is asked
        event, ///< an event arrives
        fault, ///< a script fails
        told,  ///< anything that `run` tells
        value  ///< a value of the world
    };
    Kind kind = Kind::told;
    std::uint32_t line = 0;
    std::string text; ///< As written, behind `expect`.
    static constexpr std::uint64_t at_end = ~std::uint64_t{0};
    std::uint64_t frame = at_end;              ///< Checked after that frame; 0 is the start.
    std::size_t before_step = ~std::size_t{0}; ///< If there is such a step: checked before it is taken.
    std::string pattern;                       ///< What is told, with `*` for any text; of a value, its name.
    std::uint64_t least = 1;                   ///< How often it is told.
    std::uint64_t most = ~std::uint64_t{0};
    std::string_view comparison; ///< Of a value: "==".
    std::string value;           ///< Of a value.
};

/// One world and what is expected of it.
struct PlanTest {
    std::string name;
    std::uint32_t line = 0;
    RunRequest request;
    Settings settings;
    std::vector<Expectation> expectations;
};

/// Reads a plan; paths in it begin at its own folder. What stands before the first `test` holds for all of
/// them, and a plan without `test` is one. Every line that cannot be read is reported. Settings are those of
/// the workspace and what the plan adds. `granted`: folders of --grant.
[[nodiscard]] std::vector<PlanTest> read_plan_file(const Workspace& workspace, std::string_view text,
                                                   const std::string& path, std::vector<std::string> granted,
                                                   Diagnostics& diagnostics);

/// The plan of that name; for a folder or a project file the plans of its project.
[[nodiscard]] Result<std::vector<std::string>> plans_of(const Workspace& workspace, const std::string& name);

/// What the only test of a plan does, or that of the name behind '#': its events, calls, frames, settings and
/// host, without its scripts. `said` gets what there is to say besides.
[[nodiscard]] Result<RunRequest> request_of_plan(const Workspace& workspace, const std::string& name,
                                                 std::vector<std::string> granted,
                                                 std::vector<Diagnostic>& said);

} // namespace vellum::runs
