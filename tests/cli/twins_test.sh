#!/usr/bin/env bash
# A folder with scripts, their sources and libraries: each command takes what it is for, each script once, and says no more
# than somebody reads.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

mkdir -p "$work/mod/lib"
cp $samples/lamp.bin $samples/quest_ferry.bin "$work/mod"
printf 'void Step() { @Trace("x"); }\n' > "$work/mod/lib/steps.patho"

# Decompiled beside the scripts, twice: the sources of the first time are no inputs of the second.
run 0 decompile "$work/mod" -o "$work/mod"
run 0 decompile "$work/mod" -o "$work/mod" --force
err_has "2 scripts"
run 0 disasm "$work/mod" -o "$work/listings"
err_has "2 files listed"

# A use counts once, with the lines of the source beside it.
run 0 xref Trace "$work/mod"
err_has "5 uses in 2 of 2 scripts"
out_lacks .patho

# A library is no mistake where it is found, and one where it is named.
run 0 check "$work/mod"
err_has "0 errors"
run 0 compile "$work/mod" -o "$work/made"
err_has "skipped 1 file"
cmp "$work/made/lamp.bin" $samples/lamp.bin || fail "another script"
run 1 compile "$work/mod/lib/steps.patho" -o "$work/steps.bin"
err_has "the script has no task [engine.library]"
run 0 xref Trace "$work/mod" --format json
is_json
out_lacks library

# Twenty messages about a file, or as many as are asked for; JSON has them all.
{
  echo 'main task T { void init() {'
  for ((i = 0; i < 60; ++i)); do echo "x$i = 1;"; done
  echo '} }'
} > "$work/bad.patho"
run 1 check "$work/bad.patho"
out_has "bad.patho: 40 more messages; --messages 0 prints all"
out_lacks "'x20'"
run 1 compile "$work/bad.patho"
err_has "bad.patho: 40 more messages"
run 1 check "$work/bad.patho" --messages 3
out_has "57 more messages"
run 1 check "$work/bad.patho" --messages 0
out_has "'x59'"
out_lacks "more messages"
run 1 check "$work/bad.patho" --format json
out_has "'x59'"

# Of a folder with a script, its source and its listing each command takes what it is for.
mkdir "$work/three"
cp samples/pathologic/lamp.{bin,patho,vasm} "$work/three"
run 0 compile "$work/three" -o "$work/three.compiled"
same samples/pathologic/lamp.bin "$work/three.compiled/lamp.bin"
run 0 asm "$work/three" -o "$work/three.assembled"
same samples/pathologic/lamp.bin "$work/three.assembled/lamp.bin"
run 1 compile "$work/three/lamp.vasm" -o "$work/three.out"
err_has "this is a listing, not a source"
[[ $(wc -l < "$work/err") -lt 4 ]] || fail "too many lines about a listing"
