// The language server and the debug adapter that the extension brings along, for computers without the program.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";
import { fake } from "./fake_vscode.mjs";

const home = new URL("..", import.meta.url).pathname;
const npm = join(home, "../../bindings/npm/index.js");
const skip = existsSync(join(home, "dist/vellum.wasm")) ? false : "the extension is not built; run: make vscode";
const scratch = mkdtempSync(join(tmpdir(), "vellum-talk."));
after(() => rmSync(scratch, { recursive: true, force: true }));
const { vscode } = fake(scratch);

async function module() {
  const outfile = join(scratch, "talk.js");
  await build({
    stdin: { contents: 'export * from "./src/conversation"; export { useModuleOf } from "./src/module";', resolveDir: home, loader: "ts" },
    outfile, bundle: true, platform: "node", format: "cjs", external: ["vscode"], alias: { "vellum-scripts": npm }, define: { "import.meta.url": '""' },
  });
  const load = Module._load;
  const names = new Proxy(vscode, { get: (target, key) => target[key] ?? class {}, has: () => true });
  Module._load = (name, ...rest) => (name === "vscode" ? names : load(name, ...rest));
  try {
    const loaded = createRequire(import.meta.url)(outfile);
    loaded.useModuleOf(vscode.Uri.file(home));
    return loaded;
  } finally {
    Module._load = load;
  }
}

test("a mistake is reported by the module's language server", { skip }, async () => {
  const { languageServer } = await module();
  const { reader, writer } = await languageServer();
  const got = [];
  reader.listen((message) => got.push(message));
  const say = (message) => writer.write({ jsonrpc: "2.0", ...message });
  await say({ id: 1, method: "initialize", params: { capabilities: {}, rootUri: null, processId: null } });
  await say({ method: "initialized", params: {} });
  const uri = "file:///x/a.skrit";
  await say({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "skrit", version: 1, text: "event OnConstruct$ { totl$ = 1; }\n" } } });
  assert.ok(got.find(({ id }) => id === 1).result.capabilities.hoverProvider);
  const told = got.find(({ method }) => method === "textDocument/publishDiagnostics");
  assert.match(told.params.diagnostics[0].message, /totl\$/);
  writer.end();
});

test("a script stops in the module's debug adapter", { skip }, async () => {
  const { ModuleAdapter } = await module();
  const adapter = new ModuleAdapter();
  const got = [];
  adapter.onDidSendMessage((message) => got.push(message));
  const program = join(home, "../../samples/pathologic/lamp.bin");
  for (const [seq, [command, given]] of [["initialize", { adapterID: "vellum" }], ["launch", { program, stopOnEntry: true }], ["configurationDone", {}]].entries())
    adapter.handleMessage({ seq: seq + 1, type: "request", command, arguments: given });
  for (let i = 0; i < 100 && !got.some(({ event }) => event === "stopped"); ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(got.filter(({ type }) => type === "response").map(({ command, success }) => [command, success]), [["initialize", true], ["launch", true], ["configurationDone", true]]);
  assert.equal(got.find(({ event }) => event === "stopped")?.body.reason, "entry");
  adapter.dispose();
});
