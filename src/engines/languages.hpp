// The languages that editors are helped with.
#pragma once

#include <span>

#include "language/language.hpp"

namespace vellum {

/// All of this build: the source languages, then the listings of each engine.
[[nodiscard]] std::span<const language::Language* const> languages();

} // namespace vellum
