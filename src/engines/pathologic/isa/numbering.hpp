// What the code of a script depends on beside its table: which opcodes count, and how variables are typed.
#pragma once

#include <cstdint>

#include "vellum/settings.hpp"
#include "vellum/value.hpp"

namespace vellum::pathologic {

/// Type tags of variables as they stand in files.
enum class VariableType : std::uint8_t { boolean = 1, integer, real, string, object, vector };

/// The value type a variable of that type holds.
[[nodiscard]] Type value_type(VariableType type) noexcept;

} // namespace vellum::pathologic
