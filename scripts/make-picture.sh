#!/usr/bin/env bash
# Draws the README's pictures from what commands really print: docs/picture.svg, and docs/film.svg, which moves.
# With --check nothing is written, and the exit code is 1 if one is out of date.
# usage: make-picture.sh [--check] <vellum>
set -euo pipefail
cd "$(dirname "$0")/.."

check=0
if [[ ${1:-} == --check ]]; then check=1; shift; fi
vellum=$(realpath "${1:?the vellum program}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

show() { # show <lines> <argument>...: a command and the beginning of what it prints on a terminal
  local lines=$1
  shift
  printf '$ vellum'
  printf ' %s' "$@"
  echo
  # How long it took differs from run to run.
  "$vellum" "$@" --color always 2>&1 | sed -E 's/ in [0-9.]+ (ms|s);/;/' | head -n "$lines" || true
}
{
  show 16 decompile 'samples/pathologic/quest_ferry.bin!TMain.OnTrigger'
  # What the event does, without the start.
  show 60 run samples/pathologic/quest_ferry.bin --frames 3 --event 'OnTrigger:"fail"@2' |
    sed -n '1p; /> .*event/,/handled.*$/p' | head -n 9
} | python3 scripts/terminal_svg.py --columns 100 --title "vellum shows a compiled quest as source and runs it" > "$work/picture.svg"
{
  show 18 info samples/pathologic/lamp.bin
  show 24 decompile samples/pathologic/lamp.bin
  show 12 xref --match 'light|lamp' samples/pathologic/
  show 24 run samples/pathologic/lamp.bin --frames 5 --event 'OnUse:#7@2' --event 'OnUse:#7@4'
} | python3 scripts/terminal_svg.py --animate --columns 100 --title "vellum looks into a script and runs it" > "$work/film.svg"

status=0
for picture in picture film; do
  if [[ $check -eq 0 ]]; then
    cp "$work/$picture.svg" "docs/$picture.svg"
  elif ! cmp -s "docs/$picture.svg" "$work/$picture.svg"; then
    diff "docs/$picture.svg" "$work/$picture.svg" | head -n 20 || true
    status=1
  fi
done
if [[ $status -ne 0 ]]; then echo "Out of date: run scripts/make-picture.sh $vellum" >&2; fi
exit $status
