#!/usr/bin/env bash
# The site is made, and no link in it leads nowhere; a wrong link is noticed. Exit code 77, which CTest shows as skipped, without
# cmark-gfm (scripts/install-deps.sh site).
# usage: site.sh VELLUM
set -euo pipefail
vellum=$(realpath "${1:?usage: site.sh VELLUM}")
cd "$(dirname "$0")/../.."
command -v cmark-gfm > /dev/null || { echo "skipped: there is no cmark-gfm; run: scripts/install-deps.sh site"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 scripts/site/site.py "$vellum" "$work/site"
for page in index.html docs/cli.html reference/ags-natives.html reference/pathologic-instructions.html reference/schemas.html download/index.html; do
  [[ -s $work/site/$page ]] || { echo "FAILED: the site has no $page"; exit 1; }
done
grep -q '"to": "docs/archives.html#' "$work/site/search.js" || { echo "FAILED: the search does not know the archives"; exit 1; }
# In a copy with a wrong link and a wrong anchor.
mkdir "$work/copy"
cp -r docs scripts samples examples bindings include src tests ./*.md LICENSE CMakeLists.txt Makefile packaging "$work/copy" 2> /dev/null || true
echo '[none](nowhere.md) [anchor](cli.md#nowhere)' >> "$work/copy/docs/archives.md"
if python3 "$work/copy/scripts/site/site.py" "$vellum" "$work/other" > "$work/out" 2>&1; then echo "FAILED: wrong links pass"; exit 1; fi
for wrong in 'docs/archives.html: nowhere.md leads nowhere' 'docs/archives.html: docs/cli.html has no #nowhere'; do
  grep -qF "$wrong" "$work/out" || { echo "FAILED: nothing says \"$wrong\""; cat "$work/out"; exit 1; }
done
