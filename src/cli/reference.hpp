// The command table as documents: help pages for the terminal, Markdown for docs/cli.md and scdoc for the
// manual page. All three are made from the same constants; a test holds the committed documents against them.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/console.hpp"

namespace vellum::cli {

/// What bare `vellum` prints: what it is, five examples, where to go on.
[[nodiscard]] std::string welcome_text(const Console& console);
/// All commands by group.
[[nodiscard]] std::string overview_text(const Console& console);
/// One command's page.
[[nodiscard]] std::string help_text(const Console& console, const Command& command);
/// The command reference of docs/cli.md.
[[nodiscard]] std::string reference_markdown();
/// man/vellum.1.scd, which lists the commands.
[[nodiscard]] std::string manual_scdoc();
/// The page of one command, man/vellum-NAME.1.scd.
[[nodiscard]] std::string manual_scdoc(const Command& command);

} // namespace vellum::cli
