// What answers questions about indexes of collections, in builds that have SQLite: src/index, the layer
// above, puts itself here before the first question.
#pragma once

#include <memory>

#include "workspace/questions/question.hpp"

namespace vellum::questions {

/// The answers to one question that an index has.
class KnownAnswers {
  public:
    KnownAnswers() = default;
    KnownAnswers(const KnownAnswers&) = delete;
    KnownAnswers& operator=(const KnownAnswers&) = delete;
    virtual ~KnownAnswers() = default;
    /// Of a file that has not changed since; otherwise nothing.
    [[nodiscard]] virtual std::optional<std::vector<std::string>> of(const Node& node) = 0;
};

struct Indexes {
    using Answers = Result<std::string> (*)(const Workspace& workspace, const Request& request,
                                            const Workspace::Progress& progress);
    Answers index = nullptr, query = nullptr;
    /// Those of the index beside the project file of a node; null if there is none or it knows nothing of the
    /// question.
    std::unique_ptr<KnownAnswers> (*known)(const Workspace& workspace, const Question& question,
                                           const Request& request, const Node& node) = nullptr;
};

/// The index beside the project file that counts for a path; empty if there is none.
[[nodiscard]] std::string index_of(const Workspace& workspace, const std::string& path);

/// Null in builds without SQLite.
extern const Indexes* indexes;

} // namespace vellum::questions
