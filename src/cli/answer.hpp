// Commands that are a question: with --format json the answer is printed as it is.
#pragma once

#include <string>
#include <vector>

#include "cli/batch.hpp"

namespace vellum::cli {

/// Asks of every input and prints the values. `parameters`: for the request, beside what options of the same
/// names say.
[[nodiscard]] ExitCode print_answer(Session& session, const questions::Question& question,
                                    const std::vector<Node>& inputs, JsonList& list,
                                    Json parameters = Json::object());

} // namespace vellum::cli
