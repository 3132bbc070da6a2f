#!/usr/bin/env bash
# Project files: `vellum init`, and a folder whose vellum.json counts for commands, the language server and the debugger.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh" "$@"

# --- init: what lies in the folder, never over a file ---
mkdir -p "$work/mod/lib" "$work/mod/rooms" "$work/mod/tests"
mod=$work/mod
printf '#define ANSWER 42\nimport int Missing;\n' > "$mod/lib/h.ash"
printf 'int game_start() {\n  int answer = ANSWER;\n  return answer;\n}\n' > "$mod/rooms/room1.asc"
printf 'function vellum_log(text)\n  print(text)\nend\n' > "$mod/answers.lua"
printf 'test lamp\n  script %s\n  frames 1\n' "$PWD/$samples/lamp.bin" > "$mod/tests/a.plan"
run 0 init "$mod" --stdout
cp "$work/out" "$work/drafted"
out_has '"engine": "ags"'
out_has '"host": "answers.lua"'
[[ ! -e $mod/vellum.json ]] || fail "--stdout wrote"
run 0 init "$mod" --format json
is_json
run 0 init "$mod"
err_has "vellum.json: written"
same "$mod/vellum.json" "$work/drafted"
echo '{}' > "$mod/vellum.json"
run 1 init "$mod"
[[ $(< "$mod/vellum.json") == '{}' ]] || fail "init replaced a file"
run 0 init "$mod" --force
same "$mod/vellum.json" "$work/drafted"
(cd "$mod/rooms" && "$vellum" init --stdout > "$work/out")
out_has '"engine": "ags"'
run 3 init "$work/nowhere"

# --- The header counts for the folder, a file, a pattern, from below and above; not without the project ---
run 0 check "$mod"
run 0 check "$mod/rooms/room1.asc"
(cd "$mod/rooms" && "$vellum" check room1.asc > "$work/out" 2> "$work/err") || fail "not found above the current folder"
(cd "$mod/tests" && "$vellum" check ../rooms/room1.asc > "$work/out" 2> "$work/err") || fail "not found by a path that goes up"
run 1 check --no-project "$mod/rooms/room1.asc"
# What is said on the command line wins.
printf '#define ANSWER 7\n' > "$work/other.ash"
run 0 compile "$mod/rooms/room1.asc" -o "$work/seven.o" --header "$work/other.ash"
run 0 compile "$mod/rooms/room1.asc" -o "$work/answer.o"
! cmp -s "$work/seven.o" "$work/answer.o" || fail "--header did not replace the project's"
run 0 compile "$mod/rooms/room1.asc" -o "$work/switch.o" --switch linenumbers=0
echo '{"headers": ["lib/h.ash"], "ags": {"linenumbers": false}}' > "$mod/vellum.json"
run 0 compile "$mod/rooms/room1.asc" -o "$work/project.o"
same "$work/switch.o" "$work/project.o"
run 0 compile "$mod/rooms/room1.asc" -o "$work/again.o" --switch linenumbers=1
same "$work/answer.o" "$work/again.o"

# --- Names ---
mkdir "$work/named"
cp $samples/lamp.bin "$work/named"
run 0 decompile $samples/lamp.bin -o "$work/lamp.patho"
sed 's/void init/\/\/ Of the project.\n    void init/' "$work/lamp.patho" > "$work/edited.patho"
run 0 decompile "$work/edited.patho" --save-names "$work/named/my.names"
run 0 init "$work/named"
run 0 decompile "$work/named/lamp.bin"
out_has "// Of the project."
run 0 decompile "$work/named/lamp.bin" --no-project
out_lacks "// Of the project."

# --- Mistakes are told with their line, once for a folder ---
printf '{\n  "heders": []\n}\n' > "$mod/vellum.json"
run 1 check "$mod"
err_has "vellum.json:2:3: error: 'heders' is no setting. Did you mean 'headers'?"
[[ $(grep -c "heders" "$work/err") -le 2 ]] || fail "told more than once"
run 1 check "$mod/rooms/room1.asc"
run 1 check "$mod/rooms/room1.asc" --variant utf88
err_has "Did you mean 'utf8'?"

# --- Nothing outside, nothing runs, unless the command line says so ---
echo '{"data": ["../.."]}' > "$mod/vellum.json"
run 1 check "$mod/rooms/room1.asc"
err_has "leads out of the folder of the project file"
run 0 run "$mod/rooms/room1.asc" --no-project --header "$mod/lib/h.ash" --call game_start
echo '{"headers": ["lib/h.ash"], "host": "answers.lua", "plans": ["tests/*.plan"], "data": ["../.."]}' > "$mod/vellum.json"
run 1 run "$mod/rooms/room1.asc" --call game_start
run 0 run "$mod/rooms/room1.asc" --call game_start --grant "$work/.."
echo '{"headers": ["lib/h.ash"], "host": "answers.lua", "plans": ["tests/*.plan"]}' > "$mod/vellum.json"
echo 'error("this ran")' > "$mod/answers.lua"
run 0 run "$mod/rooms/room1.asc" --call game_start
run 1 run "$mod/rooms/room1.asc" --call game_start --host "$mod/vellum.json"
grep -qE 'this ran|this build has no Lua' "$work/err" || fail "the project's host script did not run"
cp $samples/lamp.bin "$mod/tests"
printf 'test lamp\n  script lamp.bin\n  frames 1\n' > "$mod/tests/a.plan"
run 0 test "$mod"
out_has "1 passed"
run 0 test "$mod/vellum.json"
run 1 test "$mod/lib/../../named"
err_has "no project file with plans"

# --- The language server ---
message() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf '%s' "$1" | wc -c)" "$1"; }
# shellcheck disable=SC2094  # they wait for what is answered
# diagnosed: what the server tells of the room.
diagnosed() {
  : > "$work/out"
  {
    message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    message "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file://$mod/rooms/room1.asc\",\"languageId\":\"ags\",\"version\":1,\"text\":\"int game_start() { return ANSWER; }\\n\"}}}"
    message "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"textDocument/definition\",\"params\":{\"textDocument\":{\"uri\":\"file://$mod/rooms/room1.asc\"},\"position\":{\"line\":0,\"character\":28}}}"
    wait_for "$work/out" '"textDocument/publishDiagnostics"'
    message '{"jsonrpc":"2.0","id":99,"method":"shutdown"}'
    message '{"jsonrpc":"2.0","method":"exit"}'
  } | "$vellum" lsp > "$work/out" 2> "$work/err" || fail "the server did not end well"
}
# wait_for <file> <pattern>: until it is there; what is missing then is told by the checks.
wait_for() {
  for ((i = 0; i < 300; ++i)); do
    ! grep -qs -- "$2" "$1" || return 0
    sleep 0.02
  done
}
diagnosed
out_has '"diagnostics":[]'
out_has "\"id\":2,\"result\":[{\"uri\":\"file://$mod/lib/h.ash\""
mv "$mod/vellum.json" "$work/kept.json"
diagnosed
out_has 'ANSWER'
printf '{\n  "heders": []\n}\n' > "$mod/vellum.json"
diagnosed
out_has "'heders' is no setting"
cp "$work/kept.json" "$mod/vellum.json"

# --- The debugger for editors ---
number=0
request() {
  number=$((number + 1))
  message "{\"seq\":$number,\"type\":\"request\",\"command\":\"$1\",\"arguments\":${2:-{\}}}"
}
# shellcheck disable=SC2094
# debugged: a launch with the room as its program.
debugged() {
  : > "$work/out"
  {
    request initialize
    request launch "{\"program\":\"$mod/rooms/room1.asc\",\"call\":[\"game_start\"]}"
    request configurationDone
    wait_for "$work/out" '"event":"terminated"\|"success":false'
    request disconnect
  } | "$vellum" dap > "$work/out" 2> "$work/err" || true
}
debugged
out_has '"event":"initialized"'
out_lacks 'ANSWER'
mv "$mod/vellum.json" "$work/kept.json"
debugged
out_has 'ANSWER'

# --- What is wrong with a project is told once, not for each of its scripts ---
mkdir -p "$work/four"
printf '<AGSEditorDocument EditorVersion="4.00.00.18"><Game/></AGSEditorDocument>\n' > "$work/four/Game.agf"
for module in A B C; do printf 'int f%s() { return 1; }\n' "$module" > "$work/four/$module.asc"; done
run 1 check "$work/four"
[[ $(grep -c "cannot be built" "$work/out") -eq 1 ]] || fail "it was not told once"
err_has "4 of 4 scripts bad, 1 error"
run 1 check --format json "$work/four"
[[ $(grep -o "cannot be built" "$work/out" | wc -l) -eq 4 ]] || fail "each script has its reason"
