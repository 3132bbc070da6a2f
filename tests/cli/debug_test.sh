#!/usr/bin/env bash
# The debugger as people use it: commands from a file or from standard input, and what they answer, for every engine.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

# debug <exit code> <commands, one a line> <argument>...
debug() {
  local code=$1 commands=$2
  shift 2
  printf '%s\n' "$commands" > "$work/commands"
  run "$code" debug "$@" --batch -x "$work/commands"
}

# --- Pathologic, with its source ---
cp samples/pathologic/lamp.patho "$work/lamp.patho"
debug 0 'b TFlicker::init
run
bt
p m_left
n
n
watch m_left
c
rc
who m_left
info stops
disable
fin' "$work/lamp.patho" --event OnUse:null --frames 5
out_has 'breakpoint 1: 0x'
out_has '* 0  TFlicker.init at 0x'
out_has 'TMain.OnUse at 0x'
out_has 'm_left: 2 -> 1'
out_has 'changed by 0x'
out_has 'breakpoint 1'
# Commands that are wrong end a batch with 1; so does what is typed from elsewhere, which goes on.
debug 1 'b nowhere' "$work/lamp.patho"
out_has "there is no function 'nowhere'"
debug 1 'b OnUze' "$work/lamp.patho"
out_has "there is no function 'OnUze'. Did you mean 'OnUse'?"
debug 1 'b TMain::OnUze' "$work/lamp.patho"
out_has "Did you mean 'TMain.OnUse'?"
debug 1 'p 1 +
quit' "$work/lamp.patho"
out_lacks '(vellum) quit'
printf 'p 1 +\np 2 * 3\n' > "$work/typed"
input=$work/typed run 1 debug "$work/lamp.patho"
out_has '2 * 3 = 6'

# In front of a native's calls and behind them; frames by number, forward and back.
debug 0 'b native Trace
b answer Trace
run
c
c
jump 3
jump 1
next-frame
info time
restart
info time' "$work/lamp.patho" --event OnUse:null --frames 5
out_has 'breakpoint 1: calls of Trace'
out_has 'breakpoint 2: after calls of Trace'
[[ $(grep -cx 'breakpoint 1' "$work/out") -ge 1 && $(grep -cx 'breakpoint 2' "$work/out") -ge 1 ]] || fail "a native was not stopped at"
out_has 'at rest after frame 3'
out_has 'frame 2, instruction'
out_has 'frame 0, instruction 0 of '

# A fault is stopped in front of, and behind it the run goes on.
printf 'main task T {\n    int m_n;\n    void init() {\n        for (;;) {\n            @Hold();\n        }\n    }\n    event OnUse(object user) {\n        m_n = 1 / m_n;\n    }\n}\n' > "$work/halves.patho"
debug 0 'run
p m_n
c' "$work/halves.patho" --event OnUse:null --frames 2
out_has 'fault: integer division by zero'
out_has 'm_n = 0'
out_has 'at rest after frame 2'

# Setting a variable makes another run of it, which is kept when going back and forward.
debug 0 'b TFlicker::init
run
n
set m_left = 7
n
p m_left
restart
delete
b TFlicker::init
c
p m_left' "$work/lamp.patho" --event OnUse:null --frames 5
out_has 'm_left = 7'
debug 1 'b TFlicker::init
run
set m_left = "text"' "$work/lamp.patho" --event OnUse:null --frames 5
out_has 'the variable takes int, not string'

# A record is looked into without saying what it is of.
run 0 run "$work/lamp.patho" --event OnUse:null --frames 5 --record "$work/lamp.vrec"
debug 0 'b TFlicker::init
run
info time' "$work/lamp.vrec"
out_has 'breakpoint 1'

# --- AGS ---
printf 'int money = 10;\nint price(int count) {\n  return count * 3;\n}\nvoid buy(int count) {\n  money -= price(count);\n}\nexport buy;\n' > "$work/shop.asc"
debug 0 'b price
run
bt
fin
watch globals[0]
b 7 if 1 == 1 log "has {globals[0]}"
c
who globals[0]
set globals[0] = 100
c' "$work/shop.asc" --call 'buy(2)' --call 'buy(1)' --frames 0
out_has '* 0  price at 0x'
out_has '1  buy at 0x'
out_has 'globals[0]: 10 -> 4'
out_has 'has 4'
out_has 'globals[0] = 100'
# Variables have the names of the source, in every frame; `hits` lists the past, `jump #` goes to it.
debug 0 'b price
run
info parameters
up
p count
p money
delete
b 6 if count == 1
c
p money
hits price
set money = 100
info globals' "$work/shop.asc" --call 'buy(2)' --call 'buy(1)' --frames 0
out_has '  count = 2'
out_has 'count = 2'
out_has 'money = 10'
out_has 'money = 4'
[[ $(grep -c '^#.*main: 0x0000 in price (shop.asc:2)' "$work/out") -eq 1 ]] || fail "'hits' does not know when price ran"
out_has '  money = 100'
hit=$(grep -o '^#[0-9]*' "$work/out" | head -1)
debug 0 "b buy
run
c
jump $hit
info time
layout both" "$work/shop.asc" --call 'buy(2)' --call 'buy(1)' --frames 0
out_has 'price at 0x0000 (shop.asc:2)'
out_has "instruction ${hit:1} of "
out_has '=>    2  int price(int count) {                      | => 0x0000  LINENUM       2'
debug 0 "watch /4 $work/shop.asc
c
c
rc" "$work/shop.asc" --call 'buy(2)' --call 'buy(1)' --frames 0
out_has 'shop.asc+0: 0a000000 -> 04000000'
out_has 'shop.asc+0: 04000000 -> 01000000'
debug 1 "watch /5 $work/shop.asc" "$work/shop.asc" --call 'buy(2)' --frames 0
out_has 'the memory ends before that'
debug 1 'jump #99999' "$work/shop.asc" --call 'buy(2)' --frames 0
out_has 'instructions are recorded'
# Structs, arrays and narrow types are taken apart; a float that was passed as a literal is one.
cat > "$work/types.asc" << 'END'
struct Point { int x; short s[2]; };
char letter = 3;
float rate = 1.5;
Point here;
int list[3];
int inner(int a, float b) {
  int n = a * 2;
  short low = -5;
  Point p;
  p.s[1] = -9;
  for (int i = 0; i < 2; i++) {
    int z = i + n;
    if (z > 100) return z;
    here.x += z;
  }
  return n;
}
int outer(int count) {
  int before = 5;
  list[2] = 8;
  int got = inner(count + 1, 2.5) + inner(count, 3.5);
  return got + before;
}
export outer;
END
debug 0 'b 14
run
info parameters
info locals
info globals
up
info locals
set before = 70
delete
b 22
c
info locals
set rate = 3
p rate
p before' "$work/types.asc" --call 'outer(0)' --frames 0
out_has '  b = 2.5'
out_has '  low = -5'
out_has '  p.s[1] = -9'
out_has '  z = 2'
out_has '  letter = 3'
out_has '  list[2] = 8'
out_has '  before = 5'
out_has '  before = 70'
out_has '  got = 2'
out_has 'rate = 3.0'
out_has 'before = 70'
out_lacks '  here.s[1] = -9'
debug 1 'b 14
run
set n = "text"' "$work/types.asc" --call 'outer(0)' --frames 0
out_has 'the variable takes a number, not string'
# A caller in another script stands at its own line and has its own variables.
printf 'int counter;\nint helper(int a) {\n  counter += a;\n  return counter;\n}\nexport helper;\n' > "$work/tools.asc"
printf 'import int helper(int a);\nint total;\n\n\n\n\nint go(int n) {\n  int x = n + 1;\n  total = helper(x) + 1;\n  return total;\n}\nexport go;\n' > "$work/main.asc"
debug 0 'b tools.asc:3
run
bt
up
info locals
disas
fin' "$work/tools.asc" "$work/main.asc" --call 'go(2)' --frames 0
out_has '  1  go at 0x'
out_has '(main.asc:9)'
out_has '    9    total = helper(x) + 1;'
out_has '  x = 3'
out_has 'go:'
debug 1 "x /4 $work/shop.asc
x /8 nothing" "$work/shop.asc" --call 'buy(2)' --frames 0
out_has '0a 00 00 00'
out_has 'memory: '

# What is inside of objects stands behind them.
cat > "$work/point.asc" << 'END'
managed struct Point { int x; int y; };
Point* point;
int numbers[];
export point, numbers;
int Mark() { return 1; }
int game_start() { point = new Point; point.x = 3; numbers = new int[2]; numbers[1] = 7; return Mark(); }
END
debug 0 'b Mark
run
p point
info objects' "$work/point.asc"
out_has 'point = handle 1'
out_has '  handle 2 = 8 bytes in 2 elements, 1 reference'
out_has '  handle 1.+0 = 3'
out_has '  handle 2[1] = 7'
# Compiled and without the source: words of the data, by what is exported; pointers say where to.
sed 's/^export .*$/export point;/' "$work/point.asc" > "$work/bare.asc"
run 0 compile "$work/bare.asc" -o "$work/sourceless.o"
debug 1 'b Mark
run
info globals
info stack
set globals[1] = 5' "$work/sourceless.o" --listing
out_has '  point = handle 1'
out_has '  point + 4 = handle 2'
out_has '  entry 1 = '
out_has 'the variable cannot be changed: it holds a pointer'

# --- FF7 ---
debug 0 'b system 2
run
watch temporary[0]
info entity
nf
rsi
info time' samples/ff7/island.ev --frames 3
out_has 'breakpoint 1'
out_has 'system 2'

# --- Skrit ---
# shellcheck disable=SC2016  # the dollars are the script's
printf 'int m_Coins$ = 0;\nstartup state Closed$\n{\n\tevent OnCoins$( int coins$ ) { m_Coins$ += coins$; if( m_Coins$ > 2 ) { SetState Open$; } }\n}\nstate Open$ { event OnUpdate$( float s$ ) { m_Coins$ -= 1; } }\n' > "$work/gate.skrit"
debug 0 'b OnCoins$
b state Open$
run
p m_Coins$
c
c
who m_Coins$' "$work/gate.skrit" --event 'OnCoins$:2' --event 'OnCoins$:2' --frames 3
out_has 'm_Coins$ = 0'
out_has 'm_Coins$: '
# A compiled one shows the source that lies beside it, from wherever it is debugged.
run 0 compile "$work/gate.skrit" -o "$work/gate.skc"
debug 0 'b OnCoins$
run' "$work/gate.skc" --event 'OnCoins$:2' --frames 1
out_has '    4  '
mv "$work/gate.skrit" "$work/moved.skrit"
debug 0 'b OnCoins$
run' "$work/gate.skc" --event 'OnCoins$:2' --frames 1
out_lacks '    4  '
# Without it the lines are those of the text that the script is decompiled into, if that is asked for.
debug 0 'b OnCoins$
run
n' "$work/gate.skc" --source --event 'OnCoins$:2' --frames 1
out_has "    7  $(printf '\t\t')m_Coins\$ += coins\$;"

# What fails is a moment of its own: in front of it one stands, and not behind it, though more happens in the same frame.
# shellcheck disable=SC2016
printf 'int m_Zero$ = 0;\nstartup state S$\n{\n\tevent OnBreak$\n\t{\n\t\tSetState T$;\n\t\tint boom$ = 10 %% m_Zero$;\n\t}\n}\nstate T$ { event OnEnterState$ { m_Zero$ = 5; } }\n' > "$work/broken.skrit"
debug 0 'run
p m_Zero$
si
rsi
p m_Zero$
info time' "$work/broken.skrit" --event 'OnBreak$' --frames 2
out_has 'fault: division by zero'
out_has 'OnEnterState$ at 0x'
[[ $(grep -c '^=> .*MODULOI' "$work/out") -eq 2 ]] || fail "the way back does not lead to where it came from"
[[ $(grep -c '^m_Zero\$ = 0$' "$work/out") -eq 2 ]] || fail "the way back does not lead to where it came from"

# Every command has its help, and the abbreviations are what they say.
printf 'help\nhelp b\nhelp reverse-continue\nrs 0\nfrobnicate\n' > "$work/typed"
input=$work/typed run 1 debug "$work/lamp.patho"
out_has 'break PLACE'
out_has '(short: rc)'
out_has "unknown command 'frobnicate'"

# The record says of which files it is, but not where files are read.
mkdir "$work/elsewhere"
cp "$work/lamp.vrec" "$work/elsewhere/lamp.vrec"
debug 1 'run' "$work/elsewhere/lamp.vrec"
err_has 'which is not here'
# Every frame is kept to be gone back to, so a number alone must not take all memory.
for many in "--frames 4000000000" "--event OnUse:null@4000000000"; do
  # shellcheck disable=SC2086
  run 2 debug $listings/lantern.bin $many --batch
  err_has "at most 1000000 frames"
done

# Who jumps in front of a breakpoint goes on from there, wherever the last stop was.
printf 'int n;\nvoid many(int most) {\n  int i;\n  while (i < most) {\n    n += i;\n    i += 1;\n  }\n}\nexport many;\n' > "$work/many.asc"
run 0 compile "$work/many.asc" -o "$work/many.o"
printf '%s\n' 'b 4' 'b 5' run c 'info time' c > "$work/script"
run 0 debug "$work/many.o" --batch -x "$work/script" --call 'many(5)'
second=$(sed -n 's/^frame 0, instruction \([0-9]*\)$/\1/p' "$work/out")
printf '%s\n' 'b 4' 'b 5' run c c "j #$second" c 'info time' > "$work/script"
run 0 debug "$work/many.o" --batch -x "$work/script" --call 'many(5)'
[[ $(tail -n 1 "$work/out") =~ ^"frame 0, instruction "[0-9]+$ ]] || fail "it stops where it stands: $(tail -n 1 "$work/out")"

# The last call of a script counts, too, and what nothing stops at is told.
printf 'main task TMain {\n    void init() {\n        for (;;) {\n            @Hold();\n        }\n    }\n    event OnUse(object user) {\n        @Trace("b");\n        @Hold();\n    }\n}\n' \
  > "$work/calls.patho"
printf '%s\n' 'b native Hold' 'b native Trace' 'b event OnUse' > "$work/script"
run 0 debug "$work/calls.patho" --batch -x "$work/script"
out_has 'calls of Hold, 2 places'
out_has 'breakpoint 2: calls of Trace, 0x'
out_has 'breakpoint 3: '
printf '%s\n' 'b TMain::OnUze' > "$work/script"
run 1 debug "$work/calls.patho" --batch -x "$work/script"
grep -q "Did you mean 'TMain.OnUse'?" "$work/out" "$work/err" || fail "the last function is not proposed"
# shellcheck disable=SC2016  # names of Skrit have the sign
printf 'int n$ = 0;\nevent OnA$ { n$ = 1; }\nstartup state Idle$ { event OnB$ { n$ = 2; } event OnC$ { n$ = 3; } }\n' > "$work/events.skrit"
printf '%s\n' 'b event OnC$' 'b event OnA$' > "$work/script"
run 0 debug "$work/events.skrit" --batch -x "$work/script"
out_has 'breakpoint 2: event OnA$'
