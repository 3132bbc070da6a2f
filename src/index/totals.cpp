// Tables that sum up others, made when an index is finished: questions about all of a collection are answered
// from them at once.
#include "index/writer.hpp"

namespace vellum::index {

void write_totals(Database& database) {
    database.run(R"sql(
DELETE FROM name_total; DELETE FROM word_total; DELETE FROM duplicate; DELETE FROM unused_function; DELETE FROM total;
INSERT INTO name_total SELECT name, count(*), count(DISTINCT script) FROM use GROUP BY name;
INSERT INTO word_total SELECT w.what, w.word, w.direction, count(*), count(DISTINCT w.script),
  min((SELECT min(p.name) FROM place p WHERE p.script = w.script)), min(w.through)
  FROM word w GROUP BY w.what, w.word, w.direction;
INSERT INTO duplicate SELECT shape, count(*), count(DISTINCT script), min(instructions), min(name) FROM function
  GROUP BY shape HAVING count(*) > 1;
INSERT INTO unused_function SELECT f.script, f.n FROM function f WHERE f.kind = 'function' AND NOT EXISTS (
  SELECT 1 FROM name w JOIN use u ON u.name = w.id WHERE w.kind IN ('function', 'possible function') AND w.text = f.name
    AND u.script = f.script);
INSERT INTO total SELECT engine, 1, 'scripts', count(*) FROM script GROUP BY engine;
INSERT INTO total SELECT s.engine, 2, 'places of scripts', count(*) FROM place p JOIN script s ON s.id = p.script GROUP BY 1;
INSERT INTO total SELECT engine, 3, 'functions', sum(functions) FROM script GROUP BY engine;
INSERT INTO total SELECT engine, 4, 'instructions', sum(instructions) FROM script GROUP BY engine;
INSERT INTO total SELECT engine, 5, 'decompiled identically', count(*) FROM script WHERE verdict = 'identical' GROUP BY engine;
INSERT INTO total SELECT engine, 6, 'functions left as assembly', sum(kept) FROM script GROUP BY engine;
INSERT INTO total SELECT engine, 7, 'errors', sum(errors) FROM script GROUP BY engine;
INSERT INTO total SELECT engine, 8, 'warnings', sum(warnings) FROM script GROUP BY engine;
INSERT INTO total SELECT s.engine, 9, 'texts for players', count(*) FROM player_text t JOIN script s ON s.id = t.script
  GROUP BY 1;
)sql");
}

} // namespace vellum::index
