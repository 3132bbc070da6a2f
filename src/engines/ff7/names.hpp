// Names for the numbers of world map scripts: models, special values, save addresses, functions. Only what
// the page docs/engines/ff7.md names; everything else stays a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum {
class TextWriter;
}

namespace vellum::ff7 {

/// "entry_field" for 6, empty for numbers without a meaning.
[[nodiscard]] std::string_view special_name(std::uint32_t number) noexcept;
[[nodiscard]] std::optional<std::uint32_t> special_number(std::string_view name) noexcept;

/// What lies at an offset of the save slot, or empty.
[[nodiscard]] std::string_view save_name(std::uint32_t save_offset) noexcept;

/// "Enter", "Tick", …, or empty.
[[nodiscard]] std::string_view system_function_name(std::uint32_t function) noexcept;
[[nodiscard]] std::string_view model_function_name(std::uint32_t function) noexcept;

/// "model 3 Highwind".
[[nodiscard]] std::string model_words(std::uint32_t model);

/// What a push code with this operand reads: "save 0xF25 byte", "temporary 0x04 bit 3", "special 6"; empty
/// for constants.
[[nodiscard]] std::string place_words(std::uint16_t tag, std::uint32_t operand);
/// The same, appended.
void write_place_words(TextWriter& out, std::uint16_t tag, std::uint32_t operand);

} // namespace vellum::ff7
