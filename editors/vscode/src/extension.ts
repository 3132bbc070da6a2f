// The extension: a thin face of the `vellum` program.
import type * as vscode from "vscode";
import { registerClient, stopClient } from "./client";
import { registerDebugging } from "./debugging";
import { registerListingEditor } from "./listing_editor";
import { registerViews } from "./views";

export function activate(context: vscode.ExtensionContext): void {
  registerViews(context);
  registerListingEditor(context);
  registerDebugging(context);
  registerClient(context);
}

export function deactivate(): Promise<void> {
  return stopClient();
}
