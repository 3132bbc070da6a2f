// Where files come from. The library opens nothing by itself: to use includes, naming keys or scripts by
// name, give it one of these. Names are relative, with '/' or '\' between folders, and cannot lead outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"

namespace vellum {

/// Bytes with random access. Safe to read from several threads at once.
class VELLUM_API ByteSource {
  public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    [[nodiscard]] virtual std::uint64_t size() const noexcept = 0; ///< Size in bytes.
    /// Fills `out` with the bytes from `offset` on; fails with bytes.truncated past the end, io.read if the
    /// system cannot read them.
    [[nodiscard]] virtual Result<void> read(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// Bytes in memory.
class VELLUM_API MemorySource : public ByteSource {
  public:
    explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {} ///< Owned.
    [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;
    [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); } ///< Leaves none.

  private:
    std::vector<std::byte> bytes_;
};

/// What a name leads to, through links.
enum class FileKind : std::uint8_t {
    none,   ///< nothing
    file,   ///< a file with random access
    folder, ///< names
    other   ///< a device or a pipe, which can be read once
};

/// An entry of a folder.
struct FileEntry {
    std::string name; ///< Without the folder.
    FileKind kind = FileKind::none;
    bool link = false; ///< It is a link.
};

/// Size and time of a file: enough to detect changes.
struct FileStamp {
    std::uint64_t size = 0;   ///< Bytes.
    std::int64_t written = 0; ///< Time of the last change, in the system's own units.
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// A tree of files as scripts and sources name them. To add a packed archive, implement `read` and `list`;
/// the other functions use these unless overridden.
class VELLUM_API FileSystem {
  public:
    FileSystem() = default;
    FileSystem(const FileSystem&) = delete;
    FileSystem& operator=(const FileSystem&) = delete;
    virtual ~FileSystem() = default;

    /// The bytes of the file with that name ("cs_play_all.bin", "world/ai/jobs/walk.skrit"); `io.read` if
    /// there is none, or if the name would lead out.
    [[nodiscard]] virtual Result<std::vector<std::byte>> read(std::string_view name) const = 0;
    /// The same for a file that must not be longer than that: fails with io.read if it is, if possible before
    /// reading it.
    [[nodiscard]] virtual Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                                      std::uint64_t most) const;
    /// Names of all files below a folder ("" is the root), each from the root with '/' between folders,
    /// sorted. Empty if there are none, or if this file system cannot list them.
    [[nodiscard]] virtual std::vector<std::string> list(std::string_view folder) const {
        static_cast<void>(folder);
        return {};
    }
    /// As `list`; folders that could not be read are reported.
    [[nodiscard]] virtual std::vector<std::string> walk(std::string_view folder, Diagnostics& problems) const;
    /// What the name leads to.
    [[nodiscard]] virtual FileKind kind(std::string_view name) const;
    /// The entries of a folder, in no order. Empty if it is not a folder.
    [[nodiscard]] virtual std::vector<FileEntry> entries(std::string_view folder) const;
    /// The file, for random access; fails as `read`.
    [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>> open(std::string_view name) const;
    /// Size and time of the file; empty if it is not a file or cannot change.
    [[nodiscard]] virtual std::optional<FileStamp> stamp(std::string_view name) const;
    /// One of its folders as a tree that no name and no link leads out of. Null if there are no links, so
    /// that names suffice.
    [[nodiscard]] virtual std::shared_ptr<const FileSystem> below(std::string_view folder) const;
    /// The same place under the one name that all its names and links lead to.
    [[nodiscard]] virtual std::string resolved(std::string_view name) const;
};

/// Called with the path of each file that a tree on disk opens.
using OnOpen = std::function<void(const std::string& path)>;

/// A folder on disk. No name or symbolic link leads out of it, and only regular files are opened. If a name
/// is not found exactly, its case is ignored, as on the systems the games were made for. `list` looks at
/// 200,000 entries at most.
class VELLUM_API FolderFileSystem : public FileSystem {
  public:
    /// `folder`: its path. `on_open` may be empty.
    explicit FolderFileSystem(std::string folder, OnOpen on_open = {})
        : folder_(std::move(folder)), on_open_(std::move(on_open)) {}
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;

  private:
    std::string folder_;
    OnOpen on_open_;
};

/// Everything on disk: names are paths, absolute or from the current folder. For names given by a user, not
/// by a script: see `below`.
class VELLUM_API DiskFileSystem : public FileSystem {
  public:
    explicit DiskFileSystem(OnOpen on_open = {}) : on_open_(std::move(on_open)) {} ///< May be empty.
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;
    [[nodiscard]] std::vector<std::string> walk(std::string_view folder,
                                                Diagnostics& problems) const override;
    [[nodiscard]] FileKind kind(std::string_view name) const override;
    [[nodiscard]] std::vector<FileEntry> entries(std::string_view folder) const override;
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> open(std::string_view name) const override;
    [[nodiscard]] std::optional<FileStamp> stamp(std::string_view name) const override;
    /// A FolderFileSystem.
    [[nodiscard]] std::shared_ptr<const FileSystem> below(std::string_view folder) const override;
    [[nodiscard]] std::string resolved(std::string_view name) const override;

  private:
    OnOpen on_open_;
};

/// Files kept in memory.
class VELLUM_API MemoryFileSystem : public FileSystem {
  public:
    void add(std::string name, std::vector<std::byte> bytes); ///< The same name replaces.
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;

  private:
    std::map<std::string, std::vector<std::byte>, std::less<>> files_;
};

} // namespace vellum
