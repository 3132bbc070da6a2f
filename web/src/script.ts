// A script with all its forms, and what ties them together: line, instruction, bytes.
import type { Client } from "./client";
import type { Code, Failed, Function, Instruction, Problem } from "./messages";

interface Decompiled { file: string; source?: string; verdict?: string; reason?: string; headers?: Record<string, string> }

/** An instruction with all bytes, lines of the source, or both. */
export interface Selection { line?: number; first?: number; last?: number }

let opened = 0;

export class Script {
  engine: string;
  /** Of the text in the editor, where that compiles; else of the text that did last. */
  instructions: Instruction[] = [];
  bytes = new Uint8Array();
  code: Code;
  /** The file as it was opened. */
  readonly first_bytes: Uint8Array;
  readonly original: string;
  readonly source: boolean;
  /** True where the file itself is text. */
  readonly written: boolean;
  tied: boolean;
  /** Where the text in the editor is, for the language server, the compiler and the debugger. */
  path: string;
  private version = 0;
  readonly folder: string;
  text: string;
  /** Changed on an earlier visit, which has not been said yet. */
  restored = false;
  /** Pictures that only some scripts have, by the form that shows them; whether the workspace was asked for them. */
  readonly pictures = new Map<string, string>();
  asked = false;
  private readonly by_line = new Map<number, [number, number]>();

  private constructor(readonly file: string, code: Code, readonly verdict: string, readonly reason: string,
    source: string, readonly headers: Record<string, string>, tied: boolean) {
    this.engine = code.engine;
    this.code = code;
    this.first_bytes = code.bytes ?? new Uint8Array();
    this.original = this.text = source;
    this.source = source !== "";
    this.tied = tied;
    this.written = code.source_name === file;
    this.folder = this.written ? "" : `.open/${++opened}`;
    this.path = this.written ? file : this.named(0);
    this.adopt(code);
  }
  private adopt(code: Code): void {
    this.code = code;
    this.instructions = code.instructions ?? [];
    this.bytes = (code.bytes ?? new Uint8Array()) as Uint8Array<ArrayBuffer>;
    this.by_line.clear();
    this.instructions.forEach(({ line }, index) => {
      if (line === undefined) return;
      const known = this.by_line.get(line);
      this.by_line.set(line, known ? [Math.min(known[0], index), Math.max(known[1], index)] : [index, index]);
    });
  }
  /** The code of the present text. False where it has errors: the lines belong to nothing then. */
  async compiled(client: Client): Promise<boolean> {
    const text = this.text;
    const path = await this.current(client);
    const answer = await client.ask<(Code | Failed)[]>("code", { nodes: [path], instructions: true });
    const code = answer.find((each): each is Code => !("ok" in each));
    if (text !== this.text) return false;
    this.tied = code !== undefined;
    if (code) this.adopt({ ...code, file: this.file });
    if (code && !this.engine) this.engine = code.engine;
    return this.tied;
  }
  static async read(client: Client, file: string): Promise<Script | Failed> {
    const answer = (await client.ask<(Code | Failed)[]>("code", { nodes: [file], instructions: true }));
    const code = answer.find((each): each is Code => !("ok" in each));
    if (!code) return Script.with_errors(client, file, (answer[0] as Failed | undefined) ?? { file, ok: false, diagnostics: [] });
    let decompiled: Decompiled | undefined;
    if (code.source_name !== code.file) {
      decompiled = (await client.ask<(Decompiled & { ok?: boolean })[]>("decompile", { nodes: [file] })).find(({ ok }) => ok !== false);
    }
    const source = code.source ?? decompiled?.source ?? "";
    const script = new Script(code.file, code, decompiled?.verdict ?? "", decompiled?.reason ?? "", source, decompiled?.headers ?? {}, code.source !== undefined);
    if (!script.written) await script.publish(client);
    return script;
  }
  /** A text with errors can be edited all the same; where errors have lines, the file is a text. */
  private static async with_errors(client: Client, file: string, failed: Failed): Promise<Script | Failed> {
    if (file.includes("!") || !failed.diagnostics.some(({ line }) => line)) return failed;
    const bytes = await client.call("bytes", file).catch(() => undefined);
    if (!bytes || bytes.length > 1 << 22 || bytes.includes(0)) return failed;
    const source = new TextDecoder().decode(bytes);
    return new Script(file, { file, engine: "", source, source_name: file, size: bytes.length, functions: [], references: [] }, "", "", source, {}, false);
  }
  private named(version: number): string {
    const name = (this.code.source_name ?? this.file).split(/[/!]/).at(-1)!;
    return `${this.folder}${version ? `.${version}` : ""}/${name}`;
  }
  /** What was answered of a path is kept, so that each text has its own. */
  private async publish(client: Client): Promise<void> {
    const folder = this.path.slice(0, this.path.lastIndexOf("/"));
    await Promise.all([
      client.call("text", this.path, this.text),
      ...Object.entries(this.headers).map(([name, text]) => client.call("text", `${folder}/${name}`, text)),
    ]);
  }
  /** The present text as a file that `client` can read. */
  async current(client: Client): Promise<string> {
    if (this.text === this.original) return this.file;
    const path = this.path;
    const made = this.path = this.written ? this.written_path() : this.named(++this.version);
    await this.publish(client);
    this.path = path;
    return made;
  }
  private written_path(): string {
    const slash = this.file.lastIndexOf("/") + 1;
    return `${this.file.slice(0, slash)}.open.${++this.version}.${this.file.slice(slash)}`;
  }
  get changed(): boolean { return this.text !== this.original; }
  get name(): string { return this.file.split(/[/!]/).at(-1)!; }
  get uri(): string { return `file:///${this.path.split("/").map(encodeURIComponent).join("/")}`; }

  of_line(line: number): Selection {
    const range = this.tied ? this.by_line.get(line) : undefined;
    return range ? { line, first: range[0], last: range[1] } : { line };
  }
  of_instruction(index: number): Selection {
    const line = this.tied ? this.instructions[index]?.line : undefined;
    return { first: index, last: index, ...(line !== undefined ? { line } : {}) };
  }
  /** The instruction that the byte of the file is part of, or -1. */
  at_byte(at: number): number {
    const begin = this.code.code_offset;
    if (begin === undefined) return -1;
    let low = 0, high = this.instructions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (begin + this.instructions[middle]!.offset <= at) low = middle + 1;
      else high = middle;
    }
    const found = this.instructions[low - 1];
    return found && at < begin + found.offset + found.size ? low - 1 : -1;
  }
  at_address(address: number): number {
    let low = 0, high = this.instructions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.instructions[middle]!.address < address) low = middle + 1;
      else high = middle;
    }
    return this.instructions[low]?.address === address ? low : -1;
  }
  /** The function that has the instruction, or the line. */
  function_of({ first, line }: Selection): Function | undefined {
    const address = first !== undefined ? this.instructions[first]?.address : undefined;
    let found: Function | undefined;
    for (const each of this.code.functions) {
      if (address !== undefined ? each.address <= address && (each.end === undefined || address < each.end)
        : line !== undefined && each.line !== undefined && each.line <= line && (found?.line ?? 0) <= each.line) found = each;
    }
    return found;
  }
}

export const is_failed = (value: unknown): value is Failed => (value as Failed).ok === false && Array.isArray((value as Failed).diagnostics);
export function sentence(problem: Problem): string {
  return problem.hint ? `${problem.message}: ${problem.hint}` : problem.message;
}
