# What `cmake --install` copies: headers, library, CMake and pkg-config files, the command line, its man pages
# (man/*.scd) and completions (completions/), the Python binding, licence, documents and samples.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vellum)

# What 'make demo' and 'make windows' leave unbuilt is built before it is copied.
set(vellum_libraries vellum vellum_c ${vellum_parts})
list(TRANSFORM vellum_libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE library_files)
list(JOIN vellum_libraries " " library_targets)
install(CODE "
  foreach(file IN ITEMS ${library_files})
    if(NOT EXISTS \"\${file}\")
      execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target ${library_targets}
        COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()")
install(TARGETS ${vellum_libraries} EXPORT vellumTargets FILE_SET HEADERS)
install(EXPORT vellumTargets NAMESPACE vellum:: DESTINATION ${package_dir})
configure_package_config_file(cmake/vellumConfig.cmake.in vellumConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(vellumConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vellumConfig.cmake ${PROJECT_BINARY_DIR}/vellumConfigVersion.cmake
  cmake/translate.cmake cmake/translate_all.cmake DESTINATION ${package_dir})

# The .pc file finds its prefix from its own place, so an installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE pc_libdir)
cmake_path(SET pc_up NORMALIZE "${pc_libdir}/pkgconfig")
string(REGEX REPLACE "[^/]+" ".." pc_up "${pc_up}")
foreach(pc_name IN ITEMS vellum vellum_c)
  set(pc_defines "")
  set(pc_system "")
  set(pc_requires Requires.private)
  if(pc_name STREQUAL vellum AND NOT BUILD_SHARED_LIBS)
    set(pc_defines " -DVELLUM_STATIC")
    if(WIN32)
      set(pc_system " -lws2_32")
    endif()
    set(pc_requires Requires) # a static library brings nothing along
  endif()
  configure_file(cmake/vellum.pc.in ${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs samples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN members.dox EXCLUDE)
install(DIRECTORY editors/neovim editors/emacs editors/helix editors/kate DESTINATION ${CMAKE_INSTALL_DATADIR}/vellum/editors)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vellum/web OPTIONAL) # by `make web`
install(DIRECTORY bindings/python/vellum DESTINATION ${CMAKE_INSTALL_DATADIR}/vellum/python
  FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN __pycache__ EXCLUDE)

if(TARGET vellum-cli)
  install(TARGETS vellum-cli)
  # vellum_install_completion(file folder name): a shell finds its completion by folder and name.
  function(vellum_install_completion file folder name)
    if(EXISTS ${PROJECT_SOURCE_DIR}/completions/${file})
      install(FILES completions/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name})
    endif()
  endfunction()
  vellum_install_completion(vellum.bash bash-completion/completions vellum)
  vellum_install_completion(vellum.zsh zsh/site-functions _vellum)
  vellum_install_completion(vellum.fish fish/vendor_completions.d vellum.fish)

  file(GLOB man_sources CONFIGURE_DEPENDS man/*.scd)
  find_program(VELLUM_SCDOC scdoc)
  if(man_sources AND VELLUM_SCDOC)
    foreach(source IN LISTS man_sources) # vellum.1.scd -> man1/vellum.1
      cmake_path(GET source STEM LAST_ONLY page)
      string(REGEX MATCH "[0-9]$" section ${page})
      set(output ${PROJECT_BINARY_DIR}/man/man${section}/${page})
      add_custom_command(OUTPUT ${output} DEPENDS ${source}
        COMMAND sh -c "mkdir -p man/man${section} && ${VELLUM_SCDOC} < '${source}' > '${output}'"
        WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
      list(APPEND man_pages ${output})
      install(CODE "
        if(NOT EXISTS \"${output}\")
          execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target vellum-man
            COMMAND_ERROR_IS_FATAL ANY)
        endif()")
      install(FILES ${output} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
    endforeach()
    add_custom_target(vellum-man ALL DEPENDS ${man_pages})
  endif()
endif()
