#!/usr/bin/env bash
# scripts/parquet.mjs: what DuckDB reads in the files is what is in the index, with the types that docs/index-schema.md lists.
# usage: parquet_test.sh VELLUM
set -euo pipefail
vellum=$(realpath "$1")
cd "$(dirname "$0")/../.."
root=$PWD
command -v npm > /dev/null || { echo "skipped: there is no npm"; exit 77; }
"$vellum" query > /dev/null 2>&1 || { echo "skipped: this build has no indexes"; exit 77; }
mkdir -p build/cluster
cd build/cluster
[[ -e package.json ]] || echo '{"private": true}' > package.json
[[ -e node_modules/@duckdb/node-api ]] || npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 ||
  { echo "skipped: npm has no DuckDB for this machine"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/samples" "$work/samples"
cp "$root/samples/skrit/lighthouse.skrit" "$work/samples/it's \"=1+1\".skrit"
"$vellum" index -q "$work/samples" -o "$work/games.vdb"
export VELLUM=$vellum
node "$root/scripts/parquet.mjs" "$work/games.vdb" "$work/columns"
if node "$root/scripts/parquet.mjs" "$work/games.vdb" "$work/columns" 2> "$work/err"; then echo "replaced a folder" >&2; exit 1; fi
grep -q "exists already" "$work/err"
if node "$root/scripts/parquet.mjs" "$root/README.md" "$work/none" 2> /dev/null; then echo "read a text" >&2; exit 1; fi
[[ ! -e $work/none ]]
node "$root/tests/cluster/parquet_check.cjs" "$work/games.vdb" "$work/columns" "$root/docs/index-schema.md"
