#!/usr/bin/env bash
# Builds the explorer into build/web: exactly the packages of package-lock.json, checked types, and the licences of what is in it.
set -euo pipefail
cd "$(dirname "$0")/../web"
command -v npm > /dev/null || { echo "npm is missing: see https://nodejs.org" >&2; exit 1; }
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || a === 20 && b >= 19 ? 0 : 1)' ||
  { echo "Node 20.19 or newer is needed, not $(node --version): see https://nodejs.org" >&2; exit 1; }
if [[ ! -e node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
  npm ci --no-audit --no-fund
fi
npm run --silent build
echo "build/web: python3 -m http.server --directory build/web"
