#!/usr/bin/env bash
# What holds unless something else is said: numbers that the help tells, each at its edge.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

cd "$work"
{
  echo 'int n;'
  echo 'import void Log(int x);'
  for i in {0..29}; do echo "void f$i() { n += $i; }"; done
  printf 'void all() {\n'
  for i in {0..29}; do echo "  f$i();"; done
  printf '}\nvoid many(int most) {\n  int i;\n  while (i < most) {\n    Log(i);\n    i += 1;\n  }\n}\nexport all, many;\n'
} > big.asc
run 0 compile big.asc -o big.o

# run prints 2,000 lines: whole frames until there are so many.
for calls in 1997 1998; do
  run 0 run big.o --call "many($calls)@1" --call 'many(1)@2' --frames 2
  if [[ $calls == 1997 ]]; then out_has 'call many(1)@2'; else out_lacks 'call many(1)@2'; fi
  run 0 run big.o --call "many($calls)@1" --call 'many(1)@2' --frames 2 --verbose
  out_has 'call many(1)@2'
done
out_lacks 'left out'
# Its frames are 60, or none if functions are called; each is a thirtieth of a second.
run 0 run big.o --call 'many(1)'
out_has '0 frames,'
cp "$OLDPWD/samples/pathologic/lamp.bin" .
run 0 run lamp.bin
out_has '60 frames,'
run 0 run lamp.bin --format json
out_has '"frames": 60'
printf 'main task TMain {\n    void init() {\n        for (;;) {\n            @Sleep(1.0);\n            @Trace("second");\n        }\n    }\n}\n' > second.patho
run 0 run second.patho --frames 30
out_lacks 'says: second'
run 0 run second.patho --frames 31
out_has 'says: second'
run 0 run second.patho --frames 31 --seconds 0.02
out_lacks 'says: second'
run 2 run second.patho --frames 1 --seconds -1

# profile shows 20 functions, lines and natives.
for rows in '' '--rows 20' '--rows 5' '--rows 0'; do
  # shellcheck disable=SC2086
  run 0 profile big.o --call 'all()' $rows
  wanted=${rows#--rows }
  [[ $(grep -c ' 1  \(f[0-9]*\|all\) (' "$work/out") -eq $(case ${wanted:-20} in 0) echo 31 ;; *) echo "${wanted:-20}" ;; esac) ]] || fail "rows ($rows)"
done

# check prints 20 messages about a file.
{ echo '; engine: pathologic'; for _ in {1..30}; do echo 'nonsense'; done; } > many.vasm
for messages in '' '--messages 20' '--messages 7' '--messages 0'; do
  # shellcheck disable=SC2086
  run 1 check many.vasm $messages
  wanted=${messages#--messages }
  wanted=${wanted:-20}
  [[ $wanted != 0 ]] || wanted=31 # and there is nothing in it
  [[ $(grep -c '^many.vasm:.* error: ' "$work/out") -eq $wanted ]] || fail "$(grep -c '^many.vasm:.* error: ' "$work/out") messages ($messages)"
done

# diff shows 3 lines around a difference.
sed 's/  f15();/  f16();/' big.asc > other.asc
for context in '' '-U 3' '--context 1' '-U 0'; do
  # shellcheck disable=SC2086
  run 1 diff big.asc other.asc $context
  wanted=${context##* }
  [[ $(grep -c '^ ' "$work/out") -eq $((2 * ${wanted:-3})) ]] || fail "lines around ($context)"
done

# debug lists 100 visits, and the variables of scopes that have 64 at most.
printf '%s\n' 'b many' run c 'hits 67' > commands
for calls in 99 100; do # and once more where the loop ends
  run 0 debug big.o --batch -x commands --call "many($calls)"
  [[ $(grep -c '^#' "$work/out") -eq 100 ]] || fail "$(grep -c '^#' "$work/out") visits"
  if [[ $calls == 100 ]]; then out_has '101 times; the last 100:'; else out_lacks 'the last'; fi
done
printf '%s\n' 'b f' run 'info scopes' > commands
for globals in 64 65; do
  { for ((i = 0; i < globals; ++i)); do echo "int g$i;"; done; echo 'void f() { g0 = 1; }'; echo 'export f;'; } > globals.asc
  run 0 compile globals.asc -o globals.o --force
  run 0 debug globals.o --batch -x commands --call 'f()'
  if [[ $globals == 64 ]]; then out_has 'g63 = 0'; else out_has '… 65 in all'; fi
done
# until LINE goes on to it, also where nothing else stops.
printf '%s\n' 'b many' run 'u 67' 'p i' 'u 67' 'p i' 'u 70' > commands
run 0 debug big.o --batch -x commands --call 'many(3)'
[[ $(grep '^i = ' "$work/out") == $'i = 0\ni = 1' ]] || fail "it is not there that it stops"
out_has '   70    }'
