#!/usr/bin/env bash
# What lies on the disk is what was proved: texts with every byte come back from files and pipes that commands write
# and read again, in every engine that has texts.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
export LC_ALL=C

# bytes <first> <last>: with escapes for what a literal cannot have.
bytes() {
  local byte
  for ((byte = $1; byte <= $2; ++byte)); do
    case $byte in
      10) printf '\\n' ;;
      13) printf '\\r' ;;
      34) printf '\\"' ;;
      92) printf '%s' "\\\\" ;;
      *) printf %b "\\x$(printf %02x "$byte")" ;;
    esac
  done
}
# points <first> <last>: the same of code points, in UTF-8.
points() {
  local point
  for ((point = $1; point <= $2; ++point)); do
    if [[ $point -lt 128 ]]; then bytes "$point" "$point"; else
      printf %b "\\x$(printf %02x $((0xC0 | point >> 6)))\\x$(printf %02x $((0x80 | point & 63)))"; fi
  done
}
all=$(bytes 1 255)

# AGS: every byte in a text, each between letters, at both ends, in names; Skrit: what a literal may have.
{
  printf 'import void Say(const string text);\nimport int Gr\xfc\xdfe(const string text);\nint z\xe4hler;\nexport z\xe4hler;\n'
  printf 'int f\xfcr(int n) {\n  Say("%s");\n  Say("a\\nb"); Say("\\["); Say("");\n' "$all"
  for ((i = 1; i < 256; ++i)); do printf '  Say("%s-%s");\n' "$(bytes $i $i)" "$(bytes $i $i)"; done
  printf '  return Gr\xfc\xdfe("%s") + z\xe4hler;\n}\n' "$(bytes 128 255)$(bytes 1 127)"
} > "$work/ags.asc"
sed 's/"1e2q01"/x/; 0,/"e2q01"/s//"POINTS"/' $samples/quest_ferry.patho > "$work/pathologic.patho"
{
  sed '/POINTS/,$d' "$work/pathologic.patho"
  line=$(grep POINTS "$work/pathologic.patho")
  printf '%s%s%s\n' "${line%%POINTS*}" "$(points 1 255)$(printf '\xe2\x80\xae\xef\xbb\xbf\xf0\x9f\x98\x80\xed\xa0\x80')" "${line#*POINTS}"
  sed '1,/POINTS/d' "$work/pathologic.patho"
} > "$work/pathologic2.patho"
mv "$work/pathologic2.patho" "$work/pathologic.patho"
printf 'startup state A$ { event OnEnterState$ { Report.Generic( "%s" ); Report.Error( "%s" ); } }\n' "$all" "$(bytes 128 255)" > "$work/skrit.skrit"

# round_trips <script> <ending of sources> [<ending of scripts>]: its listing, its source and its texts give it again.
round_trips() {
  local script=$1 ending=$2 name=${1%.*} form
  mkdir "$name"
  run 0 disasm "$script" -o "$name/file.vasm"
  "$vellum" disasm "$script" > "$name/pipe.vasm"
  for form in file pipe; do
    run 0 asm "$name/$form.vasm" -o "$name/$form.bin"
    same "$name/$form.bin" "$script"
  done
  run 0 decompile --verify "$script"
  run 0 decompile --verify "$script" -o "$name/source.$ending"
  run 0 compile "$name/source.$ending" -o "$name/source.bin"
  if [[ $ending != asc ]]; then # that has a header beside it
    "$vellum" decompile "$script" > "$name/piped.$ending"
    same "$name/piped.$ending" "$name/source.$ending"
  fi
  # JSON holds every byte of it, for other readers too.
  mkdir "$name/json"
  cp "$script" "$name/json/source.${3:-${script##*.}}"
  run 0 decompile "$name/json/source.${3:-${script##*.}}" --format json
  "$json_check" --member source < "$work/out" > "$name/json/source.$ending"
  same "$name/json/source.$ending" "$name/source.$ending"
  if command -v python3 > /dev/null; then
    python3 -c 'import json, sys
sys.stdout.buffer.write(json.load(sys.stdin)[0]["source"].encode("utf-8", "surrogateescape"))' < "$work/out" > "$name/json/source.$ending"
    same "$name/json/source.$ending" "$name/source.$ending"
  fi
  # Skrit's keep their source, and lines with it.
  if [[ $ending == skrit ]]; then
    run 0 decompile "$name/source.bin" -o "$name/again.$ending"
    same "$name/again.$ending" "$name/source.$ending"
  else
    same "$name/source.bin" "$script"
  fi
  for form in po csv; do
    run 0 texts export "$script" -o "$name/texts.$form"
    run 0 texts import "$name/texts.$form" "$script" -o "$name/$form.bin"
    same "$name/$form.bin" "$script"
  done
  # What a run was told and answered.
  run 0 run "$script" --frames 3 --record "$name/record"
  run 0 run "$script" --replay "$name/record"
}
for each in ags.asc pathologic.patho skrit.skrit; do
  run 0 compile "$work/$each" -o "$work/${each%.*}.bin"
  ending=${each#*.}
  round_trips "$work/${each%.*}.bin" "$ending" "${ending/#asc/o}"
done

cp samples/ff7/island.ev "$work/ff7.ev" # has no texts
round_trips "$work/ff7.ev" wms

# A plan says what was told with the bytes of the script or as it was printed.
{
  printf 'script ags.bin\ncall f\xfcr(1)\nexpect asks Gr\xfc\xdfe(*)\nexpect once asks Say("\xfc-\xfc")\n'
  printf 'expect asks Gr\\xfc\\xdfe(*)\nexpect once asks Say("\\xfc-\\xfc")\n'
} > "$work/bytes.plan"
run 0 test "$work/bytes.plan"

# A translation with every byte; the script is source afterwards, though its texts lie otherwise.
octal=$(for ((i = 1; i < 256; ++i)); do printf '\\%03o' $i; done)
sed 's/^msgid "a\\nb"$/&\nmsgstr "'"${octal//\\/\\\\}"'"/; s/^msgid "-"/&/' "$work/ags/texts.po" | awk '/^msgstr/ && before ~ /^msgstr/ { next } { print; before = $0 }' > "$work/translated.po"
run 0 texts import "$work/translated.po" "$work/ags.bin" -o "$work/translated.o"
run 0 texts export "$work/translated.o" -o "$work/translated2.po"
[[ $(grep -c '^"\\001\\002\\003' "$work/translated2.po") -eq 1 ]] || fail "the translation is not in the script"
round_trips "$work/translated.o" asc
grep -q '^texts {$' "$work/translated/source.ash" || fail "no table of texts"

# A function with other texts, and names and comments of one's own.
sed "s/Say(\"a\\\\nb\")/Say(\"$(printf 'F\xfc\xdfe')\")/" "$work/ags/source.asc" > "$work/changed.asc"
run 0 patch "$work/ags.bin" -w "$work/changed.asc" -o "$work/patched.o"
run 0 texts export "$work/patched.o"
out_has 'msgid "F\374\337e"'
mkdir "$work/named" "$work/again"
cp "$work/ags/source.ash" "$work/named"
sed "s/int v1/int $(printf 'gr\xf6\xdfe')/; s/Say(\"a\\\\nb\").*/& \/\/ $(bytes 14 33)$(bytes 93 255)/" "$work/ags/source.asc" > "$work/named/source.asc"
! cmp -s "$work/named/source.asc" "$work/ags/source.asc" || fail "nothing was named"
run 0 decompile "$work/named/source.asc" --save-names "$work/my.names"
run 0 decompile --verify "$work/ags.bin" --names "$work/my.names" -o "$work/again/source.asc"
same "$work/again/source.asc" "$work/named/source.asc"
# Likewise in Pathologic.
run 0 decompile $samples/lamp.bin -o "$work/lamp.patho"
sed "s/Lit = !Lit;/& \/\/ $(bytes 14 33)$(bytes 93 255)/" "$work/lamp.patho" > "$work/named/lamp.patho"
! cmp -s "$work/named/lamp.patho" "$work/lamp.patho" || fail "nothing was noted"
run 0 decompile "$work/named/lamp.patho" --save-names "$work/lamp.names"
run 0 decompile $samples/lamp.bin --names "$work/lamp.names" -o "$work/again/lamp.patho"
same "$work/again/lamp.patho" "$work/named/lamp.patho"
