#!/usr/bin/env bash
# Builds the extension for VS Code into build/vscode/vellum.vsix: exactly the packages of package-lock.json, one bundled
# file, the licences of what is in it.
set -euo pipefail
cd "$(dirname "$0")/../editors/vscode"
command -v npm > /dev/null || { echo "npm is missing: see https://nodejs.org" >&2; exit 1; }
if [[ ! -e node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
  npm ci --no-audit --no-fund
fi
mkdir -p ../../build/vscode
npx --no-install vsce package --no-dependencies --allow-missing-repository --out ../../build/vscode/vellum.vsix
