// `vellum index`: everything about a collection in one database.
#include <fmt/format.h>

#include "base/json_writer.hpp"
#include "base/version.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/no_index.hpp"
#ifdef VELLUM_HAVE_INDEX
#include "base/code_page.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "index/examine.hpp"
#include "index/merge.hpp"
#include "index/schema.hpp"
#include "index/writer.hpp"
#include "workspace/find.hpp"
#endif

namespace vellum::cli {

namespace {

#ifdef VELLUM_HAVE_INDEX

struct IndexPart : Part {
    index::FileRecord file;
};

/// An input that was opened, or a table of texts, which is read as it is.
struct Input {
    std::optional<tools::OpenedFile> opened;
};

/// What results depend on besides the files: options, and the content of files that options name.
std::string settings_of(Session& session) {
    const Arguments& arguments = session.arguments();
    return json_object([&](JsonWriter& json) {
        json.member("version", version_text);
        json.member("schema", index::schema_version);
        for (const OptionGroup& group : {engine_options, ags_source_options, names_options})
            for (const Option& option : group) {
                if (!arguments.declares(option.name) || !arguments.has(option.name)) continue;
                json.begin_array(option.name);
                for (const std::string& value : arguments.list(option.name)) {
                    json.value(value);
                    if (option.kind != ValueKind::file) continue;
                    const auto bytes = read_file(value);
                    json.value(bytes ? sha256_hex(*bytes) : std::string());
                }
                json.end_array();
            }
        json.member("encoding", arguments.text("--encoding"));
    });
}

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
    std::vector<Node> inputs;
    const ExitCode gathered =
        gather_inputs(session, arguments.words(), inputs, InArchives::texts, Takes::once);
    if (gathered == ExitCode::usage) return gathered;
    // A place that is missing, perhaps for a moment, must not look like one whose files were removed.
    ExitCode missing = ExitCode::ok;
    for (const Node& input : inputs)
        if (input.named && input.problem) missing = worst(missing, session.report(*input.problem));
    if (missing != ExitCode::ok) return missing;
    if (const auto allowed = session.outputs().may_write(path, Old::replace); !allowed)
        return session.report(allowed.error());
    std::erase_if(inputs, [&](const Node& input) { return !input.named && input.path == path; });
    auto opened = index::Writer::open(path, arguments.has("--add"));
    if (!opened) return session.report(opened.error());
    index::Writer& writer = **opened;
    const index::ExamineOptions options{CodePage::find(arguments.text("--encoding")), settings_of(session)};
    const Workspace& workspace = session.workspace();
    std::size_t skipped = 0;
    Result<void> written;
    const auto open = [&](const Node& input, IndexPart& part, const Resume*) -> std::optional<Input> {
        if (may_be_texts(input.archive != nullptr ? input.inside : input.path)) return Input{};
        auto found = open_for(session, input, part);
        if (found) return Input{std::move(found)};
        if (part.skipped) // most of what lies in a game's folder
            part.messages.clear();
        else
            part.file = index::unopened(input, part.problems);
        return std::nullopt;
    };
    const auto work = [&](const Node& input, Input& found, IndexPart& part) {
        part.file = found.opened ? index::examine(workspace, input, *found.opened, writer.known(), options)
                                 : index::examine_texts(workspace, input, writer.known(), options);
    };
    const auto emit = [&](const Node&, const IndexPart& part) {
        if (part.skipped)
            ++skipped;
        else if (written)
            written = writer.add(part.file);
    };
    ExitCode code = worst(gathered, run_batch<IndexPart>(session, inputs, open, work, emit));
    if (!written) return session.report(written.error());
    const auto summary = writer.finish();
    if (!summary) return session.report(summary.error());
    if (!session.quiet()) {
        std::string line = fmt::format("{}: {}, {} unchanged", path, counted(summary->files, "file"),
                                       grouped(summary->unchanged));
        line += fmt::format("; {} written", counted(summary->scripts, "script"));
        if (summary->removed != 0) line += fmt::format("; {} removed", counted(summary->removed, "file"));
        if (skipped != 0) line += fmt::format("; {} skipped", counted(skipped, "file"));
        session.console().err(line + "\n");
    }
    return code;
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

constinit const Command index_command{
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

} // namespace vellum::cli
