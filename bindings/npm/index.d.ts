/** Three floats. */
export interface Vector { x: number; y: number; z: number }
/** A host object as scripts hold it: a number, 0 for null. */
export interface ObjectId { object: bigint }
/** Ints and floats are told apart by wrapping floats: `float(1)`. Plain numbers go in as ints if they are whole. */
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

export interface LoadOptions {
  /** Engine id; required by `assemble` and `compile`, found out by `load` otherwise. */
  engine?: string;
  /** File name for messages and detection. */
  name?: string;
  /** Build or numbering, engine-specific. */
  variant?: string;
}

export interface ProgramInfo {
  engine: string;
  name: string;
  facts: Record<string, string>;
  functions: { name: string; kind: string; address: number }[];
}

/** A loaded, assembled or compiled script. Call `free()` when done; worlds keep what they need. */
export interface Program {
  readonly engine: string;
  /** What was said while it was made. */
  readonly diagnostics: Diagnostic[];
  info(): ProgramInfo;
  check(): Diagnostic[];
  /** The listing; `assemble` reads it back. */
  disassemble(): string;
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

/** Running scripts, made by `new vellum.World(programs, options)`. Call `free()` when done. */
export interface World {
  start(): void;
  frame(seconds?: number): void;
  /** Delivers an event and says what became of it. */
  send(event: string, ...values: Value[]): string;
  call(name: string, ...values: Value[]): Value;
  /** Stops what runs, soon; for natives and watchers, because nothing else runs meanwhile. Holds until `resume`. */
  interrupt(): void;
  resume(): void;
  readonly interrupted: boolean;
  readonly finished: boolean;
  readonly instructions: bigint;
  takeFaults(): string[];
  snapshot(): Uint8Array;
  /** What scripts have made of the world (FF7); throws if the engine has none. */
  state(): Record<string, unknown>;
  restore(state: Uint8Array): void;
  free(): void;
}

export interface Vellum {
  readonly version: string;
  readonly engines: string[];
  detect(data: Uint8Array, name?: string): string | null;
  load(data: Uint8Array, options?: LoadOptions): Program;
  assemble(text: string, options: LoadOptions): Program;
  compile(text: string, options: LoadOptions): Program;
  /** Everything that can be verified without running; loading errors included. */
  check(data: Uint8Array, options?: LoadOptions): Diagnostic[];
  disassemble(data: Uint8Array, options?: LoadOptions): string;
  /** Runs a script for some frames and returns what it asked of the game, a line each. */
  run(data: Uint8Array, options?: LoadOptions & RunOptions & FrameOptions): string[];
  readonly World: new (programs: Program[], options?: RunOptions) => World;
}

/** Compiles the module. In Node without an argument it is read from the package; browsers pass its bytes or a Response. */
export function load(source?: BufferSource | Response | WebAssembly.Module): Promise<Vellum>;
/** Marks a number as a float. */
export function float(value: number): Float;
