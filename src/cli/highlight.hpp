// Listings, traces and sources in colour: what is a comment, a text, a number, a label, a word of the
// language. Every character stays where it is.
#pragma once

#include <string>
#include <string_view>

#include "cli/console.hpp"

namespace vellum::cli {

enum class Syntax : std::uint8_t {
    listing, ///< of an assembler: a mnemonic begins a line, `;` a comment
    trace    ///< a machine's name, an address, an instruction
};

/// The text with colours, or as it is where standard output has none. It consists of whole lines.
[[nodiscard]] std::string highlight(const Console& console, std::string_view text, Syntax syntax);
/// A source, by the lexicon of the language that takes files of that name.
[[nodiscard]] std::string highlight_source(const Console& console, std::string_view text,
                                           std::string_view name);

} // namespace vellum::cli
