// The debugger: `vellum dap` on its standard streams or the module's debug adapter, and F5 without a configuration.
import * as vscode from "vscode";
import { ModuleAdapter } from "./conversation";
import { resolveConfiguration } from "./logic";
import { isInstalled, program } from "./program";

class Configurations implements vscode.DebugConfigurationProvider {
  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [{ type: "vellum", request: "launch", name: "Debug this script", program: "${file}", stopOnEntry: true }];
  }

  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    const document = vscode.window.activeTextEditor?.document;
    const open =
      document?.uri.scheme === "file" ? { language: document.languageId, file: document.uri.fsPath } : undefined;
    return resolveConfiguration(configuration, open) as vscode.DebugConfiguration | undefined;
  }
}

class Adapters implements vscode.DebugAdapterDescriptorFactory {
  async createDebugAdapterDescriptor(): Promise<vscode.DebugAdapterDescriptor> {
    return (await isInstalled())
      ? new vscode.DebugAdapterExecutable(program(), ["dap"])
      : new vscode.DebugAdapterInlineImplementation(new ModuleAdapter());
  }
}

export function registerDebugging(context: vscode.ExtensionContext): void {
  const configurations = new Configurations();
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("vellum", configurations),
    vscode.debug.registerDebugConfigurationProvider(
      "vellum",
      configurations,
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory("vellum", new Adapters()),
  );
}
