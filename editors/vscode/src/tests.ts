// Plans of `vellum test` in the test explorer. What a plan expects is known when it has run: its tests appear then.
import * as vscode from "vscode";
import { ask, nameOf } from "./module";

export function registerTests(context: vscode.ExtensionContext): void {
  const controller = vscode.tests.createTestController("vellum", "Vellum");
  const add = (uri: vscode.Uri) => {
    const label = uri.path.slice(uri.path.lastIndexOf("/") + 1);
    controller.items.add(controller.createTestItem(uri.toString(), label, uri));
  };
  controller.resolveHandler = async () => {
    for (const uri of await vscode.workspace.findFiles("**/*.plan", "**/node_modules/**")) add(uri);
  };
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.plan");
  watcher.onDidCreate(add);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));

  const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken) => {
    const result = controller.createTestRun(request);
    const plans = new Map<vscode.TestItem, string | undefined>();
    if (request.include) for (const item of request.include) plans.set(item.parent ?? item, item.parent ? item.label : undefined);
    else controller.items.forEach((item) => plans.set(item, undefined));
    for (const [plan, only] of plans) {
      if (token.isCancellationRequested) break;
      await judge(controller, result, plan, only);
    }
    result.end();
  };
  controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, run, true);
  context.subscriptions.push(controller, watcher);
}

async function judge(controller: vscode.TestController, result: vscode.TestRun, plan: vscode.TestItem, only?: string): Promise<void> {
  const uri = plan.uri!;
  result.started(plan);
  try {
    const { tests, failed } = await ask([uri], (workspace) => workspace.test(nameOf(uri), only === undefined ? {} : { only }));
    for (const { name, line, passed, failures } of tests) {
      const id = `${uri.toString()}#${name}`;
      const item = plan.children.get(id) ?? controller.createTestItem(id, name, uri);
      item.range = new vscode.Range(Math.max(0, line - 1), 0, Math.max(0, line - 1), 0);
      plan.children.add(item);
      if (passed) {
        result.passed(item);
        continue;
      }
      result.failed(
        item,
        failures.map(({ line: at, expected, found }) => {
          const message = new vscode.TestMessage(`expected ${expected}\n${found.length > 0 ? `found:\n${found.join("\n")}` : "found nothing of the kind"}`);
          message.location = new vscode.Location(uri, new vscode.Position(Math.max(0, at - 1), 0));
          return message;
        }),
      );
    }
    if (failed === 0) result.passed(plan);
    else result.failed(plan, new vscode.TestMessage(`${failed} failed`));
  } catch (error) {
    result.errored(plan, new vscode.TestMessage(error instanceof Error ? error.message : String(error)));
  }
}
