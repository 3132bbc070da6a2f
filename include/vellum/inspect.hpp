// The variables of running scripts in scopes, as a debugger shows them. Reading them runs no script code,
// calls no native and changes nothing. See Scheduler::scopes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vellum/export.hpp"
#include "vellum/value.hpp"

namespace vellum {

/// A variable as it is now.
struct Variable {
    std::string name; ///< As in the file, otherwise its place: "T[3]", "entry 7".
    std::string type; ///< In the engine's words: "int", "text", "handle".
    Value value;      ///< Empty if it is something that no Value can hold.
    std::string text; ///< The value as people read it, cut after `most_variable_text` bytes.
};
inline constexpr std::size_t most_variable_text = 240; ///< Bytes of Variable::text.

/// Variables that belong together. Long scopes come in pages.
struct Scope {
    std::string name;                ///< "locals", "globals", "registers", "stack", …
    std::size_t count = 0;           ///< Variables it has.
    std::size_t first = 0;           ///< Index of the first of `variables`.
    std::vector<Variable> variables; ///< From `first`, as many as requested.
};

/// Memory by address, see Scheduler::memory_blocks.
struct MemoryBlock {
    std::string name;       ///< "main", "save": what Scheduler::read_memory takes.
    std::uint64_t size = 0; ///< Bytes.
};

/// The range of variables requested from every scope.
struct Page {
    std::size_t first = 0;   ///< Index of the first.
    std::size_t count = 256; ///< How many; never more than `most_variables`.
};
inline constexpr std::size_t most_variables = 4096; ///< Of a scope in one page.

/// As a JSON list: `[{"name","count","first","variables":[{"name","type","text"},…]},…]`.
[[nodiscard]] VELLUM_API std::string to_json(std::span<const Scope> scopes);

} // namespace vellum
