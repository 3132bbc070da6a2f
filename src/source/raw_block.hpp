// Instructions inside a source: "asm {", lines for an assembler, and a line that begins with "}".
#pragma once

#include <cstddef>
#include <string_view>

namespace vellum::source {

/// Offsets in the source.
struct RawBlock {
    std::size_t line = 0;       ///< End of the line of the opening brace.
    std::size_t begin = 0;      ///< First line of instructions.
    std::size_t end = 0;        ///< One past the last line.
    std::size_t past_brace = 0; ///< One past the closing brace.
    bool closed = false;        ///< False: the block takes the rest of the source.
};

/// The block whose opening brace ends at `at`.
[[nodiscard]] RawBlock find_raw_block(std::string_view source, std::size_t at) noexcept;

} // namespace vellum::source
