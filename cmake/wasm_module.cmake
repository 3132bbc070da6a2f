# vellum.wasm: the whole library behind the C interface, for the npm package. The names it exports are the reviewed list
# of the C interface. Everything is built for size, except the machines, where a script's time is spent.
set(machine_sources ${library_sources})
list(FILTER machine_sources INCLUDE REGEX "/engines/[a-z0-9]+/machine")
set_source_files_properties(${machine_sources} PROPERTIES COMPILE_OPTIONS -Os)
# A workspace locks what it shares between threads, and the C++ library of WebAssembly has no locks.
target_compile_options(vellum PRIVATE "SHELL:-include ${PROJECT_SOURCE_DIR}/src/cli/node/one_thread.hpp")

set(symbol_list ${PROJECT_SOURCE_DIR}/tests/capi/exported-symbols.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbol_list})
file(STRINGS ${symbol_list} symbols)
list(TRANSFORM symbols PREPEND "-Wl,--export=")
add_executable(vellum_wasm src/wasm/glue.cpp src/wasm/stack_guard.cpp)
set_target_properties(vellum_wasm PROPERTIES OUTPUT_NAME vellum
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/npm)
target_compile_features(vellum_wasm PRIVATE cxx_std_23)
target_compile_options(vellum_wasm PRIVATE -fno-exceptions)
target_link_libraries(vellum_wasm PRIVATE vellum)
# Zip files and Dungeon Siege's tanks need zlib, which is built from Debian's source where scripts/debian-source.sh has unpacked
# it. Objects of the module stand before those of the library, so these answer instead.
include(${CMAKE_CURRENT_LIST_DIR}/zlib_source.cmake)
if(EXISTS ${zlib_source}/zlib.h)
  add_library(vellum_zlib STATIC ${zlib_sources})
  target_include_directories(vellum_zlib SYSTEM PUBLIC ${zlib_source})
  target_sources(vellum_wasm PRIVATE src/archives/archive.cpp src/archives/deflate.cpp src/archives/tank.cpp
    src/archives/tank_entry.cpp src/archives/tank_create.cpp src/archives/tank_tree.cpp src/archives/zip.cpp)
  target_include_directories(vellum_wasm PRIVATE src)
  target_compile_definitions(vellum_wasm PRIVATE VELLUM_BUILDING VELLUM_HAS_ZLIB=1)
  target_link_libraries(vellum_wasm PRIVATE vellum_zlib)
else()
  message(STATUS "No sources of zlib: vellum.wasm reads no zip files and tanks (scripts/debian-source.sh zlib)")
endif()
target_link_options(vellum_wasm PRIVATE -mexec-model=reactor -Wl,--export=malloc -Wl,--export=free -Wl,--strip-all
  -Wl,-z,stack-size=1048576 ${symbols})
# Binaryen's optimiser takes a fifth away; without it the module works as well and is larger than the package should be.
find_program(VELLUM_WASM_OPT wasm-opt)
if(VELLUM_WASM_OPT)
  add_custom_command(TARGET vellum_wasm POST_BUILD VERBATIM
    COMMAND ${VELLUM_WASM_OPT} -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
      --enable-nontrapping-float-to-int $<TARGET_FILE:vellum_wasm> -o $<TARGET_FILE:vellum_wasm>)
endif()
