#!/usr/bin/env bash
# What only a keyboard reaches: completion with Tab, and the lines of earlier times. A pseudo-terminal of Python types.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"
on_windows && skip "needs a pseudo-terminal"

# typed <keys> <argument>...: runs vellum and types the keys (with printf's escapes), each line once the answer to the one
# before is there; $work/out has what the terminal shows, $work/modes what the system still does with keys itself, at the
# first prompt and at the end.
typed() {
  KEYS=$(printf '%b' "$1") VELLUM=$vellum TERM=xterm MODES=$work/modes python3 - "${@:2}" > "$work/out" << 'PYTHON'
import os, pty, select, sys, termios
child, terminal = pty.fork()
if child == 0:
    os.execv(os.environ["VELLUM"], ["vellum", *sys.argv[1:]])
def shown(seconds):
    while select.select([terminal], [], [], seconds)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            return
        if not piece:
            return
        sys.stdout.buffer.write(piece)
        seconds = 0.2
def modes():
    now = termios.tcgetattr(terminal)
    return [name for field, names in ((0, ("ICRNL", "IXON")), (3, ("ICANON", "ECHO", "ISIG", "IEXTEN")))
            for name in names if now[field] & getattr(termios, name)]
at_first = None
for key in os.environ["KEYS"].split("|"):
    shown(10)
    at_first = modes() if at_first is None else at_first
    os.write(terminal, key.encode())
shown(10)
os.waitpid(child, 0)
print(*at_first, "then", *modes(), file=open(os.environ["MODES"], "w"))
PYTHON
}

# In the debugger Tab completes commands, functions and natives.
typed 'b TFl\t|init\r|b native Sl\t|\r|backt\t|\r|q\r' debug $samples/lamp.patho
out_has 'backtrace'
out_has 'b TFlicker.'
out_has 'breakpoint 1: 0x0020 in TFlicker.init'
out_has 'breakpoint 2: calls of Sleep'
[[ $(cat "$work/modes") == "then ICRNL IXON ICANON ECHO ISIG IEXTEN" ]] || fail "the terminal is $(cat "$work/modes")"
# Pasted, a tab is a blank.
typed 'b TFl\tx|\025q\r' debug $samples/lamp.patho
out_has 'b TFl x'
# Of very many it shows so many.
for i in {100..329}; do echo "int Many$i() { return $i; }"; done > "$work/many.asc"
typed 'b Man\t|\t|\025q\r' debug "$work/many.asc"
out_has 'Many299'
out_lacks 'Many300'
out_has '…'
for i in {100..129}; do echo "int Few$i() { return $i; }"; done > "$work/few.asc"
typed 'b Few\t|\t|\025q\r' debug "$work/few.asc"
out_has 'Few129'
out_lacks '…'

# What was typed is kept, to its last line, and is there the next time.
typed 'stats\r|help quit\r|quit\r' console -q --history "$work/history"
[[ $(tail -n 3 "$work/history" | tr '\n' ',') == "stats,help quit,quit," ]] || fail "the lines are not kept: $(cat "$work/history")"
typed '\033[A\033[A\033[A\r|quit\r' console -q --history "$work/history"
out_has 'compilations'
[[ $(tail -n 2 "$work/history" | tr '\n' ',') == "stats,quit," ]] || fail "the lines are not kept: $(cat "$work/history")"

# What a line called is told before the next one is asked for.
typed '/GoDb.SMarkForDeletion( GoDb.FocusGo )\r|quit\r' console -q --calls
[[ $(tr '\r\n' '  ' < "$work/out") == *"SMarkForDeletion(96)"*quit* ]] || fail "the calls are told later"
