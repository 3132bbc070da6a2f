// The test's folder as files of VS Code: the server of code.mjs reads and writes them.
const vscode = require("vscode");

exports.activate = (context) => {
  const ask = async (uri, query = "", options = {}) => {
    const path = uri.path.split("/").map(encodeURIComponent).join("/");
    const answer = await fetch(context.extensionUri.with({ path: "/files" }).toString() + path + query, options);
    if (!answer.ok) throw vscode.FileSystemError.FileNotFound(uri);
    return answer;
  };
  const changed = new vscode.EventEmitter();
  const change = async (type, uri, query, options) => {
    await ask(uri, query, options);
    changed.fire([{ type, uri }]);
  };
  const files = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: async (uri) => (await ask(uri, "?stat")).json(),
    readDirectory: async (uri) => (await ask(uri, "?list")).json(),
    readFile: async (uri) => new Uint8Array(await (await ask(uri)).arrayBuffer()),
    writeFile: (uri, body) => change(vscode.FileChangeType.Changed, uri, "", { method: "PUT", body }),
    copy: (from, to) => change(vscode.FileChangeType.Created, from, "?to=" + encodeURIComponent(to.path), { method: "POST" }),
    rename: () => Promise.reject(new Error("not here")),
    delete: () => Promise.reject(new Error("not here")),
    createDirectory: () => Promise.reject(new Error("not here")),
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("mount", files, { isCaseSensitive: true }));
};
