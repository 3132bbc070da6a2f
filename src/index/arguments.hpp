// The arguments of calls as a source text has them, without knowing its language: all of them write
// `name(a, b)`, texts in double quotes, and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::index {

/// A call in a text.
struct Call {
    std::string name;           ///< In small letters, without a '$' at its end.
    std::size_t begin = 0;      ///< Of its name.
    std::size_t end = 0;        ///< One past its closing parenthesis.
    std::string_view arguments; ///< Between the parentheses, trimmed.
};

/// The last part of a name as calls have it: "say" of "Character::Say^1", "gety" of "Quat.GetY()".
[[nodiscard]] std::string called_name(std::string_view name);

/// All calls that begin in a part of a text, in the order in which they end. One may end behind that part;
/// none has more than 4,096 bytes.
[[nodiscard]] std::vector<Call> calls_in(std::string_view text, std::size_t begin, std::size_t end);

/// An argument that is the same whenever the call is made.
struct Constant {
    std::uint32_t position = 0; ///< Among the arguments, from 0.
    std::string_view kind;      ///< "text", "number", or "name": of a constant, in capital letters.
    std::string_view value;     ///< A text without its quotation marks; others as they are written.
};

[[nodiscard]] std::vector<Constant> constants_of(std::string_view arguments);

} // namespace vellum::index
