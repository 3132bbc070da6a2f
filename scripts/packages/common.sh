# What the scripts of this folder share; sourced. Afterwards the current folder is the project's root.
# shellcheck shell=bash disable=SC2034
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(sed -nE 's/^project\(vellum VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
out=$PWD/build/packages
mkdir -p "$out"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/vellum-packages.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# Packages made of the same sources are the same bytes: nothing in them is newer than the last change.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || echo 1767225600)}
export SOURCE_DATE_EPOCH
quietly() { "$@" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }; }
# installed TREE PREFIX [ARGUMENT...]: what a build tree installs, without debug information, that of static libraries included.
installed() {
  quietly cmake --install "$1" --strip "${@:3}"
  find "$2" -name '*.a' -exec strip --strip-debug --enable-deterministic-archives {} +
}
made() { echo "build/packages/$1: $(stat -c %s "$out/$1") bytes"; }
# archive FOLDER NAME: NAME.zip of a folder, the same bytes whenever it is made.
archive() {
  find "$1/$2" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  rm -f "$out/$2.zip"
  (cd "$1" && find "$2" -type f | LC_ALL=C sort | TZ=UTC zip -qX9 "$out/$2.zip" -@)
  made "$2.zip"
}
# sums: SHA256SUMS of everything that is in build/packages.
sums() {
  rm -f "$out"/SHA256SUMS*
  (cd "$out" && sha256sum -- *) > "$scratch/sums"
  mv "$scratch/sums" "$out/SHA256SUMS"
  made SHA256SUMS
}
