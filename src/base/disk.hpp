// What commands and walks ask of a disk. Paths are UTF-8 with '/' between folders on every system and may be
// of any length. src/base/posix and src/base/windows answer; nothing else in the library knows which system
// it is on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "vellum/files.hpp"

namespace vellum {

/// Whether links are followed on the way to a file.
enum class Links : std::uint8_t {
    follow,
    /// No link is, be it one of a folder's: the path is one that disk::resolved gave, and a link on it has
    /// been put there since. What lies behind it is neither read nor written.
    refuse
};

} // namespace vellum

namespace vellum::disk {

/// What a path leads to, through links.
[[nodiscard]] FileKind kind_of(const std::string& path);
/// True if the name is taken, be it by a link that leads nowhere.
[[nodiscard]] bool is_taken(const std::string& path);

/// Makes a folder and those above it that are missing. (Only POSIX can refuse links here: elsewhere folders
/// may be made behind one that is put there meanwhile, but no files.)
[[nodiscard]] std::error_code make_folders(const std::string& path, Links links = Links::follow);

/// All entries in no order, those behind an error left out.
[[nodiscard]] std::error_code list(const std::string& folder, std::vector<FileEntry>& entries);

/// Gives a file another name, in the place of what has it.
[[nodiscard]] std::error_code rename(const std::string& from, const std::string& to);

/// Nothing if it is no plain file.
[[nodiscard]] std::optional<FileStamp> stamp_of(const std::string& path, Links links = Links::follow);

/// True if a path does not begin in the current folder.
[[nodiscard]] bool is_absolute(std::string_view path);

/// The same place as a path that does not depend on the current folder.
[[nodiscard]] std::string absolute(const std::string& path);
/// The same, with all links on the way followed where the system can tell; what does not exist yet stays as
/// it is named. '/' between folders.
[[nodiscard]] std::string resolved(const std::string& path);
/// Makes that folder the current one.
[[nodiscard]] std::error_code enter(const std::string& folder);

/// A path as users of this system write it with '/' between folders: Windows takes both slashes.
[[nodiscard]] std::string portable(std::string path);

} // namespace vellum::disk
