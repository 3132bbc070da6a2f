// Compares Parquet files with the index that they were made of, and their types with those of docs/index-schema.md.
// usage: node parquet_check.cjs INDEX FOLDER PAGE      from a folder with @duckdb/node-api
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { readFileSync, readdirSync } = require("node:fs");
const duckdb = require(require.resolve("@duckdb/node-api", { paths: [process.cwd()] }));

const [index, folder, page] = process.argv.slice(2);
const ask = (sql) => JSON.parse(execFileSync(process.env.VELLUM, ["query", index, "--sql", sql, "--format", "json", "--rows", "0", "-q"],
  { encoding: "utf8", maxBuffer: 1 << 28 }));

/** The same question to both: a statement for the index, one for a table of the folder. */
const SAME = [
  ["places", "SELECT count(*) AS a, sum(p.at) AS b FROM place p", 'SELECT count(*) AS a, sum("offset") AS b'],
  ["places", "SELECT p.name AS a FROM place p WHERE p.name LIKE '%=1+1%'", "SELECT place AS a", "WHERE place LIKE '%=1+1%'"],
  ["scripts", "SELECT count(*) AS a, sum(size) AS b, sum(length(source)) AS c FROM script", "SELECT count(*) AS a, sum(size) AS b, sum(length(source)) AS c"],
  ["functions", "SELECT count(*) AS a, sum(instructions) AS b, sum(identical) AS c, CAST(min(shape) AS TEXT) AS d FROM function",
    "SELECT count(*) AS a, sum(instructions) AS b, count(*) FILTER (identical) AS c, min(shape) AS d"],
  ["uses", "SELECT count(*) AS a, count(function) AS b, count(arguments) AS c, sum(address) AS d FROM use",
    "SELECT count(*) AS a, count(function) AS b, count(arguments) AS c, sum(address) AS d"],
  ["texts", "SELECT count(*) AS a, sum(length(w.text)) AS b FROM player_text t JOIN name w ON w.id = t.name", "SELECT count(*) AS a, sum(length(text)) AS b"],
  ["diagnostics", "SELECT count(*) AS a FROM diagnostic", "SELECT count(*) AS a"],
  ["instructions", "SELECT count(*) AS a, sum(count) AS b FROM histogram", "SELECT count(*) AS a, sum(count) AS b"],
];

async function main() {
  const connection = await (await duckdb.DuckDBInstance.create(":memory:")).connect();
  const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const files = (table) => `read_parquet('${folder}/${table}/*/*.parquet', hive_partitioning = true)`;
  for (const [table, there, here, where = ""] of SAME) {
    const text = (list) => list.map((row) => Object.values(row).map(String));
    assert.deepEqual(text(await rows(`${here} FROM ${files(table)} ${where}`)), text(ask(there)), `${table}: ${here}`);
  }
  const described = readFileSync(page, "utf8").split("\n## Columns\n")[1];
  for (const table of readdirSync(folder)) {
    const line = described.split("\n").find((each) => each.startsWith(`| \`${table}\``));
    assert.ok(line, `the page has no table ${table}`);
    const types = (await rows(`DESCRIBE SELECT * FROM ${files(table)}`)).map((row) => `\`${row.column_name}\` ${row.column_type}`);
    const wanted = line.split("|")[2].split(",").map((each) => each.trim());
    assert.deepEqual(types.sort(), wanted.sort(), table);
    const engines = readdirSync(`${folder}/${table}`).map((each) => each.replace("engine=", ""));
    for (const { engine } of await rows(`SELECT DISTINCT engine FROM ${files(table)}`)) assert.ok(engines.includes(engine));
  }
  // One engine is read without the others.
  assert.ok((await rows(`SELECT count(*) AS n FROM '${folder}/scripts/engine=ff7/*.parquet'`))[0].n > 0);
  console.log("the same numbers and types");
}

main();
