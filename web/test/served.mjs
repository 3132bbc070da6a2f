// The explorer as `vellum web` serves it: a game's folder opened in Chromium, changed, saved into the folder. VELLUM names the program.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const root = new URL("../..", import.meta.url).pathname;
const skip = process.env.VELLUM ? false : "VELLUM does not name the program";
const scratch = mkdtempSync(join(tmpdir(), "vellum-served."));
const lamp = readFileSync(join(root, "samples/pathologic/lamp.bin"));
let browser;
before(async () => { if (!skip) browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] }); });
after(async () => { await browser?.close(); rmSync(scratch, { recursive: true, force: true }); });

/** Starts the program and gives its address to a page that fails for anything unexpected. */
async function served(words, use) {
  const opened = join(scratch, "opened");
  rmSync(opened, { force: true });
  mkdirSync(join(scratch, "bin"), { recursive: true });
  writeFileSync(join(scratch, "bin/xdg-open"), `#!/bin/sh\necho "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`, { mode: 0o755 });
  const program = spawn(process.env.VELLUM, ["web", "--page", join(root, "build/web"), ...words],
    { env: { ...process.env, PATH: `${join(scratch, "bin")}:${process.env.PATH}`, DISPLAY: ":7" }, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  program.stdout.on("data", (data) => { said += data; });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  try {
    for (let i = 0; i < 1200 && !existsSync(opened); ++i) await new Promise((resolve) => setTimeout(resolve, 50));
    const once = readFileSync(opened, "utf8").trim();
    const lasting = /http:\S+/.exec(said)[0];
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const wrong = [];
    page.on("pageerror", (problem) => wrong.push(problem.stack ?? problem.message));
    page.on("console", (message) => { if (message.type() === "error" && !/offline\.js|404/.test(message.text())) wrong.push(message.text()); });
    await use(page, { once, lasting, context });
    assert.deepEqual(wrong.filter((text) => !/status of 401/.test(text)), []);
  } finally {
    await context.close();
    program.kill();
  }
}
const row = (page, name) => page.click(`.tree .row:has-text("${name}")`);
/** A statement after the line with that text. */
async function add(page, line, statement) {
  await page.click(`.cm-line:has-text(${JSON.stringify(line)}) >> nth=0`);
  await page.keyboard.press("End");
  await page.keyboard.type(`\n${statement}`);
}
/** Changes lamp.bin, which is open, and saves it where it came from. */
async function save_gloom(page) {
  await add(page, "plays with the lamp", '@Trace("gloom");');
  await page.waitForSelector(".badge:has-text('changed'):visible");
  await page.click(".menu > button");
  await page.click('[role=menuitem]:has-text("Save into the game")');
  await page.waitForSelector(".toast:has-text('lamp.bin.before')");
}

test("a game's folder is opened, a script changed and saved into it", { skip }, async () => {
  const game = join(scratch, "game");
  mkdirSync(join(game, "data"), { recursive: true });
  writeFileSync(join(game, "data/lamp.bin"), lamp);
  cpSync(join(root, "samples/pathologic/quest_ferry.bin"), join(game, "quest_ferry.bin"));
  await served(["--write", game], async (page, { once, lasting, context }) => {
    await page.goto(once);
    await page.waitForSelector(".tree .row");
    assert.doesNotMatch(page.url(), /once|serve/);
    await row(page, "data");
    await row(page, "lamp.bin");
    await page.waitForSelector(".cm-content");
    await save_gloom(page);
    assert.deepEqual(readFileSync(join(game, "data/lamp.bin.before")), lamp);
    assert.ok(readFileSync(join(game, "data/lamp.bin")).includes(Buffer.from("gloom", "utf16le")));
    // A reload goes on; what was saved is what is there.
    await page.reload();
    await page.waitForSelector(".cm-line:has-text('gloom')");
    // The address that the browser was started with is used up; the one that was printed is not.
    const stranger = await context.newPage();
    await stranger.goto(once);
    await stranger.waitForSelector(".say.bad:has-text('used already')");
    const friend = await context.newPage();
    await friend.goto(lasting);
    await friend.waitForSelector(".tree .row");
  });
});

test("without --write nothing offers to write", { skip }, async () => {
  const file = join(scratch, "only.bin");
  writeFileSync(file, lamp);
  await served([file], async (page, { once }) => {
    await page.goto(once);
    await page.waitForSelector(".cm-content");
    await add(page, "plays with the lamp", '@Trace("gloom");');
    await page.waitForSelector(".badge:has-text('changed'):visible");
    await page.click(".menu > button");
    await page.waitForSelector('[role=menuitem]:has-text("Save the script")');
    assert.equal(await page.locator('[role=menuitem]:has-text("Save into the game")').count(), 0);
  });
  assert.deepEqual(readFileSync(file), lamp);
});

test("an index beside the project file is what the search goes by, until a file is changed", { skip }, async (t) => {
  const game = join(scratch, "known");
  mkdirSync(game);
  writeFileSync(join(game, "lamp.bin"), lamp);
  cpSync(join(root, "samples/pathologic/quest_ferry.bin"), join(game, "ferry.bin"));
  cpSync(join(root, "samples/ags/s10_switch.o"), join(game, "switch.o"));
  writeFileSync(join(game, "vellum.json"), "{}");
  const vellum = (...words) => spawnSync(process.env.VELLUM, words, { encoding: "utf8" });
  vellum("pack", join(game, "more.vfs"), "--new", "vfs", "--add", `inner.bin=${join(root, "samples/pathologic/quest_ferry.bin")}`);
  if (vellum("index", "-q", game, "-o", join(game, "vellum.vdb")).status !== 0) return t.skip("the program has no indexes");
  await served(["--write", game], async (page, { once }) => {
    const told = [], read = [];
    page.on("response", async (response) => { if (response.url().endsWith("/api/code")) told.push(...(await response.json().catch(() => []))); });
    page.on("request", (request) => { if (/api\/file/.test(request.url())) read.push(decodeURIComponent(request.url())); });
    await page.goto(once);
    await page.waitForSelector(".tree .row");
    const find = async (text) => {
      await page.keyboard.press("Control+K");
      await page.keyboard.type(text);
      await page.waitForSelector(`.palette :text("${text}")`);
      const found = await page.locator(".palette").innerText();
      await page.keyboard.press("Escape");
      return found;
    };
    const files = async (count) => {
      const all = () => [...new Set(told.map(({ file }) => file))].sort();
      for (let i = 0; i < 400 && all().length < count; ++i) await page.waitForTimeout(50);
      return all();
    };
    assert.deepEqual(await files(4), ["known/ferry.bin", "known/lamp.bin", "known/more.vfs!inner.bin", "known/switch.o"]);
    assert.match(await find("plays with the lamp"), /lamp/);
    assert.deepEqual(read.filter((url) => /(lamp|ferry)\.bin|switch/.test(url)), []);
    await row(page, "lamp.bin");
    await page.waitForSelector(".cm-content");
    await save_gloom(page);
    told.length = 0;
    await page.reload();
    await page.waitForSelector(".tree .row");
    await find("gloom");
    assert.deepEqual(await files(3), ["known/ferry.bin", "known/more.vfs!inner.bin", "known/switch.o"]);
  });
});
