// Declaration files (.exports): what a host exports, written like a header (docs page, "Declaration files"),
// so that scripts are compiled and checked without their game. Reading adds to a registry; writing gives a
// file that reads back to the same declarations.
#pragma once

#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Adds what the text declares. False if there were errors; what was understood is added all the same.
bool read_exports(std::string_view text, std::string_view name, Exports& exports, Diagnostics& diagnostics);

/// What a registry declares itself (without its base) as a declaration file. `only_inferred` leaves out
/// everything the open mode did not make.
[[nodiscard]] std::string write_exports(const Exports& exports, bool only_inferred = false);

/// Behind this line a source brings along, in comments, what nothing else declares.
inline constexpr std::string_view declares_mark = "// vellum: declares";

/// What a source brings along, as a declaration file with its lines where they are in the source; empty if
/// nothing.
[[nodiscard]] std::string exports_within(std::string_view source);
/// The lines for a source, with the mark.
[[nodiscard]] std::string write_exports_within(const Exports& exports);

} // namespace vellum::skrit
