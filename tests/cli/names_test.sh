#!/usr/bin/env bash
# Names and comments of edited sources, kept for the next time and for other scripts.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 decompile $samples/lamp.bin -o "$work/lamp.patho"
sed 's/m_count/m_uses/g; s/object user/object who/; s/Lit = !Lit;/Lit = !Lit; \/\/ on and off/; s/^    event OnUse(object who)/    \/\/ Somebody is there.\n&/' \
  "$work/lamp.patho" > "$work/edited.patho"
run 0 decompile "$work/edited.patho" --save-names "$work/my.names"
err_has "names of 1 source"
run 0 decompile $samples/lamp.bin --names "$work/my.names" -o "$work/again.patho"
same "$work/edited.patho" "$work/again.patho"
run 0 compile "$work/again.patho" -o "$work/again.bin"
same "$work/again.bin" $samples/lamp.bin
run 0 decompile $samples/lamp.bin --names "$work/my.names" --verify
err_has "all identical"

# A patch and a comparison with these names.
sed 's/m_uses > 3/m_uses > 1/' "$work/again.patho" > "$work/more.patho"
run 1 patch $samples/lamp.bin -F TMain.OnUse -w "$work/more.patho" -o "$work/more.bin"
run 0 patch $samples/lamp.bin -F TMain.OnUse -w "$work/more.patho" -o "$work/more.bin" --names "$work/my.names"
run 1 diff $samples/lamp.bin "$work/more.bin" --names "$work/my.names"
out_has "-        if (m_uses > 3) {"

# Another source adds to the file; what was there stays.
run 0 decompile $listings/patrol.bin -o "$work/patrol.patho"
sed 's/void init/\/\/ Goes round.\n    void init/' "$work/patrol.patho" > "$work/patrol2.patho"
run 0 decompile "$work/patrol2.patho" --save-names "$work/my.names"
run 0 decompile $listings/patrol.bin --names "$work/my.names"
out_has "// Goes round."
run 0 decompile $samples/lamp.bin --names "$work/my.names" -o "$work/again2.patho"
same "$work/edited.patho" "$work/again2.patho"
# The same in one go, of a folder.
mkdir "$work/sources"
cp "$work/edited.patho" "$work/patrol2.patho" $listings/lantern.bin "$work/sources"
run 0 decompile "$work/sources" --save-names "$work/both.names"
err_has "names of 2 sources"
same "$work/my.names" "$work/both.names"
# A name that was given back to the decompiler is forgotten.
run 0 decompile "$work/lamp.patho" --save-names "$work/both.names"
run 0 decompile $samples/lamp.bin --names "$work/both.names" -o "$work/plain.patho"
same "$work/plain.patho" "$work/lamp.patho"

# Mistakes.
echo "  name while" >> "$work/my.names"
run 1 decompile $samples/lamp.bin --names "$work/my.names"
err_has "my.names:$(wc -l < "$work/my.names"): error: "
out_empty
cp "$work/my.names" "$work/before.names"
run 1 decompile "$work/edited.patho" --save-names "$work/my.names"
same "$work/my.names" "$work/before.names"
run 3 decompile $samples/lamp.bin --names "$work/none.names"
sed 's/Lit = !Lit/Lit = !Lif/' "$work/lamp.patho" > "$work/wrong.patho"
run 1 decompile "$work/wrong.patho" --save-names "$work/x.names"
err_has "unknown variable 'Lif' here"
[[ ! -e $work/x.names ]] || fail "x.names was written"
run 1 decompile $samples/lamp.bin --save-names "$work/x.names"
err_has "names come from sources"
