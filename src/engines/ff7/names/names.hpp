// Names for the numbers of world map scripts: models, special values, save addresses, functions. Only what
// the page docs/engines/ff7.md names; everything else stays a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vellum::ff7 {

/// "entry_field" for 6, empty for numbers without a meaning.
[[nodiscard]] std::string_view special_name(std::uint32_t number) noexcept;
/// How many have a name.
[[nodiscard]] std::size_t special_count() noexcept;
[[nodiscard]] std::optional<std::uint32_t> special_number(std::string_view name) noexcept;

/// "Enter", "Tick", …, or empty.
[[nodiscard]] std::string_view system_function_name(std::uint32_t function) noexcept;
[[nodiscard]] std::string_view model_function_name(std::uint32_t function) noexcept;

/// "enter", "tick", …: function numbers that have a name.
[[nodiscard]] std::string_view function_word(bool system, std::uint32_t function) noexcept;
[[nodiscard]] std::optional<std::uint32_t> function_number(bool system, std::string_view word) noexcept;

/// "model 3 Highwind".
[[nodiscard]] std::string model_words(std::uint32_t model);

/// A model's name as sources have it: "tiny_bronco"; empty for numbers without a name.
[[nodiscard]] std::string_view model_word(std::uint32_t model) noexcept;
[[nodiscard]] std::optional<std::uint32_t> model_number(std::string_view word) noexcept;
/// All of these names.
[[nodiscard]] std::span<const std::string_view> model_words_list() noexcept;

} // namespace vellum::ff7
