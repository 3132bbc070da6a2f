// Finds included files on disk, for the command line and for tests: beside the including file, in a folder
// `include` beside it, and by resource path from any folder above it.
#pragma once

#include "engines/skrit/compile/compiler.hpp"

namespace vellum::skrit {

/// Reads files. `root` is the folder of the main file when its name has none.
class FileIncludes final : public IncludeProvider {
  public:
    explicit FileIncludes(std::string root = {}) : root_(std::move(root)) {}
    std::optional<IncludedSource> include(std::string_view name, std::string_view from) override;

  private:
    std::string root_;
};

} // namespace vellum::skrit
