#!/usr/bin/env bash
# Turns the profiles of a coverage test run into a summary per folder, build/coverage/html and coverage.lcov.
set -euo pipefail
cd "$(dirname "$0")/.."

out=build/coverage
llvm-profdata-19 merge -sparse "$out"/profiles/*.profraw -o "$out/all.profdata"
objects=()
while read -r program; do objects+=(-object "$program"); done < <(find "$out/bin" -type f -executable)
common=("${objects[@]}" "-instr-profile=$out/all.profdata" '-ignore-filename-regex=(^/usr/|/tests/|/bench/)')

llvm-cov-19 show "${common[@]}" -format=html -output-dir="$out/html" > /dev/null
llvm-cov-19 export "${common[@]}" -format=lcov > "$out/coverage.lcov"
llvm-cov-19 report "${common[@]}" -show-branch-summary -show-region-summary=false
echo "Line by line: $out/html/index.html"
