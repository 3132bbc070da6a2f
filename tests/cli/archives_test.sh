#!/usr/bin/env bash
# Archives: made, listed, extracted, worked on as if they were folders, and changed.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

vfs=$work/Scripts.vfs
lamp=$samples/lamp
run 0 pack "$vfs" --new vfs --add b_lamp.bin=$lamp.bin --add b_rats.bin=$listings/patrol.bin --add UI/readme.txt=README.md
err_has "3 members"
run 1 pack "$vfs" --new vfs --add b_lamp.bin=$lamp.bin
err_has "exists"
# A folder and a pattern are their files; below a member's name where one is given.
mkdir -p "$work/loose/UI"
cp $lamp.bin "$work/loose/b_lamp.bin"
cp README.md "$work/loose/UI/readme.txt"
run 0 pack "$work/folder.vfs" --new vfs --add "$work/loose/"
run 0 extract --list "$work/folder.vfs"
out_has '!b_lamp.bin'
out_has '!UI/readme.txt'
run 0 pack "$work/below.zip" --new zip --add mods="$work/loose" --add more/="$work/loose/*.bin"
run 0 extract --list "$work/below.zip"
out_has '!mods/b_lamp.bin'
out_has '!mods/UI/readme.txt'
out_has '!more/b_lamp.bin'
run 0 pack "$work/folder.vfs" --replace "$work/loose/*.bin" -o "$work/replaced.vfs"
err_has '1 member replaced, 0 added'
mkdir "$work/nothing"
run 1 pack "$work/no.vfs" --new vfs --add "$work/nothing"
err_has 'there is no file'
run 1 pack "$work/no.vfs" --new vfs --add "$work/loose/*.ev"
err_has 'there is no file'

run 0 extract --list "$vfs"
out_has "b_lamp.bin  script"
out_has "UI/readme.txt  file"
run 0 extract --list --format json "$vfs"
is_json
run 0 extract "$vfs" -o "$work/all"
same "$work/all/b_lamp.bin" $lamp.bin
same "$work/all/UI/readme.txt" README.md
run 0 extract "$vfs!b_*.bin" -o "$work/some"
same "$work/some/b_rats.bin" $listings/patrol.bin
[[ ! -e $work/some/UI ]] || fail "the pattern took too much"
run 1 extract "$vfs!b_lump.bin" -o "$work/none"

# An archive is a folder of scripts to every command.
run 0 check "$vfs"
err_has "2 scripts"
run 0 info "$vfs!B_LAMP.BIN"
out_has "Pathologic"
run 0 disasm "$vfs!b_rats.bin"
out_has "; engine: pathologic"
run 0 decompile "$vfs" -o "$work/source"
[[ -s $work/source/b_lamp.patho ]] || fail "no source of a script inside the archive"
run 1 check "$vfs!nothing.bin"
err_has "no member 'nothing.bin'"
mkdir "$work/game"
cp "$vfs" "$work/game"
run 0 check "$work/game"
err_has "2 scripts"

# A changed script goes back as source; everything else keeps its bytes.
sed 's/light/bright light/' "$work/source/b_lamp.patho" > "$work/b_lamp.patho"
run 0 pack "$vfs" --replace b_lamp.bin="$work/b_lamp.patho" -o "$work/new.vfs"
err_has "1 member replaced"
run 0 extract "$work/new.vfs" -o "$work/changed"
same "$work/changed/b_rats.bin" $listings/patrol.bin
run 0 decompile "$work/new.vfs!b_lamp.bin"
out_has "bright light"
# One edit has one result, whichever command makes it. `patch` makes the archive where an archive is asked for.
run 0 patch "$vfs!b_lamp.bin" --with "$work/b_lamp.patho" -o "$work/patched.vfs"
run 0 patch "$vfs!b_lamp.bin" --with "$work/b_lamp.patho" -o "$work/patched.bin"
run 0 pack "$vfs" --replace b_lamp.bin="$work/patched.bin" -o "$work/packed.vfs"
same "$work/patched.vfs" "$work/packed.vfs"
run 0 texts export "$vfs!b_lamp.bin" -o "$work/lamp.csv"
sed -i 's/"light",""/"light","Licht"/' "$work/lamp.csv"
run 0 texts import "$work/lamp.csv" "$vfs!b_lamp.bin" -o "$work/translated.vfs"
run 0 extract "$work/translated.vfs!b_lamp.bin" -o "$work/translated"
run 0 pack "$vfs" --replace b_lamp.bin="$work/translated/b_lamp.bin" -o "$work/translated2.vfs"
same "$work/translated.vfs" "$work/translated2.vfs"
# The same in an archive inside another: the outer one comes back with the inner one changed.
run 0 pack "$work/outer.vfs" --new vfs --add inner.vfs="$vfs" --add beside.bin=$listings/patrol.bin
inner="$work/outer.vfs!inner.vfs"
run 0 check "$inner"
err_has "2 scripts"
run 0 patch "$inner!b_lamp.bin" --with "$work/b_lamp.patho" -o "$work/inner.bin"
same "$work/inner.bin" "$work/patched.bin"
nested_is() { # <archive> <inner archive>: what the outer archive is then, whichever command made it
  run 0 pack "$work/outer.vfs" --replace inner.vfs="$2" -o "$work/expected.vfs"
  same "$1" "$work/expected.vfs"
  rm "$1" "$work/expected.vfs"
}
run 0 patch "$inner!b_lamp.bin" --with "$work/b_lamp.patho" -o "$work/nested.vfs"
nested_is "$work/nested.vfs" "$work/patched.vfs"
run 0 texts export "$inner!b_lamp.bin" -o "$work/nested.csv"
sed -i 's/"light",""/"light","Licht"/' "$work/nested.csv"
run 0 texts import "$work/nested.csv" "$inner!b_lamp.bin" -o "$work/nested.vfs"
nested_is "$work/nested.vfs" "$work/translated.vfs"
run 0 pack "$work/outer.vfs" --replace "inner.vfs!b_lamp.bin=$work/patched.bin" -o "$work/nested.vfs"
nested_is "$work/nested.vfs" "$work/packed.vfs"
for place in "$vfs" "$inner"; do
  run 0 grep '"light"' "$place" --replace '"bright light"' -o "$work/grepped"
done
nested_is "$work/grepped/outer.vfs" "$work/grepped/${vfs##*/}"
# ... and in a room in an archive.
ags_room samples/ags/s23_strings.o > "$work/room1.crm"
run 0 pack "$work/rooms.zip" --new zip --add room1.crm="$work/room1.crm"
run 0 grep '"Hello"' "$work/room1.crm" --replace '"Good day"' -o "$work/grepped"
run 0 grep '"Hello"' "$work/rooms.zip" --replace '"Good day"' -o "$work/grepped"
run 0 extract "$work/grepped/rooms.zip" -o "$work/grepped/rooms"
same "$work/grepped/rooms/room1.crm" "$work/grepped/room1.crm"
! cmp -s "$work/grepped/room1.crm" "$work/room1.crm" || fail "the room was not changed"
run 1 pack "$work/outer.vfs" --replace "inner.vfs!none.bin=$work/patched.bin" -o "$work/nested.vfs"
err_has "the archive has no member 'inner.vfs!none.bin'"
run 1 pack "$work/outer.vfs" --replace "beside.bin!b_lamp.bin=$work/patched.bin" -o "$work/nested.vfs"
err_has "the archive has no member 'beside.bin!b_lamp.bin'"
[[ ! -e $work/nested.vfs ]] || fail "something was written"
run 0 pack "$work/new.vfs" --replace b_lamp.bin=$lamp.bin -o "$work/old.vfs"
same "$work/old.vfs" "$vfs"
run 0 pack "$vfs" --remove b_rats.bin --add b_cats.bin=$listings/patrol.bin -o "$work/other.vfs"
run 0 extract --list "$work/other.vfs"
out_has "b_cats.bin"
out_lacks "b_rats.bin"

# Nothing is replaced unasked, the archive least of all.
run 2 pack "$vfs" --replace b_lamp.bin=$lamp.bin
run 1 pack "$vfs" --replace b_lamp.bin="$work/b_lamp.patho" -o "$work/new.vfs"
run 1 pack "$vfs" --replace b_lamp.bin="$work/b_lamp.patho" -o "$vfs" --force
run 1 pack "$vfs" --replace b_lump.bin=$lamp.bin -o "$work/no.vfs"
err_has "Did you mean 'b_lamp.bin'?"
run 1 pack "$vfs" --replace b_lamp.bin=$lamp.bin --replace B_LAMP.BIN=$listings/patrol.bin -o "$work/no.vfs"
err_has "changed twice"
run 1 pack "$vfs" --replace b_lamp.bin= -o "$work/no.vfs"
err_has "expected a member and a file"
run 1 pack "$vfs" --add b_lamp.bin=$lamp.bin -o "$work/no.vfs"
echo "main task TMain { void init() { int i = ; } }" > "$work/wrong.patho"
run 1 pack "$vfs" --replace b_lamp.bin="$work/wrong.patho" -o "$work/no.vfs"
[[ ! -e $work/no.vfs ]] || fail "something was written"
cp "$vfs" "$work/mine.vfs"
run 0 pack "$work/mine.vfs" --replace b_lamp.bin="$work/b_lamp.patho" --in-place
same "$work/mine.vfs" "$work/new.vfs"
same "$work/mine.vfs.before" "$vfs"
run 3 pack "$work/mine.vfs" --replace b_lamp.bin=$lamp.bin --in-place
err_has "backup"

# A tank of Dungeon Siege: what a script includes is found inside, or in an archive that --data names.
# shellcheck disable=SC2016  # $ is part of Skrit's names
printf '#include "k_inc"\nint eight$() { return seven$() + 1; }\n' > "$work/a.skrit"
# shellcheck disable=SC2016
printf 'int seven$() { return 7; }\n' > "$work/k_inc"
run 0 pack "$work/mod.dsres" --new tank --add a.skrit="$work/a.skrit" --add k_inc.skrit="$work/k_inc"
run 0 check "$work/mod.dsres"
mkdir "$work/alone"
cp "$work/a.skrit" "$work/alone"
run 0 check "$work/alone/a.skrit"
out_has "cannot find 'k_inc'"
run 0 check "$work/alone/a.skrit" --data "$work/mod.dsres"
out_lacks "cannot find"
run 0 extract "$work/mod.dsres" -o "$work/tank"
same "$work/tank/a.skrit" "$work/a.skrit"
run 0 pack "$work/mod.dsres" --add world/ai/b.skrit="$work/a.skrit" --remove a.skrit -o "$work/mod2.dsres"
run 0 extract --list "$work/mod2.dsres"
out_has "world/ai/b.skrit"
out_lacks "!a.skrit"
run 1 pack "$work/mod.dsres" --add world/dir.lqd20=README.md --add world/c.gas="$work/a.skrit" -o "$work/no.dsres"
err_has "remove that file too with --remove"
[[ ! -e $work/no.dsres ]] || fail "a tank was written"

# What is damaged is told, and the rest is read.
head -c -3 "$vfs" > "$work/cut.vfs"
run 0 extract --list "$work/cut.vfs"
err_has "archive.odd"
out_has "cut off"
printf 'LP1C\377\377\377\377\377\377\377\377' > "$work/bomb.vfs"
run 1 check "$work/bomb.vfs"
err_has "archive.format"

# A zip archive; names that would lead out, or that Windows keeps for devices, become harmless files.
run 0 pack "$work/mods.zip" --new zip --add b_lamp.bin=$lamp.bin --add ../evil.txt=README.md --add CON=README.md --add a/../../b=README.md
run 0 check "$work/mods.zip"
err_has "1 script"
mkdir "$work/safe"
run 0 extract "$work/mods.zip" -o "$work/safe/out"
[[ $(find "$work/safe" -type f | wc -l) -eq $(find "$work/safe/out" -type f | wc -l) ]] || fail "something lies outside"
[[ ! -e $work/evil.txt && ! -e $work/safe/evil.txt && ! -e $work/safe/out/CON ]] || fail "a name led out"
# Names that differ in nothing but their case, or in what a disk drops, are files of their own.
python3 - "$work/names.zip" << 'PYTHON' || skip "no python3"
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as names:
    for name in ["A.txt", "a.TXT", "a.txt.", "com\u00b9.txt", "LPT\u00b3", "clock$"]:
        names.writestr(name, name)
PYTHON
run 0 extract "$work/names.zip" -o "$work/names" --format jsonl
is_jsonl
for pair in A.txt=A.txt a.TXT='a#2.TXT' a.txt.='a#3.txt' com¹.txt=_com¹.txt; do
  [[ $(cat "$work/names/${pair##*=}") == "${pair%%=*}" ]] || fail "$pair: $(ls "$work/names")"
done
[[ -e $work/names/_LPT³ && -e "$work/names/_clock\$" ]] || fail "names that Windows keeps: $(ls "$work/names")"
run 0 pack "$work/mods.zip" --replace b_lamp.bin="$work/b_lamp.patho" --remove CON -o "$work/mods2.zip"
run 0 decompile "$work/mods2.zip!b_lamp.bin"
out_has "bright light"
run 0 pack "$work/mods2.zip" --replace b_lamp.bin=$lamp.bin --add CON=README.md -o "$work/mods3.zip"

# An image of a disc, of data alone and raw with a cue sheet: one script in the root folder.
hex32() { printf '%08x' "$1" | sed 's/\(..\)\(..\)\(..\)\(..\)/\\x\4\\x\3\\x\2\\x\1/'; }
# shellcheck disable=SC2059  # the bytes are made as escapes
record() { # record <length> <sector> <size> <flags> <name length> <name>
  printf "$(printf '\\x%02x\\0' "$1")$(hex32 "$2")\\0\\0\\0\\0$(hex32 "$3")\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"
  printf "$(printf '\\x%02x' "$4")\\0\\0\\1\\0\\0\\1$(printf '\\x%02x' "$5")$6"
}
at() { dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
iso=$work/disc.iso
truncate -s $((33 * 2048)) "$iso"
{ printf '\1CD001\1'; } | at "$iso" $((16 * 2048))
record 34 18 2048 2 1 '\0' | at "$iso" $((16 * 2048 + 156))
{ record 34 18 2048 2 1 '\0'; record 34 18 2048 2 1 '\1'; record 42 19 28672 0 8 'WM0.EV;1'; } | at "$iso" $((18 * 2048))
at "$iso" $((19 * 2048)) < samples/ff7/island.ev
run 0 extract --list "$iso"
out_has "WM0.EV"
run 0 check "$iso"
err_has "1 script"
run 0 decompile "$iso!wm0.ev" -o "$work/wm0.wms"
sed '0,/set_dir(64)/s//set_dir(65)/' "$work/wm0.wms" > "$work/turned.wms"
cmp -s "$work/wm0.wms" "$work/turned.wms" && fail "the script has no such line"
run 0 pack "$iso" --replace wm0.ev="$work/turned.wms" -o "$work/new.iso"
[[ $(cmp -l "$iso" "$work/new.iso" | wc -l) -eq 1 ]] || fail "more than the direction changed"
run 1 pack "$iso" --replace wm0.ev=README.md -o "$work/no.iso"
err_has "changed in place"
for ((sector = 0; sector < 33; ++sector)); do
  printf '\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\2\26\2\0\0\10\0\0\0\10\0'
  dd if="$iso" bs=2048 skip=$sector count=1 status=none
  head -c 280 /dev/zero
done > "$work/disc.bin"
printf 'FILE "disc.bin" BINARY\r\n  TRACK 01 MODE2/2352\r\n' > "$work/disc.cue"
run 0 extract --list "$work/disc.cue"
out_has "WM0.EV"
run 0 check "$work/disc.bin"
err_has "1 script"
run 0 extract "$work/disc.cue!wm0.ev" -o "$work/from_raw"
same "$work/from_raw/WM0.EV" samples/ff7/island.ev
run 0 pack "$work/disc.cue" --replace wm0.ev="$work/turned.wms" -o "$work/new.bin"
run 0 decompile "$work/new.bin!wm0.ev"
out_has "set_dir(65)"
[[ $(cmp -l "$work/disc.bin" "$work/new.bin" | awk '{ print int(($1 - 1) / 2352) }' | sort -u | wc -l) -eq 1 ]] ||
  fail "more than one sector changed"

# In a folder the image is a disc, too, and a track of music no damaged script. What is packed on a disc is found.
mkdir "$work/discs"
cp "$work/disc.bin" "$work/discs"
head -c $((2352 * 20)) /dev/urandom > "$work/discs/music.bin"
printf 'FILE "disc.bin" BINARY\r\n  TRACK 01 MODE2/2352\r\nFILE "music.bin" BINARY\r\n  TRACK 02 AUDIO\r\n' > "$work/discs/disc.cue"
run 0 check "$work/discs"
err_has "1 script"
# shellcheck disable=SC2059
{ printf "$(hex32 5)"; for _ in 1 2 3 4 5; do printf "$(hex32 20)"; done; cat samples/ff7/island.ev; } > "$work/sections"
# shellcheck disable=SC2059
{ printf "$(hex32 32283)"; printf "$(od -An -v -tx1 -w8 "$work/sections" | sed 's/ /\\x/g; s/^/\\xff/' | tr -d '\n')"; } > "$work/WM0.TXZ"
truncate -s $((36 * 2048)) "$work/packed.iso"
head -c $((18 * 2048)) "$iso" | at "$work/packed.iso" 0
{ record 34 18 2048 2 1 '\0'; record 34 18 2048 2 1 '\1'; record 42 19 32287 0 9 'WM0.TXZ;1'; } | at "$work/packed.iso" $((18 * 2048))
at "$work/packed.iso" $((19 * 2048)) < "$work/WM0.TXZ"
run 0 check "$work/packed.iso"
err_has "1 script"
run 0 decompile "$work/packed.iso" -o "$work/unpacked"
[[ -n $(find "$work/unpacked" -name '*.wms') ]] || fail "nothing came out of the packed file"

# A disc may be any game's: what its files are say their bytes, also where the ending is that of a script.
size=$(stat -c %s $listings/lantern.bin)
truncate -s $((40 * 2048)) "$work/any.iso"
head -c $((18 * 2048)) "$iso" | at "$work/any.iso" 0
{
  record 34 18 2048 2 1 '\0'
  record 34 18 2048 2 1 '\1'
  record 46 19 "$size" 0 13 'LANTERN.BIN;1'
  record 44 30 4096 0 11 'SOUND.BIN;1'
  record 44 32 4096 0 10 'BOX.VASM;1'
} | at "$work/any.iso" $((18 * 2048))
at "$work/any.iso" $((19 * 2048)) < $listings/lantern.bin
head -c 4096 /dev/urandom | at "$work/any.iso" $((30 * 2048))
run 0 check "$work/any.iso"
err_has "1 script"
run 0 extract --list "$work/any.iso"
out_has "LANTERN.BIN  script"
out_has "SOUND.BIN  file"
run 0 disasm "$work/any.iso!LANTERN.BIN"
out_has "; engine: pathologic"

# In a game's archive only its own scripts are looked for.
head -c 2208 /dev/urandom > "$work/enc_w.bin"
run 0 pack "$work/world_us.lgp" --new lgp --add wm0.ev=samples/ff7/island.ev --add enc_w.bin="$work/enc_w.bin"
run 0 check "$work/world_us.lgp"
err_has "1 script"
run 0 extract --list "$work/world_us.lgp"
out_has "enc_w.bin  file"
run 0 check "$work/world_us.lgp!enc_w.bin"
err_has "no engine recognises"

# A message about a member names the archive and the member.
head -c 40 $lamp.bin > "$work/short.bin"
run 0 pack "$work/short.vfs" --new vfs --add short.bin="$work/short.bin"
run 1 check "$work/short.vfs"
out_has "short.vfs!short.bin"

# An archive inside an archive.
run 0 pack "$work/outer.zip" --new zip --add in/Scripts.vfs="$vfs" --add README.md
run 0 decompile "$work/outer.zip!in/scripts.vfs!b_lamp.bin"
out_has "somebody plays with the lamp"
run 1 check "$work/outer.zip!in/Scripts.vfs!b_lump.bin"
run 0 check "$work/outer.zip!in/*.vfs!b_*.bin"
err_has "2 scripts"
run 0 pack "$work/more.zip" --new zip --add outer.zip="$work/outer.zip" --add other.zip="$work/outer.zip"
run 0 check "$work/more.zip!*.zip!**/*.vfs!b_lamp.bin"
err_has "2 scripts"
run 1 check "$work/more.zip!*.zip!in/Scripts.vfs!b_lump*.bin"
err_has "no member of the archive matches"
run 0 extract --list "$work/outer.zip!in/Scripts.vfs!*.bin"
out_has "outer.zip!in/Scripts.vfs"
out_has "b_lamp.bin  script"
out_lacks "readme.txt"
run 0 extract "$work/outer.zip!in/scripts.vfs!b_*.bin" -o "$work/nested"
same "$work/nested/b_lamp.bin" $lamp.bin
run 0 extract "$work/more.zip!*.zip!in/scripts.vfs!b_lamp.bin" -o "$work/both"
same "$work/both/outer.zip_in/Scripts.vfs/b_lamp.bin" $lamp.bin
same "$work/both/other.zip_in/Scripts.vfs/b_lamp.bin" $lamp.bin

# One in another, forty deep: every level is reached by its name, none is looked for that nobody named.
cp $lamp.bin "$work/level.bin"
path=level.bin
name=level.bin
for ((i = 0; i < 40; ++i)); do
  run 0 pack "$work/level$i.zip" --new zip --add "$name=$work/$name"
  name=level$i.zip
  [[ $i -eq 39 ]] || path="$name!$path"
done
run 0 check "$work/level39.zip!$path"
err_has "ok: 1 script"
run 0 check "$work/level39.zip!${path//level/l*}"
run 1 check "$work/level39.zip!$path!more.bin"
run 1 check "$work/level39.zip!${path/level.bin/other.bin}"
err_has "no member"
run 1 check "$work/level39.zip"
err_has "has no file with a script's extension"
run 1 check "$work/level39.zip!$(printf 'level.zip!%.0s' {1..2000})x.bin" # deeper than there is anything
err_has "no member"
run 1 check "$work/level39.zip!$(printf '*!%.0s' {1..2000})x.bin"

# A disc on a disc, and so on: what is on them is found as far as is worth it, by no more than their bytes.
iso_of() { # iso_of <image> <name on it> <file>
  local size name="$2;1" length
  size=$(stat -c %s "$3")
  length=$((33 + ${#name}))
  truncate -s 0 "$1"
  truncate -s $(((20 + (size + 2047) / 2048) * 2048)) "$1"
  head -c $((19 * 2048)) "$iso" | dd of="$1" conv=notrunc status=none
  { record 34 18 2048 2 1 '\0'; record 34 18 2048 2 1 '\1'; record $((length + length % 2)) 19 "$size" 0 ${#name} "$name"; head -c 200 /dev/zero; } | at "$1" $((18 * 2048))
  dd if="$3" of="$1" bs=2048 seek=19 conv=notrunc status=none
}
iso_of "$work/disc0.iso" LAMP.BIN $lamp.bin
for ((i = 1; i < 30; ++i)); do iso_of "$work/disc$i.iso" "DISC.ISO" "$work/disc$((i - 1)).iso"; done
run 0 check "$work/disc1.iso"
err_has "ok: 1 script"
run 0 check "$work/disc29.iso"
err_has "ok: 1 script"
