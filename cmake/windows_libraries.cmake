# What find_package cannot find for Windows: of libraries that are only headers, Debian's headers for Linux serve, each
# taken by itself, since its neighbours are those of the C library; Lua and RE2 are built from Debian's sources, which
# scripts/debian-source.sh has unpacked, and GoogleTest from those of its package.
set(foreign_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${foreign_headers})
foreach(folder IN ITEMS CLI fmt nlohmann)
  file(CREATE_LINK /usr/include/${folder} ${foreign_headers}/${folder} SYMBOLIC)
endforeach()
add_library(vellum_foreign_headers INTERFACE)
target_include_directories(vellum_foreign_headers SYSTEM INTERFACE ${foreign_headers})
foreach(name IN ITEMS CLI11::CLI11 fmt::fmt fmt::fmt-header-only nlohmann_json::nlohmann_json)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(${name} INTERFACE vellum_foreign_headers)
endforeach()
foreach(name IN ITEMS fmt::fmt fmt::fmt-header-only)
  target_compile_definitions(${name} INTERFACE FMT_HEADER_ONLY=1)
endforeach()

include(${CMAKE_CURRENT_LIST_DIR}/lua_source.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/re2_source.cmake)

if(VELLUM_BUILD_TESTS)
  add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL SYSTEM)
  foreach(name IN ITEMS gtest gtest_main gmock)
    if(NOT TARGET GTest::${name})
      add_library(GTest::${name} ALIAS ${name})
    endif()
  endforeach()
endif()
