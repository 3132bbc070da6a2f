#!/usr/bin/env bash
# CONTRIBUTING.md word for word: its changes are applied to copies of the toy engine and of the files they name. The toy is built
# and runs the page's test case; the new command compiles; the new question and the new archive format are linked into the page's
# front end, which must print what the page says.
# usage: contributing.sh <C++ compiler> <library>...
set -euo pipefail
cxx=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
work=$(mktemp -d "${TMPDIR:-/tmp}/vellum-contributing.XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

"$here/extract.sh" "$work/blocks" CONTRIBUTING.md
mkdir -p "$work/tree/tests/cases/toy"
cp -r tests/toy "$work/tree/tests/"
sed -n 's|^--- a/\(src/.*\)|\1|p' "$work"/blocks/*.diff | sort -u > "$work/changed-sources"
while read -r path; do install -D -m 644 "$path" "$work/tree/$path"; done < "$work/changed-sources"

# The page leaves the line numbers out of the hunks, as people do; the context says where they belong.
awk '
  /^--- a\// { path = substr($2, 3); next }
  /^\+\+\+ / { next }
  /^@@/ { ++hunk; next }
  { kind = substr($0, 1, 1); text = substr($0, 2); print path "\t" hunk "\t" kind "\t" text }
' "$work"/blocks/*.diff > "$work/changes"
while read -r path hunk; do
  awk -F'\t' -v path="$path" -v hunk="$hunk" '$1 == path && $2 == hunk' "$work/changes" > "$work/hunk"
  awk -F'\t' '
    function rest(line) { sub(/^[^\t]*\t[^\t]*\t[^\t]*\t/, "", line); return line }
    NR == FNR {
      line = rest($0)
      if ($3 != "+") before[++old] = line
      if ($3 != "-") after[++new] = line
      next
    }
    { file[++size] = $0 }
    END {
      for (at = 1; at + old - 1 <= size && !found; ++at) {
        for (i = 1; i <= old && file[at + i - 1] == before[i]; ++i) {}
        if (i > old) found = at
      }
      if (!found) exit 1
      for (i = 1; i < found; ++i) print file[i]
      for (i = 1; i <= new; ++i) print after[i]
      for (i = found + old; i <= size; ++i) print file[i]
    }' "$work/hunk" "$work/tree/$path" > "$work/changed" || fail "a change does not fit $path"
  mv "$work/changed" "$work/tree/$path"
done < <(cut -f 1,2 "$work/changes" | sort -u -k 2,2n)
cp "$work"/blocks/*.case "$work/tree/tests/cases/toy/contributing.case"

flags=(-std=c++2b -O0 -I "$work/tree/tests" -I tests -I src -I include)
objects=()
for source in "$work"/tree/tests/toy/*.cpp; do
  objects+=("${source%.cpp}.o")
  "$cxx" "${flags[@]}" -c "$source" -o "${source%.cpp}.o" || fail "$(basename "$source") does not compile"
done
"$cxx" "${flags[@]}" tests/runner/main.cpp "${objects[@]}" "$@" -o "$work/vellum-cases" || fail "the case runner cannot be linked"
(cd "$work/tree" && "$work/vellum-cases" --filter toy/) || fail "the case of the page"

# Each block of C++ says in its first line which file it is.
flags=(-std=c++2b -O0 -I "$work/tree/src" -I src -I include)
objects=()
for block in "$work"/blocks/*.cpp; do
  name=$(sed -n '1s|^// \([^:]*\):.*|\1|p' "$block")
  case $name in
    src/cli/*) "$cxx" "${flags[@]}" -fsyntax-only "$block" || fail "$name does not compile" ;;
    ?*)
      "$cxx" "${flags[@]}" -c "$block" -o "${block%.cpp}.o" || fail "$name does not compile"
      objects+=("${block%.cpp}.o")
      ;;
    *) fail "$block does not say which file it is" ;;
  esac
done
while read -r path; do
  case $path in *.cpp) ;; *) continue ;; esac
  "$cxx" "${flags[@]}" -c "$work/tree/$path" -o "$work/$(basename "$path").o" || fail "$path does not compile"
  objects+=("$work/$(basename "$path").o")
done < "$work/changed-sources"
# The library still has the unchanged files; the first definition counts.
"$cxx" "${objects[@]}" -Wl,-z,muldefs "$@" -o "$work/front_end" || fail "the front end cannot be linked"
"$work/front_end" > "$work/printed" || fail "the front end"
first=$(head -n 1 "$work/printed")
[[ $first == "$(cat "$work"/blocks/*.json)" ]] || fail "the front end prints '$first'"
for archive in before after; do
  grep -qF "\"file\":\"$archive.bundle!lamp.bin\"" "$work/printed" || fail "no answer for $archive.bundle"
done
if cmp -s <(grep -F before.bundle "$work/printed" | sed s/before//) <(grep -F after.bundle "$work/printed" | sed s/after//); then
  fail "the bundle did not change"
fi
