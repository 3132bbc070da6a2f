#include "index/schema.hpp"

#include <array>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/concat.hpp"
#include "base/disk.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "index/codes.hpp"

namespace vellum::index {

namespace {

constexpr std::int64_t application_id = 0x564C4D49; // "VLMI"

/// Tables with many rows of one script are sorted by script and number, so that a script's rows lie together,
/// are added at the end and go together.
constexpr const char* tables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE file(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, container TEXT NOT NULL, root TEXT NOT NULL,
  engine TEXT NOT NULL, content TEXT NOT NULL, size INTEGER NOT NULL, settings INTEGER NOT NULL) STRICT;
CREATE TABLE place(file INTEGER NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, member TEXT NOT NULL,
  script INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(file, n)) STRICT, WITHOUT ROWID;
CREATE TABLE member(file INTEGER NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
  at INTEGER NOT NULL, size INTEGER NOT NULL, cut_off INTEGER NOT NULL, PRIMARY KEY(file, n)) STRICT, WITHOUT ROWID;
CREATE TABLE read(file INTEGER NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY(file, name)) STRICT, WITHOUT ROWID;
CREATE TABLE look(id INTEGER PRIMARY KEY, what TEXT NOT NULL, name TEXT NOT NULL, size INTEGER, written INTEGER) STRICT;
CREATE TABLE seen(file INTEGER NOT NULL, look INTEGER NOT NULL, PRIMARY KEY(file, look)) STRICT, WITHOUT ROWID;
CREATE TABLE problem(file INTEGER NOT NULL, n INTEGER NOT NULL, severity TEXT NOT NULL, code TEXT NOT NULL,
  message TEXT NOT NULL, PRIMARY KEY(file, n)) STRICT, WITHOUT ROWID;

CREATE TABLE script(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, engine TEXT NOT NULL,
  variant TEXT NOT NULL, form TEXT NOT NULL, size INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
  instructions INTEGER NOT NULL, functions INTEGER NOT NULL, kept INTEGER NOT NULL, errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL, notes INTEGER NOT NULL, names INTEGER NOT NULL, names_made_up INTEGER NOT NULL, source TEXT NOT NULL) STRICT;
CREATE TABLE function(script INTEGER NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
  address INTEGER NOT NULL, instructions INTEGER NOT NULL, bytes INTEGER NOT NULL, blocks INTEGER NOT NULL,
  complexity INTEGER NOT NULL, parameters INTEGER NOT NULL, shape INTEGER NOT NULL, with_calls INTEGER NOT NULL,
  identical INTEGER NOT NULL, reason TEXT NOT NULL, source_begin INTEGER NOT NULL, source_end INTEGER NOT NULL,
  PRIMARY KEY(script, n)) STRICT, WITHOUT ROWID;
CREATE TABLE shape(hash INTEGER PRIMARY KEY, instructions INTEGER NOT NULL, minhash BLOB NOT NULL) STRICT;
CREATE TABLE band(hash INTEGER NOT NULL, shape INTEGER NOT NULL, PRIMARY KEY(hash, shape)) STRICT, WITHOUT ROWID;

CREATE TABLE name(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, plain TEXT NOT NULL,
  UNIQUE(kind, text)) STRICT;
CREATE TABLE use(script INTEGER NOT NULL, name INTEGER NOT NULL, n INTEGER NOT NULL, function INTEGER,
  address INTEGER NOT NULL, line INTEGER NOT NULL, arguments TEXT, PRIMARY KEY(script, name, n)) STRICT, WITHOUT ROWID;
CREATE TABLE argument(script INTEGER NOT NULL, name INTEGER NOT NULL, use INTEGER NOT NULL, position INTEGER NOT NULL,
  value INTEGER NOT NULL, PRIMARY KEY(script, name, use, position)) STRICT, WITHOUT ROWID;
CREATE TABLE value(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, UNIQUE(kind, text)) STRICT;
CREATE TABLE player_text(script INTEGER NOT NULL, n INTEGER NOT NULL, name INTEGER NOT NULL, key TEXT NOT NULL,
  context TEXT NOT NULL, function TEXT NOT NULL, address INTEGER, uses INTEGER NOT NULL,
  PRIMARY KEY(script, n)) STRICT, WITHOUT ROWID;
CREATE TABLE diagnostic(script INTEGER NOT NULL, n INTEGER NOT NULL, severity TEXT NOT NULL, code TEXT NOT NULL,
  message TEXT NOT NULL, hint TEXT NOT NULL, at INTEGER, line INTEGER NOT NULL, col INTEGER NOT NULL,
  PRIMARY KEY(script, n)) STRICT, WITHOUT ROWID;
CREATE TABLE histogram(script INTEGER NOT NULL, name INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(script, name)) STRICT, WITHOUT ROWID;
CREATE TABLE native(engine TEXT NOT NULL, name TEXT NOT NULL, declaration TEXT NOT NULL, role TEXT NOT NULL,
  implemented INTEGER NOT NULL, documentation TEXT NOT NULL, parameters TEXT NOT NULL,
  uses INTEGER NOT NULL, PRIMARY KEY(engine, name, declaration)) STRICT, WITHOUT ROWID;
CREATE TABLE native_word(engine TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL, what TEXT NOT NULL,
  direction TEXT NOT NULL, PRIMARY KEY(engine, name, position)) STRICT, WITHOUT ROWID;

CREATE TABLE name_in(name INTEGER NOT NULL, script INTEGER NOT NULL, uses INTEGER NOT NULL,
  PRIMARY KEY(name, script)) STRICT, WITHOUT ROWID;
CREATE TABLE argument_total(name INTEGER NOT NULL, value INTEGER NOT NULL, uses INTEGER NOT NULL,
  PRIMARY KEY(name, value)) STRICT, WITHOUT ROWID;
CREATE TABLE instruction_total(engine TEXT NOT NULL, variant TEXT NOT NULL, name INTEGER NOT NULL, count INTEGER NOT NULL,
  scripts INTEGER NOT NULL, PRIMARY KEY(engine, variant, name)) STRICT, WITHOUT ROWID;
CREATE TABLE name_total(name INTEGER PRIMARY KEY, uses INTEGER NOT NULL, scripts INTEGER NOT NULL) STRICT;
CREATE TABLE word_total(what TEXT NOT NULL, word TEXT NOT NULL, direction TEXT NOT NULL, uses INTEGER NOT NULL,
  scripts INTEGER NOT NULL, place TEXT NOT NULL, through TEXT NOT NULL, PRIMARY KEY(what, word, direction))
  STRICT, WITHOUT ROWID;
CREATE TABLE duplicate(shape INTEGER PRIMARY KEY, functions INTEGER NOT NULL, scripts INTEGER NOT NULL,
  instructions INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
CREATE TABLE unused_function(script INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(script, n)) STRICT, WITHOUT ROWID;
CREATE TABLE total(engine TEXT NOT NULL, n INTEGER NOT NULL, what TEXT NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY(engine, n)) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE source_words USING fts5(source, content='script', content_rowid='id', tokenize='trigram',
  detail='none', columnsize=0);
CREATE VIRTUAL TABLE name_words USING fts5(text, content='name', content_rowid='id', tokenize='trigram',
  detail='none', columnsize=0);

CREATE VIEW function_source(script, n, name, source) AS
  SELECT f.script, f.n, f.name,
    CAST(substr(CAST(s.source AS BLOB), f.source_begin + 1, f.source_end - f.source_begin) AS TEXT)
  FROM function f JOIN script s ON s.id = f.script WHERE f.source_end > f.source_begin;
CREATE VIEW use_of(place, engine, kind, name, arguments, function, address, line) AS
  SELECT p.name, s.engine, w.kind, w.text, u.arguments, f.name, u.address, u.line
  FROM name w JOIN name_in i ON i.name = w.id JOIN use u ON u.script = i.script AND u.name = w.id
    JOIN script s ON s.id = u.script JOIN place p ON p.script = u.script
    LEFT JOIN function f ON f.script = u.script AND f.n = u.function;
CREATE VIEW word(what, word, direction, through, script, use) AS
  SELECT 'event', w.text, CASE w.kind WHEN 'handler' THEN 'hears' ELSE 'sends' END, w.kind, u.script, u.n
    FROM name w JOIN name_in i ON i.name = w.id JOIN use u ON u.script = i.script AND u.name = w.id
    WHERE w.kind IN ('event', 'handler')
  UNION ALL SELECT 'variable', w.text, CASE w.kind WHEN 'global' THEN 'hears' ELSE 'sends' END, w.kind, u.script, u.n
    FROM name w JOIN name_in i ON i.name = w.id JOIN use u ON u.script = i.script AND u.name = w.id
    WHERE w.kind IN ('global', 'written global') AND w.text IN (SELECT text FROM name WHERE kind = 'written global')
  UNION ALL SELECT DISTINCT n.what, v.text, n.direction, w.text, a.script, a.use
    FROM native_word n JOIN name w ON w.plain = n.name JOIN name_in i ON i.name = w.id
      JOIN script s ON s.id = i.script AND s.engine = n.engine JOIN argument a ON a.script = i.script AND a.name = w.id
      JOIN value v ON v.id = a.value
    WHERE w.kind IN ('native', 'method', 'import', 'function') AND v.kind IN ('text', 'name')
      AND (a.position = n.position OR (w.kind = 'function' AND a.position = 0));
)sql";

/// Made when everything is written: rows that come one by one in any order are slow to sort in.
constexpr const char* indexes = R"sql(
CREATE INDEX IF NOT EXISTS place_by_name ON place(name);
CREATE INDEX IF NOT EXISTS place_by_script ON place(script);
CREATE INDEX IF NOT EXISTS script_by_sha256 ON script(sha256);
CREATE INDEX IF NOT EXISTS function_by_shape ON function(shape);
CREATE INDEX IF NOT EXISTS function_by_name ON function(name, shape);
CREATE INDEX IF NOT EXISTS function_by_size ON function(instructions, name);
CREATE INDEX IF NOT EXISTS name_by_plain ON name(plain);
CREATE INDEX IF NOT EXISTS argument_by_value ON argument(value);
CREATE INDEX IF NOT EXISTS player_text_by_name ON player_text(name);
CREATE INDEX IF NOT EXISTS native_by_name ON native(name);
)sql";

Result<std::int64_t> pragma(Database& database, std::string_view name) {
    Statement statement = database.prepare(concat("PRAGMA ", name));
    const auto value = statement.number();
    if (database.problem()) return std::unexpected(*database.problem());
    return value.value_or(0);
}

std::unexpected<Diagnostic> not_an_index(const std::string& path) {
    return fail(codes::index_version, "the file is not an index", {.file = path},
                "'vellum index PLACES -o FILE' makes one");
}

/// True for an index, false for an empty file.
Result<bool> known(Database& database) {
    const auto application = pragma(database, "application_id");
    if (!application) {
        // SQLite says "file is not a database" or that it is damaged.
        return std::unexpected(application.error());
    }
    const auto version = pragma(database, "user_version");
    if (!version) return std::unexpected(version.error());
    const auto objects = database.prepare("SELECT count(*) FROM sqlite_master").number();
    if (database.problem()) return std::unexpected(*database.problem());
    if (*application == 0 && *version == 0 && objects.value_or(0) == 0) return false;
    if (*application != application_id) return not_an_index(database.path());
    if (*version != schema_version)
        return fail(codes::index_version,
                    concat("the index has version ", *version, " of the schema; this build reads version ",
                           schema_version),
                    {.file = database.path()}, "remove the file and run 'vellum index' again");
    return true;
}

/// All tables, indexes and views as they were made.
std::string schema_of(Database& database) {
    Statement objects = database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name");
    std::string all;
    objects.start();
    while (objects.step())
        for (int i = 0; i < 3; ++i) (all += objects.text(i)) += '\0';
    return all;
}

/// A file of a stranger may have views that never end, or triggers, in the place of our tables. `unfinished`:
/// its indexes may still be missing.
Result<void> has_our_schema(Database& database, bool unfinished) {
    auto opened = Database::open({}, Mode::memory);
    if (!opened) return std::unexpected(std::move(opened.error()));
    Database& own = **opened;
    own.run(tables);
    const std::string without = schema_of(own);
    own.run(indexes);
    const std::string wanted = schema_of(own), found = schema_of(database);
    if (own.problem()) return own.result();
    if (database.problem()) return database.result();
    if (found == wanted || (unfinished && found == without)) return {};
    return fail(codes::index_version, "the tables of the index are not those that this build makes",
                {.file = database.path()}, "remove the file and run 'vellum index' again");
}

} // namespace

Result<std::unique_ptr<Database>> open_to_write(const std::string& path, Log log) {
    auto opened = Database::open(path, Mode::write);
    if (!opened) return opened;
    Database& database = **opened;
    database.know_given_rows();
    const auto is_index = known(database);
    if (!is_index) return std::unexpected(is_index.error());
    if (*is_index)
        if (auto ours = has_our_schema(database, true); !ours)
            return std::unexpected(std::move(ours.error()));
    // Either way a killed run leaves the last whole step.
    database.run(log == Log::ahead ? "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 16000"
                                   : "PRAGMA journal_mode = TRUNCATE");
    database.run("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY");
    if (!*is_index) {
        database.run("BEGIN IMMEDIATE");
        database.run(tables);
        // What is on the disk is merged when sixteen pieces lie there, not with every step.
        database.run("INSERT INTO source_words(source_words, rank) VALUES('automerge', 0)");
        database.run(concat("PRAGMA application_id = ", application_id,
                            "; PRAGMA user_version = ", schema_version, "; COMMIT")
                         .c_str());
    }
    if (database.problem()) return std::unexpected(*database.problem());
    return opened;
}

void make_indexes(Database& database) { database.run(indexes); }

std::int64_t older_version(const std::string& path) {
    if (!is_database(path)) return 0;
    auto opened = Database::open(path, Mode::write); // one that was left in the middle of a step goes back
    if (!opened) return 0;
    const auto application = pragma(**opened, "application_id"), version = pragma(**opened, "user_version");
    return application && version && *application == application_id && *version < schema_version ? *version
                                                                                                 : 0;
}

std::string unfinished_name(const std::string& path) { return path + ".part"; }

void remove_database(const std::string& path) {
    for (const char* const ending : {"", "-wal", "-shm", "-journal"})
        static_cast<void>(remove_file(path + ending));
}

Result<void> name_finished(const std::string& path) {
    if (const std::error_code error = disk::rename(unfinished_name(path), path))
        return fail(codes::index_database, "the finished index cannot be renamed: " + error.message(),
                    {.file = unfinished_name(path)});
    return {};
}

bool is_database(const std::string& path) {
    constexpr std::string_view begin("SQLite format 3\0", 16);
    const auto file = open_file(path);
    if (!file || (*file)->size() < begin.size()) return false;
    std::array<std::byte, begin.size()> bytes;
    return (*file)->read(0, bytes).has_value() && as_text(bytes) == begin;
}

Result<std::unique_ptr<Database>> open_to_read(const std::string& path) {
    if (disk::kind_of(path) == FileKind::none)
        return fail(codes::io_read, "there is no such file", {.file = path});
    auto opened = Database::open(path, Mode::read);
    if (!opened) return opened;
    auto is_index = known(**opened);
    if (!is_index && (disk::is_taken(path + "-wal") || disk::is_taken(path + "-journal"))) {
        // A run that was killed has left its last step, which only somebody who may write can end.
        opened->reset();
        if (auto writer = Database::open(path, Mode::write)) static_cast<void>(known(**writer));
        opened = Database::open(path, Mode::read);
        if (!opened) return opened;
        is_index = known(**opened);
    }
    if (!is_index) return std::unexpected(is_index.error());
    if (!*is_index) return not_an_index(path);
    if (auto ours = has_our_schema(**opened, false); !ours) return std::unexpected(std::move(ours.error()));
    return opened;
}

std::string meta(Database& database, std::string_view key) {
    Statement statement = database.prepare("SELECT value FROM meta WHERE key = ?");
    statement.start(key);
    return statement.step() ? std::string(statement.text(0)) : std::string();
}

void set_meta(Database& database, std::string_view key, std::string_view value) {
    database.prepare("INSERT INTO meta VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value")
        .run(key, value);
}

std::vector<std::string> places_of(Database& database) {
    std::vector<std::string> places;
    if (const auto listed = parse_json(meta(database, "places")))
        for (const Json& place : listed->elements()) places.emplace_back(place.as_string());
    return places;
}

void set_places(Database& database, std::span<const std::string> places) {
    TextWriter text;
    JsonWriter json(text);
    json.begin_array();
    for (const std::string& place : places) json.value(place);
    json.end_array();
    set_meta(database, "places", text.view());
}

bool is_complete(Database& database) { return meta(database, "complete") == "1"; }

} // namespace vellum::index
