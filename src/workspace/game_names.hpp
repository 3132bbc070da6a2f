// The names of the games whose scripts were asked for last, for a workspace.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "vellum/workspace.hpp"

namespace vellum {

/// Finds each game's names once: it takes as long as decompiling its larger scripts. They are known by what
/// the game's data holds, so that a changed file has others.
class Workspace::GameNames {
  public:
    using Names = std::shared_ptr<const SourceNames>;
    [[nodiscard]] Names of(const FileSystem& files, const tools::OpenedFile& opened, const Names& known);

  private:
    static constexpr std::size_t most = 4;
    struct Found {
        std::mutex finding;
        bool done = false;
        Names names;
    };
    struct Entry {
        std::string content; ///< The data, or its SHA-256 if that is large.
        Names known;
        std::shared_ptr<Found> found;
    };
    [[nodiscard]] std::shared_ptr<Found> entry(std::string content, const Names& known);

    std::mutex mutex_;
    std::deque<Entry> entries_; ///< The last used behind.
};

} // namespace vellum
