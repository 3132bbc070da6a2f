#!/usr/bin/env bash
# JSON, JSON lines, SARIF, Markdown, SVG and DOT: well formed and with the members that docs/cli.md promises.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

head -c 300 $listings/lantern.bin > "$work/cut.bin"
for file in $listings/lantern.bin "$work/cut.bin"; do
  code=0
  [[ $file == "$work/cut.bin" ]] && code=1
  for format in json sarif; do
    run $code check --engine pathologic --format $format "$file"
    is_json
  done
  run $code check --engine pathologic --format jsonl "$file"
  is_jsonl
done
out_has '"ok":false'
out_has '"offset":'
run 1 check --engine pathologic --format sarif "$work/cut.bin"
out_has '"version": "2.1.0"'
out_has '"byteOffset":'
out_has '"ruleId":'
# Columns count code points: the mistake is the 27th letter and the 29th byte.
printf '%s\n' 'void f() { string s = "üß" oops; }' > "$work/column.patho"
run 1 check --format sarif "$work/column.patho"
out_has '"columnKind": "unicodeCodePoints"'
out_has '"startColumn": 27'
# File names are quoted as parts of addresses are.
cp "$work/cut.bin" "$work/50% of#it.bin"
run 1 check --engine pathologic --format sarif "$work/50% of#it.bin"
out_has '/50%25%20of%23it.bin"'
run 3 check --format json "$work/missing.bin"
is_json

run 0 info --format json $samples
is_json
out_has '"functions":[{"name":'
run 0 info --format jsonl $samples
is_jsonl

run 1 decompile --verify --format json $listings
is_json
out_has '"names":{"functions":{"count":1,"made_up":1},"variables":{"count":5,"made_up":4}}}'
run 1 decompile --verify $listings/patrol.bin
err_has "placeholder names: 1 of 1 function (100 %), 4 of 5 variables (80 %)"

run 0 xref --list $samples
out_has "native Trace"
run 0 xref --list --format json $samples
is_json
run 0 xref Trace $samples
out_has "native Trace"
run 0 xref --format jsonl trace -i $samples
is_jsonl
out_has '"name":"Trace"'
run 0 xref --kind string '*hour*' $samples
out_has "the hour is"
run 0 xref NoSuchNative --format json $samples
is_json
out_has "[]"
run 2 xref Trace
err_has "needs a NAME and at least one FILE"

run 0 isa
run 0 isa --format json
is_json
out_has '"address_unit": "bytes"'
out_has '"address_unit": "instructions"'
run 0 isa --format jsonl
is_jsonl
run 0 isa pathologic --format markdown
out_has '| opcode | mnemonic |'
run 0 isa pathologic jumpb
out_has JumpB
out_lacks PushI
run 0 isa ags memzeroptr
out_has MEMZEROPTR
run 0 isa ags memzeroptrnd
out_has "MAR read, AX read"
run 2 isa pathologic nosuch

run 0 natives
out_has "Final Fantasy VII"
run 0 natives ags
out_has "  variable  host    Character* player"
run 0 natives pathologic sleep
out_has "Sleep(float seconds, out bool finished)"
out_has "function, may make its script wait"
out_has "answered by Vellum"
out_lacks GameSleep
run 0 natives ags 'Character::Say^101'
out_has "Character.Say(const string message, ...)"
out_has "answered by Vellum in a game that is played, else the host"
out_has "seen        310 calls in 26 scripts"
out_has "source      docs/engines/ags.md, "
run 0 natives ags UpdateInventory
out_lacks "not known"
run 0 natives ags File.GetFiles # in the script API, and in no script that was counted
out_has "String[] File.GetFiles(const string fileMask, FileSortStyle fileSortStyle, SortDirection sortDirection)"
out_has "source      docs/languages/ags.md, The script API"
run 0 natives skrit 'report.*f' --by vellum
out_has "Report.GenericF(string format, ...)"
out_lacks IsEnabled
run 0 natives ff7 sky
out_has "sky_top(int point, int red, int green, int blue)"
out_has ": 2 natives, 0 answered by Vellum"
run 0 natives ff7 --by vellum
out_empty
run 0 natives --format json
is_json
out_has '"declaration": "int prompt_result()"'
run 0 natives skrit --format jsonl
is_jsonl
out_has '"type":"Goid","direction":"in"'
run 0 natives pathologic rand --format markdown
out_has '| native | kind | meaning |'
run 0 natives pathologic '*Property' --format markdown
out_has '| native | kind | answered by | meaning |'
run 2 natives ags Character.Sayy
err_has "ags has no native named 'Character.Sayy'. Did you mean 'Character.Say'?"
run 2 natives pathologi
err_has "Did you mean 'pathologic'?"
run 2 natives nosuch Sleep
err_has "unknown engine 'nosuch'."
run 2 natives ff7 --by nobody

for format in svg dot json; do
  run 0 graph $listings/lantern.bin --format $format
  [[ $format == json ]] && is_json
  run 0 graph $listings/lantern.bin --natives --format $format
  for function in $("$vellum" info --functions $listings/lantern.bin | awk '/^    [0-9a-f]+ / { print $2 }'); do
    run 0 graph $listings/lantern.bin --function "$function" --format $format
    out_lacks "... 0 more" # lines are counted as hidden only where some are
    if [[ $format == dot ]] && command -v dot > /dev/null; then dot -Tsvg < "$work/out" > /dev/null || fail "dot"; fi
    if [[ $format == svg ]] && command -v xmllint > /dev/null; then xmllint --noout "$work/out" || fail "xmllint"; fi
    [[ $(tail -c 2 "$work/out") == *[\}\>] ]] || fail "the graph ends early"
  done
done
run 0 graph $listings/lantern.bin -o "$work/calls.dot"
[[ $(head -c 7 "$work/calls.dot") == digraph ]] || fail "the format does not follow the ending"
run 0 graph samples/ff7/island.ev --format dot # called by model and number, not by address
out_has '"f00a7" -> "f0089"'
run 2 graph $listings/lantern.bin -o "$work/calls.webp" # nothing that Vellum draws, and never an SVG under that name
err_has "calls.webp"
err_has ".svg, .png, .pdf, .dot, .gv or .json"
[[ ! -e $work/calls.webp ]] || fail "a picture of an unknown kind was written"
run 0 graph $listings/lantern.bin -o "$work/calls.webp" --format dot
run 0 graph $listings/lantern.bin -o "$work/CALLS.JSON"
[[ $(head -c 1 "$work/CALLS.JSON") == "{" ]] || fail "an ending in capitals is not known"
run 1 graph $listings/lantern.bin --from rum
err_has "Did you mean 'run'?"
run 1 graph $listings/lantern.bin --function nosuch
err_has "there is no function 'nosuch'"
run 2 graph $samples
err_has "one script at a time"
# A function at the very beginning is called as well.
printf '; Pathologic script\n.run task0, again\n.task task0, 0\nagain:\n    PushV\n    Call other\n    Pop 0\n    Return 0\nother:\n    PushV\n    Call again\n    Pop 0\n    Return 0\n' > "$work/first.vasm"
run 0 graph "$work/first.vasm" --format json
is_json

# What one function calls, and how far; pictures that other programs make.
run 0 graph $samples/quest_ferry.bin --from f_005c --format json
is_json
out_has '"title": "LockDoor"'
out_lacks '"title": "TMain.init"'
run 0 graph $samples/quest_ferry.bin --from f_004c --depth 1 --format json
out_has '"title": "TMain.Cleanup"'
out_lacks '"title": "LockDoor"'
run 1 graph $samples/quest_ferry.bin --from f_005d
err_has "there is no function 'f_005d'. Did you mean 'f_005"
run 2 graph $samples/quest_ferry.bin --depth 2
run 2 graph $samples/quest_ferry.bin --from run --function run
# Branches are told by words and shapes, too.
run 0 graph $samples/lamp.bin --function task0_event0
out_has '>true</text>'
out_has '>false</text>'
out_has 'stroke-dasharray: 6 3'
if ! on_windows && command -v rsvg-convert > /dev/null; then
  run 0 graph $samples/lamp.bin -o "$work/calls.png"
  [[ $(head -c 4 "$work/calls.png" | tail -c 3) == PNG ]] || fail "no PNG"
  run 0 graph $samples/lamp.bin --format pdf -o "$work/calls"
  [[ $(head -c 4 "$work/calls") == %PDF ]] || fail "no PDF"
fi
if ! on_windows; then # Wine itself needs its PATH
  PATH=$work run 1 graph $samples/lamp.bin -o "$work/none.png"
  [[ ! -e $work/none.png ]] || fail "something was written"
  err_has ".svg"
fi
if ! on_windows; then
  # Another rsvg-convert: what it is given, what is made of what it gives, and that nothing is left behind.
  mkdir "$work/fake"
  cat > "$work/fake/rsvg-convert" << 'END'
#!/bin/sh
[ -f "$VELLUM_PICTURE" ] || exit 4
echo "$* $VELLUM_PICTURE" > "$FAKE.asked"
cat > "$FAKE.svg"
printf '%s' "$FAKE_PICTURE" > "$VELLUM_PICTURE"
exit "$FAKE_CODE"
END
  chmod +x "$work/fake/rsvg-convert"
  mkdir "$work/temporary"
  # picture <exit code> <of the other program> <what it makes>
  picture() {
    rm -f "$work/other.pdf"
    FAKE=$work/fake/got FAKE_CODE=$2 FAKE_PICTURE=$3 TMPDIR=$work/temporary PATH=$work/nowhere:$work/fake:$PATH \
      run "$1" graph $samples/lamp.bin -o "$work/other.pdf"
    [[ -z $(ls -A "$work/temporary") ]] || fail "a temporary file is left"
  }
  picture 0 0 made
  [[ $(< "$work/other.pdf") == made ]] || fail "another picture"
  run 0 graph $samples/lamp.bin -o "$work/fake/wanted.svg"
  same "$work/fake/wanted.svg" "$work/fake/got.svg"
  read -r unlimited format pdf output asked given < "$work/fake/got.asked"
  [[ "$unlimited $format $pdf $output" == "--unlimited --format pdf --output" ]] || fail "asked for something else"
  [[ $asked == "$given" && $given == "$work"/temporary/* ]] || fail "another place"
  code=0
  PATH=$work/nowhere "$vellum" graph $samples/lamp.bin -o "$work/none.pdf" > "$work/out" 2> "$work/err" || code=$?
  [[ $code -eq 1 ]] || fail "exit code $code without the program"
  err_has "pictures as pdf need rsvg-convert, which is not installed"
  for wrong in "3 made" "0 "; do
    picture 1 "${wrong%% *}" "${wrong#* }"
    err_has "rsvg-convert could not make a pdf of the picture"
    [[ ! -e $work/other.pdf ]] || fail "something was written"
  done
fi
