#!/usr/bin/env bash
# A script of another length goes back into its room.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

ags_room samples/ags/s10_switch.o > "$work/room7.crm"
run 0 info "$work/room7.crm"
run 0 pack "$work/room7.crm" --replace room7=samples/ags/s54_containers.o -o "$work/new.crm"
run 0 extract "$work/new.crm" -o "$work/out7"
same "$work"/out7/*.o samples/ags/s54_containers.o
run 0 disasm samples/ags/s54_containers.o -o "$work/s54.vasm"
run 0 pack "$work/room7.crm" --replace room7="$work/s54.vasm" -o "$work/listing.crm"
same "$work/new.crm" "$work/listing.crm"
run 1 pack "$work/room7.crm" --replace room7=README.md -o "$work/no.crm"
err_has "no compiled script"
run 1 pack "$work/room7.crm" --remove room7 -o "$work/no.crm"
[[ ! -e $work/no.crm ]] || fail "something was written"
