// An object of a running world as text.
#pragma once

#include <string>

namespace vellum::skrit {

class World;
struct Object;

/// Variables with their values, state and timers.
[[nodiscard]] std::string dump_object(const World& world, const Object& object);

} // namespace vellum::skrit
