#!/usr/bin/env bash
# The exit code of every command: 0, 1 for what is wrong in a file, 2 for what is wrong in the call, 3 for a file that
# cannot be read or written. A command without a line for each of them is noticed.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes
cd "$work"
root=$OLDPWD
cp "$root/samples/pathologic/lamp.bin" "$root/samples/pathologic/lamp.patho" "$root/samples/ags/s10_switch.o" \
  "$root/samples/skrit/lighthouse.skrit" "$root/samples/ff7/island.ev" .
mkdir empty two
cp lamp.bin two
head -c 300 lamp.bin > cut.bin
head -c 3000 island.ev > cut.ev
echo 'main task {' > bad.patho
echo 'startup state {' > bad.skrit
echo 'nonsense' > bad.plan
printf 'script lamp.bin\nframes 3\nexpect native Nothing\n' > fails.plan
printf 'script lamp.bin\nframes 3\n' > well.plan
printf '\0\1\2' > noise
"$vellum" disasm lamp.bin > lamp.vasm
echo '.nonsense' > bad.vasm
cp "$root/samples/skrit/guard.skrit" .
"$vellum" pack two.vfs --new vfs --add lamp.bin=lamp.bin --add b.bin=lamp.bin -q
"$vellum" pack a.vfs --new vfs --add lamp.bin=lamp.bin -q
head -c 20 a.vfs > cut.vfs
"$vellum" texts export a.vfs -o a.po -q 2> /dev/null || true
cp -r "$root/samples/ags/harbour" harbour
mkdir broken
cp bad.patho broken
sed 's|"dark"|"off"|' lamp.patho > other.patho
echo 'int  x$ ;' > sealed.skrit
echo quit > quit.txt
echo nonsense > bad.names
"$vellum" decompile lamp.bin --function TMain.OnUse > use.patho

# <exit code> <command> <argument>...
table='
0 info lamp.bin
1 info cut.bin
3 info missing
0 check lamp.bin
1 check cut.bin
1 check bad.patho
3 check missing
3 check cut.bin missing
0 xref --list lamp.bin
0 xref Trace lamp.bin
1 xref Trace cut.bin
2 xref Trace
3 xref Trace missing
0 graph lamp.bin
1 graph cut.bin
3 graph missing
0 diff lamp.bin lamp.patho
1 diff lamp.bin other.patho
2 diff lamp.bin cut.bin
3 diff lamp.bin missing
3 diff missing lamp.bin
2 diff lamp.bin lamp.bin --names bad.names
3 diff lamp.bin lamp.bin --names missing
1 decompile lamp.bin --names bad.names
3 decompile lamp.bin --names missing
2 web --port 70000
3 web --page missing --no-open
3 web missing --no-open --page empty
0 isa ags
2 isa ags nosuch
2 isa nosuch
0 natives ags Random
2 natives ags nosuch
0 init two
1 init two
3 init missing
0 states lighthouse.skrit
1 states bad.skrit
3 states missing
0 exports
1 exports lighthouse.skrit
3 exports missing
0 map island.ev
1 map lamp.bin
3 map missing
2 index lamp.bin
0 index lamp.bin -o all.vdb
3 index missing -o other.vdb
0 query
0 query all.vdb natives
2 query all.vdb nosuch
3 query missing totals
2 grep word
0 grep lamp lamp.bin
0 grep nosuchword lamp.bin
1 grep lamp cut.bin
3 grep lamp missing
2 grep ( lamp.bin -E
2 report all.vdb
0 report all.vdb -o page
1 report all.vdb -o page
3 report missing -o other
0 disasm lamp.bin
1 disasm cut.bin
3 disasm missing
3 disasm lamp.bin -o lamp.bin/a.vasm
0 decompile lamp.bin
1 decompile cut.bin
3 decompile missing
0 asm lamp.vasm -o made.bin
1 asm bad.vasm -o other.bin
3 asm missing.vasm -o other.bin
0 compile lamp.patho -o made.bin
1 compile bad.patho -o other.bin
3 compile missing.patho -o other.bin
1 build empty
1 build missing
2 build harbour nonsense
0 format sealed.skrit
1 format sealed.skrit --check
1 format lamp.patho
3 format missing
2 patch lamp.bin
0 patch lamp.bin --function TMain.OnUse --with use.patho -o patched.bin
1 patch lamp.bin --with lamp.patho -o other.bin
1 patch lamp.bin --with bad.patho -o other.bin
3 patch lamp.bin --with missing -o other.bin
3 patch missing --with use.patho -o other.bin
2 extract a.vfs
0 extract a.vfs --list
1 extract cut.vfs --list
3 extract missing --list
2 pack a.vfs
0 pack a.vfs --remove lamp.bin -o b.vfs
1 pack a.vfs --remove nosuch -o c.vfs
1 pack cut.vfs --remove lamp.bin -o c.vfs
3 pack missing --remove lamp.bin -o c.vfs
3 pack a.vfs --add x=missing -o c.vfs
0 texts export a.vfs -o texts.po
2 texts nonsense a.vfs
3 texts export missing -o other.po
2 texts import texts.po a.vfs
3 texts import missing a.vfs -o c.vfs
3 translate missing
0 run lamp.bin --frames 1
1 run cut.bin --frames 1
1 run lamp.bin --frames 1 --event Nosuch
3 run missing --frames 1
3 run lamp.bin --frames 1 --restore missing
0 trace lamp.bin --frames 1
1 trace cut.bin --frames 1
3 trace missing --frames 1
0 profile lamp.bin --frames 1
1 profile cut.bin --frames 1
3 profile missing --frames 1
0 test well.plan
1 test fails.plan
2 test bad.plan
3 test missing.plan
2 watch
0 watch two --rounds 1
1 watch broken --rounds 1
0 watch two --rounds 1 -- isa ags
2 watch two --rounds 1 -- isa nosuch
2 watch two --pack a.vfs
3 watch two --pack missing -o c.vfs
0 debug lamp.bin --batch --commands quit.txt
3 debug lamp.bin --commands missing
1 debug cut.bin
3 debug missing
0 dap
2 dap --port 70000
1 lsp
0 console
1 console --command nosuch(
0 console --command help
3 console --data missing --command 1
0 formula 1+2
1 formula 1+
0 help info
2 check
2 check --shard 0/4 lamp.bin
2 check --shard 5/4 lamp.bin
2 check --shard 1 lamp.bin
2 xref --list
2 states guard.skrit lighthouse.skrit
2 states two.vfs
2 format sealed.skrit --check --in-place
2 format sealed.skrit --check -o x
2 format sealed.skrit --in-place -o x
2 format sealed.skrit guard.skrit
2 disasm lamp.bin -F TMain.init -o x
2 decompile lamp.bin --function TMain.init -o x
2 decompile lamp.bin --function TMain.init --verify
2 compile lamp.patho other.patho -o -
2 pack new.vfs --new vfs
2 pack new.vfs --new vfs --add a=lamp.bin --replace a=lamp.bin
2 pack new.vfs --new vfs --add a=lamp.bin --remove a
2 pack new.vfs --new vfs --add a=lamp.bin -o x
2 pack new.vfs --new vfs --add a=lamp.bin --in-place
2 pack a.vfs --add a=lamp.bin
2 pack a.vfs --add a=lamp.bin -o x --in-place
2 pack a.vfs -o x
2 index lamp.bin -o -
2 texts export
2 texts import texts.po
2 texts import texts.po a.vfs -o x --in-place
2 grep lamp
2 grep lamp lamp.bin --match --replace x
2 grep lamp lamp.bin --ignore-case --replace x
2 grep lamp lamp.bin -o x
2 grep lamp lamp.bin --in-place
2 report lamp.bin -o -
2 patch lamp.bin -o x
2 patch lamp.bin --with use.patho
2 patch lamp.bin s10_switch.o --with use.patho -o x
2 patch two.vfs --with use.patho -o x
2 graph lamp.bin --function TMain.init --from TMain.init
2 graph lamp.bin --depth 2
2 graph lamp.bin -o x.bmp
2 graph lamp.bin s10_switch.o
2 graph two.vfs
2 isa ags add nonsense
2 run
1 run lamp.bin --frames 1 --setting nonsense=1
2 run lamp.bin --frames x
2 trace
2 profile
2 debug
2 watch two -o x
2 watch lamp.bin
2 dap --port x
2 test
2 help nosuch
0 completion bash
2 completion tcsh
0 version
2 version x
'
wrong=""
listed=""
while read -r code command rest; do
  [[ -n $command ]] || continue
  listed+=" $command "
  read -r -a words <<< "$rest"
  got=0
  timeout 20 "$vellum" "$command" "${words[@]}" > "$work/out" 2> "$work/err" < /dev/null || got=$?
  [[ $got -eq $code ]] || wrong+="$got instead of $code: vellum $command $rest: $(head -n 1 "$work/err")"$'\n'
done <<< "$table"
for command in $("$vellum" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
  [[ $listed == *" $command "* ]] || wrong+="nothing is said of vellum $command"$'\n'
  got=0
  "$vellum" "$command" --no-such-option > "$work/out" 2>&1 < /dev/null || got=$?
  [[ $got -eq 2 ]] || wrong+="$got instead of 2: vellum $command --no-such-option"$'\n'
  got=0
  "$vellum" "$command" --help > "$work/out" 2>&1 < /dev/null || got=$?
  [[ $got -eq 0 ]] || wrong+="$got instead of 0: vellum $command --help"$'\n'
done
[[ -z $wrong ]] || fail "$wrong"
