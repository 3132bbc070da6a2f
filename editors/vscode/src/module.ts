// Vellum as a WebAssembly module, which the extension brings along: nothing has to be installed, also in a browser. It reads the
// user's files: from the disk in part where there is one, else whole, by VS Code.
import { load, type Vellum, type Workspace } from "vellum-scripts";
import * as vscode from "vscode";

/** Node's files; nothing in a browser. */
const disk: typeof import("node:fs") | undefined =
  typeof process === "undefined" || !process.versions?.node ? undefined : require("node:fs");

let home: vscode.Uri | undefined;
let loading: Promise<Vellum> | undefined;

export function useModuleOf(extension: vscode.Uri): void {
  home = extension;
  loading = undefined;
}

export async function vellum(): Promise<Vellum> {
  if (!home) throw new Error("the extension is not active");
  const file = vscode.Uri.joinPath(home, "dist", "vellum.wasm");
  return (loading ??= Promise.resolve(vscode.workspace.fs.readFile(file)).then((bytes) => load(new Uint8Array(bytes))));
}

/** How questions name a file: its path without the slash in front. */
export function nameOf(file: vscode.Uri): string {
  return file.path.replace(/^\/+/, "");
}

/** The files of one piece of work: those that were given, and the disk. */
class Files {
  constructor(private readonly given: Map<string, Uint8Array>) {}

  private onDisk(name: string): string | undefined {
    return disk ? (/^[A-Za-z]:\//.test(name) ? name : "/" + name) : undefined;
  }
  read(name: string): Uint8Array | undefined {
    const given = this.given.get(name);
    if (given) return given;
    const path = this.onDisk(name);
    return path === undefined ? undefined : new Uint8Array(disk!.readFileSync(path));
  }
  size(name: string): number | undefined {
    const given = this.given.get(name);
    if (given) return given.length;
    const path = this.onDisk(name);
    const found = path === undefined ? undefined : disk!.statSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : undefined;
  }
  readAt(name: string, offset: number, size: number): Uint8Array {
    const given = this.given.get(name);
    if (given) return given.subarray(offset, offset + size);
    const file = disk!.openSync(this.onDisk(name)!, "r");
    try {
      const bytes = new Uint8Array(size);
      return bytes.subarray(0, disk!.readSync(file, bytes, 0, size, offset));
    } finally {
      disk!.closeSync(file);
    }
  }
}

/**
 * Asks a workspace. `files`: what it is about; from elsewhere than a disk they are read whole. `texts`: contents that are in no
 * file yet, by name. An answer is plain data and outlives the workspace.
 */
export async function ask<T>(
  files: vscode.Uri[],
  work: (workspace: Workspace) => T,
  texts: Record<string, Uint8Array> = {},
): Promise<T> {
  const given = new Map(Object.entries(texts));
  for (const file of files)
    if (!given.has(nameOf(file)) && !(disk && file.scheme === "file"))
      given.set(nameOf(file), new Uint8Array(await vscode.workspace.fs.readFile(file)));
  const { Workspace } = await vellum();
  const workspace = new Workspace(new Files(given));
  try {
    return work(workspace);
  } finally {
    workspace.free();
  }
}

/** The first thing that an answer says against a file. */
export function refusal(answer: unknown): string | undefined {
  const said = answer as { ok?: boolean; diagnostics?: { severity: string; message: string; line?: number; hint?: string }[] };
  if (said.ok !== false) return undefined;
  const first = said.diagnostics?.find(({ severity }) => severity === "error") ?? said.diagnostics?.[0];
  if (!first) return "this file cannot be read";
  return [first.line ? `line ${first.line}: ` : "", first.message, first.hint ? ` (${first.hint})` : ""].join("");
}
