// `vellum index`: everything about a collection in one database.
#include <fmt/format.h>

#include "base/counted.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/no_index.hpp"
#ifdef VELLUM_HAVE_INDEX
#include "cli/index_build.hpp"
#include "index/merge.hpp"
#endif

namespace vellum::cli::index_command {

namespace {

#ifdef VELLUM_HAVE_INDEX

ExitCode merge(Session& session, const std::string& path) {
    const auto merged = index::merge(session.arguments().words(), path);
    if (!merged) return session.report(merged.error());
    if (!session.quiet())
        session.console().err(fmt::format("{}: {}, {}\n", path, counted(merged->files, "file"),
                                          counted(merged->scripts, "script")));
    return ExitCode::ok;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    const std::string path(arguments.text("--output"));
    if (path.empty() || path == "-") return session.usage("needs --output with the name of the index.");
    if (arguments.has("--merge")) return merge(session, path);
    return build_index(session, arguments.words(), path, arguments.has("--add"));
}

#else

ExitCode run(Session& session) { return report_no_index(session); }

#endif

constexpr Positional positionals[] = {
    {"PLACE", "Scripts, containers, archives, folders, installed games or patterns; with --merge, indexes.",
     ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--output", 'o', "FILE", "The index to create or to bring up to date, such as games.vdb.",
     ValueKind::file},
    {"--add", 0, "", "Keep files that the index has and that are not among the places."},
    {"--merge", 0, "", "Write a new index with everything in the given indexes."},
    {"--encoding", 0, "NAME",
     "The encoding of texts that are not UTF-8. Default: windows-1251 or windows-1252, whichever is "
     "likelier.",
     ValueKind::choice, "windows-1251|windows-1252|latin-1"},
};
const OptionGroup options[] = {own, engine_options, ags_source_options, list_options, batch_options};
constexpr Example examples[] = {
    {"vellum index games/ -o games.vdb", "everything about the scripts of all games in a folder"},
    {"vellum index games/ -o games.vdb", "again, later: only what has changed is done again"},
    {"vellum index --merge a.vdb b.vdb -o all.vdb", "two indexes in one"},
};

} // namespace

constinit const Command described{
    "index",
    "Collections",
    "Put everything about a collection of scripts into one database",
    "Checks and decompiles every script once and writes files, scripts, functions, uses of names, texts, "
    "problems "
    "and sources into an SQLite database. 'vellum query', 'vellum grep' and 'vellum report' answer from it "
    "at once; "
    "docs/index-schema.md describes its tables.\n\nAn existing index is brought up to date: files whose "
    "content is "
    "the same are not read again, and those that are no longer among the places are removed. A run that was "
    "interrupted continues where it stopped.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::index_command
