#!/usr/bin/env bash
# What scripts may make the program open: files below their own folder or the one named, and below --data. Nothing else,
# whatever names and links say.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

mkdir -p "$work/game/sub" "$work/secret" "$work/data/lib"
echo 'owner = "TOPSECRET";' > "$work/secret/owned.skrit"
cat > "$work/data/lib/shared.skrit" << 'SKRIT'
int shared$( int n$ ) { return( n$ * 2 ); }
SKRIT
cp "$work/data/lib/shared.skrit" "$work/game/sub/near.skrit"
ln -s "$work/secret/owned.skrit" "$work/game/link.skrit"
ln -s "$work/secret" "$work/game/linked"
ln -s sub/near.skrit "$work/game/inside.skrit"
mkfifo "$work/game/pipe.skrit"
# skrit <include>: a source that includes it
skrit() { printf '#include "%s"\nstartup state A$ { event OnEnterState$ { Report.Generic( "in" ); } }\n' "$1" > "$work/game/door.skrit"; }

for name in /etc/passwd ../secret/owned.skrit "$work/secret/owned.skrit" link.skrit linked/owned.skrit pipe.skrit \
  sub/../../secret/owned.skrit '..\secret\owned.skrit' /dev/zero; do
  skrit "$name"
  for command in check compile disasm info run trace xref graph states; do
    words=()
    [[ $command == xref ]] && words=(Report.Generic)
    [[ $command == compile ]] && words=(-o -)
    code=0 # a source without its includes is compiled as far as it goes
    timeout 20 "$vellum" "$command" "${words[@]}" "$work/game/door.skrit" > "$work/out" 2> "$work/err" < /dev/null || code=$?
    [[ $code -le 1 ]] || fail "$command with '$name': exit code $code"
    ! grep -qE 'TOPSECRET|root:' "$work/out" "$work/err" || fail "$command read '$name'"
  done
  run 0 check "$work/game/door.skrit"
  out_has "cannot find"
done
timeout 20 "$vellum" console -x "new $work/game/door.skrit" > "$work/out" 2> "$work/err" || true
! grep -qE 'TOPSECRET|root:' "$work/out" "$work/err" || fail "the console read what a source named"

# What may be read: below the folder, through links that stay in it, and below --data in order.
for name in sub/near.skrit inside.skrit 'SUB\Near'; do
  skrit "$name"
  run 0 check "$work/game/door.skrit"
  out_lacks "cannot find"
done
skrit lib/shared.skrit
run 0 check "$work/game/door.skrit"
out_has "cannot find"
run 0 check --data "$work/data" "$work/game/door.skrit"
out_lacks "cannot find"
run 0 check --strict --data "$work/data" "$work/game/door.skrit"
run 0 run --frames 1 --data "$work/secret" --data "$work/data" "$work/game/door.skrit"
run 0 compile -d "$work/data" "$work/game/door.skrit" -o "$work/door.skc"
# What was included is an input too.
run 1 compile -d "$work/data" "$work/game/door.skrit" -o "$work/data/lib/shared.skrit" --force
err_has "an input of the command"

# At run time: scripts find nothing by names that lead out.
cat > "$work/game/spy.skrit" << 'SKRIT'
startup state A$
{
  event OnEnterState$ { bool b$ = Skrit.CheckFile( "/etc/passwd" ); Report.GenericF( "check %d\n", b$ );
    b$ = Skrit.CheckFile( "../secret/owned.skrit" ); Report.GenericF( "check %d\n", b$ ); }
}
SKRIT
run 0 run --frames 1 "$work/game/spy.skrit"
out_lacks "check 1"
out_has "check 0"

# Things without an end are refused in time and in little memory.
# Sanitizers map more than that before they begin, so their builds are tried without.
limit() { ulimit -v 2000000; }
(limit && "$vellum" version > /dev/null 2>&1) || limit() { :; }
(limit && run 3 info /dev/zero)
err_has "longer than"
(limit && input=/dev/zero run 3 info -)
err_has "longer than"
