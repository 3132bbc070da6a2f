#!/usr/bin/env bash
# The documents: what is made from the command table is up to date, the manual page is valid, every example of the help
# runs, every shell block of the documents runs, and the host scripts they show are loaded. Programs they show are the
# business of tests/documents.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

scripts/update-reference.sh --check "$vellum" > "$work/out" || fail "run scripts/update-reference.sh"
if command -v scdoc > /dev/null; then
  for page in man/*.scd; do
    scdoc < "$page" > "$work/page.1" || fail "scdoc refuses $page"
    command -v man > /dev/null || continue
    MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$work/page.1" 2> "$work/err" > /dev/null || true
    err_empty
  done
fi

# A folder in which the examples' files exist.
place="$work/place"
mkdir -p "$place/scripts" "$place/bin" "$place/samples" "$place/patched" "$place/world" "$place/.zfunc" "$place/.config/fish/completions"
ln -s "$vellum" "$place/bin/vellum"
cp samples/skrit/lighthouse.skrit "$place/world/"
"$vellum" exports --form help > "$place/help.txt"
cp -r samples/. "$place/samples/"
cp $samples/*.bin "$place/scripts"
cp $listings/lantern.bin "$place/quest.bin"
"$vellum" disasm "$place/quest.bin" -o "$place/quest.bin.vasm"
cp samples/ags/s12_functions.o "$place/math.o"
cp samples/ff7/island.ev "$place/wm0.ev"
cp samples/ff7/island.wms "$place/island.wms"
mkdir -p "$place/data/wm" "$place/tests"
printf 'script wm0.ev\nframes 9\nevent mesh 12,7,0@2\nexpect told window text 23\n' > "$place/mod.plan"
sed 's/^script /&..\//' "$place/mod.plan" > "$place/tests/sign.plan"
if [[ -d samples/skrit ]]; then cp samples/skrit/guard.skrit "$place/door.skrit"; fi
cp samples/skrit/game/world/contentdb/templates/lamps.gas "$place/spells.gas"
printf 'function Trace(text) end\n' > "$place/my.lua"
mkdir -p "$place/old" "$place/2005" "$place/HD"
for old in old/quest.bin 2005/quest.bin HD/quest.bin; do cp $listings/patrol.bin "$place/$old"; done
cp $samples/lamp.bin "$place/door.bin"
"$vellum" decompile "$place/door.bin" -o "$place/door.patho"
cp "$place/door.patho" "$place/quest.patho"
sed -n '/^task TSleep/,/^}/p' "$place/door.patho" > "$place/onuse.patho"
mkdir -p "$place/games/v1" "$place/games/v2"
cp $samples/*.bin "$place/games/v1"
cp $samples/*.bin "$place/games/v2"
echo 'vellum names 1' > "$place/my.names"
# Archives, and what goes into them.
mkdir -p "$place/data"
cp $samples/lamp.bin "$place/b_rat.bin"
"$vellum" decompile $samples/lamp.bin -o "$place/b_rat.patho"
for archive in data/Scripts.vfs Scripts.vfs; do
  "$vellum" pack "$place/$archive" --new vfs --add b_rat.bin=$samples/lamp.bin --add cs_play.bin=$listings/lantern.bin -q
done
printf '\2\0\6\0\11\0\50\111\377\51\377' > "$place/mes"
"$vellum" pack "$place/world_us.lgp" --new lgp --add wm0.ev=samples/ff7/island.ev --add mes="$place/mes" -q
mkdir -p "$place/C:/Games/Pathologic/data" "$place/mod" "$place/game/data"
cp "$place/Scripts.vfs" "$place/C:/Games/Pathologic/data"
if on_windows; then # there a drive is no folder
  games=$PWD/build/wine/drive_c/Games
  trap 'rm -rf "$work" "$games"' EXIT
  mkdir -p "$games"
  cp -r "$place/C:/Games/." "$games"
fi
cp $samples/lamp.patho "$place/mod/b_lamp.patho"
cp "$place/door.skrit" "$place/a.skrit"
"$vellum" decompile samples/ags/s54_containers.o -o "$place/room12.asc"
ags_room samples/ags/s10_switch.o > "$place/room12.crm"
# A collection with two versions of a game, and indexes where a build has them.
mkdir -p "$place/games/v1" "$place/games/v2"
cp $listings/lantern.bin $samples/lamp.bin "$place/games/v1"
cp $samples/lamp.bin "$place/games/v2/lantern.bin"
has_index=0
if "$vellum" query > /dev/null 2>&1; then
  has_index=1
  for index in games a b; do (cd "$place" && "$vellum" index games -o $index.vdb -q); done
fi
count=0
{
  # shellcheck disable=SC2016  # backquotes of Markdown
  sed -n '/^```sh$/,/^```$/p' docs/cli.md | grep '^vellum\|^source' | sed 's/  # .*//'
  "$vellum" help | grep -o '^  [a-z]* ' | while read -r name; do
    "$vellum" help "$name" | sed -n '/^Examples/,$p' | grep '^  [a-z]' || true
  done
} | sed 's/^ *//; s/| less$/> \/dev\/null/' | sort -u > "$work/examples"
while read -r line; do
  case $line in
    "vellum index"* | "vellum query"* | "vellum report"* | *--index*) [[ $has_index == 1 ]] || continue ;;
    *game.ags*) continue ;; # a packed game is too big for a sample
    *door.skrit* | 'vellum compile'*) [[ -e $place/door.skrit ]] || continue ;;
    'vellum web '*) continue ;;               # serves until it is ended: web_clients.py
    'vellum watch '*) line=${line/watch/watch --rounds 1} ;; # else it never ends
    *'--host my.lua'*) grep -q 'Lua 5.4: yes' <<< "$("$vellum" version)" || continue ;;
    *'dot -Tpng'*) command -v dot > /dev/null || continue ;;
  esac
  count=$((count + 1))
  code=0
  (cd "$place" && HOME=$place PATH="$place/bin:$PATH" bash -c "$line") > "$work/out" 2> "$work/err" < /dev/null || code=$?
  [[ $code -le 1 ]] || fail "exit code $code: $line"
done < "$work/examples"
[[ $count -ge 25 ]] || fail "only $count examples were found"

# The shell blocks, each as a whole, in a folder with the samples; `make` only says what it would do.
scripts/make-picture.sh --check "$vellum" > "$work/out" || fail "run scripts/make-picture.sh"
tests/documents/extract.sh "$work/blocks" README.md CONTRIBUTING.md docs/*.md docs/engines/*.md
root=$PWD
cat > "$work/make" << MAKE
#!/usr/bin/env bash
exec $(command -v make) -n -C $root DEPS=0 "\$@" > /dev/null
MAKE
chmod +x "$work/make"
count=0
for block in "$work"/blocks/*.sh; do
  if [[ $(basename "$block") == cli.* ]]; then continue; fi # the reference, run line by line above
  if [[ $has_index == 0 ]] && grep -qE 'vellum +(index|query|report)' "$block"; then continue; fi
  if grep -q -- --host "$block" && ! grep -q 'Lua 5.4: yes' <<< "$("$vellum" version)"; then continue; fi
  rm -rf "$work/place2"
  mkdir -p "$work/place2/bin"
  cp -r samples "$work/place2/"
  ln -s "$vellum" "$work/place2/bin/vellum"
  ln -s "$work/make" "$work/place2/bin/make"
  count=$((count + 1))
  # A block shows how to work, so none of its lines may fail.
  (cd "$work/place2" && PATH="$work/place2/bin:$PATH" bash -eu "$block") > "$work/out" 2> "$work/err" < /dev/null ||
    fail "exit code $?: $(cat "$block")"
  # What the first steps change in a script shows when the script runs.
  if grep -q 'sed -i.* lantern.vasm' "$block"; then out_has "the lamp hangs at 0.25"; fi
  if grep -q 'sed -i.* lamp.patho' "$block"; then out_has "let there be light"; fi
done
[[ $count -ge 4 ]] || fail "only $count shell blocks were found"

# All host scripts of one page form one script.
if grep -q 'Lua 5.4: yes' <<< "$("$vellum" version)"; then
  for page in $(basename -a "$work"/blocks/*.lua | sed 's/\..*//' | sort -u); do
    cat "$work/blocks/$page".*.lua > "$work/$page.lua"
    script=$listings/lantern.bin
    if [[ $page == ff7 ]]; then script=samples/ff7/island.ev; fi
    run 0 run "$script" --frames 12 --host "$work/$page.lua"
    [[ $page != host-scripts ]] || out_has "sending OnUse"
  done
fi
