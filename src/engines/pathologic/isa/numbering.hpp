// What the code of a script depends on beside its table: which opcodes count, and how variables are typed.
#pragma once

#include <cstdint>

#include "vellum/value.hpp"

namespace vellum::pathologic {

/// The two opcode numberings. Nothing in a file says which it is; the decoder finds out.
enum class Numbering : std::uint8_t { alpha, hd };

/// Type tags of variables as they stand in files.
enum class VariableType : std::uint8_t { boolean = 1, integer, real, string, object, vector };

/// The value type a variable of that type holds.
[[nodiscard]] Type value_type(VariableType type) noexcept;

} // namespace vellum::pathologic
