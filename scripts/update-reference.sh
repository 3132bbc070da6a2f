#!/usr/bin/env bash
# Writes again what is made from the command table (completions/, man/ and the reference in docs/cli.md) and from
# the engines' rows of natives (a table on each engine's page).
# With --check nothing is written; differences are shown and the exit code is 1.
# usage: update-reference.sh [--check] <vellum>
set -euo pipefail
cd "$(dirname "$0")/.."

check=0
if [[ ${1:-} == --check ]]; then check=1; shift; fi
vellum=${1:?the vellum program}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$vellum" completion bash > "$work/vellum.bash"
"$vellum" completion zsh > "$work/vellum.zsh"
"$vellum" completion fish > "$work/vellum.fish"
mkdir "$work/man"
"$vellum" help --format scdoc > "$work/man/vellum.1.scd"
for command in $("$vellum" help | awk '/^  [a-z]+ / { print $1 }'); do
  "$vellum" help "$command" --format scdoc > "$work/man/vellum-$command.1.scd"
done
"$vellum" help --format markdown > "$work/reference.md"
# Everything up to the first marker, what was made, everything from the second.
fill() { # fill <page> <begin> <end> <made>
  awk -v begins="$2" -v ends="$3" -v made="$4" '
    index($0, ends) { inside = 0 }
    !inside { print }
    index($0, begins) { inside = 1; print ""; while ((getline line < made) > 0) print line }
  ' "$1"
}
fill docs/cli.md "<!-- reference begins" "<!-- reference ends -->" "$work/reference.md" > "$work/cli.md"
# The pages list what Vellum answers; of FF7, where that is nothing, all there is.
for engine in pathologic ags skrit ff7; do
  by=(--by vellum)
  [[ $engine == ff7 ]] && by=()
  { "$vellum" natives "$engine" "${by[@]}" --format markdown; echo; } > "$work/natives.md"
  fill "docs/engines/$engine.md" "<!-- natives begin" "<!-- natives end -->" "$work/natives.md" > "$work/$engine.md"
done

status=0
put() { # put <made file> <its place>
  if [[ $check -eq 0 ]]; then
    mkdir -p "$(dirname "$2")"
    cmp -s "$1" "$2" || cp "$1" "$2"
  elif ! diff -uN "$2" "$1"; then
    status=1
  fi
}
put "$work/vellum.bash" completions/vellum.bash
put "$work/vellum.zsh" completions/vellum.zsh
put "$work/vellum.fish" completions/vellum.fish
for page in "$work"/man/*.scd; do put "$page" "man/$(basename "$page")"; done
for page in man/*.scd; do # of commands that are no more
  [[ -e $work/$page ]] && continue
  if [[ $check -eq 0 ]]; then rm "$page"; else echo "$page is of no command"; status=1; fi
done
put "$work/cli.md" docs/cli.md
for engine in pathologic ags skrit ff7; do put "$work/$engine.md" "docs/engines/$engine.md"; done
if [[ $status -ne 0 ]]; then echo "Out of date: run scripts/update-reference.sh $vellum" >&2; fi
exit $status
