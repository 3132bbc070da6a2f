// Listings, sources and traces in colour: what is a comment, a text, a number, a label, a word of the
// language. It goes by the look of a line, as an editor does, and leaves every character where it is.
#pragma once

#include <string>
#include <string_view>

#include "cli/console.hpp"

namespace vellum::cli {

enum class Syntax : std::uint8_t {
    listing, ///< of an assembler: a mnemonic begins a line, `;` a comment
    source,  ///< of the games' languages: `//` and `/*` begin comments
    trace    ///< a machine's name, an address, an instruction
};

/// The text with colours, or as it is where standard output has none. It consists of whole lines.
[[nodiscard]] std::string highlight(const Console& console, std::string_view text, Syntax syntax);

} // namespace vellum::cli
