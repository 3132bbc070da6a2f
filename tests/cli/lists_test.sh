#!/usr/bin/env bash
# Long lists: --files-from, --shard, runs that were stopped, and folders that hold only one script.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

mkdir "$work/one" "$work/in"
cp $listings/lantern.bin "$work/one"
cp $listings/lantern.bin $samples/lamp.bin "$work/in"

# A folder is a folder, however much is in it.
run 0 disasm "$work/one" -o "$work/listings"
[[ -f $work/listings/lantern.bin.vasm ]] || fail "no folder was made"
run 0 disasm "$work/one/*.bin" -o "$work/pattern"
[[ -d $work/pattern ]] || fail "a pattern that fits one file wrote a file"
run 0 decompile "$work/one" -o "$work/sources"
[[ -f $work/sources/lantern.patho ]] || fail "no folder was made"
run 0 asm "$work/listings" -o "$work/made"
same "$work/made/lantern.bin" $listings/lantern.bin
run 0 disasm "$work/one/lantern.bin" -o "$work/file.vasm"
[[ -f $work/file.vasm ]] || fail "a file that was named did not become a file"

# Lists of files, with lines or zero bytes between them.
printf '%s\r\n\n%s' "$work/in/lantern.bin" "$work/in/lamp.bin" > "$work/list"
run 0 info --format jsonl --files-from "$work/list"
is_jsonl
[[ $(wc -l < "$work/out") -eq 2 ]] || fail "a list of two gives $(wc -l < "$work/out")"
find "$work/in" -name '*.bin' -print0 > "$work/zeros"
input=$work/zeros run 0 check --files-from -
err_has "ok: 2 scripts"
run 0 check --files-from "$work/list" $listings/window.bin
err_has "ok: 3 scripts"
run 0 xref Trace --files-from "$work/list"
run 3 check --files-from "$work/nowhere"
err_has "nowhere: error:"
: > "$work/empty"
run 0 info --files-from "$work/empty" --format json
out_has "[]"
run 2 check
err_has "FILE is missing"

# A run that was stopped is repeated: what is there already counts as written if it is the same, and is never replaced.
mkdir "$work/whole"
cp $listings/lantern.bin $samples/lamp.bin "$work/whole"
run 0 decompile "$work/whole" -o "$work/all"
run 0 decompile "$work/whole" -o "$work/all"
rm -rf "$work/made" && mkdir "$work/made"
cp "$work/all/lamp.patho" "$work/made"
run 0 decompile "$work/whole" -o "$work/made"
diff -r "$work/all" "$work/made" || fail "a repeated run made something else"
printf '// mine\n' >> "$work/made/lamp.patho"
run 1 decompile "$work/whole" -o "$work/made"
err_has "lamp.patho: error: the file already exists"
! grep -qF "lantern.patho" "$work/err" || fail "what is there already is refused"
out_empty
[[ $(tail -n 1 "$work/made/lamp.patho") == "// mine" ]] || fail "a file that was changed was replaced"
for delay in 0.01 0.03 0.06 0.1; do # at any moment
  rm -r "$work/made"
  { timeout -s KILL "$delay" "$vellum" decompile -q "$work/whole" -o "$work/made" || true; } > /dev/null 2>&1
  run 0 decompile "$work/whole" -o "$work/made"
  find "$work/made" -name '.vellum-new*' -delete
  diff -r "$work/all" "$work/made" || fail "a killed run that is repeated made something else"
done

# Parts of a list are its files, each in one, and stay what they are when others come.
mkdir "$work/parts"
for name in samples/*/*.bin samples/skrit/*.skrit; do cp "$name" "$work/parts/$(basename "$name")"; done
parts() { for part in 1 2 3; do "$vellum" info -q --format jsonl --shard $part/3 "$work/parts" | sed -nE 's/.*"file":"([^"]*)".*/'$part' \1/p'; done | sort -k 2; }
parts > "$work/before"
[[ $(cut -d ' ' -f 2 "$work/before" | sort -u | wc -l) -eq $(wc -l < "$work/before") ]] || fail "a file is in two parts"
[[ $(wc -l < "$work/before") -eq $("$vellum" info -q --format jsonl "$work/parts" | wc -l) ]] || fail "a file is in no part"
[[ $(cut -d ' ' -f 1 "$work/before" | sort -u | wc -l) -eq 3 ]] || fail "a part is empty"
cp $samples/lamp.bin "$work/parts/a_copy.bin"
parts > "$work/after"
diff "$work/before" <(grep -v a_copy "$work/after") || fail "another file moved the others"
[[ $(sed -n 's, .*/lamp.bin,,p' "$work/after") == $(sed -n 's, .*/a_copy.bin,,p' "$work/after") ]] || fail "equal files are in two parts"
