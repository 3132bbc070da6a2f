#include "index/query.hpp"

#include <algorithm>
#include <charconv>

#include "base/concat.hpp"
#include "base/suggest.hpp"
#include "index/codes.hpp"

namespace vellum::index {

namespace {

constexpr QueryParameter no_parameters[] = {{}};
constexpr std::span<const QueryParameter> none = std::span(no_parameters).first(0);
constexpr QueryParameter uses_parameters[] = {{"NAME", Takes::pattern, true},
                                              {"ARGUMENT", Takes::pattern, false}};
constexpr QueryParameter kind_parameter[] = {{"KIND", Takes::pattern, false}};
constexpr QueryParameter engine_parameter[] = {{"ENGINE", Takes::pattern, false}};
constexpr QueryParameter name_parameter[] = {{"NAME", Takes::pattern, true}};
constexpr QueryParameter any_name_parameter[] = {{"NAME", Takes::pattern, false}};
constexpr QueryParameter near_parameters[] = {{"FUNCTION", Takes::pattern, true},
                                              {"PERCENT", Takes::number, false}};
constexpr QueryParameter places_parameters[] = {
    {"BEFORE", Takes::place, true}, {"AFTER", Takes::place, true}, {"PERCENT", Takes::number, false}};
constexpr QueryParameter text_parameters[] = {{"TEXT", Takes::words, true}};
constexpr QueryParameter code_parameter[] = {{"CODE", Takes::pattern, false}};

// The plans are chosen here: answers are cut off after some rows, so they are found in their order, from
// places to uses, and sums say whether that is worth it. Nobody waits for all uses of a name to be sorted.
//
// Columns with one name mean the same in all answers: place, function, line, address, kind, name.
constexpr ReadyQuery queries[] = {
    {"uses", "Who uses a name, and with which arguments", uses_parameters, R"sql(
WITH wanted AS MATERIALIZED (SELECT id FROM name WHERE ?1 <> '*' AND (text GLOB ?1 OR plain GLOB ?1)),
  given AS MATERIALIZED (SELECT t.value, t.uses FROM argument_total t CROSS JOIN value v ON v.id = t.value
    WHERE (?1 = '*' OR t.name IN wanted) AND v.text GLOB ?2)
SELECT p.name AS place, f.name AS function, nullif(u.line, 0) AS line, printf('%04x', u.address) AS address, w.kind,
  w.text AS name, u.arguments
FROM place p CROSS JOIN use u ON u.script = p.script CROSS JOIN name w ON w.id = u.name
  LEFT JOIN function f ON f.script = u.script AND f.n = u.function
WHERE (?1 = '*' OR (SELECT sum(uses) FROM name_total WHERE name IN wanted) > 100000
    OR +p.script IN (SELECT script FROM name_in WHERE name IN wanted))
  AND (?2 IS NULL OR (SELECT sum(uses) FROM given) > 5000
    OR +p.script IN (SELECT script FROM argument WHERE value IN (SELECT value FROM given)))
  AND (?1 = '*' OR +u.name IN wanted)
  AND (?2 IS NULL OR EXISTS (SELECT 1 FROM argument a WHERE a.script = u.script AND a.name = u.name AND a.use = u.n
    AND +a.value IN (SELECT value FROM given)))
ORDER BY p.name, u.n)sql"},
    {"names", "Every name that scripts use, most used first", kind_parameter, R"sql(
SELECT w.kind, w.text AS name, t.uses, t.scripts FROM name_total t JOIN name w ON w.id = t.name
WHERE ?1 IS NULL OR w.kind GLOB ?1 ORDER BY t.uses DESC, w.kind, w.text)sql"},
    {"natives", "Natives of the engines with their uses", any_name_parameter, R"sql(
SELECT n.engine, n.declaration AS native, n.role, CASE n.implemented WHEN 1 THEN 'vellum' WHEN 2 THEN 'game' ELSE 'host' END AS answered_by,
  n.uses, n.documentation
FROM native n WHERE n.engine IN (SELECT engine FROM total) AND (?1 IS NULL OR n.name GLOB ?1)
ORDER BY n.uses DESC, n.engine, n.name, n.declaration)sql"},
    {"unused-natives", "Known natives that no script uses", engine_parameter, R"sql(
SELECT n.engine, n.name, n.declaration, n.documentation FROM native n
WHERE n.engine IN (SELECT engine FROM total) AND (?1 IS NULL OR n.engine GLOB ?1)
  AND NOT EXISTS (SELECT 1 FROM name w JOIN name_in i ON i.name = w.id JOIN script s ON s.id = i.script WHERE w.plain = n.name
    AND w.kind IN ('native', 'method', 'import', 'global', 'written global') AND s.engine = n.engine)
ORDER BY n.engine, n.name, n.declaration)sql"},
    {"unused-functions", "Script functions that are never called", any_name_parameter, R"sql(
SELECT p.name AS place, f.name AS function, f.instructions, printf('%04x', f.address) AS address
FROM place p CROSS JOIN unused_function o ON o.script = p.script CROSS JOIN function f ON f.script = o.script AND f.n = o.n
WHERE ?1 IS NULL OR f.name GLOB ?1 ORDER BY p.name, f.n)sql"},
    {"unused-texts", "Texts for players that no code uses", none, R"sql(
SELECT p.name AS place, t.key, w.text FROM player_text t JOIN name w ON w.id = t.name JOIN script s ON s.id = t.script
  JOIN place p ON p.script = t.script WHERE t.uses = 0 AND s.form <> 'texts' ORDER BY p.name, t.n)sql"},
    {"functions", "Functions with their sizes", any_name_parameter, R"sql(
SELECT p.name AS place, f.name AS function, f.kind, f.instructions, f.bytes, f.blocks, f.complexity,
  CASE f.identical WHEN 1 THEN 'identical' ELSE 'fallback' END AS verdict
FROM function large INDEXED BY function_by_size CROSS JOIN function f ON f.script = large.script AND f.n = large.n
  CROSS JOIN place p ON p.script = f.script
WHERE ?1 IS NULL OR large.name GLOB ?1 ORDER BY large.instructions DESC, p.name, f.n)sql"},
    {"source", "The source of a function", name_parameter, R"sql(
SELECT p.name AS place, f.name AS function, f.source FROM place p CROSS JOIN function_source f ON f.script = p.script
WHERE ((SELECT count(*) FROM (SELECT 1 FROM function WHERE name GLOB ?1 LIMIT 5000)) = 5000
    OR +p.script IN (SELECT script FROM function WHERE name GLOB ?1)) AND +f.name GLOB ?1 ORDER BY p.name, f.n)sql"},
    {"same", "Functions with the same instructions as a function", name_parameter, R"sql(
SELECT p.name AS place, f.name AS function, f.instructions, printf('%016x', f.shape) AS shape
FROM function f JOIN place p ON p.script = f.script
WHERE f.shape IN (SELECT shape FROM function WHERE name GLOB ?1) ORDER BY f.shape, p.name, f.n)sql"},
    {"duplicates", "Functions that occur more than once, largest first", none, R"sql(
SELECT name AS function, functions, scripts, instructions, printf('%016x', shape) AS shape
FROM duplicate ORDER BY instructions * (functions - 1) DESC, shape)sql"},
    {"near", "Functions that are nearly the same as a function", near_parameters, nullptr, find_near},
    {"differs", "What differs between two places: functions changed, renamed, moved, added, removed",
     places_parameters, nullptr, find_differences},
    {"text", "Where a text occurs: in texts for players, names, and source", text_parameters, nullptr,
     find_text},
    {"words", "Words that scripts send to each other: who sends, who hears", any_name_parameter, R"sql(
SELECT what, word, direction, uses, scripts, place, through FROM word_total WHERE ?1 IS NULL OR word GLOB ?1
ORDER BY what, word, direction)sql"},
    {"problems", "Errors and warnings in scripts", code_parameter, R"sql(
SELECT p.name AS place, d.severity, d.code, nullif(d.line, 0) AS line, d.at AS offset, d.message
FROM diagnostic d JOIN place p ON p.script = d.script WHERE ?1 IS NULL OR d.code GLOB ?1
UNION ALL SELECT f.name, q.severity, q.code, NULL, NULL, q.message FROM problem q JOIN file f ON f.id = q.file
WHERE ?1 IS NULL OR q.code GLOB ?1 ORDER BY 1, 4, 5)sql"},
    {"instructions", "How often each instruction occurs", engine_parameter, R"sql(
SELECT t.engine, t.variant, w.text AS instruction, t.count, t.scripts
FROM instruction_total t JOIN name w ON w.id = t.name WHERE ?1 IS NULL OR t.engine GLOB ?1
ORDER BY 1, 2, 4 DESC, 3)sql"},
    {"scripts", "Scripts with their engine, verdict and size", any_name_parameter, R"sql(
SELECT p.name AS place, s.engine, s.variant, s.form, s.verdict, s.size, s.functions, s.instructions, s.errors,
  s.warnings, s.sha256
FROM place p JOIN script s ON s.id = p.script WHERE ?1 IS NULL OR p.name GLOB ?1 ORDER BY p.name)sql"},
    {"containers", "Containers of scripts and their members", none, R"sql(
SELECT f.name AS container, m.name AS member, m.kind, m.at AS offset, m.size FROM member m JOIN file f ON f.id = m.file
ORDER BY f.name, m.n)sql"},
    {"statistics", "Numbers about the collection", none, R"sql(
SELECT engine, what, value FROM total ORDER BY engine, n)sql"},
};

bool is_count(std::string_view text) {
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && value >= 0;
}

/// Stops at the limit, for questions that are more than a statement.
class Limited final : public Rows {
  public:
    Limited(Rows& rows, std::uint64_t most) : rows_(rows), most_(most) {}
    void columns(std::span<const std::string> names) override { rows_.columns(names); }
    bool row(const Cells& cells) override {
        ++count_;
        return !has_more() && rows_.row(cells);
    }
    [[nodiscard]] bool has_more() const { return most_ != 0 && count_ > most_; }

  private:
    Rows& rows_;
    std::uint64_t most_, count_ = 0;
};

} // namespace

std::string arguments_of(const ReadyQuery& query) {
    std::string text;
    for (const QueryParameter& parameter : query.parameters) {
        if (!text.empty()) text += ' ';
        text += parameter.required ? std::string(parameter.name) : concat("[", parameter.name, "]");
    }
    return text;
}

std::span<const ReadyQuery> ready_queries() { return queries; }

std::string glob_of(std::string_view pattern) {
    std::string glob;
    for (const char c : pattern) {
        if (c == '[')
            glob += "[[]";
        else
            glob += c;
    }
    return glob;
}

bool copy_rows(Statement& statement, const QueryLimits& limits, Rows& rows) {
    std::vector<std::string> names;
    for (int i = 0; i < statement.columns(); ++i) {
        // Each has a name of its own: rows of JSON are objects.
        std::string name = statement.column_name(i);
        if (std::ranges::find(names, name) != names.end()) name = concat(name, "_", i + 1);
        names.push_back(std::move(name));
    }
    rows.columns(names);
    Cells cells(names.size());
    for (std::uint64_t count = 0; statement.step(); ++count) {
        if (limits.rows != 0 && count == limits.rows) return true;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const int column = static_cast<int>(i);
            cells[i].null = statement.is_null(column);
            cells[i].number = statement.is_number(column);
            cells[i].text.clear();
            if (statement.is_blob(column)) {
                for (const char c : statement.text(column)) {
                    constexpr std::string_view digits = "0123456789abcdef";
                    cells[i].text += digits[static_cast<unsigned char>(c) >> 4U];
                    cells[i].text += digits[static_cast<unsigned char>(c) & 15U];
                }
            } else {
                cells[i].text = statement.text(column);
            }
        }
        if (!rows.row(cells)) break;
    }
    return false;
}

Result<bool> ask(Database& database, std::string_view question, std::span<const std::string> arguments,
                 const QueryLimits& limits, Rows& rows) {
    const auto query = std::ranges::find(queries, question, &ReadyQuery::name);
    if (query == std::end(queries)) {
        std::vector<std::string_view> names;
        for (const ReadyQuery& each : queries) names.push_back(each.name);
        return fail(codes::index_query,
                    "unknown question '" + std::string(question) + "'." + did_you_mean(question, names));
    }
    const auto required =
        static_cast<std::size_t>(std::ranges::count_if(query->parameters, &QueryParameter::required));
    if (arguments.size() < required || arguments.size() > query->parameters.size())
        return fail(codes::index_query, "the question is asked as '" + std::string(query->name) + " " +
                                            arguments_of(*query) + "'");
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (query->parameters[i].takes == Takes::number && !is_count(arguments[i]))
            return fail(codes::index_query,
                        concat(query->parameters[i].name, " is a number, and not '", arguments[i], "'"));
    if (query->run != nullptr) {
        Limited limited(rows, limits.rows);
        if (auto done = query->run(database, arguments, limited); !done)
            return std::unexpected(std::move(done.error()));
        if (auto done = database.result(); !done) return std::unexpected(std::move(done.error()));
        return limited.has_more();
    }
    Statement statement = database.prepare(query->sql);
    statement.start();
    std::vector<std::string> values;
    values.reserve(query->parameters.size());
    for (std::size_t i = 0; i < query->parameters.size(); ++i) {
        if (i >= arguments.size()) {
            statement.bind(static_cast<int>(i + 1), nullptr);
            continue;
        }
        values.push_back(query->parameters[i].takes == Takes::pattern ? glob_of(arguments[i]) : arguments[i]);
        statement.bind(static_cast<int>(i + 1), values.back());
    }
    const bool more = copy_rows(statement, limits, rows);
    if (auto done = database.result(); !done) return std::unexpected(std::move(done.error()));
    return more;
}

Result<bool> ask_sql(Database& database, std::string_view sql, std::span<const std::string> arguments,
                     const QueryLimits& limits, Rows& rows) {
    Statement statement = database.prepare(sql);
    if (auto done = database.result(); !done) {
        done.error().code = &codes::index_query;
        return std::unexpected(std::move(done.error()));
    }
    if (!statement.only_reads())
        return fail(codes::index_query, "a query may only read", {.file = database.path()});
    if (static_cast<std::size_t>(statement.parameters()) != arguments.size())
        return fail(codes::index_query,
                    concat("the statement has ", statement.parameters(), " parameters, and ",
                           arguments.size(), " arguments were given"));
    statement.start();
    for (std::size_t i = 0; i < arguments.size(); ++i) statement.bind(static_cast<int>(i + 1), arguments[i]);
    const bool more = copy_rows(statement, limits, rows);
    if (auto done = database.result(); !done) return std::unexpected(std::move(done.error()));
    return more;
}

} // namespace vellum::index
