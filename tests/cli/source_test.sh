#!/usr/bin/env bash
# Source of Pathologic: what is included and from where, messages that show their line, names and lines while it runs.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

mkdir -p "$work/game/lib/deep" "$work/data" "$work/secret"
echo 'const string Secret = "TOPSECRET"; int 1;' > "$work/secret/owned.patho"
cat > "$work/game/lib/steps.patho" << 'PATHO'
#include "deep/more.patho"
#include "LIB/deep/MORE.patho"
int Twice(int n) { return n * Two; }
int Never(int n) { return Twice(n); }
PATHO
echo 'const int Two = 2;' > "$work/game/lib/deep/more.patho"
echo 'const int Far = 40;' > "$work/data/far.patho"
ln -s "$work/secret/owned.patho" "$work/game/link.patho"
# patho <include>...: a source that includes them
patho() {
  printf '#include "%s"\n' "$@" > "$work/game/door.patho"
  printf 'main task TMain { void init() { @Trace(1); } }\n' >> "$work/game/door.patho"
}

# Beside the including text, below the source's folder, below --data; each text once; libraries need not be used.
cat > "$work/game/door.patho" << 'PATHO'
#include "lib/steps.patho"
#include "lib\\deep/more.patho"
main task TMain {
    void init() {
        @Trace(Twice(21));
    }
}
PATHO
run 0 check "$work/game/door.patho"
err_has "0 warnings"
run 0 compile "$work/game/door.patho" -o "$work/door.bin"
run 0 run "$work/door.bin"
out_has "says: 42"
run 0 info --functions --format json $samples/lamp.bin
out_has '"name":"TMain.OnUse"'
out_lacks 'task0_event0'
run 0 info --functions "$work/game/door.patho"
out_has "Twice"
out_lacks "Never"
patho far.patho
run 1 check "$work/game/door.patho"
out_has "'far.patho' cannot be included"
run 0 check --data "$work/data" "$work/game/door.patho"

# Nothing else, whatever names and links say.
for name in /etc/passwd ../secret/owned.patho "$work/secret/owned.patho" link.patho /dev/zero lib/../../secret/owned.patho; do
  patho "$name"
  for command in check info run graph; do
    code=0
    timeout 20 "$vellum" "$command" "$work/game/door.patho" > "$work/out" 2> "$work/err" < /dev/null || code=$?
    [[ $code -eq 1 ]] || fail "$command with '$name': exit code $code"
    ! grep -qE 'TOPSECRET|root:' "$work/out" "$work/err" || fail "$command read '$name'"
  done
done

# Texts that include themselves, and too deep ones.
echo '#include "two.patho"' > "$work/game/one.patho"
echo '#include "one.patho"' > "$work/game/two.patho"
patho one.patho
run 1 check "$work/game/door.patho"
out_has "two.patho:1:1: error: 'one.patho' includes itself, directly or through others [pathologic.include]"
for ((i = 0; i < 40; ++i)); do echo "#include \"deep$((i + 1)).patho\"" > "$work/game/deep$i.patho"; done
touch "$work/game/deep40.patho"
patho deep0.patho
run 1 check "$work/game/door.patho"
out_has "deep31.patho:1:1: error: includes are nested too deeply"
echo 'script ui;' > "$work/game/window.patho"
patho window.patho
run 1 check "$work/game/door.patho"
out_has "window.patho:1:1: error: an included file must not have a heading"

# Messages show their line, also of an included text, and as data.
printf 'int Broken() {\n\treturn \xC3\xA4 + n;\n}\n' > "$work/game/broken.patho"
patho broken.patho
run 1 compile "$work/game/door.patho" -o "$work/broken.bin"
err_has $'broken.patho:2:9: error: unexpected character [pathologic.syntax]\n    2 | \treturn ä + n;\n      | \t       ^'
run 1 check --format jsonl "$work/game/door.patho"
is_jsonl
out_has '"file":"broken.patho","line":2,"column":9,"quote":"\treturn ä + n;","quote_column":9'
printf '.run task0, run\n.task task0, 0\nrun:\n    Pish 1\n' > "$work/wrong.vasm"
run 1 check --engine pathologic "$work/wrong.vasm"
out_has "    4 |     Pish 1"
printf 'main task TMain { void init() { %500s = 1; } }' x > "$work/long.patho"
run 1 check "$work/long.patho"
[[ $(wc -L < "$work/out") -lt 250 ]] || fail "a long line is quoted as a whole"

# Lines and names: of source, of a compiled file beside its source, and of one that is decompiled.
cat > "$work/share.patho" << 'PATHO'
main task TMain {
    int m_rounds;
    void init() {
        m_rounds = 3;
        Share(12, 0);
    }
}
void Share(int apples, int people) {
    int each = apples / people;
    @Trace(each);
}
PATHO
run 0 compile "$work/share.patho" -o "$work/share.bin"
for words in "$work/share.patho" "$work/share.bin --source" "$work/share.bin"; do
  # shellcheck disable=SC2086
  run 1 trace $words
  out_has "TMovI         m_rounds, 3"
  out_has "Div2          apples, people, each, 0"
  out_has "at Share, address 0x0008 ($work/share.patho:9)"
  # shellcheck disable=SC2086
  run 0 graph --function Share $words -f dot
  out_has "Div2          apples, people, each, 0"
done
run 1 trace "$work/share.patho" --format jsonl
is_jsonl
out_has '"instruction":"TMovI         m_rounds, 3","source":'
run 1 trace "$work/share.bin" --listing
out_has "TMovI         T[0], 3"
mv "$work/share.bin" "$work/alone.bin"
run 1 trace "$work/alone.bin" --source
out_has "TMovI         m_n, 3"
out_has "alone.bin as source:11"
cp "$work/door.bin" "$work/share.bin"
run 1 run "$work/share.bin" --source
err_has "the source compiles to a different program [cli.source]"

# Expressions as high as nobody writes them are an error in source, and instructions in what is decompiled.
{
  printf '.numbering hd\n.run task0, run\n.task task0, 0, int\nrun:\n    PushI 1\n'
  for ((i = 0; i < 30000; ++i)); do printf '    PushI 1\n    Add S[2], S[1], 2\n'; done
  printf '    TMov S[1], T[0]\n    Pop 1\n    Return 0\n'
} > "$work/high.vasm"
run 0 decompile "$work/high.vasm" -o "$work/high.patho"
err_has "left as assembly: its expressions are nested too deeply"
{
  printf 'main task TMain { void init() { @Trace(1'
  for ((i = 0; i < 30000; ++i)); do printf ' + 1'; done
  printf '); } }'
} > "$work/high.patho"
run 1 check "$work/high.patho"
out_has "expressions are nested too deeply [pathologic.limit]"
# A text in another encoding is reported where it is.
printf 'main task T {\n    void init() { @Trace("\xcf\xf0"); }\n}\n' > "$work/ansi.patho"
run 1 compile "$work/ansi.patho" -o "$work/ansi.bin"
err_has "ansi.patho:2:26: error: this text is not UTF-8"
[[ ! -e $work/ansi.bin ]] || fail "it was compiled"
