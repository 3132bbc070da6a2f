#!/usr/bin/env bash
# What the command line says is so: damaged files are found and named in every form, mistakes stand at their line, an
# exit code means what the manual says.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# --- A compiled script where a text is wanted is one sentence, not a mistake for each of its bytes.
cp $listings/lantern.bin "$work/wrong.bin"
cp $listings/lantern.bin "$work/wrong.skrit"
# shellcheck disable=SC2016  # names of Skrit have the sign
printf '#include "wrong.skrit"\nevent OnConstruct$() { }\n' > "$work/includes.skrit"
printf '#include "wrong.bin"\nmain task T { void init() {} }\n' > "$work/includes.patho"
printf 'int a;\n' > "$work/header.asc"
for command in "check --names wrong.bin wrong.bin" "check --engine skrit wrong.skrit" "check includes.skrit" "check includes.patho" \
  "check --header wrong.bin header.asc" "run --host wrong.bin wrong.bin" "run --replay wrong.bin wrong.bin" "test wrong.bin" \
  "check --files-from wrong.bin" "compile wrong.bin" "asm wrong.bin" "texts import wrong.bin wrong.bin" "build wrong.bin" \
  "console wrong.skrit" "decompile --names wrong.bin wrong.bin"; do
  (cd "$work" && eval "\"$vellum\" $command" < /dev/null > said 2>&1) && fail "'$command' succeeds"
  [[ $(wc -l < "$work/said") -le 5 ]] || { cat "$work/said"; fail "'$command' says much"; }
done

# --- Damage: the ending tells whose a cut copy is; the place is where it was cut, or a table before.
mkdir "$work/cut"
for file in $listings/lantern.bin samples/ff7/island.ev samples/ags/s12_functions.o; do
  head -c 400 "$file" > "$work/cut/$(basename "$file")"
  run 1 check "$work/cut/$(basename "$file")"
  grep -Eq "$(basename "$file"):0x[0-9a-f]+: error: " "$work/out" || fail "no place in the message"
done
head -c 20000 samples/ff7/island.ev > "$work/cut/island.ev" # the cut part is all zeros
run 1 check "$work/cut/island.ev"
out_has "island.ev:0x4e20: error: the file has 20000 bytes"
run 1 check "$work/cut"
err_has "3 of 3 scripts bad"

# --- What cannot be opened or is nobody's stands in every form, and in the exit code of --strict.
mkdir "$work/mixed"
cp $listings/lantern.bin "$work/mixed"
echo "not a script" > "$work/mixed/setup.dta"
run 0 check "$work/mixed"
err_has "setup.dta"
err_has "1 file skipped"
run 1 check --strict "$work/mixed"
run 0 check --format jsonl "$work/mixed"
is_jsonl
grep -q 'setup.dta","ok":false.*cli.skipped' "$work/out" || fail "the skipped file has no line"
run 0 check --format sarif "$work/mixed"
is_json
out_has "setup.dta"
for command in check info "xref Trace"; do
  # shellcheck disable=SC2086  # two words
  run 3 $command --format jsonl "$work/nowhere.bin" $listings/lantern.bin
  is_jsonl
  grep -q 'nowhere.bin","ok":false,"diagnostics":\[{.*io.read' <<< "$(head -n 1 "$work/out")" || fail "$command: no line"
done
run 1 info --format jsonl "$work/cut/lantern.bin"
out_has '"ok":false'
mkdir "$work/empty"
run 1 check "$work/empty"
err_has "incomplete: 0 scripts, 1 error"

# --- Facts are numbers; a file has its hash.
run 0 info --format jsonl $listings/lantern.bin
out_has '"instructions":72'
out_has '"verified":true'
out_has "\"sha256\":\"$(sha256sum < $listings/lantern.bin | cut -d' ' -f1)\""
run 0 info $listings/lantern.bin
out_has "$(sha256sum < $listings/lantern.bin | cut -d' ' -f1)"
[[ $(wc -L < "$work/out") -le 80 ]] || fail "info writes lines that are wider than a terminal"

# --- Mistakes in listings stand at their line and column, whoever finds them; asm writes nothing then.
sed 's/JumpB   S\[1\], missing/JumpB   S[9], missing/' $listings/lantern.vasm > "$work/deep.vasm"
line=$(grep -n 'S\[9\], missing' "$work/deep.vasm" | cut -d: -f1)
run 1 check "$work/deep.vasm"
out_has "deep.vasm:$line:5: error: JumpB at 0x0007: "
run 1 asm "$work/deep.vasm" -o "$work/deep.bin"
err_has "deep.vasm:$line:5: error: JumpB at 0x0007: "
err_has "--unchecked"
[[ ! -e $work/deep.bin ]] || fail "asm wrote a file with errors"
run 0 asm --unchecked "$work/deep.vasm" -o "$work/deep.bin"
run 1 check "$work/deep.bin"
grep -Eq 'deep.bin:0x[0-9a-f]+: error: JumpB at 0x0007' "$work/out" || fail "the file's error has no offset"
printf '; engine: ff7\n    RETURN\n.function system 0\n    RESET\n    GOTO 0x3fff\n' > "$work/far.vasm"
run 1 check "$work/far.vasm"
out_has "far.vasm:5:5: error: "
printf '; engine: ags\n.export main, 0, 0\nmain:\n    mov r9, r1\n    ret\n' > "$work/register.vasm"
run 1 check "$work/register.vasm"
out_has "register.vasm:4:"
# A listing that does not say whose it is.
grep -v '^; engine' $listings/lantern.vasm > "$work/unnamed.vasm"
run 0 check "$work/unnamed.vasm"
grep -v '^; engine' samples/ff7/island.vasm > "$work/unnamed.vasm"
run 0 info "$work/unnamed.vasm"
out_has "world map"

# --- What is refused says so and is no success.
run 1 run $listings/lantern.bin --frames 3 --event OnUse
err_has "the handler wants 1 value (object)"
run 1 run $listings/lantern.bin --frames 3 --event OnUze:#7
err_has "Did you mean 'OnUse'?"
run 1 run $listings/lantern.bin --frames 3 --call 'f_001d()'
err_has "Did you mean 'f_001c'?"
run 2 run $listings/lantern.bin --frames 3 --event OnUse:#7@9
err_has "is for frame 9, but only 3 frames run; --frames 8 or more would reach it"
run 0 run $listings/lantern.bin --frames 3 --event OnUse:#7@4 -q
run 2 run $listings/lantern.bin --frames 3 --snapshot-at "5:$work/never"
run 0 run $listings/lantern.bin --frames 2 --format jsonl
is_jsonl
out_has '"text":"frame 2","frame":2'

# --- xref: handlers by name, kinds that exist, what may have been meant.
run 0 xref OnUse $listings/lantern.bin
out_has "handler OnUse"
out_has "event OnUse"
run 2 xref --kind natve Trace $samples
err_has "natve"
run 0 xref Tr $samples
err_has "Did you mean 'Trace'?"
run 0 xref Trac $samples
err_has "NAME must match a whole name; --match searches"
err_has "Did you mean 'Trace'?"

# --- A host script hears what nobody asked for.
if grep -q 'Lua 5.4: yes' <<< "$("$vellum" version)"; then
  printf 'function FindActr(name) return nil end\nfunction Trace(a, b, c) end\nlocal function mine() end\n' > "$work/host.lua"
  run 0 run $listings/lantern.bin --frames 200 --host "$work/host.lua" -q
  out_has "no script uses the function FindActr"
  out_has "did you mean FindActor? Otherwise make helpers local functions"
  out_has "the function Trace takes 3 values, scripts give it 1"
  out_lacks "mine"
  run 0 run $listings/lantern.bin --frames 200 --host "$work/host.lua" --format json
  is_json
  out_has "host.unused"
fi

# --- Listings without addresses: the same file again, and an instruction more changes only what it touches.
for file in "$samples"/*.bin "$listings"/*.bin samples/ff7/island.ev samples/ags/*.o; do
  run 0 disasm --no-addresses "$file" -o "$work/plain.vasm"
  if grep -nE '^L_[0-9a-f]{4}:' "$work/plain.vasm"; then fail "$file: labels with addresses"; fi
  run 0 asm --unchecked -q "$work/plain.vasm" -o "$work/again"
  same "$file" "$work/again"
  rm "$work/again" "$work/plain.vasm"
done
sed 's/^    PushV   object, cvector  .*/&\n    PushV/' $listings/lantern.vasm > "$work/longer.vasm"
run 0 asm --unchecked -q "$work/longer.vasm" -o "$work/longer.bin"
"$vellum" disasm --no-addresses $listings/lantern.bin > "$work/one"
"$vellum" disasm --no-addresses "$work/longer.bin" > "$work/two"
changed=$(diff "$work/one" "$work/two" | grep -c '^[<>]' || true) # two lines of heading, the line itself
[[ $changed -le 5 ]] || fail "one instruction more changes $changed lines"

# --- Samples come back as source, whole.
run 0 decompile --verify samples -o "$work/sources"
if grep "left as assembly" "$work/err"; then fail "a sample is not source"; fi

# --- --bytes says where each instruction stands in the file.
for file in $listings/lantern.bin samples/ff7/island.ev samples/ags/s12_functions.o; do
  run 0 disasm --bytes "$file"
  line=$(grep -m 20 -E '; [0-9a-f]{4,} @0x' "$work/out" | tail -n 1)
  offset=$(sed -E 's/.*@(0x[0-9a-f]+) .*/\1/' <<< "$line")
  bytes=$(sed -E 's/.*@0x[0-9a-f]+ (([0-9a-f]{2} ?)+).*/\1/; s/ +$//' <<< "$line")
  there=$(od -An -v -tx1 -j "$((offset))" -N "$(wc -w <<< "$bytes")" "$file" | xargs)
  [[ $there == "$bytes" ]] || fail "$file: at $offset stand '$there', the listing says '$bytes'"
done
