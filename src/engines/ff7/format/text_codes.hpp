// Texts of the game as people write them and as its windows read them. Every sequence of bytes has a text,
// and that text becomes the same bytes again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::ff7 {

/// Whose characters a text has.
enum class Edition : std::uint8_t { western, japanese };

/// Ends every text.
inline constexpr std::byte text_end{0xFF};

/// Bytes of the text at the start of `bytes`, its end not counted; npos if it does not end there. Operands of
/// codes may hold the end's value, so a text is walked code by code.
[[nodiscard]] std::size_t text_length(std::span<const std::byte> bytes) noexcept;

/// The text in UTF-8: codes as {CLOUD}, {PAUSE} or {WAIT 30}, a new line of the window as a line end, and
/// every byte that has no sure character as {8A}.
[[nodiscard]] std::string decode_text(std::span<const std::byte> bytes, Edition edition = Edition::western);

/// The way back, without the end; an error names what the game cannot show, by line and column within the
/// text.
[[nodiscard]] Result<std::vector<std::byte>> encode_text(std::string_view text,
                                                         Edition edition = Edition::western);

} // namespace vellum::ff7
