// What the script API declares of natives: names and types of parameters, types of results.
#pragma once

#include "vellum/natives.hpp"

namespace vellum::ags {

/// Adds what the newest declaration with as many parameters says to a native that only a host answers. Types
/// are named as scripts write them; those of the signature stay unknown, because compiled scripts do not have
/// them.
void describe(NativeRow& row);

} // namespace vellum::ags
