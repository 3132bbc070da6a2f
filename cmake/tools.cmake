# The programs around the library: Lua host scripts (src/luahost) and the command line (src/cli).
vellum_glob(luahost_sources ${PROJECT_SOURCE_DIR}/src/luahost)
vellum_glob(cli_sources ${PROJECT_SOURCE_DIR}/src/cli)

# vellum_tools is linked by the command line, tests and benchmarks: the core plus whatever of the below exists.
add_library(vellum_tools INTERFACE)
target_link_libraries(vellum_tools INTERFACE vellum_core)

if(luahost_sources AND (VELLUM_BUILD_CLI OR VELLUM_BUILD_TESTS))
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    # Lua's C++ build: its errors are exceptions, so destructors in between run.
    pkg_check_modules(LUA QUIET IMPORTED_TARGET lua5.4-c++)
  endif()
  if(LUA_FOUND)
    add_library(vellum-luahost STATIC ${luahost_sources})
    target_link_libraries(vellum-luahost PUBLIC vellum_core PkgConfig::LUA PRIVATE vellum_warnings)
    target_compile_definitions(vellum-luahost PUBLIC VELLUM_HAVE_LUAHOST)
    target_link_libraries(vellum_tools INTERFACE vellum-luahost)
  else()
    message(STATUS "Lua 5.4 not found: building without Lua host scripts")
  endif()
endif()

if(cli_sources AND VELLUM_BUILD_CLI)
  find_package(CLI11 CONFIG REQUIRED)
  find_package(fmt CONFIG REQUIRED)
  add_executable(vellum-cli ${cli_sources})
  set_target_properties(vellum-cli PROPERTIES OUTPUT_NAME vellum)
  target_link_libraries(vellum-cli PRIVATE vellum_tools CLI11::CLI11 fmt::fmt vellum_warnings)
  vellum_precompile(vellum-cli <fmt/format.h>)
endif()
