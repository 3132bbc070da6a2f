// Texts and pictures that the program makes of a file, as documents and panels of VS Code.
import * as vscode from "vscode";
import { fileOf } from "./commands";
import { picturePage, pictures, viewName, views } from "./logic";
import { call } from "./program";

const scheme = "vellum";

/** The file and the view are in the query, so that the path can be a name that people read. */
function uriOf(kind: string, file: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({
    scheme,
    path: viewName(kind, file.path),
    query: JSON.stringify({ kind, file: file.toString() }),
  });
}

class Texts implements vscode.TextDocumentContentProvider {
  readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { kind, file } = JSON.parse(uri.query) as { kind: string; file: string };
    const path = vscode.Uri.parse(file).fsPath;
    const view = views[kind];
    if (!view) return "";
    const answer = await call(view.arguments(path), path);
    return kind === "check" || kind === "run" || answer.out === "" ? answer.out + answer.err : answer.out;
  }
}

async function withFile(argument: unknown, work: (file: vscode.Uri) => Promise<void>): Promise<void> {
  const file = fileOf(argument);
  if (file?.scheme !== "file") {
    void vscode.window.showInformationMessage("Open a script first.");
    return;
  }
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === file.toString());
  if (open?.isDirty) await open.save(); // the program reads the file
  try {
    await work(file);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

async function showText(texts: Texts, kind: string, file: vscode.Uri): Promise<void> {
  const uri = uriOf(kind, file);
  texts.changed.fire(uri); // refreshes open documents
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}

async function showPicture(kind: string, file: vscode.Uri): Promise<void> {
  const view = pictures[kind];
  if (!view) return;
  const answer = await call(view.arguments(file.fsPath), file.fsPath);
  if (answer.out === "") throw new Error(answer.err.trim());
  const title = `${kind}: ${file.path.slice(file.path.lastIndexOf("/") + 1)}`;
  const panel = vscode.window.createWebviewPanel("vellum.picture", title, vscode.ViewColumn.Beside, {
    enableScripts: false,
    localResourceRoots: [],
  });
  panel.webview.html = picturePage(title, answer.out);
}

export function registerViews(context: vscode.ExtensionContext): void {
  const texts = new Texts();
  context.subscriptions.push(texts.changed, vscode.workspace.registerTextDocumentContentProvider(scheme, texts));
  const textCommands: Record<string, string> = {
    "vellum.disassemble": "listing",
    "vellum.decompile": "source",
    "vellum.check": "check",
    "vellum.run": "run",
  };
  for (const [command, kind] of Object.entries(textCommands))
    context.subscriptions.push(
      vscode.commands.registerCommand(command, (argument) =>
        withFile(argument, (file) => showText(texts, kind, file)),
      ),
    );
  for (const kind of Object.keys(pictures))
    context.subscriptions.push(
      vscode.commands.registerCommand("vellum." + kind, (argument) =>
        withFile(argument, (file) => showPicture(kind, file)),
      ),
    );
}
