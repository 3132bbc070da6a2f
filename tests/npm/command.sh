#!/usr/bin/env bash
# The npm package's command line beside the one of this system: for each line of command-lines.txt the same output, messages, exit
# code and files, byte for byte; then what only it has to do by itself: standard input, pipes that are closed, what it refuses.
# usage: command.sh <vellum>
set -euo pipefail
vellum=$(realpath "$1")
cd "$(dirname "$0")/../.."
npm_vellum=$PWD/bindings/npm/cli/vellum.js
lines=$PWD/tests/npm/command-lines.txt
work=$(mktemp -d "${TMPDIR:-/tmp}/vellum-command.XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

for kind in own npm; do
  mkdir "$work/$kind"
  cp -r samples "$work/$kind"
  ln -s samples/pathologic/lantern.bin "$work/$kind/link.bin"
done
count=0
while IFS= read -r line; do
  if [[ $line == \#* || -z $line ]]; then continue; fi
  for kind in own npm; do
    program=$vellum
    [[ $kind == own ]] || program=$npm_vellum
    code=0
    (cd "$work/$kind" && eval "vellum() { '$program' \"\$@\"; }; $line") > "$work/$kind.out" 2> "$work/$kind.err" < /dev/null || code=$?
    echo "exit code $code" >> "$work/$kind.err"
    # How long it took differs from run to run.
    sed -Ei 's/ in [0-9.]+ (ms|s);/;/' "$work/$kind.out" "$work/$kind.err"
  done
  diff "$work/own.out" "$work/npm.out" || fail "$line: another output"
  diff "$work/own.err" "$work/npm.err" || fail "$line: other messages or another exit code"
  count=$((count + 1))
done < "$lines"
diff -r "$work/own" "$work/npm" || fail "other files were written"
echo "$count command lines do the same"

cd "$work/npm"
"$npm_vellum" info - < samples/pathologic/lantern.bin > "$work/a"
tail -c +1 samples/pathologic/lantern.bin | "$npm_vellum" info - > "$work/b"
cmp "$work/a" "$work/b" || fail "a pipe is read otherwise than a file"
"$npm_vellum" disasm samples/pathologic/quest_ferry.bin 2> "$work/err" | head -n 1 > /dev/null || true
[[ ! -s $work/err ]] || { cat "$work/err" >&2; fail "a closed pipe is told of"; }
code=0
"$npm_vellum" dap --port 0 > "$work/out" 2> "$work/err" < /dev/null || code=$?
grep -q 'has no network connections' "$work/err" || { cat "$work/err" >&2; fail "a port is not refused by a clear word"; }
[[ $code -eq 3 || $code -eq 1 ]] || fail "a port is refused with exit code $code"
message='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
exit_message='{"jsonrpc":"2.0","method":"exit"}'
{
  printf 'Content-Length: %d\r\n\r\n%s' ${#message} "$message"
  sleep 1
  printf 'Content-Length: %d\r\n\r\n%s' ${#exit_message} "$exit_message"
} | "$npm_vellum" lsp > "$work/out" || true
grep -q '"capabilities"' "$work/out" || fail "the language server does not answer"
echo "standard input, pipes, the language server, refusals"
