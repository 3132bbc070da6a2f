#!/usr/bin/env bash
# Scripts of AGS as source: the header is written beside the text, and both give the same script again.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 decompile samples/ags/s10_switch.o -o "$work/switch.asc"
[[ -s $work/switch.ash ]] || fail "there is no header"
run 0 compile "$work/switch.asc" -o "$work/switch.o"
same "$work/switch.o" samples/ags/s10_switch.o

# All of them; a function that no source says stays instructions.
run 0 decompile --verify samples/ags
err_has "all identical"
printf 'int f() { return 1; }\nint g() asm { LINENUM 2; THISBASE; LITTOREG CX, 5; RET; }\n' > "$work/kept.asc"
run 0 compile "$work/kept.asc" -o "$work/kept.o"
run 1 decompile --verify "$work/kept.o"
out_has "g (0x0"
out_has "left as assembly"
err_has "1 function left as assembly, 0 scripts written as a listing"
run 0 decompile "$work/kept.o" -o "$work/again.asc"
run 0 compile "$work/again.asc" -o "$work/again.o"
same "$work/kept.o" "$work/again.o"

# A room: its source is called after it, one function of it is replaced, and names come back.
ags_room samples/ags/s10_switch.o > "$work/room7.crm"
mkdir "$work/rooms"
run 0 decompile "$work/room7.crm" -o "$work/rooms"
[[ -s $work/rooms/room7.asc && -s $work/rooms/room7.ash ]] || fail "the room's source has another name"
sed 's/return 0;/return 7;/; s/^  return;/  return 7;/' "$work/rooms/room7.asc" > "$work/rooms/edited.asc"
run 0 patch "$work/room7.crm" --with "$work/rooms/edited.asc" -o "$work/new7.crm"
err_has "replaced main"
run 0 check "$work/new7.crm"
run 0 diff "$work/room7.crm" "$work/room7.crm"
sed 's/\bv1\b/kind/g; s/^.*main.*$/& \/\/ begins/' "$work/rooms/room7.asc" > "$work/rooms/named.asc"
run 0 decompile "$work/rooms/named.asc" --save-names "$work/my.names"
err_has "names of 1 source"
run 0 decompile "$work/room7.crm" --names "$work/my.names" -o "$work/rooms/back.asc"
grep -q "// begins" "$work/rooms/back.asc" || fail "a comment was lost"
run 0 compile "$work/rooms/back.asc" -o "$work/back.o"
same "$work/back.o" samples/ags/s10_switch.o
echo "  local one two" >> "$work/my.names"
run 1 decompile "$work/room7.crm" --names "$work/my.names"
err_has "ags.names"

# Both texts in the JSON and on standard output.
run 0 decompile --format json samples/ags/s10_switch.o
out_has '"headers":{"s10_switch.ash":"// vellum: section=vm'
run 0 decompile samples/ags/s10_switch.o
out_has "// s10_switch.ash"
out_has "header=s10_switch.ash"
