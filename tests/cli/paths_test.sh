#!/usr/bin/env bash
# Paths that are not plain: names in other scripts, spaces, more than 300 characters; on Windows also backslashes and drive
# letters. What is written there is what is written anywhere.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 disasm $listings/lantern.bin
tail -n +2 "$work/out" > "$work/listing"
# is_listing FILE: but for the first line, which names the input.
is_listing() { tail -n +2 "$1" | cmp -s - "$work/listing" || fail "$1 is another listing"; }

japanese="$work/日本語 のフォルダ"
mkdir "$japanese"
cp $listings/lantern.bin "$japanese/ランタン.bin"
run 0 disasm "$japanese/ランタン.bin"
is_listing "$work/out"
run 0 disasm "$japanese" -o "$work/Кириллица/из/"
is_listing "$work/Кириллица/из/ランタン.bin.vasm"
run 0 asm "$work/Кириллица/из/ランタン.bin.vasm" -o "$japanese/back.bin"
same "$japanese/back.bin" $listings/lantern.bin
run 0 check "$japanese/*.bin"
err_has "2 scripts"

# Each name is short enough for every file system, the whole longer than 260 characters.
long=$work
for part in $(seq 1 6); do long=$long/$(printf "$part%.0s" $(seq 1 50)); done
run 0 disasm $listings/lantern.bin -o "$long/"
is_listing "$long/lantern.bin.vasm"
run 0 asm "$long/lantern.bin.vasm" -o "$long/lantern.bin"
same "$long/lantern.bin" $listings/lantern.bin
run 0 check "$(echo "$work"/1*)" # a folder far above it
err_has "2 scripts"
run 0 check "$long/lantern.*"
err_has "2 scripts"
run 0 asm "$long/lantern.bin.vasm" -o "$long/lantern.bin" # replaces what it made
[[ $(find "$long" -type f | wc -l) -eq 2 ]] || fail "something stayed behind: $(ls -A "$long")"

# Bytes go through pipes as they are.
"$vellum" asm "$long/lantern.bin.vasm" -o - < /dev/null | cmp - $listings/lantern.bin || fail "standard output is no binary"
"$vellum" disasm - < $listings/lantern.bin > "$work/piped"
grep -qv '^[;#]' "$work/piped" || fail "standard input is not supported"

on_windows || exit 0
drive="Z:${japanese//\//\\}"
run 0 disasm "$drive\\ランタン.bin"
is_listing "$work/out"
run 0 disasm "$drive" -o "Z:${work//\//\\}\\backslashes\\"
is_listing "$work/backslashes/ランタン.bin.vasm"
run 0 check "$drive\\*.bin"
run 0 check samples\\skrit\\guard.skrit
