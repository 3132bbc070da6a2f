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

namespace vellum::disk {

/// What a path leads to, through links.
enum class Kind : std::uint8_t {
    none, ///< nothing
    plain,
    folder,
    other ///< a device, a pipe
};

[[nodiscard]] Kind kind_of(const std::string& path);
/// True if the name is taken, be it by a link that leads nowhere.
[[nodiscard]] bool is_taken(const std::string& path);

/// Makes a folder and those above it that are missing.
[[nodiscard]] std::error_code make_folders(const std::string& path);

/// What a folder says about one of its entries.
struct Entry {
    std::string name;
    Kind kind = Kind::none; ///< Links are followed.
    bool link = false;
};
/// All entries in no order, those behind an error left out.
[[nodiscard]] std::error_code list(const std::string& folder, std::vector<Entry>& entries);

/// How a file looks from outside: enough to see that somebody wrote it.
struct Stamp {
    std::uint64_t size = 0;
    std::int64_t written = 0; ///< In the system's own units.
    friend bool operator==(const Stamp&, const Stamp&) = default;
};
/// Nothing if it is no plain file.
[[nodiscard]] std::optional<Stamp> stamp_of(const std::string& path);

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
