// The extension on a computer: the workbench, and what the `vellum` program does where it is installed.
import type * as vscode from "vscode";
import { registerClient, stopClient } from "./client";
import { registerDebugging } from "./debugging";
import { registerViews } from "./views";
import { registerWorkbench } from "./workbench";

export function activate(context: vscode.ExtensionContext): void {
  registerWorkbench(context);
  registerViews(context);
  registerDebugging(context);
  registerClient(context);
}

export function deactivate(): Promise<void> {
  return stopClient();
}
