#include "index/dump.hpp"

#include <string>

#include "base/json_writer.hpp"

namespace vellum::index {

namespace {

struct Dumped {
    std::string_view table;
    const char* sql;
};

/// A script is called by its key, a name by its kind and text, a file by its name.
constexpr Dumped tables[] = {
    {"file", "SELECT name, container, root, engine, content, size FROM file ORDER BY name"},
    {"place", "SELECT f.name, p.n, p.name, member, s.key, at FROM place p JOIN file f ON f.id = p.file JOIN "
              "script s ON "
              "s.id = p.script ORDER BY f.name, p.n"},
    {"member",
     "SELECT f.name, m.n, m.name, kind, at, m.size, cut_off FROM member m JOIN file f ON f.id = m.file "
     "ORDER BY f.name, m.n"},
    {"read",
     "SELECT f.name, r.name, sha256 FROM read r JOIN file f ON f.id = r.file ORDER BY f.name, r.name"},
    {"problem",
     "SELECT f.name, n, severity, code, message FROM problem p JOIN file f ON f.id = p.file ORDER BY f.name, "
     "n"},
    {"script",
     "SELECT key, sha256, engine, variant, form, size, verdict, reason, instructions, functions, kept, "
     "errors, warnings, notes, names, names_made_up, source FROM script ORDER BY key"},
    {"function",
     "SELECT s.key, n, name, kind, address, f.instructions, bytes, blocks, complexity, parameters, shape, "
     "with_calls, identical, f.reason, source_begin, source_end FROM function f JOIN script s ON "
     "s.id = f.script ORDER BY s.key, n"},
    {"shape", "SELECT hash, instructions, hex(minhash) FROM shape ORDER BY hash"},
    {"band", "SELECT hash, shape FROM band ORDER BY hash, shape"},
    {"name", "SELECT kind, text, plain FROM name ORDER BY kind, text"},
    {"use",
     "SELECT s.key, u.n, w.kind, w.text, function, address, line, arguments FROM use u JOIN script s ON "
     "s.id = u.script JOIN name w ON w.id = u.name ORDER BY s.key, u.n"},
    {"argument",
     "SELECT s.key, use, position, v.kind, v.text FROM argument a JOIN script s ON s.id = a.script "
     "JOIN value v ON v.id = a.value ORDER BY s.key, use, position"},
    {"value", "SELECT kind, text FROM value ORDER BY kind, text"},
    {"player_text",
     "SELECT s.key, n, w.text, t.key, context, function, address, uses FROM player_text t JOIN script s "
     "ON s.id = t.script JOIN name w ON w.id = t.name ORDER BY s.key, n"},
    {"diagnostic",
     "SELECT s.key, n, severity, code, message, hint, at, line, col FROM diagnostic d JOIN script s ON "
     "s.id = d.script ORDER BY s.key, n"},
    {"histogram",
     "SELECT s.key, w.text, count FROM histogram h JOIN script s ON s.id = h.script JOIN name w ON "
     "w.id = h.name ORDER BY s.key, w.text"},
    {"native", "SELECT * FROM native ORDER BY engine, name, declaration"},
    {"native_word", "SELECT * FROM native_word ORDER BY engine, name, position"},
    {"meta", "SELECT key, value FROM meta WHERE key NOT IN ('places', 'folder') ORDER BY key"},
};

} // namespace

Result<void> dump(Database& database, const std::function<void(std::string_view line)>& write) {
    for (const Dumped& one : tables) {
        Statement rows = database.prepare(one.sql);
        rows.start();
        while (rows.step()) {
            TextWriter line;
            JsonWriter json(line);
            json.begin_array();
            json.value(one.table);
            for (int i = 0; i < rows.columns(); ++i) {
                if (rows.is_null(i))
                    json.null();
                else if (rows.is_number(i))
                    json.value(rows.integer(i));
                else
                    json.value(rows.text(i));
            }
            json.end_array();
            line.newline();
            write(line.view());
        }
    }
    return database.result();
}

} // namespace vellum::index
