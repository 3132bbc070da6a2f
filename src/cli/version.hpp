// The version, as the build defines it.
#pragma once

#include <string_view>

namespace vellum::cli {

inline constexpr std::string_view version_text = VELLUM_VERSION;

} // namespace vellum::cli
