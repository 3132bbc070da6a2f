#!/usr/bin/env bash
# Indexes of parts, merged, are equal to those of the whole; what is no finished index is refused.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes
mkdir "$work"/{a,b}
cp samples/pathologic/*.bin "$work/a"
cd "$work"
printf '#include "part"\nstartup state S$ { event OnEnterState$() { Said$(); } }\n' > b/whole.skrit
printf 'Said$() { Report.Generic( "one" ); Report.Generic( "two" ); }\n' > b/part.skrit
"$vellum" index -q a -o a.vdb
"$vellum" index -q b -o b.vdb
run 0 index --merge a.vdb b.vdb -o merged.vdb
"$vellum" index -q a b -o both.vdb
# How often it was written, by the count in a database's head: each time waits for the disk.
for index in a both merged; do
  writes=$(od -An -tu1 -j24 -N4 $index.vdb | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }')
  ((writes < 40)) || fail "$index.vdb was written $writes times"
done
dump merged.vdb merged.txt
dump both.vdb both.txt
same merged.txt both.txt
run 0 query merged.vdb text 'two'
out_has "b/part.skrit"
found=$("$vellum" query -q merged.vdb text Trace --format jsonl | wc -l)
((found > 1)) || fail "a text was found $found times"
run 0 query merged.vdb text Trace --rows "$found"
err_lacks "the first"
run 0 query merged.vdb text Trace --rows $((found - 1))
err_has "the first $((found - 1)) row"
for index in merged both; do "$vellum" query -q "$index.vdb" statistics > "$index.txt"; done
[[ -s both.txt ]] || fail "there are no statistics"
same merged.txt both.txt
"$vellum" index -q --encoding windows-1251 a -o encoded.vdb
run 0 index --merge encoded.vdb -o again.vdb
run 0 query again.vdb --sql "SELECT value FROM meta WHERE key = 'encoding'"
out_has "windows-1251"
# Shards of a list are parts of its index.
for shard in 1 2 3; do "$vellum" index -q --shard "$shard/3" a b -o "shard$shard.vdb"; done
run 0 index --merge shard1.vdb shard2.vdb shard3.vdb -o shards.vdb
dump shards.vdb shards.txt
dump both.vdb both.txt
same shards.txt both.txt
run 1 index --merge a.vdb b.vdb -o merged.vdb
err_has "exists already"
# A part that was not finished is refused.
cp a.vdb part.vdb
python3 -c "
import sqlite3
part = sqlite3.connect('part.vdb')
part.execute(\"UPDATE meta SET value = '0' WHERE key = 'complete'\")
part.commit()
"
run 1 index --merge part.vdb b.vdb -o unfinished.vdb
err_has "part.vdb: error: the index is not finished"
run 0 query part.vdb statistics
err_has "the index is not finished"

# So is a file that a stranger has changed: a view in the place of a table may never end.
python3 -c "
import sqlite3
part = sqlite3.connect('part.vdb')
part.execute('DROP TABLE total')
part.execute('CREATE VIEW total AS WITH RECURSIVE a(engine) AS (SELECT 1 UNION ALL SELECT engine + 1 FROM a) SELECT * FROM a')
part.commit()
"
for command in "query part.vdb statistics" "report part.vdb -o part" "grep lamp --index part.vdb" "xref lamp --index part.vdb"; do
  # shellcheck disable=SC2086
  run 1 $command
  err_has "index.version"
done
run 1 index a -o part.vdb
err_has "index.version"

# One name, two contents.
cp a/fibonacci.bin a/lantern.bin
"$vellum" index -q a -o other.vdb
run 1 index --merge a.vdb other.vdb -o conflict.vdb
err_has "different content of a/lantern.bin"
[[ ! -e conflict.vdb ]] || fail "half a merged index"
