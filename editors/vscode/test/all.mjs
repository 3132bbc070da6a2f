// Runs every test of the extension: `node test/all.mjs [--bless]`. VELLUM names the program; the server's tests are
// skipped without it.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .map((name) => join(folder, name));
const environment = { ...process.env, VELLUM_BLESS: process.argv.includes("--bless") ? "1" : "" };
const result = spawnSync(process.execPath, ["--test", "--test-timeout=60000", ...files], { stdio: "inherit", env: environment });
process.exit(result.status ?? 1);
