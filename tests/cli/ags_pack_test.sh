#!/usr/bin/env bash
# A script of another length goes back into its room.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

ags_room samples/ags/s10_switch.o > "$work/room7.crm"
run 0 info "$work/room7.crm"
run 0 pack "$work/room7.crm" --replace room7=samples/ags/s54_containers.o -o "$work/new.crm"
run 0 extract "$work/new.crm" -o "$work/out7"
same "$work"/out7/*.o samples/ags/s54_containers.o
run 0 disasm samples/ags/s54_containers.o -o "$work/s54.vasm"
run 0 pack "$work/room7.crm" --replace room7="$work/s54.vasm" -o "$work/listing.crm"
same "$work/new.crm" "$work/listing.crm"
# The only script of a room is "script"; decompiled and compiled again it gives the same room.
run 0 pack "$work/room7.crm" --replace script=samples/ags/s54_containers.o -o "$work/script.crm"
same "$work/new.crm" "$work/script.crm"
run 0 decompile "$work/room7.crm" -o "$work/room7.asc"
run 0 pack "$work/script.crm" --replace script="$work/room7.asc" -o "$work/again.crm"
same "$work/room7.crm" "$work/again.crm"
run 0 pack "$work/script.crm" --replace script="$work/room7.asc" --in-place
same "$work/room7.crm" "$work/script.crm"
same "$work/new.crm" "$work/script.crm.before"
run 1 pack "$work/room7.crm" --replace other=samples/ags/s54_containers.o -o "$work/no.crm"
err_has "no member 'other'"
run 1 pack "$work/room7.crm" --replace room7=README.md -o "$work/no.crm"
err_has "not a compiled script"
run 1 pack "$work/room7.crm" --remove room7 -o "$work/no.crm"
[[ ! -e $work/no.crm ]] || fail "something was written"

# A game in several files: read as one, and only the part with the script changes beside the first.
number() { printf '%016x' "$1" | sed 's/../& /g' | awk '{ for (i = NF; i > 0; --i) printf "\\x%s", $i }' | xargs -0 printf; }
count() { number "$1" | head -c 4; }
# ags_game <first room> <second room>: the table and the first room; the second lies in part 1.
ags_game() {
  local first second start=$((7 + 4 + 4 + 9 + 9 + 4 + 2 * (10 + 17)))
  first=$(stat -c %s "$1") second=$(stat -c %s "$2")
  { printf 'CLIB\032\036\0'; count 0; count 2; printf 'game.ags\0game.001\0'; count 2
    printf 'room1.crm\0\0'; number $start; number "$first"
    printf 'room2.crm\0\1'; number 7; number "$second"
    cat "$1"; } > "$3/game.ags"
  { printf 'CLIB\032\036\1'; cat "$2"; } > "$3/game.001"
}
mkdir "$work/game" "$work/changed"
ags_room samples/ags/s01_int_arith.o > "$work/room2.crm"
ags_game "$work/room7.crm" "$work/room2.crm" "$work/game"
run 0 extract --list "$work/game/game.ags"
out_has "room2  script"
out_lacks "elsewhere"
run 0 extract "$work/game/game.ags!room2" -o "$work/parts"
same "$work/parts/room2.o" samples/ags/s01_int_arith.o
run 0 check "$work/game/game.ags"
err_has "2 scripts"
run 0 info "$work/game"
out_has "scripts   2"

# A game beside a folder of sources: script by script.
run 0 decompile "$work/game/game.ags" -o "$work/sources"
run 0 diff "$work/game/game.ags" "$work/sources"
out_empty
err_has "2 files compared, 0 different"
sed -i '0,/PrintInt(/s//PrintInt(1 + /' "$work/sources/game/room2.asc"
run 1 diff "$work/sources" "$work/game/game.ags"
err_has "2 files compared, 1 different"
rm "$work/sources/game/room2.asc"
run 1 diff "$work/game/game.ags" "$work/sources"
out_has "=== only in the first: $work/game/game.ags!room2"

run 0 pack "$work/game/game.ags" --replace room2=samples/ags/s54_containers.o -o "$work/changed/game.ags"
err_has "game.001: the part that changed"
run 0 extract "$work/changed/game.ags!room2" -o "$work/longer"
same "$work/longer/room2.o" samples/ags/s54_containers.o
run 0 pack "$work/changed/game.ags" --replace room2=samples/ags/s01_int_arith.o --in-place
same "$work/changed/game.ags" "$work/game/game.ags"
same "$work/changed/game.001" "$work/game/game.001"
[[ -s $work/changed/game.ags.before && -s $work/changed/game.001.before ]] || fail "there are no backups of both parts"
# One edit has one result, whichever command makes it: only the part with the script changes.
run 0 decompile "$work/game/game.ags!room2" -o "$work/edited.asc"
mkdir "$work/patched" "$work/packed"
run 0 patch "$work/game/game.ags!room2" --with "$work/edited.asc" -o "$work/patched/game.ags"
same "$work/patched/game.ags" "$work/game/game.ags"
[[ ! -e $work/patched/game.001 ]] || fail "a part was written that has not changed"
rm "$work/patched/game.ags"
sed -i 's/\b17\b/18/' "$work/edited.asc"
run 0 patch "$work/game/game.ags!room2" --with "$work/edited.asc" -o "$work/patched/game.ags"
err_has "game.001: the part that changed"
run 0 pack "$work/game/game.ags" --replace room2="$work/edited.asc" -o "$work/packed/game.ags"
same "$work/patched/game.ags" "$work/packed/game.ags"
same "$work/patched/game.001" "$work/packed/game.001"
! cmp -s "$work/patched/game.001" "$work/game/game.001" || fail "nothing was changed"
# Translations as well; without one the game stays as it is.
run 0 pack "$work/game/game.ags" --replace room2=samples/ags/s54_containers.o --in-place
run 0 texts export "$work/game/game.ags" -o "$work/game.csv"
run 0 texts import "$work/game.csv" "$work/game/game.ags" -o "$work/translated/"
same "$work/translated/game.ags" "$work/game/game.ags"
[[ ! -e $work/translated/game.001 ]] || fail "a part was written that has not changed"
rm -r "$work/translated" "$work"/game/*.before
sed 's/,"b",""/,"b","eine Lampe"/' "$work/game.csv" > "$work/translation.csv"
run 0 texts import "$work/translation.csv" "$work/game/game.ags" -o "$work/translated/"
err_has "1 text changed in 1 file"
run 0 extract "$work/translated/game.ags!room2" -o "$work/room2"
grep -q "eine Lampe" "$work/room2/room2.o" || fail "the translation is not there"
run 0 pack "$work/game/game.ags" --replace room2=samples/ags/s01_int_arith.o --in-place
rm "$work"/game/*.before

# Beside the game itself a part would take the place of the old one.
run 1 pack "$work/game/game.ags" --replace room2=samples/ags/s54_containers.o -o "$work/game/new.ags"
[[ ! -e $work/game/new.ags ]] || fail "half a game was written"

rm "$work/game/game.001"
run 0 extract --list "$work/game/game.ags"
out_has "room2.crm  asset elsewhere"
run 1 pack "$work/game/game.ags" --replace room2.crm=samples/ags/s54_containers.o -o "$work/no.ags"
err_has "must be next to the first"

# A script of the main data may call itself something else than the one before.
{
  printf 'Adventure Creator Game File v2\53\0\0\0\7\0\0\0003.4.3.1Lighthouse\0'
  head -c 1870 /dev/zero
  cat samples/ags/s01_int_arith.o
  printf '\1\0\0\0'
  cat samples/ags/s12_functions.o samples/ags/s10_switch.o
} > "$work/game28.dta"
run 0 pack "$work/game28.dta" --replace s12_functions=samples/ags/s27_struct.o -o "$work/other.dta"
run 0 extract "$work/other.dta!s27_struct" -o "$work/renamed"
same "$work/renamed/s27_struct.o" samples/ags/s27_struct.o

# What a file holds decides before its ending, in a game as well.
cp samples/ags/s12_functions.o "$work/foo.asc"
run 0 disasm "$work/foo.asc"
# shellcheck disable=SC2016  # a name of AGS has the sign
out_has 'export func "swap2$2"'
run 1 compile "$work/foo.asc"
err_has "compiled script, not a text"
run 0 texts export "$work/foo.asc"
run 0 pack "$work/game28.dta" --replace s10_switch="$work/foo.asc" -o "$work/same.dta"
cp samples/ags/s01_int_arith.asc "$work/text.o"
cp samples/ags/vm.ash "$work"
run 0 check "$work/text.o"
run 1 texts export "$work/text.o"
err_has "source or a listing"

# Files that are not what they are called, and functions of a script that is not there.
# A room of AGS 4: its mark, version and editor stand in front of the blocks.
printf '\377\377AGS Room File v2\41\11\75\0\10\0\0\0%s' 4.0.0.29 > "$work/four.crm"
run 1 check "$work/four.crm"
err_has "holds no script block"
{
  printf '\7\0\22\0\0\0\0\0\0' # 4,608 bytes
  cat samples/ags/s12_functions.o
  printf '\377'
} >> "$work/four.crm"
run 0 check "$work/four.crm"
run 0 pack "$work/four.crm" --replace four=samples/ags/s10_switch.o -o "$work/other.crm"
run 0 diff "$work/other.crm" samples/ags/s10_switch.o
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:01\nsize 1\n' > "$work/pointer.crm"
run 1 check "$work/pointer.crm"
err_has "a Git LFS pointer"
run 1 run samples/ags/s12_functions.o --call 's/swap2(1, 2)'
err_has "no script 's' exports a function 'swap2'"
! grep -q "Did you mean" "$work/err" || fail "the same name was suggested"

# A member without bytes: the reason is that, and no other.
: > "$work/none.crm"
ags_game "$work/room7.crm" "$work/none.crm" "$work/game"
run 1 pack "$work/game/game.ags" --replace room2.crm=README.md -o "$work/no.ags"
err_has "it has no bytes"
