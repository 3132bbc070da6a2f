// What the page and its workers say to each other.
import type { Served } from "./served";

/** A file that was given to the page: a blob or a file of the program's that is read in part, or bytes. */
export interface Entry { path: string; content: Blob | Uint8Array | Served }
export interface FileRow { path: string; size: number }

export interface Problem { severity: "note" | "warning" | "error"; code?: string; message: string; hint?: string; file?: string; line?: number; offset?: number }

export interface Function { name: string; kind: string; address: number; end?: number; line?: number; also?: string[] }
export interface Reference { kind: string; name: string; address: number; line?: number }
export interface Field { name: string; kind: string; at: number; size: number; text?: string }
export interface Instruction { address: number; offset: number; size: number; line?: number; text: string; fields: Field[] }
/** What the question `code` answers. */
export interface Code {
  file: string; engine: string; source?: string; source_name?: string; size: number; bytes?: Uint8Array; code_offset?: number;
  functions: Function[]; references: Reference[]; instructions?: Instruction[];
}
export interface Failed { file: string; ok: false; diagnostics: Problem[] }

export interface Member { file: string; name: string; kind: string; size: number; ok?: undefined }

export interface Hit { kind: string; label: string; file: string; line?: number; detail?: string }
export interface Found { hits: Hit[]; more: number; milliseconds: number }
export interface Progress { done: number; all: number; scripts: number; texts: number; problems: Failed[]; others: string[] }

/** Everything that a worker does, by name. */
export interface Operations {
  start(module: WebAssembly.Module): { version: string };
  open(entries: Entry[]): FileRow[];
  /** A text that only exists here, such as a source in the editor. */
  text(path: string, content: string | Uint8Array): void;
  ask(question: string, parameters: object): unknown;
  /** Messages of the language server or debug adapter, and those that come back. */
  say(protocol: "lsp" | "dap", messages: object[]): object[];
  hangUp(protocol: "lsp" | "dap"): void;
  bytes(path: string): Uint8Array;
  index(paths: string[]): void;
  search(query: string, limit: number): Found;
  uses(name: string, limit: number): Found;
  /** The names of all scripts that the index knows. */
  scripts(): string[];
}
export type Operation = keyof Operations;
export interface Request { id: number; operation: Operation; parameters: unknown[] }
export interface Cancel { cancel: number }
export interface Reply { id: number; result?: unknown; problem?: { message: string; code?: string; hint?: string } }
export interface Told { progress: Progress }
