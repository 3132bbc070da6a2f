#!/usr/bin/env bash
# Nothing from a file, a script or a name steers a terminal or forges a line: no command lets a control character
# through, whether its output goes to a terminal, a pipe or a file.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
export LC_ALL=C

# A text with everything: C0, DEL, C1 as bytes and encoded, format controls, separators.
# The shell's own locale has no say in how U+NNNN is encoded.
hostile=$(LC_ALL=C.UTF-8 bash -c '
  text=
  for byte in 01 07 08 0a 0b 0d 1b 7f 80 9b ff c2 e2; do text+="\\x${byte}31m"; done
  for point in 80 85 90 9b 9d 9f ad 61c 180e 200b 200c 200d 200e 200f 2028 2029 202a 202d 202e 2060 2066 2069 206f feff fff9 e0001 e007f; do
    text+=$(printf "\\U$(printf %08x $((16#$point)))" | od -An -v -tx1 | tr -d "\n" | sed "s/ /\\\\x/g")
  done
  printf %s "$text"')
forbidden='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f\xad]|\xd8\x9c|\xe1\xa0\x8e|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xef\xbf[\xb9-\xbb]|\xf3\xa0[\x80\x81]'
# clean <file> <what made it>
clean() {
  ! grep -qaP "$forbidden" "$1" || fail "$2 lets through: $(grep -aPo "$forbidden" "$1" | od -An -tx1 | head -n 2)"
  iconv -f utf-8 -t utf-8 "$1" > /dev/null 2>&1 || fail "$2 writes bytes that are no UTF-8"
}
# tell <argument>...: any exit code, clean output
tell() {
  timeout 60 "$vellum" "$@" > "$work/out" 2> "$work/err" < /dev/null || true
  clean "$work/out" "standard output of $1"
  clean "$work/err" "standard error of $1"
}
printf "%b" "$hostile" > "$work/raw" # what the checks are for
grep -qaP "$forbidden" "$work/raw" || fail "the check sees nothing"

# A Pathologic script whose texts, natives and events say it; the listing goes through all commands and back.
in_listing=$hostile # wide texts hold no bytes that are no UTF-8
for byte in 80 9b ff c2 e2; do in_listing=${in_listing/\\x${byte}31m/}; done
in_listing=${in_listing//\\/\\\\}
sed "s|\"height: \"|\"$in_listing\"|; s|\"lantern_01\"|\"$in_listing 2\"|" <("$vellum" disasm $listings/lantern.bin) > "$work/h.vasm"
run 0 asm "$work/h.vasm" -o "$work/h.bin"
run 0 disasm "$work/h.bin"
cp "$work/out" "$work/again.vasm"
run 0 asm "$work/again.vasm" -o "$work/again.bin"
same "$work/again.bin" "$work/h.bin"
printf 'startup state A$ { event OnEnterState$ { Report.Generic( "%b\\n" ); Report.Error( "%b" ); } }\n' "${hostile//\\x0a31m/}" "${hostile//\\x0a31m/}" > "$work/h.skrit"
printf 'function Trace(text) print("%b") error("%b") end\n' "${hostile//\\x0[ad]31m/}" "${hostile//\\x0[ad]31m/}" | tr '\n\r' '  ' > "$work/h.lua"
name="$work/n$(printf "%b" "${hostile//\\x00/}")"
cp "$work/h.bin" "$name.bin" 2> /dev/null || name=$work/n$'\n\e[31m'
cp "$work/h.bin" "$name.bin"
cp "$work/h.skrit" "$name.skrit"
head -c 300 "$work/h.bin" > "$name.cut.bin"
printf '; engine: pathologic\n%b\n' "$hostile" > "$name.vasm"
for file in "$work/h.bin" "$work/h.skrit" "$name.bin" "$name.skrit" "$name.cut.bin" "$name.vasm"; do
  for command in info check disasm graph states map run trace extract; do
    words=()
    [[ $command == run || $command == trace || $command == map ]] && words=(--frames 3 --event 'OnUse:#7@2' --host "$work/h.lua")
    [[ $command == extract ]] && words=(--list)
    tell $command "$file" "${words[@]}"
  done
  tell info --functions "$file"
  tell xref --list "$file"
  tell xref '*' "$file"
  tell graph --format dot "$file"
  for format in json jsonl; do
    tell info --format $format "$file"
    tell run --frames 3 --format $format "$file"
    tell xref --list --format $format "$file"
  done
  tell check --format json "$file"
  tell check --format sarif "$file"
  tell trace --format jsonl --frames 1 "$file"
done
tell console -x "new $work/h.skrit"
tell info "$work/none$(printf "%b" "$hostile")"
tell asm "$name.vasm"
"$vellum" run "$work/h.bin" --frames 3 --record "$work/log" > "$work/out" 2>&1
clean "$work/log" "a record"
run 0 graph "$work/h.bin" -o "$work/h.svg"
clean "$work/h.svg" "a picture"

# Names of files made. Windows has none with such letters.
on_windows && exit 0
mkdir "$work/in"
cp "$work/h.bin" "$work/in/a"$'\n\e[31m'"b.bin"
run 0 disasm "$work/in" -o "$work/made"
ls "$work/made" > "$work/names"
clean "$work/names" "a file's name"
[[ $(wc -l < "$work/names") -eq 1 ]] || fail "a file's name has several lines"
