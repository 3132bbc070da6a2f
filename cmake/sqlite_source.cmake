# SQLite from Debian's sources, which scripts/debian-source.sh has unpacked: for builds that Debian has no library for. Its own
# scripts (tclsh) make the one file of it; nothing there is for the machine that makes it.
set(sqlite ${PROJECT_SOURCE_DIR}/build/debian-source/sqlite3)
set(sqlite_made ${PROJECT_BINARY_DIR}/sqlite)
if(NOT EXISTS ${sqlite}/configure)
  message(FATAL_ERROR "SQLite's sources are missing: scripts/debian-source.sh sqlite3 fetches them.")
endif()
file(MAKE_DIRECTORY ${sqlite_made})
add_custom_command(OUTPUT ${sqlite_made}/sqlite3.c ${sqlite_made}/sqlite3.h VERBATIM
  COMMAND sh ${sqlite}/configure --disable-tcl --disable-readline --quiet
  COMMAND make --silent sqlite3.c
  WORKING_DIRECTORY ${sqlite_made} COMMENT "SQLite in one file")
add_library(vellum_sqlite STATIC ${sqlite_made}/sqlite3.c)
target_include_directories(vellum_sqlite SYSTEM PUBLIC ${sqlite_made})
target_compile_definitions(vellum_sqlite PRIVATE SQLITE_ENABLE_FTS5 SQLITE_OMIT_LOAD_EXTENSION SQLITE_THREADSAFE=2)
target_compile_options(vellum_sqlite PRIVATE -w)
set_target_properties(vellum_sqlite PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_library(SQLite::SQLite3 ALIAS vellum_sqlite)
set(SQLite3_FOUND TRUE)
