// Answers to questions of a workspace from the index of its project.
#pragma once

#include "workspace/questions/indexes.hpp"

namespace vellum::index {

/// As questions::Indexes::known.
[[nodiscard]] std::unique_ptr<questions::KnownAnswers> known_answers(const Workspace& workspace,
                                                                     const questions::Question& question,
                                                                     const questions::Request& request,
                                                                     const Node& node);

} // namespace vellum::index
