// Where a script's instructions are in its file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "vellum/program.hpp"

namespace vellum::tools {

/// Offset of the first instruction in the program's file, in bytes. Nothing if the instructions are not there
/// one after the other as they are decoded.
[[nodiscard]] std::optional<std::size_t> code_offset(const Program& program, std::span<const std::byte> file);

} // namespace vellum::tools
