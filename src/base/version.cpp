#include "base/version.hpp"

namespace vellum {

// Defined for this file alone: a new version compiles nothing else again.
const char* const version_text = VELLUM_VERSION;

} // namespace vellum
