#!/usr/bin/env bash
# Watching a folder: what is saved is checked, packed and run.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

mkdir "$work/mod"
cp $samples/lamp.patho "$work/mod/b_lamp.patho"
run 0 watch "$work/mod" --rounds 1
err_has "1 file: ok"
run 0 watch "$work/mod" --rounds 1 -- info "$work/mod/b_lamp.patho"
out_has "Pathologic"
run 0 watch "$work/mod" --rounds 1 --engine ff7 # whose scripts have other endings
err_lacks "1 file"
run 2 watch "$work/mod/b_lamp.patho" --rounds 1
run 2 watch "$work/mod" --rounds 1 --pack x.vfs

# Into a copy of the archive, which itself stays.
run 0 pack "$work/Scripts.vfs" --new vfs --add b_lamp.bin=$listings/patrol.bin --add b_rats.bin=$listings/patrol.bin
cp "$work/Scripts.vfs" "$work/before.vfs"
run 0 watch "$work/mod" --pack "$work/Scripts.vfs" -o "$work/copy.vfs" --rounds 1
same "$work/Scripts.vfs" "$work/before.vfs"
run 0 extract "$work/copy.vfs!b_rats.bin" -o "$work/rats"
same "$work/rats/b_rats.bin" $listings/patrol.bin
run 0 decompile "$work/copy.vfs!b_lamp.bin"
out_has "somebody plays with the lamp"
# The copy is replaced again, but nothing else: no other file, no source, no archive that is read.
run 0 watch "$work/mod" --pack "$work/Scripts.vfs" -o "$work/copy.vfs" --rounds 1
echo precious > "$work/mine.txt"
run 1 watch "$work/mod" --pack "$work/Scripts.vfs" -o "$work/mine.txt" --rounds 1
err_has "not an archive"
[[ $(cat "$work/mine.txt") == precious ]] || fail "a file that is no copy was replaced"
run 1 watch "$work/mod" --pack "$work/Scripts.vfs" -o "$work/mod/b_lamp.patho" --rounds 1
same "$work/mod/b_lamp.patho" $samples/lamp.patho
run 1 watch "$work/mod" --pack "$work/Scripts.vfs" -o "$work/Scripts.vfs" --rounds 1
same "$work/Scripts.vfs" "$work/before.vfs"
run 3 watch "$work/mod" --pack "$work/none.vfs" -o "$work/new.vfs" --rounds 1
err_has "none.vfs"

# Of two members of that name it is the one in the folder of the source.
mkdir "$work/deep" "$work/deep/two"
cp $samples/lamp.patho "$work/deep/two/b_lamp.patho"
run 0 pack "$work/two.vfs" --new vfs --add one/b_lamp.bin=$listings/patrol.bin --add two/b_lamp.bin=$listings/patrol.bin
run 0 watch "$work/deep" --pack "$work/two.vfs" -o "$work/deep.vfs" --rounds 1
run 0 decompile "$work/deep.vfs!two/b_lamp.bin"
out_has "somebody plays with the lamp"
run 0 decompile "$work/deep.vfs!one/b_lamp.bin"
out_lacks "somebody plays with the lamp"

# A second round begins when something was saved; errors keep the command from running.
"$vellum" watch "$work/mod" --rounds 2 --interval 20 -- version > "$work/out" 2> "$work/err" &
watcher=$!
for _ in $(seq 100); do
  grep -q "1 file: ok" "$work/err" && break
  sleep 0.1
done
sed 's/light/bright light/;s/init() {/init() { int i = ;/' $samples/lamp.patho > "$work/mod/b_lamp.patho"
code=0
wait $watcher || code=$?
[[ $code -eq 1 ]] || fail "exit code $code instead of 1"
err_has "1 file: with errors"
err_has "b_lamp.patho:"
[[ $(grep -c "^vellum " "$work/out") -eq 1 ]] || fail "the command ran in spite of errors"

# Without a number of rounds it goes on.
code=0
timeout 2 "$vellum" watch "$work/mod" > "$work/out" 2> "$work/err" || code=$?
[[ $code -eq 124 ]] || fail "it ended by itself with $code"
err_has "1 file: with errors"
