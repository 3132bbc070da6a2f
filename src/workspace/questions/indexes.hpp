// What answers questions about indexes of collections, in builds that have SQLite: src/index, the layer
// above, puts itself here before the first question.
#pragma once

#include "workspace/questions/question.hpp"

namespace vellum::questions {

struct Indexes {
    using Answers = Result<std::string> (*)(const Workspace& workspace, const Request& request,
                                            const Workspace::Progress& progress);
    Answers index = nullptr, query = nullptr;
};

/// Null in builds without SQLite.
extern const Indexes* indexes;

} // namespace vellum::questions
