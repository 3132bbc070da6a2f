// What marks a listing as one.
#pragma once

#include <string_view>

#include "vellum/tools.hpp"

namespace vellum::tools {

/// The ending of listings that `disasm -o` writes and that is taken as assembly text everywhere.
inline constexpr std::string_view listing_extension = ".vasm";
/// The comment by which `asm` knows the engine of a listing.
inline constexpr std::string_view engine_mark = "; engine: ";

} // namespace vellum::tools
