#!/usr/bin/env bash
# Indexes: what is in them and what they answer; hostile questions break nothing.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes
out_has "uses NAME [ARGUMENT]"

db=$work/games.vdb
run 0 index samples -o "$db"
err_has "0 unchanged"
# Again, nothing is done.
run 0 index samples -o "$db"
err_has "; 0 scripts written"
cp "$db" "$work/before.vdb"

# --- Questions ---
ask() { run 0 query "$db" "$@"; }
ask uses Trace
out_has 'samples/pathologic/lamp.bin'
out_has '"somebody plays with the lamp"'
ask uses Trace '*plays*'
out_has '"somebody plays with the lamp"'
out_lacks lantern.bin
ask uses 'Tra?e' --format json
is_json
ask text 'PLAYS with' --format jsonl
is_jsonl
out_has '"function":"TMain.OnUse","line":'
ask text 'no such text'
out_empty
err_has "0 rows"
ask statistics --format csv
out_has '"pathologic","scripts",'
ask source TMain.OnUse
out_has '@Trace("somebody plays with the lamp");'
ask words OnUse
out_has "hears"
ask unused-natives ff7
out_has "board"
ask functions TMain.OnUse --rows 1
err_has "the first 1 row"
for question in names natives unused-functions unused-texts duplicates problems instructions scripts containers words; do
  ask "$question"
done
run 2 query "$db" usse Trace
err_has "Did you mean 'uses'?"
run 2 query "$db" uses
err_has "'uses NAME [ARGUMENT]'"
run 2 query "$db" uses Trace 1 2
err_has "'uses NAME [ARGUMENT]'"
mkdir "$work/thrice"
printf 'main task TMain { void init() { @Trace("thrice"); @Trace("thrice"); @Trace("a thrice"); } }\n' > "$work/thrice/a.patho"
run 0 index -q "$work/thrice" -o "$work/thrice.vdb"
run 0 query "$work/thrice.vdb" text thrice --format jsonl
[[ $(grep -c '"kind":"source"' "$work/out") -eq 1 ]] || fail "a line of source is found more than once"
run 2 query "$db" near TMain.OnUse much
err_has "PERCENT is a number"

# `xref` from the index says the same as from the files, where no sources are next to them.
mkdir "$work/bare"
cp samples/pathologic/*.bin samples/ags/s54_containers.o samples/ff7/island.ev samples/skrit/lighthouse.skrit "$work/bare"
run 0 index "$work/bare" -o "$work/bare.vdb" -q
set -f
for name in "Trace" "--kind handler On*" "--kind string *a*" "--kind function T*" "TMain.Fail" "--match --kind native ^Set" "-i trace" \
  "--in TMain.OnUse Trace"; do
  for form in text jsonl; do
    # shellcheck disable=SC2086
    run 0 xref $name "$work/bare" --format $form
    cp "$work/out" "$work/files.txt"
    # shellcheck disable=SC2086
    run 0 xref $name "$work/bare" --format $form --index "$work/bare.vdb"
    err_lacks "read anew"
    diff "$work/files.txt" "$work/out" || fail "another answer to $name"
  done
done
set +f
run 0 xref --list --kind native "$work/bare" --index "$work/bare.vdb"
out_has Trace
run 2 xref --listing Trace --index "$db"

# --- The first rows of an answer take few steps, however many there are of all ---
python3 - "$db" "$work/large.vdb" << 'END'
import shutil, sqlite3, sys
shutil.copy(*sys.argv[1:])
large = sqlite3.connect(sys.argv[2])
large.create_function("trigrams", 1, lambda text: text)
scripts = large.execute("SELECT max(id) FROM script").fetchone()[0] + 1
files = large.execute("SELECT max(id) FROM file").fetchone()[0] + 1
for k in range(1, 60):
    large.execute(f"INSERT INTO script SELECT id + {k * scripts}, key || {k}, sha256, engine, variant, form, size, verdict, reason, "
                  f"instructions, functions, kept, errors, warnings, notes, names, names_made_up, source FROM script WHERE id < {scripts}")
    large.execute(f"INSERT INTO place SELECT file + {k * files}, n, name || {k}, member, script + {k * scripts}, at FROM place "
                  f"WHERE script < {scripts}")
    for table, columns in (("function", "name, kind, address, instructions, bytes, blocks, complexity, parameters, shape, with_calls, "
                            "identical, reason, source_begin, source_end"), ("player_text", "name, key, context, function, address, uses"),
                           ("diagnostic", "severity, code, message, hint, at, line, col"), ("unused_function", "")):
        columns = ", " + columns if columns else ""
        large.execute(f"INSERT INTO {table} SELECT script + {k * scripts}, n{columns} FROM {table} WHERE script < {scripts}")
    large.execute(f"INSERT INTO use SELECT script + {k * scripts}, name, n, function, address, line, arguments FROM use "
                  f"WHERE script < {scripts}")
    large.execute(f"INSERT INTO argument SELECT script + {k * scripts}, name, use, position, value FROM argument WHERE script < {scripts}")
    large.execute(f"INSERT INTO name_in SELECT name, script + {k * scripts}, uses FROM name_in WHERE script < {scripts}")
for table in ("name_total", "argument_total"):
    large.execute(f"UPDATE {table} SET uses = uses * 60")
large.commit()
END
quick() { run 0 query "$work/large.vdb" --rows 10 --steps "$@"; }
quick 300000 uses '*'
err_has "the first 10 rows"
quick 300000 uses 'Trace*'
err_has "the first 10 rows"
quick 300000 uses '*' '*lamp*'
err_has "the first 10 rows"
quick 300000 uses Trace '*plays*'
out_has '"somebody plays with the lamp"'
quick 300000 functions
quick 300000 functions 'T*'
quick 300000 same 'T*'
quick 300000 source 'T*'
for question in names natives unused-natives unused-functions unused-texts duplicates instructions scripts words statistics "text e"; do
  # shellcheck disable=SC2086
  quick 300000 $question
done

# --- Files keep their own names, whatever their bytes ---
mkdir "$work/names"
for name in яю $'\xff\xfe' 'яю.skrit [bytes fffe]'; do
  printf 'startup state S$ { event OnEnterState$() { Report.Generic( "%s" ); } }\n' "${#name}" > "$work/names/$name.skrit"
done
run 0 index "$work/names" -o "$work/names.vdb"
run 0 query "$work/names.vdb" --sql "SELECT count(*) AS n FROM place WHERE name = (SELECT name FROM file WHERE id = file)" --format jsonl
out_has '{"n":3}'
run 0 index "$work/names" -o "$work/names.vdb"
err_has "3 unchanged"

# --- SQL only reads, and not for ever ---
ask --sql 'SELECT count(*) AS n FROM script WHERE engine = ?' ags --format json
out_has '"n":'
ask --sql 'SELECT 1 AS a, 2 AS a' --format jsonl
out_has '{"a":1,"a_2":2}'
for wrong in "DELETE FROM file" "ATTACH 'x' AS y" "PRAGMA user_version = 2" "SELECT load_extension('x')" "SELECT 1; SELECT 2" \
  "VACUUM INTO '$work/x'" "CREATE TEMP TABLE t(a)"; do
  run 2 query "$db" --sql "$wrong"
  err_has "index.query"
done
counted="WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000) SELECT count(*) FROM n"
run 0 query "$db" --sql "$counted"
out_has "20000"
run 1 query "$db" --steps 20000 --sql "$counted"
run 1 query "$db" --steps 100000 --sql \
  "WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a) SELECT count(*) FROM a"
err_has "it takes too long"
same "$db" "$work/before.vdb"
# What would be a formula in a spreadsheet is a text; pages escape what is markup and load nothing.
ask --sql "SELECT '=1+1' AS a, '<script>' AS b" --format csv
out_has "\"'=1+1\",\"<script>\""
ask --sql "SELECT '<script>' AS a" --format html
out_has "<td>&lt;script&gt;</td>"
out_has "default-src 'none'"

ask --sql "SELECT char(9) || '=1' AS a, '''=1' AS b, '＝1' AS c, '@x' AS '+d', -1 AS e" --format csv
printf '"a","b","c","\047+d","e"\r\n"\047\t=1","\047\047=1","\047＝1","\047@x",-1\r\n' > "$work/formulas.csv"
same "$work/out" "$work/formulas.csv"
# Bytes that are no text, and what steers terminals, in every form.
odd="SELECT CAST(x'ff1b5d300ae280ae3c' AS TEXT) AS a, char(0, 155) AS '<i>'"
ask --sql "$odd"
out_has '\xff\x1b]0'
ask --sql "$odd" --format json
is_json
out_has '"\udcff\u001b]0\n\u202e<"'
ask --sql "$odd" --format html
out_has '&lt;i&gt;'
python3 - "$work/out" << 'PY' || fail "a page with control characters"
import re, sys
text = open(sys.argv[1], encoding="utf-8", newline="").read()
sys.exit(re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text) is not None)
PY
# No function reaches files, and what SQLite makes up is no table of the index.
for wrong in "SELECT readfile('/etc/passwd')" "SELECT writefile('x', 'y')" "SELECT * FROM pragma_database_list" "SELECT * FROM sqlite_dbpage" \
  "SELECT fts3_tokenizer('x')" "SELECT * FROM dbstat" "REINDEX" "BEGIN" "EXPLAIN DELETE FROM file"; do
  run 2 query "$db" --sql "$wrong"
  err_has "index.query"
done
for large in "zeroblob(100000001)" "randomblob(60000000) || randomblob(60000000)"; do
  run 1 query "$db" --sql "SELECT $large"
  err_has "too big"
done
ask --rows 2 --sql "SELECT text FROM name"
err_has "the first 2 rows"

# --- Other files are no indexes, and are not touched ---
cp README.md "$work/text.vdb"
run 1 index samples/ff7 -o "$work/text.vdb"
same README.md "$work/text.vdb"
run 1 query "$work/text.vdb" names
run 3 query "$work/missing.vdb" names

# A place that is missing changes nothing.
run 3 index samples "$work/nowhere" -o "$db"
same "$db" "$work/before.vdb"
run 3 index "$work/nowhere" -o "$work/new.vdb"
[[ ! -e $work/new.vdb && ! -e $work/new.vdb.part ]] || fail "an index of nothing"
# So many rows are shown, unless others are wanted.
rows="WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1001) SELECT x FROM n"
for shown in ':1000:the first 1,000 rows; --rows 0 prints all' '--rows 0:1001:1,001 rows' '--rows 2:2:the first 2 rows'; do
  IFS=: read -r option count said <<< "$shown"
  # shellcheck disable=SC2086
  run 0 query "$db" --format jsonl $option --sql "$rows"
  [[ $(wc -l < "$work/out") -eq $count ]] || fail "not $count rows"
  err_has "$said"
done

# A long line is cut around what is looked for in it.
mkdir "$work/long"
variables=$(for i in {10..99}; do printf 'int v%s$; ' "$i"; done)
printf 'startup state S$ { event OnEnterState$() { %s Report.Generic( "needle" ); %s } }\n' "${variables:0:250}" "$variables" > "$work/long/long.skrit"
run 0 index "$work/long" -o "$work/long.vdb"
run 0 query "$work/long.vdb" text needle --format jsonl
grep '"kind":"source"' "$work/out" | sed 's/.*"text":"//; s/"}$//; s/\\"/"/g' > "$work/line"
[[ $(wc -c < "$work/line") -gt 390 && $(wc -c < "$work/line") -le 401 ]] || fail "$(wc -c < "$work/line") bytes of a long line"
grep -qE '^.{200}(Report.Generic\( )?"needle"' "$work/line" || grep -qE '^.{190,200}needle' "$work/line" || fail "what was found is not in the middle"

# Tables of texts in archives are searched, too.
printf '\2\0\0\0\7\0\0\0\2\x1f\4\x30\4\10\0\0\0\4o\0n\0e\0s\0' > "$work/main.dat"
run 0 pack "$work/long/Strings.vfs" --new vfs --add main.dat="$work/main.dat"
run 0 index "$work/long" -o "$work/long.vdb"
run 0 query "$work/long.vdb" text ones --format jsonl
out_has 'Strings.vfs!main.dat'
out_has '"text":"ones"}'
