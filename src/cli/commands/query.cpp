// `vellum query`: questions to an index.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/no_index.hpp"
#ifdef VELLUM_HAVE_INDEX
#include "cli/rows.hpp"
#include "index/answer.hpp"
#include "index/codes.hpp"
#include "index/dump.hpp"
#include "index/query.hpp"
#include "index/schema.hpp"
#endif

namespace vellum::cli::query_command {

namespace {

#ifdef VELLUM_HAVE_INDEX

void list_questions(Session& session) {
    Console& console = session.console();
    for (const index::ReadyQuery& query : index::ready_queries())
        console.out(fmt::format("  {:<34}{}\n", fmt::format("{} {}", query.name, index::arguments_of(query)),
                                query.summary));
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<std::string> words = arguments.words();
    if (words.empty()) {
        list_questions(session);
        return ExitCode::ok;
    }
    session.outputs().protect(words.front());
    auto opened = index::open_to_read(words.front());
    if (!opened) return session.report(opened.error());
    index::Database& database = **opened;
    if (!index::is_complete(database))
        static_cast<void>(session.report(make_diagnostic(codes::index_unfinished, "the index is not finished",
                                                         {.file = words.front()},
                                                         "run 'vellum index' again to finish it")));
    words.erase(words.begin());
    Console& console = session.console();
    if (arguments.has("--dump")) {
        const auto done = index::dump(database, [&](std::string_view line) { console.document(line); });
        return done ? ExitCode::ok : session.report(done.error());
    }
    const bool sql = arguments.has("--sql");
    if (words.empty() && !sql) {
        list_questions(session);
        return ExitCode::ok;
    }
    database.restrict_to_reading(arguments.count("--steps").value_or(index::usual_steps));
    const index::QueryLimits limits{arguments.count("--rows").value_or(index::usual_rows)};
    const std::string question = sql ? std::string(arguments.text("--sql")) : words.front();
    if (!sql) words.erase(words.begin());
    const auto rows = make_rows(session, arguments.text("--format"), sql ? "SQL" : question);
    const auto more = sql ? index::ask_sql(database, question, words, limits, *rows)
                          : index::ask(database, question, words, limits, *rows);
    rows->finish();
    if (!more) {
        const ExitCode code = session.report(more.error());
        return more.error().code == &codes::index_query ? ExitCode::usage : code;
    }
    if (!session.quiet())
        console.err(*more ? fmt::format("the first {}; --rows 0 prints all\n", counted(limits.rows, "row"))
                          : counted(rows->count(), "row") + "\n");
    return ExitCode::ok;
}

#else

ExitCode run(Session& session) { return report_no_index(session); }

#endif

constexpr Positional positionals[] = {
    {"INDEX", "A file that 'vellum index' made.", ValueKind::file, false, false},
    {"QUESTION", "The name of a question and its arguments. Without it, all questions are listed.",
     ValueKind::text, false, true},
};
constexpr Option own[] = {
    {"--sql", 0, "STATEMENT",
     "Answer this SQL statement instead, which may only read; further words are its parameters. "
     "docs/index-schema.md describes the tables.",
     ValueKind::text},
    {"--format", 'f', "FORMAT",
     "'table' for people, 'csv' for spreadsheets, 'jsonl' for one JSON object per line, 'json' for one JSON "
     "value, "
     "'html' for a page.",
     ValueKind::choice, "table|csv|jsonl|json|html"},
    {"--rows", 0, "N", "At most N rows, 0 for all. Default: 1000.", ValueKind::count},
    {"--steps", 0, "N",
     "Stop after about N steps of SQLite's machine, 0 for no limit. Default: 1,000,000,000, about half a "
     "minute.",
     ValueKind::count},
    {"--dump", 0, "", "Print everything in the index in an order that depends on its content alone."},
    {"--quiet", 'q', "", "No summary: only results and errors."},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum query games.vdb", "lists the questions"},
    {"vellum query games.vdb uses PlaySound", "every call of a native, with its arguments"},
    {"vellum query games.vdb uses SetVariable 'door*'", "only those with such an argument"},
    {"vellum query games.vdb text 'old lamp'", "where a text occurs, also in source"},
    {"vellum query games.vdb differs games/v1 games/v2", "which functions changed between two versions"},
    {"vellum query games.vdb --sql 'SELECT engine, count(*) FROM script GROUP BY 1'", "anything else"},
};

} // namespace

constinit const Command described{"query",
                                  "Collections",
                                  "Ask an index about a collection",
                                  "Answers ready questions about everything in an index, or an SQL "
                                  "statement. Answers are tables. NAME and the like "
                                  "may be patterns with * and ?.\n\nA place such as 'games/v1' is a "
                                  "file, or a folder with everything below it.",
                                  positionals,
                                  options,
                                  examples,
                                  run};

} // namespace vellum::cli::query_command
