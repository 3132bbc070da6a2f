// `vellum lsp`: a language server on standard input and output.
#include "base/stream.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session.hpp"
#include "protocol/lsp/serve.hpp"

namespace vellum::cli::lsp_command {

namespace {

ExitCode run(Session& session) {
    auto stream = standard_stream();
    if (!stream) return session.report(stream.error());
    const auto served = protocol::lsp::serve(**stream);
    if (!served) return session.report(served.error());
    return *served ? ExitCode::ok : ExitCode::findings;
}

constexpr Option own[] = {
    {"--stdio", 0, "", "Ignored: standard input and output are always used. Many editors pass it."},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {{"vellum lsp", "what an editor starts; docs/editors.md has setups"}};

} // namespace

constinit const Command described{
    "lsp",
    "Run",
    "Support an editor with sources and listings",
    "Speaks the Language Server Protocol: errors as you type, documentation under the cursor, completion, "
    "definitions and references, renaming, outlines, colours and call trees. For Skrit, AGS scripts and "
    "headers, Pathologic and FF7 sources, and listings of every engine.",
    {},
    options,
    examples,
    run};

} // namespace vellum::cli::lsp_command
