// The text of a source that debug information names.
#pragma once

#include <string>

#include "vellum/files.hpp"
#include "vellum/program.hpp"

namespace vellum::debug {

struct FoundSource {
    std::string text; ///< Empty if it was not found.
    std::string path;
};

/// Looks for it beside the script, in the tree that the script's name is of.
[[nodiscard]] FoundSource find_source(const FileSystem& files, const Program& program,
                                      const std::string& file);

} // namespace vellum::debug
