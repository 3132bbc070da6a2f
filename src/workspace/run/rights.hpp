// What a file that is an input may ask of the disk. Plans, records and launch requests come from others: they
// may name what lies below their own folder or the current one, to be read. All else, and every folder that
// scripts write to, is granted by --grant on the command line alone, and what was used of it is told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::runs {

class Rights {
  public:
    /// `files`: the tree that all names are of; not owned. `asking`: the input file, for messages; its folder
    /// counts as its own. `granted`: folders of --grant.
    Rights(const FileSystem& files, std::string asking, std::vector<std::string> granted)
        : files_(files), asking_(std::move(asking)), granted_(std::move(granted)) {}

    /// Fails with cli.right if the file or folder must not be read.
    [[nodiscard]] Result<void> read(const std::string& path);
    /// The same for a setting of an engine, NAME and VALUE; values that name no file are free.
    [[nodiscard]] Result<void> setting(std::string_view name, const std::string& value);
    /// What was taken of --grant since the last call, as notes.
    [[nodiscard]] std::vector<Diagnostic> take_used();

  private:
    [[nodiscard]] bool is_below(const std::string& path, const std::string& folder) const;
    [[nodiscard]] bool granted(const std::string& path, std::string_view what);

    const FileSystem& files_;
    std::string asking_;
    std::vector<std::string> granted_;
    std::vector<Diagnostic> used_;
};

} // namespace vellum::runs
