"""The library for Conan 2: conan create packaging/conan"""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Vellum(ConanFile):
    name = "vellum"
    version = "0.2.0"
    license = "MIT"
    description = "Checks, lists, changes and runs the scripts of classic games"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    package_type = "library"

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake/*", "include/*", "src/*", "docs/*",
                        "samples/*", "bindings/python/*", "tests/capi/exported-symbols.txt"):
            copy(self, pattern, root, self.export_sources_folder)

    def requirements(self):
        self.requires("zlib/[>=1.2.11 <2]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update(VELLUM_BUILD_CLI=False, VELLUM_BUILD_TESTS=False, VELLUM_INSTALL=True)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["vellum"]
        self.cpp_info.set_property("cmake_file_name", "vellum")
        self.cpp_info.set_property("cmake_target_name", "vellum::vellum")
        if not self.options.shared:
            self.cpp_info.defines = ["VELLUM_STATIC"]
