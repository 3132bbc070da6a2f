// Other programs that Vellum can make use of where they are installed.
#pragma once

#include <string_view>

namespace vellum::cli {

/// True if PATH leads to a program of that name.
[[nodiscard]] bool is_program(std::string_view name);

} // namespace vellum::cli
