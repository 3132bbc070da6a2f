#!/usr/bin/env bash
# The language server on its standard streams: whole conversations, with files on disk around the open ones. What it
# answers to single questions is told by the cases in tests/cases/*/editing.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

# message <JSON>: with its head, as editors send it.
message() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf '%s' "$1" | wc -c)" "$1"; }
# talk <exit code> <JSON>...: one conversation.
talk() {
  local code=$1
  shift
  for each in "$@"; do message "$each"; done > "$work/conversation"
  input=$work/conversation run "$code" lsp --stdio
  [[ $(grep -o 'Content-Length: ' "$work/out" | wc -l) -eq $(grep -o '{"jsonrpc":"2.0",' "$work/out" | wc -l) ]] ||
    fail "not every message says that it is JSON-RPC"
}
begin='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
shut_down='{"jsonrpc":"2.0","id":99,"method":"shutdown"}'
leave='{"jsonrpc":"2.0","method":"exit"}'
open() {
  printf '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://%s","languageId":"x","version":1,"text":"%s"}}}' "$1" "$2"
}
ask() {
  printf '{"jsonrpc":"2.0","id":%s,"method":"textDocument/%s","params":{"textDocument":{"uri":"file://%s"},"position":{"line":%s,"character":%s}%s}}' "$@"
}

# --- Good-bye in the right order, and not ---
talk 0 "$begin" "$shut_down" "$leave"
out_has '"hoverProvider":true'
out_has '"name":"vellum"'
talk 1 "$begin" "$leave"
talk 1 "$begin"

# --- Who calls something in a text that is not open ---
nowhere='{"jsonrpc":"2.0","id":2,"method":"callHierarchy/incomingCalls","params":{"item":{"data":{"uri":"file:///nowhere.patho","symbol":0}}}}'
talk 0 "$begin" "$nowhere" "$shut_down" "$leave"
out_has '"id":2,"result":null'

# --- A text that includes another: the one on disk, then the one that is open and not saved ---
mkdir "$work/a folder"
here="$work/a folder"
there=${here// /%20}
printf 'const int Most = 3;\n' > "$here/lib.patho"
main='#include \"lib.patho\"\nmain task TMain { void init() { @Trace(Most); } }\n'
talk 0 "$begin" "$(open "$there/main.patho" "$main")" "$(ask 2 definition "$there/main.patho" 1 42 '')" \
  "$(open "$there/lib.patho" 'const int Least = 3;\n')" "$(ask 3 hover "$there/main.patho" 1 42 '')" "$shut_down" "$leave"
out_has "\"id\":2,\"result\":[{\"uri\":\"file://$there/lib.patho\",\"range\":{\"start\":{\"line\":0,\"character\":10}"
out_has '"id":3,"result":null'

# --- A function in a text that is not open: known where an index lies beside the project file, as the text has it now ---
mkdir "$work/mod"
printf '{}' > "$work/mod/vellum.json"
printf 'main task TMain { void init() { Ring(2); } }\nvoid Ring(int count) { @Trace(count); }\n' > "$work/mod/bell.patho"
printf 'main task TMain { void init() {} }\n' > "$work/mod/other.patho"
begin_in=$(printf '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"workspaceFolders":[{"uri":"file://%s","name":"mod"}]}}' "$work/mod")
symbols='{"jsonrpc":"2.0","id":2,"method":"workspace/symbol","params":{"query":"rInG"}}'
talk 0 "$begin_in" "$symbols" "$shut_down" "$leave"
out_has '"id":2,"result":[]'
if "$vellum" query > "$work/out" 2> "$work/err"; then
  (cd "$work/mod" && "$vellum" index -q . -o vellum.vdb)
  talk 0 "$begin_in" "$symbols" "$shut_down" "$leave"
  out_has "\"id\":2,\"result\":[{\"name\":\"Ring\",\"kind\":12,\"location\":{\"uri\":\"file://$work/mod/bell.patho\",\"range\":{\"start\":{\"line\":1,\"character\":5}"
  talk 0 "$begin_in" "${symbols/rInG/}" "$shut_down" "$leave"
  out_has '"id":2,"result":[]'
  # The index says from where its names are, not the folder that the editor has open.
  (cd "$work" && "$vellum" index -q mod -o mod/vellum.vdb)
  talk 0 "$begin_in" "$symbols" "$shut_down" "$leave"
  address=file://$work # the index knows the drive, the test does not
  on_windows && address="file:///Z%3A$work"
  out_has "\"id\":2,\"result\":[{\"name\":\"Ring\",\"kind\":12,\"location\":{\"uri\":\"$address/mod/bell.patho\""
  printf '\nvoid Toll() {}\nvoid Ringing() {}\nmain task TMain { void init() { Toll(); Ringing(); } }\n' > "$work/mod/bell.patho"
  talk 0 "$begin_in" "$symbols" "$shut_down" "$leave"
  out_has '"id":2,"result":[{"name":"Ringing","kind":12,'
  out_lacks '"Ring"'
fi

# --- What is wrong is told as soon as nothing more comes ---
: > "$work/out"
# shellcheck disable=SC2094  # it is meant to read what comes
{
  message "$begin"
  message "$(open "$there/wrong.patho" 'main task {')"
  for _ in {1..200}; do # the editor says nothing until it has heard of it
    ! grep -q publishDiagnostics "$work/out" || break
    sleep 0.1
  done
  message "$shut_down"
  message "$leave"
} | "$vellum" lsp > "$work/out"
out_has '"method":"textDocument/publishDiagnostics","params":{"uri":"file://'

# --- Renaming goes through the files of the folder; nothing outside is read ---
printf '#include "lib.patho"\nmain task TOther { void init() { @Trace(Most); } }\n' > "$here/other.patho"
talk 0 "$begin" "$(open "$there/main.patho" "$main")" \
  "$(ask 2 rename "$there/main.patho" 1 42 ',"newName":"Least"')" "$shut_down" "$leave"
for name in main lib other; do out_has "$there/$name.patho\":[{"; done
mkdir "$here/below"
talk 0 "$begin" "$(open "$there/below/x.patho" '#include \"../lib.patho\"\nmain task TMain { void init() { @Trace(Most); } }\n')" \
  "$(ask 2 definition "$there/below/x.patho" 1 42 '')" "$shut_down" "$leave"
out_has '"id":2,"result":[]'

# A folder that comes is one to read in, until it goes.
folders() { printf '{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[%s],"removed":[%s]}}}' "$@"; }
above="{\"uri\":\"file://$there\",\"name\":\"all\"}"
main='#include \"lib.patho\"\nmain task TMain { void init() { @Trace(Most); } }\n'
talk 0 "$begin" "$(folders "$above" '')" "$(open "$there/below/x.patho" "$main")" "$(ask 2 definition "$there/below/x.patho" 1 42 '')" \
  "$(folders '' "$above")" "$(open "$there/below/y.patho" "$main")" "$(ask 3 definition "$there/below/y.patho" 1 42 '')" "$shut_down" "$leave"
out_has "\"id\":2,\"result\":[{\"uri\":\"file://$there/lib.patho\""
out_has '"id":3,"result":[]'

# --- What is no message: told, or the end where nothing more can be read ---
talk 0 "$begin" '{"jsonrpc": nonsense' "$shut_down" "$leave"
out_has '"code":-32700'
talk 0 "$begin" '[1,2,3]' '{"id":7}' '{"jsonrpc":"2.0","id":8,"method":"no/such"}' "$shut_down" '{"id":9,"method":"x"}' "$leave"
out_has '"id":7,"error":{"code":-32600'
out_has '"id":8,"error":{"code":-32601'
out_has '"id":9,"error":{"code":-32600'
talk 0 '{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{}}' "$begin" "$shut_down" "$leave"
out_has '"id":5,"error":{"code":-32002'
printf 'Content-Length: soon\r\n\r\n' > "$work/conversation"
input=$work/conversation run 1 lsp
err_has 'is not a length'
