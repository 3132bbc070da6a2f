// Pictures in other forms, made by rsvg-convert of librsvg where it is installed. src/cli/posix and
// src/cli/windows.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::cli {

/// `form` is "png" or "pdf". Fails with cli.output where there is no such program.
[[nodiscard]] Result<std::vector<std::byte>> from_svg(std::string_view svg, std::string_view form);

} // namespace vellum::cli
