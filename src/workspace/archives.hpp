// The archives of a workspace: each is opened once, however many of its members are worked on, and again when
// it was written meanwhile.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum {

/// The files that a cue sheet names, beside it: the image and tracks of music; none of other files.
[[nodiscard]] std::vector<std::string> disc_files(const FileSystem& files, const std::string& path);

struct Workspace::Archives {
    /// An open archive, also as a tree of files; null for what is none.
    struct Mounted {
        std::shared_ptr<const archives::Archive> archive;
        std::shared_ptr<const FileSystem> files;
        std::optional<FileStamp> stamp; ///< Of the file, before it was opened.
    };

    explicit Archives(const FileSystem& tree) : files(tree) {}
    [[nodiscard]] Result<Mounted> open(const std::string& path);

    const FileSystem& files;
    std::mutex mutex;
    std::map<std::string, Mounted> known; ///< What is no archive is noted too.
};

} // namespace vellum
