#!/usr/bin/env bash
# Every C++, C, Python and JavaScript block of the documents. Whole programs are built against an installed tree in the way
# the pages describe, and run. Fragments of a page are compiled together: those that begin with an #include at namespace
# scope, the others each as the body of a function, after <page>.hpp of this folder, which declares what they talk about.
# usage: programs.sh <build folder> <C++ compiler> <C compiler>
set -euo pipefail
build=$(realpath "$1") cxx=$2 cc=$3
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
root=$PWD
work=$(mktemp -d "${TMPDIR:-/tmp}/vellum-documents.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$here/extract.sh" "$work/blocks" README.md docs/*.md docs/engines/*.md bindings/npm/README.md
cmake --install "$build" --prefix "$work/tree" > "$work/log"
PKG_CONFIG_PATH=$(dirname "$(find "$work/tree" -name vellum.pc)")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir vellum)
export LD_LIBRARY_PATH=$libdir VELLUM_LIBRARY=$libdir/libvellum_c.so
read -ra flags <<< "$(pkg-config --cflags --libs vellum)"
read -ra c_flags <<< "$(pkg-config --cflags --libs vellum_c)"
read -ra include <<< "$(pkg-config --cflags vellum)"
count=0
fail() { echo "FAILED: $1" >&2; exit 1; }

# --- C++ ---
for page in $(basename -a "$work"/blocks/*.cpp | sed 's/\..*//' | sort -u); do
  [[ $page != embedding-skrit ]] || continue # a unit test of Skrit runs this page's blocks word for word
  fragments=$work/$page-fragments.cpp
  scope=$work/$page-scope
  bodies=$work/$page-bodies
  : > "$scope"
  : > "$bodies"
  for block in "$work/blocks/$page".*.cpp; do
    count=$((count + 1))
    if grep -q 'int main(' "$block"; then
      "$cxx" -std=c++2b "$block" "${flags[@]}" -o "$work/program" || fail "$page.md: a program does not compile"
      (cd "$root" && "$work/program" > "$work/out") || fail "$page.md: a program does not end well"
      [[ -s $work/out ]] || fail "$page.md: a program says nothing"
    elif grep -q '^#include' <<< "$(head -n 1 "$block")"; then
      cat "$block" >> "$scope"
    else
      {
        printf 'void block_%d() {\n#line 1 "%s"\n' "$count" "$(basename "$block")"
        cat "$block"
        echo '}'
      } >> "$bodies"
    fi
  done
  [[ -s $scope || -s $bodies ]] || continue
  [[ -e $here/$page.hpp ]] || fail "$page.md has C++ fragments; write tests/documents/$page.hpp, what they talk about"
  { printf '#include "%s"\n' "$here/$page.hpp"; cat "$scope" "$bodies"; } > "$fragments"
  "$cxx" -std=c++2b -fsyntax-only -Wall -Wno-unused "${include[@]}" "$fragments" || fail "$page.md: a fragment does not compile"
done

# --- The CMake project and the command of docs/embedding.md, word for word ---
mkdir "$work/game"
cp "$work/blocks"/embedding.*.cmake "$work/game/CMakeLists.txt"
cp "$(grep -l 'int main(' "$work/blocks"/embedding.*.cpp | head -n 1)" "$work/game/game.cpp"
cmake -S "$work/game" -B "$work/game/build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/tree" > "$work/log" ||
  { cat "$work/log"; fail "the CMake project cannot be configured"; }
cmake --build "$work/game/build" > "$work/log" || { cat "$work/log"; fail "the CMake project cannot be built"; }
"$work/game/build/game" > "$work/out"
grep -q RETURN "$work/out" || fail "the CMake project does not list its script"
command=$(grep -m 1 '^    c++ .*pkg-config' docs/embedding.md)
(cd "$work/game" && mkdir -p bin && ln -sf "$(command -v "$cxx")" bin/c++ && PATH=$work/game/bin:$PATH bash -c "$command") ||
  fail "$command"
"$work/game/game" > /dev/null

# --- C ---
for block in "$work"/blocks/*.c; do
  count=$((count + 1))
  "$cc" -std=c99 -Wall -Werror "$block" "${c_flags[@]}" -o "$work/program" || fail "$block does not compile"
  "$work/program" > "$work/out" || fail "$block does not end well"
  [[ -s $work/out ]] || fail "$block says nothing"
done

# --- Python ---
if command -v python3 > /dev/null; then
  for block in "$work"/blocks/*.python; do
    if grep -q '^import dask' "$block" && ! python3 -c 'import dask.distributed' 2> "$work/log"; then
      echo "skipped: a program for Dask (tests/cluster runs it with python3-distributed)"
      continue
    fi
    count=$((count + 1))
    PYTHONPATH=$root/bindings/python python3 -B "$block" > "$work/out" || fail "$block does not end well"
    [[ -s $work/out ]] || fail "$block says nothing"
  done
fi

# --- JavaScript, if the module has been built (make wasm) ---
if command -v node > /dev/null && [[ -e bindings/npm/vellum.wasm ]]; then
  mkdir -p "$work/node_modules"
  ln -s "$root/bindings/npm" "$work/node_modules/vellum-scripts"
  for block in "$work"/blocks/*.js; do
    count=$((count + 1))
    cp "$block" "$work/program.mjs"
    ln -sfn "$root/samples" "$work/samples"
    (cd "$work" && node --preserve-symlinks program.mjs > out) || fail "$block does not end well"
    [[ -s $work/out ]] || fail "$block says nothing"
  done
fi
[[ $count -ge 15 ]] || fail "only $count blocks were found"
echo "$count blocks"
