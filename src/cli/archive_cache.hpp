// The archives of one run: each is opened once, however many of its members are worked on.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "vellum/archive.hpp"

namespace vellum::cli {

/// An open archive, also as a tree of files.
struct Mounted {
    std::shared_ptr<const archives::Archive> archive;
    std::shared_ptr<const FileSystem> files;
};

/// The files that a cue sheet names, beside it: the image and tracks of music; none of other files.
[[nodiscard]] std::vector<std::string> disc_files(const std::string& path);
/// The image that a cue sheet names first; other paths as they are.
[[nodiscard]] std::string disc_image(const std::string& path);

/// Safe to use from several threads.
class ArchiveCache {
  public:
    /// The archive at that path; empty if the file is none. Fails as archives::open for a damaged one.
    [[nodiscard]] Result<Mounted> open(const std::string& path);

  private:
    std::mutex mutex_;
    std::map<std::string, Mounted> open_; ///< What is no archive is noted too.
};

} // namespace vellum::cli
