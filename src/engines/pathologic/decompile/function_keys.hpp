// A number for what a function does, the same in whatever script it stands: what its code says (see
// function_hash.hpp), its signature, and functions that it calls by what they do themselves. By it functions
// that many scripts share are known again.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "source/names_lines.hpp"

namespace vellum::pathologic::decompile {

using vellum::source::FunctionKey;

/// By number in Script::entries.functions; the tree has their signatures, events and tasks. That of an init
/// stands for its task: it counts what the task answers as well.
[[nodiscard]] std::vector<FunctionKey> function_keys(const Script& script, const source::Tree& tree);

/// Numbers of the globals that a function uses, each once, in the order of its code. Behind these the
/// function where the script begins has all others: some are used by nobody.
[[nodiscard]] std::vector<std::uint32_t> globals_in(const Script& script, const FunctionEntry& entry);

} // namespace vellum::pathologic::decompile
