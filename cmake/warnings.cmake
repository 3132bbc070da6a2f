# The warnings every target is built with. Clang is the reference; GCC adds what it alone can see.
# vellum_test_warnings is for tests, which write numbers freely: there the expectations check the conversions.
add_library(vellum_test_warnings INTERFACE)
target_compile_options(vellum_test_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough -Wswitch -Woverloaded-virtual
  $<$<BOOL:${VELLUM_WERROR}>:-Werror>)

add_library(vellum_warnings INTERFACE)
target_link_libraries(vellum_warnings INTERFACE vellum_test_warnings)

if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(vellum_test_warnings INTERFACE $<$<NOT:$<BOOL:${VELLUM_UNITY}>>:-Wshadow> -Wno-sign-compare)
  target_compile_options(vellum_warnings INTERFACE -Wconversion -Wsign-conversion -Wsign-compare)
else()
  # GCC's -Wconversion rejects `byte |= flag`, its full -Wshadow rejects constructor parameters named like members, and
  # the flow-based warnings below misfire inside libstdc++ 12 (optional, variant, expected, string). GoogleTest's macros
  # behind an `if` are no dangling else.
  target_compile_options(vellum_test_warnings INTERFACE -Wshadow=local -Wno-sign-compare -Wno-dangling-else
    -Wno-maybe-uninitialized -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
