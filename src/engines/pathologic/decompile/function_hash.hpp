// A number for what the code of a function says, the same wherever in whatever script and build it stands: by
// it functions that many scripts share are known again.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic::decompile {

/// By number in Script::entries.functions. Jumps count from the function's beginning, texts, methods and
/// natives by what they say; functions, tasks and globals only by whether they are the same again. `texts`
/// are those of the tree.
[[nodiscard]] std::vector<std::uint64_t> function_hashes(const Script& script, const source::Tree& tree,
                                                         Texts& texts);

} // namespace vellum::pathologic::decompile
