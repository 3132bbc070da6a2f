// The workbench as a user has it, with a VS Code made for this: archives as folders, sources that are saved, plans, commands. The
// bundle for browsers is the one that is tried, so that whatever it needs of Node would show.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { vfs } from "../../../web/test/made.mjs";
import { fake } from "./fake_vscode.mjs";

const home = new URL("..", import.meta.url).pathname;
const bundle = join(home, "dist/web.js");
const skip = existsSync(bundle) ? false : "the extension is not built; run: make vscode";
const samples = join(home, "../../samples/pathologic");
const root = mkdtempSync(join(tmpdir(), "vellum-workbench."));
after(() => rmSync(root, { recursive: true, force: true }));

const lamp = readFileSync(join(samples, "lamp.bin")), ferry = readFileSync(join(samples, "quest_ferry.bin"));
const path = (name) => join(root, name);
const text = (bytes) => new TextDecoder().decode(bytes);
const bytes = (content) => new TextEncoder().encode(content);

const { vscode, registered, user } = fake(root);
const file = (name) => vscode.Uri.file(path(name));
if (!skip) {
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  createRequire(import.meta.url)(bundle).activate({ subscriptions: [], extensionUri: vscode.Uri.file(home) });
  Module._load = load;
}
const inside = (provider, archive, member) => new vscode.Uri({ scheme: provider, authority: "file", path: `${path(archive)}!/${member}` });
const refused = (code) => (error) => error.code === code;

test("a compiled script opens as its listing, also inside an archive", { skip }, async () => {
  writeFileSync(path("listed.vfs"), vfs({ "b_lamp.bin": lamp, "no_script.bin": Buffer.from("nothing") }));
  const shown = async (uri) => {
    const panel = { webview: {}, onDidDispose() {} };
    await registered.editors.get("vellum.listing").resolveCustomEditor({ uri }, panel);
    return panel.webview.html;
  };
  assert.match(await shown(inside("vellum-archive", "listed.vfs", "b_lamp.bin")), /somebody plays with the lamp/);
  assert.match(await shown(inside("vellum-archive", "listed.vfs", "no_script.bin")), /class="message"/);
});

test("an archive is a folder, whose files are read and changed", { skip }, async () => {
  writeFileSync(path("game.vfs"), vfs({ "b_lamp.bin": lamp, "q_ferry.bin": ferry }));
  const archive = registered.providers.get("vellum-archive");
  await registered.commands.get("vellum.openArchive")(file("game.vfs"));
  const [, , { uri, name }] = user.folders[0];
  assert.equal(name, "game.vfs");
  assert.equal((await archive.stat(uri)).type, vscode.FileType.Directory);
  assert.deepEqual((await archive.readDirectory(uri)).sort(), [["b_lamp.bin", 1], ["q_ferry.bin", 1]]);
  const member = inside("vellum-archive", "game.vfs", "b_lamp.bin");
  assert.equal((await archive.stat(member)).size, lamp.length);
  assert.deepEqual(Buffer.from(await archive.readFile(member)), lamp);
  await archive.writeFile(member, new Uint8Array(ferry));
  assert.deepEqual(Buffer.from(await archive.readFile(member)), ferry);
  assert.deepEqual(Buffer.from(await archive.readFile(inside("vellum-archive", "game.vfs", "q_ferry.bin"))), ferry);
  assert.deepEqual(readFileSync(path("game.vfs.before")), vfs({ "b_lamp.bin": lamp, "q_ferry.bin": ferry }));
  await assert.rejects(archive.stat(inside("vellum-archive", "game.vfs", "none.bin")), refused("FileNotFound"));
  await assert.rejects(archive.readFile(uri), refused("FileIsADirectory"));
  assert.throws(() => archive.delete(member), refused("NoPermissions"));
});

test("the source of a compiled script is edited; only what compiles is put back", { skip }, async () => {
  copyFileSync(join(samples, "lamp.bin"), path("lamp.bin"));
  await registered.commands.get("vellum.editSource")(file("lamp.bin"));
  assert.deepEqual(user.errors, []);
  const [uri] = user.shown.pop();
  assert.match(uri.path, /lamp\.bin\.patho$/);
  const sources = registered.providers.get("vellum-source");
  const source = text(await sources.readFile(uri));
  assert.match(source, /Lit \? "light" : "dark"/);
  assert.equal((await sources.stat(uri)).size, Buffer.byteLength(source));

  await sources.writeFile(uri, bytes(source)); // nothing was changed
  assert.deepEqual(readFileSync(path("lamp.bin")), lamp);
  await assert.rejects(sources.writeFile(uri, bytes(source.replace("@Trace(Lit", "@Trace(Lid"))), /Not saved: line \d+: /);
  assert.equal(user.problems[0].severity, vscode.DiagnosticSeverity.Error);
  assert.deepEqual(readFileSync(path("lamp.bin")), lamp);

  await sources.writeFile(uri, bytes(source.replace('"light"', '"let there be light"')));
  assert.notDeepEqual(readFileSync(path("lamp.bin")), lamp);
  assert.deepEqual(readFileSync(path("lamp.bin.before")), lamp);
  assert.match(text(await sources.readFile(uri)), /let there be light/);
  await sources.writeFile(uri, bytes(source));
  assert.deepEqual(readFileSync(path("lamp.bin")), lamp);
  assert.deepEqual(user.problems, []);
});

test("the source of a script in an archive is saved into it", { skip }, async () => {
  writeFileSync(path("mod.vfs"), vfs({ "b_lamp.bin": lamp, "q_ferry.bin": ferry }));
  await registered.commands.get("vellum.editSource")(inside("vellum-archive", "mod.vfs", "b_lamp.bin"));
  assert.deepEqual(user.errors, []);
  const [uri] = user.shown.pop();
  const sources = registered.providers.get("vellum-source");
  const source = text(await sources.readFile(uri));
  await sources.writeFile(uri, bytes(source.replace('"dark"', '"gloom"')));
  assert.match(text(await sources.readFile(uri)), /gloom/);
  assert.ok(readFileSync(path("mod.vfs")).includes(Buffer.from("gloom", "utf16le")));
  assert.deepEqual(readFileSync(path("mod.vfs.before")), vfs({ "b_lamp.bin": lamp, "q_ferry.bin": ferry }));
});

test("archives inside archives, too", { skip }, async () => {
  const mod = vfs({ "b_lamp.bin": lamp, "q_ferry.bin": ferry });
  writeFileSync(path("mods.vfs"), vfs({ "mod.vfs": mod, "q_ferry.bin": ferry }));
  const archive = registered.providers.get("vellum-archive");
  const member = inside("vellum-archive", "mods.vfs", "mod.vfs!/b_lamp.bin");
  assert.deepEqual(Buffer.from(await archive.readFile(member)), lamp);
  await archive.writeFile(member, new Uint8Array(ferry));
  assert.deepEqual(readFileSync(path("mods.vfs")), vfs({ "mod.vfs": vfs({ "b_lamp.bin": ferry, "q_ferry.bin": ferry }), "q_ferry.bin": ferry }));
});

test("plans are tests", { skip }, async () => {
  writeFileSync(path("lamp.plan"), "script lamp.bin\nframes 5\nevent OnUse:#7@2\n\ntest it speaks\n  expect told says: light\n\ntest it sings\n  expect told says: la\n");
  const [controller] = registered.controllers;
  await controller.resolveHandler();
  assert.equal(controller.items.size, 1);
  await controller.run({}, { isCancellationRequested: false });
  assert.deepEqual(controller.result.log.filter((each) => each !== "end").map((each) => each.split(" ")[0]), ["passed", "failed", "failed"], controller.result.log.join("; "));
  assert.equal(controller.result.log.at(-1), "end");
});

test("commands compile, pack, compare and find", { skip }, async () => {
  const run = (name, argument) => registered.commands.get(`vellum.${name}`)(argument);
  copyFileSync(join(samples, "lamp.patho"), path("lamp.patho"));
  user.save = file("made.bin");
  await run("compile", file("lamp.patho"));
  assert.deepEqual(readFileSync(path("made.bin")), lamp);

  writeFileSync(path("bad.patho"), "main task {");
  await run("compile", file("bad.patho"));
  assert.match(user.errors.pop(), /bad\.patho: line 1: /);
  rmSync(path("bad.patho"));

  writeFileSync(path("pack.vfs"), vfs({ "lamp.bin": ferry, "q_ferry.bin": ferry }));
  user.open = file("pack.vfs");
  user.pick = (all) => (assert.equal(all[0], "lamp.bin"), all[0]);
  await run("pack", file("lamp.patho"));
  assert.deepEqual(user.errors, []);
  assert.deepEqual(readFileSync(path("pack.vfs")), vfs({ "lamp.bin": lamp, "q_ferry.bin": ferry }));
  assert.match(user.messages.pop(), /pack\.vfs\.before/);

  user.open = file("made.bin");
  await run("diff", file("lamp.bin"));
  const [command, before, afterwards] = user.executed.pop();
  assert.deepEqual([command, before.scheme, afterwards.scheme], ["vscode.diff", "vellum-source", "vellum-source"]);

  user.input = "parcel_taken";
  user.pick = (all) => all.find(({ description }) => description.startsWith("q_ferry.bin"));
  await run("grep");
  const [document, { selection }] = user.shown.pop();
  assert.match(document.text.split("\n")[selection.start.line], /parcel_taken/);
  user.input = "GetSceneByName";
  await run("uses");
  assert.match(user.offered[0].label, /GetSceneByName/);
  user.input = "nothing of this kind";
  await run("grep");
  assert.match(user.messages.pop(), /nothing found/);
  assert.deepEqual(user.errors, []);
});

test("an object file of a C compiler is left alone, one of AGS is opened", { skip }, async () => {
  writeFileSync(path("c.o"), "\x7fELF\x02");
  copyFileSync(join(samples, "../ags/s27_struct.o"), path("ours.o"));
  user.executed.length = 0;
  registered.tabs[0]({ opened: ["c.o", "ours.o"].map((name) => ({ input: new vscode.TabInputText(file(name)) })) });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(user.executed.map(([command, uri, view]) => [command, uri.path, view]), [["vscode.openWith", path("ours.o"), "vellum.listingOption"]]);
});
