#!/usr/bin/env bash
# What docs/cluster.md and docs/index-schema.md say of other people's programs, tried with them: Kubernetes' schema, DuckDB, Dask
# and Slurm. Where one is missing that is said, and the rest goes on. usage: run.sh BUILD
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/../.."
vellum=$build/bin/vellum
export VELLUM_LIBRARY=$build/lib/libvellum_c.so PYTHONPATH=$PWD/bindings/python PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3 # Debian's packages are those of Debian's Python
failed=0
check() { # check NAME COMMAND...
  local name=$1 start=$SECONDS status=0
  shift
  echo "--- $name"
  "$@" || status=$?
  case $status in
    0) echo "ok       $name ($((SECONDS - start)) s)" ;;
    77) echo "SKIPPED  $name" ;;
    *) echo "FAILED   $name" && failed=1 ;;
  esac
}
# shellcheck disable=SC2317  # called by check
with() { # with MODULE COMMAND...: 77 if Debian's Python has no such module
  "$python" -c "import $1" 2> /dev/null || { echo "skipped: Python has no module $1"; return 77; }
  "${@:2}"
}
check kubernetes with kubernetes "$python" tests/cluster/manifest_test.py docs/cluster.md
check parquet tests/cluster/parquet_test.sh "$vellum"
check dask with distributed "$python" tests/cluster/dask_test.py "$vellum"
check slurm tests/cluster/slurm_test.sh "$vellum"
exit $failed
