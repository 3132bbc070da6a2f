// The language client: `vellum lsp` on its standard streams, or the module's language server.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { languageServer } from "./conversation";
import { debuggable } from "./logic";
import { isInstalled, program } from "./program";

let client: LanguageClient | undefined;

async function start(): Promise<void> {
  const server: ServerOptions = (await isInstalled()) ? { command: program(), args: ["lsp"] } : languageServer;
  const options: LanguageClientOptions = {
    documentSelector: [
      ...debuggable.flatMap((language) => [
        { scheme: "file", language },
        { scheme: "untitled", language },
        { scheme: "vellum", language },
        { scheme: "vellum-source", language },
      ]),
      { scheme: "file", language: "lua", pattern: "**/*host.lua" },
      { scheme: "file", pattern: "**/*.agf" }, // the dialogs of a game's project
    ],
    initializationOptions: { settings: vscode.workspace.getConfiguration("vellum").get("settings") },
    synchronize: {
      configurationSection: "vellum",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.{skrit,asc,ash,patho,wms,vasm,names,exports},vellum.json}"),
    },
  };
  client = new LanguageClient("vellum", "Vellum", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(
      `The language server '${program()} lsp' did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

export async function stopClient(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

export function registerClient(context: vscode.ExtensionContext): void {
  const again = async () => {
    await stopClient();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("vellum.restart", again),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("vellum.program")) void again();
    }),
  );
  void start();
}
