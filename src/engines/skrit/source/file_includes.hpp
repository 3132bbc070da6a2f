// Finds included files on disk, for the command line and for tests: beside the including file, in a folder
// `include` beside it, by resource path from any folder above it, and by the naming key that stands in the
// folder art/ of one of them.
#pragma once

#include <map>
#include <string>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/fuel/naming_key.hpp"

namespace vellum::skrit {

/// Reads files. `root` is the folder of the main file when its name has none.
class FileIncludes final : public IncludeProvider {
  public:
    explicit FileIncludes(std::string root = {}) : root_(std::move(root)) {}
    std::optional<IncludedSource> include(std::string_view name, std::string_view from) override;

  private:
    const NamingKey& naming_key(const std::string& folder);

    std::string root_;
    std::map<std::string, NamingKey> keys_; ///< By folder that holds art/; empty keys where there is none.
};

} // namespace vellum::skrit
