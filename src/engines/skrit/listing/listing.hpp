// The listing: a whole unit as text, its code mixed with the source lines it came from, the source texts
// themselves at the end. assemble_unit reads it back to the same unit.
#pragma once

#include <string>
#include <string_view>

#include "engines/skrit/unit/unit.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

/// How every listing begins, and no source: its first words make no declaration.
inline constexpr std::string_view listing_mark = "; Skrit p-code\n";

/// The rows that code refers to by number (types, texts, imports, upcasts) and events, in their order.
[[nodiscard]] std::string list_tables(const Unit& unit);

[[nodiscard]] std::string list_unit(const Unit& unit, const ListingOptions& options);

/// Lines of one function's code around an address: source lines, opcodes and an arrow at the address; for
/// error reports. `context` is the number of instructions shown on each side; 0 shows the whole function.
[[nodiscard]] std::string list_around(const Unit& unit, std::uint32_t address, std::size_t context);

} // namespace vellum::skrit
