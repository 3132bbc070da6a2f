// Several indexes as one.
#pragma once

#include <span>
#include <string>

#include "vellum/diagnostic.hpp"

namespace vellum::index {

/// What a merged index has.
struct Merged {
    std::size_t files = 0, scripts = 0;
};

/// Writes a new index with everything in the given ones. A file that several have is taken once. Fails with
/// index.conflict if they have different content of it, and if one is not finished or `to` exists.
[[nodiscard]] Result<Merged> merge(std::span<const std::string> from, const std::string& to);

} // namespace vellum::index
