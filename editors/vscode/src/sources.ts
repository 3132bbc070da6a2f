// The source of a compiled script as a document that can be changed. Saving compiles and checks it; only what has no errors is put
// back, into the file or its archive, with a backup.
import * as vscode from "vscode";
import type { Message, ScriptDecompiled } from "vellum-scripts";
import { Contents } from "./contents";
import { ask, nameOf, refusal } from "./module";
import { type Inside, addressIn, archives, insideOf, sources } from "./places";
import { putBack } from "./put_back";

const endings: Record<string, string> = { pathologic: ".patho", ags: ".asc", ff7: ".wms", skrit: ".skrit" };
const ending = (path: string) => Object.values(endings).find((each) => path.endsWith(each)) ?? "";

interface Shown {
  mtime: number;
  bytes: Uint8Array;
  engine: string;
  headers: Record<string, string>;
}

export class Sources extends Contents implements vscode.FileSystemProvider {
  private readonly shown = new Map<string, Promise<Shown>>();
  private readonly problems = vscode.languages.createDiagnosticCollection("vellum-source");

  dispose(): void {
    this.problems.dispose();
  }
  private node({ file, member }: Inside): string {
    return nameOf(vscode.Uri.from(file)) + (member === "" ? "" : "!" + member);
  }

  private async show(uri: vscode.Uri): Promise<Shown> {
    const inside = insideOf(uri, ending(uri.path));
    const file = vscode.Uri.from(inside.file);
    const { mtime } = await vscode.workspace.fs.stat(file);
    const key = uri.toString();
    const known = await this.shown.get(key)?.catch(() => undefined);
    if (known?.mtime === mtime) return known;
    const made = ask([file], (workspace) => workspace.decompile(this.node(inside))).then(([answer]): Shown => {
      const reason = answer ? refusal(answer) : "there is no script in this file";
      if (reason) throw vscode.FileSystemError.Unavailable(reason);
      const { source, engine, headers } = answer as ScriptDecompiled;
      if (source === undefined) throw vscode.FileSystemError.Unavailable("this script has no source; open its listing");
      return { mtime, bytes: new TextEncoder().encode(source), engine, headers: headers ?? {} };
    });
    this.shown.set(key, made);
    return made;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtime, bytes } = await this.show(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }
  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.show(uri)).bytes;
  }
  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const inside = insideOf(uri, ending(uri.path));
    const file = vscode.Uri.from(inside.file);
    const { headers } = await this.show(uri);
    const made = await ask([file], (workspace) =>
      workspace.compile(nameOf(uri), { source: new TextDecoder().decode(bytes), files: headers }),
    );
    const checked = made.ok && made.bytes ? await this.check(made.bytes, inside) : [];
    const said = [...made.diagnostics, ...checked];
    this.problems.set(uri, said.filter(({ severity }) => severity !== "note").map(toProblem));
    const wrong = said.find(({ severity }) => severity === "error");
    if (wrong || !made.bytes)
      throw vscode.FileSystemError.Unavailable(
        `Not saved: ${wrong?.line ? `line ${wrong.line}: ` : ""}${wrong?.message ?? "the source cannot be compiled"}`,
      );
    await putBack(inside, made.bytes);
    this.shown.delete(uri.toString());
    this.tell(uri);
  }
  /** What the checker says of the new script. */
  private async check(bytes: Uint8Array, { file, member }: Inside): Promise<Message[]> {
    const name = "compiled/" + (member || file.path).split(/[\\/!]/).at(-1)!;
    const answers = await ask([], (workspace) => workspace.check(name), { [name]: bytes });
    return answers.flatMap(({ diagnostics }) => diagnostics.map((each) => ({ ...each, line: undefined as unknown as number })));
  }
  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }
}

function toProblem({ severity, message, hint, line, column, code }: Message): vscode.Diagnostic {
  const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), Math.max(0, (column ?? 1) - 1));
  const kind = severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const problem = new vscode.Diagnostic(new vscode.Range(at, at), hint ? `${message}\n${hint}` : message, kind);
  problem.source = "vellum";
  if (code) problem.code = code;
  return problem;
}

/** Where a compiled script's source can be changed: of a file, or of a member of an archive that is open as a folder. */
export async function sourceOf(script: vscode.Uri): Promise<vscode.Uri> {
  const inside = script.scheme === archives ? insideOf(script) : { file: script, member: "" };
  const file = vscode.Uri.from(inside.file);
  const node = nameOf(file) + (inside.member === "" ? "" : "!" + inside.member);
  const [info] = await ask([file], (workspace) => workspace.info(node));
  const reason = info ? refusal(info) : "there is no script in this file";
  if (reason) throw new Error(reason);
  return vscode.Uri.from(addressIn(sources, inside, endings[(info as { engine: string }).engine] ?? ".txt"));
}
