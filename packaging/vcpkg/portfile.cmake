# An overlay port of the library: vcpkg install vellum --overlay-ports=CHECKOUT/packaging/vcpkg
# The sources are those of the checkout that this file lies in.
get_filename_component(SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

vcpkg_cmake_configure(SOURCE_PATH ${SOURCE_PATH}
  OPTIONS -DVELLUM_BUILD_CLI=OFF -DVELLUM_BUILD_TESTS=OFF -DVELLUM_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME vellum CONFIG_PATH lib/cmake/vellum)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include ${CURRENT_PACKAGES_DIR}/debug/share
  ${CURRENT_PACKAGES_DIR}/share/doc)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
