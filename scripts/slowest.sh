#!/usr/bin/env bash
# The ten tests that took longest in the last run of CTest.
# usage: slowest.sh <build folder>
set -euo pipefail
echo "The ten tests that took longest, in seconds:"
awk '/^[0-9]+\/[0-9]+ Test: / { name = $3 } /^Test time =/ { printf "%8.1f  %s\n", $4, name }' \
  "$1/Testing/Temporary/LastTest.log" | sort -rn | head -n 10
