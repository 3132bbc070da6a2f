// The questions of a workspace as methods; made by scripts/questions.py from the library's table of questions and docs/schemas.

/** A diagnostic in an answer. */
export interface Message {
  severity: "error" | "warning" | "note";
  /** What the message is, for tools: 'pathologic.string'. */
  code?: string;
  message: string;
  file?: string;
  /** Byte of the file. */
  offset?: number;
  /** From 1. */
  line?: number;
  /** From 1. */
  column?: number;
  /** The line it is about. */
  quote?: string;
  /** Where in the quote. */
  quote_column?: number;
  hint?: string;
  related?: { message: string; file?: string; offset?: number; line?: number; column?: number }[];
}

/** What an answer has of a file that gave nothing else. */
export interface Failure {
  file: string;
  ok: false;
  diagnostics: Message[];
}

/** A member with new contents, its bytes or a source that is compiled; without both it is removed. */
export interface Change { member: string; source?: string; bytes?: Uint8Array }

/** What `check` answers. */
export interface Checked {
  file: string;
  engine: string;
  ok: boolean;
  errors: number;
  warnings: number;
  /** Counted, but not kept. */
  dropped?: number;
  diagnostics: Message[];
}

/** What `compile` answers. */
export interface Compiled {
  file: string;
  /** False: there are no bytes, and the diagnostics say why. */
  ok: boolean;
  engine?: string;
  size?: number;
  /** The compiled script. */
  bytes?: Uint8Array;
  diagnostics: Message[];
}

/** What `decompile` answers. */
export interface ScriptDecompiled {
  file: string;
  engine: string;
  verdict: "identical" | "fallback" | "listing";
  reason?: string;
  functions: { name: string; address: number; verdict: "identical" | "fallback"; reason?: string }[];
  names: { functions: { count: number; made_up: number }; variables: { count: number; made_up: number } };
  /** Only without --verify and --output. JSON is UTF-8: other bytes are U+FFFD here, but not in files and in text on standard output. */
  source?: string;
  headers?: Record<string, string>;
  ok?: undefined;
}

/** What `decompile` answers. */
export interface FunctionDecompiled {
  file: string;
  engine: string;
  /** Its text alone. */
  source: string;
  ok?: undefined;
}

/** What `decompile` answers. */
export type Decompiled = ScriptDecompiled | FunctionDecompiled;

/** What `diff` answers. */
export interface Difference {
  before: string;
  after: string;
  equal: boolean;
  /** Functions that are the same. */
  same: number;
  moved: number;
  functions: { fate: "changed" | "renamed" | "removed" | "added"; before?: string; after?: string; moved: boolean; likeness?: number; form?: "source" | "listing"; shortened?: true; hunks: { before: number; after: number; lines: string[] }[] }[];
  data: { what: string; removed: string[]; added: string[] }[];
}

/** What `disasm` answers. */
export interface Disassembled {
  file: string;
  engine: string;
  listing: string;
  ok?: undefined;
}

/** What `extract` answers. */
export interface Extracted {
  file: string;
  name: string;
  kind: string;
  offset: number;
  size: number;
  cut_off?: true;
  deleted?: true;
  /** Bytes that it takes in the archive. */
  stored?: number;
  /** The file that it was written to; missing with --list. */
  path?: string;
  /** What it holds; only where the question's "bytes" asks for it. */
  bytes?: Uint8Array;
  ok?: undefined;
}

/** What `graph` answers. */
export interface Graph {
  title: string;
  nodes: { id: string; kind: "plain" | "entry" | "exit" | "external"; title: string; lines: string[] }[];
  edges: { from: string; to: string; kind: "plain" | "taken" | "other" | "true" | "false"; label?: string }[];
}

/** What `info` answers. */
export interface ScriptInfo {
  file: string;
  engine: string;
  /** In bytes. */
  size: number;
  sha256: string;
  /** By name; those of one name as a list. */
  facts: Record<string, unknown>;
  functions: { name: string; kind: string; address: number; end?: number; parameters?: number }[];
  ok?: undefined;
}

/** What `info` answers. */
export interface ContainerInfo {
  file: string;
  engine: string;
  size: number;
  sha256: string;
  /** By name; those of one name as a list. */
  facts?: Record<string, unknown>;
  members: { name: string; kind: string; offset: number; size: number; cut_off?: true }[];
  ok?: undefined;
}

/** What `info` answers. */
export interface GameInfo {
  folder: string;
  game: string;
  engine: string;
  version: string;
  language: string;
  scripts: number;
  hidden: number;
  places: { path: string; format: string; scripts: number }[];
  ok?: undefined;
}

/** What `info` answers. */
export type Info = ScriptInfo | ContainerInfo | GameInfo;

/** What `natives` answers. */
export interface EngineNatives {
  engine: string;
  natives: { kind: string; owner: string; name: string; declaration: string; parameters?: { name: string; type: string; direction: "in" | "out" | "in_out" }[]; variadic: boolean; result: string; latent: boolean; ended_by?: string[]; answered_by: "vellum" | "host"; meaning: string; calls: number; scripts: number; source: string }[];
}

/** What `pack` answers. */
export interface Packed {
  file: string;
  /** What to write: the changed file, and others beside it. */
  files: { name: string; size: number; bytes: Uint8Array }[];
}

/** What `patch` answers. */
export interface Patched {
  file: string;
  /** Functions that are as the text has them now. */
  replaced: string[];
  /** Functions that are not called any more. */
  left_out: string[];
  /** What to write: the changed file, and others beside it. */
  files: { name: string; size: number; bytes: Uint8Array }[];
  diagnostics: Message[];
}

/** What `texts` answers. */
export interface Text {
  file: string;
  /** By which the script knows it. */
  id?: string;
  text: string;
  /** Where players meet it. */
  context?: string;
  places: { function?: string; address: number }[];
  ok?: undefined;
}

/** What `xref` answers. */
export interface Use {
  kind: string;
  name: string;
  file: string;
  address: number;
  /** That it stands in. */
  function?: string;
  /** Of the source, if it is known. */
  line?: number;
  /** That line. */
  source?: string;
  ok?: undefined;
}

/** What a workspace can be asked. */
export interface Questions {
  /** Look for mistakes without running anything.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  check(nodes: string | readonly string[], options?: {
    /** Also what is worth knowing and no mistake. */
    notes?: boolean;
  }): (Checked | Failure)[];
  /** Make compiled scripts of sources and listings.
   * @param node The source or listing; with `source` only what the text is called.
   */
  compile(node: string, options?: {
    /** The text, if it is in no file. */
    source?: string;
    /** Texts that the source names, such as headers, before those in files. */
    files?: Record<string, string>;
  }): Compiled;
  /** Compiled scripts as source.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  decompile(nodes: string | readonly string[], options?: {
    /** Only this function's source. */
    function?: string;
    /** Behind each statement, in a comment, where its code begins. */
    addresses?: boolean;
    /** A file of names for what the script has none of, as text. */
    names?: string;
    /** Only what became of each function, without the source. */
    verify?: boolean;
  }): (Decompiled | Failure)[];
  /** What differs between two scripts, function by function.
   * @param before A script.
   * @param after Another version of it.
   */
  diff(before: string, after: string, options?: {
    /** Lines around a difference; 3 if it is left out. */
    context?: number;
    /** Instructions instead of source. */
    listing?: boolean;
    /** A file of names for decompiled sources, as text. */
    names?: string;
  }): Difference;
  /** Scripts as listings.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  disasm(nodes: string | readonly string[], options?: {
    /** Only this function's instructions. */
    function?: string;
    /** Behind each instruction, in a comment, its bytes. */
    bytes?: boolean;
  }): (Disassembled | Failure)[];
  /** The members of archives and containers.
   * @param nodes Archives, containers, folders, patterns, or members such as 'a.zip!quest.bin'.
   */
  extract(nodes: string | readonly string[], options?: {
    /** Also what each member holds. */
    bytes?: boolean;
  }): (Extracted | Failure)[];
  /** Draw control flow and calls.
   * @param node The script.
   */
  graph(node: string, options?: {
    /** The control flow of this function; left out: who calls whom. */
    function?: string;
    /** Of calls: only what this function calls, and so on. */
    from?: string;
    /** With `from`: so many calls away from it at most. */
    depth?: number;
    /** Of calls: also what is called of the game. */
    natives?: boolean;
    /** Instructions shown in a basic block; 0: all. 24 if it is left out. */
    lines?: number;
    /** Functions have the names of the source, also of compiled scripts. */
    source?: boolean;
    /** Nodes and edges as JSON, or a picture as a string. */
    format?: "json" | "svg" | "dot";
  }): Graph | string;
  /** What a file is and what is in it.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  info(nodes: string | readonly string[], options?: {
    /** Functions have the names of the source, also of compiled scripts. */
    source?: boolean;
  }): (Info | Failure)[];
  /** What scripts may call of their game.
   */
  natives(options?: {
    /** Only those of this engine. */
    engine?: string;
    /** The whole name, or a part of it or a pattern. */
    name?: string;
    /** Only those that Vellum answers, or that a host must. */
    by?: "vellum" | "host";
  }): EngineNatives[];
  /** Change members of an archive or container.
   * @param node The archive or container.
   * @param changes Members with new contents: "bytes", or "source", which is compiled; without both the member is removed.
   */
  pack(node: string, changes: readonly Change[], options?: {
    /** Texts that sources name, such as headers. */
    files?: Record<string, string>;
  }): Packed;
  /** Put functions of a source into a script.
   * @param node The script.
   * @param source A text with the new functions: a changed source, or they alone.
   */
  patch(node: string, source: string, options?: {
    /** Which functions, such as 'TMain.OnUse'; left out: all that the text has. */
    functions?: string | readonly string[];
    /** A file of names that the text uses, as text. */
    names?: string;
  }): Patched;
  /** What players read, and where it is used.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  texts(nodes: string | readonly string[]): (Text | Failure)[];
  /** Find who uses a name, a text or a number.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  xref(nodes: string | readonly string[], options?: {
    /** The whole name to look for, a pattern with * and ?, or a number such as 1204 or 0x1f. Every name if it is left out. */
    name?: string;
    /** Only this kind of name. */
    kind?: "native" | "method" | "string" | "global" | "event" | "handler" | "import" | "function" | "state" | "number";
    /** Only uses in functions of this name or pattern. */
    in?: string;
    /** Capital and small letters are the same. */
    ignoreCase?: boolean;
    /** Name functions as listings do, without lines of source. */
    listing?: boolean;
  }): (Use | Failure)[];
}
