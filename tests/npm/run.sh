#!/usr/bin/env bash
# Tests the npm package as far as this machine can: its tests under Node, its types by tsc, its command line beside this
# system's, and, where there is npm, a stranger's project that installs the packed package. Exit code 77, which CTest shows as skipped, without Node and
# without a module that is as new as the sources: `make wasm` builds it, the ordinary tests do not, for it is the whole
# library once more.
# usage: run.sh [<vellum>]
set -euo pipefail
cd "$(dirname "$0")/../.."
module=bindings/npm/vellum.wasm
skip() { echo "skipped: $1"; exit 77; }
command -v node > /dev/null || skip "there is no node"
[[ -e $module ]] || skip "the module is not built; run: make wasm"
newer=$(find include src cmake/wasm.cmake cmake/wasm_module.cmake -newer "$module" -type f ! -path 'src/cli/*' \
  ! -path 'src/luahost/*' -print -quit)
[[ -z $newer ]] || skip "$newer is newer than the module; run: make wasm"

echo "== vellum.wasm: $(stat -c %s "$module") bytes, $(gzip -9c "$module" | wc -c) compressed"
(cd bindings/npm && node --test) || exit 1

echo "== types"
if command -v tsc > /dev/null; then
  tsc --project bindings/npm
else
  echo "no tsc here; only the names were compared"
fi

command=bindings/npm/vellum-command.wasm
newer=
[[ ! -e $command ]] || newer=$(find src -newer "$command" -type f ! -path '*/posix/*' ! -path '*/windows/*' -print -quit)
if [[ ! -e $command || -n $newer ]]; then
  if [[ -n $newer ]]; then echo "NOT TRIED: the command line: $newer is newer than $command; run: make wasm"
  else echo "NOT TRIED: the command line, which is not built; run: make wasm"; fi
  exit 0
fi
echo "== the command line: $(stat -c %s "$command") bytes, $(gzip -9c "$command" | wc -c) compressed"
if [[ -n ${1:-} ]]; then tests/npm/command.sh "$1"; else node bindings/npm/cli/vellum.js --version; fi

if command -v npm > /dev/null; then
  echo "== a project that installs the package"
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/vellum-npm.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  export npm_config_cache=$scratch/cache npm_config_update_notifier=false
  mkdir "$scratch/unbuilt"
  cp bindings/npm/package.json "$scratch/unbuilt"
  if npm pack --silent --pack-destination "$scratch" "$scratch/unbuilt" > "$scratch/log" 2>&1; then
    echo "a package without its module can be packed" >&2
    exit 1
  fi
  grep -q 'make wasm' "$scratch/log" || { cat "$scratch/log"; exit 1; }
  npm pack --silent --pack-destination "$scratch" ./bindings/npm > /dev/null
  mkdir "$scratch/project"
  cp tests/data/pathologic/lantern.bin "$scratch/project"
  cd "$scratch/project"
  npm init --yes > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  npm install --offline --no-audit --no-fund --silent "$scratch"/vellum-scripts-*.tgz
  cat > index.mjs << 'PROGRAM'
import { readFileSync } from "node:fs";
import { load } from "vellum-scripts";
const vellum = await load();
console.log(vellum.disassemble(readFileSync("lantern.bin"), { name: "lantern.bin" }).split("\n").length, "lines");
PROGRAM
  node index.mjs
  npx --offline vellum disasm lantern.bin > lantern.vasm
  npx --offline vellum asm lantern.vasm -o again.bin
  cmp lantern.bin again.bin
  if npx --offline vellum check nosuch.bin 2> "$scratch/log"; then echo "npx vellum does not say what went wrong" >&2; exit 1; fi
  grep -q 'nosuch.bin' "$scratch/log" || { cat "$scratch/log"; exit 1; }
  echo "npx vellum lists, assembles and refuses"
fi
