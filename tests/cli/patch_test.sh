#!/usr/bin/env bash
# Functions put into scripts: from a whole source, alone, several; what is refused, and what is never replaced.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 decompile $samples/lamp.bin -o "$work/lamp.patho"
sed 's/m_count > 3/m_count > 5/; s/"dark"/"night"/' "$work/lamp.patho" > "$work/other.patho"
run 0 compile "$work/other.patho" -o "$work/other.bin"

# From a changed source of the whole script.
run 0 patch $samples/lamp.bin --function TMain.OnUse --with "$work/other.patho" -o "$work/new.bin"
err_has "replaced TMain.OnUse"
same "$work/new.bin" "$work/other.bin"
run 0 patch $samples/lamp.bin -F TMain::init -F TMain.OnUse -w "$work/other.patho" -o - -q
err_empty
same "$work/out" "$work/other.bin"
# Nothing else of that source comes along.
run 0 patch $samples/lamp.bin -F TMain.init -w "$work/other.patho" -o "$work/old.bin"
same "$work/old.bin" $samples/lamp.bin

# The function alone, or with its task around it.
cat > "$work/alone.patho" << 'END'
// what the lamp does now
event OnUse(object user) {
    @Trace("broken");
    TSleep(1);
}
END
run 0 patch $samples/lamp.bin --function TMain.OnUse --with "$work/alone.patho" -o "$work/broken.bin"
run 1 diff $samples/lamp.bin "$work/broken.bin"
out_has '+        @Trace("broken");'
{ echo "main task TMain {"; cat "$work/alone.patho"; echo "}"; } > "$work/task.patho"
run 0 patch $samples/lamp.bin --with "$work/task.patho" -o "$work/broken2.bin"
same "$work/broken.bin" "$work/broken2.bin"

# Alone and without a name it is the only one of that name; in the lamp two tasks have one.
run 1 patch $samples/lamp.bin --with "$work/alone.patho" -o "$work/x.bin"
err_has "there is no function 'OnUse'"
printf 'main task TMain {\n    void init() {\n        @Hold();\n    }\n    event OnUse(object user) {\n    }\n}\n' > "$work/one.patho"
run 0 compile "$work/one.patho" -o "$work/one.bin"
printf 'event OnUse(object user) {\n    @Trace("used");\n}\n' > "$work/use.patho"
run 0 patch "$work/one.bin" --with "$work/use.patho" -o "$work/used.bin"
err_has "replaced TMain.OnUse"
# A script whose tables are in another order than a text's.
run 0 patch $listings/lantern.bin --function TMain.OnUse --with "$work/use.patho" -o "$work/lantern.bin"
err_has "replaced TMain.OnUse"

# A task that nobody enters any more.
sed '/TSleep(1)/d' "$work/alone.patho" > "$work/unused.patho"
run 0 patch $samples/lamp.bin --function TMain.OnUse --with "$work/unused.patho" -o "$work/unused.bin"
err_has "left out TSleep.init, which is no longer called"
run 1 diff $samples/lamp.bin "$work/unused.bin"
out_has '+        @Trace("broken");'

# Outputs.
run 1 patch $samples/lamp.bin --with "$work/task.patho" -o "$work/broken.bin"
run 0 patch $samples/lamp.bin --with "$work/task.patho" -o "$work/broken.bin" --force
cp $samples/lamp.bin "$work/lamp.bin"
run 1 patch "$work/lamp.bin" --with "$work/task.patho" -o "$work/lamp.bin" --force
same "$work/lamp.bin" $samples/lamp.bin
run 2 patch $samples/lamp.bin --with "$work/task.patho"
run 2 patch $samples/lamp.bin -o "$work/x.bin"

# Mistakes have the places of the text that was given; nothing is written.
sed -i 's/@Trace("broken")/@Trace(lamps)/' "$work/alone.patho"
run 1 patch $samples/lamp.bin --function TMain.OnUse --with "$work/alone.patho" -o "$work/x.bin"
err_has "alone.patho:3:12: error: unknown variable 'lamps' here"
[[ ! -e $work/x.bin ]] || fail "x.bin was written"
run 1 patch $samples/lamp.bin --function TMain.OnUsed --with "$work/alone.patho" -o "$work/x.bin"
err_has "there is no function 'TMain.OnUsed'. Did you mean 'TMain.OnUse'?"
run 1 patch $samples/lamp.bin --function TMain.init --with "$work/alone.patho" -o "$work/x.bin"
err_has "alone.patho: error: there is no function 'TMain.init'"
echo 'void init(int n, int m) {}' > "$work/init.patho"
run 1 patch $samples/lamp.bin --function TSleep.init --with "$work/init.patho" -o "$work/x.bin"
err_has "lamp.bin as source:20:9: error: "

# Nothing is said to be left out that is there: handlers of states are called by the game.
# shellcheck disable=SC2016  # names of Skrit have the sign
printf 'int n$ = 0;\nint unused$( int a$ ) { return a$ + 1; }\nevent OnA$ { n$ = 1; }
startup state Idle$ { event OnB$ { n$ = 2; } }\nstate Never$ { event OnB$ { n$ = 3; } }\n' > "$work/states.skrit"
run 0 compile "$work/states.skrit" -o "$work/states.skc"
printf 'event OnA$ { n$ = 7; }\n' > "$work/on_a.skrit"
run 0 patch "$work/states.skc" --with "$work/on_a.skrit" -o "$work/states2.skc"
err_has 'replaced OnA$'
! grep -q 'left out' "$work/err" || fail "something is said to be left out"

# A function that is not there, and a file that is none.
run 1 patch samples/skrit/guard.skrit --function f --with "$work/alone.patho" -o "$work/x.bin"
err_has "there is no function 'f'"
printf 'main task TMain { event OnUse(object user) { @Trace(lamps); } }\n' > "$work/line.patho"
run 1 patch $samples/lamp.bin --with "$work/line.patho" -o "$work/x.bin"
err_has "line.patho:1:53: error: unknown variable 'lamps' here"

# A mistake behind what was replaced has its line in the text that was there before, however long the new one is.
printf 'main task TMain {\n    void Early(int a) {\n        @Trace(a);\n    }\n    void init() {\n        Early(1);\n        @Hold();\n        Early(2);\n    }\n}\n' \
  > "$work/early.patho"
run 0 compile "$work/early.patho" -o "$work/early.bin"
printf 'void Trace(int a, int b) {\n    @Trace(a);\n    @Trace(b);\n    @Trace(a);\n    @Trace(b);\n}\n' > "$work/two.patho"
run 1 patch "$work/early.bin" --function Trace --with "$work/two.patho" -o "$work/x.bin"
err_has "early.bin as source:7:9: error: "
err_has "early.bin as source:9:9: error: "
