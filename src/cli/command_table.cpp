// The table of commands. A new command is one file and one line here; help, completions, manual page and
// documents follow by themselves.
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"

namespace vellum::cli {

std::span<const Command* const> all_commands() {
    static constexpr const Command* table[] = {
        &info_command,
        &check_command,
        &xref_command,
        &graph_command,
        &diff_command,
        &index_command,
        &query_command,
        &grep_command,
        &report_command,
        &web_command,
        &isa_command,
        &natives_command,
        &init_command,
        &disasm_command,
        &decompile_command,
        &asm_command,
        &compile_command,
        &build_command,
        &format_command,
        &patch_command,
        &extract_command,
        &pack_command,
        &texts_command,
        &run_command,
        &trace_command,
        &profile_command,
        &test_command,
        &watch_command,
        &debug_command,
        &dap_command,
        &lsp_command,
        // Commands of single engines stand here, in the order of the engines.
        &console_command,
        &formula_command,
        &states_command,
        &exports_command,
        &map_command,
        &translate_command,
        &help_command,
        &completion_command,
        &version_command,
    };
    return table;
}

const Command* find_command(std::string_view name) {
    for (const Command* command : all_commands())
        if (command->name == name) return command;
    return nullptr;
}

} // namespace vellum::cli
