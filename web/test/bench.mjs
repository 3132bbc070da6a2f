// What the explorer costs, against its budgets: size, first view, a packed game, search and memory with 12,000 scripts, decompiling
// and running, and three tasks as a person does them. Measured in Debian's Chromium on the built page; needs build/web, and for comparison a native vellum.
// usage: node test/bench.mjs [--scripts N] [--only size,view,game,tasks,many,module] [VELLUM]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright-core";
import { load } from "../../bindings/npm/index.js";
import { vfs } from "./made.mjs";
import { serve } from "./serve.mjs";
import { tasks } from "./tasks.mjs";

const root = new URL("../..", import.meta.url).pathname;
const built = join(root, "build/web");
const [, , ...words] = process.argv;
const option = (name, otherwise) => { const at = words.indexOf(name); return at < 0 ? otherwise : words.splice(at, 2)[1]; };
const count = Number(option("--scripts", 12_000));
const only = option("--only", "size,view,game,tasks,many,module").split(",");
const native = words[0];
const scratch = mkdtempSync(join(tmpdir(), "vellum-web-bench."));
const rows = [];
let missed = 0;
function tell(name, value, unit, limit, more = false) {
  const good = limit === undefined || (more ? value >= limit : value <= limit);
  if (!good) ++missed;
  rows.push([name, `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`, limit === undefined ? "" : `${more ? ">" : "<"} ${limit} ${unit}`, good ? "" : "missed"]);
  console.log(rows.at(-1).join("\t"));
}
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];

// --- Scripts: real ones where there is a corpus, else the samples; each is another one by a text in its code ---

function scripts() {
  const corpus = process.env.VELLUM_CORPUS && join(process.env.VELLUM_CORPUS, "pathologic/HD");
  const folder = corpus ?? join(root, "samples/pathologic");
  return readdirSync(folder).filter((name) => name.endsWith(".bin")).map((name) => readFileSync(join(folder, name)));
}
const originals = scripts();
function archive(size_or_count, by_size) {
  const members = {};
  for (let i = 0, size = 0; by_size ? size < size_or_count : i < size_or_count; ++i) {
    const bytes = originals[i % originals.length];
    members[`script_${i}.bin`] = bytes;
    size += bytes.length;
  }
  return vfs(members);
}

// --- The page ---

const server = await serve(built);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"] });
async function visit(use, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block", locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  try {
    const begin = performance.now();
    await page.goto(server.url + hash);
    return await use(page, begin);
  } finally { await context.close(); }
}
async function give(page, name, bytes) {
  const folder = mkdtempSync(join(scratch, "game"));
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data", name), bytes);
  await page.evaluate(() => { window.showDirectoryPicker = undefined; });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("button.main")]);
  const begin = performance.now();
  await chooser.setFiles(folder);
  return begin;
}
const read = (page) => page.waitForFunction(() => document.querySelector("progress").hidden && /script/.test(document.querySelector(".status").textContent), null, { polling: 50 });
/** Of the processes of the page, without what they share with others. */
function memory(pids) {
  let kilobytes = 0;
  for (const pid of pids) kilobytes += Number(/Private_Dirty:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]);
  return kilobytes / 1000;
}

// --- The module by itself ---

async function module_alone() {
  const vellum = await load();
  const files = Object.fromEntries(originals.slice(0, 100).map((bytes, i) => [`s${i}.bin`, bytes]));
  const bytes = Object.values(files).reduce((sum, each) => sum + each.length, 0);
  const decompile = () => { const workspace = new vellum.Workspace(files); const begin = performance.now(); workspace.ask("decompile", { nodes: Object.keys(files) }); const took = performance.now() - begin; workspace.free(); return took; };
  decompile();
  const module_speed = bytes / 1e3 / median([decompile(), decompile(), decompile()]);
  tell("decompiling in the module", module_speed, "MB/s");
  if (native) {
    const folder = join(scratch, "native");
    mkdirSync(folder);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const run = (what) => { const begin = performance.now(); execFileSync(native, ["decompile", "-j", "1", ...what], { stdio: "ignore" }); return performance.now() - begin; };
    const empty = join(scratch, "one.bin");
    writeFileSync(empty, originals[0]);
    run([folder, "-o", join(scratch, "out0")]);
    const took = median([1, 2, 3].map((i) => run([folder, "-o", join(scratch, `out${i}`)]))) - run([empty]);
    const speed = bytes / 1e3 / took;
    tell("decompiling, native, one thread, with writing", speed, "MB/s");
    tell("the module's part of it", module_speed / speed, "", 0.33, true);
  }
}

try {
  console.log(`${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, ${originals.length} different scripts`);
  if (only.includes("size")) {
    let size = 0;
    for (const name of readdirSync(built, { recursive: true }))
      if (/\.(html|js|css|svg|wasm)$/.test(name) && !name.startsWith("samples"))
        size += brotliCompressSync(readFileSync(join(built, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
    tell("page and module, compressed", size / 1e6, "MB", 2);
  }

  const first = [], sample = [];
  for (let i = 0; i < 3 && only.includes("view"); ++i) await visit(async (page, begin) => {
    await page.waitForSelector(".cards");
    first.push((performance.now() - begin) / 1000);
    await page.waitForTimeout(500);
    const click = performance.now();
    await page.click(".card >> nth=0");
    await page.waitForSelector(".t-method");
    sample.push((performance.now() - click) / 1000);
  });
  if (first.length > 0) tell("first view", median(first), "s", 1);
  if (sample.length > 0) tell("a sample, from the click to coloured source", median(sample), "s", 2);

  if (only.includes("game")) await visit(async (page) => {
    await page.waitForSelector(".cards");
    const begin = await give(page, "Scripts.vfs", archive(5e6, true));
    await page.click(".tree .row:has-text('script_0.bin')");
    await page.waitForSelector(".t-method");
    tell("a packed game of 5 MB, from choosing it to the source of a script", (performance.now() - begin) / 1000, "s", 2);
    await read(page);
    tell("the same, until all of it is searchable", (performance.now() - begin) / 1000, "s");
  });

  if (only.includes("tasks")) await visit(async (page) => {
    await page.waitForSelector(".cards");
    const members = Object.fromEntries(originals.slice(0, 100).map((bytes, i) => [`script_${i}.bin`, bytes]));
    const ferry = readFileSync(join(root, "samples/pathologic/quest_ferry.bin"));
    await give(page, "Scripts.vfs", vfs({ ...members, "quest_ferry.bin": ferry }));
    await read(page);
    const { done, saved } = await tasks(page);
    for (const { name, hands } of done) tell(`${name}: ${hands.clicks} clicks, ${hands.keys} keys, ${hands.waited.toFixed(1)} s of waiting, a person's time`, hands.seconds(), "s");
    tell("the three together", done.reduce((sum, { hands }) => sum + hands.seconds(), 0), "s", 120);
    if (!readFileSync(saved).includes(Buffer.from("hello", "utf16le"))) throw new Error("the archive has no such text");
  });

  const cdp = await browser.newBrowserCDPSession();
  if (only.includes("many")) await visit(async (page) => {
    await page.waitForSelector(".cards");
    const begin = await give(page, "Scripts.vfs", archive(count, false));
    await read(page);
    tell(`${count} scripts, until all are searchable`, (performance.now() - begin) / 1000, "s");
    const pids = (await cdp.send("SystemInfo.getProcessInfo")).processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    tell("memory of the page with them", Math.max(...pids.map((pid) => memory([pid]))), "MB", 400);
    await page.keyboard.press("Control+k");
    const times = [];
    for (const letter of "self.trigger player 1204") {
      await page.keyboard.type(letter);
      await page.waitForTimeout(300);
      const text = await page.textContent(".foot span:last-child");
      const match = /([\d.,]+) ms/.exec(text);
      if (match) times.push(Number(match[1].replace(",", "")));
    }
    tell("a key in the search of them, the slowest", Math.max(...times), "ms", 100);
  });

  if (only.includes("module")) await module_alone();
} finally {
  await browser.close();
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
if (missed > 0) console.log(`${missed} of the budgets are missed.`);
