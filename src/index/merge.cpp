#include "index/merge.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/concat.hpp"
#include "base/disk.hpp"
#include "base/file.hpp"
#include "index/codes.hpp"
#include "index/names_here.hpp"
#include "index/schema.hpp"
#include "index/writer.hpp"
#include "vellum/files.hpp"

namespace vellum::index {

namespace {

/// Copies one index into another. Numbers of rows become those of the new one; names and scripts that it has
/// already are its own.
void add(Database& to, const std::string& path) {
    to.prepare("ATTACH ? AS more").run(path);
    const std::int64_t last_name = to.prepare("SELECT ifnull(max(id), 0) FROM name").number().value_or(0);
    const std::int64_t last_script = to.prepare("SELECT ifnull(max(id), 0) FROM script").number().value_or(0);
    to.run(
        "BEGIN IMMEDIATE;"
        "INSERT OR IGNORE INTO name(kind, text, plain) SELECT kind, text, plain FROM more.name ORDER BY id;"
        "CREATE TEMP TABLE names(old INTEGER PRIMARY KEY, id INTEGER);"
        "INSERT INTO temp.names SELECT old.id, new.id FROM more.name old JOIN main.name new USING(kind, "
        "text);"
        "INSERT OR IGNORE INTO value(kind, text) SELECT kind, text FROM more.value ORDER BY id;"
        "CREATE TEMP TABLE given(old INTEGER PRIMARY KEY, id INTEGER);"
        "INSERT INTO temp.given SELECT old.id, new.id FROM more.value old JOIN main.value new USING(kind, "
        "text);"
        "INSERT OR IGNORE INTO script(key, sha256, engine, variant, form, size, verdict, reason, "
        "instructions, "
        "functions, kept, errors, warnings, notes, names, names_made_up, source) "
        "SELECT key, sha256, engine, variant, form, size, verdict, reason, instructions, functions, kept, "
        "errors, "
        "warnings, notes, names, names_made_up, source FROM more.script ORDER BY id;");
    to.prepare("INSERT INTO name_words(rowid, text) SELECT id, text FROM main.name WHERE id > ?")
        .run(last_name);
    to.prepare(
          "INSERT INTO source_words(rowid, source) SELECT id, trigrams(source) FROM main.script WHERE id > ?")
        .run(last_script);
    to.run("CREATE TEMP TABLE scripts(old INTEGER PRIMARY KEY, id INTEGER, added INTEGER);"
           "INSERT INTO temp.scripts SELECT old.id, new.id, 0 FROM more.script old JOIN main.script new "
           "USING(key);");
    to.prepare("UPDATE temp.scripts SET added = id > ?").run(last_script);
    to.run(
        "INSERT INTO function SELECT s.id, f.n, f.name, kind, address, instructions, bytes, blocks, "
        "complexity, "
        "parameters, shape, with_calls, identical, reason, source_begin, source_end "
        "FROM more.function f JOIN temp.scripts s ON s.old = f.script WHERE s.added ORDER BY s.id, f.n;"
        "INSERT OR IGNORE INTO shape SELECT * FROM more.shape; INSERT OR IGNORE INTO band SELECT * FROM "
        "more.band;"
        "INSERT INTO use SELECT s.id, w.id, u.n, function, address, line, arguments FROM more.use u "
        "JOIN temp.scripts s ON s.old = u.script JOIN temp.names w ON w.old = u.name WHERE s.added "
        "ORDER BY s.id, w.id, u.n;"
        "INSERT INTO argument SELECT s.id, w.id, use, position, v.id FROM more.argument a "
        "JOIN temp.scripts s ON s.old = a.script JOIN temp.names w ON w.old = a.name "
        "JOIN temp.given v ON v.old = a.value WHERE s.added ORDER BY s.id, w.id, use;"
        "INSERT INTO player_text SELECT s.id, t.n, w.id, key, context, function, address, uses "
        "FROM more.player_text t JOIN temp.scripts s ON s.old = t.script JOIN temp.names w ON w.old = t.name "
        "WHERE s.added;"
        "INSERT INTO diagnostic SELECT s.id, n, severity, code, message, hint, at, line, col "
        "FROM more.diagnostic d JOIN temp.scripts s ON s.old = d.script WHERE s.added;"
        "INSERT INTO histogram SELECT s.id, w.id, count FROM more.histogram h "
        "JOIN temp.scripts s ON s.old = h.script JOIN temp.names w ON w.old = h.name WHERE s.added;"
        "INSERT OR IGNORE INTO file(name, container, root, engine, content, size, settings) "
        "SELECT name, container, root, engine, content, size, settings FROM more.file ORDER BY id;"
        "CREATE TEMP TABLE files(old INTEGER PRIMARY KEY, id INTEGER);"
        "INSERT INTO temp.files SELECT old.id, new.id FROM more.file old JOIN main.file new USING(name);"
        "INSERT OR IGNORE INTO place SELECT f.id, n, p.name, member, s.id, at FROM more.place p "
        "JOIN temp.files f ON f.old = p.file JOIN temp.scripts s ON s.old = p.script;"
        "INSERT OR IGNORE INTO member SELECT f.id, n, name, kind, at, size, cut_off FROM more.member m "
        "JOIN temp.files f ON f.old = m.file;"
        "INSERT OR IGNORE INTO read SELECT f.id, name, sha256 FROM more.read r "
        "JOIN temp.files f ON f.old = r.file;"
        "INSERT OR IGNORE INTO problem SELECT f.id, n, severity, code, message FROM more.problem p "
        "JOIN temp.files f ON f.old = p.file;"
        "CREATE TEMP TABLE looks AS SELECT ifnull(max(id), 0) AS last FROM main.look;"
        "INSERT INTO look SELECT id + last, what, name, size, written FROM more.look, temp.looks;"
        "INSERT OR IGNORE INTO seen SELECT f.id, look + last FROM more.seen s JOIN temp.looks "
        "JOIN temp.files f ON f.old = s.file;"
        "COMMIT; DROP TABLE temp.looks; DROP TABLE temp.names; DROP TABLE temp.given; DROP TABLE "
        "temp.scripts; DROP TABLE "
        "temp.files; DETACH more");
}

} // namespace

Result<Merged> merge(std::span<const std::string> from, const std::string& to) {
    if (disk::is_taken(to))
        return fail(codes::index_database, "the file exists already", {.file = to},
                    "a merged index is always a new file");
    for (const std::string& path : from) {
        auto one = open_to_read(path); // an index, and of this version
        if (!one) return std::unexpected(std::move(one.error()));
        if (!is_complete(**one))
            return fail(codes::index_database, "the index is not finished", {.file = path},
                        "run 'vellum index' again to finish it");
    }
    const std::string part = unfinished_name(to);
    if (disk::is_taken(part)) { // of a merge that was stopped
        if (auto old = open_to_write(part, Log::rollback); !old)
            return std::unexpected(std::move(old.error()));
        remove_database(part);
    }
    const auto run = [&]() -> Result<Merged> {
        auto opened = open_to_write(part, Log::rollback);
        if (!opened) return std::unexpected(std::move(opened.error()));
        Database& database = **opened;
        set_meta(database, "complete", "0");
        std::vector<std::string> places;
        const DiskFileSystem files;
        std::set<std::string> homes;
        for (const std::string& path : from) {
            auto one = open_to_read(path);
            if (!one) return std::unexpected(std::move(one.error()));
            if (database.problem()) break;
            {
                Statement names = (*one)->prepare("SELECT name, content FROM file");
                Statement same = database.prepare("SELECT content = ? FROM file WHERE name = ?");
                names.start();
                while (names.step())
                    if (same.number(names.text(1), names.text(0)).value_or(1) == 0)
                        return fail(codes::index_conflict,
                                    "another of the indexes has different content of " +
                                        std::string(names.text(0)),
                                    {.file = path}, "index the two places under different names");
            }
            for (std::string& place : places_of(**one))
                if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
            homes.insert(home_of(**one, path, files));
            if (const std::string encoding = meta(**one, "encoding"); !encoding.empty())
                set_meta(database, "encoding", encoding);
            set_meta(database, "vellum", meta(**one, "vellum"));
            add(database, path);
        }
        database.run("BEGIN IMMEDIATE"); // each step of its own would wait for the disk
        set_places(database, places);
        if (homes.size() == 1 && !homes.begin()->empty()) set_home(database, to, files, *homes.begin());
        make_indexes(database);
        write_natives(database);
        write_totals(database);
        set_meta(database, "complete", "1");
        database.run("COMMIT");
        const Merged merged{
            static_cast<std::size_t>(database.prepare("SELECT count(*) FROM file").number().value_or(0)),
            static_cast<std::size_t>(database.prepare("SELECT count(*) FROM script").number().value_or(0))};
        close_log(database);
        if (database.problem()) return std::unexpected(*database.problem());
        return merged;
    };
    auto merged = run();
    if (!merged) {
        remove_database(part);
    } else if (auto named = name_finished(to); !named) {
        return std::unexpected(std::move(named.error()));
    }
    return merged;
}

} // namespace vellum::index
