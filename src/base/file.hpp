// Whole files in and out, and the list of files under given paths.
// Relies on C streams and std::filesystem with error codes. A file that is being replaced is never left half
// written: the new content is complete under another name before it takes the old one's place. The wasm build
// has no files (its libc++ lacks std::filesystem): there every path is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum {

/// Reads a whole file; io.read with the system's own reason when that fails, or when it is longer than `max`.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::string& path,
                                                       std::uint64_t max = std::uint64_t{1} << 30U);

/// Reads `name` (which may hold slashes) below a folder. Where there is no file of exactly that name, one
/// whose last part differs in ASCII case only is taken: the games came from systems that do not tell them
/// apart. Whether the name may leave the folder is the caller's to decide.
[[nodiscard]] Result<std::vector<std::byte>> read_file_in(const std::string& folder, const std::string& name,
                                                          std::uint64_t max = std::uint64_t{1} << 30U);

/// Writes beside the target, checks the size that arrived, then renames over it. A symbolic link stays one:
/// the file that it names is replaced. Devices and pipes are written directly.
[[nodiscard]] Result<void> write_file_atomic(const std::string& path, std::span<const std::byte> data);

/// Removes a file or a link; false if there is none (a folder is none) or it may not be removed.
bool remove_file(const std::string& path);

/// The files among `paths` and all files in the folders among them and below, sorted and without repeats.
/// Links to files count, links to folders inside folders are not followed. What can not be read is reported
/// and left out.
[[nodiscard]] std::vector<std::string> collect_files(std::span<const std::string> paths,
                                                     Diagnostics& diagnostics);

} // namespace vellum
