// Lua's own functions that walk or make much in one instruction, wrapped so that they are charged for it
// before they begin; and what scripts must not do with metatables.
#pragma once

#include <lua.hpp>

namespace vellum {

/// Puts the wrappers, and the pattern functions of lua_patterns.hpp, in the places of the functions. To be
/// called once, protected, after the library is open.
void limit_library(lua_State* state);

} // namespace vellum
