#!/usr/bin/env bash
# Draws docs/picture.svg: what two commands print, as a terminal shows it. With --check nothing is written, and the exit
# code is 1 if the picture is out of date.
# usage: make-picture.sh [--check] <vellum>
set -euo pipefail
cd "$(dirname "$0")/.."

check=0
if [[ ${1:-} == --check ]]; then check=1; shift; fi
vellum=$(realpath "${1:?the vellum program}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

show() { # show <lines> <argument>...: a command and the beginning of what it prints
  local lines=$1
  shift
  echo "\$ vellum $*"
  # How long it took differs from run to run.
  "$vellum" "$@" 2>&1 | sed -E 's/ in [0-9.]+ (ms|s);/;/' | head -n "$lines"
}
{
  show 15 disasm samples/pathologic/fibonacci.bin
  echo "  …"
  show 18 run samples/pathologic/lantern.bin --frames 5 --event 'OnUse:#7@4'
} > "$work/text"

awk '
  function escaped(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); return s }
  { lines[NR] = $0 }
  END {
    step = 17; width = 960; height = NR * step + 58
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"13\">\n", width, height
    printf "<title>vellum lists a script and runs it</title>\n"
    printf "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#1d2129\"/>\n", width, height
    for (i = 0; i < 3; ++i)
      printf "<circle cx=\"%d\" cy=\"18\" r=\"5\" fill=\"#4b5363\"/>\n", 20 + 18 * i
    for (i = 1; i <= NR; ++i) {
      colour = "#c8ccd4"
      if (lines[i] ~ /^\$ /) colour = "#8fd18f"
      else if (lines[i] ~ /^(start|frames? [0-9]|summary)/) colour = "#7fb2e6"
      else if (lines[i] ~ /^  [>=]/) colour = "#e5c07b"
      else if (lines[i] ~ /^(\.|L_|[a-z_0-9]+:)/) colour = "#7fb2e6"
      comment = index(lines[i], ";")
      body = lines[i]; tail = ""
      if (comment > 0 && lines[i] !~ /^\$/) { body = substr(lines[i], 1, comment - 1); tail = substr(lines[i], comment) }
      printf "<text x=\"18\" y=\"%d\" xml:space=\"preserve\" fill=\"%s\">%s", 30 + i * step, colour, escaped(body)
      if (tail != "") printf "<tspan fill=\"#7d8799\">%s</tspan>", escaped(tail)
      print "</text>"
    }
    print "</svg>"
  }' "$work/text" > "$work/picture.svg"

if [[ $check -eq 0 ]]; then
  cp "$work/picture.svg" docs/picture.svg
elif ! diff -u docs/picture.svg "$work/picture.svg"; then
  echo "Out of date: run scripts/make-picture.sh $vellum" >&2
  exit 1
fi
