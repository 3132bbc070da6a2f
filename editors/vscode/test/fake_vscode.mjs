// As much of VS Code's interface as the workbench uses, over real files.
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

class Uri {
  constructor({ scheme, authority = "", path = "", query = "" }) { Object.assign(this, { scheme, authority, path, query }); }
  static from(parts) { return new Uri(parts); }
  static file(path) { return new Uri({ scheme: "file", path }); }
  static joinPath(uri, ...parts) { return uri.with({ path: posix.join(uri.path, ...parts) }); }
  with(change) { return new Uri({ ...this, ...change }); }
  get fsPath() { return this.path; }
  toString() { return `${this.scheme}://${this.authority}${this.path}`; }
}
class FileSystemError extends Error {}
for (const kind of ["FileNotFound", "FileIsADirectory", "FileNotADirectory", "NoPermissions", "Unavailable"])
  FileSystemError[kind] = (about) => Object.assign(new FileSystemError(String(about)), { code: kind });
class EventEmitter {
  listeners = [];
  event = (listener) => { this.listeners.push(listener); return { dispose() {} }; };
  fire(value) { for (const each of this.listeners) each(value); }
  dispose() {}
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(a, b, c, d) { this.start = typeof a === "number" ? new Position(a, b) : a; this.end = typeof a === "number" ? new Position(c, d) : b; } }
class Plain { constructor(...given) { this.given = given; } }
const enumeration = (...names) => Object.fromEntries(names.map((name, i) => [name, i]));

/** What the extension registers, and what the user would answer. */
export function fake(root) {
  const registered = { commands: new Map(), providers: new Map(), editors: new Map(), controllers: [], tabs: [] };
  const user = { input: undefined, pick: undefined, open: undefined, save: undefined, messages: [], errors: [], shown: [], executed: [], folders: [] };
  const disposable = () => ({ dispose() {} });
  const files = {
    stat: async (uri) => {
      try { const { size, mtimeMs, ctimeMs } = statSync(uri.path); return { type: 1, size, mtime: mtimeMs, ctime: ctimeMs }; } catch { throw FileSystemError.FileNotFound(uri); }
    },
    readFile: async (uri) => uri.scheme === "file" ? new Uint8Array(readFileSync(uri.path)) : registered.providers.get(uri.scheme).readFile(uri),
    writeFile: async (uri, bytes) => uri.scheme === "file" ? writeFileSync(uri.path, bytes) : registered.providers.get(uri.scheme).writeFile(uri, bytes),
    copy: async (from, to) => copyFileSync(from.path, to.path, 1),
  };
  const items = () => { const map = new Map(); return { add: (item) => map.set(item.id, item), get: (id) => map.get(id), delete: (id) => map.delete(id), forEach: (f) => map.forEach(f), get size() { return map.size; } }; };
  const vscode = {
    Uri, FileSystemError, EventEmitter, Position, Range,
    Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
    Disposable: Plain, Location: Plain, TabInputText: class { constructor(uri) { this.uri = uri; } }, TabInputCustom: class {},
    TestMessage: class { constructor(message) { this.message = message; } },
    FileType: { File: 1, Directory: 2 }, FileChangeType: enumeration("_", "Changed"), DiagnosticSeverity: enumeration("Error", "Warning"),
    ProgressLocation: { Notification: 15 }, TestRunProfileKind: { Run: 1 },
    RelativePattern: class {},
    workspace: {
      fs: files, workspaceFolders: [],
      registerFileSystemProvider: (scheme, provider) => (registered.providers.set(scheme, provider), disposable()),
      createFileSystemWatcher: () => ({ onDidChange: disposable, onDidCreate: disposable, onDidDelete: disposable, dispose() {} }),
      findFiles: async (pattern) => readdirSync(root).filter((name) => pattern === "**/*.plan" ? name.endsWith(".plan") : /\.(bin|o|vfs|patho)$/.test(name)).sort().map((name) => Uri.file(join(root, name))),
      updateWorkspaceFolders: (...given) => (user.folders.push(given), true),
      openTextDocument: async (uri) => ({ uri, text: new TextDecoder().decode(await files.readFile(uri)) }),
    },
    window: {
      registerCustomEditorProvider: (name, editor) => (registered.editors.set(name, editor), disposable()),
      tabGroups: { activeTabGroup: {}, onDidChangeTabs: (listener) => (registered.tabs.push(listener), disposable()) },
      showInputBox: async () => user.input, showOpenDialog: async () => user.open && [user.open], showSaveDialog: async () => user.save,
      showQuickPick: async (all) => (user.offered = all, user.pick?.(all)),
      showInformationMessage: async (text) => void user.messages.push(text), showErrorMessage: async (text) => void user.errors.push(text),
      showTextDocument: async (document, how) => void user.shown.push([document, how]),
      withProgress: (_, work) => work({ report() {} }, { isCancellationRequested: false }),
    },
    commands: {
      registerCommand: (name, run) => (registered.commands.set(name, run), disposable()),
      executeCommand: async (...given) => void user.executed.push(given),
    },
    languages: { createDiagnosticCollection: () => ({ set: (uri, all) => { user.problems = all; }, dispose() {} }) },
    tests: {
      createTestController: () => {
        const controller = {
          items: items(), createTestItem: (id, label, uri) => ({ id, label, uri, children: items() }), dispose() {},
          createRunProfile: (_, __, run) => { controller.run = run; },
          createTestRun: () => (controller.result = { log: [], started() {}, end() { this.log.push("end"); },
            passed(item) { this.log.push(`passed ${item.label}`); }, failed(item, message) { this.log.push(`failed ${item.label}`); controller.message = [message].flat()[0]; },
            errored(item, message) { this.log.push(`errored ${item.label}: ${message.message}`); } }),
        };
        registered.controllers.push(controller);
        return controller;
      },
    },
  };
  return { vscode, registered, user };
}
