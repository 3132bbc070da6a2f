# Helpers that find sources by folder and notice new files at the next build.

# What differs between systems stands in folders named after them, of which each build takes one. (node: cmake/wasm_command.cmake)
if(WIN32)
  set(foreign_systems posix|wasi|node)
elseif(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(foreign_systems posix|windows|node)
else()
  set(foreign_systems windows|wasi|node)
endif()

# vellum_glob(out folder...): all C++ sources below the folders; empty when a folder is missing.
function(vellum_glob out)
  list(TRANSFORM ARGN APPEND /*.cpp OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${patterns})
  list(FILTER found EXCLUDE REGEX "/src/[a-z]+/(${foreign_systems})/")
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# vellum_glob_by_folder(prefix root): sets <prefix>_FOLDERS to the folders directly below `root` that hold sources and
# <prefix>_<folder> to the sources of each. Sources directly in `root` belong to the folder "misc".
function(vellum_glob_by_folder prefix root)
  vellum_glob(all ${root})
  set(folders "")
  foreach(source IN LISTS all)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE relative)
    if(relative MATCHES "^([^/]+)/")
      set(folder ${CMAKE_MATCH_1})
    else()
      set(folder misc)
    endif()
    list(APPEND folders ${folder})
    list(APPEND in_${folder} ${source})
    set(${prefix}_${folder} ${in_${folder}} PARENT_SCOPE)
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(${prefix}_FOLDERS ${folders} PARENT_SCOPE)
endfunction()
