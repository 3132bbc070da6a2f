#!/usr/bin/env bash
# Indexes whose runs were killed at any moment are equal to undisturbed ones; hostile names and texts break nothing.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes
mkdir "$work/game"
cp samples/pathologic/*.bin "$work/game"
cd "$work"
printf '// one\nstartup state S$ { event OnEnterState$() { Report.Generic( "one" ); } }\n' > game/new.skrit

# --- Killed at any moment and run again ---
mkdir many
for i in $(seq 1 20); do
  mkdir "many/$i"
  cp game/*.bin "many/$i"
  for n in 1 2 3; do
    printf 'startup state S%s$ { event OnEnterState$() { Report.Generic( "many %s %s" ); } }\n' "$n" "$i" "$n" > "many/$i/$n.skrit"
  done
done
"$vellum" index -q many -o whole.vdb
dump whole.vdb whole.txt
# killed <times> <most milliseconds>: at random moments, of new indexes and of those that were killed before.
killed() {
  local i delay
  for ((i = 1; i <= $1; ++i)); do
    [[ $((i % 3)) -ne 1 ]] || rm -f killed.vdb*
    delay=$(printf '0.%03d' $((RANDOM % $2 + 1)))
    { timeout -s KILL "$delay" "$vellum" index -q many -o killed.vdb || true; } > /dev/null 2>&1
    # What has its name is whole; what is not finished yet can be looked at.
    if [[ -e killed.vdb ]]; then dump killed.vdb killed.txt && same killed.txt whole.txt; fi
    [[ ! -e killed.vdb.part ]] || "$vellum" query killed.vdb.part statistics > /dev/null 2>&1 || true
    [[ $((i % 3)) -eq 0 ]] || continue
    "$vellum" index -q many -o killed.vdb
    dump killed.vdb killed.txt
    same killed.txt whole.txt
  done
}
RANDOM=1
killed 50 400

# The last step of a run that was killed in its middle is undone by whoever asks.
cp whole.vdb stopped.vdb
python3 - << 'END'
import os, sqlite3
stopped = sqlite3.connect("stopped.vdb", isolation_level=None)
for change in ("PRAGMA journal_mode = TRUNCATE", "PRAGMA cache_size = 1", "BEGIN", "UPDATE use SET line = line + 1", "CREATE TABLE half(bytes)",
               "INSERT INTO half SELECT zeroblob(100000) FROM use LIMIT 50"):
    stopped.execute(change)
os._exit(0)
END
[[ -s stopped.vdb-journal ]] || fail "nothing was left in the middle"
dump stopped.vdb stopped.txt
same stopped.txt whole.txt

# --- Hostile names and texts --- Windows has no such names.
on_windows && exit 0
mkdir hostile
quote="hostile/a'); DROP TABLE script; --.skrit"
cp game/new.skrit "$quote"
printf 'startup state S$ { event OnEnterState$() { Report.Generic( "%s" ); } }\n' "'); DELETE FROM name; -- \\\" <script>alert(1)</script> =cmd" \
  > 'hostile/<img src=x>.skrit'
printf '\377\376\0\1\2' > hostile/bytes.skrit
head -c 3000 "$vellum" > hostile/program.bin
"$vellum" index -q hostile -o hostile.vdb || true
run 0 query hostile.vdb scripts
out_has "DROP TABLE script"
run 0 query hostile.vdb text "'); DELETE"
out_has "DELETE FROM name"
run 0 query hostile.vdb text '"'
run 0 query hostile.vdb uses "x' OR 1=1 --"
out_empty
