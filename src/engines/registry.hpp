// Choosing an engine among several. The public functions in vellum/engine.hpp choose among the engines of
// this build; tests that bring an engine of their own choose among theirs.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "vellum/engine.hpp"

namespace vellum {

/// The engine with that id among `candidates`, or null.
[[nodiscard]] const Engine* find_engine(std::span<const Engine* const> candidates, std::string_view id);

/// The engine that is surest about the bytes; the earlier one if two are equally sure; null if none wants
/// them.
[[nodiscard]] const Engine* detect_engine(std::span<const Engine* const> candidates,
                                          std::span<const std::byte> bytes, std::string_view file_name);

} // namespace vellum
