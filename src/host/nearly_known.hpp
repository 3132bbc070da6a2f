// Misspelt natives: the known one that is meant.
#pragma once

#include <string>
#include <string_view>

#include "vellum/host.hpp"

namespace vellum {

/// The name of a known native that this one nearly has; empty if it is known itself or none is near.
/// Properties are also known as `get_` and `set_` in front of their names.
[[nodiscard]] std::string nearly_known(std::string_view name, const Host& known);

} // namespace vellum
