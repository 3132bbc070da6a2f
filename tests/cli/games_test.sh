#!/usr/bin/env bash
# Folders of installed games: recognised, and worked on as the game reads them.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

lamp=$samples/lamp
install=$work/Pathologic
mkdir -p "$install/data" "$install/bin"
run 0 pack "$install/data/Scripts.vfs" --new vfs --add b_lamp.bin=$lamp.bin --add b_rats.bin=$listings/patrol.bin
cp $listings/window.bin "$install/bin/not_a_script.bin"

run 0 info "$install"
out_has "Pathologic"
out_has "version   not known"
out_has "scripts   2"
out_has "data/Scripts.vfs  vfs, 2 scripts"
out_lacks "sha256"
run 0 info --format json "$install" $lamp.bin
is_json
out_has '"game":"Pathologic"'
out_has '"sha256"'
run 0 info --format jsonl "$install"
is_jsonl

# Every script of the game and nothing else of its folder.
run 0 check "$install"
err_has "2 scripts"
run 0 decompile "$install" -o "$work/source"
[[ -s $work/source/b_lamp.patho && -s $work/source/b_rats.patho ]] || fail "scripts of the game are missing"
run 0 xref --list --kind native "$install"

# A loose file is taken before the one in the archive.
mkdir "$install/data/Scripts"
cp $listings/lantern.bin "$install/data/Scripts/b_lamp.bin"
mkdir "$install/data/Scripts/old" # the game does not look there
cp $listings/lantern.bin "$install/data/Scripts/old/b_lamp.bin"
run 0 info "$install"
out_has "scripts   2, and 1 hidden by others"
out_has "data/Scripts/  folder, 1 script"
run 0 check "$install"
err_has "2 scripts"
cp -r "$install" "$work/Other"
run 0 diff "$install" "$work/Other"
err_has "2 files compared, 0 different"
rm -r "$work/Other/data/Scripts"
run 1 diff "$install" "$work/Other"
err_has "2 files compared, 1 different"
run 0 pack --how "$install"
out_has "1. Put the changed script as a loose file into 'data/Scripts/'"
out_has "2. Or make a new archive"

# An unknown name in a pattern of folders does not make a game.
mkdir -p "$work/none/data"
cp $lamp.bin "$work/none"
run 1 pack --how "$work/none"
err_has "not the folder of a known game"
run 0 info "$work/none"
out_has "sha256"
printf 'LP1C\1\0\0\0\xff\xff\xff\xff' > "$work/none/data/Scripts.vfs"
run 1 check "$work/none"

# Final Fantasy VII: the archive's name says the language.
mkdir -p "$work/FF7/data/wm"
run 0 pack "$work/FF7/data/wm/world_gm.lgp" --new lgp --add wm0.ev=samples/ff7/island.ev --add field.tbl=README.md
run 0 info "$work/FF7"
out_has "Final Fantasy VII"
out_has "language  German"
out_has "data/wm/world_gm.lgp  lgp, 1 script"
run 0 check "$work/FF7"
err_has "1 script"
run 0 pack --how "$work/FF7"
out_has "--in-place"
out_has "direct/world/wm0.ev"

# Dungeon Siege: a tank of one's own stands above the game's, and what a script includes may be in another.
siege=$work/Siege
mkdir -p "$siege/Resources"
# shellcheck disable=SC2016  # $ is part of Skrit's names
printf '#include "k_inc"\nint eight$() { return seven$() + 1; }\n' > "$work/a.skrit"
# shellcheck disable=SC2016
printf 'int seven$() { return 7; }\n' > "$work/k_inc"
# shellcheck disable=SC2016
printf 'int eight$() { return 9; }\n' > "$work/b.skrit"
run 0 pack "$siege/Resources/Logic.dsres" --new tank --add world/a.skrit="$work/a.skrit"
run 0 pack "$siege/Resources/Include.dsres" --new tank --add k_inc.skrit="$work/k_inc"
run 0 info "$siege"
out_has "Dungeon Siege"
out_has "Resources/Logic.dsres  tank, 1 script"
run 0 check "$siege"
err_has "2 scripts, 0 errors, 0 warnings"
printf '\0\0\0\0' | dd of="$siege/Resources/Logic.dsres" bs=1 seek=52 conv=notrunc status=none
run 0 pack "$siege/Resources/Mod.dsres" --new tank --add world/a.skrit="$work/b.skrit"
run 0 info "$siege"
out_has "2, and 1 hidden by others"
run 0 disasm "$siege" -o "$work/siege.listings"
grep -q "world" <(ls "$work/siege.listings") || fail "the script is not where the game has it"
grep -rq "Literal.*9\|9" "$work/siege.listings/world" || fail "the script of the tank below was taken"
run 0 pack --how "$siege"
out_has "Make a tank with only the changed files"
out_has "pack Resources/mod2.dsres --new tank"
out_has "There is already another such tank"
printf 'DSigTank and then nothing' > "$siege/Resources/Broken.dsres"
run 1 check "$siege"
err_has "Broken.dsres"

# Adventure Game Studio: a room beside main data.
mkdir "$work/Ags"
ags_room samples/ags/s01_int_arith.o > "$work/Ags/room1.crm"
run 0 info "$work/Ags"
out_lacks "game "
printf 'Adventure Creator Game File v2' > "$work/Ags/game28.dta"
printf '\53\0\0\0\7\0\0\0003.4.3.1Lighthouse\0' >> "$work/Ags/game28.dta"
cat samples/ags/s10_switch.o >> "$work/Ags/game28.dta"
run 0 info "$work/Ags"
out_has "Lighthouse"
out_has "AGS 3.4.3.1"
out_has "scripts   2"
run 0 check "$work/Ags"
err_has "2 scripts"
run 0 pack --how "$work/Ags"
out_has "loose file"
