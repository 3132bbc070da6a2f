#!/usr/bin/env bash
# The layer check finds each kind of include that breaks the layers of docs/architecture.md, and the check of switches each
# default in a switch over opcodes: one of each kind is planted in a copy of the sources.
# usage: layers.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r src include "$work"
scripts/layers.sh "$work" || { echo "FAILED: the sources themselves break a rule" >&2; exit 1; }

# planted <file> <line>: the check must name this line of the file.
lines=()
planted() {
  printf '%s\n' "$2" >> "$work/$1"
  lines+=("$1:$(wc -l < "$work/$1"):$2")
}
planted include/vellum/value.hpp '#include "base/bytes.hpp"'
planted src/base/bytes.cpp '#include "runtime/report.hpp"'
planted src/base/bytes.cpp '#include "vellum/engine.hpp"'
planted src/isa/decode.cpp '#include "host/call_hash.hpp"'
planted src/isa/decode.cpp '#include "vellum/scheduler.hpp"'
planted src/program/engine.cpp '#include "runtime/trace.hpp"'
planted src/analysis/dominators.cpp '#include "runtime/report.hpp"'
planted src/source/lexer.cpp '#include "isa/code.hpp"'
planted src/source/lexer.cpp '#include "vellum/engine.hpp"'
planted src/language/scanner.cpp '#include "protocol/lsp/server.hpp"'
planted src/language/scanner.cpp '#include "isa/code.hpp"'
planted src/archives/tank.cpp '#include "engines/ags/engine.hpp"'
planted src/archives/tank.cpp '#include "vellum/engine.hpp"'
planted src/debug/debugger.cpp '#include "engines/ags/engine.hpp"'
planted src/debug/debugger.cpp '#include "protocol/message.hpp"'
planted src/debug/debugger.cpp '#include "vellum/ags.hpp"'
planted src/protocol/dap/adapter.cpp '#include "cli/console.hpp"'
planted src/protocol/dap/adapter.cpp '#include "engines/languages.hpp"'
planted src/protocol/lsp/server.cpp '#include "debug/debugger.hpp"'
planted src/protocol/lsp/server.cpp '#include "engines/skrit/engine.hpp"'
planted src/runtime/value.cpp '#include "debug/debugger.hpp"'
planted src/tools/open.cpp '#include "protocol/message.hpp"'
planted src/cli/world.cpp '#include "analysis/graph.hpp"'
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
planted src/engines/ags/machine/machine.cpp '#include "engines/ags/world/world.hpp"'
planted src/engines/ff7/machine/interpreter.cpp '#include "engines/ff7/world/world.hpp"'
planted src/engines/pathologic/machine/machine.cpp '#include "engines/pathologic/world/world.hpp"'
planted src/engines/pathologic/verify/verify.cpp '#include "engines/pathologic/machine/machine.hpp"'
planted src/engines/pathologic/format/format.cpp '#include "engines/pathologic/engine.hpp"'
planted src/engines/skrit/unit/unit.cpp '#include "engines/skrit/exports/registry.hpp"'
planted src/engines/skrit/source/lexer.cpp '#include "engines/skrit/exports/registry.hpp"'
planted src/engines/skrit/fuel/embedded.cpp '#include "engines/skrit/engine.hpp"'
planted src/engines/skrit/world/world.cpp '#include "engines/skrit/natives/families.hpp"'
planted src/engines/skrit/isa/isa.cpp '#include "engines/skrit/unit/unit.hpp"'
planted src/engines/skrit/machine/loop.cpp '#include "engines/skrit/world/world.hpp"'
planted src/engines/skrit/world/world.cpp '#include "engines/skrit/snapshot/saved.hpp"'
planted src/engines/ff7/verify.cpp '#include "engines/ff7/machine/interpreter.hpp"'
planted src/engines/ff7/isa/isa.cpp '#include "engines/ff7/format/script.hpp"'
planted src/engines/pathologic/decompile/reader.cpp '#include "engines/pathologic/world/world.hpp"'
planted src/engines/ags/compile/statements.cpp '#include "engines/ags/decompile/block.hpp"'
planted src/engines/ags/world/world.cpp '#include "engines/ags/snapshot.hpp"'
touch "$work/src/engines/ags/other.hpp"
planted src/engines/ags/engine.cpp '#include "engines/ags/other.hpp"'
mkdir "$work/src/debugger"
if out=$(scripts/layers.sh "$work"); then echo "FAILED: nothing that was planted is found" >&2; exit 1; fi
for line in "${lines[@]}" 'src/debugger: not in the table'; do
  [[ $out == *"$line"* ]] || { echo "FAILED: $line passes" >&2; exit 1; }
done

# A switch over opcodes with a default, in each engine's machine and in the toy's.
cp -r tests "$work/tests"
scripts/switches.sh "$work" || { echo "FAILED: the sources themselves have switches over opcodes with a default" >&2; exit 1; }
for file in ags/machine/interpreter ff7/machine/interpreter pathologic/machine/step skrit/machine/link; do
  printf 'void f(Op op) {\n    switch (op) {\n    case isa::Op::none: break;\n    default: break;\n    }\n}\n' >> "$work/src/engines/$file.cpp"
  out=$(scripts/switches.sh "$work") || true
  [[ $out == *"$file.cpp:"*"default"* ]] || { echo "FAILED: a default in $file.cpp passes" >&2; exit 1; }
done
