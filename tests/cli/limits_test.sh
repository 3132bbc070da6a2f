#!/usr/bin/env bash
# Limits of docs/security.md: what is at a limit is taken, what is past it is refused, by its size alone where that is known.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

cp $samples/lamp.bin "$work"
cd "$work"

# past <bytes> <file>: a file that is one byte longer and takes no room.
past() {
  truncate -s 0 "$2"
  truncate -s $(($1 + 1)) "$2"
}
script=$((256 << 20)) text=$((64 << 20)) state=$((1 << 30))
for file in x.bin x.o x.crm x.ev x.skrit x.gas x.txt; do
  past $script $file
  run 3 check $file
  err_has "is longer than $script bytes"
done
for file in x.vasm x.asc x.patho x.wms; do
  past $text $file
  run 3 check $file
  err_has "is longer than $text bytes"
done
past $text x.text
run 3 test x.text
err_has "is longer than $text bytes"
run 3 decompile lamp.bin --names x.text
err_has "is longer than $text bytes"
for option in --host --plan --exports; do
  run 3 run lamp.bin $option x.text
  err_has "is longer than $text bytes"
done
past $text x.skrit
tr '\0' ' ' < x.skrit > x.blanks && mv x.blanks x.skrit
run 1 check x.skrit
out_has "longer than 64 MB"
past $state x.state
for option in --restore --replay; do
  run 3 run lamp.bin $option x.state
  err_has "is longer than $state bytes"
done
rm x.*
# A debugger shows the source beside a script.
printf 'int n;\nvoid f() {\n  n = 1;\n}\nexport f;\n' > shown.asc
run 0 compile shown.asc -o shown.o
printf 'b f\nrun\n' > commands
for over in 0 1; do
  truncate -s $((text + over)) shown.asc
  tr '\0' ' ' < shown.asc > shown.blanks && mv shown.blanks shown.asc
  run 0 debug shown.o --batch -x commands --call 'f()'
  if ((over == 0)); then out_has 'void f() {'; else out_lacks 'void f() {'; fi
done
rm shown.*

# Records are JSON.
for depth in 200 201; do
  python3 -c "print('[' * $depth + ']' * $depth)" > record
  run 1 run lamp.bin --replay record
  if [[ $depth == 200 ]]; then err_lacks json.limit; else err_has "nested deeper than 200"; fi
done

# Project files, of Vellum and of AGS.
mkdir -p project/a/b
echo '// nothing' > project/a/b/x.skrit
project() {
  python3 -c "print(end=$1)" > project/vellum.json
  run 1 check project/a/b/x.skrit
  err_has "$2"
}
project '"[" * 17 + "]" * 17' "nested deeper than 16"
project '"{\"data\":[" + ",".join(["\"x\""] * 1001) + "]}"' "1,000 at most"
past $((1 << 20)) project/vellum.json
run 3 check project/a/b/x.skrit
err_has "is longer than $((1 << 20)) bytes"
mkdir ags
for depth in 198 199; do
  python3 -c "print('<AGSEditorDocument EditorVersion=\"3.6.1.30\"><Game>' + '<a>' * $depth + '</a>' * $depth + '</Game></AGSEditorDocument>')" \
    > ags/Game.agf
  if [[ $depth == 198 ]]; then run 0 check ags; else run 1 check ags; fi
done
out_has "nested too deeply"
past $script ags/Game.agf
run 3 build ags
err_has "is longer than $script bytes"

# Messages are counted, but not all kept.
python3 -c 'print("; engine: pathologic\n" + "nonsense here\n" * 3000)' > many.vasm
run 1 check many.vasm
out_has "were counted but not kept"
err_has "3,001 errors"
python3 -c 'print("startup state S$ { event OnEnterState$() {\n" + "  foo%;\n" * 3000 + "} }")' > many.skrit
run 1 check many.skrit
out_has "2,000 more were counted but not kept"
err_has "3,000 errors"
run 1 check many.vasm --format json
[[ $(grep -o '"severity"' "$work/out" | wc -l) -eq 1000 ]] || fail "more messages than are kept"

# Sources of Skrit.
for depth in 64 65; do
  for ((i = 0; i < depth; ++i)); do echo "#include \"f$((i + 1)).skrit\"" > "f$i.skrit"; done
  echo '// the end' > "f$depth.skrit"
  if [[ $depth == 64 ]]; then run 0 check f0.skrit; else run 1 check f0.skrit; fi
done
out_has "nested too deeply"
skrit() {
  python3 -c "print('startup state S\$ { event OnEnterState\$() { ' + $2 + ' } }')" > depth.skrit
  run "$1" check depth.skrit
}
skrit 0 '"{" * 199 + "}" * 199'
skrit 1 '"{" * 200 + "}" * 200'
out_has "nested more than 200 deep"
skrit 0 '"int a$ = " + "+".join(["1"] * 400) + ";"'
skrit 1 '"int a$ = " + "+".join(["1"] * 401) + ";"'
out_has "more than 400 levels"

# As many files are looked at at once as is said, or as there are processors, and never more than 256.
if [[ -d /proc/self/task ]] && ! on_windows; then
  cd "$work"
  mkfifo pipe{1..300}
  own=0
  if grep -q __tsan_init "$vellum"; then own=1; fi # ThreadSanitizer has a thread of its own, once there are several
  for jobs in '' 1 3 1000; do
    "$vellum" check ${jobs:+--jobs $jobs} pipe{1..300} > pipes.out 2>&1 &
    wanted=${jobs:-$(getconf _NPROCESSORS_ONLN)}
    ((wanted <= 256)) || wanted=256
    ((wanted == 1)) || ((wanted += own))
    for ((i = 0; i < 100; ++i)); do
      at_once=(/proc/$!/task/*)
      [[ $(readlink /proc/$!/exe) != *vellum* ]] || ((${#at_once[@]} < wanted)) || break
      sleep 0.05
    done
    sleep 0.1
    at_once=(/proc/$!/task/*)
    ((${#at_once[@]} == wanted)) || fail "${#at_once[@]} at once, not $wanted"
    kill $!
    wait $! || true
  done
fi
