# RE2 from Debian's sources, which scripts/debian-source.sh has unpacked: for builds that Debian has no library for. Its tables of
# characters are made as Debian makes them, from the packages unicode-data and python3-six.
set(re2 ${PROJECT_SOURCE_DIR}/build/debian-source/re2)
file(GLOB re2_sources ${re2}/re2/*.cc)
list(FILTER re2_sources EXCLUDE REGEX "/(perl_groups|unicode_casefold|unicode_groups)\\.cc$")
if(NOT re2_sources)
  message(FATAL_ERROR "RE2's sources are missing: scripts/debian-source.sh re2 fetches them.")
endif()
foreach(maker IN ITEMS "perl;make_perl_groups.pl;perl_groups" "/usr/bin/python3;make_unicode_casefold.py;unicode_casefold"
    "/usr/bin/python3;make_unicode_groups.py;unicode_groups")
  list(GET maker 0 program)
  list(GET maker 1 script)
  list(GET maker 2 table)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/re2/${table}.cc VERBATIM
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/re2
    COMMAND ${program} ${script} > ${PROJECT_BINARY_DIR}/re2/${table}.cc
    WORKING_DIRECTORY ${re2}/re2 DEPENDS ${re2}/re2/${script})
  list(APPEND re2_sources ${PROJECT_BINARY_DIR}/re2/${table}.cc)
endforeach()
add_library(vellum_re2 STATIC ${re2_sources} ${re2}/util/rune.cc ${re2}/util/strutil.cc)
target_include_directories(vellum_re2 SYSTEM PUBLIC ${re2})
target_compile_options(vellum_re2 PRIVATE -w)
set_target_properties(vellum_re2 PROPERTIES POSITION_INDEPENDENT_CODE ON)
