// Reading of numbers, independent of the locale. Those with a point are read here because std::from_chars
// reports underflow like overflow and is missing for floats in libc++ 19, which the wasm build uses.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace vellum {

/// The whole text as a number of that type; nothing if it is none, or too large.
template <std::integral Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text, int base = 10) noexcept {
    Number number = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number, base);
    return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

// The following check no grammar: callers hand over a text that they have already recognised.

/// Nearest value of a text of the form -?digits[.digits][e[+-]digits]. Too small becomes a signed zero, too
/// large a signed infinity: the caller decides whether that is an error.
[[nodiscard]] double read_double(std::string_view digits);
/// The same, rounded once and directly to float: rounding a double a second time would miss some values.
[[nodiscard]] float read_float(std::string_view digits);

/// Length of the number of that form with which a text begins; digits may be missing on one side of the
/// point. 0 if it begins with none. What it measures may be handed to the functions above.
[[nodiscard]] std::size_t number_prefix(std::string_view text) noexcept;

} // namespace vellum
