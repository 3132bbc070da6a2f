#!/usr/bin/env bash
# Compares what the C library exports with the reviewed list. `symbols.sh LIBRARY LIST --bless` rewrites the list.
set -euo pipefail
exported=$(nm -D --defined-only "$1" | awk '{print $3}' | LC_ALL=C sort)
if [[ ${3:-} == --bless ]]; then
  printf '%s\n' "$exported" > "$2"
else
  diff -u "$2" - <<< "$exported" || { echo "the exported symbols are not those of $2" >&2; exit 1; }
fi
