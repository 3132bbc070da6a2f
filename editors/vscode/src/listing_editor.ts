// A compiled script opened as its listing. The file stays as it is: to change it, a listing is saved as a text and
// assembled.
import * as vscode from "vscode";
import { listingPage } from "./logic";
import { ask, refusal } from "./module";

class ListingEditor implements vscode.CustomReadonlyEditorProvider {
  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    panel.webview.options = { enableScripts: false, localResourceRoots: [] };
    const show = async () => {
      const name = document.uri.path.slice(document.uri.path.lastIndexOf("/") + 1);
      try {
        const bytes = new Uint8Array(await vscode.workspace.fs.readFile(document.uri));
        const answers = await ask([], (workspace) => workspace.disasm(name), { [name]: bytes });
        const text = answers.map((each) => ("listing" in each ? each.listing : "")).join("\n");
        const wrong = answers.length === 0 ? "there is no script in this file" : answers.map(refusal).find((each) => each !== undefined);
        panel.webview.html = listingPage(name, text, wrong);
      } catch (error) {
        panel.webview.html = listingPage(name, "", error instanceof Error ? error.message : String(error));
      }
    };
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(document.uri, ".."), document.uri.path.split("/").pop()!),
    );
    watcher.onDidChange(show);
    watcher.onDidCreate(show);
    panel.onDidDispose(() => watcher.dispose());
    await show();
  }
}

export function registerListingEditor(context: vscode.ExtensionContext): void {
  for (const viewType of ["vellum.listing", "vellum.listingOption"])
    context.subscriptions.push(
      vscode.window.registerCustomEditorProvider(viewType, new ListingEditor(), {
        webviewOptions: { enableFindWidget: true },
        supportsMultipleEditorsPerDocument: true,
      }),
    );
}
