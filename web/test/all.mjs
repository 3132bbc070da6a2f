// The explorer as a user has it: the built page in Debian's Chromium, on samples of each engine, made archives and hostile files.
// PICTURES=FOLDER keeps a picture of each view, light and dark, for a phone and a desk.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { unzipSync, zipSync } from "fflate";
import { chromium } from "playwright-core";
import { room, vfs } from "./made.mjs";
import { serve } from "./serve.mjs";

const root = new URL("../..", import.meta.url).pathname;
const sets = JSON.parse(readFileSync(new URL("../samples.json", import.meta.url), "utf8")).sets;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const sample = (name) => readFileSync(join(root, "samples", name));
const scratch = mkdtempSync(join(tmpdir(), "vellum-web."));
const pictures = process.env.PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

let server, browser;
before(async () => {
  server = await serve(join(root, "build/web"));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** A page that fails its test for anything unexpected: an error, a message of the browser, a request to elsewhere, a dialog. */
async function visit(use, { hash = "", width = 1440, height = 900, locale = "en-US", dark = false, ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale, colorScheme: dark ? "dark" : "light", serviceWorkers: "block", ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const wrong = [];
  page.on("pageerror", (problem) => wrong.push(problem.stack ?? problem.message));
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/blocked by Playwright/.test(message.text())) wrong.push(message.text()); });
  page.on("dialog", (dialog) => { wrong.push(`dialog: ${dialog.message()}`); void dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url())) wrong.push(`request: ${request.url()}`); });
  try {
    await page.goto(server.url + hash);
    await use(page, context);
    assert.deepEqual(wrong, []);
  } finally { await context.close(); }
}
const open = (engine) => `#samples/${sets.find((set) => set.engine === engine).open}`;
const tab = (page, name) => page.click(`.pane:first-child [role=tab]:has-text("${name}")`);
const editor = (page) => page.waitForSelector(".cm-content");
async function accessible(page, what, rules) {
  await page.evaluate(`${axe}; 0`).catch(() => {});
  const { violations } = await page.evaluate((rules) => globalThis.axe.run(document, { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) }), rules);
  assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`), []);
}
/** Files as a user drops them: through the form for folders, which every browser has. */
async function give(page, files) {
  const folder = mkdtempSync(join(scratch, "game"));
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, bytes);
  }
  await page.evaluate(() => { window.showDirectoryPicker = undefined; });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("button.main")]);
  await chooser.setFiles(folder);
  await page.waitForSelector(".tree .row");
  await page.waitForFunction(() => document.querySelector("progress").hidden && /script/.test(document.querySelector(".status").textContent));
}
const row = (page, name) => page.click(`.tree .row:has-text("${name}")`);
async function download(page, item) {
  await page.click(".menu > button");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`[role=menuitem]:has-text("${item}")`)]);
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}
/** Puts the caret after a text in the source. */
async function after_text(page, text) {
  await page.click(`.cm-line:has-text(${JSON.stringify(text)}) >> nth=0`);
  await page.keyboard.press("End");
}

test("the first view says what it is, in English and German, and asks nobody else", async () => {
  await visit(async (page) => {
    await page.waitForSelector(".cards");
    assert.equal(await page.locator(".card").count(), 4);
    assert.match(await page.textContent(".drop"), /Nothing leaves your computer/);
    await accessible(page, "welcome");
  });
  await visit(async (page) => {
    assert.match(await page.textContent(".drop"), /Nichts verlässt diesen Computer/);
    assert.equal(await page.getAttribute("html", "lang"), "de");
  }, { locale: "de-DE" });
});

test("after the first visit the page works without a network", async () => {
  await visit(async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 10);
    await context.setOffline(true);
    await page.reload();
    await page.click(".card >> nth=0");
    await editor(page);
  }, { serviceWorkers: "allow" });
});

for (const { engine, open: file } of sets) {
  test(`${engine}: source, listing, bytes and graph show the same place`, async () => {
    await visit(async (page) => {
      await editor(page);
      await page.waitForSelector(".t-keyword, .t-type, .t-function");
      await page.click("button.split");
      await page.waitForSelector(".listing .row .lead");
      // A line marks its instructions.
      const lines = page.locator(".cm-line", { hasText: /\S/ });
      for (let i = 0; i < 30 && await page.locator(".listing .row.chosen").count() === 0; ++i) await lines.nth(i).click();
      const line = await page.textContent(".line-chosen");
      await page.locator(".listing .row:not(.function):not(.chosen)").nth(0).click();
      // An instruction marks its line.
      await lines.nth(0).click();
      await page.evaluate((text) => [...document.querySelector(".editor").shadowRoot.querySelectorAll(".cm-line")].find(({ textContent }) => textContent === text).scrollIntoView(), line);
      await page.locator(".cm-line", { hasText: line.trim() }).first().click();
      await page.locator(".listing .row.chosen").first().click();
      await page.waitForFunction((text) => document.querySelector(".editor").shadowRoot.querySelector(".line-chosen")?.textContent === text, line);
      const chosen = await page.textContent(".listing .row.chosen .lead");
      await page.click('.pane:nth-child(2) [role=tab]:has-text("Bytes")');
      await page.waitForSelector(".hex b.chosen");
      assert.equal((await page.textContent(".fields code")).startsWith(chosen.trim()), true);
      await page.locator(".hex b.code:not(.chosen)").nth(3).click();
      await page.waitForSelector(".hex b.chosen");
      await page.click('.pane:nth-child(2) [role=tab]:has-text("Graph")');
      await page.waitForSelector(".graph g.chosen");
      await page.click('.pane:nth-child(2) [role=tab]:has-text("Information")');
      await page.waitForSelector(".facts td");
      assert.match(await page.textContent(".facts"), /SHA-256/);
      assert.ok(page.url().includes(`#samples/${file}`));
    }, { hash: open(engine) });
  });
}

test("a folder: counts, members of a container, problems, files that are no scripts", async () => {
  await visit(async (page) => {
    await give(page, { "readme.txt": "hello", "a/quest.bin": sample("pathologic/quest_ferry.bin"), "a/cut.bin": sample("pathologic/lantern.bin").subarray(0, 100), "room12.crm": room(sample("ags/s12_functions.o")),
      "mod.zip": zipSync({ "deep/lamp.bin": sample("pathologic/lamp.bin") }), "data/Scripts.vfs": vfs({ "patrol.bin": sample("pathologic/patrol.bin") }) });
    assert.match(await page.textContent(".status"), /4 scripts/);
    await page.waitForSelector(".game:has-text('Pathologic')");
    assert.match(await page.textContent(".problems summary"), /Problems \(1\)/);
    await page.click(".problems summary");
    assert.match(await page.textContent(".problem"), /cut\.bin.*may be cut off/s);
    await row(page, "readme.txt");
    assert.match(await page.textContent(".page .say"), /does not recognise a script/);
    for (const archive of ["room12.crm", "mod.zip"]) {
      await row(page, archive);
      await page.click(`.tree .row:has-text("${archive}") + .row[aria-level='3']`);
      await page.waitForFunction((name) => location.hash.includes(`${name}!`), archive);
      await editor(page);
    }
    await page.click(".menu > button");
    await page.waitForSelector(".how:has-text('loose file')");
    await accessible(page, "folder");
  });
});

test("search finds names, texts, files and source as one types, and goes there", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForFunction(() => document.querySelector("progress").hidden);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("GetSceneByName");
    await page.waitForSelector('.hit:has-text("native")');
    await page.waitForSelector('.hit:has-text("source")');
    await accessible(page, "search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /:\d+/.test(location.hash));
    await page.keyboard.press("Control+k");
    await page.fill(".palette input", "0x3");
    await page.waitForSelector('.hit:has(.badge:has-text("number"))');
    await page.fill(".palette input", "no such thing anywhere");
    await page.waitForSelector('.foot:has-text("Nothing found")');
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  }, { hash: open("pathologic") });
});

test("a name shows what it is and who uses it", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForFunction(() => document.querySelector("progress").hidden);
    await page.click(".t-method:has-text('Trace')");
    await page.waitForSelector(".beside pre:has-text('Trace(')");
    assert.match(await page.textContent(".beside"), /Sends a text to the observer/);
    await page.waitForSelector(".beside .link .detail");
    await page.click(".beside .link:has-text('LockDoor')");
    await page.waitForSelector(".line-chosen");
  }, { hash: open("pathologic") });
});

test("a change: problems, completion, rename, undo, changes, the file", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForSelector(".t-method");
    const original = sample("pathologic/quest_ferry.bin");
    assert.deepEqual((await download(page, "Save the script")).bytes, original);
    assert.match(await page.textContent(".toast"), /identical/);
    await after_text(page, '"boathouse"');
    await page.keyboard.press("Enter");
    await page.keyboard.type("@Tra");
    await page.waitForSelector(".cm-tooltip-autocomplete li");
    await page.waitForTimeout(100); // a completion may not be taken in its first moment
    await page.keyboard.press("Enter");
    await page.keyboard.type('("hello")');
    await page.waitForSelector(".trouble:has-text('Error, line')");
    await page.keyboard.type(";");
    await page.waitForSelector(".trouble", { state: "hidden" });
    await tab(page, "Changes");
    await page.waitForSelector(".cm-changedLine");
    await accessible(page, "changes");
    await tab(page, "Listing");
    await page.waitForSelector('.listing .row:has-text("hello")');
    const { name, bytes } = await download(page, "Save the script");
    assert.equal(name, "quest_ferry.bin");
    assert.notDeepEqual(bytes, original);
    assert.ok(bytes.includes(Buffer.from("hello", "utf16le")));
    await page.waitForSelector('.toast:has-text("TMain.init")');
    // It survives a closed tab, and can be taken back.
    await page.reload();
    await page.waitForSelector(".say:has-text('restored')");
    await page.click(".say button");
    await page.waitForSelector(".head .badge:has-text('changed')", { state: "hidden" });
    await tab(page, "Source");
    await after_text(page, "object boathouse;");
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F2");
    await page.fill(".page form.bar input", "house");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".cm-line:has-text('object house;')");
    const names = await download(page, "Save the names you gave");
    assert.equal(names.name, "quest_ferry.names");
    assert.match(names.bytes.toString(), /^ {2}local \d+ house$/m);
    await page.click(".cm-line:has-text('object house;')"); // back from the menu
    await page.keyboard.press("Control+z");
    await page.waitForSelector(".cm-line:has-text('object boathouse;')");
  }, { hash: open("pathologic") });
});

test("a script in a container is saved in it, and everything else stays", async () => {
  const whole = room(sample("ags/s12_functions.o"));
  const other = sample("pathologic/lantern.bin");
  const archive = vfs({ "lantern.bin": other, "quest.bin": sample("pathologic/quest_ferry.bin"), "picture.tex": Buffer.alloc(100_000, 7) });
  await visit(async (page) => {
    await give(page, { "data.vfs": archive, "room12.crm": whole });
    await row(page, "data.vfs");
    await row(page, "quest.bin");
    await editor(page);
    await page.waitForSelector(".t-method");
    await after_text(page, "LockDoor(");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    const changed = await download(page, "Save the archive");
    assert.equal(changed.name, "data.vfs");
    assert.equal(changed.bytes.includes(other), true);
    assert.equal(changed.bytes.includes(Buffer.alloc(100_000, 7)), true);
    await row(page, "data.vfs");
    await row(page, "room12.crm");
    await page.click(".tree .row[aria-level='3']");
    await editor(page);
    await page.waitForSelector(".t-function");
    assert.deepEqual((await download(page, "Save the archive")).bytes, whole);
    // Another number in the source is another number in the file, and nothing else.
    const line = page.locator(".cm-line", { hasText: "fact(int" }).first();
    await line.click();
    await page.keyboard.press("Home");
    for (let i = (await line.textContent()).indexOf("<= 1") + 4; i > 0; --i) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("2");
    await page.waitForSelector(".head .badge:has-text('changed')");
    const { name, bytes } = await download(page, "Save the archive");
    assert.equal(name, "room12.crm");
    assert.equal(bytes.length, whole.length);
    const others = [...bytes.keys()].filter((at) => bytes[at] !== whole[at]);
    assert.equal(others.length, 1);
  });
});

test("a run: events, what happens, time back and forth, breakpoints, variables", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForSelector(".t-method");
    await page.click("button:has-text('▶ Try')");
    await page.selectOption(".try select", { label: "OnTrigger" });
    await page.fill(".try .values", '"parcel_taken"');
    await page.fill(".try label:has-text('Frames') input", "10");
    await page.click(".try button[type=submit]");
    await page.waitForSelector(".story:has-text('SetVariable')");
    await page.waitForSelector(".try [role=status]:has-text('the run is over')");
    await accessible(page, "try");
    await page.click(".beside .link:has-text('TMain.OnTrigger')");
    const at = await page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^17$/ }).boundingBox();
    await page.mouse.click(at.x - 6, at.y + 8);
    await page.waitForSelector(".stop:visible");
    await page.click(".try button[type=submit]");
    await page.waitForSelector(".try [role=status]:has-text('breakpoint')");
    await page.waitForSelector(".line-at");
    await page.waitForSelector(".look td:has-text('parcel_taken')");
    const before = await page.textContent(".line-at");
    await page.click(".try button:has-text('Step over')");
    await page.waitForFunction((was) => document.querySelector(".editor").shadowRoot.querySelector(".line-at")?.textContent !== was, before);
    await page.click(".try button:has-text('Step back')");
    await page.waitForFunction((was) => document.querySelector(".editor").shadowRoot.querySelector(".line-at")?.textContent === was, before);
    // A value leads back to where it was set, and can be watched.
    await page.locator(".stop:visible").first().click();
    await page.waitForSelector(".stop:visible", { state: "detached" });
    await page.click(".try button:has-text('Continue')");
    await page.waitForSelector(".try [role=status]:has-text('the run is over')");
    await page.locator(".try input[type=range]").fill("3");
    await page.waitForSelector(".try .time:has-text('frame 3 of 10')");
    await page.waitForSelector(".try [role=status]:has-text('end of frame 3')");
    await page.locator(".try input[type=range]").fill("8");
    await page.waitForSelector(".try [role=status]:has-text('end of frame 8')");
    await page.fill(".watch input", "m_guard");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".try .look tr:has-text('m_guard')");
  }, { hash: open("pathologic") });
});

test("what the game would answer is written beside the natives that were asked", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForSelector(".t-method");
    await page.click("button:has-text('▶ Try')");
    await page.fill(".try label:has-text('Frames') input", "2");
    await page.selectOption(".try select", { label: "OnTrigger" });
    await page.fill(".try .values", '"parcel_taken"');
    await page.click(".try button[type=submit]");
    await page.waitForSelector('.story:has-text("pt_e2q01_guard doesn\'t exist")');
    const answer = page.getByLabel("what GetLocator answers");
    await answer.fill("true,(1,2,3),(0,1,0)");
    await answer.press("Tab");
    await page.waitForSelector(".try [role=status]:has-text('Run again')");
    await page.click(".try button[type=submit]");
    await page.waitForSelector(".story:has-text('found = true, position = (1.0, 2.0, 3.0)')");
    await page.waitForSelector(".story:has-text('AddActor')");
    assert.equal(await answer.inputValue(), "true,(1,2,3),(0,1,0)");
    await accessible(page, "answers");
  }, { hash: open("pathologic") });
});

test("a plan by form: several events, each at its frame", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForSelector(".t-method");
    await page.click("button:has-text('▶ Try')");
    for (const [value, frame] of [["boathouse", "1"], ["parcel_taken", "2"]]) {
      await page.selectOption(".try select", { label: "OnTrigger" });
      await page.fill(".try .values", JSON.stringify(value));
      await page.fill(".try label:has-text('at frame') input", frame);
      await page.click(".try button:has-text('and then')");
    }
    await page.click(".try button[type=submit]");
    await page.waitForSelector(".story:has-text('boathouse')");
    await page.waitForSelector(".story:has-text('parcel_taken')");
    await page.click(".actions button >> nth=0");
    assert.equal(await page.locator(".actions .badge").count(), 1);
  }, { hash: open("pathologic") });
});

test("a world map: what is on it leads to its code, and it moves with the time line", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForSelector(".t-function, .t-keyword");
    await page.click(".pane [role=tab]:has-text('Map')");
    await page.waitForSelector(".map g[id]");
    await accessible(page, "map");
    await page.locator(".map g[id]").first().click();
    await page.waitForSelector(".beside h2:has-text('Uses: mesh')");
    await page.click("button:has-text('▶ Try')");
    await page.fill(".try label:has-text('Frames') input", "30");
    await page.click(".try button[type=submit]");
    await page.waitForSelector(".try [role=status]:has-text('the run is over')");
    // The map of the page is that of the run; beside the source it is next to the story.
    const picture = (place) => page.evaluate((place) => document.querySelector(`${place} .map`).shadowRoot.querySelector("svg").innerHTML, place);
    const moved = (place, was) => page.waitForFunction(([place, was]) => document.querySelector(`${place} .map`).shadowRoot.querySelector("svg")?.innerHTML !== was, [place, was]);
    const before = await picture(".page");
    assert.equal(await page.isVisible(".try .map"), false);
    await page.locator(".try input[type=range]").fill("0");
    await moved(".page", before);
    await tab(page, "Source");
    await page.click("[aria-label='Play frame by frame']");
    await page.waitForFunction(() => Number(/frame (\d+) of 30/.exec(document.querySelector(".try .time").textContent)?.[1]) >= 3);
    await page.waitForSelector(".try .map svg");
  }, { hash: open("ff7") });
});

test("the states of a script are a picture of their own", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.click(".pane [role=tab]:has-text('States')");
    await page.waitForSelector(".graph g[id]:has-text('startup state')");
  }, { hash: open("skrit") });
  await visit(async (page) => {
    await editor(page);
    await page.waitForSelector(".t-method");
    assert.equal(await page.locator("[role=tab]:has-text('States'), [role=tab]:has-text('Map')").count(), 0);
  }, { hash: open("pathologic") });
});

test("texts for players: a table, a filter, the way to the script", async () => {
  await visit(async (page) => {
    await editor(page);
    await page.waitForFunction(() => document.querySelector("progress").hidden);
    await page.click(".overviews .link:has-text('Texts for players')");
    await page.waitForSelector(".table .row");
    await accessible(page, "texts");
    const text = await page.textContent(".table .row .text");
    await page.fill(".bar input[type=search]", text);
    await page.fill(".table .row input >> nth=0", "another text");
    await page.waitForSelector(".bar [role=status]:has-text('1 with a translation')");
    await page.click(".table .row .link >> nth=0");
    await editor(page);
    await page.goBack();
    await page.waitForSelector(".table .row input");
    assert.equal(await page.inputValue(".table .row input >> nth=0"), "another text");
  }, { hash: open("ags") });
});

const translates = /\bimport_texts\(/.test(readFileSync(join(root, "bindings/npm/questions.d.ts"), "utf8"));
test("new texts are put into the files that hold them", { skip: translates ? false : "the module has no question that puts texts back" }, async () => {
  const original = sample("ags/s23_strings.o");
  await visit(async (page) => {
    await give(page, { "s23_strings.o": original, "readme.txt": "" });
    await page.click(".overviews .link:has-text('Texts for players')");
    await page.fill(".table .row:has-text('literal') input", "LITERAL");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("button:has-text('Save the files with these texts')")]);
    assert.equal(saved.suggestedFilename(), "s23_strings.o");
    const bytes = await readFile(await saved.path());
    assert.ok(bytes.includes("LITERAL"));
    assert.ok(!original.includes("LITERAL"));
  });
});

test("several changes go home together: loose files where the game takes them, undo over all of them", async () => {
  const files = { "quest.bin": sample("pathologic/quest_ferry.bin"), "lantern.bin": sample("pathologic/lantern.bin"), "old.bin": sample("pathologic/quest_ferry.bin") };
  await visit(async (page) => {
    await give(page, { "data/Scripts.vfs": vfs(files), "readme.txt": "a game" });
    await page.waitForSelector(".game:has-text('Pathologic')");
    for (const [name, text] of [["quest.bin", "LockDoor("], ["lantern.bin", "{"]]) {
      await row(page, name);
      await page.waitForSelector(`.page .name:has-text("${name}")`);
      await page.waitForSelector(".t-method");
      await after_text(page, text);
      await page.keyboard.type(name === "quest.bin" ? '\n@Trace("first");' : " // only a remark");
      await page.waitForSelector(".trouble", { state: "hidden" });
      await page.waitForTimeout(600); // until it is kept
    }
    // Both versions of a script beside each other.
    await row(page, "old.bin");
    await page.waitForSelector('.page .name:has-text("old.bin")');
    await tab(page, "Changes");
    await page.waitForSelector(".bar select option:has-text('quest.bin')", { state: "attached" });
    await page.selectOption(".bar select", (await page.locator(".bar select option").allTextContents()).find((each) => each.endsWith("!quest.bin")));
    await page.waitForSelector(".cm-changedLine:has-text('first')");
    await page.click(".overviews .link:has-text('What changed (2)')");
    await page.waitForSelector(".change:has-text('TMain.')");
    await accessible(page, "what changed");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("button:has-text('as a mod')")]);
    const mod = unzipSync(await readFile(await saved.path()));
    assert.deepEqual(Object.keys(mod).sort(), ["README.txt", "data/Scripts/lantern.bin", "data/Scripts/quest.bin", "sources/lantern.patho", "sources/quest.patho"]);
    assert.deepEqual(Buffer.from(mod["data/Scripts/lantern.bin"]), files["lantern.bin"], "a remark changes no byte");
    assert.ok(Buffer.from(mod["data/Scripts/quest.bin"]).includes(Buffer.from("first", "utf16le")));
    // Each script has its own undo, also after others were looked at.
    await row(page, "quest.bin");
    await page.waitForSelector('.page .name:has-text("quest.bin")');
    await page.click(".cm-content");
    for (let i = 0; i < 12 && await page.locator(".head .badge:has-text('changed')").isVisible(); ++i) await page.keyboard.press("Control+z");
    await page.waitForSelector(".head .badge:has-text('changed')", { state: "hidden" });
    await page.waitForSelector(".overviews .link:has-text('What changed (1)')");
  });
});

test("a plan is judged, and says what it missed", async () => {
  await visit(async (page) => {
    await give(page, { "lantern.bin": sample("pathologic/lantern.bin"),
      "mod.plan": "script lantern.bin\nframes 4\nevent OnUse:null@2\ntest good\nexpect asks Sleep(*)\ntest bad\nexpect asks NoSuch(*)\n" });
    await row(page, "lantern.bin");
    await editor(page);
    await page.click("button:has-text('▶ Try')");
    await page.locator(".try select").selectOption({ index: await page.locator(".try select option").count() - 1 });
    await page.click(".try button[type=submit]");
    await page.waitForSelector(".try [role=status]:has-text('1 passed, 1 failed')");
    assert.match(await page.textContent(".story"), /✓ good.*✕ bad.*NoSuch/s);
  });
});

test("links hold a sample, a line and a form, or a text of one's own", async () => {
  await visit(async (page) => {
    await page.waitForSelector(".listing .row.chosen");
    assert.equal(await page.getAttribute('.pane [role=tab]:has-text("Listing")', "aria-selected"), "true");
  }, { hash: `${open("pathologic")}:8?listing` });
  await visit(async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await editor(page);
    await page.waitForSelector(".t-keyword");
    await after_text(page, "{");
    await page.keyboard.type(" // mine");
    await page.click("button:has-text('Copy link')");
    await page.waitForSelector(".toast:has-text('copied')");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => localStorage.clear());
    const other = await context.newPage();
    await other.goto(link);
    await other.waitForSelector(".cm-line:has-text('// mine')");
  }, { hash: open("skrit") });
  await visit(async (page) => {
    for (const hash of ["#text=x,%%%", "#nowhere/game.vfs!x.bin:3", "#samples/none.bin"]) {
      await page.evaluate((text) => { document.querySelector(".say")?.remove(); location.hash = text; }, hash);
      await page.waitForSelector(".welcome .say");
    }
  });
});

test("hostile files: a clear message, nothing of them runs, and the page goes on", async () => {
  const files = { "<img src=x onerror=alert(1)>.bin": sample("pathologic/lantern.bin"), "..\\..\\up.bin": sample("pathologic/lamp.bin"),
    "html.skrit": 'property string p$ = "<img src=x onerror=alert(1)>"; // <script>alert(1)</script>\nstartup state A$ { trigger OnEnterState$ { Report.Generic("<b onclick=alert(2)>hi</b>\u202e"); } }' };
  for (const { engine, open: file } of sets) {
    const bytes = sample(file);
    for (let i = 0; i < 20; ++i) {
      const bad = Buffer.from(i % 2 ? bytes : bytes.subarray(0, Math.floor(bytes.length * (i + 1) / 22)));
      for (let k = 0; k < 3 && i % 2; ++k) bad[(i * 7919 + k * 104729) % bad.length] ^= 0xff;
      files[`bad/${engine}${i}.${file.split(".").at(-1)}`] = bad;
    }
  }
  await visit(async (page) => {
    await give(page, files);
    await page.click(".problems summary");
    const problems = page.locator(".problem .link");
    assert.ok(await problems.count() > 20);
    for (const index of [0, 5, 10, 15]) {
      await problems.nth(index).click();
      await page.waitForSelector(".page .say, .cm-content");
    }
    for (const name of ["<img", "html.skrit"]) {
      await row(page, name);
      await page.waitForSelector(`.page .name:has-text("${name}")`);
      await page.waitForSelector(".cm-line:has-text('<'), .cm-line:has-text('Lantern')");
    }
    await page.keyboard.press("Control+k");
    await page.keyboard.type("<img");
    await page.waitForSelector(".hit");
    assert.equal(await page.locator(".hit img, .row img, .beside img").count(), 0);
  });
});

test("with the keyboard alone: a sample, a search, every place, every form, a run", async () => {
  await visit(async (page) => {
    await page.waitForSelector(".cards");
    for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.classList.contains("card"))); ++i) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await editor(page);
    await page.waitForSelector(".t-method");
    const places = new Set();
    for (let i = 0; i < 3; ++i) {
      await page.keyboard.press("F6");
      places.add(await page.evaluate(() => document.activeElement?.closest(".place")?.className));
    }
    assert.equal(places.size, 3);
    for (const [key, wanted] of [["Alt+2", ".listing"], ["Alt+3", ".graph"], ["Alt+4", ".hex"], ["Alt+5", ".facts"], ["Alt+1", ".editor"]]) {
      await page.keyboard.press(key);
      await page.waitForSelector(wanted);
    }
    await page.keyboard.press("F10");
    await page.waitForSelector(".line-at");
    await page.keyboard.press("F10");
    await page.keyboard.press("Shift+F10");
    await page.waitForSelector(".try [role=status]:has-text('Stopped')");
  });
});

test("from 320 to 3,840 pixels, in German, nothing sticks out", async () => {
  await visit(async (page) => {
    await editor(page);
    for (const [width, height] of [[320, 640], [390, 844], [800, 600], [1440, 900], [3840, 2160]]) {
      await page.setViewportSize({ width, height });
      for (const name of width <= 720 ? ["tree", "beside", "try", "page"] : ["page"]) {
        if (width <= 720) await page.click(`nav.bottom [data-area=${name}]`);
        const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(content <= view, `${width} ${name}: ${content} > ${view}`);
        const out = await page.evaluate((name) => [...document.querySelectorAll(`.${name} :is(.head, form, .steps) > *, header > *, nav.bottom > *`)].filter((each) =>
          each.offsetParent && (each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)).map((each) => each.textContent), name);
        assert.deepEqual(out, [], `${width} ${name}`);
      }
    }
  }, { locale: "de-DE", hash: open("pathologic") });
});

test("every view, light and dark, is clean for screen readers", async () => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const dark of [false, true]) {
      const phone = width < 1000;
      if (phone && dark && !pictures) continue;
      const picture = async (page, name) => {
        if (!dark && !phone || name === "source") await accessible(page, `${name} ${width} ${dark}`);
        else if (dark && !phone) await accessible(page, `${name} ${width} ${dark}`, ["color-contrast"]);
        if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}-${dark ? "dark" : "light"}.png`) });
      };
      await visit(async (page) => {
        await editor(page);
        await page.waitForSelector(".t-method");
        await page.click(".cm-line:has-text('@SetVariable') >> nth=0");
        await page.waitForSelector(".line-chosen");
        await picture(page, "source");
        for (const name of phone && !pictures ? [] : ["Listing", "Graph", "Bytes", "Information"]) {
          await tab(page, name);
          await page.waitForSelector({ Listing: ".row.chosen", Graph: ".graph g.chosen", Bytes: "b.chosen", Information: ".facts td" }[name]);
          await picture(page, name.toLowerCase());
        }
        if (!pictures) return;
        await page.keyboard.press("Control+k");
        await page.keyboard.type("ferry");
        await page.waitForSelector(".hit");
        await picture(page, "search");
        await page.keyboard.press("Escape");
        await page.keyboard.press("F10");
        await page.waitForSelector(".try [role=status]:has-text('Stopped')", { state: "attached" });
        if (phone) await page.click("nav.bottom [data-area=try]");
        await picture(page, "try");
        await page.evaluate(() => { location.hash = ""; });
        await page.waitForSelector(".cards");
        await picture(page, "welcome");
      }, { width, height, dark, hash: open("pathologic") });
    }
  }
});
