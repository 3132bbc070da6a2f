// From a plan's test to its verdict.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vellum/workspace.hpp"
#include "workspace/run/plan_file.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::runs {

/// An expectation that did not come true, or something that nobody expected.
struct Failure {
    std::uint32_t line = 0; ///< Of the plan.
    std::string text;       ///< What was expected.
    std::vector<std::string> found;
};

struct PlanOutcome {
    std::string plan; ///< Its file.
    std::string name; ///< Of the test.
    std::uint32_t line = 0;
    std::size_t expectations = 0;
    bool ran = false;
    std::uint64_t frames = 0;
    std::vector<Failure> failures;
    std::vector<Diagnostic> said; ///< While the world was made.
    [[nodiscard]] bool ok() const noexcept { return ran && failures.empty(); }
};

/// Makes the world of a test of that plan, runs it and judges it. Files come from the workspace.
[[nodiscard]] PlanOutcome judge(const Workspace& workspace, const std::string& plan, const PlanTest& test);

/// As `vellum test --format json` has it.
void write_json(JsonWriter& json, std::span<const PlanOutcome> outcomes);

} // namespace vellum::runs
