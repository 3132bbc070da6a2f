# vellum_translate(target script... [SETTINGS name=value...]): scripts of an AGS game as C++ in a target, which finds them in
# "translation.hpp" (docs/engines/ags.md, "Translating to C++"). They are translated again when they change.
function(vellum_translate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SETTINGS")
  set(scripts ${arg_UNPARSED_ARGUMENTS})
  list(TRANSFORM scripts PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set(settings ${arg_SETTINGS})
  list(TRANSFORM settings PREPEND --setting=)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_translation)
  if(TARGET vellum-cli)
    set(vellum $<TARGET_FILE:vellum-cli>)
    set(depends vellum-cli)
  else()
    find_program(VELLUM_PROGRAM vellum REQUIRED)
    set(vellum ${VELLUM_PROGRAM})
  endif()
  # Each script's file is named after its number and name; one file includes them all, so that their names need not be known.
  add_custom_command(OUTPUT ${folder}/all.cpp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${vellum} translate ${scripts} ${settings} -o ${folder}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -P ${VELLUM_TRANSLATE_DIR}/translate_all.cmake
    DEPENDS ${scripts} ${depends} COMMENT "Translating the scripts of ${target}" VERBATIM)
  target_sources(${target} PRIVATE ${folder}/all.cpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
set(VELLUM_TRANSLATE_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "Where translate_all.cmake is")
