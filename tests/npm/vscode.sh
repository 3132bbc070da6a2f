#!/usr/bin/env bash
# Tests the extension for VS Code: its types, its own code, its grammars, and the language server with the reference client
# library. Exit code 77, which CTest shows as skipped, without Node and where the packages it is built with are not there:
# `make vscode` installs them, the ordinary tests do not.
# usage: vscode.sh VELLUM
set -euo pipefail
VELLUM=$(realpath "${1:?usage: vscode.sh VELLUM}")
export VELLUM
cd "$(dirname "$0")/../../editors/vscode"
skip() { echo "skipped: $1"; exit 77; }
command -v node > /dev/null || skip "there is no node"
command -v npm > /dev/null || skip "there is no npm"
[[ -d node_modules/vscode-languageserver-protocol ]] || skip "the packages are not installed; run: make vscode"
npm run --silent check
npm test --silent
