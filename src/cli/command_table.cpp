// The table of commands. A new command is one file and one line here; help, completions, manual page and
// documents follow by themselves.
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"

namespace vellum::cli {

std::span<const Command* const> all_commands() {
    static constexpr const Command* table[] = {
        &info_command::described,
        &check_command::described,
        &xref_command::described,
        &graph_command::described,
        &diff_command::described,
        &index_command::described,
        &query_command::described,
        &grep_command::described,
        &report_command::described,
        &web_command::described,
        &isa_command::described,
        &natives_command::described,
        &init_command::described,
        &disasm_command::described,
        &decompile_command::described,
        &asm_command::described,
        &compile_command::described,
        &build_command::described,
        &format_command::described,
        &patch_command::described,
        &extract_command::described,
        &pack_command::described,
        &texts_command::described,
        &run_command::described,
        &trace_command::described,
        &profile_command::described,
        &test_command::described,
        &watch_command::described,
        &debug_command::described,
        &dap_command::described,
        &lsp_command::described,
        // Commands of single engines stand here, in the order of the engines.
        &console_command::described,
        &formula_command::described,
        &states_command::described,
        &exports_command::described,
        &map_command::described,
        &translate_command::described,
        &help_command::described,
        &completion_command::described,
        &version_command::described,
    };
    return table;
}

const Command* find_command(std::string_view name) {
    for (const Command* command : all_commands())
        if (command->name == name) return command;
    return nullptr;
}

} // namespace vellum::cli
