// The version, as the build defines it.
#pragma once

namespace vellum {

inline constexpr char version_text[] = VELLUM_VERSION;

} // namespace vellum
