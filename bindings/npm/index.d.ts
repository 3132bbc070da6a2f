import type { Questions } from "./questions.js";
export * from "./questions.js";

/** Three floats. */
export interface Vector { x: number; y: number; z: number }
/** A host object as scripts hold it: a number, 0 for null. */
export interface ObjectId { object: bigint }
/** Wrap floats to distinguish them from ints: `float(1)`. Plain whole numbers are ints. */
export interface Float { float: number }
/** What scripts and natives exchange. */
export type Value = null | boolean | number | string | Vector | ObjectId | Float | Uint8Array;

/** One located message. */
export interface Diagnostic {
  severity: "note" | "warning" | "error";
  /** Stable name such as "isa.truncated". */
  code: string;
  message: string;
  hint: string;
  file: string;
  /** Byte offset, if there is one. */
  offset?: number;
  line?: number;
  column?: number;
}

/** Something was refused. */
export class VellumError extends Error {
  constructor(message: string, diagnostic?: Diagnostic, diagnostics?: Diagnostic[]);
  diagnostic?: Diagnostic;
  /** All messages of the attempt. */
  diagnostics: Diagnostic[];
}

/** Settings by engine, as docs/projects.md has them: `{ pathologic: { numbering: "alpha" } }`. */
export interface EngineSettings {
  ags?: Record<string, boolean | string | number | Record<string, string>>;
  skrit?: { undeclared?: "open" | "strict" | "silent"; strip?: boolean; retail?: boolean };
  pathologic?: { numbering?: "alpha" | "hd" };
  ff7?: { layout?: 128 | 256 };
}

export interface LoadOptions {
  /** Engine id; required by `assemble` and `compile`, found out by `load` otherwise. */
  engine?: string;
  /** File name for messages and detection. */
  name?: string;
  /** Settings of engines. */
  settings?: EngineSettings;
}

export interface ProgramInfo {
  engine: string;
  name: string;
  facts: Record<string, string>;
  functions: { name: string; kind: string; address: number }[];
  /** Of what was compiled from source. */
  debug?: DebugInfo;
}

/** What source has and compiled code lacks; items are indexed by their numbers. */
export interface DebugInfo {
  files: string[];
  /** [address, file, line, column], by address; each holds up to the next. */
  lines: [number, number, number, number][];
  functions: {
    name: string; address: number; end: number; group?: number; result: boolean; parameters: string[]; locals: string[];
  }[];
  /** Functions that share variables: tasks. */
  groups: { name: string; variables: string[] }[];
  globals: string[];
}

/** One line of `vellum info`; `number` is null if the value is not a number. */
export interface Fact { name: string; value: string; number: number | null }
/** A function: `count` instructions from index `first`. */
export interface CodeFunction {
  name: string; kind: string; address: number; end: number | null; parameters: number | null; first: number; count: number;
}
/** A decoded instruction; `target` is the index of the instruction that it jumps to or calls. */
export interface Instruction {
  index: number; address: number; offset: number; size: number; opcode: number; row: number; target: number | null;
  /** How many operands it has. */
  operands: number;
  /** As the listing has it. */
  text: string;
}
/** How a value is encoded in the code. */
export type Field = "u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "f32" | "opcode";
export type Access = "none" | "read" | "write" | "read-write";
/** An operand; its values are unsigned bits, and `fields` gives their meaning. */
export interface Operand { name: string; kind: string; text: string; access: Access; fields: Field[]; values: number[] }
/** A basic block: `count` instructions from index `first`; `next` and `target` are places in the list of blocks. */
export interface Block { first: number; count: number; next: number | null; target: number | null; entry: boolean }
/** A use of something by name: "native", "string", "global", "event", "function", … */
export interface Reference { kind: string; name: string; address: number; instruction: number | null }
export interface RowOperand { name: string; kind: string; access: Access; repeats: boolean; hidden: boolean; fields: Field[] }
/** A register that an instruction uses implicitly. */
export interface ImplicitOperand { name: string; access: Access; number: number }
/** An instruction of a table; `pops` and `pushes` are null if they depend on an instruction's values. */
export interface Row {
  mnemonic: string; meaning: string; stack: string; opcode: number; opcodeLast: number;
  flow: "next" | "jump" | "branch" | "call" | "return" | "stop" | "suspend";
  pops: number | null; pushes: number | null; operands: RowOperand[]; implicit: ImplicitOperand[];
}
export interface Table {
  name: string; title: string; unit: "instructions" | "bytes" | "16-bit words" | "32-bit words"; opcodeField: Field; rows: Row[];
}
export interface Frame { function: string; source: string; address: number; line: number | null }
/** A script's error; `offset` counts bytes from the start of the program's code. */
export interface Fault {
  code: string; message: string; text: string; program: string; machine: number; machineName: string;
  offset: number | null;
  /** Innermost first. */
  frames: Frame[];
}
export type EventOutcome = "handled" | "begun" | "queued" | "remembered" | "no handler" | "disabled" | "busy" | "ended" |
  "over limit" | "no receiver" | "wrong number of values" | "values do not fit" | "unknown event" | "failed" | "interrupted";
export type CallOutcome = "returned" | "unfinished" | "faulted" | "unknown function" | "wrong number of values" |
  "values do not fit" | "not ready" | "over limit" | "unsupported" | "interrupted";

/** What a listing shows as comments. */
export interface ListingOptions {
  /** Instruction addresses (default true). */
  addresses?: boolean;
  /** Explanations next to the code (default true). */
  comments?: boolean;
  /** Encoded bytes. */
  bytes?: boolean;
  /** With the comments, also what verifying the program finds out. */
  facts?: boolean;
}

/** A program's code. Call `free()` when done; it does not need the program. */
export interface Code {
  /** Instructions. */
  readonly length: number;
  /** Which of `tables(engine)` the code is of; null if there is no code. */
  readonly table: number | null;
  at(index: number): Instruction | undefined;
  /** Index of the instruction that begins at the address. */
  find(address: number): number | null;
  /** The operands of an instruction. */
  operands(index: number): Operand[];
  facts(): Fact[];
  /** By ascending address. */
  functions(): CodeFunction[];
  /** The basic blocks of a function, which is given by its place in `functions()`. */
  blocks(index: number): Block[];
  references(): Reference[];
  free(): void;
}

export interface GraphOptions {
  /** The basic blocks of this function; left out: which function calls which. */
  function?: string;
  /** Default "svg". */
  format?: "svg" | "dot" | "json";
  /** Of calls: also those of the game. */
  natives?: boolean;
  /** Instructions shown in a basic block, 0 for all (default 24). */
  lines?: number;
}

export interface SourceOptions {
  /** Behind each statement where its code begins. */
  addresses?: boolean;
  /** The text of a file of names, as `sourceNames` makes it. */
  names?: string;
}
/** Source text; where functions or the whole program are kept as instructions, `reason` says why. */
export interface Source {
  text: string;
  verdict: "identical" | "fallback" | "listing";
  reason?: string;
  functions: FunctionVerdict[];
  /** Files that the text includes (AGS), by name. */
  headers: Record<string, string>;
}
/** The verdict on a function: its source compiles to the same instructions, or it is left as assembly. */
export interface FunctionVerdict { name: string; address: number; verdict: "identical" | "fallback"; reason?: string }
export interface DiffOptions {
  /** Default "unified", which is empty if nothing differs. */
  format?: "unified" | "json" | "html";
  /** As instructions, also where there is a decompiler. */
  listing?: boolean;
  /** Lines around a difference (default 3). */
  context?: number;
  /** The text of a file of names. */
  names?: string;
}
export interface PatchOptions {
  /** Names such as "TMain.OnUse"; left out: all that the text has. */
  functions?: string[];
  /** What messages call the text. */
  name?: string;
  /** The text of a file of names that the text uses. */
  names?: string;
}

/** A loaded, assembled or compiled script. Call `free()` when done; worlds keep what they need. */
export interface Program {
  readonly engine: string;
  /** What was said while it was made. */
  readonly diagnostics: Diagnostic[];
  info(): ProgramInfo;
  check(): Diagnostic[];
  /** What `check` finds as a SARIF 2.1.0 log. */
  sarif(): string;
  /** The listing; `assemble` reads it back. */
  disassemble(options?: ListingOptions): string;
  /** Basic blocks or calls as a text. */
  graph(options?: GraphOptions): string;
  /** Source text that `compile` turns into the same file. */
  decompile(options?: SourceOptions): Source;
  /** What differs between this program and another of its engine. */
  diff(after: Program, options?: DiffOptions): string;
  /** A program with functions replaced by those of a source text. */
  patch(text: string, options?: PatchOptions): Program;
  code(): Code;
  save(): Uint8Array;
  free(): void;
}

/** One call of a native, valid until the native returns. */
export interface Call {
  readonly length: number;
  get(index: number): Value;
  /** Writes the script's variable. */
  set(index: number, value: Value): void;
  readonly receiver: bigint;
  readonly resumed: boolean;
  readonly deltaTime: number;
  state: Value;
  /** Suspends the script; the native is asked again each frame. */
  suspend(): void;
  fail(message: string): void;
}

/** What a native returns is its result. */
export type Native = (call: Call) => Value | void;

export interface RunOptions {
  natives?: Record<string, Native>;
  methods?: Record<string, Native>;
  /** Answer unknown natives with defaults (default true). */
  standIn?: boolean;
  /** Instructions per machine and frame. */
  instructions?: number;
  settings?: Record<string, string>;
  /** Told of natives, events, notes and faults. */
  watch?: (kind: "native" | "event" | "note" | "fault", text: string) => void;
}

export interface FrameOptions {
  /** Frames to run at most (default 60). */
  frames?: number;
  /** Seconds that pass in a frame (default 1/30). */
  seconds?: number;
  /** Functions to call before the first frame, e.g. `["main"]`. */
  calls?: string[];
}

/** One thread of a world's scripts. */
export interface Machine {
  name: string;
  state: "idle" | "ready" | "waiting" | "exhausted" | "finished" | "faulted";
  instructions: bigint;
  /** Open calls, the innermost first. */
  frames: Frame[];
}

/** Variables that belong together. */
export interface Scope {
  name: string;
  /** Variables it has. */
  count: number;
  /** Index of the first of `variables`. */
  first: number;
  variables: { name: string; type: string; text: string }[];
}

/** Running scripts, made by `new vellum.World(programs, options)`. Call `free()` when done. */
export interface World {
  start(): void;
  frame(seconds?: number): void;
  /** Delivers an event and returns its outcome. */
  send(event: string, ...values: Value[]): string;
  call(name: string, ...values: Value[]): Value;
  /** The outcome of the last event, even if it was refused; null before the first. */
  readonly eventOutcome: EventOutcome | null;
  /** The outcome of the last call, even if it failed; null before the first. */
  readonly callOutcome: CallOutcome | null;
  /** Interrupts the world, soon; for natives and observers, because nothing else runs meanwhile. Lasts until `resume`. */
  interrupt(): void;
  /** Ends an interruption or a pause. */
  resume(): void;
  readonly interrupted: boolean;
  /** Stops what is under way, or comes next, after exactly that many more instructions; without a number it is taken back.
   *  `resume` continues as if nothing had happened. */
  pauseAfter(instructions?: number | bigint): void;
  readonly paused: boolean;
  /** The machines so far, finished ones too. */
  readonly machines: Machine[];
  /** What a frame of a machine holds and what is around it: of each scope `count` variables from `first` on. */
  scopes(machine?: number, frame?: number, first?: number, count?: number): Scope[];
  /** Gives the variable with that number in a scope another value, of the type it has. */
  changeVariable(scope: string, index: number, value: Value, machine?: number, frame?: number): void;
  /** Blocks of memory that scripts address. */
  readonly memoryBlocks: { name: string; size: number }[];
  /** Bytes of a block, as many as there are if those are fewer. */
  readMemory(block: string, first?: number, count?: number): Uint8Array;
  readonly finished: boolean;
  readonly instructions: bigint;
  takeFaults(): string[];
  /** The same as data; each fault is taken once, as a text or so. */
  takeFaultDetails(): Fault[];
  snapshot(): Uint8Array;
  /** The state of the world (FF7); throws if the engine has none. */
  state(): Record<string, unknown>;
  restore(state: Uint8Array): void;
  free(): void;
}

/** Bytes, or a text. */
export type Content = Uint8Array | string;
/** Files by name: in a map or object, or from a function. Without `list`, which is called once, only files that are named can be
 * asked about.
 * With `size` and `readAt`, large archives are read in part.
 * Where there is none, `read` gives nothing or throws what Node's file functions throw; anything else thrown is thrown again by the question. */
export type Files = ReadonlyMap<string, Content> | { readonly [name: string]: Content } |
  ((name: string) => Content | null | undefined) |
  { read(name: string): Content | null | undefined; list?(): Iterable<string>;
    size?(name: string): number | null | undefined; readAt?(name: string, offset: number, size: number): Uint8Array };

/** What holds for all scripts of a workspace. */
export interface Settings extends EngineSettings {
  /** Engine id; found out for each file otherwise. */
  engine?: string;
  /** Folders and archives that every script may read. */
  data?: string[];
  /** Headers of AGS sources, wherever they lie. */
  headers?: string[];
  /** Warnings about style. */
  lint?: boolean;
}

/** Finds scripts and answers questions about them: a method for each question; bytes are `Uint8Array`s.
 * Call `free()` when done. */
export interface Workspace extends Questions {
  /** What `vellum QUESTION --format json` prints; parameters as `vellum_questions` of the C interface has them. */
  ask(question: string, parameters?: Record<string, unknown>): unknown;
  /** A conversation with an editor over these files: "lsp" for the language server, "dap" for the debug adapter. */
  converse(protocol: "lsp" | "dap"): Conversation;
  free(): void;
}

/** The Language Server Protocol or the Debug Adapter Protocol, message by message. Call `free()` when done, before the
 * workspace's. */
export interface Conversation {
  /** Takes a message and gives those there are to send. Without one: nothing more comes for a moment; what there is to tell
   * without being asked comes then. */
  say(message?: object): Record<string, unknown>[];
  /** Something runs still after a slice of time (a launch request's "slice", in milliseconds): the next `say` goes on. */
  readonly running: boolean;
  /** Nothing is answered any more. */
  readonly ended: boolean;
  free(): void;
}

export interface Vellum {
  readonly version: string;
  readonly engines: string[];
  detect(data: Uint8Array, name?: string): string | null;
  /** The instruction tables of an engine. */
  tables(engine: string): Table[];
  load(data: Uint8Array, options?: LoadOptions): Program;
  assemble(text: string, options: LoadOptions): Program;
  compile(text: string, options: LoadOptions): Program;
  /** The names and comments of an edited source, as the text of a names file; other entries of `known` stay. */
  sourceNames(text: string, options?: LoadOptions & { known?: string }): string;
  disassemble(data: Uint8Array, options?: LoadOptions): string;
  /** Runs a script for some frames and returns what it asked of the game, a line each. */
  run(data: Uint8Array, options?: LoadOptions & RunOptions & FrameOptions): string[];
  readonly Workspace: new (files: Files, settings?: Settings) => Workspace;
  readonly World: new (programs: Program[], options?: RunOptions) => World;
}

/**
 * The text of bytes as the package hands out every text: UTF-8, in which a byte that is not part of it is U+DC00 plus the byte
 * (half of a surrogate pair, which UTF-8 does not have). No byte is lost.
 */
export function textOf(data: Uint8Array): string;
/** The bytes of such a text: what belongs into a file that `decompile` or `disassemble` gave the text of. */
export function bytesOf(text: string): Uint8Array;

/** Compiles the module. In Node without an argument it is read from the package; browsers pass its bytes or a Response. */
export function load(source?: BufferSource | Response | WebAssembly.Module): Promise<Vellum>;
/** Marks a number as a float. */
export function float(value: number): Float;
