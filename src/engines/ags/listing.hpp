// The listing of a script: text that `assemble` turns into the same block, byte for byte, whatever the block
// holds.
#pragma once

#include <string>
#include <string_view>

#include "engines/ags/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

/// Prints the whole script: directives for everything that is not code, then the code.
[[nodiscard]] std::string list_script(const Script& script, const ListingOptions& options);

/// Reads a listing. Fails after reporting at least one error.
[[nodiscard]] Result<Scom> assemble_script(std::string_view text, Diagnostics& diagnostics,
                                           std::vector<isa::TextLine>* lines = nullptr);

} // namespace vellum::ags
