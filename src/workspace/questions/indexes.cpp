// Indexes of collections: making one, and asking it.
#include "workspace/questions/indexes.hpp"

#include "tools/codes.hpp"
#include "workspace/find.hpp"

namespace vellum::questions {

constinit const Indexes* indexes = nullptr;

std::string index_of(const Workspace& workspace, const std::string& path) {
    const auto project = workspace.project(path);
    if (project == nullptr) return {};
    const std::string folder = folder_of(project->file);
    std::string index = folder == "." ? "vellum.vdb" : path_below(folder, "vellum.vdb");
    return workspace.files().kind(index) == FileKind::file ? index : std::string();
}

namespace {

template <Indexes::Answers Indexes::* question>
Result<std::string> whole(const Workspace& workspace, const Request& request,
                          const Workspace::Progress& progress) {
    if (indexes == nullptr)
        return fail(codes::engine_unsupported, "this build of Vellum has no indexes of collections", {},
                    "builds for Linux and macOS with SQLite 3.38 or later have them");
    return (indexes->*question)(workspace, request, progress);
}

constexpr Parameter index_parameters[] = {
    {"nodes", Holds::texts,
     "Files, folders, archives, patterns or an installed game; with \"merge\", indexes on the disk.", true},
    {"output", Holds::text, "The index to create or to bring up to date, on the disk.", true},
    {"add", Holds::flag, "Keep files that the index has and that are not among the nodes."},
    {"merge", Holds::flag, "Write a new index with everything in the given indexes."},
    {"shard", Holds::text, "\"2/8\": only the second of eight parts; a file's content says which it is in."},
    {"encoding", Holds::choice,
     "The encoding of texts that are not UTF-8. Default: windows-1251 or windows-1252, whichever is "
     "likelier.",
     false, "windows-1251|windows-1252|latin-1"},
};

constexpr Parameter query_parameters[] = {
    {"index", Holds::text, "An index on the disk.", true},
    {"question", Holds::text, "The name of a ready question. Without it and \"sql\": the questions."},
    {"arguments", Holds::texts, "Arguments of the question, or parameters of the SQL statement."},
    {"sql", Holds::text,
     "An SQL statement instead, which may only read; docs/index-schema.md has the tables."},
    {"rows", Holds::count, "At most that many rows, 0 for all. Default: 1000."},
    {"steps", Holds::count,
     "Stop after about that many steps of SQLite's machine, 0 for no limit. Default: 1,000,000,000."},
};

} // namespace

const Question index{"index",          "Put everything about a collection of scripts into one database",
                     index_parameters, "index",
                     nullptr,          whole<&Indexes::index>};
const Question query{
    "query", "Ask an index about a collection", query_parameters, "query", nullptr, whole<&Indexes::query>};

} // namespace vellum::questions
