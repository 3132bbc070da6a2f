// Which functions can stand in one text, whose lines only go up.
#pragma once

#include <vector>

#include "engines/ags/decompile/block.hpp"
#include "engines/ags/decompile/literals.hpp"

namespace vellum::ags::decompile {

inline constexpr std::int32_t most_lines = 1'000'000; ///< Of a text; nobody writes as many.

/// True if a part of the script with lines of its own begins at that function.
[[nodiscard]] bool begins_part(const Block& block, const Marks& marks, std::uint32_t function);

/// Functions whose lines are none, or lie behind those of functions that follow: as few of them as possible.
[[nodiscard]] std::vector<bool> out_of_line(const Block& block, const Marks& marks);

} // namespace vellum::ags::decompile
