// Folders and files opened part by part, so that no link on the way is followed: what lies behind one that
// somebody puts there meanwhile is neither read nor written.
#pragma once

#include <filesystem>

#include <fcntl.h>

#include "base/posix/descriptor.hpp"

namespace vellum {

/// How a folder is opened whose names are used and not listed: it may be one that cannot be read.
#if defined(O_PATH)
inline constexpr int to_search = O_PATH | O_DIRECTORY | O_CLOEXEC;
#elif defined(O_SEARCH)
inline constexpr int to_search = O_SEARCH | O_DIRECTORY | O_CLOEXEC;
#else
inline constexpr int to_search = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

/// Opens a folder below another one, to whose own path links may belong. `make`: folders that are missing are
/// made. Closed, with errno, if that fails.
[[nodiscard]] Descriptor open_folder(const std::filesystem::path& root, const std::filesystem::path& inside,
                                     bool make = false);
/// Opens a plain file of a folder to be read; errno is EINVAL if it is none.
[[nodiscard]] Descriptor open_plain(const Descriptor& folder, const std::filesystem::path& name);
/// The folder that holds the file with that absolute path, on which there is no link.
[[nodiscard]] inline Descriptor open_folder_of(const std::filesystem::path& file) {
    return open_folder("/", file.parent_path().relative_path());
}

} // namespace vellum
