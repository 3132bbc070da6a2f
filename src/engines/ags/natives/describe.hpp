// What the script API declares of natives: names and types of parameters, types of results.
#pragma once

#include <functional>

#include "vellum/natives.hpp"

namespace vellum::ags {

/// Adds what the newest declaration with as many parameters says to a native that only a host answers. Types
/// are named as scripts write them; those of the signature stay unknown, because compiled scripts do not have
/// them.
void describe(NativeRow& row);

/// Every native: what real scripts ask for, described, then what the newest release of the API declares
/// besides.
void each_known_native(const std::function<void(const NativeRow&)>& visit);

} // namespace vellum::ags
