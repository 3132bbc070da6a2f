#!/usr/bin/env bash
# Finding things: handlers, calls, numbers, parts of texts; what was meant where a name is wrong.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 xref --kind handler OnUse $listings/lantern.bin
out_has "0032: handler OnUse  in TMain.OnUse"
run 0 xref --listing --kind handler OnUse $listings/lantern.bin
out_has "0032: handler OnUse  in task0_event0"
# A use is told with the line of the source that it comes from, and functions go by one name, which old ones find as well.
run 0 xref Trace $samples/lamp.bin
out_has '000f: native Trace  in TMain.OnUse: @Trace("somebody plays with the lamp");'
for name in TMain.OnUse TMain::OnUse task0_event0; do
  run 0 xref Trace --in "$name" $samples/lamp.bin
  out_has "in TMain.OnUse"
  run 0 graph --function "$name" $samples/lamp.bin -f dot
  out_has 'digraph "TMain.OnUse"'
done
run 0 xref --kind function task1_init $samples/lamp.bin
out_has "function TFlicker.init  in TMain.OnUse: TFlicker(2);"
run 0 xref Trace --in OnUse $samples/lamp.bin
out_has "in TMain.OnUse"
run 1 graph --function OnUse $samples/lamp.bin -f dot
err_has "'OnUse' is ambiguous: TMain.OnUse, TFlicker.OnUse"
run 1 graph --function OnUsed $samples/lamp.bin -f dot
err_has "there is no function 'OnUsed'. Did you mean 'OnUse'?"
# Calls into a function and out of one, by address as in Pathologic and by name as in the others.
run 0 xref --kind function f_001c $listings/lantern.bin
out_has "0015: function TMain.Func1  in TMain.init"
run 0 xref --listing --kind function f_001c $listings/lantern.bin
out_has "0015: function f_001c  in run"
run 0 xref --list --in run $listings/lantern.bin
out_has "function TMain.Func1"
out_has "native SetTimer"
out_lacks StopGroup0
run 0 xref --kind function 'Turn$' samples/skrit/lighthouse.skrit
out_has "function Turn$"
run 0 xref --listing f_001d $listings/lantern.bin
err_has "Did you mean 'f_001c'?"
run 0 xref Trace --in TMain.inti $listings/lantern.bin
err_has "there is no function 'TMain.inti'. Did you mean 'TMain.init'?"
run 0 xref Trac $listings/lantern.bin
err_has "Did you mean 'Trace'?"

# Numbers, however they are written; a float is none of the integers.
run 0 xref 0x7 $listings/lantern.bin --format jsonl
is_jsonl
out_has '"kind":"number","name":"7"'
run 0 xref 2.5 $listings/lantern.bin
out_has "number 2.5  in TMain.init"
run 0 xref 25 $listings/lantern.bin
out_empty
printf '; engine: pathologic\n.run task0, again\n.task task0, 0\nagain:\n    PushI -12345\n    PushS "12345"\n    Pop 2\n    Return 0\n' > "$work/numbers.vasm"
run 0 xref -- -12345 "$work/numbers.vasm"
out_has "number -12345"
run 0 xref 12345 "$work/numbers.vasm"
out_has 'string "12345"'
out_lacks "number "
run 0 xref --list --kind number "$work/numbers.vasm"
out_has "number -12345"
run 0 xref --list "$work/numbers.vasm"
out_lacks "number "

# Regular expressions fit parts of names.
run 0 xref --match 'height|visitor at' $listings/lantern.bin
out_has '"height: "'
out_has '"visitor at distance "'
run 0 xref --match '^HEIGHT: $' -i $listings/lantern.bin
out_has '"height: "'
run 0 xref --match '^eight' $listings/lantern.bin
out_empty
run 2 xref --match '((' $listings/lantern.bin
err_has "a bracket is not closed"
run 2 xref --match 'a)|(b' $listings/lantern.bin
run 2 xref --match '(a)\1' $listings/lantern.bin
err_has "are not supported"
run 2 xref --match '(((a{1,99}){1,99}){1,99}){1,99}' $listings/lantern.bin
err_has "it is too large"
# Patterns that take exponential time elsewhere, on a text of 100,000 characters that nearly fits.
{
  printf '; engine: pathologic\n.run task0, again\n.task task0, 0\nagain:\n    PushS "'
  head -c 100000 /dev/zero | tr '\0' a
  printf '"\n    Pop 1\n    Return 0\n'
} > "$work/long.vasm"
# shellcheck disable=SC2016
for pattern in '(a*)*b' '(a|aa)+$b' '([a-z]+)*[0-9]' '(((((a*)*)*)*)*)*b' '(a?){40}a{40}b'; do
  timeout 60 "$vellum" xref --match "$pattern" "$work/long.vasm" > "$work/out" 2> "$work/err" || fail "'$pattern' hangs"
  out_empty
done

# Names that are wrong elsewhere.
run 2 isa pathologic PushX
err_has "pathologic has no instruction named 'PushX'. Did you mean 'Push"
run 2 isa pathologc jump
err_has "unknown engine 'pathologc'. Did you mean 'pathologic'?"
run 2 isa pathologic --table pathologic-hdd
err_has "Did you mean 'pathologic-hd'?"
run 2 xref --kind nativ x $samples
err_has "Did you mean 'native'?"
run 3 check $samples/lantrn.bin
err_has "there is no such file or folder. Did you mean 'lantern.bin'?"

# One function of a script, by any of its names, or as a part of it.
run 0 decompile -F OnTrigger $samples/quest_ferry.bin
out_has "event OnTrigger(string name) {"
out_lacks "void init()"
run 0 decompile "$samples/quest_ferry.bin!f_0054" --format jsonl
out_has '"source":"    void Complete'
out_lacks "OnTrigger"
run 0 disasm "$samples/quest_ferry.bin!TMain::OnTrigger"
out_has "TMain.OnTrigger:"
out_has "Call          TMain.Complete"
out_lacks "TMain.init:"
run 0 graph "$samples/quest_ferry.bin!OnTrigger" -f dot
out_has 'digraph "TMain.OnTrigger"'
run 1 decompile -F OnTriger $samples/quest_ferry.bin
err_has "Did you mean 'OnTrigger'?"
run 2 decompile -F OnTrigger -o "$work/x" $samples/quest_ferry.bin
run 1 check "$samples/quest_ferry.bin!OnTrigger"
err_has "the file is not a container"

# What is kept as instructions has lines of its own.
printf 'main task TMain {\n    void init() {\n        @Trace(Odd(4));\n    }\n}\nint Odd(int n) asm {\n        PushV\n        Func Hold/0\n        Pop 0\n        MovI S[2], 1\n        Return 0\n}\n' > "$work/odd.patho"
run 0 compile "$work/odd.patho" -o "$work/odd.bin"
run 0 xref Hold "$work/odd.bin" --format json
out_has '"source":"Func '

# A line that all uses share is not written whole for each.
{ printf 'main task TMain { void init() { '; for _ in {1..500}; do printf '@Trace("a"); '; done; printf '} }\n'; } > "$work/line.patho"
run 0 xref Trace "$work/line.patho"
[[ $(wc -c < "$work/out") -lt 400000 && $(grep -c '@Trace("a");' "$work/out") -eq 500 ]] || fail "a long line is repeated"

# Functions as sources or as listings name them.
run 0 xref Trace samples/pathologic/lamp.bin
out_has 'in TMain.OnUse: @Trace('
run 0 xref Trace samples/pathologic/lamp.bin --listing
out_has 'in task0_event0'
grep -q TMain "$work/out" && fail "--listing shows the source"
true
