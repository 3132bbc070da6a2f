#!/usr/bin/env bash
# Scripts of AGS as source: the header is written beside the text, and both give the same script again.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 decompile samples/ags/s10_switch.o -o "$work/switch.asc"
[[ -s $work/switch.ash ]] || fail "there is no header"
run 0 compile "$work/switch.asc" -o "$work/switch.o"
same "$work/switch.o" samples/ags/s10_switch.o

# A whole folder; what is no source is a listing, which is compiled as well.
run 1 decompile --verify samples/ags/s53_oldstring.o
out_has "kept as a listing"
run 0 decompile samples/ags/s53_oldstring.o -o "$work/old.asc"
run 0 compile "$work/old.asc" -o "$work/old.o"
same "$work/old.o" samples/ags/s53_oldstring.o

# Both texts in the JSON and on standard output.
run 0 decompile --format json samples/ags/s10_switch.o
out_has '"headers":{"s10_switch.ash":"// vellum: section=vm'
run 0 decompile samples/ags/s10_switch.o
out_has "// s10_switch.ash"
out_has "header=s10_switch.ash"
