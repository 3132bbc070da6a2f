#!/bin/sh
# Checks the scripts of a commit before it is made: copy it to .git/hooks/pre-commit and make it executable.
set -eu
list=$(mktemp)
trap 'rm -f "$list"' EXIT
git diff --cached --name-only --diff-filter=ACMR -- \
  '*.patho' '*.skrit' '*.asc' '*.wms' '*.vasm' '*.bin' '*.o' '*.ev' '*.skc' > "$list"
[ -s "$list" ] || exit 0
vellum check --quiet --files-from "$list"
