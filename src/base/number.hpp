// Reading of decimal floating point numbers, correctly rounded and independent of the locale.
// Exists because std::from_chars reports underflow like overflow and is missing for floats in libc++ 19,
// which the wasm build uses. It checks no grammar: callers hand over a text that they have already
// recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vellum {

/// Nearest value of a text of the form -?digits[.digits][e[+-]digits]. Too small becomes a signed zero, too
/// large a signed infinity: the caller decides whether that is an error.
[[nodiscard]] double read_double(std::string_view digits);
/// The same, rounded once and directly to float: rounding a double a second time would miss some values.
[[nodiscard]] float read_float(std::string_view digits);

/// Length of the number of that form with which a text begins; digits may be missing on one side of the
/// point. 0 if it begins with none. What it measures may be handed to the functions above.
[[nodiscard]] std::size_t number_prefix(std::string_view text) noexcept;

} // namespace vellum
