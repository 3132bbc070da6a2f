// Packages that are spread over several files: the table in the first says which file has what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::ags {

/// Names of the package's other files; empty for what is no package, or of one piece.
[[nodiscard]] std::vector<std::string> other_parts(std::span<const std::byte> bytes);

/// Where each part begins when all stand one behind the other, and where the last one ends.
[[nodiscard]] std::vector<std::uint64_t> part_starts(std::span<const std::vector<std::byte>> parts);

/// All parts one behind the other, with the table put right: a package of one piece. What lies in a part that
/// is not there, or is none of this package, stays where it was.
[[nodiscard]] Result<std::vector<std::byte>> join_parts(std::span<const std::vector<std::byte>> parts);

} // namespace vellum::ags
