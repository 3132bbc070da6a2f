#!/usr/bin/env bash
# Search and replace in the source of compiled scripts: found, previewed, compiled, put back.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 grep 'plays with' samples
out_has 'samples/pathologic/lamp.bin:16: TMain.OnUse: @Trace("somebody plays with the lamp");'
err_has "1 line in 1 of"
run 0 grep 'PLAYS with' samples/pathologic
out_empty
run 0 grep -i 'PLAYS with' samples/pathologic --format json
is_json
out_has '"line":16,"function":"TMain.OnUse"'
run 0 grep --match 'Trace\(".*lamp' samples/pathologic --format jsonl
is_jsonl
out_has lamp.bin
# Letters are letters: of a text that is UTF-8, and of one that is not as far as its bytes tell.
printf 'void main$() { string a$ = "Gl\xc3\xa4ser [2]"; string b$ = "\xd0\x9b\xd0\xb0\xd0\xbc\xd0\xbf\xd0\xb0"; }\n' > "$work/letters.skrit"
printf 'void main$() { string a$ = "Gl\xe4ser [2]"; }\n' > "$work/bytes.skrit"
for words in "--match Gl.se" "--match -i GLÄS." "-i gläser" "-i [2]" "-i лампа" "--match Л.мпа"; do
  read -ra given <<< "$words"
  run 0 grep "${given[@]}" "$work/letters.skrit"
  out_has "letters.skrit:1:"
done
run 0 grep --match 'Gl.s' "$work/bytes.skrit"
out_has "bytes.skrit:1:"
run 0 grep -i 'лам.а' "$work/letters.skrit"
out_empty
run 2 grep lamp
run 2 grep --match '(' samples
run 2 grep lamp samples --output "$work/x"
run 2 grep --match lamp samples --replace x
run 3 grep lamp "$work/nowhere.bin"

# A preview writes nothing; then only the one function differs.
mkdir "$work/game"
cp samples/pathologic/{lamp,lantern}.bin "$work/game"
run 0 grep 'plays with' "$work/game" --replace 'meddles with'
out_has '+            @Trace("somebody meddles with the lamp");'
err_has "1 place would be replaced"
same "$work/game/lamp.bin" samples/pathologic/lamp.bin
run 0 grep 'plays with' "$work/game" --replace 'meddles with' -o "$work/changed"
same "$work/game/lamp.bin" samples/pathologic/lamp.bin
[[ $(ls "$work/changed") == lamp.bin ]] || fail "only what has changed is written"
run 1 diff samples/pathologic/lamp.bin "$work/changed/lamp.bin"
out_has "1 changed"
run 0 grep 'meddles with' "$work/changed"
out_has "TMain.OnUse"
# Back again, in place: byte for byte what it was, and the file of before is kept.
run 0 grep 'meddles with' "$work/changed" --replace 'plays with' --in-place
same "$work/changed/lamp.bin" samples/pathologic/lamp.bin
[[ -s $work/changed/lamp.bin.before ]] || fail "the original is kept"
# What does not compile changes nothing.
run 1 grep 'plays with' "$work/game" --replace '");;(' -o "$work/broken"
[[ ! -e $work/broken/lamp.bin ]] || fail "a broken script was written"
# In an archive, the other members stay.
(cd "$work/game" && python3 -c "
import zipfile
with zipfile.ZipFile('../a.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
    for name in ('lamp.bin', 'lantern.bin'):
        archive.write(name)
")
run 0 grep 'plays with' "$work/a.zip" --replace 'meddles with' -o "$work/archive"
run 0 grep 'meddles with' "$work/archive"
out_has "a.zip!lamp.bin"
mkdir "$work/members"
run 0 extract "$work/archive/a.zip" -o "$work/members"
same "$(find "$work/members" -name lantern.bin)" samples/pathologic/lantern.bin
# Scripts of a game have the names of its data.
run 0 grep 'ChangeView(VWALK)' samples/ags-game/lighthouse.ags
out_has "GlobalScript"
# Sources are changed as texts; their bytes that are not UTF-8 stay.
printf '// \317\360\350\nstartup state S$ { event OnEnterState$() { Report.Generic( "one" ); } }\n' > "$work/game/a.skrit"
run 0 grep '"one"' "$work/game/a.skrit" --replace '"two"' -o "$work/text"
printf '// \317\360\350\nstartup state S$ { event OnEnterState$() { Report.Generic( "two" ); } }\n' > "$work/wanted"
same "$work/text/a.skrit" "$work/wanted"
