#!/usr/bin/env bash
# Shows what Vellum does on one sample script of each engine: what the file is, a piece of its listing, and a run with
# the events it asks of its game. Takes a few seconds; no colours unless standard output is a terminal.
# usage: demo.sh <vellum>
set -euo pipefail
vellum=$(realpath "${1:?usage: demo.sh VELLUM}")
shown=${1#./}
cd "$(dirname "$0")/.."

bold='' faint='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-} != dumb ]]; then bold=$'\e[1m' faint=$'\e[2m' plain=$'\e[0m'; fi

say() { printf '\n%s\n' "${1//$'\n'/ }" | fold -s -w 88; }
# show <lines> <argument>...: prints the command and the first lines of what it says
show() {
  local lines=$1 output count
  shift
  printf '\n%s$ %s' "$bold" "$shown"
  printf ' %s' "${@@Q}" | sed "s/'\([A-Za-z0-9_./:@=-]*\)'/\1/g"
  printf '%s\n' "$plain"
  output=$("$vellum" "$@" 2>&1 || true)
  count=$(wc -l <<< "$output")
  head -n "$lines" <<< "$output"
  if [[ $count -gt $lines ]]; then printf '%s... %d more lines%s\n' "$faint" $((count - lines)) "$plain"; fi
}
heading() { printf '\n%s=== %s%s\n' "$bold" "$1" "$plain"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

heading 'Vellum brings the scripts of classic games back to life'
say "Every command finds out by itself which game's scripting engine a file belongs to. This build knows:"
show 20 version

if [[ -d samples/pathologic ]]; then
  heading 'Pathologic'
  say "A lantern keeper, a script of our own in the compiled form of the game. What is in it?"
  show 24 info samples/pathologic/lantern.bin
  say "Its source, made from the compiled file alone. Compiling it gives the same file again, byte for byte."
  show 48 decompile samples/pathologic/lantern.bin
  say "The same as instructions. S[n] is a slot below the top of the stack, T[n] a variable of the running task."
  show 24 disasm samples/pathologic/lantern.bin
  say "Now without the game, eight frames; before the fourth somebody uses the keeper. Each line is something the script asks of its
game; '[stood in]' marks answers that are only defaults."
  show 34 run samples/pathologic/lantern.bin --frames 8 --event 'OnUse:#7@4'
fi

if [[ -d samples/ff7 ]]; then
  sample=$(find samples/ff7 -name '*.ev' | sort | sed -n 1p)
  if [[ -n $sample ]]; then
    heading 'Final Fantasy VII, world map'
    say "Functions of the map, of models and of mesh triangles share one file and one stack."
    show 16 info "$sample"
    show 20 disasm "$sample"
    say "The same as source; compiling it gives the same file again:"
    show 24 decompile "$sample"
    say "The map opened, and thirty frames:"
    show 24 run "$sample" --frames 30
  fi
fi

if [[ -d samples/ags ]]; then
  sample=$(find samples/ags -name '*.o' | sort | sed -n 1p)
  if [[ -n $sample ]]; then
    heading 'Adventure Game Studio'
    say "A compiled script with its sections, imports and exports:"
    show 18 info "$sample"
    show 20 disasm "$sample"
    say "Its function main called, without its game:"
    show 20 run "$sample" --call 'main()'
  fi
fi

if [[ -d samples/skrit ]]; then
  heading 'Dungeon Siege Skrit'
  say "Source text: Vellum compiles it, lists the result with its source lines, and runs it; start-up parameters set properties."
  show 14 info samples/skrit/lighthouse.skrit
  show 20 disasm samples/skrit/lighthouse.skrit
  show 24 run 'samples/skrit/lighthouse?name=the tower' --frames 20 --event 'OnGoHandleMessage:"WE_REQ_ACTIVATE"@3'
  say "Its states as text; --svg draws them. Then a formula of the kind that spells have, and the console of the game's developers."
  show 24 states samples/skrit/lighthouse.skrit
  show 4 formula '( #magic > 10 ) ? 0.5 * #magic : 1' magic=12
  show 12 console -x '/int n$ = 1; while n$ < 100 { Report.GenericF( "%d ", n$ ); n$ *= 3; }'
fi

heading 'Many files at once'
say "Everything in a folder is checked in one go, and questions go over all files: who uses the native Trace?"
show 12 check samples
show 12 xref Trace samples
heading 'Going on'
say "'$shown help' lists all commands; docs/cli.md describes them. Have scripts of a game at hand? Name them instead of the
samples."
