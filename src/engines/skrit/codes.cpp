// The list of Skrit's diagnostic codes.
#include "engines/skrit/codes.hpp"

namespace vellum::skrit::codes {

std::span<const DiagnosticCode* const> all() noexcept {
    static constexpr const DiagnosticCode* list[] = {
#define VELLUM_SKRIT_CODE(name, id, severity, meaning) &name,
        VELLUM_SKRIT_CODES(VELLUM_SKRIT_CODE)
#undef VELLUM_SKRIT_CODE
    };
    return list;
}

} // namespace vellum::skrit::codes
