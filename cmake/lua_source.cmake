# Lua from Debian's sources, which scripts/debian-source.sh has unpacked: for builds that Debian has no library for. As C++, as
# in Debian's liblua5.4-c++: its errors are exceptions, so destructors in between run.
set(lua ${PROJECT_SOURCE_DIR}/build/debian-source/lua5.4)
file(GLOB lua_sources ${lua}/src/l*.c)
list(FILTER lua_sources EXCLUDE REGEX "/(lua|luac)\\.c$")
if(NOT lua_sources)
  message(FATAL_ERROR "Lua's sources are missing: scripts/debian-source.sh lua5.4 fetches them.")
endif()
set_source_files_properties(${lua_sources} PROPERTIES LANGUAGE CXX)
add_library(vellum_lua STATIC ${lua_sources})
target_include_directories(vellum_lua SYSTEM PUBLIC ${lua}/src)
set_target_properties(vellum_lua PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_library(PkgConfig::LUA ALIAS vellum_lua)
set(LUA_FOUND TRUE)
