// What the operators of Pathologic scripts do with values: conversions on stores, binary and unary operators,
// text forms. Pure functions over Value; the left operand's type decides, as docs/engines/pathologic.md has
// it. Nothing here knows a stack.
#pragma once

#include <cstdint>
#include <string>

#include "engines/pathologic/machine/opcodes.hpp"
#include "vellum/host.hpp"
#include "vellum/value.hpp"

namespace vellum::pathologic {

/// How an operation went. Anything but `done` becomes a fault of the run.
enum class Verdict : std::uint8_t { done, wrong_type, division_by_zero, too_long };

/// Texts longer than this are refused, so that doubling a string does not exhaust memory.
inline constexpr std::size_t max_text = std::size_t{1} << 20U;

/// Stores `source` into `target`, converted to the type `target` has. On failure `target` is unchanged.
[[nodiscard]] Verdict store(Value& target, const Value& source, const Host& host);
/// The same, and `source` may be emptied.
[[nodiscard]] Verdict store(Value& target, Value&& source, const Host& host);

/// Truth of a condition: bool, int, float not zero, object not null, text not empty. A vector is none.
[[nodiscard]] Verdict truth(const Value& value, bool& result);

[[nodiscard]] Verdict binary(BinaryOp op, const Value& a, const Value& b, Value& result, const Host& host);
[[nodiscard]] Verdict unary(UnaryOp op, const Value& a, Value& result);

/// Appends the text a value has in concatenations: numbers in decimal (`%g` for floats), true/false, (x, y,
/// z), an object's name from the host.
void append_text(std::string& out, const Value& value, const Host& host);

/// Appends the text form of `right` to the text `left`, in place where `left` is the only owner.
[[nodiscard]] Verdict append(Value& left, const Value& right, const Host& host);

/// Float to int as the x86 of the time did it: truncated, INT_MIN when out of range.
[[nodiscard]] inline std::int32_t truncate(float value) noexcept {
    if (value >= -2147483648.0F && value < 2147483648.0F) return static_cast<std::int32_t>(value);
    return INT32_MIN;
}
/// 32-bit arithmetic that wraps.
[[nodiscard]] inline std::int32_t wrap(std::uint32_t value) noexcept {
    return static_cast<std::int32_t>(value);
}
[[nodiscard]] inline std::uint32_t bits(std::int32_t value) noexcept {
    return static_cast<std::uint32_t>(value);
}

/// The name of an operator in messages: "+", "square root".
[[nodiscard]] std::string_view operator_text(BinaryOp op) noexcept;
[[nodiscard]] std::string_view operator_text(UnaryOp op) noexcept;

} // namespace vellum::pathologic
