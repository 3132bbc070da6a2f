// The list of the base codes. Relies on codes.hpp; a code that is missing here is missing in the catalogue,
// which a test compares. Holds no logic.
#include "base/codes.hpp"

#include <array>

#include "base/xml.hpp"

namespace vellum::codes {

std::span<const DiagnosticCode* const> base_codes() noexcept {
    static constexpr std::array<const DiagnosticCode*, 11> all{
        &bytes_truncated, &bytes_limit, &text_syntax,      &json_syntax,      &json_limit, &io_read,
        &io_text,         &io_write,    &snapshot_version, &snapshot_corrupt, &xml_syntax,
    };
    return all;
}

} // namespace vellum::codes
