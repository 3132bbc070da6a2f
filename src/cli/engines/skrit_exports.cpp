// `vellum exports`: what a host exports to its skrits, as a declaration file or as the game's Help.All prints
// it.
#include "base/bytes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/session.hpp"
#include "vellum/engine.hpp"
#include "workspace/setting_words.hpp"

namespace vellum::cli::exports_command {

namespace {

Result<std::shared_ptr<const Declarations>> read_all(Session& session,
                                                     const std::vector<std::string>& files) {
    std::shared_ptr<const Declarations> known;
    for (const std::string& file : files) {
        const auto text = session.read_text(file);
        if (!text) return std::unexpected(text.error());
        if (auto done = add_exports(known, *text, file); !done)
            return std::unexpected(std::move(done.error()));
    }
    return known;
}

ExitCode run(Session& session) {
    const auto declared = read_all(session, session.arguments().words());
    if (!declared) return session.report(declared.error());
    const auto text = find_engine("skrit")->exports()->write_declarations(declared->get(),
                                                                          session.arguments().text("--form"));
    if (!text) return session.report(text.error());
    const std::string path(session.arguments().text("--output"));
    if (path.empty() || path == "-") {
        session.console().document(*text);
        return ExitCode::ok;
    }
    if (auto written = session.outputs().write_and_compare(path, as_bytes(*text), Old::keep); !written)
        return session.report(written.error());
    return ExitCode::ok;
}

constexpr Positional positionals[] = {{"FILE",
                                       "Declaration files or texts of Help.All, each adding to the ones "
                                       "before. Default: the game's known exports.",
                                       ValueKind::file, false, true}};
constexpr Option own[] = {
    {"--form", 0, "FORM",
     "'exports' for a declaration file (the default), 'help' as the game's Help.All prints it.",
     ValueKind::choice, "exports|help"},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {own, output_options};
constexpr Example examples[] = {
    {"vellum exports", "what Vellum knows about the game"},
    {"vellum exports help.txt -o game.exports", "a declaration file from what the game printed"},
};

} // namespace

constinit const Command described{
    "exports",
    "Look",
    "Show what a host exports to its skrits",
    "Reads declaration files, or the text that Help.All prints in the game (its lines may begin with times), "
    "and writes either form. Commands take such files with --exports.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::exports_command
