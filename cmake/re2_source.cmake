# RE2 from Debian's sources, which scripts/debian-source.sh has unpacked: for builds that Debian has no library for.
set(re2 ${PROJECT_SOURCE_DIR}/build/debian-source/re2)
file(GLOB re2_sources ${re2}/re2/*.cc)
if(NOT re2_sources)
  message(FATAL_ERROR "RE2's sources are missing: scripts/debian-source.sh re2 fetches them.")
endif()
add_library(vellum_re2 STATIC ${re2_sources} ${re2}/util/rune.cc ${re2}/util/strutil.cc)
target_include_directories(vellum_re2 SYSTEM PUBLIC ${re2})
target_compile_options(vellum_re2 PRIVATE -w)
