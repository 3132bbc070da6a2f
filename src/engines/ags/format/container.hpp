// Where compiled scripts stand in the files users have: room files, game packages of every library version,
// main data files, loose objects. Finds them, never interprets them and never unpacks anything. Facts:
// docs/engines/ags.md, "Files".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/archive.hpp"
#include "vellum/files.hpp"

namespace vellum::ags {

/// What a file is by its first (and last) bytes.
enum class FileKind : std::uint8_t { unknown, script, room, package, game_data, module };

[[nodiscard]] FileKind recognise(const ByteSource& file, std::string_view file_name);
[[nodiscard]] FileKind recognise(std::span<const std::byte> bytes, std::string_view file_name);

/// "room1" of "rooms/room1.crm".
[[nodiscard]] std::string_view stem(std::string_view path) noexcept;

/// The assets of a package: names, offsets from the start of the file, sizes; `part` 0 is this file.
struct Asset {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint8_t part = 0;
    std::uint64_t base = 0; ///< Of the part that it is in, from which the table counts.
    std::uint64_t offset_at =
        0; ///< Where the table has its offset, from the start of the file; 0: it has none.
    std::uint64_t size_at = 0; ///< Where the table has its size.
};

/// Finds the package header: at the start, or where the file's tail says. Nothing if there is none.
struct PackageHeader {
    std::uint64_t offset = 0;
    std::uint8_t version = 0;

    /// Bytes of a number in the table.
    [[nodiscard]] unsigned number_size() const noexcept { return version >= 30 ? 8 : 4; }
};

/// The members of a container of that kind, `assets` of a package.
[[nodiscard]] Result<std::vector<archives::Member>> find_members(const ByteSource& source, FileKind kind,
                                                                 std::string_view file_name,
                                                                 std::span<const Asset> assets);

/// The script block of a room file; blocks that are no script are passed over. False if there is none.
/// `length_size`: how many bytes in front of it hold its length; may be null.
[[nodiscard]] bool find_room_script(const ByteSource& room, std::uint64_t& offset, std::uint64_t& size,
                                    unsigned* length_size = nullptr);

/// Whether the bytes begin as main data does.
[[nodiscard]] bool is_main_data(std::span<const std::byte> bytes) noexcept;
inline constexpr std::size_t main_data_mark_size = 30; ///< Of what `is_main_data` has to see.

/// Where the game's name stands in its main data, behind which all else has its place; 0 if it is no main
/// data.
[[nodiscard]] std::uint64_t game_name_offset(std::span<const std::byte> bytes,
                                             std::uint32_t& version) noexcept;

/// What main data says of its game: "game", "version" of the editor, "data version", "game id", "encoding" of
/// its texts ("utf-8", "windows-1252"; only if it is said).
[[nodiscard]] std::vector<Fact> main_data_facts(std::span<const std::byte> bytes);

/// True for a game's main data (`game28.dta`) that says its texts are UTF-8; false for all other bytes.
[[nodiscard]] bool has_utf8_texts(std::span<const std::byte> bytes) noexcept;

/// True for names of room scripts: "room12", also with a path, a container or an ending around it.
[[nodiscard]] bool is_room_name(std::string_view name) noexcept;
/// 12 of such a name, -1 of others.
[[nodiscard]] std::int32_t room_number(std::string_view name) noexcept;

[[nodiscard]] bool find_package(const ByteSource& source, PackageHeader& header);
/// Reads the table of any library version. `parts` (may be null) gets the names of the package's files, the
/// first among them.
[[nodiscard]] Result<std::vector<Asset>> read_package(const ByteSource& source, const PackageHeader& header,
                                                      std::vector<std::string>* parts = nullptr);
/// The `size` bytes of a number in the table when it says `now` and not `before`. Whatever hides the table is
/// added to each of its bytes, so that a byte changes by as much as what it says.
[[nodiscard]] std::vector<std::byte> changed_number(std::span<const std::byte> bytes, std::uint64_t at,
                                                    unsigned size, std::uint64_t before, std::uint64_t now);

} // namespace vellum::ags
