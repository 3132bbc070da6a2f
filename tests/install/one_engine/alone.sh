#!/usr/bin/env bash
# A program with one engine has nothing else of Vellum in it: no zlib, no other engine, no workspace; and it is small.
# usage: alone.sh <program> [unmeasured]     unmeasured: of a build that is not MinSizeRel
set -euo pipefail
program=$1
most=$((1536 * 1024))
if readelf -d "$program" | grep 'NEEDED.*libz\.'; then echo "it needs zlib" >&2; exit 1; fi
if nm -C "$program" | grep -m 3 -E ' vellum::(ags|pathologic|ff7|tools|archives)::|vellum::Workspace::'; then
  echo "it has more than one engine in it" >&2
  exit 1
fi
strip -o "$program.stripped" "$program"
size=$(stat -c %s "$program.stripped")
echo "stripped: $size bytes"
[[ ${2:-} == unmeasured || $size -le $most ]] || { echo "more than $most bytes" >&2; exit 1; }
