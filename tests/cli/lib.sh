# Helpers of the command line tests, sourced by each: $vellum is the program, $work an empty folder, the current folder
# is the source root. A test is a sequence of statements; the first that does not hold ends it with its place.
# shellcheck shell=bash
set -euo pipefail
vellum=$(realpath "${1:?usage: TEST VELLUM [JSON-CHECKER]}")
json_check=${2:+$(realpath "$2")}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=
unset NO_COLOR
# shellcheck disable=SC2034  # used by the tests
samples=samples/pathologic
# shellcheck disable=SC2034  # written as listings, which no source says
listings=tests/data/pathologic

fail() {
  echo "FAILED at ${BASH_SOURCE[2]:-$0}:${BASH_LINENO[1]:-?}: $1" >&2
  if [[ -s $work/out ]]; then echo "--- standard output"; head -c 3000 "$work/out"; fi >&2
  if [[ -s $work/err ]]; then echo "--- standard error"; head -c 3000 "$work/err"; fi >&2
  exit 1
}

# run <exit code> <argument>...: runs vellum; its output is in $work/out and $work/err afterwards.
run() {
  local wanted=$1 code=0
  shift
  ran=("$@")
  "$vellum" "$@" > "$work/out" 2> "$work/err" < "${input:-/dev/null}" || code=$?
  [[ $code -eq $wanted ]] || fail "vellum $*: exit code $code instead of $wanted"
}
out_has() { grep -qF -- "$1" "$work/out" || fail "standard output lacks '$1'"; }
out_lacks() { ! grep -qF -- "$1" "$work/out" || fail "standard output has '$1'"; }
err_has() { grep -qF -- "$1" "$work/err" || fail "standard error lacks '$1'"; }
err_lacks() { ! grep -qF -- "$1" "$work/err" || fail "standard error has '$1'"; }
err_empty() { [[ ! -s $work/err ]] || fail "standard error is not empty"; }
out_empty() { [[ ! -s $work/out ]] || fail "standard output is not empty"; }
same() { cmp -s "$1" "$2" || fail "$1 and $2 differ"; }
is_json() { "$json_check" < "$work/out" || fail "not valid JSON"; fits_schema; }
is_jsonl() { "$json_check" --lines < "$work/out" || fail "not valid JSON lines"; fits_schema --lines; }
# The Python that can check schemas, if there is one: Debian's has python3-jsonschema.
schema_python() {
  local each
  for each in /usr/bin/python3 python3; do
    if "$each" -c 'import jsonschema' 2> /dev/null; then echo "$each"; return; fi
  done
}
# start_judge: the one Python that checks what this test prints; a start for each check would take a quarter of a second.
start_judge() {
  judge=$(schema_python)
  [[ -n $judge ]] || { judge=none; return; }
  mkfifo "$work/asked" "$work/answered"
  "$judge" tests/cli/check_schema.py --serve < "$work/asked" > "$work/answered" &
  exec 8> "$work/asked" 9< "$work/answered"
}
# fits_schema [--lines]: what the last run printed is what docs/schemas says of its command.
fits_schema() {
  local answer schema=${ran[0]}
  [[ " ${ran[*]} " != *" sarif "* ]] || return 0 # OASIS publishes that one
  [[ $schema != states ]] || schema=graph
  [[ $schema != init ]] || schema=project
  [[ -n ${judge:-} ]] || start_judge
  [[ $judge != none ]] || return 0
  printf '%s\t' "$@" "$schema" >&8
  echo "$work/out" >&8
  read -r answer <&9
  [[ $answer == fits ]] || { echo "$answer" >&2; fail "not as docs/schemas has it"; }
}
# ags_room <script>: a room of AGS (version 29) with nothing in it but its script.
ags_room() {
  printf '\35\0\7'
  printf '%08x' "$(stat -c %s "$1")" | sed 's/\(..\)\(..\)\(..\)\(..\)/\\x\4\\x\3\\x\2\\x\1/' | xargs -0 printf
  cat "$1"
  printf '\377'
}
# on_windows: the program is one of Windows, under Wine, where names and devices are fewer.
on_windows() { grep -qs scripts/wine.sh "$vellum"; }
# skip <reason>: CTest shows the test as skipped.
skip() { echo "skipped: $1"; exit 77; }

# A test of indexes is skipped where the program is built without them; `vellum query` shows its questions in $work/out.
needs_indexes() {
  "$vellum" query > "$work/out" 2> "$work/err" || { grep -q "no indexes" "$work/err" && skip "the program has no indexes"; fail "query"; }
}

# dump <index> <file>: everything in an index, in an order of its own.
dump() { "$vellum" query "$1" --dump > "$2"; }
