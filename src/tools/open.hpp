// What marks a file as text for an assembler or a compiler.
#pragma once

#include <cstddef>
#include <string>
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

/// True if an engine is sure of a script by its bytes, or by the name of a text: what a file on a disc of any
/// game is, its ending alone does not say.
[[nodiscard]] bool holds_script(std::span<const std::byte> bytes, std::string_view name);

/// Leaves of a container's members only those of that name. Fails with cli.member.
[[nodiscard]] Result<void> choose_member(OpenedFile& opened, std::string_view path,
                                         const std::string& wanted);

} // namespace vellum::tools
