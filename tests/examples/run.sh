#!/usr/bin/env bash
# Runs an example and compares what it prints with the file of the same name beside its source, which must stay short.
# usage: run.sh <source> <command...>
set -euo pipefail
source=$1
shift
[[ $(wc -l < "$source") -lt 100 ]] || { echo "$source has 100 lines or more" >&2; exit 1; }
if grep -n '#include "' "$source"; then
  echo "an example includes what is installed, with <>" >&2
  exit 1
fi
"$@" > "${TMPDIR:-/tmp}/vellum-example.$$" || { cat "${TMPDIR:-/tmp}/vellum-example.$$"; exit 1; }
trap 'rm -f "${TMPDIR:-/tmp}/vellum-example.$$"' EXIT
diff -u "${source%.*}.txt" "${TMPDIR:-/tmp}/vellum-example.$$"
