// `vellum lsp`: a language server on standard input and output.
#include "base/stream.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session.hpp"
#include "protocol/lsp/serve.hpp"

namespace vellum::cli {

namespace {

ExitCode run(Session& session) {
    auto stream = standard_stream();
    if (!stream) return session.report(stream.error());
    const auto served = protocol::lsp::serve(**stream);
    if (!served) return session.report(served.error());
    return *served ? ExitCode::ok : ExitCode::findings;
}

constexpr Option own[] = {
    {"--stdio", 0, "", "Standard input and output, as always: many editors say so."},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {{"vellum lsp", "what an editor is to start; docs/editors.md has setups"}};

} // namespace

constinit const Command lsp_command{
    "lsp",
    "Run",
    "Help an editor with sources and listings",
    "Speaks the Language Server Protocol: what is wrong while you type, documentation under the cursor, "
    "names "
    "completed, found and renamed, outlines, colours and calls. For Skrit, AGS scripts and headers, "
    "Pathologic and FF7 sources, and listings of every engine.",
    {},
    options,
    examples,
    run};

} // namespace vellum::cli
