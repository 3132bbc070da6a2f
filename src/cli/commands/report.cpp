// `vellum report`: a collection as pages.
#include <fmt/format.h>

#include "base/counted.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/no_index.hpp"
#ifdef VELLUM_HAVE_INDEX
#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "cli/codes.hpp"
#include "cli/index_build.hpp"
#include "index/report/report.hpp"
#include "index/schema.hpp"
#endif

namespace vellum::cli::report_command {

namespace {

#ifdef VELLUM_HAVE_INDEX

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::string folder(arguments.text("--output"));
    if (folder.empty() || folder == "-")
        return session.usage("needs --output with the folder of the report.");
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    std::vector<FileEntry> entries;
    if (disk::kind_of(folder) != FileKind::none && !arguments.has("--force") &&
        (disk::list(folder, entries) || !entries.empty()))
        return session.report(make_diagnostic(codes::cli_output, "the folder is not empty", {.file = folder},
                                              "name a new folder, or use --force to write into this one"));
    std::string path = arguments.words().front();
    std::unique_ptr<index::Database> database;
    ExitCode code = ExitCode::ok;
    if (arguments.words().size() == 1 && index::is_database(path)) {
        auto opened = index::open_to_read(path);
        if (!opened) return session.report(opened.error());
        database = std::move(*opened);
    }
    if (database == nullptr) {
        if (const auto error = disk::make_folders(folder))
            return session.report(make_diagnostic(codes::io_write, error.message(), {.file = folder}));
        path = folder + "/index.vdb";
        code = build_index(session, arguments.words(), path, false);
        if (disk::kind_of(path) != FileKind::file) return code;
        auto opened = index::open_to_read(path);
        if (!opened) return worst(code, session.report(opened.error()));
        database = std::move(*opened);
    }
    session.outputs().protect(path);
    Console& console = session.console();
    if (session.quiet()) console.allow_progress(false);
    index::ReportOptions options;
    options.progress = [&](std::size_t done, std::size_t all) { console.progress(done, all, "pages"); };
    Destination destination(folder + "/", true);
    const auto pages = index::write_report(
        *database, options, [&](const std::string& name, std::string_view text) -> Result<void> {
            const auto to = destination.place(name, name);
            if (!to) return std::unexpected(to.error());
            return session.outputs().write(*to, as_bytes(text), Old::keep, true);
        });
    console.clear_progress();
    if (!pages) return worst(code, session.report(pages.error()));
    if (!session.quiet()) console.err(fmt::format("{}/index.html: {}\n", folder, counted(*pages, "file")));
    return code;
}

#else

ExitCode run(Session& session) { return report_no_index(session); }

#endif

constexpr Positional positionals[] = {
    {"PLACE", "An index, or scripts, containers, archives, folders, installed games or patterns.",
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--output", 'o', "FOLDER", "The folder of the report; index.html in it is the first page.",
     ValueKind::folder},
    {"--encoding", 0, "NAME",
     "The encoding of texts that are not UTF-8. Default: windows-1251 or windows-1252, whichever is "
     "likelier.",
     ValueKind::choice, "windows-1251|windows-1252|latin-1"},
};
const OptionGroup options[] = {own,          output_options, engine_options, ags_source_options,
                               list_options, batch_options};
constexpr Example examples[] = {
    {"vellum report games/ -o report/", "a site about all games in a folder"},
    {"vellum report games.vdb -o site/", "the same from an index"},
};

} // namespace

constinit const Command described{
    "report",
    "Collections",
    "Write a site about a collection that a browser opens without a server",
    "Pages for every script with its functions and source, for natives with their uses, texts for players, "
    "words that "
    "scripts send to each other, near duplicates and problems, linked to each other and with a search. The "
    "pages load "
    "nothing from elsewhere and work from a disk.\n\nWithout an index, one is made in the folder first, as "
    "index.vdb.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::report_command
