#!/usr/bin/env bash
# Installs a build tree into a scratch prefix, moves it (a package must not remember where it was built) and builds and
# runs the consumer against it by find_package and by pkg-config.
# usage: run.sh <build folder> <C++ compiler> [<cmake>]
set -euo pipefail

build=$1 cxx=$2 cmake=${3:-cmake}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/vellum-install.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

"$cmake" --install "$build" --prefix "$scratch/first" > "$scratch/install.log"
prefix=$scratch/moved
mv "$scratch/first" "$prefix"

echo "== CMake: find_package(vellum)"
"$cmake" -S "$here" -B "$scratch/consumer" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" \
  > "$scratch/configure.log" || { cat "$scratch/configure.log"; exit 1; }
"$cmake" --build "$scratch/consumer"
"$scratch/consumer/consumer"

echo "== pkg-config vellum"
pc=$(dirname "$(find "$prefix" -name vellum.pc)")
export PKG_CONFIG_PATH=$pc
read -ra flags <<< "$(pkg-config --cflags --libs vellum)"
"$cxx" -std=c++2b "$here/main.cpp" "${flags[@]}" -Wl,-rpath,"$(pkg-config --variable=libdir vellum)" -o "$scratch/pc"
"$scratch/pc"

if [[ -x $prefix/bin/vellum ]]; then
  echo "== installed command line"
  "$prefix/bin/vellum" --version
fi
