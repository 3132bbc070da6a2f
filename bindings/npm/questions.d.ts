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

/** What `build` answers. */
export interface Built {
  /** The project file. */
  project: string;
  engine: string;
  /** The version of the editor that saved the project. */
  version: string;
  /** All scripts were compiled. */
  ok: boolean;
  /** In the order in which the editor compiles them. */
  scripts: { name: string; source?: string; file: string; home?: string; ok: boolean; size?: number; compared?: "identical" | "same code" | "different"; bytes?: Uint8Array; diagnostics: Message[] }[];
  compiled: number;
  failed: number;
}

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

/** What `code` answers. */
export interface ScriptCode {
  file: string;
  engine: string;
  /** Its own source or that of decompiling, where that gives the same script. JSON is UTF-8: other bytes are U+FFFD here. */
  source?: string;
  /** The name that a file with the source has. */
  source_name?: string;
  /** In bytes. */
  size: number;
  /** The compiled script; only where the question asks for instructions. */
  bytes?: Uint8Array;
  /** Where the instructions begin in the bytes; missing if they are not there as such. */
  code_offset?: number;
  functions: { name: string; kind: string; address: number; end?: number; also?: string[]; line?: number }[];
  /** What the code uses by name. */
  references: { kind: string; name: string; address: number; line?: number }[];
  instructions?: { address: number; offset: number; size: number; line?: number; text: string; fields: { name: string; kind: string; at: number; size: number; text?: string }[] }[];
  ok?: undefined;
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

/** What `game` answers. */
export interface InstalledGame {
  folder: string;
  game: string;
  engine: string;
  version: string;
  language: string;
  scripts: number;
  hidden: number;
  places: { path: string; format: string; scripts: number }[];
  /** How a changed script gets into it, the safest way first. */
  how: string[];
  /** A folder, ending with /: the game prefers files there to members of the same name of its archives. Missing: there is none. */
  loose?: string;
}

/** What `graph` answers. */
export interface Graph {
  title: string;
  nodes: { id: string; kind: "plain" | "entry" | "exit" | "external"; title: string; lines: string[] }[];
  edges: { from: string; to: string; kind: "plain" | "taken" | "other" | "true" | "false"; label?: string }[];
}

/** What `import_texts` answers. */
export interface Translated {
  /** What to write: each changed file, and others beside it. A file that could not be changed is missing. */
  files: { name: string; size: number; bytes: Uint8Array }[];
  /** How many texts. */
  changed: number;
  diagnostics: Message[];
}

/** What `index` answers. */
export interface Indexed {
  /** The file that was written. */
  index: string;
  /** Files that it has now, of those asked for; merged, all. */
  files: number;
  /** Scripts that were written now; merged, all. */
  scripts: number;
  /** Files that it had already. */
  unchanged?: number;
  /** Files that it had and that are no longer there. */
  removed?: number;
  /** Files that were found and are no scripts. */
  skipped?: number;
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

/** What `isa` answers. */
export interface Instructions {
  engine: string;
  table: string;
  title: string;
  address_unit: "instructions" | "bytes" | "16-bit words" | "32-bit words";
  opcode_field: "u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "f32" | "opcode";
  instructions: { mnemonic: string; opcode: number; opcode_last: number; operands: { name: string; kind: string; fields: ("u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "f32" | "opcode")[]; access: "none" | "read" | "write" | "read-write"; repeats?: true; hidden?: true }[]; implicit?: { name: string; access: "none" | "read" | "write" | "read-write" }[]; stack: string; flow: "next" | "jump" | "branch" | "call" | "return" | "stop" | "suspend"; meaning: string }[];
}

/** What `keep_names` answers. */
export interface KeptNames {
  /** A file of names, as 'vellum decompile --names' takes it. */
  names: string;
  /** How many sources gave names. */
  sources: number;
  diagnostics: Message[];
}

/** What `natives` answers. */
export interface EngineNatives {
  engine: string;
  natives: { kind: string; owner: string; name: string; declaration: string; parameters?: { name: string; type: string; direction: "in" | "out" | "in_out" }[]; variadic: boolean; result: string; latent: boolean; ended_by?: string[]; answered_by: "vellum" | "game" | "host"; meaning: string; calls: number; scripts: number; source: string }[];
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

/** What `profile` answers. */
export interface Profiled {
  /** Of the run: the sum of all functions. */
  instructions: number;
  /** Of the run: the sum of all functions. */
  seconds: number;
  /** The engine has counted at nearly full speed; otherwise each instruction was observed. */
  counted: boolean;
  /** Most instructions first. */
  functions: { script: string; name: string; file: string; line: number; instructions: number; seconds: number; calls: number; lines: { line: number; instructions: number }[] }[];
  /** Most calls first. */
  natives: { name: string; calls: number }[];
  calls: { caller: number; callee: number; line: number; times: number }[];
  /** Functions that were open together, and what the innermost executed. Estimated by samples; each function's sum is exact. */
  stacks: { functions: number[]; instructions: number }[];
  diagnostics?: Message[];
}

/** What `query` answers. */
export type QueryRow = Record<string, string | number | null>;

/** What `run` answers. */
export interface Ran {
  type?: "summary";
  engine: string;
  programs: string[];
  frames: number;
  instructions: number;
  finished: boolean;
  machines: { name: string; state: string; instructions: number }[];
  actions: { kind: "event" | "call" | "step"; text: string; when: string; outcome: string }[];
  remarks: { text: string; when: string }[];
  /** What the world holds, where its engine tells it. */
  world?: Record<string, unknown>;
  replay?: { record: string; same: boolean; steps: number; repeated: number; text: string };
  host: Message[];
  report: { natives: { name: string; calls: number; polls: number; failures: number; stand_in: boolean }[]; events: { name: string; outcomes: Record<string, number> }[]; notes: number; faults: number };
  /** What was refused or could not be done. */
  diagnostics: Message[];
  /** The record and snapshots that were asked for, where the caller is to keep them. */
  files?: { name: string; size: number; bytes: Uint8Array }[];
}

/** What `test` answers. */
export interface Tested {
  tests: { plan: string; line: number; name: string; passed: boolean; frames: number; expectations: number; failures: { line: number; expected: string; found: string[] }[] }[];
  passed: number;
  failed: number;
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

/** What `translate` answers. */
export interface Translation {
  /** A C++ file for each script, then translation.hpp and translation.cpp. */
  files: { name: string; text: string }[];
  diagnostics: Message[];
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
  /** Compile all scripts of a game project.
   * @param node The project's folder, or its Game.agf.
   */
  build(node: string, options?: {
    /** Compare each script with the one that lies compiled in the project. */
    compare?: boolean;
    /** Also the compiled scripts. */
    bytes?: boolean;
  }): Built;
  /** Find errors without running anything.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  check(nodes: string | readonly string[], options?: {
    /** Also report notes. */
    notes?: boolean;
  }): (Checked | Failure)[];
  /** Show source, instructions and bytes of scripts, tied to each other.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  code(nodes: string | readonly string[], options?: {
    /** Also the compiled bytes and the instructions in them. */
    instructions?: boolean;
  }): (ScriptCode | Failure)[];
  /** Compile sources and assemble listings.
   * @param node The source or listing; with `source`, only a name for the text.
   */
  compile(node: string, options?: {
    /** The text, if it is in no file. */
    source?: string;
    /** Texts that the source names, such as headers; they take precedence over files. */
    files?: Record<string, string>;
  }): Compiled;
  /** Decompile scripts to source.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  decompile(nodes: string | readonly string[], options?: {
    /** Only this function's source. */
    function?: string;
    /** Add a comment after each statement with the address of its code. */
    addresses?: boolean;
    /** The contents of a names file for names that the script lacks. */
    names?: string;
    /** Only the verdict on each function, without the source. */
    verify?: boolean;
  }): (Decompiled | Failure)[];
  /** Compare two scripts, function by function.
   * @param before A script.
   * @param after Another version of it.
   */
  diff(before: string, after: string, options?: {
    /** Lines around a difference. Default: 3. */
    context?: number;
    /** Instructions instead of source. */
    listing?: boolean;
    /** The contents of a names file for decompiled sources. */
    names?: string;
  }): Difference;
  /** Disassemble scripts to listings.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  disasm(nodes: string | readonly string[], options?: {
    /** Only this function's instructions. */
    function?: string;
    /** Add a comment to each instruction with its bytes. */
    bytes?: boolean;
  }): (Disassembled | Failure)[];
  /** List the members of archives and containers.
   * @param nodes Archives, containers, folders, patterns, or members such as 'a.zip!quest.bin'.
   */
  extract(nodes: string | readonly string[], options?: {
    /** Also the contents of each member. */
    bytes?: boolean;
  }): (Extracted | Failure)[];
  /** Recognise installed games.
   * @param folders Folders; those that are not an installed game are left out of the answer.
   */
  game(folders: string | readonly string[]): InstalledGame[];
  /** Draw control flow, calls, states or the map of a script.
   * @param node The script.
   */
  graph(node: string, options?: {
    /** The control flow of this function. Default: the calls of the program. */
    function?: string;
    /** Calls: only what this function calls, directly or indirectly. */
    from?: string;
    /** With `from`: follow at most this many calls. */
    depth?: number;
    /** Calls: also calls of natives. */
    natives?: boolean;
    /** Instructions shown per basic block, 0 for all. Default: 24. */
    lines?: number;
    /** Use the names of the source even for compiled scripts. */
    source?: boolean;
    /** The states of the script and their transitions, or the map that it belongs to (a picture as SVG), instead of control flow or calls. */
    show?: "states" | "map";
    /** Nodes and edges as JSON, or a picture as a string. */
    format?: "json" | "svg" | "dot";
  }): Graph | string;
  /** Put translations of texts for players back.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  import_texts(nodes: string | readonly string[], options?: {
    /** The contents of a file for translators, as 'vellum texts export' writes it. */
    translations?: string;
    /** The form of that file. Default: po. */
    form?: "po" | "csv" | "trs" | "tra";
    /** Instead of such a file: new texts by the texts that they replace, wherever these are. */
    texts?: Record<string, string>;
    /** The encoding of the game's texts, if it is not UTF-8 and the game does not say it. */
    encoding?: "utf-8" | "latin-1" | "windows-1251" | "windows-1252";
  }): Translated;
  /** Put everything about a collection of scripts into one database.
   * @param nodes Files, folders, archives, patterns or an installed game; with "merge", indexes on the disk.
   * @param output The index to create or to bring up to date, on the disk.
   */
  index(nodes: string | readonly string[], output: string, options?: {
    /** Keep files that the index has and that are not among the nodes. */
    add?: boolean;
    /** Write a new index with everything in the given indexes. */
    merge?: boolean;
    /** "2/8": only the second of eight parts; a file's content says which it is in. */
    shard?: string;
    /** The encoding of texts that are not UTF-8. Default: windows-1251 or windows-1252, whichever is likelier. */
    encoding?: "windows-1251" | "windows-1252" | "latin-1";
  }): Indexed;
  /** Show what a file is and what is in it.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  info(nodes: string | readonly string[], options?: {
    /** Use the names of the source even for compiled scripts. */
    source?: boolean;
  }): (Info | Failure)[];
  /** The instructions of an engine and what they do.
   */
  isa(options?: {
    /** Only instructions of this engine. */
    engine?: string;
    /** Only this table, for engines with several numberings. */
    table?: string;
    /** A part of the name, a pattern, or an opcode such as 0x1a. */
    name?: string;
  }): Instructions[];
  /** Take the names and comments out of edited sources.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  keep_names(nodes: string | readonly string[], options?: {
    /** The contents of a names file to add to; names of other functions stay. */
    names?: string;
  }): KeptNames;
  /** List the natives that scripts call.
   */
  natives(options?: {
    /** Only those of this engine. */
    engine?: string;
    /** A name, part of one, or a pattern. */
    name?: string;
    /** Only natives that Vellum answers, that it answers in a game that is played, or that a host must answer. */
    by?: "vellum" | "game" | "host";
  }): EngineNatives[];
  /** Change members of an archive or container.
   * @param node The archive or container.
   * @param changes Members with new contents: "bytes", or "source", which is compiled. A member with neither is removed.
   */
  pack(node: string, changes: readonly Change[], options?: {
    /** Texts that sources name, such as headers. */
    files?: Record<string, string>;
  }): Packed;
  /** Replace single functions of a script.
   * @param node The script.
   * @param source A text with the new functions: an edited source, or the functions alone.
   */
  patch(node: string, source: string, options?: {
    /** Functions to replace, such as 'TMain.OnUse'. Default: every function in the text. */
    functions?: string | readonly string[];
    /** The contents of the names file that the text uses. */
    names?: string;
  }): Patched;
  /** Show where a run spends its instructions and time.
   */
  profile(options?: {
    /** The world's scripts: modules first, the main script last. */
    programs?: string | readonly string[];
    /** Number of frames to run. Default: 60, or none if functions are called. */
    frames?: number;
    /** Length of a frame in seconds. */
    seconds?: string | readonly string[];
    /** Events, such as 'OnUse' or '2:1,"key"@30' for one before frame 30. */
    event?: string | readonly string[];
    /** Calls of script functions, such as 'Add(1,2)'. */
    call?: string | readonly string[];
    /** What a player does, such as 'look hDoor' or 'choose 2': one after the other. */
    step?: string | readonly string[];
    /** A Lua script that answers natives. */
    host?: string;
    /** What natives answer every time, such as 'irand=3' or 'Door.IsLocked=true'. */
    answer?: string | readonly string[];
    /** Settings of the engine, NAME=VALUE; '@FILE' reads the value from a file. */
    setting?: string | readonly string[];
    /** At most this many instructions per machine in a frame, event or call. */
    budget?: number;
    /** At most this many bytes for the world's stacks, strings and objects. */
    budgetMemory?: number;
    /** At most this many nested script calls. */
    budgetDepth?: number;
    /** Record everything the game answered, under this name. */
    record?: string;
    /** Repeat the run of this record exactly. */
    replay?: string;
    /** Keep the whole state after a frame, FRAME:NAME. */
    snapshotAt?: string | readonly string[];
    /** Continue from this snapshot. */
    restore?: string;
    /** Skrit: create the components of this template of the game's content. */
    template?: string;
    /** Skrit: start these bots, such as 'auto/mp?players=3'. */
    bot?: string | readonly string[];
    /** A script without source is an error. */
    source?: boolean;
    /** Name functions and places as the listing does. */
    listing?: boolean;
    /** Folders below which a record may read, and its scripts write. */
    grant?: string | readonly string[];
    /** Functions, lines, natives and stacks as JSON, or another form as a string: a table, a flame graph, a file for KCachegrind or for speedscope. */
    format?: "json" | "text" | "svg" | "callgrind" | "speedscope";
  }): Profiled;
  /** Ask an index about a collection.
   * @param index An index on the disk.
   */
  query(index: string, options?: {
    /** The name of a ready question. Without it and "sql": the questions. */
    question?: string;
    /** Arguments of the question, or parameters of the SQL statement. */
    arguments?: string | readonly string[];
    /** An SQL statement instead, which may only read; docs/index-schema.md has the tables. */
    sql?: string;
    /** At most that many rows, 0 for all. Default: 1000. */
    rows?: number;
    /** Stop after about that many steps of SQLite's machine, 0 for no limit. Default: 1,000,000,000. */
    steps?: number;
  }): QueryRow[];
  /** Run scripts without their game and print what they call.
   */
  run(options?: {
    /** The world's scripts: modules first, the main script last. */
    programs?: string | readonly string[];
    /** Number of frames to run. Default: 60, or none if functions are called. */
    frames?: number;
    /** Length of a frame in seconds. */
    seconds?: string | readonly string[];
    /** Events, such as 'OnUse' or '2:1,"key"@30' for one before frame 30. */
    event?: string | readonly string[];
    /** Calls of script functions, such as 'Add(1,2)'. */
    call?: string | readonly string[];
    /** What a player does, such as 'look hDoor' or 'choose 2': one after the other. */
    step?: string | readonly string[];
    /** A Lua script that answers natives. */
    host?: string;
    /** What natives answer every time, such as 'irand=3' or 'Door.IsLocked=true'. */
    answer?: string | readonly string[];
    /** Settings of the engine, NAME=VALUE; '@FILE' reads the value from a file. */
    setting?: string | readonly string[];
    /** At most this many instructions per machine in a frame, event or call. */
    budget?: number;
    /** At most this many bytes for the world's stacks, strings and objects. */
    budgetMemory?: number;
    /** At most this many nested script calls. */
    budgetDepth?: number;
    /** Record everything the game answered, under this name. */
    record?: string;
    /** Repeat the run of this record exactly. */
    replay?: string;
    /** Keep the whole state after a frame, FRAME:NAME. */
    snapshotAt?: string | readonly string[];
    /** Continue from this snapshot. */
    restore?: string;
    /** Skrit: create the components of this template of the game's content. */
    template?: string;
    /** Skrit: start these bots, such as 'auto/mp?players=3'. */
    bot?: string | readonly string[];
    /** A script without source is an error. */
    source?: boolean;
    /** Name functions and places as the listing does. */
    listing?: boolean;
    /** Folders below which a record may read, and its scripts write. */
    grant?: string | readonly string[];
  }): Ran;
  /** Test scripts by running them.
   * @param plans Plans; a folder or a project file for those of its project.
   */
  test(plans: string | readonly string[], options?: {
    /** Only the tests of this name; '*' stands for any text. */
    only?: string;
    /** Folders below which the plans may read, and their scripts write. */
    grant?: string | readonly string[];
  }): Tested;
  /** List texts for players and where they are used.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  texts(nodes: string | readonly string[], options?: {
    /** Use the names of the source even for compiled scripts. */
    source?: boolean;
  }): (Text | Failure)[];
  /** Translate scripts to C++ source.
   * @param programs Scripts or a game of Adventure Game Studio: modules first, the main script last.
   */
  translate(programs: string | readonly string[], options?: {
    /** Settings that the worlds will have, NAME=VALUE. */
    setting?: string | readonly string[];
  }): Translation;
  /** Find who uses a name, a text or a number.
   * @param nodes Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.
   */
  xref(nodes: string | readonly string[], options?: {
    /** The whole name to look for, a pattern with * and ?, or a number such as 1204 or 0x1f. Default: every name. */
    name?: string;
    /** Only this kind of name. */
    kind?: "native" | "method" | "string" | "global" | "event" | "handler" | "import" | "function" | "state" | "number";
    /** Only uses in functions of this name or pattern. */
    in?: string;
    /** The name is a regular expression (RE2) that matches part of a name. */
    match?: boolean;
    /** Ignore case. */
    ignoreCase?: boolean;
    /** Name functions as listings do, without lines of source. */
    listing?: boolean;
  }): (Use | Failure)[];
}
