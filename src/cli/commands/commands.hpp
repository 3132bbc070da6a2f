// The commands that every engine has, one constant per file in this folder. Their order in the overview
// stands in command_table.cpp.
#pragma once

#include "cli/command.hpp"

namespace vellum::cli {

extern const Command info_command;
extern const Command check_command;
extern const Command init_command;
extern const Command xref_command;
extern const Command index_command;
extern const Command query_command;
extern const Command grep_command;
extern const Command report_command;
extern const Command graph_command;
extern const Command diff_command;
extern const Command isa_command;
extern const Command natives_command;
extern const Command decompile_command;
extern const Command disasm_command;
extern const Command asm_command;
extern const Command compile_command;
extern const Command build_command;
extern const Command format_command;
extern const Command patch_command;
extern const Command extract_command;
extern const Command pack_command;
extern const Command texts_command;
extern const Command run_command;
extern const Command profile_command;
extern const Command trace_command;
extern const Command test_command;
extern const Command watch_command;
extern const Command web_command;
extern const Command debug_command;
extern const Command dap_command;
extern const Command lsp_command;
extern const Command completion_command;
extern const Command help_command;
extern const Command version_command;

} // namespace vellum::cli
