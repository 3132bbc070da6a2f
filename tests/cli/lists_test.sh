#!/usr/bin/env bash
# Long lists: --files-from, --resume, and folders that hold only one script.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

mkdir "$work/one" "$work/in"
cp $samples/lantern.bin "$work/one"
cp $samples/lantern.bin $samples/lamp.bin "$work/in"

# A folder is a folder, however much is in it.
run 0 disasm "$work/one" -o "$work/listings"
[[ -f $work/listings/lantern.bin.vasm ]] || fail "no folder was made"
run 0 disasm "$work/one/*.bin" -o "$work/pattern"
[[ -d $work/pattern ]] || fail "a pattern that fits one file wrote a file"
run 0 decompile "$work/one" -o "$work/sources"
[[ -f $work/sources/lantern.patho ]] || fail "no folder was made"
run 0 asm "$work/listings" -o "$work/made"
same "$work/made/lantern.bin" $samples/lantern.bin
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
run 0 check --files-from "$work/list" $samples/window.bin
err_has "ok: 3 scripts"
run 0 xref Trace --files-from "$work/list"
run 3 check --files-from "$work/nowhere"
err_has "nowhere: error:"
: > "$work/empty"
run 0 info --files-from "$work/empty" --format json
out_has "[]"
run 2 check
err_has "FILE is missing"

# A record of what was done: what changed is done again, what was complained about too.
run 0 check --resume "$work/record" "$work/in"
err_has "ok: 2 scripts"
run 0 check --resume "$work/record" "$work/in"
err_has "2 inputs unchanged"
err_has "ok: 0 scripts"
cp $samples/window.bin "$work/in/lamp.bin"
head -c 100 $samples/lantern.bin > "$work/in/cut.bin"
run 1 check --resume "$work/record" "$work/in"
err_has "1 input unchanged"
run 1 check --resume "$work/record" "$work/in"
out_lacks lamp
err_has "2 inputs unchanged"
out_has "cut.bin"
# Another command line is another matter.
run 1 check --notes --resume "$work/record" "$work/in"
err_has "belongs to another command line"
# No other file is taken for a record, or overwritten.
run 1 check --resume $samples/lantern.vasm "$work/in"
err_has "the file is not a record of --resume"
cp "$work/in/lantern.bin" "$work/in/kept.bin"
run 1 check --resume "$work/in/kept.bin" "$work/in"
same "$work/in/kept.bin" "$work/in/lantern.bin"
# A record that was cut off in a line still counts for the lines before it.
run 0 check --resume "$work/short" "$work/one" $samples/lamp.bin
head -c -9 "$work/short" > "$work/cut" && mv "$work/cut" "$work/short"
run 0 check --resume "$work/short" "$work/one" $samples/lamp.bin
err_has "1 input unchanged"

# A run that was stopped between a result and its record goes on: what is there already counts, if it is the same.
mkdir "$work/whole"
cp $samples/lantern.bin $samples/lamp.bin "$work/whole"
run 0 decompile "$work/whole" -o "$work/made" --resume "$work/lost"
rm "$work/lost"
run 0 decompile "$work/whole" -o "$work/made" --resume "$work/lost"
rm "$work/lost"
printf '// mine\n' >> "$work/made/lamp.patho"
run 1 decompile "$work/whole" -o "$work/made" --resume "$work/lost"
err_has "lamp.patho: error: the file already exists"
! grep -qF "lantern.patho" "$work/err" || fail "what is there already is refused"
run 1 decompile "$work/whole" -o "$work/made"
err_has "lantern.patho: error: the file already exists"

# What a source includes counts with it.
mkdir "$work/mod"
printf 'const int Most = 3;\n' > "$work/mod/lib.patho"
printf '#include "lib.patho"\nmain task TMain {\n    void init() {\n        @Trace(Most);\n    }\n}\n' > "$work/mod/a.patho"
run 0 compile "$work/mod/a.patho" -o "$work/mod/a.bin" --resume "$work/compiled"
rm "$work/mod/a.bin"
run 0 compile "$work/mod/a.patho" -o "$work/mod/a.bin" --resume "$work/compiled"
err_has "1 input unchanged"
printf 'const int Most = 4;\n' > "$work/mod/lib.patho"
run 0 compile "$work/mod/a.patho" -o "$work/mod/a.bin" --resume "$work/compiled"
[[ -f $work/mod/a.bin ]] || fail "another include did not compile the source again"
run 2 info --source --resume "$work/compiled" "$work/in"
