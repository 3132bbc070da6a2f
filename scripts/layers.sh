#!/usr/bin/env bash
# Checks that each layer includes only what stands below it (docs/architecture.md, "Layers"), and that the library has
# no RTTI, which WebAssembly lacks. Prints every line that breaks a rule.
# usage: layers.sh [FOLDER]     FOLDER: the root of the sources, the project's unless said
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

# A file belongs to the longest folder here that holds it and includes only headers that its expression matches whole.
# Includes are written from src/ or include/, never with "../". An engine sees its own public headers and never those of
# another; src/cli/engines is where a command may be about one engine, by its public headers.
table() {
  local basic='vellum/(code|diagnostic|export|files)\.hpp'
  local public='vellum/(?!ags|ff7|pathologic|run|skrit|tools|workspace)[a-z_]+\.hpp'
  local below='(base|code|archives|isa|analysis|source|language|program|runtime|host)/.*'
  cat << END
include/vellum          vellum/.*
src/base                base/.*|$basic
src/code                (base|code)/.*
src/isa                 (base|isa)/.*|$basic
src/analysis            (base|isa|analysis)/.*|$basic
src/source              (base|source)/.*|$basic
src/language            (base|language)/.*|$public
src/program             (base|isa|analysis|program)/.*|$public
src/runtime             (base|isa|program|runtime)/.*|$public
src/host                (base|isa|program|runtime|host)/.*|$public
src/archives            archives/.*|base/.*|vellum/(archive|diagnostic|export|fact|files)\.hpp
src/engines             engines/(registry|languages|listings|host_scripts|[a-z0-9]+/(build|engine|language))\.hpp|(base|language)/.*|$public
src/engines/ags         engines/ags/.*|vellum/ags[a-z_]*\.hpp|$below|$public
src/engines/ff7         engines/ff7/.*|vellum/ff7[a-z_]*\.hpp|$below|$public
src/engines/pathologic  engines/pathologic/.*|vellum/pathologic[a-z_]*\.hpp|$below|$public
src/engines/skrit       engines/skrit/.*|vellum/skrit[a-z_]*\.hpp|$below|$public
src/tools               tools/.*|(base|isa|analysis|archives)/.*|program/lines\.hpp|vellum/tools\.hpp|$public
src/index               index/.*|(base|isa|archives|tools|workspace)/.*|program/(blocks|lines)\.hpp|vellum/(tools|workspace)\.hpp|$public
src/workspace           workspace/.*|(base|archives|runtime|host|debug|tools)/.*|program/lines\.hpp|vellum/(run|tools|workspace)\.hpp|$public
src/workspace/questions workspace/.*|(base|archives|debug|tools)/.*|program/lines\.hpp|vellum/(ags_translation|run|skrit_states|tools|workspace)\.hpp|$public
src/capi                capi/.*|(base|runtime|host|tools|workspace)/.*|$public|vellum/(tools|workspace)\.hpp|vellum/vellum\.h
src/debug               debug/.*|(base|isa|analysis|runtime|host)/.*|program/lines\.hpp|$public
src/protocol            protocol/.*|(base|isa|analysis|source|runtime|host|debug|tools|workspace)/.*|program/lines\.hpp|engines/languages\.hpp|vellum/(conversation|run|tools|workspace)\.hpp|$public
src/protocol/dap        protocol/.*|(base|isa|analysis|source|runtime|host|debug|tools|workspace)/.*|language/text\.hpp|program/lines\.hpp|vellum/(run|tools|workspace)\.hpp|$public
src/protocol/lsp        protocol/.*|(base|language)/.*|engines/languages\.hpp|tools/game\.hpp|vellum/(tools|workspace)\.hpp|$public
src/luahost             luahost/.*|(base|runtime|host)/.*|vellum/workspace\.hpp|$public
src/extras              extras/.*|base/.*|workspace/run/codes\.hpp|luahost/host_scripts\.hpp|capi/handles\.hpp|vellum/workspace\.hpp|$public
src/wasm                wasm/.*|vellum/vellum\.h
src/cli                 cli/.*|(base|isa|language|runtime|tools|workspace|index|debug|protocol)/.*|program/lines\.hpp|engines/languages\.hpp|extras/.*|vellum/(archive|run|tools|workspace)\.hpp|$public
src/cli/engines         cli/.*|(base|isa|runtime|tools|workspace)/.*|vellum/.*\.hpp
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

# Inside an engine: a module is a folder, or a file's name without its ending, and includes only what stands before it in
# its engine's line.
modules() {
  cat << END
ags         codes isa format verify listing assembler source api project compile decompile play machine natives world inspect snapshot report build engine translate language
ff7         codes names isa format verify listing assembler source compile decompile natives machine world snapshot engine language
pathologic  codes isa format verify listing assembler machine source compile decompile world natives snapshot engine language
skrit       codes types isa unit verify format source exports compile listing assembler decompile fuel machine objects world natives snapshot systems embedding engine language
END
}
while read -r engine order; do
  folder=src/engines/$engine
  [[ -d $folder ]] || continue
  { grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"engines/' "$folder" || true; } |
    awk -F: -v folder="$folder/" -v own="engines/$engine/" -v order="$order" '
      function module(path) { sub(/\/.*/, "", path); sub(/\..*/, "", path); return path }
      BEGIN { count = split(order, names, " "); for (i = 1; i <= count; ++i) rank[names[i]] = i }
      {
        from = module(substr($1, length(folder) + 1))
        to = $3; sub(/^[^"]*"/, "", to); sub(/".*/, "", to)
        if (index(to, own) != 1) next
        to = module(substr(to, length(own) + 1))
        if (!(from in rank) || !(to in rank)) { print $0 "  (" (from in rank ? to : from) " is no module of modules() in scripts/layers.sh)"; bad = 1 }
        else if (rank[to] > rank[from]) { print $0 "  (" from " stands before " to ")"; bad = 1 }
      }
      END { exit bad }' || wrong=1
done < <(modules)

# The project's own headers stand in quotes, or the table would not see them.
if grep -rnP --include='*.[ch]pp' '^\s*#\s*include\s*<(vellum|base|isa|analysis|program|runtime|host|engines|tools|index|debug|protocol|capi|luahost|wasm|cli)/' src include; then
  wrong=1
fi

# A folder without a line in the table would be judged by nobody.
while read -r folder; do
  grep -q "^$folder " <<< "$(table)" || { echo "$folder: not in the table of scripts/layers.sh"; wrong=1; }
done < <(find src src/engines -mindepth 1 -maxdepth 1 -type d | sort -u)

if grep -rnP --include='*.[ch]pp' '\b(dynamic_cast|typeid)\b' src/{base,isa,analysis,program,host,runtime,engines,tools,index,debug,protocol} include 2> /dev/null; then wrong=1; fi
# docs/security.md, "Guarantees of the sandbox": no environment, no processes, and clocks only where that page says.
if grep -rnE --include='*.[ch]pp' '\b(getenv|popen|posix_spawn\w*|exec[vl][pe]*|vfork|std::system|CreateProcess[AW]?)\s*\(' src include |
  grep -v '^src/cli/'; then wrong=1; fi
if grep -rnE --include='*.[ch]pp' '\b(system_clock|steady_clock|high_resolution_clock|clock_gettime|gettimeofday)\b' src include |
  grep -vE '^src/(cli|protocol)/|^src/base/(stream\.hpp|(posix|windows)/)|^src/workspace/run/profiler\.cpp|^src/engines/skrit/systems/log\.cpp'; then
  wrong=1
fi
exit "$wrong"
