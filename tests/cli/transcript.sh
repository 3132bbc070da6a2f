#!/usr/bin/env bash
# Command lines and everything they print, of one file in tests/cli/transcripts: after "$ command" follow standard output
# ("| "), standard error ("! ") and the exit code ("= ", without it 0). BLESS=1 writes the file anew; read it before you
# commit it. usage: transcript.sh VELLUM JSON-CHECKER FILE
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
on_windows && skip "messages of the system and paths are others on Windows"
read -r _ version <<< "$("$vellum" version)"
[[ $("$vellum" version) == *"Lua 5.4: yes"* ]] || skip "this build has no Lua"
file=$3
export WORK=$work/w
mkdir "$WORK"
vellum() { "$vellum" "$@"; }
# first COMMAND...: only the exit code and the first line that it prints.
first() {
  local text code=0
  text=$("$vellum" "$@" 2>&1) || code=$?
  printf '%s: %s\n' "$code" "${text%%$'\n'*}"
}

while IFS= read -r line; do
  case $line in
  [\|!=]*) ;;
  '$ '*)
    code=0
    (eval "${line#'$ '}") > "$work/out" 2> "$work/err" < /dev/null || code=$?
    printf '%s\n' "$line"
    for stream in out err; do
      mark='|'
      [[ $stream == out ]] || mark='!'
      sed -e "s|$WORK|WORK|g; s|${version//./[.]}|VERSION|g; s/ in [0-9.]* ms;/ in N ms;/; s/^/$mark /; s/ *\$//; \$a\\" "$work/$stream"
    done
    [[ $code -eq 0 ]] || echo "= $code"
    ;;
  *) printf '%s\n' "$line" ;;
  esac
done < "$file" > "$work/found"
if [[ ${BLESS:-} ]]; then
  cp "$work/found" "$file"
else
  diff -u "$file" "$work/found" || exit 1
fi
