#!/usr/bin/env bash
# World map sources where listings can stand: assembling, patching single functions, names that somebody gave.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

cat > "$work/map.wms" << 'END'
var sign_was_read = save.bit(0xF2B, 7);
name drive_up = buggy.16;
system enter, system tick { load_model(buggy); }
model buggy 16 { set_speed(100); }
mesh 12,7,0 {
    if (!sign_was_read) { sign_was_read = 1; message(23); }
    marsh_timer = 3;
    call drive_up;
}
var marsh_timer = save.byte(0xF25);
END
run 1 compile "$work/map.wms" -o "$work/no.ev"
sed -i '$d; 1i var marsh_timer = save.byte(0xF25);' "$work/map.wms"
run 0 compile "$work/map.wms" -o "$work/map.ev"
run 0 asm "$work/map.wms" -o "$work/asm.ev"
same "$work/map.ev" "$work/asm.ev"
cp "$work/map.wms" "$work/beside.wms"
run 0 asm "$work/beside.wms"
same "$work/map.ev" "$work/beside.ev"

# The declarations of one source name the places of another script; what the save map calls so is not kept.
run 0 decompile "$work/map.ev"
out_lacks "sign_was_read"
out_has "var marsh_timer"
run 0 decompile "$work/map.wms" --save-names "$work/names.wms"
printf '// engine: ff7\n\nname drive_up = buggy.16;\nvar sign_was_read = save.bit(0xF2B, 7);\n' > "$work/wanted"
same "$work/wanted" "$work/names.wms"
run 0 decompile "$work/map.ev" --names "$work/names.wms"
out_has "var sign_was_read = save.bit(0xF2B, 7);"
out_has "    call drive_up;"
out_has "if (!sign_was_read) {"
"$vellum" compile "$work/map.ev" -o "$work/x" 2> "$work/err" && fail "a script is no source"
"$vellum" decompile "$work/map.ev" --names "$work/names.wms" -o "$work/named.wms"
run 0 compile "$work/named.wms" -o "$work/named.ev"
same "$work/map.ev" "$work/named.ev"
printf '// engine: ff7\nvar x = ;\n' > "$work/bad.wms"
run 1 decompile "$work/map.ev" --names "$work/bad.wms"
err_has "expected a place"

# One function is replaced, by its own head or one of several.
printf 'mesh 12,7,0 {\n    message(24);\n    wait(3);\n}\n' > "$work/one.wms"
run 0 patch "$work/map.ev" --with "$work/one.wms" -o "$work/patched.ev"
run 0 decompile "$work/patched.ev"
out_has "message(24);"
out_has "load_model(buggy);"
out_lacks "message(23);"
printf 'system enter, system tick { load_model(cloud); }\n' > "$work/two.wms"
run 0 patch "$work/map.ev" --with "$work/two.wms" -F 'system 2' -o "$work/twice.ev"
run 0 decompile "$work/twice.ev"
out_has "load_model(cloud);"
run 1 patch "$work/map.ev" --with "$work/one.wms" -F 'mesh 12,7,1' -o "$work/none.ev"
err_has "there is no function 'mesh 12,7,1'. Did you mean 'mesh 12,7,0'?"
sed -i 's/wait(3)/wait3(3)/' "$work/one.wms"
run 1 patch "$work/map.ev" --with "$work/one.wms" -o "$work/none.ev"
err_has "one.wms:3:5: error: unknown instruction 'wait3'"

# A function comes with the names that its text declares; one that means something else in the script is refused.
printf 'var rings = save.byte(0xF30);\nsystem enter { rings = 1; }\nsystem tick { reset_zolom(); }\n' > "$work/old.wms"
run 0 compile "$work/old.wms" -o "$work/old.ev"
printf 'var rings = save.byte(0xF30); var lamps = save.bit(0xF31, 2);\nconst MOST = 5;\nname help = system.3;
system tick { if (rings < MOST) { rings += 1; lamps = 1; } }\n' > "$work/tick.wms"
printf 'var rings = save.byte(0xF30);\nsystem enter { rings = 1; }
system tick { if (rings < 5) { rings += 1; save.bit(0xF31, 2) = 1; } }\n' > "$work/whole.wms"
run 0 patch "$work/old.ev" --with "$work/tick.wms" -o "$work/ticking.ev"
err_has "replaced system 2"
run 0 compile "$work/whole.wms" -o "$work/whole.ev"
same "$work/ticking.ev" "$work/whole.ev"
printf 'var rings = save.byte(0xF30);\nsystem tick { rings = lamp; }\n' > "$work/wrong.wms"
run 1 patch "$work/old.ev" --with "$work/wrong.wms" -o "$work/x.ev"
err_has "wrong.wms:2:23: error: unknown name 'lamp'"
printf 'var progress = save.byte(0xF30);\nsystem tick { progress = 2; }\n' > "$work/other.wms"
printf 'system enter { progress = 1; }\nsystem tick { reset_zolom(); }\n' | sed '1i var progress = save.word(0xBA4);' > "$work/story.wms"
run 1 patch "$work/story.wms" --with "$work/other.wms" -o "$work/x.ev"
err_has "'progress' is save.byte(0xF30) in the text, but save.word(0xBA4) in the script"
