#!/usr/bin/env bash
# Running: the account, events, records and replays, snapshots, traces, budgets.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 run $listings/fibonacci.bin
out_has "fib(15) = 610"
out_has "summary"
run 0 run -q $listings/fibonacci.bin
out_lacks "start"
out_has "Trace"
run 0 run $listings/lantern.bin --frames 20
out_has "frame"
for format in json jsonl; do
  run 0 run $listings/lantern.bin --frames 20 --event 'OnUse:#5@3' --format $format
  if [[ $format == json ]]; then is_json; else is_jsonl; fi
  out_has '"instructions"'
  out_has '"outcome"'
done
# What the text tells the lines tell too: the outcome of an event, and remarks about the run.
run 0 run $listings/lantern.bin --frames 2 --event 'OnUse:#5@2' --snapshot-at "2:$work/two.snap" --format jsonl
is_jsonl
out_has '{"type":"outcome","text":"handled"}'
out_has '{"type":"remark","text":"snapshot of '
run 0 run $listings/lantern.bin --frames 1 --restore "$work/two.snap" --format json
out_has '"text": "continuing from '
out_has '"when": "restored"'
run 0 run $listings/lantern.bin --frames 5 --event 'OnUse:#5@3'
out_has "> event OnUse:#5@3"
out_has "frame 2: nothing happens"
run 1 run $listings/lantern.bin --frames 2 --event 'NoSuchEvent'
err_has "NoSuchEvent"
run 3 run $listings/lantern.bin --restore "$work/missing"

# What a world map script changed is there to be tested: a write, an entity, the window.
cat > "$work/writes.vasm" << 'END'
; engine: ff7
    RETURN
.function system 0
    RESET
    PUSH_SAVE_BIT 0x3f0
    PUSH_CONST 1
    WRITE
    RESET
    PUSH_CONST 6
    LOAD_MODEL
    RESET
    PUSH_CONST 23
    SET_MESSAGE
    RETURN
END
run 0 run "$work/writes.vasm" --frames 1 --format json
is_json
out_has '"C22": 1'
out_has '"name": "buggy"'
out_has '"text": 23'
run 0 run "$work/writes.vasm" --frames 1 --format jsonl
is_jsonl
out_has '"save":{"C22":1}'
run 0 trace "$work/writes.vasm" --frames 1 --format jsonl
is_jsonl
out_has '"instruction":"SET_MESSAGE","taken":[23]}'
run 0 trace "$work/writes.vasm" --frames 1
out_has "SET_MESSAGE                         ; depth 1  (23)"
# A fault of what has a source tells what its variables held.
cat > "$work/door.patho" << 'END'
main task TMain {
    void init() {
        object door;
        int times = 2;
        door->Open(times > 1);
    }
}
END
run 1 run "$work/door.patho" --frames 1 --format jsonl
is_jsonl
out_has '"line":5,"variables":[{"name":"door","type":"object","text":"null"},{"name":"times","type":"int","text":"2"}]'

# A run goes on as long as its host can still start something: by the ground, by what touches, by a frame.
printf 'system enter { load_model(cloud); set_player(); set_mesh_pos(12, 7); }\nmesh 12,7,0 { play_sfx(99); }\n' > "$work/late.wms"
printf 'local n = 0\nfunction frame() n = n + 1 end
function terrain_info(x, z, model) if n >= 3 then return 0, 3, 0 end return 0, 0, 0 end\n' > "$work/late.lua"
run 0 run "$work/late.wms" --host "$work/late.lua" --frames 10
out_has "sound 99"
out_lacks "finished"
printf 'function on_frame(number) if number == 5 then send("mesh 12,7,0") end end\n' > "$work/sends.lua"
run 0 run "$work/late.wms" --host "$work/sends.lua" --frames 10
out_has "sound 99"
run 0 run "$work/late.wms" --frames 10
out_has "nothing is left to run"

# Colours: who speaks is faint, what a stand-in answered and faults are marked; the text is the same without them.
run 0 run "$work/writes.vasm" --frames 1
cp "$work/out" "$work/plain"
run 0 run "$work/writes.vasm" --frames 1 --color always
out_has $'  \x1b[38;5;243msystem:\x1b[0m model 6 buggy loaded'
sed 's/\x1b\[[0-9;]*m//g; / ms\b/d' "$work/out" > "$work/bare"
sed '/ ms\b/d' "$work/plain" > "$work/wanted"
same "$work/wanted" "$work/bare"
run 0 run $listings/lantern.bin --frames 5 --event 'OnUse:#5@3' --color always
out_has $'  \x1b[38;5;63m> event OnUse:#5@3\x1b[0m'
out_has $'\x1b[38;5;243mframe 2: nothing happens\x1b[0m'
out_has $' \x1b[38;5;243m[stood in]\x1b[0m'
out_has $'  \x1b[38;5;63m= handled\x1b[0m'
# A report ends after 2,000 lines, unless more is wanted: the counter tells a line a frame, never the same twice.
cat > "$work/counter.vasm" << 'END'
; engine: ff7
    RETURN
.function system 0
    RETURN
.function system 2
    RESET
    PUSH_SAVE_BYTE 0
    PUSH_SAVE_BYTE 0
    PUSH_CONST 1
    ADD
    WRITE
    RETURN
END
run 0 run "$work/counter.vasm" --frames 2100
[[ $(grep -c '^frame ' "$work/out") -le 2000 ]] || fail "more than 2,000 lines"
out_has " lines left out; --verbose shows them"
run 0 run "$work/counter.vasm" --frames 2100 --verbose
[[ $(grep -c '^frame ' "$work/out") -ge 2099 ]] || fail "lines are missing"
out_lacks "left out"
# A table that breaks the rules is told of before the run.
printf '; engine: ff7\n.entry 1, 7, 0\n    RETURN\n' > "$work/table.vasm"
run 0 run "$work/table.vasm" --frames 1
err_has "ff7.table-rules"

# The same run twice, and a record that does not fit.
run 0 run $listings/lantern.bin --frames 40 --event 'OnUse:#5@3' --record "$work/log.jsonl" --format json
cp "$work/out" "$work/first"
run 0 run $listings/lantern.bin --replay "$work/log.jsonl"
out_has "replay: the run matched"
err_has "the run matched"
run 0 run -q $listings/lantern.bin --replay "$work/log.jsonl"
out_has "replay: the run matched"
err_has "the run matched"
run 0 run $listings/lantern.bin --replay "$work/log.jsonl" --format json
is_json
out_has '"same": true'
run 0 trace $listings/lantern.bin --no-steps --replay "$work/log.jsonl"
out_has "; replay: the run matched"
run 0 trace $listings/lantern.bin --no-steps --replay "$work/log.jsonl" --format jsonl
is_jsonl
out_has '"same":true'
run 1 run $listings/patrol.bin --replay "$work/log.jsonl"
err_has "is not the one that was recorded"
run 2 run $listings/lantern.bin --replay "$work/log.jsonl" --frames 3
err_has "--replay"
run 2 run $listings/lantern.bin --replay "$work/log.jsonl" --seconds 3
echo '{"not": "a log"}' > "$work/nolog.jsonl"
run 1 run $listings/lantern.bin --replay "$work/nolog.jsonl"
err_has "nolog.jsonl:1"
: > "$work/empty.jsonl"
run 1 run $listings/lantern.bin --replay "$work/empty.jsonl"
err_has "the record is empty"
head -n -1 "$work/log.jsonl" > "$work/cut.jsonl"
run 1 run $listings/lantern.bin --replay "$work/cut.jsonl"
err_has "cut off"
tail -n +2 "$work/log.jsonl" > "$work/headless.jsonl"
run 1 run $listings/lantern.bin --replay "$work/headless.jsonl"
err_has "does not begin with a description of its run"
sed '/"line":"frame"/{0,//d}' "$work/log.jsonl" > "$work/holed.jsonl"
run 1 run $listings/lantern.bin --replay "$work/holed.jsonl"
err_has "lines are missing"

# A program is known by what it is, not by where it lies.
for sample in $listings/lantern.bin samples/skrit/guard.skrit samples/ags/s23_strings.o samples/ff7/island.ev; do
  cp "$sample" "$work/"
  run 0 run "$sample" --frames 5 --force --record "$work/moved.jsonl"
  run 0 run "$work/$(basename "$sample")" --replay "$work/moved.jsonl"
done

# Settings and budget are the record's, told if the command line says otherwise; what differs is never silent.
printf '; engine: pathologic\n.numbering hd\n.run M, a\n.task M, 0, object\na:\n PushV object\n TObjFunc T[0], go\n PushS "skipped"\n Func Trace/1, S[1]\n Return 2\n' > "$work/null.vasm"
run 0 run "$work/null.vasm" --setting ignore-null=1 --record "$work/null.jsonl"
run 0 run "$work/null.vasm" --replay "$work/null.jsonl"
out_has "skipped"
run 0 run "$work/null.vasm" --replay "$work/null.jsonl" --setting ignore-null=1
run 1 run "$work/null.vasm" --replay "$work/null.jsonl" --setting ignore-null=0
err_has "the setting ignore-null was '1', here it is '0'"
sed 's/"settings":\[[^]]*\]/"settings":[]/' "$work/null.jsonl" > "$work/forged.jsonl"
run 1 run -q "$work/null.vasm" --replay "$work/forged.jsonl"
err_has "the run differs from its record"
out_has "replay: the run differs from its record"
run 1 run "$work/null.vasm" --replay "$work/forged.jsonl" --format json
is_json
out_has '"same": false'
printf '; engine: pathologic\n.numbering hd\n.run M, a\n.task M, 0, int\na:\n PushI 1\n Add2 T[0], S[1], T[0], 1\n Func Ask/1, T[0]\n Jump a\n' > "$work/limit.vasm"
run 0 run "$work/limit.vasm" --budget 500 --frames 2 --record "$work/limit.jsonl" --format json
grep -o '"instructions": [0-9]*' "$work/out" > "$work/recorded"
run 0 run "$work/limit.vasm" --replay "$work/limit.jsonl" --format json
grep -o '"instructions": [0-9]*' "$work/out" > "$work/replayed"
same "$work/recorded" "$work/replayed"
run 1 run "$work/limit.vasm" --replay "$work/limit.jsonl" --budget 600
err_has "the budget of instructions was 500, here it is 600"

# Stopping and going on ends in the same state as not stopping.
run 0 run $listings/lantern.bin --frames 30 --snapshot-at "10:$work/ten" --snapshot-at "30:$work/thirty"
run 0 run $listings/lantern.bin --frames 20 --restore "$work/ten" --snapshot-at "30:$work/again"
out_has "after frame 10"
same "$work/again" "$work/thirty"
# Frames go on counting where the snapshot was, for whoever asks.
run 0 run $listings/lantern.bin --frames 3 --restore "$work/ten" --event OnUse:#7 --event OnUse:#7@12 --format jsonl
out_has '"text":"frame 11","frame":11'
out_has '"text":"OnUse:#7","when":"frame 11"'
out_has '"text":"OnUse:#7@12","when":"frame 12"'
out_has '"frames":3'
printf 'function on_frame(number) print("before " .. number) end\n' > "$work/numbers.lua"
run 0 run $listings/lantern.bin --frames 1 --restore "$work/ten" --host "$work/numbers.lua"
out_has "before 11"
run 0 run $listings/lantern.bin --restore "$work/ten" --event OnUse:#7@13 --snapshot-at "14:$work/fourteen"
out_has "frame 14"
run 2 run $listings/lantern.bin --restore "$work/ten" --event OnUse:#7@10
err_has "was taken after frame 10"
run 2 run $listings/lantern.bin --restore "$work/ten" --snapshot-at "9:$work/never"
run 0 run $listings/lantern.bin --restore "$work/ten" --frames 0 --snapshot-at "10:$work/again10"
same "$work/again10" "$work/ten"
run 2 run $listings/lantern.bin --restore "$work/ten" --frames 3 --event OnUse:#7@15
err_has "only 3 frames run from frame 11; --frames 4 or more"
for script in samples/ags/s10_switch.o samples/ff7/island.ev samples/skrit/lighthouse.skrit; do
  run 0 run $script --frames 2 --snapshot-at "2:$work/two" --force
  run 0 run $script --frames 1 --restore "$work/two" --format jsonl
  out_has '"text":"frame 3","frame":3'
done
# An event that no script of the world knows.
run 1 run $listings/fibonacci.bin --frames 1 --event OnUze
err_has "Did you mean 'OnUse'?"
run 1 run $listings/patrol.bin --restore "$work/ten"
run 0 run $listings/lantern.bin --frames 20 --restore "$work/ten" --record "$work/rest.jsonl"
run 0 run $listings/lantern.bin --restore "$work/ten" --replay "$work/rest.jsonl"
run 1 run $listings/lantern.bin --replay "$work/rest.jsonl"
err_has "continued from a snapshot"
run 1 run $listings/lantern.bin --restore "$work/thirty" --replay "$work/rest.jsonl"
err_has "another snapshot"
head -c 20 "$work/ten" > "$work/short"
run 1 run $listings/lantern.bin --restore "$work/short"

run 0 trace $listings/fibonacci.bin --frames 1 --limit 50
out_has "PushV"
run 0 trace $listings/fibonacci.bin --frames 1 --format jsonl
is_jsonl
out_has '"type":"step"'
run 0 trace $listings/fibonacci.bin --no-steps
out_has "says: fib(15) = 610"
out_lacks "Trace" # that it was asked for is told by what it says
out_lacks "PushV"

# A host script answers and speaks; its mistakes have a file and a line.
if grep -q 'Lua 5.4: yes' <<< "$("$vellum" version)"; then
  printf 'function Trace(text) log("heard: " .. text) end\n' > "$work/host.lua"
  run 0 run $listings/fibonacci.bin --host "$work/host.lua"
  out_has "host: heard: fib(15) = 610"
  run 0 run $listings/fibonacci.bin --host "$work/host.lua" --format jsonl
  is_jsonl
  printf 'function Trace(text)\n' > "$work/host.lua"
  run 1 run $listings/fibonacci.bin --host "$work/host.lua"
  err_has "host.lua"
else
  run 1 run $listings/fibonacci.bin --host "$work/host.lua"
  err_has "no Lua"
fi
run 3 run $listings/fibonacci.bin --host "$work/missing.lua"

# What natives answer can be said without a host script; who answers nothing that is asked is told of.
run 0 run samples/pathologic/clock_alpha.bin --frames 1 --answer 'GetGameTime = 7.5'
out_has "the hour is 7"
run 0 run samples/pathologic/clock_alpha.bin --frames 1 --answer GetGameTime=7.5 --answer GetGameTime=9 --answer GetGameTiem=1
out_has "the hour is 9"
out_has "did you mean GetGameTime?"
run 2 run samples/pathologic/clock_alpha.bin --answer GetGameTime
err_has "NATIVE=VALUES"
run 0 run samples/pathologic/clock_alpha.bin --frames 1 --answer 'GetGameTime="noon"'
out_has "cannot be of type string"
printf 'script %s\nframes 1\nanswer GetGameTime = 11\nexpect told *"the hour is 11"*\n' "$PWD/samples/pathologic/clock_alpha.bin" > "$work/answer.plan"
run 0 test "$work/answer.plan" --grant samples/pathologic

# Listings run as well, and a script that never ends is stopped by the budget.
run 0 run $listings/fibonacci.vasm
out_has "610"
printf '; engine: pathologic\n.numbering hd\n.run Main, start\n.task Main, 0\nstart:\n    Jump start\n' > "$work/forever.vasm"
run 0 run "$work/forever.vasm" --frames 3 --budget 1000
out_has "summary"
out_has "3,000 instructions"
printf '; engine: pathologic\n.numbering hd\n.run Main, start\n.task Main, 0\nstart:\n    Call start\n' > "$work/deep.vasm"
run 1 run "$work/deep.vasm" --frames 3 --budget-depth 30
out_has "nested deeper than 30 "

# Long texts cost a script nothing to pass on, and what tells of them writes their beginnings only.
cat > "$work/long.patho" << 'END'
main task TMain { void init() { string s; s = "aaaaaaaaaaaaaaaa"; for (int q = 0; q < 15; q++) { s = s + s; }
object v; @CreateStringVector(v); v->add(s); string t; for (;;) { v->get(t, 0); } } }
END
for how in --quiet '--format json' '--format jsonl' --verbose; do
  # shellcheck disable=SC2086  # two words
  run 0 run "$work/long.patho" --frames 1 --budget 100000 $how
  [[ $(wc -c < "$work/out") -lt 30000000 ]] || fail "$how: the texts are told whole"
done
run 0 run "$work/long.patho" --frames 1 --budget 100000
out_has '(524288 bytes)'
run 0 trace "$work/long.patho" --frames 1 --budget 100000 --no-steps --format jsonl
is_jsonl
out_has '"size":524288'
