// The error that a failed step ends with, of those that it added to a collector.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"

namespace vellum {

/// The first error after the first `before` ones. Errors keep their order and are kept as long as anything
/// else can be given up for them; if it was dropped all the same, an error that says `otherwise`.
[[nodiscard]] inline std::unexpected<Diagnostic> first_error(const Diagnostics& diagnostics,
                                                             std::size_t before, const DiagnosticCode& code,
                                                             std::string_view otherwise) {
    for (const Diagnostic& each : diagnostics.all())
        if (each.severity == Severity::error && before-- == 0) return std::unexpected(each);
    return fail(code, std::string(otherwise));
}

} // namespace vellum
