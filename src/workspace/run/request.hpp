// What a run can be told, a row each: the options of a command line without their dashes, the lines of a plan
// and the members of a launch are all of them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/run.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::runs {

struct Member {
    questions::Parameter parameter; ///< Texts: every text adds one.
    Result<void> (*set)(RunRequest& request, const std::string& text) = nullptr;
    bool names_file = false; ///< The text is a path.
};

[[nodiscard]] std::span<const Member> members();
/// The row of that name, "budget-memory", or null.
[[nodiscard]] const Member* find_member(std::string_view name);
/// "budgetMemory" and "budget_memory" as rows are called.
[[nodiscard]] std::string member_name(std::string_view key);

/// Sets what a row says from its text; of a flag "true" and "" mean yes. Fails with cli.value.
[[nodiscard]] Result<void> set(RunRequest& request, const Member& member, const std::string& text);
/// The same from JSON: an array sets every element.
[[nodiscard]] Result<void> set(RunRequest& request, const Member& member, const Json& value);

/// The run that a question is about.
[[nodiscard]] Result<RunRequest> read_run(const questions::Request& values);
/// The run, opened; `said`: what was said besides.
[[nodiscard]] Result<std::unique_ptr<Run>> open_run(const Workspace& workspace, Result<RunRequest> request,
                                                    std::vector<Diagnostic>& said);

} // namespace vellum::runs

namespace vellum::questions {

/// The answer of the question `profile`.
[[nodiscard]] Result<std::string> answer_profile(const Workspace& workspace, const Request& request,
                                                 const Workspace::Progress& progress);
/// The answer of the question `run`.
[[nodiscard]] Result<std::string> answer_run(const Workspace& workspace, const Request& request,
                                             const Workspace::Progress& progress);

} // namespace vellum::questions
