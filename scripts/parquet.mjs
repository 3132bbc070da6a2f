#!/usr/bin/env node
// Writes an index as Parquet files for DuckDB, pandas, Spark and the like: a folder for each table, in it one for each
// engine. docs/index-schema.md, "Columns", lists what is in them.
//
// DuckDB's package for Node writes them: Arrow's C++ library is not in Debian 12, and a writer of our own would have to be
// as good as one that all readers are tested with. The package is looked for from the current folder:
//
//   npm install @duckdb/node-api
//   node scripts/parquet.mjs games.vdb columns        VELLUM=path/to/vellum if it is not on the PATH
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, closeSync, rmSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Each table: its columns with their types, and where in an index they come from. Types and names stay what they are. */
const TABLES = {
  places: {
    columns: { engine: "VARCHAR", place: "VARCHAR", file: "VARCHAR", container: "VARCHAR", member: "VARCHAR", script: "VARCHAR", offset: "BIGINT" },
    sql: `SELECT s.engine, p.name AS place, f.name AS file, f.container, p.member, s.key AS script, p.at AS offset FROM place p
      JOIN file f ON f.id = p.file JOIN script s ON s.id = p.script ORDER BY p.name, p.n`,
  },
  scripts: {
    columns: { engine: "VARCHAR", script: "VARCHAR", sha256: "VARCHAR", variant: "VARCHAR", form: "VARCHAR", size: "BIGINT", verdict: "VARCHAR",
      reason: "VARCHAR", instructions: "INTEGER", functions: "INTEGER", kept: "INTEGER", errors: "INTEGER", warnings: "INTEGER",
      names: "INTEGER", names_made_up: "INTEGER", source: "VARCHAR" },
    sql: `SELECT engine, key AS script, sha256, variant, form, size, verdict, reason, instructions, functions, kept, errors, warnings,
      names, names_made_up, source FROM script ORDER BY key`,
  },
  functions: {
    columns: { engine: "VARCHAR", script: "VARCHAR", n: "INTEGER", name: "VARCHAR", kind: "VARCHAR", address: "BIGINT", instructions: "INTEGER",
      bytes: "INTEGER", blocks: "INTEGER", complexity: "INTEGER", parameters: "INTEGER", shape: "BIGINT", identical: "BOOLEAN" },
    sql: `SELECT s.engine, s.key AS script, f.n, f.name, f.kind, f.address, f.instructions, f.bytes, f.blocks, f.complexity,
      nullif(f.parameters, -1) AS parameters, f.shape, f.identical FROM function f JOIN script s ON s.id = f.script ORDER BY s.key, f.n`,
  },
  uses: {
    columns: { engine: "VARCHAR", script: "VARCHAR", n: "INTEGER", kind: "VARCHAR", name: "VARCHAR", function: "INTEGER", address: "BIGINT",
      line: "INTEGER", arguments: "VARCHAR" },
    sql: `SELECT s.engine, s.key AS script, u.n, w.kind, w.text AS name, u.function, u.address, nullif(u.line, 0) AS line, u.arguments
      FROM use u JOIN script s ON s.id = u.script JOIN name w ON w.id = u.name ORDER BY s.key, u.n`,
  },
  texts: {
    columns: { engine: "VARCHAR", script: "VARCHAR", n: "INTEGER", text: "VARCHAR", key: "VARCHAR", context: "VARCHAR", function: "VARCHAR", uses: "INTEGER" },
    sql: `SELECT s.engine, s.key AS script, t.n, w.text, t.key, t.context, t.function, t.uses FROM player_text t
      JOIN script s ON s.id = t.script JOIN name w ON w.id = t.name ORDER BY s.key, t.n`,
  },
  diagnostics: {
    columns: { engine: "VARCHAR", script: "VARCHAR", n: "INTEGER", severity: "VARCHAR", code: "VARCHAR", message: "VARCHAR", line: "INTEGER" },
    sql: `SELECT s.engine, s.key AS script, d.n, d.severity, d.code, d.message, nullif(d.line, 0) AS line FROM diagnostic d
      JOIN script s ON s.id = d.script ORDER BY s.key, d.n`,
  },
  instructions: {
    columns: { engine: "VARCHAR", script: "VARCHAR", instruction: "VARCHAR", count: "BIGINT" },
    sql: `SELECT s.engine, s.key AS script, w.text AS instruction, h.count FROM histogram h JOIN script s ON s.id = h.script
      JOIN name w ON w.id = h.name ORDER BY s.key, w.text`,
  },
};

/** A text in SQL. */
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** The rows of a statement as lines of JSON in a file. */
function ask(index, sql, path) {
  const out = openSync(path, "w");
  const program = process.env.VELLUM ?? "vellum";
  const done = spawnSync(program, ["query", index, "--sql", sql, "--format", "jsonl", "--rows", "0", "--steps", "0", "-q"],
    { stdio: ["ignore", out, "inherit"] });
  closeSync(out);
  if (done.error) throw new Error(`cannot run '${program}': ${done.error.message}`);
  if (done.status !== 0) throw new Error(`'${program} query' ended with ${done.status}`);
}

async function main([index, folder, ...more]) {
  if (!index || !folder || more.length !== 0) throw new Error("usage: node parquet.mjs INDEX FOLDER");
  if (existsSync(folder)) throw new Error(`${folder}: exists already; name a new folder`);
  let duckdb;
  try {
    duckdb = createRequire(join(process.cwd(), "_"))("@duckdb/node-api");
  } catch {
    throw new Error("DuckDB is missing: 'npm install @duckdb/node-api' in this folder");
  }
  const connection = await (await duckdb.DuckDBInstance.create(":memory:")).connect();
  const scratch = mkdtempSync(join(tmpdir(), "vellum-")), made = `${folder}.new`;
  try {
    rmSync(made, { recursive: true, force: true }); // of a run that was stopped
    mkdirSync(made, { recursive: true });
    for (const [name, { columns, sql }] of Object.entries(TABLES)) {
      const rows = join(scratch, "rows.jsonl");
      ask(index, sql, rows);
      const types = Object.entries(columns).map(([column, type]) => `${quoted(column)}: ${quoted(type)}`).join(", ");
      // One buffer holds a row: a script's source may be long.
      await connection.run(`COPY (SELECT * FROM read_json(${quoted(rows)}, columns = {${types}}, format = 'newline_delimited',
        maximum_object_size = 268435456)) TO ${quoted(join(made, name))} (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (engine))`);
    }
    renameSync(made, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`parquet: ${error.message}`);
  process.exitCode = 1;
});
