// Tables that sum up others, made when an index is finished: questions about all of a collection are answered
// from them at once.
#include "index/writer.hpp"

namespace vellum::index {

void write_totals(Database& database) {
    database.run(R"sql(
DELETE FROM name_in; DELETE FROM name_total; DELETE FROM argument_total; DELETE FROM instruction_total;
DELETE FROM word_total; DELETE FROM duplicate; DELETE FROM unused_function; DELETE FROM total;
INSERT INTO name_in SELECT name, script, uses FROM (SELECT script, name, count(*) AS uses FROM use GROUP BY script, name)
  ORDER BY name, script;
INSERT INTO name_total SELECT name, sum(uses), count(*) FROM name_in GROUP BY name;
INSERT INTO argument_total SELECT name, value, count(*) FROM argument GROUP BY name, value;
INSERT INTO instruction_total SELECT s.engine, s.variant, h.name, sum(h.count), count(*) FROM script s
  JOIN histogram h ON h.script = s.id GROUP BY 1, 2, 3;
UPDATE native SET uses = (SELECT ifnull(sum(i.uses), 0) FROM name w JOIN name_in i ON i.name = w.id JOIN script s ON s.id = i.script
  WHERE w.plain = native.name AND w.kind IN ('native', 'method', 'import') AND s.engine = native.engine);
CREATE TEMP TABLE first_place(script INTEGER PRIMARY KEY, name TEXT);
INSERT INTO temp.first_place SELECT script, min(name) FROM place GROUP BY script;
INSERT INTO word_total SELECT w.what, w.word, w.direction, count(*), count(DISTINCT w.script), min(p.name), min(w.through)
  FROM word w JOIN temp.first_place p ON p.script = w.script GROUP BY w.what, w.word, w.direction;
DROP TABLE temp.first_place;
INSERT INTO duplicate SELECT d.shape, d.functions, d.scripts, s.instructions, n.name
  FROM (SELECT shape, count(*) AS functions, count(DISTINCT script) AS scripts FROM function GROUP BY shape HAVING count(*) > 1) d
    JOIN shape s ON s.hash = d.shape
    JOIN (SELECT shape, min(name) AS name FROM function INDEXED BY function_by_name GROUP BY shape) n ON n.shape = d.shape;
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
