#!/usr/bin/env bash
# Every form of JSON that a command offers has a schema in docs/schemas, and what comes out fits it: of sound and damaged files,
# of containers, of what is not there. The other tests check what they make of JSON in the same way (is_json).
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
export VELLUM_SEEN="$work/seen"
start_judge
[[ $judge != none ]] || skip "no Python with jsonschema"

# Commands that offer JSON, after their own help.
for command in $("$vellum" help | awk '/^  [a-z]+ / { print $1 }'); do
  grep -q "'json\(l\|'\)" <<< "$("$vellum" "$command" --help | tr '\n' ' ')" || continue
  [[ $command == states || $command == init ]] || [[ -s docs/schemas/$command.schema.json ]] || fail "$command has no schema"
done
# What a schema does not know is a mistake, so that nothing comes out that no schema tells of.
ran=(version)
"$vellum" version --format json | sed 's/"version"/"verzion"/' > "$work/out"
if (fits_schema) 2> "$work/err"; then fail "a wrong member fits"; fi
err_has "version.schema.json, line 1"

mkdir "$work/mixed"
cp tests/data/pathologic/lantern.bin samples/ff7/island.ev samples/ags/s10_switch.o "$work/mixed"
head -c 100 tests/data/pathologic/lantern.bin > "$work/mixed/cut.bin"
echo "no script" > "$work/mixed/other.bin"
ags_room samples/ags/s01_int_arith.o > "$work/mixed/room1.crm"
for format in json jsonl; do
  form=is_$format
  for command in "info --functions" check "decompile --verify" "decompile" "xref --list" "xref Trace" "xref NoSuch"; do
    # shellcheck disable=SC2086
    run 3 $command --format $format "$work/mixed" samples "$work/nowhere.bin"
    $form
    out_has nowhere.bin
    out_has '"ok":false'
  done
  run 3 extract --list --format $format "$work/mixed/room1.crm" "$work/nowhere.bin"
  $form
  out_has nowhere.bin
  run 1 extract --format $format -o "$work/out-$format" "$work/mixed/room1.crm" tests/data/pathologic/lantern.bin
  $form
  out_has "\"path\":\"$work/out-$format/room1.crm/room1.o\""
  # Of archives, each member has its place or its failure.
  rm -f "$work/two.vfs"
  run 0 pack "$work/two.vfs" --new vfs --add a.bin=tests/data/pathologic/lantern.bin --add b.bin=samples/pathologic/lamp.bin
  run 0 extract --list --format $format "$work/two.vfs"
  $form
  out_lacks '"path"'
  mkdir "$work/two-$format"
  echo mine > "$work/two-$format/b.bin"
  run 1 extract --format $format -o "$work/two-$format" "$work/two.vfs"
  $form
  out_has "\"path\":\"$work/two-$format/a.bin\""
  out_has "{\"file\":\"$work/two.vfs!b.bin\",\"ok\":false,"
  [[ $(grep -o '"file":' "$work/out" | wc -l) -eq 3 ]] || fail "not one value for each member and a place in the diagnostic"
  run 1 extract --format $format -o "$work/two-$format" "$work/two.vfs!c.bin"
  $form
  out_has '"ok":false'
  for command in isa natives; do
    run 0 $command --format $format
    $form
  done
  for script in tests/data/pathologic/lantern.bin samples/ff7/island.ev samples/ags/s10_switch.o; do
    run 0 run $script --frames 3 --format $format
    $form
  done
done
run 0 version --format json
is_json
run 0 graph tests/data/pathologic/lantern.bin --natives --format json
is_json
run 0 states samples/skrit/lighthouse.skrit --format json
is_json
run 3 diff --format json tests/data/pathologic/lantern.bin "$work/nowhere.bin"
is_json
out_has '"ok":false'
run 1 diff --format json tests/data/pathologic/lantern.bin samples/pathologic/lamp.bin
is_json
run 0 trace tests/data/pathologic/lantern.bin --frames 3 --event OnUse:#7@2 --format jsonl
is_jsonl
run 0 profile tests/data/pathologic/lantern.bin --frames 3 --format json
is_json
run 0 run tests/data/pathologic/lantern.bin --frames 3 --record "$work/a.vrec"
for form in json jsonl; do
  run 0 run --replay "$work/a.vrec" tests/data/pathologic/lantern.bin --format $form
  is_$form
done

# Whatever the schemas tell of comes out of some of these; what does not is the other tests'.
"$(schema_python)" tests/cli/check_schema.py --unseen info check decompile xref extract isa natives version graph diff > "$work/out"
cat > "$work/elsewhere" << 'END'
check.schema.json diagnostics.dropped
decompile.schema.json engine.reason
diagnostic.schema.json A message about a filecode.related
diagnostic.schema.json column.column
diagnostic.schema.json column.file
diagnostic.schema.json column.line
diagnostic.schema.json column.message
diagnostic.schema.json column.offset
diff.schema.json after.shortened
extract.schema.json bytes.bytes
extract.schema.json bytes.cut_off
extract.schema.json bytes.deleted
graph.schema.json from.label
info.schema.json cut_off.cut_off
info.schema.json engine.folder
info.schema.json engine.game
info.schema.json engine.hidden
info.schema.json engine.language
info.schema.json engine.places
info.schema.json engine.scripts
info.schema.json engine.version
info.schema.json format.format
info.schema.json format.path
info.schema.json format.scripts
END
missing=$(comm -23 <(LC_ALL=C sort "$work/out") <(LC_ALL=C sort "$work/elsewhere"))
[[ -z $missing ]] || fail "no answer has these members: $missing"
