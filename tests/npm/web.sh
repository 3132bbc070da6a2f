#!/usr/bin/env bash
# Tests the explorer: its types, and the built page in Debian's Chromium. Exit code 77, which CTest shows as skipped, without Node,
# where it is not built (`make web` does it, the ordinary tests do not), where the build is older than its sources, or without
# Chromium.
# usage: web.sh [VELLUM]
set -euo pipefail
VELLUM=${1:+$(realpath "$1")}
export VELLUM
cd "$(dirname "$0")/../../web"
skip() { echo "skipped: $1"; exit 77; }
command -v node > /dev/null || skip "there is no node"
[[ -d node_modules/playwright-core && -e ../build/web/index.html ]] || skip "the explorer is not built; run: make web"
newer=$(find src index.html samples.json vite.config.js package-lock.json ../bindings/npm/index.js ../bindings/npm/vellum.wasm \
  -newer ../build/web/index.html -type f -print -quit)
[[ -z $newer ]] || skip "$newer is newer than the built explorer; run: make web"
CHROMIUM=$(command -v chromium || true)
[[ -n $CHROMIUM ]] || skip "there is no chromium; run: scripts/install-deps.sh browser"
export CHROMIUM
npm run --silent check
npm test --silent
