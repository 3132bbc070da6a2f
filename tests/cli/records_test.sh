#!/usr/bin/env bash
# Records, replays and snapshots: limits that were given or not, and what cannot be saved.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

# A script for each limit: it runs for ever, grows for ever, calls itself for ever.
head='.numbering hd\n.run M, a\n.task M, 0\n'
printf '%ba:\n PushI 0\nmore:\n PushI 1\n Add2 S[2], S[1], S[2], 1\n Jump more\n' "$head" > "$work/runs.vasm"
printf '%ba:\n PushS "0123456789abcdef"\nmore:\n Add2 S[1], S[1], S[1], 0\n Jump more\n' "$head" > "$work/grows.vasm"
printf '%ba:\n Call a\n Return 0\n' "$head" > "$work/calls.vasm"

# limit <script> <exit code> <option> <recorded> <another> <what the run says> <name in the record> <name in words>
limit() {
  local script=$work/$1.vasm record=$work/$1.jsonl
  run "$2" run "$script" --frames 3 "$3" "$4" --record "$record"
  out_has "$6"
  grep -qF "\"$7\":$4" "$record" || fail "the record lacks $7 $4"
  # Without the option the record's limit holds; given, it has to be the same.
  run "$2" run "$script" --replay "$record"
  out_has "$6"
  err_has "the run matched"
  run "$2" run "$script" --replay "$record" "$3" "$4"
  err_has "the run matched"
  run 1 run "$script" --replay "$record" "$3" "$5"
  err_has "the budget of $8 was $4, here it is $5"
  run 1 run "$script" --replay "$record" "$3" 0
  err_has "the budget of $8 was $4, here it is the engine's own"
  # A record without a limit wants none.
  run "$2" run "$script" --frames 3 --record "$record" --force
  run "$2" run "$script" --replay "$record"
  err_has "the run matched"
  run 1 run "$script" --replay "$record" "$3" "$5"
  err_has "the budget of $8 was the engine's own, here it is $5"
}
limit runs 0 --budget 5000 6000 'the limit of 5000 instructions' instructions instructions
limit grows 1 --budget-memory 3000000 4000000 'a text grows beyond 187500 bytes' memory memory
limit calls 1 --budget-depth 70 80 'calls are nested deeper than 70' call_depth 'nested calls'

# What waits for a function of the host script lives in this process alone.
printf '%ba:\n Func Ask/0\n Return 0\n' "$head" > "$work/asks.vasm"
printf 'function Ask() return wait_until(function() return false end) end\n' > "$work/until.lua"
printf 'function Ask() return wait(9) end\n' > "$work/wait.lua"
run 0 run "$work/asks.vasm" --host "$work/wait.lua" --frames 3 --snapshot-at "2:$work/waits"
out_has "written to $work/waits"
run 1 run "$work/asks.vasm" --host "$work/until.lua" --frames 3 --snapshot-at "2:$work/never"
cat "$work/out" "$work/err" > "$work/both"
grep -qF 'a pending native holds a resource of this process' "$work/both" || fail "nothing says why"
[[ ! -e $work/never ]] || fail "a snapshot was written"
run 0 run "$work/asks.vasm" --host "$work/wait.lua" --frames 3 --restore "$work/waits"
run 3 run "$work/asks.vasm" --host "$work/wait.lua" --frames 3 --snapshot-at "2:$work/none/there"
cat "$work/out" "$work/err" > "$work/both"
grep -qF 'cannot write the file' "$work/both" || fail "nothing says that it was not written"

# What is stood in for is told in a trace, in either form.
run 0 trace "$work/asks.vasm" --frames 1 --format jsonl
out_has '"stand_in":true'
run 0 trace "$work/asks.vasm" --frames 1 --host "$work/wait.lua" --format jsonl
out_lacks '"stand_in"'
run 0 trace "$work/asks.vasm" --frames 1
out_has 'stood in'

# A record of a map is that of its run, and is one without saying more.
run 0 map samples/ff7/island.ev --record "$work/map.vrec" --svg "$work/map.svg"
[[ -s $work/map.vrec ]] || fail "no record"
run 0 map samples/ff7/island.ev --replay "$work/map.vrec" --svg "$work/again.svg"
same "$work/map.svg" "$work/again.svg"
