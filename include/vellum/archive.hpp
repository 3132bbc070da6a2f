// The archives in which games keep their files: read in part, and changed without touching anything else.
// Nothing here opens a file by itself. Facts: docs/archives.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/fact.hpp"
#include "vellum/files.hpp"

namespace vellum::archives {

/// Limits that no archive may exceed.
struct Limits {
    std::uint64_t members = std::uint64_t{1} << 20U;        ///< Files and folders.
    std::uint64_t member_bytes = std::uint64_t{256} << 20U; ///< Of one member when it is read.
    std::uint32_t depth = 64;                               ///< Folders inside folders.
    /// Of all members together, each counted even if several share bytes; 0: 256 MiB and 16 times the
    /// archive. For nested archives: the rest of the outer limit.
    std::uint64_t all_bytes = 0;
};

/// How a member's bytes are stored.
enum class Storage : std::uint8_t {
    raw,     ///< as they are
    zlib,    ///< in chunks, by zlib or deflate
    lzo,     ///< in chunks, by a kind of LZO: listed, not read
    sectors, ///< in the sectors of a raw disc image, with other data between them
    unknown, ///< in a form that is listed but not read
    lzss,    ///< in one compressed stream with all others; `stored` counts its plain bytes
    nothing  ///< marked as deleted, or in a missing file
};

class NameIndex;

/// A file inside an archive.
struct Member {
    std::string name;               ///< With '/' between folders, as the archive spells it.
    std::uint64_t offset = 0;       ///< Of the first stored byte in the archive.
    std::uint64_t stored = 0;       ///< Bytes stored there.
    std::uint64_t size = 0;         ///< Bytes when read.
    Storage storage = Storage::raw; ///< How to read it.
    bool cut_off = false;           ///< The archive ends before the member does.
    /// In a container of scripts: "script", "source", "asset", …; else empty.
    std::string kind{};
};

/// A change to a member.
struct Change {
    std::string name; ///< Case matters only if the archive has names that differ in case alone.
    std::optional<std::vector<std::byte>> bytes; ///< Its new contents; empty optional: it is removed.
};

/// A file as it will be, to be written.
struct ChangedFile {
    ChangedFile() = default;
    explicit ChangedFile(std::shared_ptr<const ByteSource> all) : bytes(std::move(all)) {} ///< Alone.
    explicit ChangedFile(std::vector<std::byte> all)
        : bytes(std::make_shared<MemorySource>(std::move(all))) {} ///< Alone.

    std::string beside; ///< Name of another part of the archive, next to it; empty for the archive itself.
    std::shared_ptr<const ByteSource> bytes;
};

/// Opens a file next to an archive that has several parts, by its name.
using OpenBeside = std::function<Result<std::shared_ptr<const ByteSource>>(const std::string& name)>;

/// An open archive. Immutable; safe to be used from several threads.
class VELLUM_API Archive {
  public:
    Archive() = default;
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    virtual ~Archive() = default;

    /// "lgp", "vfs", "tank", "zip", …
    [[nodiscard]] virtual std::string_view format() const noexcept = 0;
    /// In the archive's own order.
    [[nodiscard]] virtual std::span<const Member> members() const noexcept = 0;
    /// Of several archives that a game reads, the one with the highest number provides a file; 0 if the
    /// format has none.
    [[nodiscard]] virtual std::uint32_t priority() const noexcept { return 0; }
    /// Irregularities that do not prevent reading the archive.
    [[nodiscard]] virtual std::span<const Diagnostic> remarks() const noexcept = 0;
    /// What the archive says of itself: "game", "version".
    [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
    /// The bytes that members lie in; of an archive in several parts, these one after another.
    [[nodiscard]] virtual const ByteSource& source() const noexcept = 0;
    /// The contents of a member. Fails with archive.member (cut off, deleted, kept in an unknown form) or
    /// archive.format (what is stored is not what the archive says).
    [[nodiscard]] virtual Result<std::vector<std::byte>> read(std::size_t member) const = 0;
    /// The archive with these changes: existing members are replaced or removed, new ones added. Everything
    /// else keeps its bytes, its order and its form of storage; replacing a member with its own contents
    /// gives the same archive. The result reads unchanged parts from this archive's source. Fails with
    /// archive.change if the format does not allow a change.
    [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>>
    change(std::span<const Change> changes) const = 0;
    /// The files that `change` makes: parts of the archive that are others then, and last the archive itself.
    /// They are read again and compared first; fails as `change` and `compare`.
    [[nodiscard]] virtual Result<std::vector<ChangedFile>> put_back(std::span<const Change> changes) const;

    /// The member with that name, or `none`. '\' counts as '/'. ASCII case is ignored if no name fits
    /// exactly.
    [[nodiscard]] std::size_t find(std::string_view name) const;
    static constexpr std::size_t none = static_cast<std::size_t>(-1); ///< No such member.
};

/// The format recognised from the first bytes ("lgp", …), or empty.
[[nodiscard]] VELLUM_API std::string_view detect(const ByteSource& source);

/// The usual extensions of archives, with their dots.
[[nodiscard]] VELLUM_API std::span<const std::string_view> extensions() noexcept;

/// Opens an archive of any format. Reads the tables only. Fails with archive.unknown, or archive.format if
/// the tables contradict themselves or the members together are longer than the limit; members outside the
/// file are marked and the others stay.
[[nodiscard]] VELLUM_API Result<std::unique_ptr<Archive>> open(std::shared_ptr<const ByteSource> source,
                                                               const Limits& limits = {});

/// The total size of all members that can be read, each counted.
[[nodiscard]] VELLUM_API std::uint64_t unfolded_size(const Archive& archive, const Limits& limits = {});

/// The default limit on the total size of members in a file of that size.
[[nodiscard]] constexpr std::uint64_t most_unfolded(std::uint64_t size) noexcept {
    return (std::uint64_t{256} << 20U) + 16 * size;
}

/// A new archive of a format ("lgp", "vfs", "tank") with those members, each of which has bytes. The same
/// members always give the same archive. Fails with archive.change if the format cannot hold them.
[[nodiscard]] VELLUM_API Result<std::vector<std::byte>> create(std::string_view format,
                                                               std::span<const Change> members);

/// Opens `changed` and compares every member: the changed ones with the given contents, all others with those
/// in `before`. Fails with archive.compare.
[[nodiscard]] VELLUM_API Result<void> compare(const Archive& before, std::span<const Change> changes,
                                              std::shared_ptr<const ByteSource> changed);

/// The files in an archive, as scripts and sources name them.
class VELLUM_API ArchiveFileSystem : public FileSystem {
  public:
    explicit ArchiveFileSystem(std::shared_ptr<const Archive> archive); ///< Not null.
    ~ArchiveFileSystem() override;
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;

  private:
    std::shared_ptr<const Archive> archive_;
    std::unique_ptr<const NameIndex> index_;
};

} // namespace vellum::archives
