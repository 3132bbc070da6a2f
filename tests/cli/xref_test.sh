#!/usr/bin/env bash
# Finding things: handlers, calls, numbers, parts of texts; what was meant where a name is wrong.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 xref --kind handler OnUse $samples/lantern.bin
out_has "0032: handler OnUse  in task0_event0"
# Calls into a function and out of one, by address as in Pathologic and by name as in the others.
run 0 xref --kind function f_001c $samples/lantern.bin
out_has "0015: function f_001c  in run"
run 0 xref --list --in run $samples/lantern.bin
out_has "function f_001c"
out_has "native SetTimer"
out_lacks StopGroup0
run 0 xref --kind function 'Turn$' samples/skrit/lighthouse.skrit
out_has "function Turn$"
run 0 xref f_001d $samples/lantern.bin
err_has "Did you mean 'f_001c'?"
run 0 xref Trace --in ran $samples/lantern.bin
err_has "no function is called 'ran'. Did you mean 'run'?"
run 0 xref Trac $samples/lantern.bin
err_has "Did you mean 'Trace'?"

# Numbers, however they are written; a float is none of the integers.
run 0 xref 0x7 $samples/lantern.bin --format jsonl
is_jsonl
out_has '"kind":"number","name":"7"'
run 0 xref 2.5 $samples/lantern.bin
out_has "number 2.5  in run"
run 0 xref 25 $samples/lantern.bin
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
run 0 xref --match 'height|visitor at' $samples/lantern.bin
out_has '"height: "'
out_has '"visitor at distance "'
run 0 xref --match '^HEIGHT: $' -i $samples/lantern.bin
out_has '"height: "'
run 0 xref --match '^eight' $samples/lantern.bin
out_empty
run 2 xref --match '((' $samples/lantern.bin
err_has "a bracket is not closed"
run 2 xref --match 'a)|(b' $samples/lantern.bin
run 2 xref --match '(a)\1' $samples/lantern.bin
err_has "cannot be asked for"
run 2 xref --match '(((a{1,99}){1,99}){1,99}){1,99}' $samples/lantern.bin
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
err_has "no instruction of pathologic is called 'PushX'. Did you mean 'Push"
run 2 isa pathologc jump
err_has "there is no engine 'pathologc'. Did you mean 'pathologic'?"
run 2 isa pathologic --table pathologic-hdd
err_has "Did you mean 'pathologic-hd'?"
run 2 xref --kind nativ x $samples
err_has "Did you mean 'native'?"
run 3 check $samples/lantrn.bin
err_has "there is no such file or folder. Did you mean 'lantern.bin'?"
