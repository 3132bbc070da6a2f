// `vellum init`: a project file for a folder.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output.hpp"
#include "cli/session.hpp"
#include "workspace/projects.hpp"

namespace vellum::cli::init_command {

namespace {

ExitCode run(Session& session) {
    const auto words = session.arguments().words();
    std::string folder = words.empty() ? "." : words.front();
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    const Workspace& workspace = session.workspace();
    if (workspace.files().kind(folder) != FileKind::folder)
        return session.report(make_diagnostic(codes::io_read, "there is no such folder", {.file = folder}));
    const std::string text = draft_project(workspace, folder);
    if (session.arguments().has("--stdout") || session.format() == Format::json) {
        session.console().document(text);
        return ExitCode::ok;
    }
    std::string path(project_file_name);
    if (folder != ".") path.insert(0, folder.ends_with('/') ? folder : folder + "/");
    if (auto done = session.outputs().write_and_compare(path, as_bytes(text), Old::keep); !done)
        return session.report(done.error());
    session.console().err(fmt::format("{}: written; docs/projects.md says what else it may have\n", path));
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"FOLDER", "Where the scripts lie. Default: the current folder.", ValueKind::folder, false, false}};
constexpr Option own[] = {
    {"--stdout", 0, "", "Print it instead of writing it."},
    {"--format", 'f', "FORMAT", "'text' to write the file, 'json' to print it.", ValueKind::choice,
     "text|json"},
};
const OptionGroup options[] = {own, output_options};
constexpr Example examples[] = {
    {"vellum init", "a vellum.json for the current folder"},
    {"vellum init samples/skrit --stdout", "what it would say"},
};

} // namespace

constinit const Command described{
    "init",
    "Look",
    "Write a project file for a folder",
    "Looks at the names of what lies in the folder (scripts, headers, files of names, host scripts, plans, "
    "an "
    "installed game) and writes 'vellum.json'. Every command, editor and program that opens a script in or "
    "below the folder then uses what it says; options win over it. docs/projects.md has all members.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::init_command
