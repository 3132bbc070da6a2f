// Vellum in JavaScript: the C interface of vellum.wasm made comfortable. Memory of the module is only touched here; what
// leaves this file are strings, numbers and copies.

const TYPES = { none: 0, boolean: 1, integer: 2, real: 3, vector: 4, object: 5, memory: 6, string: 7 };
const SEVERITIES = ["note", "warning", "error"];
const VALUE_SIZE = 24; // vellum_value: type, size, then a union of at most 12 bytes, aligned to 8

const EVENT_OUTCOMES = ["handled", "begun", "queued", "remembered", "no handler", "disabled", "busy", "ended", "over limit",
  "no receiver", "wrong number of values", "values do not fit", "unknown event", "failed", "interrupted"];
const CALL_OUTCOMES = ["returned", "unfinished", "faulted", "unknown function", "wrong number of values", "values do not fit",
  "not ready", "over limit", "unsupported", "interrupted"];
const FLOWS = ["next", "jump", "branch", "call", "return", "stop", "suspend"];
const ACCESSES = ["none", "read", "write", "read-write"];
const FIELDS = ["u8", "i8", "u16", "i16", "u32", "i32", "f32", "opcode"];
const GRAPHS = ["svg", "dot", "json"];
const DIFFS = ["unified", "json", "html"];
const UNITS = ["instructions", "bytes", "16-bit words", "32-bit words"];

/** A struct of vellum.h as wasm32 lays it out, its fields written "name:type" in order. */
function layout(text) {
  let size = 0;
  const fields = text.split(" ").map((field) => {
    const [name, type] = field.split(":");
    const width = type === "u64" ? 8 : 4;
    size = Math.ceil(size / width) * width;
    const at = size;
    size += width * (type.endsWith("3") ? 3 : 1);
    return { name, type, at };
  });
  return { fields, size: Math.ceil(size / 8) * 8 };
}
const MACHINE_STATES = ["idle", "ready", "waiting", "exhausted", "finished", "faulted"];
const LAYOUTS = {
  table: layout("name:text title:text unit:i32 opcodeField:i32 rows:u32"),
  row: layout("mnemonic:text meaning:text stack:text opcode:u32 opcodeLast:u32 flow:i32 pops:slots pushes:slots operands:u32 implicit:u32"),
  rowOperand: layout("name:text kind:text access:i32 repeats:bool hidden:bool count:u32 fields:i3"),
  implicitOperand: layout("name:text access:i32 number:u32"),
  fact: layout("name:text value:text isNumber:bool number:u64"),
  function: layout("name:text kind:text address:u32 end:u32 parameters:slots first:u32 count:u32"),
  instruction: layout("address:u32 offset:u32 size:u32 opcode:u32 row:u32 target:index operands:u32"),
  operand: layout("name:text kind:text text:text access:i32 count:u32 fields:i3 values:u3"),
  block: layout("first:u32 count:u32 next:index target:index entry:bool"),
  reference: layout("name:text kind:text number:i32 address:u32 instruction:index"),
  fault: layout("code:text message:text text:text program:text machineName:text machine:u32 offset:u64 frames:u32"),
  frame: layout("function:text source:text address:u32 line:u32"),
  machine: layout("name:text state:i32 instructions:u64 frames:u32"),
  memory: layout("name:text size:u64"),
};

export class VellumError extends Error {
  constructor(message, diagnostic, diagnostics = []) {
    super(message);
    this.name = "VellumError";
    this.diagnostic = diagnostic;
    this.diagnostics = diagnostics;
  }
}

export const float = (value) => ({ float: value });

// Bytes are Base64 in JSON.
function to_base64(key, value) {
  const given = this[key]; // before Node's Buffer has made something else of itself
  if (!(given instanceof Uint8Array)) return value;
  let text = "";
  for (let at = 0; at < given.length; at += 0x8000) text += String.fromCharCode(...given.subarray(at, at + 0x8000));
  return btoa(text);
}
function from_base64(_, value) {
  if (typeof value?.bytes !== "string" || value.size === undefined) return value;
  return { ...value, bytes: Uint8Array.from(atob(value.bytes), (letter) => letter.charCodeAt(0)) };
}

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The length of the UTF-8 sequence at `at`; 0 if there is none. */
function sequence_at(data, at) {
  const lead = data[at];
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  const [least, most] = { 0xe0: [0xa0, 0xbf], 0xed: [0x80, 0x9f], 0xf0: [0x90, 0xbf], 0xf4: [0x80, 0x8f] }[lead] ?? [0x80, 0xbf];
  if (length === 0 || !(data[at + 1] >= least && data[at + 1] <= most)) return 0;
  for (let tail = at + 2; tail < at + length; ++tail) if (data[tail] >> 6 !== 2) return 0;
  return length;
}

export function textOf(data) {
  try {
    return strict.decode(data);
  } catch {
    const parts = [];
    for (let at = 0, start = 0; at < data.length; start = at) {
      for (let length; at < data.length && (length = sequence_at(data, at)) !== 0;) at += length;
      parts.push(strict.decode(data.subarray(start, at)));
      for (; at < data.length && sequence_at(data, at) === 0; ++at) parts.push(String.fromCharCode(0xdc00 + data[at]));
    }
    return parts.join("");
  }
}

export function bytesOf(text) {
  const pieces = text.split(/([\ud800-\udfff])/u); // every second one is a lone surrogate
  if (pieces.length === 1) return encoder.encode(text);
  const bytes = pieces.map((piece, index) => {
    if (index % 2 === 0) return encoder.encode(piece);
    const unit = piece.charCodeAt(0);
    return unit >= 0xdc80 && unit <= 0xdcff ? [unit & 0xff] : [0xe0 | unit >> 12, 0x80 | (unit >> 6 & 0x3f), 0x80 | (unit & 0x3f)];
  });
  const all = new Uint8Array(bytes.reduce((size, each) => size + each.length, 0));
  bytes.reduce((at, each) => { all.set(each, at); return at + each.length; }, 0);
  return all;
}

async function compileModule(source) {
  if (source === undefined) {
    const { readFile } = await import("node:fs/promises");
    source = await readFile(new URL("vellum.wasm", import.meta.url));
  }
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "undefined" && source instanceof Response) return WebAssembly.compileStreaming(source);
  return WebAssembly.compile(source);
}

export async function load(source) {
  const module = await compileModule(source);
  const natives = new Map(); // number -> function(call pointer)
  const watchers = new Map();
  const trees = new Map(); // number -> files of a workspace
  let nextId = 1;
  let memory;

  // The library asks the system for nothing but the time, which debuggers look at while scripts run; should the C library
  // ask, the answer is "no such descriptor" for folders and "not supported" for everything else.
  const answers = {
    clock_time_get: (clock, _, out) => {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    proc_exit: (code) => { throw new Error(`the library gave up (exit code ${code})`); },
    fd_prestat_get: () => 8,
  };
  const noSystem = new Proxy({}, { get: (_, name) => answers[name] ?? (() => 52) });
  const imports = {
    native: (id, call) => natives.get(id)?.(call),
    watch: (id, kind, text) => watchers.get(id)?.(text_at(kind), text_at(text)),
    read: (id, name, buffer) => give(id, buffer, (tree) => tree.read(text_at(name))),
    list: (id, buffer) => give(id, buffer, (tree) => [...tree.list()].join("\n")),
    size: (id, name, out) => attempt(id, (tree) => {
      const size = tree.size(text_at(name));
      if (size === undefined || size === null) return false;
      view().setBigUint64(out, BigInt(size), true);
      return true;
    }),
    read_at: (id, name, offset, out, size) => attempt(id, (tree) => {
      const data = tree.readAt(text_at(name), offset, size);
      if (data?.length !== size) return false;
      bytes().set(data, out);
      return true;
    }),
  };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: noSystem, vellum: imports });
  const c = instance.exports;
  memory = c.memory;
  c._initialize?.();

  const view = () => new DataView(memory.buffer);
  const bytes = () => new Uint8Array(memory.buffer);

  function text_at(pointer) {
    if (pointer === 0) return "";
    const all = bytes();
    return textOf(all.subarray(pointer, all.indexOf(0, pointer)));
  }
  /** Runs `use` with an allocator whose memory is given back afterwards. */
  function scoped(use) {
    const taken = [];
    const room = (size) => {
      const pointer = c.malloc(Math.max(size, 1));
      if (pointer === 0) throw new VellumError("out of memory");
      taken.push(pointer);
      bytes().fill(0, pointer, pointer + size);
      return pointer;
    };
    const put = (data) => {
      const pointer = room(data.length);
      bytes().set(data, pointer);
      return pointer;
    };
    const put_text = (text) => (text === undefined || text === null ? 0 : put(bytesOf(`${text}\0`)));
    try {
      return use({ room, put, put_text });
    } finally {
      for (const pointer of taken) c.free(pointer);
    }
  }

  function read_value(pointer) {
    const data = view();
    const size = data.getUint32(pointer + 4, true);
    const at = pointer + 8;
    switch (data.getInt32(pointer, true)) {
      case TYPES.boolean: return data.getInt32(at, true) !== 0;
      case TYPES.integer: return data.getInt32(at, true);
      case TYPES.real: return data.getFloat32(at, true);
      case TYPES.vector:
        return { x: data.getFloat32(at, true), y: data.getFloat32(at + 4, true), z: data.getFloat32(at + 8, true) };
      case TYPES.object: return { object: data.getBigUint64(at, true) };
      case TYPES.memory: {
        const start = data.getUint32(at, true);
        return bytes().slice(start, start + size);
      }
      case TYPES.string: {
        const start = data.getUint32(at, true);
        return textOf(bytes().subarray(start, start + size));
      }
      default: return null;
    }
  }
  function write_value(value, pointer, scope) {
    const set = (type) => view().setInt32(pointer, type, true);
    const at = pointer + 8;
    if (value === null || value === undefined) set(TYPES.none);
    else if (typeof value === "boolean") { set(TYPES.boolean); view().setInt32(at, value ? 1 : 0, true); }
    else if (typeof value === "number" && Number.isInteger(value)) { set(TYPES.integer); view().setInt32(at, value, true); }
    else if (typeof value === "number") { set(TYPES.real); view().setFloat32(at, value, true); }
    else if (typeof value === "string") {
      const data = bytesOf(value);
      const text = scope.put(data);
      set(TYPES.string);
      view().setUint32(pointer + 4, data.length, true);
      view().setUint32(at, text, true);
    } else if ("float" in value) { set(TYPES.real); view().setFloat32(at, value.float, true); }
    else if ("object" in value) { set(TYPES.object); view().setBigUint64(at, BigInt(value.object), true); }
    else if ("x" in value) {
      set(TYPES.vector);
      [value.x, value.y, value.z].forEach((part, index) => view().setFloat32(at + 4 * index, part, true));
    } else throw new TypeError("scripts have no value like this");
    return pointer;
  }
  const value_in = (value, scope) => write_value(value, scope.room(VALUE_SIZE), scope);
  function values_in(values, scope) {
    const array = scope.room(VALUE_SIZE * values.length);
    values.forEach((value, index) => write_value(value, array + VALUE_SIZE * index, scope));
    return array;
  }

  function read_diagnostic(pointer) {
    const data = view();
    const text = (offset) => text_at(data.getUint32(pointer + offset, true));
    const offset = data.getBigUint64(pointer + 24, true);
    const line = data.getUint32(pointer + 32, true);
    const column = data.getUint32(pointer + 36, true);
    return {
      severity: SEVERITIES[data.getInt32(pointer, true)],
      code: text(4), message: text(8), hint: text(12), file: text(16),
      ...(offset === 0xffffffffffffffffn ? {} : { offset: Number(offset) }),
      ...(line === 0 ? {} : { line }), ...(column === 0 ? {} : { column }),
    };
  }
  const DIAGNOSTIC_SIZE = 40;
  function take_diagnostics(handle) {
    if (handle === 0) return [];
    const list = scoped(({ room }) => {
      const out = room(DIAGNOSTIC_SIZE);
      return Array.from({ length: c.vellum_diagnostics_count(handle) }, (_, index) => {
        c.vellum_diagnostics_get(handle, index, out);
        return read_diagnostic(out);
      });
    });
    c.vellum_diagnostics_free(handle);
    return list;
  }
  function succeed(status, error, diagnostics = []) {
    if (status === 0) return;
    if (error === 0) throw new VellumError("a bad argument was passed to the library", undefined, diagnostics);
    const diagnostic = scoped(({ room }) => {
      const out = room(DIAGNOSTIC_SIZE);
      c.vellum_error_get(error, out);
      return read_diagnostic(out);
    });
    const message = text_at(c.vellum_error_text(error));
    c.vellum_error_free(error);
    throw new VellumError(message, diagnostic, diagnostics);
  }
  function take_buffer(pointer) {
    const data = view();
    const start = data.getUint32(pointer, true);
    const copy = bytes().slice(start, start + data.getUint32(pointer + 4, true));
    c.vellum_buffer_free(pointer);
    return copy;
  }
  /** Calls `make(buffer, error)` and returns the buffer's bytes. */
  const buffer_of = (make) => scoped(({ room }) => {
    const out = room(8);
    const error = room(4);
    succeed(make(out, error), view().getUint32(error, true));
    return take_buffer(out);
  });

  function read_field(data, at, type) {
    switch (type) {
      case "text": return text_at(data.getUint32(at, true));
      case "bool": return data.getInt32(at, true) !== 0;
      case "i32": return data.getInt32(at, true);
      case "u64": {
        const number = data.getBigUint64(at, true);
        return number === 0xffffffffffffffffn ? null : Number(number);
      }
      case "slots": { // a count, or -1 if it is not known
        const number = data.getInt32(at, true);
        return number < 0 ? null : number;
      }
      case "index": {
        const number = data.getUint32(at, true);
        return number === 0xffffffff ? null : number;
      }
      case "i3": return [0, 4, 8].map((step) => data.getInt32(at + step, true));
      case "u3": return [0, 4, 8].map((step) => data.getUint32(at + step, true));
      default: return data.getUint32(at, true);
    }
  }
  /** What `fill(pointer)` wrote into a struct, or undefined if it refused. */
  const struct_of = ({ fields, size }, fill) => scoped(({ room }) => {
    const out = room(size);
    if (fill(out)) return undefined;
    const data = view();
    return Object.fromEntries(fields.map(({ name, type, at }) => [name, read_field(data, out + at, type)]));
  });
  /** `make(index)` for every index below `count`. */
  const list_of = (count, make) => Array.from({ length: count }, (_, index) => make(index));

  function table_of(engine, table) {
    return scoped(({ put_text }) => {
      const name = put_text(engine);
      const raw = struct_of(LAYOUTS.table, (out) => c.vellum_table_get(name, table, out));
      const operand = (row, index) => {
        const { access, count, fields, ...rest } =
          struct_of(LAYOUTS.rowOperand, (out) => c.vellum_table_operand(name, table, row, index, out));
        return { ...rest, access: ACCESSES[access], fields: fields.slice(0, count).map((field) => FIELDS[field]) };
      };
      const implicit_operand = (row, index) => {
        const { access, ...rest } =
          struct_of(LAYOUTS.implicitOperand, (out) => c.vellum_table_implicit_operand(name, table, row, index, out));
        return { ...rest, access: ACCESSES[access] };
      };
      const rows = list_of(raw.rows, (index) => {
        const row = struct_of(LAYOUTS.row, (out) => c.vellum_table_row(name, table, index, out));
        return {
          ...row,
          flow: FLOWS[row.flow],
          operands: list_of(row.operands, (number) => operand(index, number)),
          implicit: list_of(row.implicit, (number) => implicit_operand(index, number)),
        };
      });
      return { ...raw, unit: UNITS[raw.unit], opcodeField: FIELDS[raw.opcodeField], rows };
    });
  }

  class Code {
    constructor(program) { this.handle = c.vellum_code_create(program); }
    get length() { return c.vellum_code_instruction_count(this.handle); }
    get table() {
      const table = c.vellum_code_table(this.handle) >>> 0;
      return table === 0xffffffff ? null : table;
    }
    at(index) {
      const raw = struct_of(LAYOUTS.instruction, (out) => c.vellum_code_instruction(this.handle, index, out));
      if (raw === undefined) return undefined;
      return { index, ...raw, text: text_at(c.vellum_code_text(this.handle, index)) };
    }
    find(address) {
      const index = c.vellum_code_find(this.handle, address) >>> 0;
      return index === 0xffffffff ? null : index;
    }
    operands(index) {
      return list_of(this.at(index)?.operands ?? 0, (number) => {
        const { access, count, fields, values, ...rest } =
          struct_of(LAYOUTS.operand, (out) => c.vellum_code_operand(this.handle, index, number, out));
        return {
          ...rest, access: ACCESSES[access], fields: fields.slice(0, count).map((field) => FIELDS[field]),
          values: values.slice(0, count),
        };
      });
    }
    facts() {
      return list_of(c.vellum_code_fact_count(this.handle), (index) => {
        const { name, value, isNumber, number } =
          struct_of(LAYOUTS.fact, (out) => c.vellum_code_fact(this.handle, index, out));
        return { name, value, number: isNumber ? number : null };
      });
    }
    functions() {
      return list_of(c.vellum_code_function_count(this.handle), (index) => {
        const raw = struct_of(LAYOUTS.function, (out) => c.vellum_code_function(this.handle, index, out));
        return { ...raw, end: raw.end === 0 ? null : raw.end };
      });
    }
    blocks(index) {
      return list_of(c.vellum_code_block_count(this.handle, index), (block) =>
        struct_of(LAYOUTS.block, (out) => c.vellum_code_block(this.handle, index, block, out)));
    }
    references() {
      return list_of(c.vellum_code_reference_count(this.handle), (index) => {
        const { number, ...rest } = struct_of(LAYOUTS.reference, (out) => c.vellum_code_reference(this.handle, index, out));
        return rest;
      });
    }
    free() {
      c.vellum_code_free(this.handle);
      this.handle = 0;
    }
  }

  class Program {
    constructor(handle, diagnostics) {
      this.handle = handle;
      this.diagnostics = diagnostics;
      this.engine = text_at(c.vellum_program_engine(handle));
    }
    info() { return JSON.parse(textOf(buffer_of((out) => c.vellum_program_json(this.handle, out)))); }
    check() {
      return scoped(({ room }) => {
        const out = room(4);
        succeed(c.vellum_check(this.handle, out), 0);
        return take_diagnostics(view().getUint32(out, true));
      });
    }
    sarif() {
      return scoped(({ room }) => {
        const out = room(4);
        succeed(c.vellum_check(this.handle, out), 0);
        const found = view().getUint32(out, true);
        try {
          return textOf(buffer_of((buffer) => c.vellum_diagnostics_sarif(found, buffer)));
        } finally {
          c.vellum_diagnostics_free(found);
        }
      });
    }
    disassemble({ addresses = true, comments = true, bytes: encoded = false, facts = false } = {}) {
      return scoped(({ room }) => {
        const options = room(20);
        [20, addresses ? 0 : 1, comments ? 0 : 1, encoded ? 1 : 0, facts ? 1 : 0]
          .forEach((word, index) => view().setUint32(options + 4 * index, word, true));
        return textOf(buffer_of((out, error) => c.vellum_disassemble_with(this.handle, options, out, error)));
      });
    }
    graph({ function: name, format = "svg", natives: called = false, lines = 24 } = {}) {
      if (!GRAPHS.includes(format)) throw new RangeError(`there is no graph format ${format}`);
      return scoped(({ room, put_text }) => {
        const options = room(20);
        [20, GRAPHS.indexOf(format), put_text(name), called ? 1 : 0, lines]
          .forEach((word, index) => view().setUint32(options + 4 * index, word, true));
        return textOf(buffer_of((out, error) => c.vellum_program_graph(this.handle, options, out, error)));
      });
    }
    decompile({ addresses = false, names } = {}) {
      return scoped(({ room, put_text }) => {
        const options = room(12);
        [12, addresses ? 1 : 0, put_text(names)]
          .forEach((word, index) => view().setUint32(options + 4 * index, word, true));
        const verdicts = room(8);
        const text = textOf(buffer_of((out, error) => c.vellum_decompile(this.handle, options, out, verdicts, error)));
        const [data, size] = [0, 4].map((offset) => view().getUint32(verdicts + offset, true));
        const { verdict, reason, functions, headers } = JSON.parse(textOf(bytes().slice(data, data + size)));
        c.vellum_buffer_free(verdicts);
        return { text, verdict, reason, functions, headers };
      });
    }
    diff(after, { format = "unified", listing = false, context = 3, names } = {}) {
      if (!DIFFS.includes(format)) throw new RangeError(`there is no diff format ${format}`);
      return scoped(({ room, put_text }) => {
        const options = room(20);
        [20, DIFFS.indexOf(format), listing ? 1 : 0, context, put_text(names)]
          .forEach((word, index) => view().setUint32(options + 4 * index, word, true));
        return textOf(buffer_of((out, error) =>
          c.vellum_program_diff(this.handle, after.handle, options, 0, out, error)));
      });
    }
    patch(text, { functions = [], name, names } = {}) {
      return scoped(({ room, put, put_text }) => {
        const list = functions.length === 0 ? 0 : room(4 * functions.length + 4);
        functions.map(put_text).forEach((text, index) => view().setUint32(list + 4 * index, text, true));
        const options = room(16);
        [16, list, put_text(name), put_text(names)]
          .forEach((word, index) => view().setUint32(options + 4 * index, word, true));
        const data = bytesOf(text);
        const out = room(12);
        const status = c.vellum_program_patch(this.handle, put(data), data.length, options, out, out + 4, out + 8);
        const [program, said, error] = [0, 4, 8].map((offset) => view().getUint32(out + offset, true));
        const diagnostics = take_diagnostics(said);
        succeed(status, error, diagnostics);
        return new Program(program, diagnostics);
      });
    }
    code() { return new Code(this.handle); }
    save() { return buffer_of((out, error) => c.vellum_save(this.handle, out, error)); }
    free() {
      c.vellum_program_free(this.handle);
      this.handle = 0;
    }
  }

  function load_options(options, scope) {
    const struct = scope.room(16);
    [16, scope.put_text(options.engine), scope.put_text(options.name), scope.put_text(options.settings && JSON.stringify(options.settings))]
      .forEach((word, index) => view().setUint32(struct + 4 * index, word, true));
    return struct;
  }
  function make_program(read, data, options) {
    return scoped((scope) => {
      const struct = load_options(options, scope);
      const out = scope.room(12);
      const status = read(scope.put(data), data.length, struct, out, out + 4, out + 8);
      const words = view();
      const [program, said, error] = [0, 4, 8].map((offset) => words.getUint32(out + offset, true));
      const diagnostics = take_diagnostics(said);
      succeed(status, error, diagnostics);
      return new Program(program, diagnostics);
    });
  }

  /** Takes bytes and texts by name from whatever a caller has. */
  function files_of(files) {
    if (typeof files === "function") return { read: files, list: () => [] };
    if (typeof files.read === "function") {
      const parts = typeof files.size === "function" && typeof files.readAt === "function";
      return {
        read: (name) => files.read(name), list: () => files.list?.() ?? [], parts,
        size: (name) => files.size(name), readAt: (name, offset, size) => files.readAt(name, offset, size),
      };
    }
    const all = files instanceof Map ? files : new Map(Object.entries(files));
    return { read: (name) => all.get(name), list: () => all.keys() };
  }
  /** Stores what `make` gives, a text or bytes, in a buffer of the library; 1 if there is nothing, as Node's errors of the system
   * say, too. Whatever else is thrown is thrown again by the question. */
  const give = (id, buffer, make) => attempt(id, (tree) => {
    const content = make(tree);
    if (content === undefined || content === null) return false;
    const data = typeof content === "string" ? bytesOf(content) : content;
    return scoped(({ put }) => c.vellum_buffer_set(buffer, put(data), data.length)) === 0;
  });
  /** 0 if `make` gives true. */
  function attempt(id, make) {
    const tree = trees.get(id);
    try {
      return make(tree) ? 0 : 1;
    } catch (problem) {
      if (problem?.syscall === undefined) tree.thrown ??= { problem };
      return 1;
    }
  }

  class Workspace {
    constructor(files, settings = {}) {
      this.id = nextId++;
      trees.set(this.id, files_of(files));
      try {
        this.handle = scoped(({ room, put_text }) => {
          const out = room(8);
          const status = c.vellum_wasm_workspace(this.id, trees.get(this.id).parts ? 1 : 0, put_text(JSON.stringify(settings)), out, out + 4);
          succeed(status, view().getUint32(out + 4, true));
          return view().getUint32(out, true);
        });
      } catch (problem) {
        trees.delete(this.id);
        throw problem;
      }
    }
    ask(question, parameters = {}) {
      const tree = trees.get(this.id);
      tree.thrown = undefined;
      try {
        const answer = scoped(({ put, put_text }) => {
          const data = encoder.encode(JSON.stringify(parameters, to_base64));
          return buffer_of((out, error) => c.vellum_workspace_ask(this.handle, put_text(question), put(data), data.length, out, error));
        });
        if (!tree.thrown) return JSON.parse(textOf(answer), from_base64);
      } catch (problem) {
        if (!tree.thrown) throw problem;
      }
      throw tree.thrown.problem;
    }
    converse(protocol) { return new Conversation(this, protocol); }
    free() {
      c.vellum_workspace_free(this.handle);
      trees.delete(this.id);
      this.handle = 0;
    }
  }

  class Conversation {
    constructor(workspace, protocol) {
      this.workspace = workspace; // it must outlive this
      this.handle = scoped(({ room, put_text }) => {
        const out = room(8);
        const status = c.vellum_conversation_open(workspace.handle, put_text(protocol), out, out + 4);
        succeed(status, view().getUint32(out + 4, true));
        return view().getUint32(out, true);
      });
    }
    say(message) {
      const answers = scoped(({ put }) => {
        const data = message === undefined ? undefined : encoder.encode(JSON.stringify(message));
        return buffer_of((out, error) =>
          c.vellum_conversation_say(this.handle, data ? put(data) : 0, data?.length ?? 0, out, error));
      });
      return JSON.parse(textOf(answers));
    }
    get running() { return c.vellum_conversation_running(this.handle) !== 0; }
    get ended() { return c.vellum_conversation_ended(this.handle) !== 0; }
    free() {
      c.vellum_conversation_free(this.handle);
      this.handle = 0;
    }
  }
  // Each question is a method: what it cannot do without comes first, the rest as an object.
  const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const questions = JSON.parse(textOf(buffer_of((out) => c.vellum_questions(out))));
  for (const { name, parameters: { required } } of questions) {
    Workspace.prototype[name] = function (...given) {
      const parameters = Object.entries(given[required.length] ?? {}).filter(([, value]) => value !== undefined)
        .map(([key, value]) => [dashed(key), value]);
      return this.ask(name, Object.fromEntries([...required.map((key, index) => [key, given[index]]), ...parameters]));
    };
  }

  class Call {
    constructor(handle) { this.handle = handle; }
    get length() { return c.vellum_call_count(this.handle); }
    get(index) {
      return scoped(({ room }) => {
        const out = room(VALUE_SIZE);
        c.vellum_call_argument(out, this.handle, index); // structs come back through a hidden first pointer
        return read_value(out);
      });
    }
    set(index, value) { scoped((scope) => c.vellum_call_set_argument(this.handle, index, value_in(value, scope))); }
    get receiver() { return BigInt.asUintN(64, c.vellum_call_receiver(this.handle)); }
    get resumed() { return c.vellum_call_resumed(this.handle) !== 0; }
    get deltaTime() { return c.vellum_call_delta_time(this.handle); }
    get state() {
      return scoped(({ room }) => {
        const out = room(VALUE_SIZE);
        c.vellum_call_state(out, this.handle);
        return read_value(out);
      });
    }
    set state(value) { scoped((scope) => c.vellum_call_set_state(this.handle, value_in(value, scope))); }
    suspend() { c.vellum_call_suspend(this.handle); }
    fail(message) { scoped((scope) => c.vellum_call_fail(this.handle, scope.put_text(message))); }
  }

  function register(host, kind, name, native, ids) {
    const id = nextId++;
    ids.push(id);
    natives.set(id, (pointer) => {
      const call = new Call(pointer);
      try {
        const result = native(call);
        if (result !== undefined) scoped((scope) => c.vellum_call_set_result(pointer, value_in(result, scope)));
      } catch (problem) {
        call.fail(String(problem));
      }
    });
    scoped((scope) => succeed(c.vellum_wasm_register(host, kind, 0, scope.put_text(name), -1, id), 0));
  }

  /** A level of a call stack; `line` is null where there is none. */
  function frame_of(ask) {
    const frame = struct_of(LAYOUTS.frame, ask);
    return { ...frame, line: frame.line === 0 ? null : frame.line };
  }

  class World {
    constructor(programs, options = {}) {
      this.ids = [];
      this.host = c.vellum_host_create(options.standIn === false ? 0 : 1);
      for (const [name, native] of Object.entries(options.natives ?? {})) register(this.host, 0, name, native, this.ids);
      for (const [name, native] of Object.entries(options.methods ?? {})) register(this.host, 1, name, native, this.ids);
      try {
        this.handle = scoped((scope) => {
          const handles = scope.room(4 * programs.length);
          programs.forEach((program, index) => view().setUint32(handles + 4 * index, program.handle, true));
          const words = Object.entries(options.settings ?? {}).flat().map(scope.put_text);
          const settings = scope.room(4 * (words.length + 1));
          words.forEach((word, index) => view().setUint32(settings + 4 * index, word, true));
          const struct = scope.room(32); // size, padding, instructions, memory, call depth, settings
          view().setUint32(struct, 32, true);
          view().setBigUint64(struct + 8, BigInt(options.instructions ?? 0), true);
          view().setUint32(struct + 28, settings, true);
          const out = scope.room(8);
          succeed(c.vellum_world_create(handles, programs.length, this.host, struct, out, out + 4),
            view().getUint32(out + 4, true));
          return view().getUint32(out, true);
        });
      } catch (problem) {
        c.vellum_host_free(this.host);
        throw problem;
      }
      if (options.watch) {
        const id = nextId++;
        this.ids.push(id);
        watchers.set(id, options.watch);
        c.vellum_wasm_observe(this.handle, id);
      }
    }
    start() { c.vellum_world_start(this.handle); }
    frame(seconds = 1 / 30) { c.vellum_world_frame(this.handle, seconds); }
    send(event, ...values) {
      return scoped((scope) => {
        const out = scope.room(8);
        const status = c.vellum_world_send(this.handle, scope.put_text(event), values_in(values, scope), values.length, out,
          out + 4);
        succeed(status, view().getUint32(out + 4, true));
        return text_at(view().getUint32(out, true));
      });
    }
    call(name, ...values) {
      return scoped((scope) => {
        const result = scope.room(VALUE_SIZE);
        const error = scope.room(4);
        const status = c.vellum_world_call(this.handle, scope.put_text(name), values_in(values, scope), values.length,
          result, error);
        succeed(status, view().getUint32(error, true));
        return read_value(result);
      });
    }
    get eventOutcome() { return EVENT_OUTCOMES[c.vellum_world_event_outcome(this.handle)] ?? null; }
    get callOutcome() { return CALL_OUTCOMES[c.vellum_world_call_outcome(this.handle)] ?? null; }
    interrupt() { c.vellum_world_interrupt(this.handle); }
    resume() { c.vellum_world_resume(this.handle); }
    get interrupted() { return c.vellum_world_interrupted(this.handle) !== 0; }
    pauseAfter(instructions) { c.vellum_world_pause_after(this.handle, BigInt.asUintN(64, BigInt(instructions ?? -1))); }
    get paused() { return c.vellum_world_paused(this.handle) !== 0; }
    get machines() {
      return list_of(c.vellum_world_machine_count(this.handle), (index) => {
        const raw = struct_of(LAYOUTS.machine, (out) => c.vellum_world_machine(this.handle, index, out));
        const frames = list_of(raw.frames, (number) =>
          frame_of((out) => c.vellum_world_machine_frame(this.handle, index, number, out)));
        return { ...raw, state: MACHINE_STATES[raw.state], frames };
      });
    }
    scopes(machine = 0, frame = 0, first = 0, count = 256) {
      return JSON.parse(textOf(buffer_of((out, error) =>
        c.vellum_world_scopes_json(this.handle, machine, frame, first, count, out, error))));
    }
    changeVariable(name, index, value, machine = 0, frame = 0) {
      scoped((scope) => {
        const error = scope.room(4);
        const status = c.vellum_world_change_variable(this.handle, machine, frame, scope.put_text(name), index,
          value_in(value, scope), error);
        succeed(status, view().getUint32(error, true));
      });
    }
    get memoryBlocks() {
      return list_of(c.vellum_world_memory_count(this.handle), (index) =>
        struct_of(LAYOUTS.memory, (out) => c.vellum_world_memory(this.handle, index, out)));
    }
    readMemory(block, first = 0, count = 4096) {
      return scoped((scope) => buffer_of((out, error) =>
        c.vellum_world_read_memory(this.handle, scope.put_text(block), BigInt(first), count, out, error)));
    }
    get finished() { return c.vellum_world_finished(this.handle) !== 0; }
    get instructions() { return BigInt.asUintN(64, c.vellum_world_instructions(this.handle)); }
    takeFaults() {
      const faults = [];
      for (let text; (text = c.vellum_world_take_fault(this.handle)) !== 0;) faults.push(text_at(text));
      return faults;
    }
    takeFaultDetails() {
      const faults = [];
      for (let handle; (handle = c.vellum_world_next_fault(this.handle)) !== 0; c.vellum_fault_free(handle)) {
        const raw = struct_of(LAYOUTS.fault, (out) => c.vellum_fault_get(handle, out));
        const frames = list_of(raw.frames, (index) => frame_of((out) => c.vellum_fault_frame(handle, index, out)));
        faults.push({ ...raw, frames });
      }
      return faults;
    }
    snapshot() { return buffer_of((out, error) => c.vellum_world_snapshot(this.handle, out, error)); }
    state() {
      return JSON.parse(textOf(buffer_of((out, error) => c.vellum_world_state_json(this.handle, out, error))));
    }
    restore(state) {
      scoped((scope) => {
        const error = scope.room(4);
        succeed(c.vellum_world_restore(this.handle, scope.put(state), state.length, error), view().getUint32(error, true));
      });
    }
    free() {
      c.vellum_world_free(this.handle);
      c.vellum_host_free(this.host);
      for (const id of this.ids) { natives.delete(id); watchers.delete(id); }
      this.handle = this.host = 0;
    }
  }

  const from_bytes = (data, options = {}) => make_program(c.vellum_load, data, options);
  const from_text = (read) => (text, options = {}) => make_program(read, bytesOf(text), options);
  /** Uses a program that nobody keeps. */
  const with_program = (data, options, use) => {
    const program = from_bytes(data, options);
    try {
      return use(program);
    } finally {
      program.free();
    }
  };

  return {
    version: text_at(c.vellum_version()),
    engines: Array.from({ length: c.vellum_engine_count() }, (_, index) => text_at(c.vellum_engine_id(index))),
    detect: (data, name) => scoped((scope) => {
      const found = c.vellum_detect(scope.put(data), data.length, scope.put_text(name));
      return found === 0 ? null : text_at(found);
    }),
    tables: (engine) => scoped(({ put_text }) => list_of(c.vellum_table_count(put_text(engine)), (index) =>
      table_of(engine, index))),
    load: from_bytes,
    sourceNames: (text, { known, ...options } = {}) => scoped((scope) => {
      const data = bytesOf(text);
      const [at, old, struct] = [scope.put(data), scope.put_text(known), load_options(options, scope)];
      return textOf(buffer_of((out, error) => c.vellum_source_names(at, data.length, struct, old, out, error)));
    }),
    assemble: from_text(c.vellum_assemble),
    compile: from_text(c.vellum_compile),
    disassemble: (data, options) => with_program(data, options, (program) => program.disassemble()),
    run: (data, options = {}) => with_program(data, options, (program) => {
      const lines = [];
      const world = new World([program], { ...options, watch: (kind, text) => lines.push(`${kind}: ${text}`) });
      try {
        world.start();
        for (const name of options.calls ?? []) world.call(name);
        for (let frame = 0; frame < (options.frames ?? 60) && !world.finished; ++frame) world.frame(options.seconds);
      } finally {
        world.free();
      }
      return lines;
    }),
    Workspace,
    World,
  };
}
