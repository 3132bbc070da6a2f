// The names of an index's files, as somebody sees them who is elsewhere: relative names begin in the folder
// in which the index was made, which the index knows from its own folder.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "index/database.hpp"
#include "vellum/files.hpp"

namespace vellum::index {

/// The current folder, with all links followed and a slash.
[[nodiscard]] std::string here_of(const FileSystem& files);
/// The folder in which the index at `path` was made, with all links followed and a slash; empty if it does
/// not say.
[[nodiscard]] std::string home_of(Database& database, const std::string& path, const FileSystem& files);
/// Notes that relative names in the index at `path` begin in that folder.
void set_home(Database& database, const std::string& path, const FileSystem& files, const std::string& home);

/// One thread at a time. A folder's links are followed once.
class NamesHere {
  public:
    /// Of the index at `path`. `files`: where it was made.
    NamesHere(Database& database, const std::string& path, const FileSystem& files);

    /// The places that the index is about.
    [[nodiscard]] const std::vector<std::string>& places() const noexcept { return places_; }
    /// A name of the index, from here.
    [[nodiscard]] std::string here(std::string_view name) const;
    /// The paths that the index may have for a file's path from here, the likeliest first.
    [[nodiscard]] std::vector<std::string> there(const std::string& path);

  private:
    [[nodiscard]] const std::string& resolved(const std::string& folder);

    const FileSystem& files_;
    std::string home_;                ///< Empty: the current folder.
    std::vector<std::string> places_; ///< From here.
    /// Each place as the index has it, with all links followed.
    std::vector<std::pair<std::string, std::string>> roots_;
    std::unordered_map<std::string, std::string> folders_;
};

} // namespace vellum::index
