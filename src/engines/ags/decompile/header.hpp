// The header that the printed functions need: structs, imports in their slots, global data, the order of
// names. Nobody reads it for pleasure; it makes the compiler write the same bytes.
#pragma once

#include <string>

#include "engines/ags/decompile/layout.hpp"
#include "engines/ags/decompile/literals.hpp"

namespace vellum::ags::decompile {

/// `locals`: how many names of locals are to be entered in their order.
[[nodiscard]] std::string header_text(const Block& block, Types& types, Layout& layout, const Marks& marks,
                                      std::uint32_t locals);

} // namespace vellum::ags::decompile
