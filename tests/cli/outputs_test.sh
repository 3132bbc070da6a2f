#!/usr/bin/env bash
# Outputs: no command replaces what it reads, however it is called, nor an existing file unasked.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

cp $listings/lantern.bin "$work/a.bin"
cp samples/skrit/lighthouse.skrit "$work/x.skrit"
cp samples/ff7/island.ev "$work/i.ev"
ln -s a.bin "$work/link"
ln "$work/a.bin" "$work/hard"
ln -s x.skrit "$work/link-to-x"
"$vellum" disasm "$work/a.bin" > "$work/a.vasm"
echo 'function Trace(text) end' > "$work/host.lua"
"$vellum" run "$work/a.bin" --frames 2 --record "$work/log" --snapshot-at "1:$work/snap" > "$work/out" 2>&1
mkdir "$work/before"
cp "$work"/{a.bin,x.skrit,i.ev,a.vasm,host.lua,log,snap} "$work/before"

# refused <argument>...: with and without --force, and nothing is changed
refused() {
  run 1 "$@"
  err_has " the command"
  run 1 "$@" --force
  err_has " the command"
  for file in "$work"/before/*; do same "$file" "$work/$(basename "$file")"; done
}
for name in a.bin link hard ./a.bin; do
  refused disasm "$work/a.bin" -o "$work/$name"
  refused graph "$work/a.bin" --format svg -o "$work/$name"
  refused run "$work/a.bin" --frames 1 --record "$work/$name"
  refused run "$work/a.bin" --frames 1 --snapshot-at "1:$work/$name"
  refused trace "$work/a.bin" --frames 1 --record "$work/$name"
done
refused asm "$work/a.vasm" -o "$work/a.vasm"
refused compile "$work/x.skrit" -o "$work/link-to-x"
refused states "$work/x.skrit" -o "$work/x.skrit"
refused map "$work/i.ev" --svg "$work/i.ev"
refused run "$work/i.ev" --frames 1 --svg "$work/i.ev"
refused run "$work/a.bin" --frames 1 --restore "$work/snap" --record "$work/snap"
refused run "$work/a.bin" --frames 1 --host "$work/host.lua" --record "$work/host.lua"
# Wine cannot say which file standard input is.
on_windows || input=$work/a.bin refused disasm - -o "$work/a.bin"

# Existing files want --force, except the one that -o names.
echo mine > "$work/mine"
# wants_force <argument>...
wants_force() {
  echo mine > "$work/mine"
  run 1 "$@"
  err_has "already exists"
  err_has "--force"
  echo mine | cmp -s - "$work/mine" || fail "a file was replaced unasked"
  run 0 "$@" --force
  [[ $(head -c 5 "$work/mine" | tr -d '\0') != mine ]] || fail "--force replaced nothing"
}
wants_force graph "$work/a.bin" -o "$work/mine"
wants_force states "$work/x.skrit" -o "$work/mine"
wants_force map "$work/i.ev" --svg "$work/mine"
wants_force run "$work/a.bin" --frames 1 --record "$work/mine"
wants_force run "$work/a.bin" --frames 1 --snapshot-at "1:$work/mine"
wants_force run "$work/i.ev" --frames 1 --svg "$work/mine"
run 0 disasm "$work/a.bin" -o "$work/mine"
cp "$work/mine" "$work/quest.vasm"
echo original > "$work/quest.bin"
run 1 asm "$work/quest.vasm"
err_has "already exists"
[[ $(cat "$work/quest.bin") == original ]] || fail "asm replaced a file that it did not happen of"
run 0 asm "$work/quest.vasm" --force
same "$work/quest.bin" "$work/a.bin"
run 0 asm "$work/quest.vasm" -o "$work/quest.bin"
mkdir "$work/in"
cp $listings/lantern.bin $listings/patrol.bin "$work/in"
run 0 disasm "$work/in" -o "$work/listings"
run 0 disasm "$work/in" -o "$work/listings" # the same again
echo changed >> "$work/listings/patrol.bin.vasm"
run 1 disasm "$work/in" -o "$work/listings"
err_has "patrol.bin.vasm: error: the file already exists"
! grep -q lantern "$work/err" || fail "what is there already is refused"
run 0 disasm "$work/in" -o "$work/listings" --force
run 0 disasm "$work/a.bin" -o /dev/null

# A member of a container is no file.
run 1 asm "$work/quest.vasm" -o "$work/r.crm!member"
err_has "a member of a container cannot be written"
[[ ! -e "$work/r.crm!member" ]] || fail "a file with '!' was made"

# A container that would put itself and a start-up file of the shell in its place.
python3 - "$work/game.ags" << 'PYTHON' || skip "no python3"
import struct, sys
names = [b"game.ags", b".bashrc", b"../up.o", b"nul.o", b"a\x1b[31m\nb.o", b"Room", b"ROOM"]
script = b"SCOM" + struct.pack("<9I", 90, 0, 0, 0, 0, 0, 0, 0, 0xBEEFCAFE)
def header(offsets):
    out = b"CLIB\x1a" + bytes([30]) + bytes([0]) + struct.pack("<II", 0, 1) + b"game.ags\0" + struct.pack("<I", len(names))
    for name, offset in zip(names, offsets):
        out += name + b"\0" + bytes([0]) + struct.pack("<qq", offset, len(script))
    return out
size = len(header([0] * len(names)))
offsets = [size + i * len(script) for i in range(len(names))]
open(sys.argv[1], "wb").write(header(offsets) + script * len(names))
PYTHON
mkdir "$work/home"
cp "$work/game.ags" "$work/home/game.ags"
echo precious > "$work/home/.bashrc"
code=0
"$vellum" extract "$work/home/game.ags" -o "$work/home" > "$work/out" 2> "$work/err" || code=$?
[[ $code -eq 1 ]] || fail "extract over its own container: exit code $code"
same "$work/game.ags" "$work/home/game.ags"
[[ $(cat "$work/home/.bashrc") == precious ]] || fail "extract replaced .bashrc"
[[ ! -e "$work/up.o" ]] || fail "extract wrote outside of its folder"
find "$work/home" -print0 | tr '\0' '\n' | LC_ALL=C grep -q $'\x1b' && fail "a file name steers terminals"
run 0 extract "$work/game.ags" -o "$work/members"
[[ -e $work/members/_bashrc.o || -e $work/members/_bashrc ]] || fail "no harmless name for .bashrc"
[[ -e $work/members/_nul.o ]] || fail "no harmless name for nul"
run 0 extract --list "$work/game.ags"
# Two scripts have the name and the bytes of a file beside them and are written once; so each place is there once.
[[ $(find "$work/members" -type f | wc -l) -eq $(sed "s/.* at //" "$work/out" | sort -u | wc -l) ]] || fail "members were lost: $(ls "$work/members")"
[[ $(find "$work/members" -type f | sed 's/.*/\L&/' | sort -u | wc -l) -eq $(find "$work/members" -type f | wc -l) ]] || fail "names that differ in case only"
echo changed >> "$work/members/_nul.o"
run 1 extract "$work/game.ags" -o "$work/members"
err_has "_nul.o: error: the file already exists"
run 0 extract "$work/game.ags" -o "$work/members" --force

# Killed in the middle: nothing is left beside the outputs.
mkdir "$work/many"
for ((i = 0; i < 300; ++i)); do cp $listings/lantern.bin "$work/many/$i.bin"; done
for delay in 0.02 0.05 0.1 0.2; do
  for signal in INT TERM HUP; do
    timeout --preserve-status -s $signal $delay "$vellum" disasm --force -q "$work/many" -o "$work/killed" > /dev/null 2>&1 || true
  done
done
# Windows lets nobody clean up who is ended from outside.
on_windows || [[ $(find "$work/killed" -name '.vellum-new*' | wc -l) -eq 0 ]] || fail "temporary files stay"
for file in "$work/killed"/*; do
  [[ -e $file ]] || continue
  same "$file" <(sed "1s|.*|$(head -n 1 "$file")|" "$work/a.vasm")
done

# Two inputs for one output: which of them is refused does not depend on the threads.
mkdir -p "$work/slow" "$work/quick"
for ((i = 0; i < 300; ++i)); do echo "void f$i() { for (int i = 0; i < 9; i++) { g += i * $i; } }"; done > "$work/slow/x.asc"
sed -i '1i int g;' "$work/slow/x.asc"
run 0 compile "$work/slow/x.asc" -o "$work/slow/x.o"
cp samples/ags/s01_int_arith.o "$work/quick/x.o"
for ((i = 0; i < 3; ++i)); do
  rm -rf "$work/one"
  run 1 decompile "$work/slow/x.o" "$work/quick/x.o" -o "$work/one" -j 2
  err_has "slow/x.o' and '"
  grep -q f299 "$work/one/x.asc" || fail "the first input was not the one written"
done
