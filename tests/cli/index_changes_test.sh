#!/usr/bin/env bash
# Indexes of what changes: only that is done again, and commands take from an index what still holds.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes
mkdir "$work/game"
cp samples/pathologic/*.bin "$work/game"
cd "$work"

# --- Changes ---
"$vellum" index -q game -o changed.vdb
printf '// one\nstartup state S$ { event OnEnterState$() { Report.Generic( "one" ); } }\n' > game/new.skrit
rm game/lamp.bin
run 0 index game -o changed.vdb
err_has "1 file removed"
"$vellum" index -q game -o fresh.vdb
dump changed.vdb changed.txt
dump fresh.vdb fresh.txt
same changed.txt fresh.txt
# An include that changes is a change of what includes it.
printf '#include "part"\nstartup state S$ { event OnEnterState$() { Said$(); } }\n' > game/whole.skrit
printf 'Said$() { Report.Generic( "one" ); }\n' > game/part.skrit
"$vellum" index -q game -o changed.vdb
printf 'Said$() { Report.Generic( "one" ); Report.Generic( "two" ); }\n' > game/part.skrit
run 0 index game -o changed.vdb
"$vellum" index -q game -o fresh2.vdb
dump changed.vdb changed.txt
dump fresh2.vdb fresh.txt
same changed.txt fresh.txt
run 0 query changed.vdb --sql "SELECT f.name FROM function f JOIN place p ON p.script = f.script WHERE p.name LIKE '%whole.skrit'"
out_has 'Said$' # the include was read

# --- Commands take from an index what still holds, and read the rest ---
# answers <files read anew> <index> <place>...: commands say the same with and without the index.
answers() {
  local anew=$1 index=$2 command code known
  shift 2
  for command in "check" "xref Trace" "xref --list --kind native" "grep lamp" "grep --match T[a-z]*e"; do
    code=0 known=0
    # shellcheck disable=SC2086
    "$vellum" $command "$@" --format jsonl > plain.txt 2> plain.err || code=$?
    # shellcheck disable=SC2086
    "$vellum" $command "$@" --format jsonl --index "$index" > out 2> err || known=$?
    same plain.txt out
    [[ $code -eq $known ]] || fail "$command: exit code $known instead of $code"
    case $anew in
      0) ! grep -F "read anew" err || fail "$command: a file was read" ;;
      1) err_has "; 1 file read anew" ;;
      *) err_has "; $anew files read anew" ;;
    esac
  done
}
# change <index> <SQL>: as a stranger would.
change() { python3 -c "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()" "$@"; }
mkdir live
cp "$OLDPWD"/samples/pathologic/{lamp,lantern,fibonacci}.bin live
"$vellum" index -q live -o live.vdb
answers 0 live.vdb live
run 0 xref Trace --index live.vdb # all places of the index
cp out all.txt
run 0 xref Trace live
same out all.txt
# What commands say is what the index has.
cp live.vdb told.vdb
change told.vdb "UPDATE script SET source = replace(source, 'lamp', 'sun ')"
run 0 grep "with the sun" live --index told.vdb
out_lacks "with the sun" # no word of the index yet
run 0 grep --match "with the sun" live --index told.vdb
out_has "live/lamp.bin"
# A file that is changed, has another time, is removed, is new.
printf 'x' | dd of=live/lamp.bin bs=1 seek=40 conv=notrunc 2> err
answers 1 live.vdb live
touch -d '2001-01-01' live/fibonacci.bin
answers 2 live.vdb live
rm live/lantern.bin
answers 2 live.vdb live
printf 'startup state S$ { event OnEnterState$() { Report.Generic( "lamp" ); } }\n' > live/new.skrit
answers 3 live.vdb live
run 0 index live -o live.vdb
err_has "1 unchanged; 2 scripts written; 1 file removed" # of the one that has another time
answers 0 live.vdb live
# A file that another includes, one that is missing, one that comes.
printf '#include "part"\nstartup state S$ { event OnEnterState$() { Said$(); } }\n' > live/whole.skrit
run 0 index live -o live.vdb
printf 'Said$() { Report.Generic( "lamp" ); }\n' > live/part.skrit
answers 2 live.vdb live # part.skrit itself, and what looked for it
"$vellum" index -q live -o live.vdb
answers 0 live.vdb live
printf 'Said$() { Report.Generic( "trace" ); }\n' > live/part.skrit
answers 2 live.vdb live
"$vellum" index -q live -o live.vdb
# A project file says something else of every file; beside it the index is found.
echo '{"ags": {"utf8": true}}' > live/vellum.json
answers 5 live.vdb live
"$vellum" index -q live -o live/vellum.vdb
change live/vellum.vdb "UPDATE script SET source = source || '// told by the index'"
run 0 grep --match "told by the index" live
out_has "live/fibonacci.bin"
echo '{}' > live/vellum.json
run 0 grep --match "told by the index" live
out_empty
err_has "; 5 files read anew"
rm live/vellum.json
# Other settings.
"$vellum" index -q live -o live.vdb
answers 3 live.vdb live --engine skrit
echo '{}' > names.json
"$vellum" grep lamp live --index live.vdb --names names.json > out 2> err || true
err_has "; 5 files read anew"
"$vellum" index -q live --engine pathologic -o other.vdb 2> err || true
answers 5 other.vdb live
# A function is found by the end of its name, too.
mkdir called
printf 'main task TMain {\n    void init() { Ring(2); }\n    void Ring(int count) { @Trace(count); }\n}\n' > called/bell.patho
"$vellum" index -q called -o called.vdb
run 0 xref Ring called --index called.vdb
out_has "function TMain.Ring"
err_lacks "read anew"
# A source beside a script says more of it than the index.
"$vellum" decompile -q live/lamp.bin -o live/lamp.patho
run 0 xref Trace live --index live.vdb --format jsonl
err_has "read anew"
cp out beside.txt
run 0 xref Trace live --format jsonl
same out beside.txt
rm live/lamp.patho live/vellum.vdb
# Names begin where the index was made; whoever is elsewhere, or names the folder otherwise, is answered all the same.
"$vellum" index -q live -o live/vellum.vdb
echo '{}' > live/vellum.json
"$vellum" index -q live -o live/vellum.vdb
mkdir other
elsewhere() { # <folder to be in> <place as it is named there>
  (cd "$1" && "$vellum" xref Trace "$2" --format jsonl) > out 2> err
  err_lacks "read anew"
  out_has "\"file\":\"${2%/}/lamp.bin\""
}
elsewhere . live
elsewhere . live/
elsewhere . ./live
elsewhere . "$PWD/live"
elsewhere live .
elsewhere other ../live
(cd other && "$vellum" xref Trace ../live/lamp.bin ../live/fibonacci.bin --format jsonl) > out 2> err
err_lacks "read anew"
(cd other && "$vellum" xref Trace --index ../live/vellum.vdb) > out 2> err
out_has "$PWD/live/lamp.bin:"
err_lacks "read anew"
ln -s live linked
elsewhere . linked
mv live other/live
elsewhere other live # the folder has its index with it
elsewhere other/live .
mv other/live live
touch live/lamp.bin
(cd live && "$vellum" xref Trace .) > out 2> err
err_has "; 1 file read anew"
# Files of two folders cannot be told from each other by such names.
(cd live && "$vellum" index -q . --add -o vellum.vdb) > out 2> err && fail "names begin in two folders"
err_has "vellum.vdb: error: the names in the index begin in another folder"
rm -r live/vellum.json live/vellum.vdb linked other
# An index that cannot be used: an error if it is named, a warning if it is found.
head -c 20000 live.vdb > damaged.vdb
cp live.vdb version1.vdb
change version1.vdb "PRAGMA user_version = 1"
cp live.vdb unfinished.vdb
change unfinished.vdb "UPDATE meta SET value = '0' WHERE key = 'complete'"
for bad in damaged version1 unfinished; do
  for command in check "xref Trace" "grep lamp"; do
    # shellcheck disable=SC2086
    run 1 $command live --index $bad.vdb
    err_has "$bad.vdb: "
    out_empty
  done
  echo '{}' > live/vellum.json
  cp $bad.vdb live/vellum.vdb
  run 0 xref Trace live
  err_has "live/vellum.vdb: warning: "
  out_has "live/lamp.bin"
  err_lacks "read anew"
  rm live/vellum.json live/vellum.vdb
done
run 0 index live -o version1.vdb
err_has "version1.vdb: warning: the index has version 1 of the schema and is made anew"
dump version1.vdb version1.txt
dump live.vdb live.txt
same version1.txt live.txt
change version1.vdb "PRAGMA user_version = 99"
run 1 index live -o version1.vdb
err_has "the index has version 99 of the schema"
rm ./*.vdb

# What could not be opened is told, and stays in the index as what it is.
mkdir "$work/unopened"
cp "$OLDPWD/samples/pathologic/patrol.bin" unopened
truncate -s $(((256 << 20) + 1)) "$work/unopened/huge.bin"
run 3 index "$work/unopened" -o "$work/unopened.vdb"
err_has 'huge.bin: error: '
printf 'LP2C a broken archive of a game' > "$work/unopened/broken.vfs"
run 1 index "$work/unopened" -o "$work/unopened.vdb"
err_has 'broken.vfs: error: '
run 0 query "$work/unopened.vdb" scripts
out_has 'patrol.bin'
run 0 query "$work/unopened.vdb" problems
out_has 'broken.vfs'
out_has 'huge.bin'
out_has 'is longer than'
