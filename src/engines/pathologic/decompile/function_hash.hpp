// A number for what a function does, the same wherever in whatever script it stands: jumps count from its
// beginning, texts and natives by what they say, functions by their own numbers. By it functions that many
// scripts share are known again.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic::decompile {

/// By number in Script::entries.functions. Never 0.
[[nodiscard]] std::vector<std::uint64_t> function_hashes(const Script& script);

} // namespace vellum::pathologic::decompile
