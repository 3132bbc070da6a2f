// What works everywhere: archives as folders, sources and listings of compiled scripts, plans as tests, commands on files.
import * as vscode from "vscode";
import { Archives } from "./archives";
import { registerCommands } from "./commands";
import { registerListingEditor } from "./listing_editor";
import { useModuleOf } from "./module";
import { archives, sources } from "./places";
import { Sources } from "./sources";
import { registerTests } from "./tests";

export function registerWorkbench(context: vscode.ExtensionContext): void {
  useModuleOf(context.extensionUri);
  const shown = new Sources();
  context.subscriptions.push(
    shown,
    vscode.workspace.registerFileSystemProvider(archives, new Archives(), { isCaseSensitive: true }),
    vscode.workspace.registerFileSystemProvider(sources, shown, { isCaseSensitive: true }),
  );
  registerListingEditor(context);
  registerCommands(context);
  registerTests(context);
}
