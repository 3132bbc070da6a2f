#!/usr/bin/env bash
# Bare call, help, mistakes in the command line, exit codes and colours.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

run 0
out_has "Vellum brings the scripts of classic games back to life"
[[ $(grep -c '^  vellum ' "$work/out") -eq 5 ]] || fail "bare vellum does not show five examples"
err_empty
# Lines may end as on old Macs, in every language; a comment ends with its line.
wrong() { # a source with a mistake in its third line
  printf "%b" "$2" > "$work/old.$1"
  run 1 check "$work/old.$1"
  { cat "$work/out" "$work/err"; } > "$work/both"
  grep -qF "old.$1:3:" "$work/both" || fail "$1: the line is another one"
}
wrong asc 'int a;\r// b\rint c = d;\r'
wrong patho 'void f() {\r // b\r int a = b;\r}\r'
# shellcheck disable=SC2016  # names of Skrit have the sign
wrong skrit 'event OnConstruct$()\r// b\r{ int a$ = b$; }\r'
wrong wms 'system 0 {\r// b\r oops\r}\r'
wrong vasm '; engine: ff7\r; b\r oops\r'
run 0 --version
out_has "vellum "
run 0 --help
out_has "Exit codes"
run 0 help
out_has "disasm"
run 0 version --format json
is_json
for command in $("$vellum" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
  run 0 "$command" --help
  out_has "Usage: vellum $command"
  out_has "Examples"
  awk 'length($0) > 100 { exit 1 }' "$work/out" || fail "help of $command has very long lines"
  cp "$work/out" "$work/help"
  run 0 help "$command"
  same "$work/out" "$work/help"
done

run 2 chxeck
err_has "unknown command 'chxeck'. Did you mean 'check'?"
run 2 --format json info
err_has "options come after a command"
run 2 check --strictt x
err_has "unknown option --strictt. Did you mean '--strict'?"
run 2 check
err_has "FILE is missing"
run 2 check --format sarfi x
err_has "Did you mean 'sarif'?"
run 2 check --engine patologic x
err_has "Did you mean 'pathologic'?"
run 2 check --jobs many x
err_has "--jobs needs a whole number, 0 or more, not 'many'"
run 2 check --jobs
err_has "vellum check: --jobs needs N."
run 2 check --header
err_has "vellum check: --header needs FILE."
run 2 run --frames= $listings/lantern.bin
err_has "vellum run: --frames cannot be empty."
run 2 isa pathologc
err_has "no engine has an instruction named 'pathologc'"
# A place that is not there is not passed over.
run 3 check $listings/lantern.bin --data "$work/nowhere"
err_has "nowhere: error: there is no such file or folder"
run 3 query "$work/nowhere.vdb" statistics
err_has "nowhere.vdb: error: there is no such file"
# Names as the decompiled source has them.
for name in 'system enter' 'system 0' 'model cloud enter' 'model buggy 16' 'mesh 12,7,0'; do
  for command in decompile disasm graph; do run 0 $command samples/ff7/island.ev --function "$name"; done
done
run 0 xref 'system enter' samples/ff7/island.ev
run 0 compile samples/skrit/guard.skrit -o "$work/guard.skc"
run 0 decompile "$work/guard.skc" --function 'Watching$.OnGoHandleMessage'
out_has 'event OnGoHandleMessage'
run 0 decompile "$work/guard.skc" --function 'Waiting$.OnGoHandleMessage$'
out_has 'trigger OnGoHandleMessage'
run 1 decompile "$work/guard.skc" --function 'OnGoHandleMessage$'
err_has 'is ambiguous: Waiting$.OnGoHandleMessage$, Watching$.OnGoHandleMessage$'
run 2 check --engine pathologic --engine pathologic x
err_has "can be given only once"
run 2 check --shard 5/4 $samples
err_has "--shard"
run 2 run $listings/lantern.bin --seconds soon
err_has "--seconds needs a number"
run 2 completion tcsh
err_has "use one of bash, zsh, fish"
run 2 version x
err_has "unexpected argument"
run 3 check "$work/missing.bin"
err_has "missing.bin: error: there is no such file or folder"
# What stands behind -- is a file, whatever it looks like.
cp $listings/lantern.bin "$work/--strict"
(cd "$work" && "$vellum" check -q -- --strict) || fail "a file called --strict"
cp $listings/lantern.bin "$work/[a].bin"
run 0 check -q "$work/[a].bin"

run 0 isa pathologic --color always
grep -q $'\x1b\[' "$work/out" || fail "no colours with --color always"
run 0 isa pathologic
if grep -q $'\x1b' "$work/out"; then fail "colours without a terminal"; fi

# Standard output that takes nothing.
if [[ -w /dev/full ]]; then
  mkdir "$work/page" "$work/watched"
  echo x > "$work/page/index.html"
  echo 'int x$;' > "$work/watched/x.skrit"
  for command in isa "dap --port 0 --once" "web --no-open --page $work/page" "watch --rounds 1 $work/watched -- isa ags"; do
    code=0
    # shellcheck disable=SC2086
    timeout 20 "$vellum" $command > /dev/full 2> "$work/err" || code=$?
    [[ $code -eq 3 ]] || fail "exit code $code of $command when standard output is full"
    [[ $command == watch* ]] || err_has "could not be written"
  done
fi
