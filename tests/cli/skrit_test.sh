#!/usr/bin/env bash
# The commands of Skrit: console, formula, states; start-up parameters on the command line; folders of content.
# shellcheck disable=SC2016  # names of skrits end with a dollar
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
skrits=samples/skrit

# Formulas: numbers for macros, mistakes, values of .gas files.
run 0 formula '( #magic * 2 + 8 ) / 3' magic=5
[[ $(< "$work/out") == 6 ]] || fail "wrong value"
# What begins with a minus is a formula and no option.
run 0 formula '-1 + #magic' magic=2
[[ $(< "$work/out") == 1 ]] || fail "wrong value"
run 0 formula '-#magic*2' magic=2
[[ $(< "$work/out") == -4 ]] || fail "wrong value"
run 2 formula -x
err_has 'unknown option -x'
run 0 formula 'Math.MaxFloat( 1, #A ) > 2 ? 10 : 20' a=2.5
[[ $(< "$work/out") == 10 ]] || fail "wrong value"
run 1 formula '#magic + 1'
err_has "unknown macro '#magic'"
run 1 formula '1 +'
err_has "formula:1:4: error"
run 2 formula '1' 'magic=much'
err_has "NAME=NUMBER"
run 0 formula --gas $skrits/game/world/contentdb/templates/lamps.gas lamp_magic:magic:mana_cost magic=12
[[ $(< "$work/out") == 25 ]] || fail "wrong value"
run 0 formula --gas $skrits/game/world/contentdb/templates/lamps.gas '*' magic=12 infinite=1e9
out_has "lamp_magic:magic:cast_experience = 6"
out_has "lamp_magic:magic:enchantments:*:value = 8.4"
run 1 formula --gas $skrits/game/world/contentdb/templates/lamps.gas lamp_magic:no:such
run 3 formula --gas "$work/missing.gas" a

# The console, fed by a file, by options and by the keyboard of a pipe.
input=$skrits/console.txt run 0 console
out_has "1 3 9 27 81"
out_has "= 42"
out_has "> 1  lighthouse  Calm$"
out_has "= 30"
run 0 console -x '/Report.GenericF( "%d\n", 6 * 7 )'
[[ $(< "$work/out") == 42 ]] || fail "wrong output"
run 1 console -x '/Report.Generic( nothing$ )' -x '/1 +'
out_has "error: undefined symbol 'nothing$'"
run 1 console -x '/int z$ = 0; z$ = 1 / z$'
out_has "error: division by zero"
out_has " -> DIVIDEI"
run 0 console -x 'help' -x 'quit' -x '/Report.Generic( "late" )'
out_has "report"
out_lacks "late"
run 0 console -x '/Help.Class( "StringTool" )'
out_has "StringTool.Left"
run 0 console -x "report generic $work/log" -x '/Report.Generic( "kept\n" )'
[[ $(< "$work/log") == kept ]] || fail "the stream was not written"
run 0 console --calls -x '/GoDb.SMarkForDeletion( GoDb.FocusGo )'
out_has "GoDb.SMarkForDeletion"
run 0 console -d $skrits/game -x 'new lamp?burn_time=1' -x 'send OnGoHandleMessage( WE_REQ_USE, null )' -x 'update 0.5 x3' -x 'bot auto/watch?every=2' -x 'update 0.1 x2'
out_has "lamp burns for 1 second, the first time"
out_has "lamp is out"
out_has "watch: 2 frames"
printf '/Report.Generic(\n "two lines\\n"\n)\n!!\n' > "$work/typed"
input=$work/typed run 0 console --history "$work/history"
[[ $(grep -c 'two lines' "$work/out") -eq 2 ]] || fail "the packed line did not run twice"
out_lacks "> "
grep -q 'Report.Generic' "$work/history" || fail "no history was kept"

# A game object: the components of a template, an owner that answers with objects, frames of the simulation.
mkdir -p "$work/go/world/contentdb/components" "$work/go/world/contentdb/templates"
cat > "$work/go/world/contentdb/components/spin.skrit" <<'END'
property float speed$ = 1.0 doc = "Turns a second.";
owner = GoSkritComponent;
event OnGoCommitCreation$ { Report.GenericF( "made with %g\n", speed$ ); if( owner.Go.Placement.Position != null ) { Report.Generic( "somewhere\n" ); } }
event OnGoUpdate$( float seconds$ ) { Report.GenericF( "turns by %g\n", speed$ * seconds$ ); }
END
printf '[t:template,n:base_wheel] { [spin] { speed = 3; } }\n[t:template,n:wheel] { specializes = base_wheel; }\n' > "$work/go/world/contentdb/templates/wheel.gas"
run 0 console -d "$work/go" --template wheel -x 'update 0.5 x2' -x pause -x 'update 1'
out_has "1 component of wheel"
out_has "made with 3"
out_has "somewhere"
[[ $(grep -c 'turns by 1.5' "$work/out") -eq 2 ]] || fail "the component was not updated twice"
run 0 console -d "$work/go" -x 'clone nothing'
out_has "there is no template 'nothing'"

# The same with run: a template, bots, what a host script has for the object; records hold it all.
cat > "$work/go/world/contentdb/components/look.skrit" <<'END'
owner = GoSkritComponent;
property string label$;
event OnGoPreload$ { Report.GenericF( "%s: %s, life %g\n", label$, owner.Go.TemplateName, owner.Go.Aspect.CurrentLife ); }
event OnGoHandleMessage$( eWorldEvent what$, WorldMessage message$ )
{
	owner.Go.Aspect.SetCurrentLife( owner.Go.Aspect.CurrentLife - 1 );
	Report.GenericF( "life %g, %d\n", owner.Go.Aspect.CurrentLife, message$.SendFrom == owner.Goid );
}
END
printf '[t:template,n:lamp] { [look] { label = "salt & pepper?x=1"; } [aspect] { life = 25; } }\n' > "$work/go/world/contentdb/templates/lamp.gas"
mkdir -p "$work/go/auto"
cat > "$work/go/auto/mp.skrit" <<'END'
property int players$ = 1;
event OnBotUpdate$( float ) { Report.GenericF( "%d players\n", players$ ); }
END
message='OnGoHandleMessage:"WE_REQ_USE"@2'
run 0 run --template lamp -d "$work/go" --event "$message" --frames 2 --record "$work/go.log"
out_has "  salt & pepper?x=1: lamp, life 25"
out_has "  life 24, 1"
run 0 run --template lamp -d "$work/go" --replay "$work/go.log"
err_has "the run matched"
run 1 run --template wheel -d "$work/go" --replay "$work/go.log"
run 0 run --template lamp -d "$work/go" --event "$message" --frames 2 --setting go.aspect:life=7
out_has "life 6, 1"
echo 'GoAspect = { CurrentLife = 40 }' > "$work/go.lua"
run 0 run --template lamp -d "$work/go" --event "$message" --frames 2 --host "$work/go.lua"
out_has "lamp, life 40"
out_has "life 39, 1"
run 0 run --template wheel -d "$work/go" --frames 3
out_has "3 frames," # it does not end though nothing but OnGoUpdate is waited for
run 0 run --bot 'auto/mp?players=3' -d "$work/go" --frames 2
out_has "3 players"
run 1 run --template lmap -d "$work/go"
err_has "there is no template 'lmap'. Did you mean 'lamp'?"
run 1 run --bot nobody -d "$work/go"
err_has "there is no skrit 'nobody'"
run 2 run
err_has "FILE is missing"
run 0 trace --template lamp -d "$work/go" --frames 1
out_has "GetTemplateName"

# States.
run 0 states $skrits/lighthouse.skrit
out_has "startup state Dark$"
out_has "trigger OnTimer( 1 )"
out_has "-> Dark$: OnGoHandleMessage( WE_KILLED ) and if( calls$ > 1 )"
out_has "-> Calm$: setstate in trigger OnGoHandleMessage( WE_REQ_ACTIVATE )"
run 0 states $skrits/lighthouse.skrit --svg "$work/states.svg"
if ! grep -q '<svg' "$work/states.svg" || ! grep -q 'WE_DAMAGED' "$work/states.svg"; then fail "no diagram"; fi
run 0 compile $skrits/lighthouse.skrit -o "$work/l.skc"
run 0 states "$work/l.skc" --format json
is_json
run 0 states "$work/l.skc" --format dot
out_has "digraph"
run 1 states $skrits/sea_tools.skrit
err_has "has no states"
run 1 states tests/data/pathologic/lantern.bin
err_has "only skrits"

# Start-up parameters in URL style; the ending may be left out.
run 0 run "$skrits/lighthouse?rpm=60&name=\"a & b\"" --frames 40 --event 'OnGoHandleMessage:"WE_REQ_ACTIVATE"@2'
out_has "a & b is number 1"
out_has "a & b: one turn, lamp at"
run 0 run "$skrits/lighthouse.skrit?rpm=60" --frames 1
out_has "the lighthouse is number 1"
run 0 run $skrits/lighthouse --frames 1 --setting params=name=x
out_has "x is number 1"
run 0 run "$skrits/lighthouse?name=one" "$skrits/guard" "$skrits/lighthouse?name=three" --frames 1
out_has "one is number 1"
out_has "three is number 2"
run 0 run "$skrits/lighthouse?nothing=1" --frames 1
out_has "lighthouse has no property 'nothing'"
run 3 run "$skrits/nowhere?rpm=1"
run 0 run $skrits/guard --frames 60 --setting bot=auto/watch?every=20 --setting data=$skrits/game
out_has "watch: 60 frames, 0 messages"

# A folder of skrits and .gas files in one process.
run 0 check $skrits
err_has "ok: "
run 0 info $skrits/game/world/contentdb/templates/lamps.gas
out_has "templates"
mkdir "$work/game"
printf '[t:template,n:x] { [magic] {\n  good = #magic * 2;\n  bad = [[ #magic * ]];\n} }\n' > "$work/game/x.gas"
# shellcheck disable=SC2016  # the dollar sign is Skrit's
printf 'int F$() { return 1; }\n' > "$work/game/y.skrit"
printf '[t:template {\n' > "$work/game/z.gas"
run 1 check "$work/game"
out_has "x.gas:3:21: error"
out_has "z.gas:1:1: error"
err_has "2 of 3 scripts bad"
run 1 check "$work/game" --format json
is_json
run 1 run "$work/game/x.gas"
err_has "nothing to run"

# Compiled bytes are a function of the sources, wherever they lie and however they are named.
mkdir -p "$work/here/inc"
# shellcheck disable=SC2016
printf '#include "inc/more"\nstring F$() { return __NAME__; }\nint G$( int n$ ) {\n  return 1 / n$;\n}\n' > "$work/here/x.skrit"
# shellcheck disable=SC2016
printf 'int H$( int n$ ) {\n  return 2 / n$;\n}\n' > "$work/here/inc/more.skrit"
run 0 compile "$work/here/x.skrit" -o "$work/absolute.skc"
(cd "$work/here" && "$vellum" compile -q x.skrit -o ../plain.skc && "$vellum" compile -q ./x.skrit -o ../dot.skc)
(cd "$work" && "$vellum" compile -q --data here here/x.skrit -o folder.skc)
for other in plain dot folder; do same "$work/absolute.skc" "$work/$other.skc"; done
run 0 disasm "$work/absolute.skc"
out_has '.file "inc/more.skrit"'
run 1 run "$work/absolute.skc" --call 'G(0)'
out_has "(x.skrit:4)"
run 1 run "$work/absolute.skc" --call 'H(0)'
out_has "(inc/more.skrit:2)"
run 1 run "$work/here/x.skrit" --call 'H(0)'
out_has "($work/here/inc/more.skrit:2)"
run 0 run "$work/here/x.skrit" --record "$work/record.jsonl"
run 0 run "$work/plain.skc" --replay "$work/record.jsonl"
err_has "the run matched"

# What a script reports is never taken for a line of the report or of the console.
# shellcheck disable=SC2016
printf 'event OnUse$ { Report.Generic( "one\\n= handled\\n> event OnUse\\nFAULT in x\\nplain\\n" ); }\n' > "$work/forger.skrit"
run 0 run "$work/forger.skrit" --event OnUse
out_has "  one"
out_has "  | = handled"
out_has "  | > event OnUse"
out_has "  | FAULT in x"
out_has "  plain"
run 0 trace "$work/forger.skrit" --event OnUse --format jsonl
out_has '"= handled"'
out_lacks '| ='
run 0 console -x '/Report.Generic( "= 1\n> 2\nerr\nerror: no\n" )' -x '/Report.Warning( "a\n= b\n" )' -x '/Report.Generic( "=" ); Report.Generic( " 3\n" )'
printf '| = 1\n| > 2\nerr\n| error: no\n[warning] a\n[warning] = b\n| = 3\n' > "$work/expected"
same "$work/out" "$work/expected"

# Variables of states on the console.
# shellcheck disable=SC2016
printf 'startup state A$ { int n$ = 5; }\n' > "$work/stateful.skrit"
run 0 console "$work/stateful.skrit" -x 'get n' -x 'set n$ = 6' -x 'get n$' -x dump
out_has "= 5"
out_has "= 6"
out_has 'int n$ (of A$) = 6'

# Lint: what is allowed and probably a mistake, and nothing of it unasked.
cat > "$work/lint.skrit" <<'END'
property int speed$ = 1;
property int known$ = 2 doc = "Is said.";
int never$;
startup state A$
{
	event OnEnterState$ { this.CreateTimer( 7, 1.0 ); int unused$ = 1; int kept$ = Ask$(); return; sitnspin; }
	trigger OnTimer$( 1 ) { }
	transition -> A$: if( false );
}
state B$ { event OnEnterState$ { forever { sitnspin; } F$(); } }
transition B$ -> A$: OnTimer( 1 );
int Ask$() { return 1; }
F$() { forever { if( true ) { break; } } sitnspin; }
END
run 0 check "$work/lint.skrit"
run 0 check --lint "$work/lint.skrit"
for code in document:1:14 unused:3:5 timer:6:29 unused:6:56 unreachable:6:97 trigger:7:10 transition:8:20 state:10:7 unreachable:10:56 transition:11:12; do
    out_has "lint.skrit:${code#*:}: warning"
    out_has "[skrit.lint-${code%%:*}]"
done
[[ $(grep -c 'warning' "$work/out") -eq 10 ]] || fail "lint tells of something else"
run 1 check --lint --strict "$work/lint.skrit"

# The formatter: layout only, the same when done twice.
printf 'event  OnConstruct${int a$=1;if(a$==1){Report.GenericF("%%d",-a$);}\n// said\n\n\n\nF$( ) ; }\nF$() { return; }\n' > "$work/ugly.skrit"
run 0 format "$work/ugly.skrit"
printf 'event  OnConstruct$\n{\n\tint a$ = 1;\n\tif( a$ == 1 ) { Report.GenericF( "%%d", -a$ ); }\n\t// said\n\n\n\tF$();\n}\nF$() { return; }\n' > "$work/nice.skrit"
diff "$work/nice.skrit" "$work/out" || fail "another layout"
run 1 format --check "$work/ugly.skrit"
out_has "ugly.skrit"
run 0 format --check "$work/nice.skrit"
run 3 format "$skrits/nothing.skrit"
run 0 compile "$work/ugly.skrit" -o "$work/ugly.skc"
run 0 compile "$work/nice.skrit" -o "$work/nice.skc"
run 0 format --in-place "$work/ugly.skrit"
diff "$work/nice.skrit" "$work/ugly.skrit" || fail "the file was not changed"
[[ -f $work/ugly.skrit.before ]] || fail "no backup was kept"
printf 'F$() { /* open' > "$work/open.skrit"
run 1 format "$work/open.skrit"
err_has "unterminated comment"

# Declarations: the game's own text, a file of ours, and back.
cat > "$work/help.txt" <<'END'
+00:00:03.414 - ** Classes **
+00:00:03.414 -
+00:00:03.414 - Class: Lampid
+00:00:03.414 -     bool IsLit( void ) const
+00:00:03.414 -     const Lampid* InvalidLampid
+00:00:03.414 - Class: Lamps [SINGLETON]
+00:00:03.414 -     bool Light( const Lampid*, float, const char* name ) [COMPLEX] /* Lights one. */
+00:00:03.414 -     void Sway( unsigned int ) [RPC] [!SKRIT]
+00:00:03.414 -     eLamp Kind
+00:00:03.414 - All lamps.
+00:00:03.414 - ** Global functions **
+00:00:03.414 - void Log( const char*, ... )
+00:00:03.414 - ** Enumerations **
+00:00:03.414 - eLamp [IRREGULAR]
+00:00:03.414 -     eLamp
+00:00:03.414 -         LAMP_OIL = 4
END
run 0 exports "$work/help.txt" -o "$work/lamps.exports"
grep -q 'bool Light( Lampid, float, string name ) "Lights one.";' "$work/lamps.exports" || fail "the function is lost"
grep -q 'static Lampid GetInvalidLampid()' "$work/lamps.exports" || fail "the constant is lost"
grep -q 'LAMP_OIL = 4' "$work/lamps.exports" || fail "the value is lost"
run 0 exports "$work/lamps.exports"
cmp "$work/out" "$work/lamps.exports" || fail "not what was read"
run 0 exports --form help "$work/lamps.exports"
cp "$work/out" "$work/again.txt"
run 0 exports "$work/again.txt"
cmp "$work/out" "$work/lamps.exports" || fail "the text of Help.All does not lead back"
printf 'F$( Lampid a$ ) { if( Lamps.Light( a$, 1.0, "x" ) && Lamps.Kind == LAMP_OIL ) { Log( "%%d", 1 ); } }\n' > "$work/lamp.skrit"
run 0 check --variant strict --exports "$work/help.txt" "$work/lamp.skrit"
run 1 check --variant strict "$work/lamp.skrit"
printf 'F$() { Lamps.Sway( 1 ); }\n' > "$work/sway.skrit"
run 1 check --exports "$work/lamps.exports" "$work/sway.skrit"
out_has "scripts may not call it"
printf 'class {' > "$work/bad.exports"
run 1 check --exports "$work/bad.exports" "$work/lamp.skrit"
err_has "bad.exports:1:7: error"

# Compiled for a retail game: no symbols, no development.
printf '#only( retail ) [[ Run$() { int kept_name$ = 1; Report.GenericF( "%%d", kept_name$ ); } ]]\n#only( dev ) [[ Dev$() { this.Dump(); } ]]\n' > "$work/two.skrit"
run 0 compile --variant retail "$work/two.skrit" -o "$work/two.skc"
run 0 disasm "$work/two.skc"
out_has "Run$"
out_lacks "Dev$"
out_lacks "kept_name"
printf 'F$() { this.Dump(); }\n' > "$work/dev.skrit"
run 0 check "$work/dev.skrit"
run 1 check --variant strict,retail "$work/dev.skrit"
out_has "missing in retail hosts"
run 1 check --variant strict,tiny "$work/dev.skrit"

# A mod together with what it stands on: templates of all of them, whatever the case of their paths.
mkdir -p "$work/mod/world/contentdb/templates" "$work/mod/world/contentdb/templates-old" "$work/base/World/ContentDb/Templates"
printf '[t:template,n:krug] { specializes = actor; }\n' > "$work/base/World/ContentDb/Templates/base.gas"
printf '[t:template,n:actor] { }\n' > "$work/base/World/ContentDb/Templates/actor.gas"
printf '[t:template,n:big_krug] { specializes = krug; }\n[t:template,n:lost] { specializes = krugg; }\n[t:template,n:big_krug] { }\n[t:template,n:ring] { specializes = ring; }\n' > "$work/mod/world/contentdb/templates/mine.gas"
cp "$work/mod/world/contentdb/templates/mine.gas" "$work/mod/world/contentdb/templates-old"
run 0 check "$work/mod" --data "$work/base"
out_has "mine.gas:2:37: warning: the template 'lost' specializes 'krugg', which does not exist"
out_has "did you mean 'krug'?"
out_has "mine.gas:3: warning: the template 'big_krug' is defined more than once"
out_has "mine.gas:4:37: warning: the template 'ring' specializes itself"
[[ $(grep -c 'warning' "$work/out") -eq 3 ]] || fail "the mod has three mistakes"
run 0 check "$work/mod"
out_lacks "specializes 'krugg'"
run 1 check --strict "$work/mod" --data "$work/base"
run 0 check -f json "$work/mod" --data "$work/base"
out_has "skrit.template"

# An include is judged with the skrits that include it: what they declare, it knows; a mistake is told once.
mkdir -p "$work/inc/world/global/skrits" "$work/inc/art" "$work/inc/world/contentdb/components"
printf 'TREE = K , , "k"\nTREE = K_INC , World/Global/Skrits , "i"\n' > "$work/inc/art/i.nnk"
printf 'Left$() { Report.GenericF( "%%d %%s\\n", m_Left$, owner.Go.TemplateName ); SetState Done$; }\n' > "$work/inc/world/global/skrits/k_inc_left.skrit"
printf '#include "k_inc_left"\n' > "$work/inc/world/global/skrits/k_inc_more.skrit"
for name in a b; do
    printf 'owner = GoSkritComponent;\nint m_Left$ = 2;\n#include "k_inc_more"\nstartup state Done$ { event OnEnterState$ { Left$(); } }\n' > "$work/inc/world/contentdb/components/$name.skrit"
done
run 0 check "$work/inc"
[[ ! -s $work/out ]] || fail "includes are judged without their users"
err_has "ok: 5 scripts"
run 0 check "$work/inc/world/global/skrits/k_inc_left.skrit"
sed -i 's/m_Left\$,/m_Lfet$,/' "$work/inc/world/global/skrits/k_inc_left.skrit"
run 1 check "$work/inc"
out_has "k_inc_left.skrit:1:39: error: undefined symbol 'm_Lfet\$'"
out_has "components/a.skrit: note: included here and by 1 more"
[[ $(grep -c 'error' "$work/out") -eq 1 ]] || fail "the mistake of an include is told more than once"
err_has "1 of 5 scripts bad, 1 error"
run 1 check -f json "$work/inc"
[[ $(grep -c '"ok":false' "$work/out") -eq 1 ]] || fail "one script is bad"
sed -i 's/m_Lfet\$,/m_Left$,/' "$work/inc/world/global/skrits/k_inc_left.skrit"
sed -i 's/int m_Left\$/int m_Right$/' "$work/inc/world/contentdb/components/b.skrit"
run 1 check "$work/inc"
out_has "error: in 1 of 2 users: undefined symbol 'm_Left\$'"
out_has "components/b.skrit: note: included here"
# Also if it is named alone and they are beside it; without them what it lacks is theirs to declare.
mkdir -p "$work/beside"
printf 'Half$() { n$ = 1; }\n' > "$work/beside/k_inc_half.skrit"
run 0 check "$work/beside/k_inc_half.skrit"
printf 'Half$() { n$ = 1 }\n' > "$work/beside/k_inc_half.skrit"
run 1 check "$work/beside/k_inc_half.skrit"
printf 'Half$() { n$ = 1; }\n' > "$work/beside/k_inc_half.skrit"
printf 'string n$;\n#include "k_inc_half"\n' > "$work/beside/user.skrit"
run 1 check "$work/beside/k_inc_half.skrit"
out_has "k_inc_half.skrit:1:16: error: cannot convert int to string"

# A world that goes on with what is saved meanwhile; what does not compile changes nothing.
cat > "$work/tick.skrit" <<'END'
int n$ = 0;
startup state A$ { event OnUpdate$( float ) { n$ += 1; Report.GenericF( "one %d\n", n$ ); } }
END
# Every step waits for what the run tells, however slow the machine is.
"$vellum" run "$work/tick.skrit" --reload --frames 100000 -s 0.02 > "$work/live" 2> "$work/live.err" &
live=$!
await() {
  for ((i = 0; i < 600; ++i)); do
    if grep -qF -- "$1" "$2"; then return; fi
    sleep 0.1
  done
  kill "$live"
  fail "the run does not tell '$1'"
}
await "  one 1" "$work/live"
sed 's/one/two/' "$work/tick.skrit" > "$work/tick.new" && mv "$work/tick.new" "$work/tick.skrit"
await "tick.skrit was reloaded)" "$work/live"
await "  two " "$work/live"
echo 'broken' > "$work/tick.skrit"
await "tick.skrit keeps its old version)" "$work/live"
await "tick.skrit:2:1: error" "$work/live.err"
# It goes on with the numbers that it had.
last=$(grep -c '^  \(one\|two\) ' "$work/live")
await "  two $((last + 1))" "$work/live"
# Nor does a file that was away for a while end it.
rm "$work/tick.skrit"
await "tick.skrit: error: cannot read the file" "$work/live.err"
cat > "$work/tick.new" <<'END'
int n$ = 0;
startup state A$ { event OnUpdate$( float ) { n$ += 1; Report.GenericF( "three %d\n", n$ ); } }
END
mv "$work/tick.new" "$work/tick.skrit"
await "  three " "$work/live"
kill "$live"
wait "$live" || true
run 2 run "$work/tick.skrit" --reload --record "$work/tick.log"
err_has "cannot be recorded or replayed"

# What happened in a frame is told before the next one begins.
printf 'int n$ = 0;\nstartup state A$ { event OnUpdate$( float ) { n$ += 1; Report.GenericF( "one %%d\\n", n$ ); } }\n' > "$work/tick.skrit"
for format in text jsonl; do
  "$vellum" run "$work/tick.skrit" --reload --frames 3 -s 1 --format $format > "$work/live" 2> "$work/live.err" &
  live=$!
  await "one 1" "$work/live"
  cp "$work/live" "$work/out"
  kill "$live"
  wait "$live" || true
  out_lacks "one 2"
done

# Numbers of the console, and a log with the time.
run 1 console --log "$work/errors.log" -x '/int z$ = 0; z$ = 1 / z$' -x '/Report.Warning( "careful" )' -x stats
out_has "machines"
grep -q '[0-9][0-9]:[0-9][0-9].*division by zero in command.skrit:3' "$work/errors.log" || fail "no error in the log"
grep -q 'careful' "$work/errors.log" || fail "no warning in the log"

# What is no skrit is told by its name.
printf '[t:template,n:stone]\n{\n\tdoc = "a stone";\n}\n' > "$work/stone.gas"
run 1 decompile "$work/stone.gas"
err_has "stone.gas: error: Skrit"

# Data files in a mod's folder or tank have no source: they are counted, and refused only when they are named.
mkdir "$work/mixed"
cp $skrits/game/world/contentdb/templates/lamps.gas $skrits/lighthouse.skrit "$work/mixed"
run 0 decompile "$work/mixed" -o "$work/mixed_source"
err_has "skipped 1 file without a script"
[[ -s $work/mixed_source/lighthouse.skrit && ! -e $work/mixed_source/lamps.skrit ]] || fail "not the source of the script alone"
run 0 decompile "$work/mixed" --verify --format jsonl
is_jsonl
out_has '"code":"cli.skipped"'
run 0 compile "$work/mixed" -o "$work/mixed_compiled"
err_has "skipped 1 file"
run 1 decompile "$work/mixed/lamps.gas"
err_has "cannot decompile"
run 0 pack "$work/mixed.dsres" --new tank --add a/lamps.gas="$work/mixed/lamps.gas" --add b/lighthouse.skrit="$work/mixed/lighthouse.skrit"
run 0 decompile "$work/mixed.dsres" --verify
err_has "skipped 1 file"
run 1 decompile "$work/mixed.dsres!a/lamps.gas"
err_has "cannot decompile"

# What is told beside a mistake in a mod has the mod's folder, too, or that of the game.
# A folder above those of several mods: each is looked at as if it alone were named.
mkdir "$work/above"
cp -r samples/skrit/game "$work/above/one"
cp -r samples/skrit/game "$work/above/two"
sed -i 's/k_inc_lamp_utils/k_inc_lump_utils/' "$work/above/two/world/contentdb/components/lamps/lamp.skrit"
run 0 check "$work/above/one"
err_has ", 0 warnings"
for folder in above 'above/*/world/**'; do
    run 0 check "$work/$folder"
    err_has ", 1 warning"
    out_has "above/two/world/contentdb/components/lamps/lamp.skrit:11:1: warning: cannot find 'k_inc_lump_utils'"
done
(cd "$work/above" && "$vellum" check .) > "$work/out" 2> "$work/err" || fail "the folder itself is not checked"
err_has ", 1 warning"
mkdir -p "$work/twice/a" "$work/base/b"
printf '[t:template,n:one] { specializes = actor; }\n' | tee "$work/twice/a/x.gas" > "$work/twice/a/y.gas"
run 0 check "$work/twice"
out_has "$work/twice/a/x.gas:1: note: the first one"

# What a stream says is in its file at once, while the console still runs.
if ! on_windows; then
  mkfifo "$work/typed_live"
  "$vellum" console < "$work/typed_live" > "$work/out" 2> "$work/err" &
  console=$!
  exec 9> "$work/typed_live"
  printf 'report generic %s\n/Report.Generic( "said at once" )\n' "$work/live.log" >&9
  for ((i = 0; i < 300; ++i)); do grep -q "said at once" "$work/live.log" 2> /dev/null && break; sleep 0.1; done
  ((i < 300)) || fail "the stream's file is written only at the end"
  exec 9>&-
  wait $console
fi

# Without --frames a run that reloads goes on until somebody ends it.
code=0
timeout 3 "$vellum" run tests/data/pathologic/lantern.bin --reload --seconds 0.001 > "$work/out" 2> "$work/err" || code=$?
[[ $code -eq 124 ]] || fail "a run that reloads ended by itself"
