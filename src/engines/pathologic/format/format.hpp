// Bytes of a compiled script to Script and back. Reads all builds, finds the numbering out, keeps every
// oddity of the bytes, so that writing gives the same file. Proving things about the script is verify.hpp's
// part.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic {

/// Reads a file. Without `numbering` the hd numbering is tried first, then alpha: only one of them makes the
/// code end at the end of the file. The script is complete but for its verification. Errors carry file
/// offsets.
[[nodiscard]] Result<std::shared_ptr<Script>> read_script(const Engine& engine,
                                                          std::span<const std::byte> bytes, std::string name,
                                                          std::optional<Numbering> numbering);

/// Writes the file. An empty script is a file without bytes.
[[nodiscard]] std::vector<std::byte> write_script(const Script& script);

/// Everything up to the first instruction.
[[nodiscard]] std::vector<std::byte> write_front(const Script& script);
/// Whether both would be written as the same bytes, found out without writing the code.
[[nodiscard]] bool same_file(const Script& a, const Script& b);

/// Tells whether the bytes have the shape of a script, up to the code and the first instructions. Allocates
/// nothing.
[[nodiscard]] bool looks_like_script(std::span<const std::byte> bytes);

} // namespace vellum::pathologic
