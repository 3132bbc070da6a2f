// Commands that work on files: open an archive, edit a source, compile, pack, compare, find. They ask the module, so that they work
// where no program is installed.
import * as vscode from "vscode";
import type { Use } from "vellum-scripts";
import { openArchive } from "./archives";
import { ask, nameOf, refusal } from "./module";
import { archives } from "./places";
import { putBack, replaceFile } from "./put_back";
import { sourceOf } from "./sources";

/** The file that a command means: the one it was called on, or the one that is open. */
export function fileOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}
const last = (path: string) => path.split(/[/!]/).at(-1)!;
const folderUri = (file: vscode.Uri) => vscode.Uri.joinPath(file, "..");

/** Nothing is replaced unasked: where the result goes, the user says. */
async function compile(file: vscode.Uri): Promise<void> {
  const made = await ask([file], (workspace) => workspace.compile(nameOf(file)));
  const reason = made.bytes ? undefined : (refusal(made) ?? "the source cannot be compiled");
  if (reason) throw new Error(`${last(file.path)}: ${reason}`);
  const compiled: Record<string, string> = { pathologic: ".bin", ags: ".o", ff7: ".ev", skrit: ".skc" };
  const name = last(file.path).replace(/\.[^.]*$/, "") + (compiled[made.engine ?? ""] ?? ".out");
  const to = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folderUri(file), name), saveLabel: "Compile" });
  if (!to) return;
  await replaceFile(to, made.bytes!);
  void vscode.window.showInformationMessage(`${last(to.path)}: compiled, ${made.bytes!.length} bytes`);
}

async function pack(file: vscode.Uri): Promise<void> {
  const [archive] = (await vscode.window.showOpenDialog({ openLabel: "Put into this archive", defaultUri: folderUri(file) })) ?? [];
  if (!archive) return;
  const members = await ask([archive], (workspace) => workspace.extract(nameOf(archive)));
  const names = members.flatMap((each) => ("name" in each ? [each.name] : []));
  if (names.length === 0) throw new Error(`${last(archive.path)} is no archive or has nothing in it`);
  const stem = last(file.path).replace(/\.[^.]*$/, "").toLowerCase();
  const likely = (name: string) => (last(name.replace(/\\/g, "/")).replace(/\.[^.]*$/, "").toLowerCase() === stem ? 0 : 1);
  const member = await vscode.window.showQuickPick([...names].sort((a, b) => likely(a) - likely(b)), { placeHolder: "The member to replace" });
  if (!member) return;
  const isText = /\.(patho|asc|wms|skrit|vasm)$/i.test(file.path);
  let bytes = new Uint8Array(await vscode.workspace.fs.readFile(file));
  if (isText && !member.toLowerCase().endsWith(file.path.slice(file.path.lastIndexOf(".")).toLowerCase())) {
    const made = await ask([file], (workspace) => workspace.compile(nameOf(file)));
    if (!made.bytes) throw new Error(`${last(file.path)}: ${refusal(made) ?? "the source cannot be compiled"}`);
    bytes = new Uint8Array(made.bytes);
  }
  await putBack({ file: archive, member }, bytes);
  void vscode.window.showInformationMessage(`${last(archive.path)}: ${member} replaced; the original is ${last(archive.path)}.before`);
}

async function diff(file: vscode.Uri): Promise<void> {
  const [other] = (await vscode.window.showOpenDialog({ openLabel: "Compare with this script", defaultUri: folderUri(file) })) ?? [];
  if (!other) return;
  const [before, after] = await Promise.all([sourceOf(file), sourceOf(other)]);
  await vscode.commands.executeCommand("vscode.diff", before, after, `${last(file.path)} ↔ ${last(other.path)}`);
}

interface Hit extends vscode.QuickPickItem {
  uri: vscode.Uri;
  line: number;
}
const most = 2000;

/** Goes through the scripts and archives of the folder, one after the other, and shows what was found to choose from. */
async function search(title: string, find: (file: vscode.Uri) => Promise<Hit[]>): Promise<void> {
  const hits: Hit[] = [];
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, token) => {
    const files = await vscode.workspace.findFiles("**/*.{bin,o,ev,skc,crm,vfs,lgp,ags,dsres,zip,patho,asc,wms,skrit}");
    for (const [i, file] of files.entries()) {
      if (token.isCancellationRequested || hits.length >= most) break;
      progress.report({ increment: 100 / files.length, message: `${i + 1} of ${files.length}: ${last(file.path)}` });
      hits.push(...(await find(file).catch(() => [])));
    }
  });
  if (hits.length === 0) return void vscode.window.showInformationMessage(`${title}: nothing found`);
  const chosen = await vscode.window.showQuickPick(hits.slice(0, most), { placeHolder: `${hits.length} found`, matchOnDescription: true });
  if (!chosen) return;
  const at = new vscode.Range(Math.max(0, chosen.line - 1), 0, Math.max(0, chosen.line - 1), 0);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(chosen.uri), { selection: at });
}
/** Where a name of an answer, "game/a.vfs!quest.bin", is shown as source. */
async function shownAt(file: vscode.Uri, name: string): Promise<vscode.Uri> {
  const own = nameOf(file);
  if (/\.(patho|asc|ash|wms|skrit)$/i.test(file.path)) return file;
  return name.startsWith(own + "!") ? sourceOf(file.with({ scheme: archives, authority: file.scheme, path: `${file.path}!/${name.slice(own.length + 1)}` })) : sourceOf(file);
}

async function grep(): Promise<void> {
  const text = await vscode.window.showInputBox({ prompt: "Find in the source of every script of this folder" });
  if (!text) return;
  await search(`Find "${text}"`, async (file) => {
    const answers = await ask([file], (workspace) => workspace.code(nameOf(file)));
    const hits: Hit[] = [];
    for (const answer of answers) {
      if (!("source" in answer) || !answer.source?.includes(text)) continue;
      const uri = await shownAt(file, answer.file);
      for (const [i, line] of answer.source.split("\n").entries())
        if (line.includes(text)) hits.push({ label: line.trim(), description: `${last(answer.file)}:${i + 1}`, uri, line: i + 1 });
    }
    return hits;
  });
}

async function uses(): Promise<void> {
  const name = await vscode.window.showInputBox({ prompt: "A native, event, function, global or text; * and ? stand for others" });
  if (!name) return;
  await search(`Uses of ${name}`, async (file) => {
    const answers = await ask([file], (workspace) => workspace.xref(nameOf(file), { name }));
    const found = answers.filter((each): each is Use => !("ok" in each) || each.ok === undefined);
    return Promise.all(
      found.map(async (each) => ({
        label: each.source?.trim() || `${each.kind} ${each.name}`,
        description: `${last(each.file)}${each.line ? `:${each.line}` : ""} ${each.function ?? ""}`,
        uri: await shownAt(file, each.file),
        line: each.line ?? 1,
      })),
    );
  });
}

/** Whether a file with an ending that others use too is a script: `.o` is every C compiler's. */
async function isOurs(file: vscode.Uri): Promise<boolean> {
  const mark = new TextDecoder().decode((await vscode.workspace.fs.readFile(file)).subarray(0, 4));
  return mark === "SCOM";
}

export function registerCommands(context: vscode.ExtensionContext): void {
  const onFile: Record<string, (file: vscode.Uri) => unknown> = {
    "vellum.openArchive": openArchive,
    "vellum.editSource": async (file) => vscode.window.showTextDocument(await sourceOf(file)),
    "vellum.compile": compile,
    "vellum.pack": pack,
    "vellum.diff": diff,
  };
  const guarded = (work: (argument: unknown) => unknown) => async (argument: unknown) => {
    try {
      await work(argument);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  };
  for (const [command, work] of Object.entries(onFile))
    context.subscriptions.push(
      vscode.commands.registerCommand(
        command,
        guarded((argument) => {
          const file = fileOf(argument);
          return file ? work(file) : vscode.window.showInformationMessage("Open or choose a file first.");
        }),
      ),
    );
  context.subscriptions.push(
    vscode.commands.registerCommand("vellum.grep", guarded(grep)),
    vscode.commands.registerCommand("vellum.uses", guarded(uses)),
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      for (const { input } of opened)
        if (input instanceof vscode.TabInputText && /\.o$/i.test(input.uri.path))
          void isOurs(input.uri).then((ours) => ours && vscode.commands.executeCommand("vscode.openWith", input.uri, "vellum.listingOption"), () => undefined);
    }),
  );
}
