#!/usr/bin/env bash
# The layer check finds each kind of include that breaks the layers of docs/architecture.md: one is planted at a time in
# a copy of the sources.
# usage: layers.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r src include "$work"
scripts/layers.sh "$work" || { echo "FAILED: the sources themselves break a rule" >&2; exit 1; }

# planted <file> <line>: the check must name the file.
planted() {
  cp "$work/$1" "$work/kept"
  printf '%s\n' "$2" >> "$work/$1"
  local out
  if out=$(scripts/layers.sh "$work"); then echo "FAILED: $2 in $1 passes" >&2; exit 1; fi
  [[ $out == *"$1"* ]] || { echo "FAILED: $2: the message does not name $1: $out" >&2; exit 1; }
  mv "$work/kept" "$work/$1"
}
planted include/vellum/value.hpp '#include "base/bytes.hpp"'
planted src/base/bytes.cpp '#include "runtime/report.hpp"'
planted src/base/bytes.cpp '#include "vellum/engine.hpp"'
planted src/isa/decode.cpp '#include "host/call_hash.hpp"'
planted src/isa/decode.cpp '#include "vellum/scheduler.hpp"'
planted src/program/engine.cpp '#include "runtime/trace.hpp"'
planted src/runtime/value.cpp '#include "capi/handles.hpp"'
planted src/runtime/value.cpp '#include "host/call_hash.hpp"'
planted src/host/library.cpp '#include "engines/registry.hpp"'
planted src/engines/registry.cpp '#include "engines/ags/machine/machine.hpp"'
planted src/engines/ff7/engine.cpp '#include "capi/handles.hpp"'
planted src/engines/ff7/engine.cpp '#include "engines/ags/engine.hpp"'
planted src/engines/ags/engine.cpp '#include "vellum/ff7.hpp"'
planted src/engines/skrit/engine.cpp '#include "cli/console.hpp"'
planted src/engines/pathologic/engine.cpp '#include "luahost/lua_host.hpp"'
planted src/capi/hosts.cpp '#include "engines/pathologic/engine.hpp"'
planted src/luahost/lua_host.cpp '#include "cli/console.hpp"'
planted src/luahost/lua_host.cpp '#include "isa/code.hpp"'
planted src/wasm/glue.cpp '#include "vellum/host.hpp"'
planted src/cli/world.cpp '#include "engines/ags/machine/machine.hpp"'
planted src/cli/commands/run.cpp '#include "engines/skrit/unit/unit.hpp"'
planted src/cli/commands/run.cpp '#include "vellum/pathologic.hpp"'
planted src/cli/engines/ff7.cpp '#include "engines/ff7/format/script.hpp"'
planted src/cli/engines/skrit_states.cpp '#include "engines/skrit/unit/unit.hpp"'
planted src/cli/world.cpp '#include "capi/handles.hpp"'
planted src/isa/decode.cpp '  #  include "../base/bytes.hpp"'
planted src/isa/decode.cpp '#include <cli/console.hpp>'
planted src/engines/ff7/engine.cpp 'int x = dynamic_cast<int*>(nullptr) == nullptr;'
planted src/tools/open.cpp '#include "cli/console.hpp"'
planted src/tools/open.cpp '#include "engines/ags/engine.hpp"'
planted src/base/bytes.cpp '#include "tools/open.hpp"'
planted src/engines/ags/engine.cpp '#include "tools/open.hpp"'
planted src/host/library.cpp '#include "vellum/tools.hpp"'
planted src/engines/ags/isa/isa.cpp '#include "engines/ags/format/script.hpp"'
planted src/engines/ags/format/script.cpp '#include "engines/ags/machine/machine.hpp"'
planted src/engines/ags/machine/machine.cpp '#include "engines/ags/world.hpp"'
planted src/engines/ff7/machine/interpreter.cpp '#include "engines/ff7/world/world.hpp"'
planted src/engines/pathologic/machine/machine.cpp '#include "engines/pathologic/world/world.hpp"'
planted src/engines/pathologic/verify/verify.cpp '#include "engines/pathologic/machine/machine.hpp"'
planted src/engines/pathologic/format/format.cpp '#include "engines/pathologic/engine.hpp"'
planted src/engines/skrit/unit/unit.cpp '#include "engines/skrit/exports/registry.hpp"'
planted src/engines/skrit/source/lexer.cpp '#include "engines/skrit/exports/registry.hpp"'
planted src/engines/skrit/fuel/embedded.cpp '#include "engines/skrit/engine.hpp"'
planted src/engines/skrit/world/world.cpp '#include "engines/skrit/natives/families.hpp"'
touch "$work/src/engines/ags/other.hpp"
planted src/engines/ags/engine.cpp '#include "engines/ags/other.hpp"'
mkdir "$work/src/debugger"
if scripts/layers.sh "$work" > /dev/null; then echo "FAILED: a folder that the table does not have passes" >&2; exit 1; fi
