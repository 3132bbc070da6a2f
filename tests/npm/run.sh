#!/usr/bin/env bash
# Builds vellum.wasm (preset wasm; nothing to do when it is up to date) and runs the package's tests under Node. Exit code
# 77, which CTest shows as skipped, if this machine lacks Node or the WebAssembly tool chain.
# usage: run.sh [<cmake>]
set -euo pipefail
cmake=${1:-cmake}
cd "$(dirname "$0")/../.."
command -v node > /dev/null || { echo "skipped: there is no node"; exit 77; }
[[ -e /usr/lib/wasm32-wasi/libc.a ]] || { echo "skipped: there is no wasi-libc"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ "$cmake" --preset wasm && "$cmake" --build --preset wasm; } > "$log" 2>&1 || { cat "$log"; exit 1; }
echo "vellum.wasm: $(stat -c %s bindings/npm/vellum.wasm) bytes"
cd bindings/npm
node --test
