#!/usr/bin/env bash
# Plans: what a run is expected to do, and what is said when it does not.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

cp samples/ff7/island.ev tests/data/pathologic/lantern.bin "$work"
mkdir "$work/plans"
cp samples/ff7/island.ev "$work/plans"
plan="$work/plans/island.plan"
cat > "$plan" << 'END'
# Paths begin at the plan's folder.
script island.ev
frames 20

test the sign speaks
event mesh 12,7,0@3
expect event mesh 12,7,0: started*
expect event mesh 12,7,0
expect told window text 23
expect once told window text *
expect no told window text * @2
expect window open true @3
expect window.text == 23
expect entities.buggy.mesh_x == 12
expect entities 1 mesh_x >= 0xC
expect save.bit(0xC22, 0) == 0
expect marsh_timer != 1
expect temp.byte(4) < 1
expect no asks
expect no fault
test nothing happens
expect no event mesh*
expect no told window text *
END
run 0 test "$plan"
out_has "ok    the sign speaks (20 frames, 14 expectations)"
out_has "2 tests: 2 passed, 0 failed"
err_empty
run 0 test -q "$plan"
out_lacks "ok "
run 0 test "$plan" --only 'nothing*' --format json
is_json
out_has '"passed": 1'
out_lacks "the sign speaks"

# Everything that does not come true is told, with what was there instead.
sed -i 's/23$/24/; s/ once / 2 times /; s/marsh_timer != 1/marsh_timr != 1/; s/buggy.mesh_x/bugy.mesh_x/' "$plan"
sed -i 's/(0xC22, 0)/(0xC22, 9)/; s/no fault/fault/; s/true @3/true @2/' "$plan"
run 1 test "$plan"
for line in '9: expected told window text 24' '10: expected 2 times told window text *' '12: expected window open true @2' \
  '13: expected window.text == 24' '14: expected entities.bugy.mesh_x' '16: expected save.bit(0xC22, 9)' \
  '17: expected marsh_timr != 1' '20: expected fault'; do out_has "$plan:$line"; done
out_has "      window text 23"
out_has "it happened 1 time"
out_has "      frame 3: window text 23"
out_has "window open is false"
out_has "unknown place 'save.bit(0xC22, 9)'"
out_has "window.text is 23"
out_has "'entities' has no 'bugy'. Did you mean 'buggy'?"
out_has "2 tests: 1 passed, 1 failed"

# --- Whoever wrote a plan does not say what is read and written on this disk: the command line does ---
mkdir -p "$work/mine/below" "$work/theirs"
echo "a secret" > "$work/mine/secret.txt"
cat > "$work/theirs/f.ash" << 'END'
builtin managed struct File { import static File* Open(const string f, int mode); import void Close(); import void WriteString(const string s); };
END
cat > "$work/theirs/w.asc" << 'END'
// vellum: header=f.ash
int game_start() { File *f = File.Open("data.txt", 2); if (f == null) return 1; f.WriteString("mine now"); f.Close(); return 0; }
END
run 0 compile "$work/theirs/w.asc" -o "$work/theirs/w.o"
theirs="$work/theirs/t.plan"
if ! on_windows; then ln -s "$work/mine/secret.txt" "$work/theirs/link.txt"; fi
for line in "setting text=@$work/mine/secret.txt" "setting text=@../mine/secret.txt" "setting text=@link.txt" \
  "setting data=$work/mine" "setting files=$work/mine" "setting files=." "setting files=$work/theirs" \
  "data ../mine" "restore ../mine/secret.txt" "host ../mine/secret.txt" "script ../mine/secret.txt" "exports ../mine/secret.txt" \
  "header $work/mine/secret.txt" "variant header=$work/mine/secret.txt"; do
  if on_windows && [[ $line == *link* ]]; then continue; fi
  printf 'script w.o\n%s\ncall game_start()\n' "$line" > "$theirs"
  run 2 test "$theirs"
  err_has 'cli.right'
  err_has "t.plan:2: "
  run 2 run "$work/theirs/w.o" --plan "$theirs"
  err_has 'cli.right'
done
printf 'script w.o\ngrant %s\n' "$work/mine" > "$theirs"
run 2 test "$theirs"
printf 'script w.o\nsetting files=%s\ncall game_start()\nexpect no fault\n' "$work/mine/below" > "$theirs"
run 2 test "$theirs" --grant "$work/theirs"
[[ ! -e $work/mine/below/data.txt ]] || fail "it was written"
run 0 test "$theirs" --grant "$work/mine"
err_has "scripts may read and write below $work/mine/below, which --grant $work/mine allows"
[[ -e $work/mine/below/data.txt ]] || fail "it was not written"
# The same for records.
rm "$work/mine/below/data.txt"
run 0 run "$work/theirs/w.o" --setting files="$work/mine/below" --call 'game_start()' --record "$work/theirs/r.jsonl"
rm -f "$work/mine/below/data.txt"
run 1 run "$work/theirs/w.o" --replay "$work/theirs/r.jsonl"
err_has 'cli.right'
run 0 run "$work/theirs/w.o" --replay "$work/theirs/r.jsonl" --grant "$work/mine"
err_has 'which --grant'
run 0 run "$work/theirs/w.o" --replay "$work/theirs/r.jsonl" --setting files="$work/mine/below"

# A fault that nobody expects fails the test, and so does an event that is refused.
cat > "$work/zero.skrit" << 'END'
property int by$ = 0;
startup state Only$ { event OnEnterState$ { by$ = 6 / by$; } }
END
printf 'script %s\nexpect fault skrit.*\n' "$work/zero.skrit" > "$work/zero.plan"
run 0 test "$work/zero.plan"
printf 'script zero.skrit\n' > "$work/zero.plan"
run 1 test "$work/zero.plan"
out_has "expected no fault"
printf 'script lantern.bin\nevent NoSuchEvent\n' > "$work/event.plan"
run 1 test "$work/event.plan"
out_has "expected no problem"
out_has "NoSuchEvent"

cp samples/pathologic/lamp.bin "$work"
# What happened and should not have, or more often than it should; of two faults one was expected.
for line in 'no asks Hold' 'no told *' 'once told *' '1 times told *'; do
  printf 'script lamp.bin\nframes 3\nevent OnUse:null\nevent OnUse:null\nexpect %s*\n' "${line%\*}" > "$work/never.plan"
  run 1 test "$work/never.plan"
  out_has "expected ${line%\*}"
  out_has "it happened "
done
printf 'int f(int a) { return 1 / a; }\nint g() { int b[]; return b[3]; }\nexport f, g;\n' > "$work/two.asc"
printf 'script two.asc\ncall f(0)\ncall g()\nexpect fault ags.divide*\n' > "$work/two.plan"
run 1 test "$work/two.plan"
out_has "expected no fault"
out_has "    ags.null: "
out_lacks "    ags.divide: "

# What variables hold, of an engine without a state of its own.
printf 'script lantern.bin\nevent OnUse:#5@3\nexpect variable T[0] == 2.5\nexpect asks SetTimer(id: 7, seconds: 1.5)\nexpect 2 times asks Sleep(*\nexpect window open true\n' > "$work/variable.plan"
run 1 test "$work/variable.plan"
out_lacks "variable T[0]"
out_lacks "expected asks"
out_lacks "expected 2 times"
out_has "use 'variable NAME'"

# With the game's files texts say what they are; patterns of their numbers stay true.
mkdir "$work/game"
cp samples/ff7/island.ev "$work/game/wm0.ev"
{ printf '\x18\0'; for _ in {0..23}; do printf '\x32\0'; done; printf '\x2e\x4f\xff'; } > "$work/game/mes"
printf 'script game/wm0.ev\nframes 5\nevent mesh 12,7,0@2\nexpect told window text 23\nexpect told *"No"\n' > "$work/texts.plan"
run 0 test "$work/texts.plan"
run 0 run "$work/game/wm0.ev" --plan "$work/texts.plan"
out_has 'window text 23: "No"'

# Plans that cannot be read, and tests that cannot be run.
printf 'script a.ev\nexpcet x y\nframes x\nexpect nothing\ntest\nrecord a.log\nsource 1\nscript\n' > "$work/wrong.plan"
run 2 test "$work/wrong.plan"
err_has "wrong.plan:2: error: unknown word 'expcet' at the start of a line. Did you mean 'expect'?"
err_has "wrong.plan:3: error: 'frames': this needs a whole number"
err_has "wrong.plan:4: error: unknown expectation 'nothing'"
err_has "wrong.plan:5: error: a test needs a name"
err_has "wrong.plan:6: error: unknown word 'record' at the start of a line"
err_has "wrong.plan:7: error: 'source' takes no value"
err_has "wrong.plan:8: error: expected a file"
printf 'script none.ev\n' > "$work/missing.plan"
run 3 test "$work/missing.plan"
out_has "none.ev: error: there is no such file"
run 3 test "$work/none.plan"
printf 'script island.ev\nframes 3\nexpect no fault @4\n' > "$work/late.plan"
run 1 test "$work/late.plan"
out_has "line 3 expects frame 4, but 3 frames are run"
# A plan takes as many frames as --frames does, and debugs as few.
too_many=18446744073709551616
printf 'script island.ev\nframes %s\n' "$too_many" > "$work/many.plan"
run 2 test "$work/many.plan"
err_has "many.plan:2: error: 'frames': this needs a whole number, 0 or more, not '$too_many'"
run 2 run "$work/island.ev" --frames "$too_many"
err_has "--frames needs a whole number, 0 or more, not '$too_many'"
printf 'script island.ev\nframes 1000001\n' > "$work/many.plan"
for way in "--plan=$work/many.plan" --frames=1000001; do
  run 2 debug "$work/island.ev" "$way" --batch -x /dev/null
  err_has "at most 1000000 frames"
done

# Other commands take from a plan what drives the world.
run 0 run "$work/island.ev" --plan "$plan#the sign speaks"
out_has "> event mesh 12,7,0@3"
run 0 trace "$work/island.ev" --plan "$plan#nothing happens" --frames 2 --no-steps
out_has "frame 2"
out_lacks "frame 3"
run 0 map "$work/island.ev" --plan "$plan#the sign speaks"
out_has "</svg>"
run 2 run "$work/island.ev" --plan "$plan"
err_has "has 2 tests; choose one with --plan $plan#NAME"
run 2 run "$work/island.ev" --plan "$plan#no such"
err_has "has 0 tests of that name"

# What made no world is printed line by line.
printf 'script nowhere.bin\nexpect told *\n' > "$work/plans/none.plan"
run 3 test "$work/plans/none.plan"
out_has "no such file or folder"
out_has "    hint: check the spelling"
out_lacks '\x0a'
