// What marks a file as text for an assembler or a compiler.
#pragma once

#include <string_view>

#include "vellum/tools.hpp"

namespace vellum::tools {

/// The ending of listings that `disasm -o` writes and that is taken as assembly text everywhere.
inline constexpr std::string_view listing_extension = ".vasm";
/// The comment by which `asm` knows the engine of a listing.
inline constexpr std::string_view engine_mark = "; engine: ";

/// True for names of listings and of sources, which are made into what a compiled script is. An ending that
/// an engine has for both is none.
[[nodiscard]] bool is_text_name(std::string_view name);

} // namespace vellum::tools
