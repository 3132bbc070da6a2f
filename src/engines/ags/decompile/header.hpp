// The header that the printed functions need: structs, imports in their slots, global data, the order of
// names. Nobody reads it for pleasure; it makes the compiler write the same bytes.
#pragma once

#include <string>

#include "engines/ags/decompile/layout.hpp"
#include "engines/ags/decompile/literals.hpp"

namespace vellum::ags::decompile {

/// `locals`: names of locals that are to be entered in this order.
[[nodiscard]] std::string header_text(const Block& block, Types& types, Layout& layout, const Marks& marks,
                                      const std::vector<std::string>& locals);

} // namespace vellum::ags::decompile
