#!/usr/bin/env bash
# What only a terminal shows: colours, pages, tables of its width, progress. A pseudo-terminal of Python stands in for one.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
on_windows && skip "needs a pseudo-terminal"

# terminal <columns> <rows> <argument>...: runs vellum on a terminal; what it shows is in $work/out, without carriage returns.
terminal() {
  COLUMNS_WANTED=$1 ROWS_WANTED=$2 VELLUM=$vellum python3 - "${@:3}" > "$work/out" << 'PYTHON'
import fcntl, os, pty, struct, sys, termios
columns, rows = int(os.environ["COLUMNS_WANTED"]), int(os.environ["ROWS_WANTED"])
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execv(os.environ["VELLUM"], ["vellum", *sys.argv[1:]])
shown = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    shown += piece
os.waitpid(child, 0)
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
PYTHON
}
export TERM=xterm-256color
unset LESS
colored() { grep -q $'\x1b\[38;5;' "$work/out"; }

# Colours on listings, sources, traces and differences; every character stays where it was.
export PAGER=
for line in "disasm samples/ags/s52_main.o" "decompile samples/pathologic/lamp.bin" "trace $listings/lantern.bin --frames 3" \
  "info $listings/lantern.bin" "diff $listings/lantern.bin $samples/lamp.bin" "isa ff7" "xref Trace $samples"; do
  # shellcheck disable=SC2086
  terminal 300 50 $line
  colored || fail "no colours: $line"
  # shellcheck disable=SC2086
  "$vellum" $line > "$work/plain" 2> /dev/null || true
  [[ $line == isa* ]] && continue # as wide as the terminal is
  sed 's/\x1b\[[0-9;]*m//g' "$work/out" | grep -v ' in [0-9]* of \|^[0-9]* use' > "$work/bare" || true
  same "$work/plain" "$work/bare"
done
terminal 100 50 disasm $samples/lamp.bin
out_has $'\x1b[38;5;163mFunc\x1b[0m'
out_has $'\x1b[38;5;29m"somebody plays with the lamp"\x1b[0m'
NO_COLOR=1 terminal 100 50 disasm $samples/lamp.bin
if colored; then fail "colours in spite of NO_COLOR"; fi
terminal 100 50 disasm --color never $samples/lamp.bin
if colored; then fail "colours in spite of --color never"; fi
TERM=dumb terminal 100 50 disasm $samples/lamp.bin
if colored; then fail "colours on a dumb terminal"; fi
run 0 disasm $samples/lamp.bin
if colored; then fail "colours without a terminal"; fi
run 0 disasm --color always $samples/lamp.bin
colored || fail "no colours with --color always"

# A pager when there is more than a page; never without a terminal.
export PAGER="sed 's/^/paged: /'"
terminal 80 24 info $samples/lamp.bin
out_lacks "paged: "
terminal 80 10 info $samples/lamp.bin
out_has "paged: "
terminal 80 24 disasm $samples/lamp.bin
out_has "paged: "
[[ $(grep -c '^paged: ' "$work/out") -eq $("$vellum" disasm $samples/lamp.bin | wc -l) ]] || fail "lines are missing in the pager"
terminal 80 24 help run
out_has "paged: "
run 0 disasm $samples/lamp.bin
out_lacks "paged: "
PAGER='' terminal 80 24 disasm $samples/lamp.bin
out_lacks "paged: "
# Without a word from the user it is less, which shows colours and ends by itself after a short text; its own settings stay.
mkdir "$work/pagers"
# shellcheck disable=SC2016
printf '#!/bin/sh\nsed "s/^/less $LESS: /"\n' > "$work/pagers/less"
chmod +x "$work/pagers/less"
(
  unset PAGER
  PATH=$work/pagers:$PATH terminal 80 24 disasm $samples/lamp.bin
  out_has "less FRX: "
  LESS=mine PATH=$work/pagers:$PATH terminal 80 24 disasm $samples/lamp.bin
  out_has "less mine: "
) || exit 1
# Errors stand where they happened, and a pager that is left early ends the command without a word.
terminal 80 10 info $samples/lamp.bin "$work/nowhere.bin"
out_has "there is no such file or folder"
PAGER='head -n 1' terminal 80 10 disasm $samples
[[ $(wc -l < "$work/out") -eq 1 ]] || fail "more than the pager shows"

# Tables have the terminal's width, as far as the words in them allow.
export PAGER=
for columns in 80 120; do
  for line in "isa pathologic" "isa ags" "isa ff7" "isa skrit" "help" "natives ags" "natives pathologic" "natives skrit Report.GenericF"; do
    # shellcheck disable=SC2086
    NO_COLOR=1 terminal $columns 50 $line
    widest=$(python3 -c 'import sys; print(max(len(line.rstrip("\n")) for line in sys.stdin))' < "$work/out")
    [[ $widest -le $columns ]] || [[ $line == natives* && $widest -le 100 ]] || fail "$line is $widest columns wide of $columns"
  done
done
# In a pipe, an instruction is a line.
run 0 isa pathologic --table pathologic-hd
[[ $(wc -l < "$work/out") -eq 91 ]] || fail "not a line for each instruction"

# Progress, once a command takes half a second, and never what is left of it; not for a quick one, not where nobody looks.
mkfifo "$work/slow.bin"
{ sleep 0.7; cat $samples/lamp.bin; } > "$work/slow.bin" &
terminal 100 50 check "$work/slow.bin" $samples/lamp.bin $samples/lamp.bin
out_has $'\r\x1b[K1 of 3 files'
[[ $(tr '\r' '\n' < "$work/out" | tail -n 1) == *ok* ]] || fail "progress stays on the last line"
wait
terminal 100 50 check $samples/lamp.bin $samples/lamp.bin $samples/lamp.bin
out_lacks "of 3 files"
{ sleep 0.7; cat $samples/lamp.bin; } > "$work/slow.bin" &
run 0 check "$work/slow.bin" $samples/lamp.bin $samples/lamp.bin
err_lacks "of 3 files"
wait
