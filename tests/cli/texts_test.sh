#!/usr/bin/env bash
# Texts for translators: out, changed, and back into every kind of file.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

# translate <file> <text> <translation>: into a PO file, for texts of one line.
translate() {
  awk -v text="msgid \"$2\"" -v translation="msgstr \"$3\"" '
    $0 == text { print; getline; print translation; next } { print }' "$1" > "$1.new" && mv "$1.new" "$1"
}

lamp=$samples/lamp.bin
run 0 texts export $lamp -o "$work/lamp.po"
err_has "texts"
grep -q 'msgctxt "lamp.bin"' "$work/lamp.po" || fail "no context"
grep -q '^#\. before the call of' "$work/lamp.po" || fail "no remark for translators"
grep -q "^#: lamp.bin:TMain.OnUse:" "$work/lamp.po" || fail "no reference"
run 0 texts export $lamp
cmp -s "$work/out" "$work/lamp.po" || fail "standard output is another text"

# A file of texts that nobody changed gives the same file.
run 0 texts import "$work/lamp.po" $lamp -o "$work/same.bin"
same "$work/same.bin" $lamp
run 0 texts export $lamp -o "$work/lamp.csv"
run 0 texts import "$work/lamp.csv" $lamp -o "$work/same2.bin"
same "$work/same2.bin" $lamp

translate "$work/lamp.po" light "свет \\\"здесь\\\""
run 0 texts import "$work/lamp.po" $lamp -o "$work/changed.bin"
err_has "1 text changed in 1 file"
run 0 check "$work/changed.bin"
run 0 decompile "$work/changed.bin"
out_has 'свет'
out_has 'dark'
out_lacks '? "light"'
run 0 texts import "$work/lamp.po" "$work/changed.bin" -o "$work/again.bin"
err_has "'lamp.bin' is not among the files"
run 2 texts import "$work/lamp.po" $lamp
run 2 texts import "$work/lamp.po"
cp $lamp "$work/lamp.bin"
chmod 600 "$work/lamp.bin"
run 0 texts import "$work/lamp.po" "$work/lamp.bin" --in-place
same "$work/lamp.bin" "$work/changed.bin"
same "$work/lamp.bin.before" $lamp
on_windows || [[ $(stat -c %a "$work/lamp.bin.before") == 600 ]] || fail "others may read what was private"

run 1 texts export $samples/lamp.patho
err_has "source or a listing"
mkdir "$work/both"
cp $samples/lamp.bin $samples/lamp.patho $samples/lamp.vasm "$work/both"
run 0 texts export "$work/both"

# A spreadsheet: columns may be moved, and texts have commas, quotation marks and line ends.
printf 'translation,file,text\r\n"a, ""b""\\nc",lamp.bin,dark\r\n' > "$work/few.csv"
run 0 texts import "$work/few.csv" $lamp -o "$work/few.bin"
run 0 texts export "$work/few.bin" -o "$work/few.po"
grep -qF '"a, \"b\"\n"' "$work/few.po" || fail "the text is another one"
printf 'translation,file\nx,y\n' > "$work/wrong.csv"
run 1 texts import "$work/wrong.csv" $lamp -o "$work/no.bin"
err_has "no column 'text'"
printf 'translation,file,text\n"x,y\n' > "$work/wrong.csv"
run 1 texts import "$work/wrong.csv" $lamp -o "$work/no.bin"
printf 'msgctxt "lamp.bin"\nmsgid "dark\nmsgstr ""\n' > "$work/wrong.po"
run 1 texts import "$work/wrong.po" $lamp -o "$work/no.bin"
err_has "wrong.po:2"
printf '#, fuzzy\nmsgctxt "lamp.bin"\nmsgid "dark"\nmsgstr "x"\n\nmsgctxt "lamp.bin"\nmsgid "gone"\nmsgstr "x"\n' > "$work/old.po"
run 0 texts import "$work/old.po" $lamp -o "$work/old.bin"
err_has "no longer has this text"
same "$work/old.bin" $lamp
printf 'msgctxt "lamp.bin"\nmsgid "dark"\nmsgstr "%%d times"\n' > "$work/values.po"
run 0 texts import "$work/values.po" $lamp -o "$work/values.bin"
err_has "the placeholders of the translation"
[[ ! -e $work/no.bin ]] || fail "something was written"

# A game: scripts inside an archive and the table of texts.
game=$work/game
mkdir -p "$game/data"
run 0 pack "$game/data/Scripts.vfs" --new vfs --add b_lamp.bin=$lamp --add b_rats.bin=$listings/patrol.bin
printf '\2\0\0\0\7\0\0\0\2\x1f\4\x30\4\10\0\0\0\4o\0n\0e\0s\0' > "$work/main.dat"
run 0 pack "$game/data/Strings.vfs" --new vfs --add main.dat="$work/main.dat"
run 0 texts export "$game" -o "$work/game.po"
grep -q 'msgctxt "data/Strings.vfs!main.dat #8"' "$work/game.po" || fail "the table is missing"
grep -q 'msgid "Па"' "$work/game.po" || fail "the table's texts are others"
grep -q 'msgctxt "b_lamp.bin"' "$work/game.po" || fail "scripts are missing"
run 0 texts import "$work/game.po" "$game" -o "$work/none/"
[[ ! -e $work/none/Scripts.vfs ]] || fail "what nobody changed was written"
translate "$work/game.po" ones "a longer text"
translate "$work/game.po" dark "gloom"
run 0 texts import "$work/game.po" "$game" -o "$work/translated/"
err_has "2 texts changed in 2 files"
run 0 extract "$work/translated/Strings.vfs!main.dat" -o "$work/after"
run 0 texts export "$work/translated/Strings.vfs!main.dat"
out_has 'msgid "a longer text"'
out_has 'msgid "Па"'
run 0 decompile "$work/translated/Scripts.vfs!b_lamp.bin"
out_has "gloom"
run 0 extract "$work/translated/Scripts.vfs!b_rats.bin" -o "$work/rats"
same "$work/rats/b_rats.bin" $listings/patrol.bin

# Adventure Game Studio: bytes in an encoding of their own, in a room.
sed 's/one/h\xe9/' samples/ags/s23_strings.asc > /dev/null
run 0 texts export samples/ags/s23_strings.o -o "$work/ags.po"
run 0 texts import "$work/ags.po" samples/ags/s23_strings.o -o "$work/same.o"
same "$work/same.o" samples/ags/s23_strings.o
first=$(sed -n 's/^msgid "\(..*\)"$/\1/p' "$work/ags.po" | head -1)
printf 'msgctxt "s23_strings.o"\nmsgid "%s"\nmsgstr "h\303\251 \321\217"\n' "$first" > "$work/ags2.po"
run 1 texts import "$work/ags2.po" samples/ags/s23_strings.o -o "$work/new.o" --encoding windows-1252
err_has "a character that the encoding lacks"
printf 'msgctxt "s23_strings.o"\nmsgid "%s"\nmsgstr "h\303\251"\n' "$first" > "$work/ags2.po"
run 0 texts import "$work/ags2.po" samples/ags/s23_strings.o -o "$work/new.o" --encoding windows-1252
grep -q "$(printf 'h\xe9')" "$work/new.o" || fail "the text is in another encoding"
run 0 check "$work/new.o"
run 0 texts export "$work/new.o" --encoding windows-1252
out_has "hé"
run 0 texts export "$work/new.o"
out_has 'h\351'
ags_room samples/ags/s23_strings.o > "$work/room1.crm"
sed 's/s23_strings.o/room1.crm!room1/' "$work/ags2.po" > "$work/room.po"
run 0 texts import "$work/room.po" "$work/room1.crm" -o "$work/room2.crm" --encoding latin-1
run 0 texts export "$work/room2.crm" --encoding latin-1
out_has "hé"

# A game of AGS: scripts, main data and rooms, each text where it belongs.
lighthouse=samples/ags-game/lighthouse.ags
run 0 texts export $lighthouse -o "$work/lighthouse.po"
err_has "23 texts"
for text in 'iLampOil_Look' '#. cGull.Say' '#. option 2 of dTalk' '#. label lblScore of gMain' '#. name of cKeeper' \
  '#. name of hHotspot1' '#. message 0 of the room' '#. global message 583' '#. property Story of cKeeper'; do
  grep -qF "$text" "$work/lighthouse.po" || fail "no '$text'"
done
run 0 texts import "$work/lighthouse.po" $lighthouse -o "$work/same.ags"
same "$work/same.ags" $lighthouse
translate "$work/lighthouse.po" "lamp oil" "a description that is longer than its old place"
translate "$work/lighthouse.po" "Quit" "Leave"
translate "$work/lighthouse.po" "the lamp" "die Lampe"
translate "$work/lighthouse.po" "The lamp has gone out." "Die Lampe erlosch."
translate "$work/lighthouse.po" "Leave me alone!" "Lass mich!"
run 0 texts import "$work/lighthouse.po" $lighthouse -o "$work/other.ags"
err_has "5 texts changed in 1 file"
run 0 check "$work/other.ags"
run 0 texts export "$work/other.ags"
for text in "a description that is longer than its old place" Leave "die Lampe" "Die Lampe erlosch." "Lass mich!" "key"; do
  out_has "msgid \"$text\""
done
out_lacks '"the lamp"'
run 0 decompile --verify "$work/other.ags"
err_has "all identical"
run 0 extract "$work/other.ags" -o "$work/parts"
run 0 texts export "$work/parts/room1.crm"
out_has "die Lampe"
out_has "Die Lampe erlosch."
run 0 texts import "$work/lighthouse.po" $lighthouse -o "$work/twice.ags"
same "$work/twice.ags" "$work/other.ags"

# Main data and rooms by themselves.
run 0 extract $lighthouse -o "$work/loose"
for file in game28.dta room1.crm; do
  run 0 texts export "$work/loose/$file" -o "$work/loose.csv" --force
  run 0 texts import "$work/loose.csv" "$work/loose/$file" -o "$work/same.$file"
  same "$work/same.$file" "$work/loose/$file"
done
sed -i 's/"the lamp",""/"the lamp","una lampara muy grande"/; s/gone out.",""/gone out.","apagada"/' "$work/loose.csv"
run 0 texts import "$work/loose.csv" "$work/loose/room1.crm" -o "$work/spanish.crm"
err_has "2 texts changed in 1 file"
run 0 texts export "$work/spanish.crm"
out_has "una lampara muy grande"
out_has "apagada"

# Translations that the game loads; they are for the game whose number they have.
printf '//#Encoding=UTF-8\r\nKey\r\n\r\nkey\r\n\303\251\r\nkey\r\nx\r\nnowhere\r\ny\r\n' > "$work/a.trs"
run 0 texts import "$work/a.trs" $lighthouse -o "$work/a.tra"
err_has "a.trs:6:1"
err_has "another translation before"
err_has "the game has no such text"
run 0 texts export "$work/a.tra"
out_has 'msgid "key"'
out_has 'msgstr "é"'
run 0 texts export "$work/a.tra" -o "$work/again.tra"
same "$work/again.tra" "$work/a.tra"
printf 'key\r\n\351t\351\r\n' > "$work/old.trs" # of a time before UTF-8
run 0 texts import "$work/old.trs" $lighthouse --encoding windows-1252 -o "$work/old.tra"
run 0 texts export "$work/old.tra"
out_has 'msgstr "été"'
# shellcheck disable=SC2016  # a note of the file, no variable
printf '//$PARSERWORD: 7\r\nlamp\r\nlampara\r\nQuit\r\nSalir\r\n' > "$work/words.trs"
run 0 texts import "$work/words.trs" $lighthouse -o "$work/words.tra"
err_has "words.trs:2:1"
err_has "only games since AGS 3.6.3"
err_has "words.tra: 1 translation"
run 0 texts export "$work/words.tra"
err_lacks ext_parserdict
out_has Salir
out_lacks lampara
run 0 texts import "$work/words.tra" $lighthouse -o "$work/salir.ags"
err_has "1 text changed in 1 file"
run 0 texts export "$work/salir.ags" -o "$work/salir.po"
grep -q 'msgid "Salir"' "$work/salir.po" || fail "the translation is not in the game"
translate "$work/salir.po" "Kraa! [The sea is rough." "Kraa!"
run 0 texts import "$work/salir.po" "$work/salir.ags" -o "$work/kraa.ags"
err_has "more or fewer line breaks"
run 1 texts import "$work/a.trs" samples/ags/s23_strings.o -o "$work/no.tra"
err_has "needs the number of its game"
[[ ! -e $work/no.tra ]] || fail "something was written"
run 0 texts import "$work/a.trs" $lighthouse -o "$work/key.ags"
err_has "1 text changed in 1 file"
run 0 texts export "$work/key.ags"
out_has 'msgid "é"'
head -c 40 "$work/a.tra" > "$work/cut.tra"
run 1 texts export "$work/cut.tra"
printf '\x27\0\0\0' | dd of="$work/loose/game28.dta" bs=1 seek=30 conv=notrunc 2> "$work/dd"
run 0 texts export "$work/loose/game28.dta"
err_has "data version 39 is not supported"
out_has "Leave me alone!"

# A Pathologic script with another text comes back as source, in which only that text and the pool differ.
run 0 texts export $samples/lamp.bin -o "$work/odd.csv"
sed '2s/,""/,"another text"/2' "$work/odd.csv" > "$work/odd2.csv"
run 0 texts import "$work/odd2.csv" $samples/lamp.bin -o "$work/odd.bin"
run 0 decompile --verify "$work/odd.bin"
err_has "all identical"
run 0 decompile "$work/odd.bin"
out_has "another text"
out_has "pool "
out_lacks "script listing"

# Dungeon Siege: the source itself, nothing else of which moves.
# shellcheck disable=SC2016  # $ is part of Skrit's names
printf '// says "no"\nvoid f$() {\n    Report.Screen("a \\"b\\" %%d", 1); Report.Screen( "x" );\n}\n' > "$work/a.skrit"
run 0 texts export "$work/a.skrit" -o "$work/a.po"
grep -qF '#. before the call of Screen' "$work/a.po" || fail "no call"
grep -qF 'msgid "a \"b\" %d"' "$work/a.po" || fail "no text"
printf 'msgctxt "a.skrit"\nmsgid "x"\nmsgstr "y\\n"\n' > "$work/a2.po"
run 0 texts import "$work/a2.po" "$work/a.skrit" -o "$work/b.skrit"
diff <(sed 's/"x"/"y\\n"/' "$work/a.skrit") "$work/b.skrit" || fail "more than the text is different"

# Final Fantasy VII: the messages of the world map.
printf '\2\0\6\0\11\0\x28\x49\xff\x29\xff' > "$work/mes"
run 0 texts export "$work/mes" -o "$work/mes.po"
grep -q 'msgid "Hi"' "$work/mes.po" || fail "no message"
run 0 texts import "$work/mes.po" "$work/mes" -o "$work/same.mes"
same "$work/same.mes" "$work/mes"
# A translation that cannot be is told at its entry, with its place in the text.
sed -e '/msgid "Hi"/{n;s/""/"Hello"/}' -e '/msgid "I"/{n;s/""/"a Нет"/}' "$work/mes.po" > "$work/wrong.po"
run 1 texts import "$work/wrong.po" "$work/mes" -o "$work/wrong.mes"
line=$(grep -n 'msgctxt "mes #1"' "$work/wrong.po" | cut -d: -f1)
err_has "wrong.po:$line:1: error: text 1, line 1, column 3: the game has no character 'Н'"
# Zeros that fill the file make room; a text that the file does not have yet is added.
{ cat "$work/mes"; head -c 4085 /dev/zero; } > "$work/filled"; mkdir "$work/filled.d"; mv "$work/filled" "$work/filled.d/mes"
sed -i '/msgid "Hi"/{n;s/""/"Hello"/}' "$work/mes.po"
printf '\nmsgctxt "mes #2"\nmsgid ""\nmsgstr "new"\n' >> "$work/mes.po"
run 0 texts import "$work/mes.po" "$work/filled.d/mes" -o "$work/filled.new"
[[ $(stat -c %s "$work/filled.new") -eq 4096 ]] || fail "the file has another size"
mkdir "$work/new.d"; cp "$work/filled.new" "$work/new.d/mes"
run 0 texts export "$work/new.d/mes" -o -
out_has 'msgid "Hello"'
out_has 'msgid "new"'
sed 's/mes #2/mes #3/' "$work/mes.po" > "$work/far.po"
run 1 texts import "$work/far.po" "$work/mes" -o "$work/far.mes"
err_has "the file has no text 3"
err_has "a new one must have the number 2"
# Texts of a Japanese edition are read in its own characters and put back in them.
{ printf '\1\0\4\0'; for _ in {1..40}; do printf '\x70\x91\x3f'; done; printf '\xff'; } > "$work/mes"
run 0 texts export "$work/mes" -o "$work/mes.po" --force
err_has "look like a Japanese edition's and are read as such"
grep -F 'msgid "オや　オや' "$work/mes.po" > "$work/found" || fail "the text is not Japanese"
sed -i '/^msgid "オ/{n;s/""/"神羅のオや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや　オや！"/}' "$work/mes.po"
mkdir "$work/ja.d"
run 0 texts import "$work/mes.po" "$work/mes" -o "$work/ja.d/mes"
run 0 texts export "$work/ja.d/mes" -o -
out_has 'msgid "神羅のオや　'
sed -i 's/神羅の/Shinra/' "$work/mes.po"
run 1 texts import "$work/mes.po" "$work/mes" -o "$work/other.mes"
err_has "text 0, line 1, column 1: the game has no character 'S'"
# The game's name for an archive says more than the bytes.
for language in us ja; do
    run 0 pack "$work/world_$language.lgp" --new lgp --add mes="$work/mes"
    run 0 texts export "$work/world_$language.lgp" -o -
    [[ ! -s $work/err ]] || fail "something was told"
done
out_has 'msgid "オや　'
