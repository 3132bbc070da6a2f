// What an engine has and no text case names: instructions of its tables, natives it answers itself,
// diagnostic codes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::cases {

/// "ags instruction ADD", "ags native Maths.Sin", "ags code ags.divide": in the engine's own order, each
/// once. `texts` are the engine's cases. An instruction or a native counts as named where it stands as a word
/// outside of the prose at a case's beginning, a code anywhere.
[[nodiscard]] std::vector<std::string> uncovered(const Engine& engine, std::span<const std::string> texts);

} // namespace vellum::cases
