#!/usr/bin/env bash
# Options that mean the same with every command, with every command that has them.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

root=$PWD
mkdir -p "$work/mod/other" "$work/made"
cd "$work/mod"
cp "$root/samples/pathologic/lamp.bin" "$root/samples/pathologic/lamp.patho" "$root/samples/skrit/guard.skrit" \
  "$root/samples/ff7/island.ev" "$root/samples/ags/s12_functions.o" .
cp guard.skrit other
"$vellum" disasm lamp.bin > lamp.vasm
"$vellum" decompile lamp.bin --function TMain.OnUse > use.patho
"$vellum" pack lamp.vfs --new vfs --add lamp.bin=lamp.bin -q

# --no-project: a project that is wrong is an error of every command that asks it, and of none that does not.
echo '{"nonsense": 1}' > vellum.json
table='info lamp.bin
check lamp.bin
xref --list lamp.bin
graph lamp.bin
diff lamp.bin lamp.patho
states guard.skrit
map island.ev
disasm lamp.bin
decompile lamp.bin
asm lamp.vasm -o ../made/a.bin
compile lamp.patho -o ../made/b.bin
format guard.skrit
patch lamp.bin --function TMain.OnUse --with use.patho -o ../made/c.bin
extract lamp.vfs --list
pack lamp.vfs --add lamp2.bin=lamp.patho -o ../made/d.vfs
texts export lamp.bin -o ../made/e.po
run lamp.bin --frames 1
trace lamp.bin --frames 1
profile lamp.bin --frames 1
translate s12_functions.o
watch other --rounds 1
debug lamp.bin --batch
grep lamp lamp.bin
index lamp.bin -o ../made/f.vdb
report lamp.bin -o ../made/g'
wrong=""
while read -r -a words; do
  rm -rf ../made
  mkdir ../made
  code=0
  "$vellum" "${words[@]}" > "$work/out" 2> "$work/err" < /dev/null || code=$?
  [[ $code -ne 0 ]] && grep -q "vellum.json" "$work/err" || wrong+="code $code with its project: ${words[*]}"$'\n'
  rm -rf ../made
  mkdir ../made
  code=0
  "$vellum" "${words[@]}" --no-project > "$work/out" 2> "$work/err" < /dev/null || code=$?
  [[ $code -eq 0 ]] && ! grep -q "vellum.json" "$work/err" || wrong+="code $code without its project: ${words[*]}: $(head -1 "$work/err")"$'\n'
done <<< "$table"
for command in $("$vellum" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
  "$vellum" help "$command" > "$work/help"
  ! grep -q -- '--no-project' "$work/help" || grep -q "^$command " <<< "$table" || wrong+="no line for $command"$'\n'
done
[[ -z $wrong ]] || fail "$wrong"

# --function: nothing else is printed.
run 0 disasm lamp.bin --no-project
cp "$work/out" "$work/all"
run 0 disasm lamp.bin -F TMain.OnUse --no-project
[[ $(grep -c '^[A-Za-z.]*:$' "$work/out") -eq 1 && $(wc -l < "$work/out") -lt $(wc -l < "$work/all") ]] || fail "not one function"
# --unchecked: what 'check' finds is no reason not to write.
printf 'main task TMain {\n    void init() asm {\n        Pop 3\n        Return 0\n    }\n}\n' > wrong.patho
run 1 compile wrong.patho -o ../made/wrong.bin --no-project
[[ ! -e ../made/wrong.bin ]] || fail "a wrong script was written"
run 0 compile wrong.patho -o ../made/wrong.bin --no-project --unchecked
run 1 check ../made/wrong.bin --no-project
