#!/usr/bin/env bash
# Takes the fenced blocks of Markdown pages apart: each becomes OUT/<page>.<number>.<language>, numbered by page in the
# order in which they stand. Blocks without a language are pictures of output and are left out.
# usage: extract.sh OUT PAGE...
set -euo pipefail
out=$1
shift
mkdir -p "$out"
for page in "$@"; do
  name=$(basename "${page%.md}")
  if [[ $page == */README.md ]]; then name=$(basename "$(dirname "$page")"); fi
  awk -v prefix="$out/$name" '
    !inside && /^```/ { inside = 1; language = substr($0, 4); sub(/ .*/, "", language); if (language != "") file = sprintf("%s.%02d.%s", prefix, ++number, language); else file = "/dev/null"; printf "" > file; next }
    inside && /^```$/ { inside = 0; close(file); next }
    inside { print > file }
  ' "$page"
done
