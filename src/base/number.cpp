// Decimal to binary floating point by the standard library, with its range errors turned into values.
// Relies on std::from_chars where the library has it for reals, and on strtod in the wasm build, whose C
// library knows no other locale than "C".
#include "base/number.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>
#include <system_error>
#include <version>

namespace vellum {

namespace {

[[nodiscard]] bool is_digit(char character) noexcept { return character >= '0' && character <= '9'; }

#if defined(__cpp_lib_to_chars)

/// Whether a number that is out of range is too large rather than too small: looks for the decimal place of
/// its first digit that counts.
[[nodiscard]] bool is_huge(std::string_view digits) noexcept {
    constexpr std::int64_t cap = 1'000'000'000'000;
    std::size_t at = !digits.empty() && digits.front() == '-' ? 1 : 0;
    std::int64_t place = 0;
    bool significant = false;
    for (; at < digits.size() && is_digit(digits[at]); ++at) {
        significant = significant || digits[at] != '0';
        place += significant ? 1 : 0;
    }
    if (at < digits.size() && digits[at] == '.') {
        for (++at; at < digits.size() && is_digit(digits[at]); ++at) {
            significant = significant || digits[at] != '0';
            place -= significant ? 0 : 1;
        }
    }
    if (!significant) {
        return false;
    }
    std::int64_t exponent = 0;
    bool negative = false;
    if (at < digits.size() && (digits[at] == 'e' || digits[at] == 'E')) {
        ++at;
        if (at < digits.size() && (digits[at] == '-' || digits[at] == '+')) {
            negative = digits[at] == '-';
            ++at;
        }
        for (; at < digits.size() && is_digit(digits[at]) && exponent < cap; ++at) {
            exponent = exponent * 10 + (digits[at] - '0');
        }
    }
    return (negative ? place - exponent : place + exponent) > 0;
}

template <class Real> [[nodiscard]] Real read(std::string_view digits) {
    Real value{};
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
        value = is_huge(digits) ? std::numeric_limits<Real>::infinity() : Real{0};
        return !digits.empty() && digits.front() == '-' ? -value : value;
    }
    return value;
}

#else

template <class Real> [[nodiscard]] Real read(std::string_view digits) {
    const std::string terminated(digits);
    if constexpr (sizeof(Real) == sizeof(float)) {
        return std::strtof(terminated.c_str(), nullptr);
    } else {
        return std::strtod(terminated.c_str(), nullptr);
    }
}

#endif

} // namespace

double read_double(std::string_view digits) { return read<double>(digits); }

float read_float(std::string_view digits) { return read<float>(digits); }

std::size_t number_prefix(std::string_view text) noexcept {
    std::size_t at = text.starts_with('-') ? 1 : 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return at - begin;
    };
    std::size_t count = digits();
    if (at < text.size() && text[at] == '.') {
        ++at;
        const std::size_t behind = digits();
        count += behind;
        if (count == 0) return 0;
    }
    if (count == 0) return 0;
    const std::size_t mantissa = at;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
        if (digits() == 0) at = mantissa;
    }
    return at;
}

} // namespace vellum
