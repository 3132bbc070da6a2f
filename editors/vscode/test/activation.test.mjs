// The bundled extension starts, with a VS Code that answers anything to everything, and registers what the manifest
// promises.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { test } from "node:test";

const bundle = new URL("../dist/extension.js", import.meta.url).pathname;
const skip = existsSync(bundle) ? false : "the extension is not built; run: make vscode";
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** A value that can be called, constructed, extended and asked for anything. */
function anything() {
  const made = class {};
  return new Proxy(made, {
    get: (target, key) => {
      if (key === "prototype") return target.prototype;
      if (key === Symbol.toPrimitive) return () => "";
      if (key === Symbol.iterator) return function* () {};
      if (key === "then") return undefined; // no promise
      return (target[key] ??= anything());
    },
    apply: () => anything(),
    construct: () => anything(),
  });
}

test("activation registers everything that the manifest names", { skip }, () => {
  const registered = { commands: [], editors: [], debuggers: [], schemes: [] };
  const vscode = anything();
  vscode.version = "1.91.0";
  // What a bundle imports by a star is copied name by name, so the names must be there.
  const names = readFileSync(bundle, "utf8").matchAll(/\b[A-Za-z_$]{1,3}\.([A-Za-z]{3,40})\b/g);
  for (const [, name] of names) if (!["prototype", "length", "name", "then", "caller", "arguments"].includes(name)) void vscode[name];
  vscode.workspace.getConfiguration = () => ({ get: () => "" });
  vscode.commands.registerCommand = (name) => (registered.commands.push(name), { dispose() {} });
  vscode.window.registerCustomEditorProvider = (name) => (registered.editors.push(name), { dispose() {} });
  vscode.debug.registerDebugAdapterDescriptorFactory = (name) => (registered.debuggers.push(name), { dispose() {} });
  vscode.workspace.registerTextDocumentContentProvider = (name) => (registered.schemes.push(name), { dispose() {} });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  process.once("unhandledRejection", () => undefined); // no server answers here
  try {
    const extension = createRequire(import.meta.url)(bundle);
    extension.activate({ subscriptions: [] });
  } finally {
    Module._load = load;
  }
  assert.deepEqual(registered.commands.sort(), manifest.contributes.commands.map((each) => each.command).sort());
  assert.deepEqual(registered.editors.sort(), manifest.contributes.customEditors.map((each) => each.viewType).sort());
  assert.deepEqual(registered.debuggers, ["vellum"]);
  assert.deepEqual(registered.schemes, ["vellum"]);
});
