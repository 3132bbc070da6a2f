#!/usr/bin/env bash
# Runs a Windows program under Wine as if it were one of this system: arguments in UTF-8, nothing said by Wine itself, a
# home of its own in build/wine.
# usage: wine.sh PROGRAM ARGUMENT...
#        wine.sh --begin | --end      around many runs: one server for all. Else each program may meet that of the one before
#                                     just as it leaves ("recvmsg: Connection reset by peer").
set -euo pipefail
WINEPREFIX=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/wine
mkdir -p "$WINEPREFIX"
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LC_ALL=C.UTF-8
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
server=$(command -v wineserver || echo /usr/lib/wine/wineserver)
if [[ ! -f $WINEPREFIX/system.reg ]]; then
  (
    flock 9 # several tests may be the first one
    [[ -f $WINEPREFIX/system.reg ]] || "$wine" wineboot --init > "$WINEPREFIX/log" 2>&1 < /dev/null
  ) 9> "$WINEPREFIX/lock"
fi
case $1 in
  --begin)
    "$server" -p600 # in seconds after the last program
    # What Wine starts beside the first program stays as long and would hold that one's output open.
    "$wine" cmd /c exit > /dev/null 2>&1 < /dev/null
    ;;
  --end) "$server" -k || true ;; # none is left
  *) exec "$wine" "$@" ;;
esac
