#!/usr/bin/env bash
# Texts as Notepad and PowerShell store them: read everywhere, written back as they were.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

# stored <form> <text>: the text in UTF-16 with a mark or without, or in UTF-8 with a mark.
stored() {
  case $1 in
    utf8) printf '\357\273\277' && cat "$2" ;;
    le) printf '\377\376' && iconv -f UTF-8 -t UTF-16LE "$2" ;;
    be) printf '\376\377' && iconv -f UTF-8 -t UTF-16BE "$2" ;;
    bare-le) iconv -f UTF-8 -t UTF-16LE "$2" ;;
    bare-be) iconv -f UTF-8 -t UTF-16BE "$2" ;;
  esac
}

cp samples/ags/vm.ash "$work"
for source in pathologic/lamp.patho ff7/island.wms skrit/guard.skrit ags/s27_struct.asc; do
  run 0 compile "samples/$source" -o "$work/plain.out" --force
  for form in utf8 le be bare-le bare-be; do
    stored $form "samples/$source" > "$work/${source##*/}"
    run 0 compile "$work/${source##*/}" -o "$work/$form.out" --force
    same "$work/plain.out" "$work/$form.out"
    run 0 check "$work/${source##*/}"
  done
done
run 0 asm samples/pathologic/lamp.vasm -o "$work/plain.out" --force
stored le samples/pathologic/lamp.vasm > "$work/lamp.vasm"
run 0 asm "$work/lamp.vasm" -o "$work/le.out"
same "$work/plain.out" "$work/le.out"

# A mistake is named at its line, once.
printf 'main task TMain {\n    void init() { @Nothing(1; }\n}\n' > "$work/text"
stored le "$work/text" > "$work/bad.patho"
run 1 check "$work/bad.patho"
out_has 'bad.patho:2:'
[[ $(wc -l < "$work/out") -lt 8 ]] || fail "too many lines"

# What includes others, the project file, plans and names: all of them stored so.
mkdir "$work/mod"
for name in lighthouse sea_tools; do stored le samples/skrit/$name.skrit > "$work/mod/$name.skrit"; done
run 0 check "$work/mod/lighthouse.skrit"
err_has "0 warnings"
mkdir "$work/plan"
cp samples/pathologic/lamp.bin "$work/plan"
printf '# the lamp\nscripts: lamp.bin\nframes: 3\nexpect: no faults\n' > "$work/text"
run 0 test --help
stored le "$work/text" > "$work/plan/lamp.plan"
cp "$work/text" "$work/plan/plain.plan"
plain=0 wide=0
"$vellum" test "$work/plan/plain.plan" > "$work/plain.txt" 2>&1 || plain=$?
"$vellum" test "$work/plan/lamp.plan" > "$work/wide.txt" 2>&1 || wide=$?
[[ $plain -eq $wide && $(sed s/plain.plan/lamp.plan/g "$work/plain.txt") == "$(cat "$work/wide.txt")" ]] || fail "a plan in UTF-16 is another plan"

# Formatting keeps the form, in place and elsewhere.
printf 'int F$( int a$ ){ return a$; } // \320\226\n' > "$work/text"
run 0 format "$work/text" --engine skrit -o "$work/plain.skrit"
for form in utf8 le be bare-le bare-be; do
  stored $form "$work/text" > "$work/$form.skrit"
  cp "$work/$form.skrit" "$work/$form.copy"
  stored $form "$work/plain.skrit" > "$work/expected"
  run 0 format "$work/$form.skrit" -o "$work/$form.made"
  same "$work/expected" "$work/$form.made"
  run 0 format --in-place "$work/$form.skrit"
  same "$work/expected" "$work/$form.skrit"
  same "$work/$form.copy" "$work/$form.skrit.before"
  run 0 format --check "$work/$form.skrit"
done

# What names other files, answers for the game, sets something or is quoted.
cp samples/pathologic/lamp.patho "$work/lamp.source"
mkdir "$work/run"
cp samples/pathologic/lamp.bin "$work/run"
printf 'function Trace(text) end -- \320\226\n' > "$work/host.text"
printf '%s\n%s\n' "$work/run/lamp.bin" samples/pathologic/window.bin > "$work/list.text"
printf 'b OnUse\ninfo stops\n' > "$work/commands.text"
printf 7 > "$work/seed.text"
for form in utf8 le be bare-le bare-be; do
  for name in host list commands; do stored $form "$work/$name.text" > "$work/$name.$form"; done
  run 0 run "$work/run/lamp.bin" --host "$work/host.$form" --frames 2
  run 0 info -q --files-from "$work/list.$form" --format jsonl
  [[ $(wc -l < "$work/out") -eq 2 ]] || fail "a list of files in $form"
  stored $form "$work/lamp.source" > "$work/run/lamp.patho"
  run 0 debug "$work/run/lamp.bin" --batch -x "$work/commands.$form" --event OnUse:null
  out_has "breakpoint 1: 2 places"
  printf 'b 13\nrun\n' > "$work/stop"
  run 0 debug "$work/run/lamp.bin" --batch -x "$work/stop" --event OnUse:null
  out_has "13      event OnUse(object user) {"
done
for form in utf8 le be; do
  stored $form "$work/seed.text" > "$work/seed.$form"
  run 0 run "$work/run/lamp.bin" --setting "seed=@$work/seed.$form" --frames 1
done

# What is no text is refused in one sentence, wherever a text is expected.
for name in bad.patho bad.wms bad.asc bad.skrit bad.plan bad.lua; do
  for _ in {1..200}; do printf '\001\002\003\377bytes\000'; done > "$work/$name"
done
one_sentence() {
  run "$@"
  [[ $(cat "$work/out" "$work/err" | wc -l) -lt 4 ]] || fail "many lines: $*"
  grep -qh "this is not a" "$work/out" "$work/err" || fail "no reason: $*"
}
for name in bad.patho bad.wms bad.asc bad.skrit; do
  for command in check info disasm decompile "compile -o $work/made" "run --frames 1" graph; do
    # shellcheck disable=SC2086  # words
    one_sentence 1 $command "$work/$name"
  done
done
one_sentence 2 test "$work/bad.plan"
one_sentence 1 run samples/pathologic/lamp.bin --host "$work/bad.lua"
one_sentence 1 info --files-from "$work/bad.plan"

# Of many mistakes in a file some are printed, by every command, and the rest is counted.
for i in {1..60}; do printf 'wrong %d;\n' "$i"; done > "$work/many.patho"
for command in run graph trace info check; do
  run 1 $command "$work/many.patho"
  [[ $(cat "$work/out" "$work/err" | grep -c 'error:') -eq 20 ]] || fail "$command prints all messages"
  grep -qh 'many.patho: [0-9]* more messages' "$work/out" "$work/err" || fail "$command counts no messages"
done
