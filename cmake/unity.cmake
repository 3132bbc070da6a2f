# VELLUM_UNITY compiles the sources of a folder several at a time as one, so that what they all include is read once: a third
# of the time for a whole build. A source's private names are then seen by its neighbours. The files below say one that a
# neighbour says as well and are compiled alone; so are the system's parts for WebAssembly, which are exchanged one by one.
# "redefinition of" or "is ambiguous" where other presets take it without a word: one more, or a better name.
set(unity_apart # below src/ or tests/
  archives/archive # the command line for Node has its own, with what needs zlib
  archives/vfs archives/zip
  base/number base/text_writer base/windows/file_write base/windows/socket base/windows/stream
  engines/ags/decompile/names engines/ags/decompile/reader engines/ags/decompile/types_merge engines/ags/format/replace
  engines/ags/inspect/named engines/ags/natives/strings
  engines/pathologic/decompile/hints engines/pathologic/decompile/hints_carry engines/pathologic/decompile/names_file
  engines/pathologic/natives/containers
  engines/skrit/exports/help_reader engines/skrit/fuel/reader
  engines/skrit/machine/machine engines/skrit/natives/object engines/skrit/natives/skrit engines/skrit/world/stand_in
  host/library host/stand_in_host protocol/dap/serve
  tools/diff/match
  unit/base/text_writer_test unit/ags/test_members unit/ags/test_modules unit/ags/test_replace unit/ff7/game_data_test unit/host/nested_test
  unit/pathologic_machine/debug_test unit/runtime/value_text_test unit/skrit_run/pause_test
  unit/skrit_run/paused_snapshot_test unit/skrit_systems/fuel_test unit/toy/observers_test unit/toy/trace_test)
set(unity_size 8) # one changed file costs the compilation of so many

# vellum_unity(target root): compiles the target's sources below `root` so.
function(vellum_unity target root)
  if(NOT VELLUM_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(IS_PREFIX root ${source} below)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE name)
    string(REGEX REPLACE "\\.cpp$" "" name "${name}")
    if(NOT below OR name IN_LIST unity_apart OR name MATCHES "(^|/)base/(wasi|node)/")
      continue()
    endif()
    cmake_path(GET name PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    math(EXPR count "${${group}_count} + 1")
    set(${group}_count ${count})
    math(EXPR part "(${count} - 1) / ${unity_size}")
    set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group}_${part})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
