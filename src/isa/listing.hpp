// Prints decoded instructions as assembly text that the assembler reads back to the same bytes. Headers, data
// and function frames are the engine's part of a listing; a line of code is printed here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/code.hpp"
#include "isa/symbols.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::isa {

/// How code lines look.
struct ListingStyle {
    bool addresses = true; ///< `; 001f` behind each instruction
    bool bytes = false;    ///< also the encoded bytes, in the comment
};

/// Prints mnemonic and operands of code.instructions[index], without indentation, comment or line end.
void print_instruction(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols);

/// Prints one whole line: indentation, instruction, comment with address and bytes as the style says, line
/// end. `remark` is added to the comment if not empty.
void print_line(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols,
                const ListingStyle& style, std::string_view remark = {});

/// Writes the label of an address: the symbols' name for it or `L_` and the address in hexadecimal.
void print_label(TextWriter& out, const Symbols& symbols, std::uint32_t address);

} // namespace vellum::isa
