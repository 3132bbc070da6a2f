#!/usr/bin/env bash
# Comparing versions: files, folders, containers; forms; exit codes.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0 decompile $samples/lamp.bin -o "$work/lamp.patho"
sed 's/m_count > 3/m_count > 5/' "$work/lamp.patho" > "$work/other.patho"
run 0 compile "$work/other.patho" -o "$work/other.bin"

# Equal, different, trouble.
run 0 diff $samples/lamp.bin $samples/lamp.bin
out_empty
run 0 diff $samples/lamp.bin "$work/lamp.patho"
out_empty
run 0 diff $samples/lamp.vasm $samples/lamp.bin
run 1 diff $samples/lamp.bin "$work/other.bin"
out_has "1 changed, 3 the same"
out_has "-        if (m_count > 3) {"
out_has "+        if (m_count > 5) {"
out_lacks $'\e['
run 1 diff --color always $samples/lamp.bin "$work/other.bin"
out_has $'\e['
head -c 100 $samples/lamp.bin > "$work/cut.bin"
run 2 diff $samples/lamp.bin "$work/cut.bin"
out_empty
err_has "cut.bin"
run 3 diff $samples/lamp.bin "$work/missing.bin"
run 2 diff $samples/lamp.bin
run 2 diff $samples/lamp.bin samples/ags/s10_switch.o
err_has "two engines"

# A comment and a name are other bytes of a source, and nothing else.
sed 's/m_count/m_uses/g; 1i // the lamp' "$work/lamp.patho" > "$work/named.patho"
run 0 diff "$work/lamp.patho" "$work/named.patho"
out_empty

# As instructions, without context, as JSON and as a page.
run 1 diff --listing $samples/lamp.bin "$work/other.patho"
out_has "-    PushI         3"
run 1 diff -U 0 $samples/lamp.bin "$work/other.bin"
out_lacks "m_n++"
run 1 diff -f json $samples/lamp.bin "$work/other.bin"
is_json
out_has '"fate":"changed","before":"TMain.OnUse"'
run 0 diff -f json $samples/lamp.bin $samples/lamp.bin
is_json
run 1 diff -f html $samples/lamp.bin "$work/other.bin"
out_has '<span class="del">-        if (m_count &gt; 3) {</span>'

# Folders go by the files' places.
mkdir -p "$work/a/sub" "$work/b/sub"
cp $samples/lamp.bin "$work/a/sub/lamp.bin"
cp "$work/other.bin" "$work/b/sub/lamp.bin"
cp $listings/patrol.bin "$work/a/patrol.bin"
cp $listings/patrol.bin "$work/b/patrol.bin"
cp $listings/window.bin "$work/b/new.bin"
run 1 diff "$work/a" "$work/b"
out_has "only in the second: $work/b/new.bin"
out_has "a/sub/lamp.bin -> $work/b/sub/lamp.bin"
out_lacks "patrol"
err_has "3 files compared, 2 different"
run 1 diff --jobs 3 -f json "$work/a" "$work/b"
is_json
run 0 diff "$work/a" "$work/a"
out_empty

# A script beside its source, wherever the two lie; an archive beside a folder of sources.
mkdir -p "$work/sources/sub"
run 0 pack "$work/Scripts.vfs" --new vfs --add Lamp.bin=$samples/lamp.bin --add patrol.bin=$listings/patrol.bin
run 0 decompile $samples/lamp.bin -o "$work/sources/lamp.patho"
run 0 decompile $listings/patrol.bin -o "$work/sources/sub/patrol.patho"
run 0 diff "$work/Scripts.vfs!patrol.bin" "$work/sources/sub/patrol.patho"
out_empty
run 0 diff "$work/Scripts.vfs" "$work/sources"
out_empty
err_has "2 files compared, 0 different"
cp samples/skrit/lighthouse.skrit "$work/sources/more.skrit"
run 1 diff "$work/sources" "$work/Scripts.vfs"
out_has "only in the first: $work/sources/more.skrit"
err_has "3 files compared, 1 different"

# Instructions of the world map and of AGS; sources of Skrit.
run 1 diff samples/ags/s10_switch.o samples/ags/s12_functions.o
out_has "=== removed: h"
run 0 diff samples/skrit/lighthouse.skrit samples/skrit/lighthouse.skrit
sed 's/rpm\$   = 6.0/rpm$   = 7.0/; s/360.0/180.0/' samples/skrit/lighthouse.skrit > "$work/lighthouse.skrit"
run 1 diff samples/skrit/lighthouse.skrit "$work/lighthouse.skrit"
out_has "360.0"
# What a window's events are called depends on the name of its file.
cp $listings/window.bin "$work/ui_window.bin"
run 0 diff "$work/ui_window.bin" $listings/window.bin
out_empty
run 0 decompile "$work/ui_window.bin" -o "$work/written.patho"
run 0 diff "$work/ui_window.bin" "$work/written.patho"
run 0 diff "$work/written.patho" $listings/window.bin

# A script that has no source, beside one that has.
cat > "$work/whole.patho" << 'END'
main task TMain {
    void init() {
        F1();
        F2();
    }
}
void F1() asm {
    Return 0
}
void F2() asm {
    PushV
    TaskCall TMain
    Call F1
    TaskReturn
    Pop 0
    Return 0
}
END
run 0 compile "$work/whole.patho" -o "$work/whole.bin"
run 1 diff "$work/whole.bin" $samples/lamp.bin
out_has "=== "
run 1 diff $samples/lamp.bin "$work/whole.bin"
out_has "=== "

# Only functions of both sides are alike.
printf 'main task TMain {\n    void init() { Ring(); }\n    void Ring() { @Trace("ring"); }\n}\n' > "$work/bell.patho"
printf 'main task TMain {\n    void init() { @Hold(); }\n}\n' > "$work/still.patho"
for sides in "bell still" "still bell"; do
  read -r before after <<< "$sides"
  run 1 diff -f json "$work/$before.patho" "$work/$after.patho"
  python3 - "$work/out" << 'END' || fail "diff $sides says of one function how alike it is"
import json, sys
functions = json.load(open(sys.argv[1]))[0]["functions"]
assert len({each["fate"] for each in functions}) == 2, functions
assert all(("likeness" in each) == ("before" in each and "after" in each) for each in functions), functions
END
done

# What stands beside the functions.
sed 's/^main task/const string kName = "lamp";\nobject g_lamp;\n&/' "$work/lamp.patho" > "$work/more.patho"
run 0 compile "$work/more.patho" -o "$work/more.bin"
run 1 diff -f json $samples/lamp.bin "$work/more.bin"
is_json
out_has '"data":[{"what":"declarations","removed":['

# A folder of listings is compared with the archive they are of, and with its sources.
run 0 pack "$work/some.vfs" --new vfs --add Scripts/lamp.bin=$samples/lamp.bin --add Scripts/patrol.bin=$samples/patrol.bin
run 0 disasm "$work/some.vfs" -o "$work/listed.d"
run 0 decompile "$work/some.vfs" -o "$work/some.d"
run 0 diff "$work/some.vfs" "$work/listed.d"
run 0 diff "$work/listed.d" "$work/some.d"
run 0 diff "$work/some.d" "$work/some.vfs"

# Scripts without a function differ in what the game begins with, and in the last of what their tables tell.
printf 'int a = 1;\nint b = 2;\n' > "$work/first.asc"
printf 'int a = 1;\nint b = 3;\n' > "$work/second.asc"
printf 'int a = 1;\nint b = 3;\nvoid f() { }\n' > "$work/third.asc"
run 1 diff "$work/first.asc" "$work/second.asc"
out_has '-int b = 2;'
out_has '+int b = 3;'
run 1 diff "$work/first.asc" "$work/third.asc"
out_has '+int b = 3;'
for name in first second third; do run 0 compile "$work/$name.asc" -o "$work/$name.o"; done
run 1 diff "$work/first.o" "$work/third.o"
out_has '+.data "0100000003000000"'
run 1 diff --listing "$work/first.o" "$work/second.o"
out_has '+.string "__NEWSCRIPTSTART_second"'

# A fifth of a function is enough to be the same under its name, and less is another one.
function_of() {
  printf 'int n;\nint F(int b) {\n'
  for ((i = 1; i <= $1; ++i)); do echo "  n = n * $((i * 7 + 1)) + b - $i;"; done
  printf '  return n;\n}\n'
}
function_of 40 > "$work/long.asc"
for lines in 4 5; do
  function_of $lines > "$work/short.asc"
  run 1 diff "$work/long.asc" "$work/short.asc" -f json
  if [[ $lines == 5 ]]; then out_has '"fate":"changed"'; else out_has '"fate":"removed"'; fi
done
