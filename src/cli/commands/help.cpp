// `vellum help`: the overview, one command's page, or the whole reference for documents.
#include "cli/commands/commands.hpp"
#include "cli/reference.hpp"
#include "cli/session.hpp"

namespace vellum::cli::help_command {

namespace {

ExitCode run(Session& session) {
    Console& console = session.console();
    const auto& words = session.arguments().words();
    const std::string_view format = session.arguments().text("--format", "text");
    if (format == "markdown")
        console.out(reference_markdown());
    else if (format == "scdoc")
        console.out(words.empty() ? manual_scdoc() : manual_scdoc(*find_command(words.front())));
    else if (words.empty())
        console.out(overview_text(console));
    else
        console.out(help_text(console, *find_command(words.front())));
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"COMMAND", "The command to describe.", ValueKind::command, false, false},
};
constexpr Option own[] = {
    {"--format", 'f', "FORMAT", "'text', the whole reference as 'markdown', or a manual page as 'scdoc'.",
     ValueKind::choice, "text|markdown|scdoc"},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum help", "all commands"},
    {"vellum help run", "one of them"},
};

} // namespace

constinit const Command described{"help",
                                  "Help",
                                  "List the commands or describe one",
                                  "'vellum help COMMAND' is the same as 'vellum COMMAND --help'.",
                                  positionals,
                                  options,
                                  examples,
                                  run};

} // namespace vellum::cli::help_command
