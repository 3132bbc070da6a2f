#!/usr/bin/env bash
# Installs a build tree into a scratch prefix, moves it (a package must not remember where it was built), and builds and
# runs the consumers against it: by find_package and by pkg-config, in C++, C and Python. With "shared" the library
# is first made as a shared one, in a folder of its own: linked from an archive of what the tree has compiled, or compiled
# without optimisation.
# usage: run.sh <build folder> <static or shared> <C++ compiler> <C compiler> <cmake> [<archive>]
set -euo pipefail

build=$1 kind=$2 cxx=$3 cc=$4 cmake=$5 archive=${6:-}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/vellum-install.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
quietly() { "$@" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }

if [[ $kind == shared ]]; then
  build=$build/shared
  quietly "$cmake" -S "$here/../.." -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DBUILD_SHARED_LIBS=ON -DVELLUM_ARCHIVE="$archive" -DVELLUM_PRECOMPILE=ON -DVELLUM_UNITY=ON \
    -DVELLUM_BUILD_CLI=OFF -DVELLUM_BUILD_TESTS=OFF
  quietly "$cmake" --build "$build"
fi

quietly "$cmake" --install "$build" --prefix "$scratch/first" --strip
prefix=$scratch/moved
mv "$scratch/first" "$prefix"
if grep -rqF "$scratch/first" "$prefix"; then
  echo "the installed tree remembers where it was installed:" >&2
  grep -rlF "$scratch/first" "$prefix" >&2
  exit 1
fi

# depends <program>: fails unless it needs the shared library exactly if it should.
depends() {
  local found=static
  if grep -q 'NEEDED.*libvellum\.so' <<< "$(readelf -d "$1")"; then found=shared; fi
  [[ $found == "$kind" ]] || { echo "$1: linked $found, wanted $kind" >&2; exit 1; }
}

echo "== $kind, CMake: find_package(vellum)"
quietly "$cmake" -S "$here" -B "$scratch/consumer" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_C_COMPILER="$cc" \
  -DCMAKE_PREFIX_PATH="$prefix"
quietly "$cmake" --build "$scratch/consumer"
"$scratch/consumer/consumer"
"$scratch/consumer/consumer_c"
depends "$scratch/consumer/consumer"

if [[ $kind == static ]]; then
  echo "== one engine alone: find_package(vellum COMPONENTS skrit)"
  example=$here/../../examples/embed/skrit_only
  quietly "$cmake" -S "$here/one_engine" -B "$scratch/alone" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DSOURCE="$example.cpp" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=MinSizeRel
  quietly "$cmake" --build "$scratch/alone"
  "$scratch/alone/skrit_only" | diff -u "$example.txt" -
  unmeasured=unmeasured
  if grep -q '^CMAKE_BUILD_TYPE:STRING=MinSizeRel$' "$build/CMakeCache.txt"; then unmeasured=; fi
  "$here/one_engine/alone.sh" "$scratch/alone/skrit_only" $unmeasured
fi

echo "== $kind, pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name vellum.pc)")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir vellum)
read -ra flags <<< "$(pkg-config --cflags --libs vellum)"
"$cxx" -std=c++2b "$here/main.cpp" "${flags[@]}" "-Wl,-rpath,$libdir" -o "$scratch/pc"
"$scratch/pc"
depends "$scratch/pc"
read -ra flags <<< "$(pkg-config --cflags --libs vellum_c)"
"$cc" -std=c99 "$here/main.c" "${flags[@]}" "-Wl,-rpath,$libdir" -o "$scratch/pc_c"
"$scratch/pc_c"

if command -v python3 > /dev/null; then
  echo "== $kind, Python"
  # As a user has it: nothing says where the library is, and nothing else could be found.
  env -u VELLUM_LIBRARY -u LD_LIBRARY_PATH PYTHONPATH="$prefix/share/vellum/python" python3 -B -c '
import sys, vellum
library = vellum._c.library._name
assert library.startswith(sys.argv[1]), library
print("vellum", vellum.version(), *vellum.engines())' "$prefix"
fi

if [[ -x $prefix/bin/vellum ]]; then
  echo "== installed command line"
  "$prefix/bin/vellum" --version
fi
