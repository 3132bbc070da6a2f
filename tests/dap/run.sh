#!/usr/bin/env bash
# Debugs with the client of @vscode/debugadapter-testsupport. usage: run.sh VELLUM
# Exit code 77, which CTest shows as skipped, without npm, or where it cannot get the client.
set -euo pipefail
VELLUM=$(realpath "${1:?usage: run.sh VELLUM}")
export VELLUM
cd "$(dirname "$0")/../.."
skip() { echo "skipped: $1"; exit 77; }
command -v node > /dev/null || skip "there is no node"
command -v npm > /dev/null || skip "there is no npm"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/vellum-dap.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# The sources stay as they are: modules lie beside a copy of the test.
mkdir -p "$scratch/tests/dap"
ln -s "$PWD/samples" "$scratch/samples"
cp tests/dap/package.json tests/dap/package-lock.json tests/dap/session.test.mjs "$scratch/tests/dap"
cd "$scratch/tests/dap"
export npm_config_update_notifier=false
npm ci --prefer-offline --no-audit --no-fund --silent > "$scratch/log" 2>&1 || {
  cat "$scratch/log"
  skip "npm cannot get @vscode/debugadapter-testsupport"
}
node --test
