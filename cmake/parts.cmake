# The library by the piece, for programs that embed one engine: libvellum_core.a needs nothing but the standard library, each
# engine stands on it, and what works with all engines and with archives stands on top. They are made of the objects of
# `vellum`, so nothing is compiled twice, and a program links either `vellum` or parts.
if(BUILD_SHARED_LIBS OR VELLUM_ARCHIVE OR CMAKE_SYSTEM_NAME STREQUAL "WASI")
  return()
endif()
set(vellum_parts "")

# vellum_add_part(name sources [needed...]): the objects of src/<sources>, an expression; below it `needed`.
function(vellum_add_part name sources)
  string(REPLACE / _ grouped "${sources}") # objects of VELLUM_UNITY are named after folders
  add_library(vellum-${name} STATIC
    "$<FILTER:$<TARGET_OBJECTS:vellum>,INCLUDE,/src/${sources}|unity_in_${grouped}>")
  set_target_properties(vellum-${name} PROPERTIES OUTPUT_NAME vellum_${name} EXPORT_NAME ${name} LINKER_LANGUAGE CXX)
  target_compile_features(vellum-${name} INTERFACE cxx_std_23)
  target_compile_definitions(vellum-${name} INTERFACE VELLUM_STATIC)
  target_include_directories(vellum-${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARGN PREPEND vellum-)
  target_link_libraries(vellum-${name} INTERFACE ${ARGN})
  add_library(vellum::${name} ALIAS vellum-${name})
  set(vellum_parts ${vellum_parts} vellum-${name} PARENT_SCOPE)
endfunction()

vellum_add_part(core "(base|code|isa|analysis|source|language|program|runtime|host)/")
vellum_add_part(archives archives/ core)
vellum_add_part(pathologic engines/pathologic/ core)
vellum_add_part(skrit engines/skrit/ core)
vellum_add_part(ff7 engines/ff7/ core)
vellum_add_part(ags engines/ags/ archives core)
vellum_add_part(workspace "(engines/([a-z_]+\\.cpp|[0-9])|(tools|workspace|debug|protocol|capi)/)"
  pathologic skrit ff7 ags archives core)
target_link_libraries(vellum-archives INTERFACE ZLIB::ZLIB)
# A small build leaves out what is not called, and the tables by which exceptions would find their way: nothing throws here.
if(CMAKE_BUILD_TYPE STREQUAL "MinSizeRel" AND NOT APPLE)
  target_compile_options(vellum PRIVATE -ffunction-sections -fdata-sections -fno-unwind-tables -fno-asynchronous-unwind-tables)
  target_link_options(vellum-core INTERFACE -Wl,--gc-sections)
endif()
if(VELLUM_FOR_TESTS)
  target_sources(vellum-core PRIVATE "$<FILTER:$<TARGET_OBJECTS:vellum>,INCLUDE,uncounted>")
endif()
if(WIN32)
  target_link_libraries(vellum-core INTERFACE ws2_32) # sockets
endif()
