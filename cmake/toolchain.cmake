# Compiler cache, linker and instrumentation: settings that must be the same for every target of a build tree.
include(CheckLinkerFlag)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(VELLUM_CCACHE ccache)
  if(VELLUM_CCACHE)
    # The sloppiness lets ccache serve files that use the tests' precompiled header; paths below the source tree count from
    # there, so that one checkout is served what another compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
                                    CCACHE_NOHASHDIR=1 ${VELLUM_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${VELLUM_CCACHE})
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
  endif()
endif()

if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  check_linker_flag(CXX -fuse-ld=lld-19 VELLUM_HAVE_LLD)
  if(VELLUM_HAVE_LLD)
    add_link_options(-fuse-ld=lld-19)
  endif()
endif()

# Paths in assertions and debug information start at the source tree, wherever it was checked out.
add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

if(VELLUM_PORTABLE)
  add_link_options(-static-libstdc++ -static-libgcc)
  set(ZLIB_USE_STATIC_LIBS ON)
endif()

# The library where only tests run it: the small functions of containers are inlined, without which tests take three times
# as long, and little else is done; code generation is what it is without optimisation. A third less time to compile than
# plain -O1. Debuggers see lines, but no variables. Programs and tests are not optimised.
set(VELLUM_LIBRARY_FLAGS "")
if(VELLUM_FOR_TESTS)
  set(VELLUM_LIBRARY_FLAGS -fsanitize-coverage=trace-pc)
endif()
if(VELLUM_FOR_TESTS OR VELLUM_SANITIZE OR VELLUM_COVERAGE)
  list(APPEND VELLUM_LIBRARY_FLAGS -O1 -g1)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    list(APPEND VELLUM_LIBRARY_FLAGS -mllvm=-inline-threshold=25 -mllvm=-fast-isel -mllvm=-optimize-regalloc=false
         -mllvm=-regalloc=fast)
  endif()
endif()

set(instrumentation "")
if(VELLUM_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "VELLUM_FUZZ needs clang (libFuzzer).")
  endif()
  list(APPEND instrumentation -fsanitize=fuzzer-no-link)
endif()
if(VELLUM_SANITIZE)
  # vptr needs RTTI, which the library is built without. Checks of pointers take half of the time to compile: of what they
  # would find, AddressSanitizer finds null and objects that are too small, and fuzz targets find what is not aligned.
  list(APPEND instrumentation -fsanitize=${VELLUM_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
       -fno-omit-frame-pointer)
  if(NOT VELLUM_FUZZ AND VELLUM_SANITIZE MATCHES undefined)
    list(APPEND instrumentation -fno-sanitize=null,alignment,object-size)
  endif()
endif()
if(VELLUM_COVERAGE)
  list(APPEND instrumentation -fprofile-instr-generate -fcoverage-mapping)
endif()
if(VELLUM_MOVE_STACKS)
  add_compile_definitions(VELLUM_MOVE_STACKS) # src/base/moving.hpp
endif()
add_compile_options(${instrumentation})
add_link_options(${instrumentation})
