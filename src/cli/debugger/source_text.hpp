// The text of a source that debug information names.
#pragma once

#include <string>

#include "cli/session.hpp"
#include "vellum/program.hpp"

namespace vellum::cli {

struct FoundSource {
    std::string text; ///< Empty if it was not found.
    std::string path;
};

/// Looks for it beside the script.
[[nodiscard]] FoundSource find_source(Session& session, const Program& program, const std::string& file);

} // namespace vellum::cli
