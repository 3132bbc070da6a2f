// Lua's pattern functions (find, match, gmatch, gsub) with every step of the matcher charged: patterns that
// go back can take longer than the age of the universe on a few hundred characters, and Lua's own matcher
// does so without executing an instruction. Written after the reference manual, section 6.4.1; results are
// those of Lua.
#pragma once

#include <lua.hpp>

namespace vellum {

/// Puts them in the places of Lua's own. To be called once, protected, after the library is open.
void open_patterns(lua_State* state);

} // namespace vellum
