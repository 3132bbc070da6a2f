#!/usr/bin/env bash
# The debug adapter as editors start it: over standard input and output, and over a port with a token. What it answers
# in detail is in tests/cases/*/dap and tests/dap.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

# message <command> [arguments]: a request as it is sent.
number=0
message() {
  number=$((number + 1))
  local body="{\"seq\":$number,\"type\":\"request\",\"command\":\"$1\",\"arguments\":${2:-{\}}}"
  printf 'Content-Length: %d\r\n\r\n%s' "${#body}" "$body"
}
# talk <exit code> <file of messages>: what is answered, a message a line.
talk() {
  input=$2 run "$1" dap
  tr -d '\r' < "$work/out" | sed 's/Content-Length: [0-9]*$//' | grep '^{' > "$work/lines" || true
  cp "$work/lines" "$work/out"
}

# --- A whole conversation; standard output has nothing but messages ---
# wait_for <text>: reads messages into $work/out until one has it.
wait_for() {
  local length body
  while LC_ALL=C IFS= read -r -t 60 length <&"$from"; do
    length=${length//[^0-9]/}
    LC_ALL=C IFS= read -r -t 60 body <&"$from"
    LC_ALL=C IFS= read -r -t 60 -N "$length" body <&"$from"
    printf '%s\n' "$body" >> "$work/out"
    [[ $body != *"$1"* ]] || return 0
  done
  fail "there is no message with '$1'"
}
cp samples/pathologic/lamp.patho "$work/lamp.patho"
ask() { message "$@" >&"$to"; }
start_adapter() {
  : > "$work/out"
  coproc adapter { exec "$vellum" dap 2> "$work/err"; }
  # shellcheck disable=SC2154  # bash sets it
  process=$adapter_PID
  # Bash forgets the array as soon as the adapter has ended.
  # shellcheck disable=SC2154
  exec {from}<&"${adapter[0]}" {to}>&"${adapter[1]}"
}
end_adapter() {
  ask disconnect
  wait_for '"command":"disconnect"'
  wait "$process" || fail "it did not end well"
  exec {from}<&- {to}>&-
}
start_adapter
ask initialize
ask launch "{\"program\":\"lamp.patho\",\"cwd\":\"$work\",\"event\":[\"OnUse:null\"],\"frames\":5,\"frame\":3}"
wait_for '"event":"initialized"'
ask setFunctionBreakpoints '{"breakpoints":[{"name":"OnUze"},{"name":"TFlicker::init"}]}'
wait_for "there is no function 'OnUze'. Did you mean 'OnUse'?"
ask configurationDone
wait_for '"reason":"function breakpoint"'
ask stackTrace '{"threadId":1}'
wait_for '"name":"TFlicker.init"'
ask continue '{"threadId":1}'
wait_for '"event":"terminated"'
end_adapter
"$json_check" --lines < "$work/out" || fail "not valid JSON lines"
numbers=$(sed -E 's/^\{"seq":([0-9]+),"type":"(event","event":"[a-z]+"|response","request_seq":[0-9]+,"command":"[a-zA-Z]+","success":true).*/\1/' "$work/out")
[[ $numbers == "$(seq "$(wc -l < "$work/out")")" ]] || fail "not every message has its number, type and name: $numbers"
out_has "'frame' is not an option. Did you mean 'frames'?"
out_has 'lamp.patho"},"line":'
err_empty
# Editors get paths that mean the same from every folder.
on_windows || out_has "\"path\":\"$(cd "$work" && pwd -P)/lamp.patho\""

# Events and settings of a plan.
printf 'script lamp.patho\nevent OnUse:null@1\nframes 3\n' > "$work/used.plan"
start_adapter
ask initialize
ask launch "{\"program\":\"lamp.patho\",\"plan\":\"used.plan\",\"cwd\":\"$work\"}"
wait_for '"event":"initialized"'
ask setFunctionBreakpoints '{"breakpoints":[{"name":"TMain.OnUse"}]}'
ask configurationDone
wait_for '"reason":"function breakpoint"'
end_adapter

# --- What runs is looked at soon; a long way back is told about and can be cancelled ---
printf 'main task TMain {\n    int m_count;\n    void init() {\n        for (;;) {\n            m_count++;\n        }\n    }\n}\n' \
  > "$work/long.patho"
start_adapter
ask initialize '{"supportsProgressReporting":true}'
ask launch "{\"program\":\"long.patho\",\"cwd\":\"$work\",\"frames\":1000000,\"report\":false}"
wait_for '"event":"initialized"'
ask configurationDone
wait_for '"command":"configurationDone"'
sleep 2
begun=$SECONDS
ask threads
wait_for '"command":"threads"' # answered while it runs
ask pause
wait_for '"reason":"pause"'
((SECONDS - begun < 6)) || fail "nobody looked at what came"
ask setBreakpoints '{"source":{"name":"long.patho"},"breakpoints":[{"line":5,"condition":"m_count < 0"}]}'
for way in 'way 1' 'way 2'; do
  ask reverseContinue '{"threadId":1}'
  wait_for '"event":"progressStart"'
  tail -n 1 "$work/out" > "$work/begun"
  ask cancel '{"progressId":"way 0"}'
  ask cancel "{\"progressId\":\"$way\"}"
  wait_for '"event":"progressEnd"'
  tail -n 1 "$work/out" >> "$work/begun"
  [[ $(grep -c "\"progressId\":\"$way\"" "$work/begun") -eq 2 ]] || fail "it is not '$way' that is told of"
  wait_for '"reason":"pause"'
done
grep -q '"title":"Searching the past","cancellable":true' "$work/out" || fail "it is not said what takes so long"
end_adapter

# --- How much one answer holds ---
{
  for i in {0..4199}; do echo "int a$i = $i;"; done
  echo 'int big[300000];'
  for i in {0..9}; do echo "void f$i() { a0 = $i; }"; done
  echo 'export f0;'
} > "$work/many.asc"
start_adapter
ask initialize
ask launch "{\"program\":\"$work/many.asc\"}"
wait_for '"event":"initialized"'
ask configurationDone
wait_for '"event":"terminated"'
out_has 'the functions are f0, f1, f2, f3, f4, f5, f6, f7, …'
end_adapter
start_adapter
ask initialize
ask launch "{\"program\":\"$work/many.asc\",\"call\":[\"f0()\"],\"stopOnEntry\":true}"
wait_for '"event":"initialized"'
ask configurationDone
wait_for '"reason":"entry"'
ask stackTrace '{"threadId":1}'
ask scopes '{"frameId":1}'
wait_for '"name":"globals"'
globals='"name":"globals","variablesReference":([0-9]+),"indexedVariables":[0-9]+,"expensive":true'
[[ $(tail -n 1 "$work/out") =~ $globals ]] || fail "there are not many globals: $(tail -n 1 "$work/out")"
ask setVariable "{\"variablesReference\":${BASH_REMATCH[1]},\"name\":\"a4199\",\"value\":\"7\"}"
wait_for '"command":"setVariable","success":true,"body":{"value":"7"'
ask readMemory "{\"memoryReference\":\"memory $work/many.asc\",\"count\":1048577}"
wait_for '"command":"readMemory"'
tail -n 1 "$work/out" > "$work/read"
[[ $(wc -c < "$work/read") -gt 1398104 && $(wc -c < "$work/read") -lt 1400000 ]] || fail "$(wc -c < "$work/read") characters of memory"
ask completions '{"text":"a","column":2,"frameId":1}'
wait_for '"command":"completions"'
[[ $(tail -n 1 "$work/out" | grep -o '"label":' | wc -l) -eq 200 ]] || fail "not 200 proposals"
targets='{"source":{"name":"many.asc"},"line":4202}'
for i in {1..1001}; do message gotoTargets "$targets"; done > "$work/messages"
cat "$work/messages" >&"$to"
wait_for '"targets":[{"id":999,'
wait_for '"targets":[{"id":0,'
end_adapter
# Of very many threads, too.
for i in {1..300}; do printf '"%s/samples/pathologic/lamp.bin",' "$PWD"; done > "$work/names"
start_adapter
ask initialize
ask launch "{\"program\":[$(sed 's/,$//' "$work/names")],\"frames\":1,\"report\":false,\"stopAtEnd\":true}"
wait_for '"event":"initialized"'
ask configurationDone
wait_for '"description":"the run is over"'
ask threads
wait_for '"command":"threads"'
[[ $(tail -n 1 "$work/out" | grep -o '"id":' | wc -l) -eq 200 ]] || fail "$(tail -n 1 "$work/out" | grep -o '"id":' | wc -l) threads"
end_adapter

# --- The past takes as many megabytes as it is given ---
if [[ -r /proc/self/status ]] && ! grep -q __asan_init "$vellum"; then
  printf 'int big[1000000];\nvoid noloopcheck run() { int i; while (i < 2000000) { big[i / 2] = i; i += 1; } }\nexport run;\n' \
    > "$work/big.asc"
  past() { # how much memory there was at most, with so much for the past
    start_adapter
    ask initialize
    ask launch "{\"program\":\"$work/big.asc\",\"call\":[\"run()\"],\"report\":false,\"history\":$1}"
    wait_for '"event":"initialized"'
    ask configurationDone
    wait_for '"event":"stopped"' # its instructions are used up
    memory=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status")
    end_adapter
  }
  past 1
  little=$memory
  past 100
  ((memory > little + 50000)) || fail "$memory KiB with 100 MiB for the past, $little KiB with 1 MiB"
fi

# --- What the world refuses is told, and so is that nothing ran ---
refused() {
  start_adapter
  ask initialize
  ask launch "$1"
  wait_for '"event":"initialized"'
  ask configurationDone
  wait_for '"event":"terminated"'
  end_adapter
}
refused '{"program":"samples/pathologic/lamp.patho","event":["OnUze:null"],"frames":2}'
out_has "Did you mean 'OnUse'?"
out_has '"exitCode":1'
# A run that begins again is judged by itself.
start_adapter
ask initialize
ask launch '{"program":"samples/pathologic/lamp.patho","event":["OnUze:null"],"frames":2}'
wait_for '"event":"initialized"'
ask configurationDone
wait_for '"event":"terminated"'
: > "$work/out"
ask restart '{"arguments":{"program":"samples/pathologic/lamp.patho","event":["OnUse:null"],"frames":2}}'
wait_for '"event":"terminated"'
out_has '"exitCode":0'
end_adapter
refused '{"program":"samples/ags/s12_functions.o","call":["maim()"]}'
out_has "Did you mean 'main'?"
out_has '"exitCode":1'
refused '{"program":"samples/ags/s12_functions.o","stopOnEntry":true}'
out_has "No script code has run"
out_has "the functions are"
refused '{"program":"samples/ags/s12_functions.o","call":["main()"]}'
out_lacks "No script code has run"
out_has '"exitCode":0'

# --- What cannot be launched says why, and the next try may be better ---
{
  message initialize
  message launch '{}'
  message launch '{"program":"nothing.bin"}'
  message launch '{"program":"samples/pathologic/lamp.bin","frames":"many"}'
  message launch '{"program":"samples/pathologic/lamp.bin","cwd":"/nowhere/at/all"}'
  message attach '{"port":1,"token":"x"}'
  message threads
  message launch '{"program":["samples/pathologic/lamp.bin"],"args":["--frames","2"],"source":true,"stopOnEntry":true}'
  message configurationDone
  message loadedSources
  message threads
  message scopes '{"frameId":1}'
} > "$work/messages"
talk 0 "$work/messages" # the editor is gone: so is the adapter
out_has "'program' must name the script"
out_has 'nothing.bin'
out_has 'many'
out_has "the folder of 'cwd'"
out_has 'cannot connect to port 1 of this machine'
out_has 'nothing is being debugged yet'
# Only what begins a session is shown to the user by the client itself.
for shown in launch:true attach:true threads:false; do
  error="\"command\":\"${shown%:*}\",\"success\":false.*\"body\":{\"error\":{\"id\":1,\"format\":\"{text}\""
  error+=",\"variables\":{\"text\":\"[^}]*\"},\"showUser\":${shown#*:}}}}"
  grep -q "$error" "$work/out" || fail "the error of ${shown%:*} is not whole"
done
out_has 'notStopped' # nobody waited
out_has 'lamp.patho"'

# --- What is no conversation ends it ---
printf 'GET / HTTP/1.1\r\nHost: here\r\n\r\n' > "$work/messages"
talk 0 "$work/messages"
out_has 'protocol.header'
{ printf 'Content-Length: 2\r\n\r\n[}'; message initialize; } > "$work/messages"
talk 0 "$work/messages"
out_has 'json.syntax'
out_has '"supportsStepBack":true'

# --- A game that is running: what it says reaches the editor, once, and its end is the adapter's ---
game=$(dirname "$vellum")/example_debugger
if [[ -x $game ]]; then
  exec {told}< <(exec "$game" serve 2> "$work/game.err")
  playing=$!
  IFS= read -r -t 60 greeting <&"$told" || fail "the game does not say where it is"
  greeting=${greeting//,/}
  # shellcheck disable=SC2034
  read -r _ port _ token <<< "$greeting"
  attach="{\"port\":$port,\"token\":\"$token\"}"
  start_adapter
  ask initialize
  ask attach "$attach"
  wait_for '"event":"initialized"'
  ask setFunctionBreakpoints '{"breakpoints":[{"name":"OnUse"}]}'
  ask configurationDone
  wait_for '"reason":"function breakpoint"'
  ask stackTrace '{"threadId":1}'
  wait_for '"name":"TMain.OnUse"'
  [[ $(grep -c '"command":"initialize"' "$work/out") -eq 1 ]] || fail "the greeting is answered twice"
  end_adapter
  start_adapter
  ask initialize
  ask attach "$attach"
  wait_for '"event":"initialized"'
  kill "$playing"
  for _ in {1..100}; do # the editor has not gone
    kill -0 "$process" 2> /dev/null || break
    sleep 0.1
  done
  if kill -0 "$process" 2> /dev/null; then fail "the adapter outlives its game"; fi
  exec {from}<&- {to}>&- {told}<&-
fi

# --- A project's launch request may not let its scripts write, or read settings from elsewhere ---
for more in '"setting":"files=/"' '"setting":["seed=1","text=@/etc/passwd"]' '"args":["--setting=files=/"]' '"args":["--grant=/","--setting=files=/"]'; do
  { message initialize; message launch "{\"program\":\"samples/pathologic/lamp.bin\",\"grant\":\"/\",$more}"; } > "$work/messages"
  talk 0 "$work/messages"
  out_has '"command":"launch","success":false'
  out_has "grant"
done
{ message initialize; message launch '{"program":"samples/pathologic/lamp.bin","args":["--grant=/"]}'; } > "$work/messages"
talk 0 "$work/messages"
out_has "'grant' is not allowed in a launch request"
# What is granted to the adapter may be used, and is said where it is seen.
mkdir "$work/shared"
{ message initialize; message launch "{\"program\":\"samples/ags/s12_functions.o\",\"setting\":\"files=$work/shared\"}"; message disconnect; } > "$work/messages"
input=$work/messages run 0 dap --grant "$work/shared"
out_has '"category":"important"'
out_has "$work/shared"
out_has '"command":"launch","success":true'

# A port that is none is no game; a connection is tried for nothing but 'attach'.
{ message initialize; message attach '{"port":0}'; message attach '{"port":70000}'; message launch '{"port":1,"program":"nothing.bin"}'; } > "$work/messages"
talk 0 "$work/messages"
[[ $(grep -c 'no game is running here to attach to' "$work/out") -eq 2 ]] || fail "not both ports are refused"
out_lacks 'cannot connect'

# --- A port; bash speaks with it ---
run 2 dap --port 70000
if ! on_windows; then
  mkfifo "$work/said"
  VELLUM_DAP_TOKEN=sesame "$vellum" dap --port 0 --once > "$work/said" &
  server=$!
  read -r line < "$work/said"
  [[ $line =~ 127\.0\.0\.1:([0-9]+),\ token\ sesame ]] || fail "it says '$line'"
  exec 3<> "/dev/tcp/127.0.0.1/${BASH_REMATCH[1]}"
  { message initialize; message launch '{"program":"samples/pathologic/lamp.bin","token":"other"}'; } >&3
  timeout 20 cat <&3 > "$work/out" || fail "the conversation goes on"
  out_has 'wrong token'
  # The port is still there for the client that has it.
  exec 3<> "/dev/tcp/127.0.0.1/${BASH_REMATCH[1]}"
  { message initialize; message launch '{"program":"samples/pathologic/lamp.bin","token":"sesame"}'; message disconnect; } >&3
  timeout 20 cat <&3 > "$work/out" || fail "the conversation goes on"
  out_has '"event":"initialized"'
  wait "$server" || fail "it did not end well"
fi
