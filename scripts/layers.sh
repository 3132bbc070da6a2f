#!/usr/bin/env bash
# Checks that each layer includes only what stands below it (docs/architecture.md, "Layers"), and that the library has
# no RTTI, which WebAssembly lacks. Prints every line that breaks a rule.
# usage: layers.sh [FOLDER]     FOLDER: the root of the sources, the project's unless said
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

# A file belongs to the longest folder here that holds it and includes only headers that its expression matches whole.
# Includes are written from src/ or include/, never with "../". An engine sees its own public headers and never those of
# another; src/cli/engines is where a command may be about one engine.
table() {
  local basic='vellum/(code|diagnostic|export|files)\.hpp'
  local public='vellum/(?!ags|ff7|pathologic|skrit)[a-z_]+\.hpp'
  local below='(base|isa|analysis|program|runtime|host)/.*'
  cat << END
include/vellum          vellum/.*
src/base                base/.*|$basic
src/isa                 (base|isa)/.*|$basic
src/analysis            (base|isa|analysis)/.*|$basic
src/program             (base|isa|analysis|program)/.*|$public
src/runtime             (base|isa|program|runtime)/.*|$public
src/host                (base|isa|program|runtime|host)/.*|$public
src/engines             engines/(registry|[a-z0-9]+/engine)\.hpp|$public
src/engines/ags         engines/ags/.*|vellum/ags[a-z_]*\.hpp|$below|$public
src/engines/ff7         engines/ff7/.*|vellum/ff7[a-z_]*\.hpp|$below|$public
src/engines/pathologic  engines/pathologic/.*|vellum/pathologic[a-z_]*\.hpp|$below|$public
src/engines/skrit       engines/skrit/.*|vellum/skrit[a-z_]*\.hpp|$below|$public
src/capi                capi/.*|(base|runtime|host)/.*|$public|vellum/vellum\.h
src/luahost             luahost/.*|(base|runtime|host)/.*|$public
src/wasm                wasm/.*|vellum/vellum\.h
src/cli                 cli/.*|(base|isa|analysis|runtime)/.*|luahost/lua_host\.hpp|$public
src/cli/engines         cli/.*|(base|isa|runtime)/.*|engines/skrit/.*|vellum/.*\.hpp
END
}

wrong=0
mapfile -t folders < <(table | awk '{ print $1 }')
while read -r folder allowed; do
  [[ -d $folder ]] || continue
  # What has a line of its own in the table is judged by that.
  deeper=()
  for other in "${folders[@]}"; do
    if [[ $other == "$folder"/* ]]; then deeper+=(! -path "$other/*"); fi
  done
  if find "$folder" -type f -regex '.*\.\(h\|hpp\|cpp\|inc\|def\)' "${deeper[@]}" -print0 |
    xargs -0 -r grep -nHP "^\s*#\s*include\s*\"(?!($allowed)\")"; then wrong=1; fi
done < <(table)

# The project's own headers stand in quotes, or the table would not see them.
if grep -rnP --include='*.[ch]pp' '^\s*#\s*include\s*<(vellum|base|isa|program|runtime|host|engines|capi|luahost|wasm|cli)/' src include; then
  wrong=1
fi

# A folder without a line in the table would be judged by nobody.
while read -r folder; do
  table | grep -q "^$folder " || { echo "$folder: not in the table of scripts/layers.sh"; wrong=1; }
done < <(find src src/engines -mindepth 1 -maxdepth 1 -type d | sort -u)

if grep -rnP --include='*.[ch]pp' '\b(dynamic_cast|typeid)\b' src/{base,isa,program,host,runtime,engines} include 2> /dev/null; then wrong=1; fi
exit "$wrong"
