// Members of a room, main data or a packed game replaced by others of any length.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "vellum/archive.hpp"

namespace vellum::ags {

/// The file with those members changed; all else keeps its bytes. Scripts must be script blocks, or nothing
/// would find them again. Fails with archive.change where the file has no way to say what is asked. Facts:
/// docs/engines/ags.md, "Files".
[[nodiscard]] Result<std::vector<std::byte>> replace_members(std::span<const std::byte> bytes,
                                                             std::string_view file_name,
                                                             std::span<const archives::Change> changes);

/// The same for a package in one file, of which only the table and what changes is read. The result reads
/// from the source what did not change.
[[nodiscard]] Result<std::shared_ptr<const ByteSource>> replace_in(std::shared_ptr<const ByteSource> source,
                                                                   std::span<const archives::Change> changes);

/// The same for a package in several parts, the first of which has the table. Parts that hold nothing of what
/// changed stay as they are.
[[nodiscard]] Result<std::vector<std::vector<std::byte>>>
replace_in_parts(std::span<const std::vector<std::byte>> parts, std::string_view file_name,
                 std::span<const archives::Change> changes);

} // namespace vellum::ags
