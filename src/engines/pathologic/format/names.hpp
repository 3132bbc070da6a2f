// How things without a name are called in listings, and which names can stand bare in assembly text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engines/pathologic/format/entries.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::pathologic {

/// Begins the name of a function that has none, before its address.
inline constexpr std::string_view function_prefix = "f_";

/// True if the lexer reads the text as one identifier.
[[nodiscard]] bool is_plain_name(std::string_view text) noexcept;
/// True for `G` and a number, which always means the global with that index.
[[nodiscard]] bool is_global_number(std::string_view text) noexcept;
/// The number of such a name, if it is written without leading zeros and fits 32 bits.
[[nodiscard]] std::optional<std::uint32_t> global_number(std::string_view text) noexcept;
/// The text bare if it is a plain name, else in quotes.
void write_name(TextWriter& out, std::string_view text);
/// `run`, `task3_init`, `task3_event7`, `event6`, or `f_` and the address. Unique within a script.
void write_function_name(TextWriter& out, const FunctionEntry& function);
/// Where the function with such a name begins.
[[nodiscard]] std::optional<std::uint32_t> function_address(const Entries& entries, std::string_view name);
/// "run", "task init", "task event", "event" or "function".
[[nodiscard]] std::string_view kind_name(EntryKind kind) noexcept;

} // namespace vellum::pathologic
