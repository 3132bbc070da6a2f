// Listings as editors know them: one language for each engine.
#pragma once

#include <memory>
#include <vector>

#include "language/language.hpp"

namespace vellum {

/// One for each engine, in their order.
[[nodiscard]] const std::vector<std::unique_ptr<const language::Language>>& listing_languages();

} // namespace vellum
