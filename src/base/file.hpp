// Whole files in and out, and the list of files under given paths, answered by src/base/posix, windows or
// wasi. A file that is being replaced is never left half written: the new content is complete and on the disk
// before it takes the old one's place. WebAssembly has no files: there every path is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.hpp"
#include "base/source.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum {

/// The most that is read of what does not say how long it is: pipes and devices, which may never end.
inline constexpr std::uint64_t largest_stream = std::uint64_t{256} << 20U;

/// Reads a whole file; io.read with the system's own reason when that fails, or when it is longer than `max`.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::string& path,
                                                       std::uint64_t max = std::uint64_t{1} << 30U);
/// A file to be read here and there. It stays open as long as the source lives; io.read if it is no plain
/// file.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>> open_file(const std::string& path,
                                                                  Links links = Links::follow);
/// As read_file, of standard input, which messages call <stdin>.
[[nodiscard]] Result<std::vector<std::byte>> read_standard_input(std::uint64_t max);

/// A file and where it was found.
struct FoundFile {
    std::string path;
    std::vector<std::byte> bytes;
};
inline constexpr std::uint64_t largest_below = std::uint64_t{1} << 30U;
/// Reads `wanted` (folders divided by '/' or '\') below a folder. What is not found exactly is looked for
/// without regard to ASCII case, folder by folder: the games came from systems that do not tell them apart.
/// Nothing outside of the folder is opened, whatever symbolic links say, and nothing but plain files.
[[nodiscard]] Result<FoundFile> read_below(const std::string& folder, std::string_view wanted,
                                           std::uint64_t max = largest_below);
/// Names of the plain files in `folder`/`wanted` and its folders, from `folder`, sorted. Links to folders are
/// not followed, links to files only within the folder. At most `most` entries are looked at.
inline constexpr std::size_t most_listed = 200'000;
[[nodiscard]] std::vector<std::string> list_below(const std::string& folder, std::string_view wanted,
                                                  std::size_t most = most_listed);

/// The same text for the same file, whatever it is called (device and inode); empty if there is none. Links
/// are followed.
[[nodiscard]] std::string file_identity(const std::string& path);

struct WriteOptions {
    bool replace = true; ///< False: a file, or a link, that is there already is an error.
    /// `refuse`: a link with the file's name is replaced itself, and what is no plain file is refused.
    Links links = Links::follow;
    bool durable = true; ///< False: whoever writes many files asks for all of them at once, by sync_files.
    /// The name of a file beside it, whose permissions the new one takes. Empty: those of the file that is
    /// replaced.
    std::string_view like = {};
};

/// Writes the whole piece by piece, then gives it its name. A symbolic link stays one: the file that it names
/// is replaced. Devices and pipes are written directly. Where the system has files without a name
/// (O_TMPFILE), nothing stays behind if the process is killed before the end.
[[nodiscard]] Result<void> write_file_atomic(const std::string& path, const ByteSource& data,
                                             const WriteOptions& options = {});
[[nodiscard]] inline Result<void> write_file_atomic(const std::string& path, std::span<const std::byte> data,
                                                    const WriteOptions& options = {}) {
    return write_file_atomic(path, SpanSource(data), options);
}
/// Puts what was written into the folder's file system on the disk.
void sync_files(const std::string& folder);

/// Removes a file or a link; false if there is none (a folder is none) or it may not be removed.
bool remove_file(const std::string& path);

/// The files among `paths` and all files in the folders among them and below, sorted and without repeats.
/// Links to files count, links to folders inside folders are not followed. What can not be read is reported
/// and left out.
[[nodiscard]] std::vector<std::string> collect_files(std::span<const std::string> paths,
                                                     Diagnostics& diagnostics);

} // namespace vellum
