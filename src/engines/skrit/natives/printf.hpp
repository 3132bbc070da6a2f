// printf for scripts: format and arguments are walked together, so nothing is read that is not there
// (docs/engines/skrit.md, "Host things").
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"
#include "vellum/host.hpp"

namespace vellum::skrit {

/// Longest field; wider ones are refused.
inline constexpr int max_field = 1000;

/// The text, or what does not fit. `at_most` bounds its size; the call is charged for every field before it
/// is written.
[[nodiscard]] Result<std::string> format_text(Call& call, std::string_view format,
                                              std::span<Value* const> arguments, std::size_t at_most);

} // namespace vellum::skrit
