// The version, MAJOR.MINOR.PATCH, as the build defines it.
#pragma once

namespace vellum {

extern const char* const version_text;

} // namespace vellum
