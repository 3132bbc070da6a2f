# The library `vellum`: everything in src/ except the front ends. It needs nothing but the C++ standard library, and zlib
# for archives, and is built without exceptions. It uses no RTTI either (lint forbids it), but type information is emitted, so that programs
# built with RTTI, as most are, can derive from its classes.
vellum_glob(library_sources ${PROJECT_SOURCE_DIR}/src)
list(FILTER library_sources EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/src/(cli|extras|index|luahost|wasm)/")
# Formats of archives that need zlib are absent where it is: WebAssembly.
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  list(FILTER library_sources EXCLUDE REGEX "/src/archives/(deflate|tank|tank_entry|tank_create|tank_tree|zip)\\.cpp$")
else()
  find_package(ZLIB REQUIRED)
endif()
file(GLOB_RECURSE public_headers CONFIGURE_DEPENDS include/vellum/*.hpp include/vellum/*.h)
# The test of the shared library links it from the objects that the tests' own build has compiled.
set(VELLUM_ARCHIVE "" CACHE FILEPATH "For tests: a libvellum.a of the same sources, to link the shared library from")
if(VELLUM_ARCHIVE)
  set(library_sources "")
endif()
if(NOT library_sources)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "// All code comes from the archive.\n")
  set(library_sources ${PROJECT_BINARY_DIR}/empty.cpp)
endif()

# Clang 19 and later leave all handlers of a machine one shared jump unless told that copying it is worth it; a jump of
# its own behind each handler is what computed goto is for (a quarter of the time in some kernels, docs/performance.md).
# Skrit's loop measures better with the shared one.
include(CheckCXXCompilerFlag)
set(tail_duplication -mllvm=-tail-dup-pred-size=4096 -mllvm=-tail-dup-succ-size=4096)
check_cxx_compiler_flag("${tail_duplication}" VELLUM_HAS_TAIL_DUPLICATION)
if(VELLUM_HAS_TAIL_DUPLICATION AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set_source_files_properties(src/engines/ags/machine/fast/run.cpp src/engines/pathologic/machine/fast.cpp
    PROPERTIES COMPILE_OPTIONS "${tail_duplication}")
endif()

set_property(SOURCE src/base/version.cpp PROPERTY COMPILE_DEFINITIONS VELLUM_VERSION="${PROJECT_VERSION}")

# Machine code is made by these; the rest of the library does not know whether it is there.
if(VELLUM_NATIVE)
  set_property(SOURCE src/code/arm64.cpp src/code/compile.cpp src/code/debugger_names.cpp src/code/executable.cpp src/code/x64.cpp src/code/x64_values.cpp
    PROPERTY COMPILE_DEFINITIONS VELLUM_NATIVE=1)
endif()

function(vellum_add_library name)
  add_library(${name} ${ARGN} ${library_sources})
  target_compile_options(${name} PRIVATE ${VELLUM_LIBRARY_FLAGS})
  if(VELLUM_FOR_TESTS)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/uncounted.cpp)
  endif()
  target_compile_features(${name} PUBLIC cxx_std_23)
  target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${public_headers})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  # -ffp-contract=off: scripts compute the same floats on every processor, or replays would differ.
  target_compile_options(${name} PRIVATE -fno-exceptions -ffp-contract=off)
  target_compile_definitions(${name} PRIVATE VELLUM_BUILDING)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON) # may end up inside a shared library
    target_compile_definitions(${name} PRIVATE VELLUM_HAS_ZLIB=1)
    target_link_libraries(${name} PRIVATE ZLIB::ZLIB)
  endif()
  if(WIN32)
    target_link_libraries(${name} PRIVATE ws2_32) # sockets
  endif()
  get_target_property(type ${name} TYPE)
  if(type STREQUAL STATIC_LIBRARY)
    target_compile_definitions(${name} INTERFACE VELLUM_STATIC)
    if(NOT VELLUM_FOR_TESTS)
      target_compile_definitions(${name} PRIVATE VELLUM_STATIC)
    endif()
  endif()
  if(VELLUM_ARCHIVE)
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:$<LINK_LIBRARY:WHOLE_ARCHIVE,${VELLUM_ARCHIVE}>>)
  endif()
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:vellum_warnings>)
endfunction()

vellum_add_library(vellum)

# vellum_precompile(target [header...]): with VELLUM_PRECOMPILE, parses what nearly every file includes only once.
function(vellum_precompile target)
  if(VELLUM_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <algorithm> <charconv> <deque> <functional> <map> <memory> <optional> <set>
      <string> <unordered_map> <unordered_set> <vector> ${PROJECT_SOURCE_DIR}/include/vellum/vellum.hpp
      ${PROJECT_SOURCE_DIR}/src/base/ascii.hpp ${PROJECT_SOURCE_DIR}/src/base/bytes.hpp
      ${PROJECT_SOURCE_DIR}/src/isa/table.hpp ${ARGN})
  endif()
endfunction()
vellum_precompile(vellum)
vellum_unity(vellum ${PROJECT_SOURCE_DIR}/src)
add_library(vellum::vellum ALIAS vellum)
set_target_properties(vellum PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

include(cmake/parts.cmake)

# vellum_core is what our own programs and tests link: the same code with its private headers. A shared library hides
# internal symbols, so its objects go into a static twin as well.
add_library(vellum_core INTERFACE)
target_include_directories(vellum_core INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
if(VELLUM_ARCHIVE)
  target_link_libraries(vellum_core INTERFACE ${VELLUM_ARCHIVE})
elseif(BUILD_SHARED_LIBS)
  add_library(vellum_twin STATIC $<TARGET_OBJECTS:vellum>) # nothing is compiled twice
  target_compile_features(vellum_twin PUBLIC cxx_std_23)
  target_include_directories(vellum_twin PUBLIC ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(vellum_twin INTERFACE VELLUM_STATIC)
  target_link_libraries(vellum_twin PUBLIC ZLIB::ZLIB)
  target_link_libraries(vellum_core INTERFACE vellum_twin)
else()
  target_link_libraries(vellum_core INTERFACE vellum)
endif()

if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
  # The C interface alone as a shared library, for other languages: the same objects, with nothing exported but vellum_*.
  # Which linker reads which list: GNU's and LLVM's a version script, Apple's a list, those of Windows a module definition.
  file(STRINGS ${PROJECT_SOURCE_DIR}/tests/capi/exported-symbols.txt exported_names)
  if(WIN32)
    list(JOIN exported_names "\n" exported)
    set(exports ${PROJECT_BINARY_DIR}/exports.def)
    file(CONFIGURE OUTPUT ${exports} CONTENT "EXPORTS\n${exported}\n")
  elseif(APPLE)
    set(exports ${PROJECT_BINARY_DIR}/exports.list)
    file(CONFIGURE OUTPUT ${exports} CONTENT "_vellum_*\n")
    set(export_option -Wl,-exported_symbols_list,${exports})
  else()
    set(exports ${PROJECT_BINARY_DIR}/exports.map)
    file(CONFIGURE OUTPUT ${exports} CONTENT "{ global: vellum_*; local: *; };\n")
    set(export_option -Wl,--version-script=${exports})
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/c_interface.cpp CONTENT "// All code comes from the archive.\n")
  add_library(vellum_c SHARED ${PROJECT_BINARY_DIR}/c_interface.cpp $<$<BOOL:${WIN32}>:${exports}>)
  if(NOT VELLUM_INSTALL)
    set_target_properties(vellum_c PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  get_target_property(core_library vellum_core INTERFACE_LINK_LIBRARIES)
  target_link_libraries(vellum_c PRIVATE $<BUILD_INTERFACE:$<LINK_LIBRARY:WHOLE_ARCHIVE,${core_library}>> ZLIB::ZLIB
    $<$<BOOL:${WIN32}>:ws2_32>)
  target_link_options(vellum_c PRIVATE ${export_option})
  set_target_properties(vellum_c PROPERTIES LINK_DEPENDS ${exports}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  if(WIN32)
    set_target_properties(vellum_c PROPERTIES PREFIX "") # as programs of Windows call theirs
  endif()
  target_include_directories(vellum_c INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endif()
