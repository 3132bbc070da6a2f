// The extension in a browser's VS Code: everything that needs no program.
import * as vscode from "vscode";
import { registerWorkbench } from "./workbench";

export function activate(context: vscode.ExtensionContext): void {
  registerWorkbench(context);
  // Commands that show what the program prints.
  for (const command of ["disassemble", "decompile", "check", "run", "graph", "states", "map", "restart"])
    context.subscriptions.push(
      vscode.commands.registerCommand("vellum." + command, () =>
        vscode.window.showInformationMessage("This needs VS Code on a computer. 'Vellum: Edit the Source' works here."),
      ),
    );
}
