// The grammars on real texts: which scopes each part gets, against test/grammars/*.snap. `--bless` writes them.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const here = (path) => new URL(path, import.meta.url);
const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const manifest = JSON.parse(readFileSync(here("../package.json"), "utf8"));
const grammars = Object.fromEntries(manifest.contributes.grammars.map((each) => [each.scopeName, each.path]));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => textmate.parseRawGrammar(readFileSync(here("../" + grammars[scope]), "utf8"), "x.json"),
});

const texts = {
  "source.skrit": "../../../samples/skrit/lighthouse.skrit",
  "source.ags": "../../../samples/ags/s51_lib.asc",
  "source.patho": "../../../samples/pathologic/quest_ferry.patho",
  "source.wms": "../../../samples/ff7/island.wms",
  "source.vellum-listing": "../../../samples/pathologic/lamp.vasm",
};

test("every grammar has a text", () => assert.deepEqual(Object.keys(texts).sort(), Object.keys(grammars).sort()));

for (const [scope, path] of Object.entries(texts))
  test(scope, async () => {
    const grammar = await registry.loadGrammar(scope);
    let stack = textmate.INITIAL;
    let shown = "";
    for (const line of readFileSync(here(path), "utf8").split(/\r?\n/).slice(0, 120)) {
      const result = grammar.tokenizeLine(line, stack);
      stack = result.ruleStack;
      shown += line + "\n";
      for (const token of result.tokens) {
        const scopes = token.scopes.slice(1).join(" ");
        if (scopes !== "") shown += `  ${JSON.stringify(line.slice(token.startIndex, token.endIndex))} ${scopes}\n`;
      }
    }
    const file = here(`grammars/${scope}.snap`);
    if (process.env.VELLUM_BLESS) writeFileSync(file, shown);
    assert.equal(shown, readFileSync(file, "utf8"));
  });
