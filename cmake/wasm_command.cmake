# vellum-command.wasm: the command line for the npm package, which Node runs on every system. It is the same library, the same
# src/cli, src/extras and src/luahost; what they ask of the system is answered by bindings/npm/cli. Lua, RE2 and zlib are built from
# Debian's sources, which scripts/debian-source.sh has unpacked; without them the package has no command line.
set(sources ${PROJECT_SOURCE_DIR}/build/debian-source)
file(GLOB lua_sources ${sources}/lua5.4/src/l*.c)
list(FILTER lua_sources EXCLUDE REGEX "/(lua|luac|loslib|liolib|loadlib|ldblib|linit)\\.c$")
if(NOT lua_sources OR NOT EXISTS ${sources}/zlib/zlib.h OR NOT EXISTS ${sources}/re2/re2/re2.h)
  message(STATUS "No sources of Lua, RE2 and zlib: the npm package gets no command line (scripts/debian-source.sh lua5.4 re2 zlib)")
  return()
endif()

# Headers that Lua includes and hardly uses here: as C++ it jumps by exceptions, and no library is looked for.
set(unused_headers ${PROJECT_BINARY_DIR}/unused)
file(CONFIGURE OUTPUT ${unused_headers}/setjmp.h CONTENT "")
file(CONFIGURE OUTPUT ${unused_headers}/signal.h CONTENT "#define sig_atomic_t int\n")
file(CONFIGURE OUTPUT ${unused_headers}/lua5.4-deb-multiarch.h CONTENT "#define DEB_HOST_MULTIARCH \"\"\n" @ONLY)

include(${CMAKE_CURRENT_LIST_DIR}/zlib_source.cmake)
add_library(vellum_command_parts STATIC ${lua_sources} ${zlib_sources})
# Lua as C++: its errors are exceptions, so destructors in between run.
set_source_files_properties(${lua_sources} PROPERTIES LANGUAGE CXX)
# Lua sorts by chance where a list is long; there is no clock for that.
target_compile_options(vellum_command_parts PRIVATE -Wno-deprecated "-Dl_randomizePivot()=0u" $<$<COMPILE_LANGUAGE:CXX>:-fwasm-exceptions>)
target_include_directories(vellum_command_parts SYSTEM PUBLIC ${unused_headers} ${sources}/lua5.4/src ${sources}/zlib)

include(${CMAKE_CURRENT_LIST_DIR}/re2_source.cmake)
# The C library claims locks of threads that it does not have.
file(CONFIGURE OUTPUT ${unused_headers}/no_locks.h CONTENT "#include <unistd.h>\n#undef _POSIX_READER_WRITER_LOCKS\n" @ONLY)
target_compile_options(vellum_re2 PRIVATE -fwasm-exceptions "SHELL:-include ${unused_headers}/no_locks.h"
  "SHELL:-include ${PROJECT_SOURCE_DIR}/src/cli/node/one_thread.hpp")

# Of libraries that are only headers, Debian's for this machine serve, each by itself: their neighbours are the C library's.
set(foreign_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${foreign_headers})
foreach(folder IN ITEMS CLI fmt)
  file(CREATE_LINK /usr/include/${folder} ${foreign_headers}/${folder} SYMBOLIC)
endforeach()

# Objects of the program stand before those of the library, so these answer instead of src/base/wasi, and archives that need
# zlib are read.
file(GLOB node_sources CONFIGURE_DEPENDS src/base/node/*.cpp)
vellum_glob(command_sources ${PROJECT_SOURCE_DIR}/src/cli ${PROJECT_SOURCE_DIR}/src/extras ${PROJECT_SOURCE_DIR}/src/luahost)
list(FILTER command_sources EXCLUDE REGEX "/extras/c_interface\\.cpp$")
set(zipped_sources src/archives/archive.cpp src/archives/deflate.cpp src/archives/tank.cpp src/archives/tank_entry.cpp
  src/archives/tank_create.cpp src/archives/tank_tree.cpp src/archives/zip.cpp)
file(GLOB node_cli_sources CONFIGURE_DEPENDS src/cli/node/*.cpp)
add_executable(vellum_command ${command_sources} ${node_cli_sources} ${node_sources} ${zipped_sources}
  src/wasm/exceptions.cpp src/wasm/stack_guard.cpp)
set_target_properties(vellum_command PROPERTIES OUTPUT_NAME vellum-command
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/npm)
target_compile_features(vellum_command PRIVATE cxx_std_23)
target_compile_options(vellum_command PRIVATE -fwasm-exceptions -ffp-contract=off
  -include ${PROJECT_SOURCE_DIR}/src/cli/node/one_thread.hpp)
target_compile_definitions(vellum_command PRIVATE VELLUM_BUILDING VELLUM_HAVE_LUAHOST
  VELLUM_HAS_ZLIB=1 FMT_HEADER_ONLY=1)
target_include_directories(vellum_command PRIVATE src)
target_include_directories(vellum_command SYSTEM PRIVATE ${foreign_headers})
vellum_precompile(vellum_command <fmt/format.h>)
vellum_unity(vellum_command ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(vellum_command PRIVATE vellum_command_parts vellum_re2 vellum vellum_warnings)
target_link_options(vellum_command PRIVATE -Wl,--strip-all -Wl,-z,stack-size=8388608)
if(VELLUM_WASM_OPT)
  add_custom_command(TARGET vellum_command POST_BUILD VERBATIM
    COMMAND ${VELLUM_WASM_OPT} -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
      --enable-nontrapping-float-to-int --enable-exception-handling $<TARGET_FILE:vellum_command> -o $<TARGET_FILE:vellum_command>)
endif()
