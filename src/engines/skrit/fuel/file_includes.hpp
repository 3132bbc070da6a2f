// Finds included files and skrits by name in a FileSystem: beside the including file, in a folder `include`
// beside it, by resource path from the root, below the folders where the game's systems keep theirs, and by
// the naming keys in art/. Opens nothing without a file system, and asks it for no name that leads out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/skrit/fuel/naming_key.hpp"
#include "engines/skrit/source/includes.hpp"
#include "vellum/files.hpp"

namespace vellum::skrit {

/// Folders that systems of the game look in first.
inline constexpr std::string_view component_folder = "world/contentdb/components";
inline constexpr std::string_view animation_folder = "art/animations/skrits";

class FileIncludes final : public IncludeProvider {
  public:
    /// `files` is not owned and may be null: then nothing is found.
    explicit FileIncludes(const FileSystem* files) : files_(files) {}
    /// A main file may be named with folders above the root ("mods/a/world/x.skrit" for "world/x.skrit"):
    /// what is included from it is named alike.
    std::optional<IncludedSource> include(std::string_view name, std::string_view from) override;

  private:
    void list();
    [[nodiscard]] std::string inside(std::string_view from);
    [[nodiscard]] std::string find_folder(std::string_view from);

    const FileSystem* files_;
    std::string above_; ///< What names for messages have in front of those of the file system.
    bool listed_ = false;
    NamingKey key_;
    /// Skrits below the folders of the systems, by their names in lower case.
    std::unordered_map<std::string, std::vector<std::string>> usual_;
    std::unordered_map<std::string, std::string> folders_; ///< Of including files, see inside().
};

} // namespace vellum::skrit
