// Asks the system for files before they are wanted. Thousands of small files on a disk are read several times
// faster if a few dozen are asked for at a time; without that, every thread waits for its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/inputs.hpp"

namespace vellum::cli {

/// How many inputs before its turn a file is asked for.
inline constexpr std::size_t read_ahead_window = 64;

/// Asks for the file that stands `read_ahead_window` places behind the input at `index`; for the first input,
/// for all up to there. Never waits for them; does nothing for what is no regular file.
void read_ahead(const std::vector<Node>& inputs, std::size_t index);

} // namespace vellum::cli
