// What a workspace can do only with libraries of others: host scripts (Lua), regular expressions (RE2).
#pragma once

#include "vellum/workspace.hpp"

namespace vellum {

/// Adds what this build has.
void add_extras(Settings& settings);

} // namespace vellum
