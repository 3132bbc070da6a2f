#!/usr/bin/env bash
# Checks that no switch over opcodes has a `default`, so that the compiler names what a new instruction lacks
# (CONTRIBUTING.md, "Add an instruction"). Source languages are left out: their compilers and decompilers know only the
# instructions that they write, and what a decompiler reads is compiled again and compared. Prints every line that breaks the rule.
# usage: switches.sh [FOLDER]     FOLDER: the root of the sources, the project's unless said
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

# The format puts `switch`, its cases and its default in one column, so a default belongs to the switch that was opened last
# in its column.
# shellcheck disable=SC2016  # awk's, not the shell's
find src tests/toy \( -path '*/compile' -o -path '*/decompile' -o -path '*/source' \) -prune -o -type f -name '*.[ch]pp' -print0 2> /dev/null |
  xargs -0 awk '
    { match($0, /^ */); column = RLENGTH }
    /^ *switch \(/ { opcodes[FILENAME, column] = 0 }
    /^ *case ([a-z_]+::)*(Op|WaitingOp|EntityOp|MapOp|PictureOp|Opcode|Fast|FastOp)::/ { opcodes[FILENAME, column] = 1 }
    /^ *default *:/ && opcodes[FILENAME, column] { print FILENAME ":" FNR ": a switch over opcodes has a default"; bad = 1 }
    END { exit bad }'
