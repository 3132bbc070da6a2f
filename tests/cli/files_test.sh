#!/usr/bin/env bash
# What counts as input, the round trip through listings, order and shards, and files that are damaged or missing.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 info $listings/lantern.bin
out_has "Pathologic"
err_empty
run 0 check $samples
err_has "ok:"
out_empty

# Round trip: to a file and back, through pipes, through folders.
run 0 disasm $listings/lantern.bin -o "$work/lantern.bin.vasm"
out_empty
grep -q '^; engine: pathologic' <<< "$(head -n 1 "$work/lantern.bin.vasm")" || fail "the listing does not name its engine"
run 0 asm "$work/lantern.bin.vasm"
same "$work/lantern.bin" $listings/lantern.bin
err_has "lantern.bin: assembled"
"$vellum" disasm - < $listings/lantern.bin | "$vellum" asm - -o - > "$work/piped.bin"
same "$work/piped.bin" $listings/lantern.bin
mkdir -p "$work/in/deep" "$work/in/other"
cp $samples/*.bin "$work/in"
cp $samples/*.bin "$work/in/deep"
cp $listings/patrol.bin "$work/in/other/lantern.bin"
echo "no script" > "$work/in/readme.txt"
run 0 disasm "$work/in" -o "$work/listings"
run 0 asm "$work/listings" -o "$work/back"
for file in "$work"/in/*.bin; do
  name=$(basename "$file")
  same "$file" "$work/back/$name"
  same "$work/in/deep/$name" "$work/back/deep/$name"
done
same "$work/in/other/lantern.bin" "$work/back/other/lantern.bin"

# Listings serve wherever scripts do.
run 0 check "$work/lantern.bin.vasm"
run 0 info "$work/lantern.bin.vasm"
out_has "functions"

# Nothing is overwritten silently: two inputs, one place.
run 1 disasm "$work/in/lantern.bin" "$work/in/other/lantern.bin" -o "$work/clash"
err_has "would both be written here"

if ! on_windows; then # which has no such names and pipes
  # A file name that breaks its line stays in the comment of the listing.
  cp $listings/lantern.bin "$work/two"$'\n'"lines.bin"
  "$vellum" disasm "$work/two"$'\n'"lines.bin" | "$vellum" asm - -o - > "$work/one.bin"
  same "$work/one.bin" $listings/lantern.bin

  # Pipes by name: nobody opens the second before its turn, or its writer would be left without a reader.
  mkfifo "$work/slow" "$work/pipe"
  { sleep 0.4 && cat $listings/lantern.bin; } > "$work/slow" &
  { sleep 0.1 && cat $listings/patrol.bin; } > "$work/pipe" &
  run 0 disasm --jobs 1 "$work/slow" "$work/pipe"
  out_has "; engine: pathologic, $work/pipe"
  wait
fi

# Patterns, and the order of the output whatever the number of threads.
run 0 info "$work/in/**/lantern.bin"
[[ $(grep -c 'engine ' "$work/out") -eq 3 ]] || fail "the pattern does not find three files"
run 3 info "$work/nothing*.bin"
err_has "no file matches the pattern"
run 0 disasm -j 1 "$work/in"
cp "$work/out" "$work/one"
for jobs in 2 3 8; do
  run 0 disasm -j $jobs "$work/in"
  same "$work/out" "$work/one"
done
run 0 info --format jsonl "$work/in"
is_jsonl
sort "$work/out" > "$work/all"
: > "$work/parts"
for part in 1 2 3; do
  run 0 info --format jsonl --shard $part/3 "$work/in"
  cat "$work/out" >> "$work/parts"
done
sort "$work/parts" | cmp -s - "$work/all" || fail "the shards are not the whole"

# Containers: all scripts of one, or one of them.
if [[ -d ${VELLUM_CORPUS:-}/ags/rooms ]]; then
  room=$VELLUM_CORPUS/ags/rooms/imgi-room1.crm
  run 0 info "$room"
  out_has "1 member"
  run 0 check "$room!imgi-room1"
  run 1 check "$room!imgi-rom1"
  err_has "Did you mean 'imgi-room1'?"
  run 0 disasm "$room" -o "$work/room.vasm"
  run 0 extract "$room" -o "$work/members" -q
  run 0 asm "$work/room.vasm" -o "$work/room.o"
  same "$work/room.o" "$work/members/imgi-room1.o"
fi

# Damage: each with its place and exit code.
head -c 300 $listings/lantern.bin > "$work/cut.bin"
run 1 check "$work/cut.bin"
grep -Eq 'cut\.bin:0x[0-9a-f]+: error: .*\[' "$work/out" || fail "no place or code in the error"
run 1 disasm --engine pathologic "$work/cut.bin"
out_empty
err_has "cut.bin"
printf 'just some text' > "$work/text.dta"
run 1 info "$work/text.dta"
err_has "no engine recognises this file"
err_has "--engine"
# A header is no script, and is called what it is.
echo 'import int Say();' > "$work/lamp.ash"
run 1 compile "$work/lamp.ash"
err_has "this is an Adventure Game Studio header"
# Headers come from beside the script and from --data, and from nowhere else.
mkdir -p "$work/ags/scripts" "$work/ags/shared"
echo 'int main() { return Say() + SIZE; }' > "$work/ags/scripts/lamp.asc"
cp "$work/lamp.ash" "$work/ags/shared"
run 1 compile "$work/ags/scripts/lamp.asc" --header lamp.ash --define SIZE=3
err_has "the header 'lamp.ash' cannot be read"
run 1 compile "$work/ags/scripts/lamp.asc" --header ../shared/lamp.ash --define SIZE=3
err_has "the header '../shared/lamp.ash' cannot be read"
run 0 compile "$work/ags/scripts/lamp.asc" --header lamp.ash --define SIZE=3 --data "$work/ags/shared"
run 0 check "$work/ags/scripts/lamp.asc" --header lamp.ash --define SIZE=3 --data "$work/ags/shared"
# What a user names is a path from where he is, however he writes it.
run 0 compile "$work/ags/scripts/lamp.asc" --header "$work/ags/shared/lamp.ash" --define SIZE=3 -o "$work/named.o"
run 0 compile "$work/ags/scripts/lamp.asc" --header "$(realpath --relative-to=. "$work/ags/shared/lamp.ash")" --define SIZE=3 -o "$work/relative.o"
same "$work/named.o" "$work/relative.o"
(cd "$work/ags/shared" && "$vellum" compile ../scripts/lamp.asc --header ./lamp.ash --define SIZE=3 -o "$work/here.o") ||
  fail "a header in the current folder is not found"
same "$work/named.o" "$work/here.o"
run 1 check "$work/ags/scripts/lamp.asc" --strict-agscc
out_has "undefined symbol 'Say'"
run 0 disasm "$work/ags/scripts/lamp.asc" --header lamp.ash --define SIZE=3 --data "$work/ags/shared" --switch linenumbers=0
out_has "CALLEXT"
mkdir "$work/mixed"
cp $listings/lantern.bin "$work/text.dta" "$work/mixed"
run 0 check "$work/mixed"
err_has "skipped"
run 1 check --engine ags "$work/mixed"
cp "$work/cut.bin" "$work/mixed" # its ending says whose it is
run 1 check "$work/mixed"
err_has "1 of 2 scripts bad"
mkdir "$work/empty"
run 1 check "$work/empty"
err_has "the folder has no file with a script's extension"
run 1 info "$work/in/lantern.bin!member"
err_has "not a container"
printf '; engine: pathologic\n.numbering hd\nnonsense here\nPushI\n' > "$work/bad.vasm"
run 1 asm "$work/bad.vasm"
err_has "bad.vasm:3"
[[ ! -e $work/bad.bin ]] || fail "a file was written in spite of errors"
run 1 extract --list "$work/in/lantern.bin"
err_has "not a container"
run 2 extract "$work/in/lantern.bin"
err_has "use -o"
if [[ $(id -u) -ne 0 ]]; then
  chmod 000 "$work/in/patrol.bin"
  run 3 info "$work/in/patrol.bin"
fi
if ! on_windows; then
  mkfifo "$work/nobody"
  run 3 check "$work/nobody"
  err_has "the pipe was silent"
  # Nor is the end of one waited for whose writer has stopped.
  { printf 'x' && sleep 20; } > "$work/nobody" &
  run 3 check "$work/nobody"
  err_has "the pipe was silent"
fi
run 3 disasm $listings/lantern.bin -o /proc/nowhere/listing
err_has "/proc/nowhere"
