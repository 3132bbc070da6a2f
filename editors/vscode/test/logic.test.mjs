// What the extension decides without VS Code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { build } from "esbuild";

const bundled = await build({
  entryPoints: [new URL("../src/logic.ts", import.meta.url).pathname],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
});
const logic = await import("data:text/javascript;base64," + Buffer.from(bundled.outputFiles[0].text).toString("base64"));
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

test("F5 without a configuration debugs the open script", () => {
  const made = logic.resolveConfiguration({}, { language: "skrit", file: "/a/door.skrit" });
  assert.deepEqual(made, {
    type: "vellum",
    request: "launch",
    name: "Debug door.skrit",
    program: "/a/door.skrit",
    stopOnEntry: true,
  });
});

test("a written configuration stays, and other languages are none of ours", () => {
  const written = { type: "vellum", request: "launch", name: "mine", program: "x" };
  assert.equal(logic.resolveConfiguration(written, undefined), written);
  assert.equal(logic.resolveConfiguration({}, { language: "python", file: "x.py" }), undefined);
  assert.equal(logic.resolveConfiguration({}, undefined), undefined);
});

test("the program is the setting's, or the one on the path", () => {
  assert.equal(logic.programOf("", "/home/x"), "vellum");
  assert.equal(logic.programOf(undefined, "/home/x"), "vellum");
  assert.equal(logic.programOf(" ~/bin/vellum ", "/home/x"), "/home/x/bin/vellum");
});

test("views are documents in the language of what they show", () => {
  assert.equal(logic.viewName("listing", "/a/door.bin"), "/a/door.bin.vasm");
  assert.equal(logic.viewName("source", "/a/door.bin"), "/a/door.bin.patho");
  assert.equal(logic.viewName("source", "/a/wm0.EV"), "/a/wm0.EV.wms");
  assert.equal(logic.viewName("source", "/a/x.y/skc"), "/a/x.y/skc.vasm");
  assert.equal(logic.viewName("run", "/a/door.bin"), "/a/door.bin (run).txt");
});

test("a file's name is never an option", () => {
  for (const view of [...Object.values(logic.views), ...Object.values(logic.pictures)])
    assert.deepEqual(view.arguments("--output=x").slice(-2), ["--", "--output=x"]);
});

test("what a listing holds cannot leave its page", () => {
  const line = logic.listingLine('    Push "<script>&\\"" ; </pre><b onload=\'x\'>');
  assert.equal(line.replace(/<\/?span[^>]*>/g, "").includes("<"), false);
  const page = logic.listingPage("<t>", 'a: "<\n"<x>:\n', "<e>");
  assert.equal(/<(t|x|e)>/.test(page), false);
  assert.match(page, /default-src 'none'/);
  assert.equal(page.includes("<script"), false);
});

test("a listing's parts are marked", () => {
  assert.equal(
    logic.listingLine("    Jump          L_0010   ; 0002"),
    '<span class="instruction">    Jump</span>          <a class="target" href="#L_0010">L_0010</a>   <span class="comment">; 0002</span>',
  );
  assert.equal(logic.listingLine("L_0010:"), '<span class="label" id="L_0010">L_0010:</span>');
  assert.equal(
    logic.listingLine('.import "Say^1"'),
    '<span class="directive">.import</span> <span class="text">&#34;Say^1&#34;</span>',
  );
});

test("a picture is an image, not a part of the page", () => {
  const page = logic.picturePage("map", '<svg onload="alert(1)"/>');
  assert.equal(page.includes("<svg"), false);
  assert.match(page, /src="data:image\/svg\+xml;base64,/);
});

test("the manifest names only what is there, and everything that is", () => {
  const commands = manifest.contributes.commands.map((each) => each.command);
  for (const list of Object.values(manifest.contributes.menus))
    for (const each of list) assert.ok(commands.includes(each.command), each.command);
  const languages = manifest.contributes.languages.map((each) => each.id);
  assert.deepEqual(languages.sort(), [...logic.debuggable].sort());
  for (const kind of Object.keys(logic.pictures)) assert.ok(commands.includes("vellum." + kind));
  const paths = [
    ...manifest.contributes.languages.map((each) => each.configuration),
    ...manifest.contributes.grammars.map((each) => each.path),
    ...manifest.contributes.snippets.map((each) => each.path),
  ];
  for (const path of paths) JSON.parse(readFileSync(new URL("../" + path, import.meta.url), "utf8"));
});
