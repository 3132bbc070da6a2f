// The commands that every engine has, one constant per file in this folder. Their order in the overview
// stands in command_table.cpp.
#pragma once

#include "cli/command.hpp"

namespace vellum::cli {

namespace info_command {
extern const Command described;
}
namespace check_command {
extern const Command described;
}
namespace init_command {
extern const Command described;
}
namespace xref_command {
extern const Command described;
}
namespace index_command {
extern const Command described;
}
namespace query_command {
extern const Command described;
}
namespace grep_command {
extern const Command described;
}
namespace report_command {
extern const Command described;
}
namespace graph_command {
extern const Command described;
}
namespace diff_command {
extern const Command described;
}
namespace isa_command {
extern const Command described;
}
namespace natives_command {
extern const Command described;
}
namespace decompile_command {
extern const Command described;
}
namespace disasm_command {
extern const Command described;
}
namespace asm_command {
extern const Command described;
}
namespace compile_command {
extern const Command described;
}
namespace build_command {
extern const Command described;
}
namespace format_command {
extern const Command described;
}
namespace patch_command {
extern const Command described;
}
namespace extract_command {
extern const Command described;
}
namespace pack_command {
extern const Command described;
}
namespace texts_command {
extern const Command described;
}
namespace run_command {
extern const Command described;
}
namespace profile_command {
extern const Command described;
}
namespace trace_command {
extern const Command described;
}
namespace test_command {
extern const Command described;
}
namespace watch_command {
extern const Command described;
}
namespace web_command {
extern const Command described;
}
namespace debug_command {
extern const Command described;
}
namespace dap_command {
extern const Command described;
}
namespace lsp_command {
extern const Command described;
}
namespace completion_command {
extern const Command described;
}
namespace help_command {
extern const Command described;
}
namespace version_command {
extern const Command described;
}

} // namespace vellum::cli
