// The package on every sample that ships, and natives written in JavaScript. Needs vellum.wasm beside index.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import * as everything from "../index.js";

const { float, load, VellumError } = everything;
const root = new URL("../../../", import.meta.url);
const vellum = await load();

const engines = { pathologic: ".bin", ff7: ".ev", ags: ".o", skrit: ".skrit" };
const samples = Object.entries(engines).flatMap(([engine, ending]) => {
  const folder = new URL(`samples/${engine}/`, root);
  return readdirSync(folder).filter((name) => name.endsWith(ending))
    .map((name) => ({ engine, name, data: new Uint8Array(readFileSync(new URL(name, folder))) }));
});

test("there are samples of every engine", () => {
  assert.deepEqual([...vellum.engines].sort(), Object.keys(engines).sort());
  for (const engine of vellum.engines) assert.ok(samples.some((sample) => sample.engine === engine), engine);
});

for (const { engine, name, data } of samples) {
  test(name, () => {
    const program = vellum.load(data, { name });
    assert.equal(program.engine, engine);
    const file = program.save();
    if (!name.endsWith(".skrit")) assert.deepEqual(file, data); // a source is saved as what it compiles to
    assert.deepEqual(program.check().filter((message) => message.severity === "error"), []);
    const again = vellum.assemble(program.disassemble(), { engine: program.engine, name });
    assert.deepEqual(again.save(), file);
    assert.equal(vellum.disassemble(file, { name }), program.disassemble());
    const workspace = new vellum.Workspace({ [name]: data });
    assert.deepEqual(workspace.check(name).map(({ engine, ok }) => [engine, ok]), [[program.engine, true]]);
    workspace.free();
    assert.equal(program.info().engine, program.engine);
    look_at(program);
    assert.equal(vellum.detect(data, name), program.engine);
    const world = new vellum.World([program], { instructions: 1_000_000 });
    world.start();
    for (let frame = 0; frame < 5; ++frame) world.frame(0.1);
    const state = world.snapshot();
    const instructions = world.instructions;
    world.frame(0.1);
    world.restore(state);
    assert.equal(world.instructions, instructions);
    assert.throws(() => world.restore(state.slice(1)), VellumError);
    world.free();
    again.free();
    program.free();
  });
}

const SOURCE = `
.numbering hd
.run task0, run
.task task0, 0
.global_event 7, on_timer, int
run:
    PushV   cvector
    PushS   "hello"
    Func    Where/2, S[2], S[1]
    Pop     1
    PushE   S[1], y
    Func    Tell/1, S[1]
    Pop     1
    Func    Nap/0
    Return  1
on_timer:
    PushV
    Func    Tell/1, S[1]
    Return  0
`;

test("texts are given as the bytes they are", () => {
  const { bytesOf, textOf } = everything;
  const every = new Uint8Array(256 * 256 * 2).map((_, at) => (at % 2 === 0 ? at >> 9 : at >> 1));
  assert.deepEqual(bytesOf(textOf(every)), every);
  for (const text of ["\u{10ffff}\ud7ff\ue000é", "\ufeffa mark stays"]) assert.equal(textOf(bytesOf(text)), text);
  for (const text of [[0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80], [0xe0, 0x9f, 0xbf], [0xf0, 0x8f, 0xbf, 0xbf], [0xe2, 0x82]])
    assert.equal(textOf(new Uint8Array(text)), String.fromCharCode(...text.map((byte) => 0xdc00 + byte)));
  assert.deepEqual([...bytesOf("\ud800")], [0xed, 0xa0, 0x80]);

  const high = textOf(new Uint8Array(128).map((_, at) => 128 + at));
  const options = { engine: "ags", name: "high.asc" };
  const program = vellum.compile(`import void Say(const string text);\nint f() { Say("${high}ü"); return 0; }`, options);
  const { text, headers } = program.decompile();
  assert.ok(text.includes(high));
  assert.ok(headers["high.ash"].includes("Say"));
  assert.deepEqual(vellum.assemble(program.disassemble(), options).save(), program.save());
});

test("source: decompiling, names, comparing, patching", () => {
  const before = "main task TMain {\n    int m_n;\n    void init() {\n        @Hold();\n    }\n" +
    "    event OnUse(object user) {\n        m_n += 2;\n    }\n}\n";
  const options = { engine: "pathologic", name: "a.patho" };
  const program = vellum.compile(before, options);
  const { text, verdict, functions } = program.decompile();
  assert.match(text, /m_n \+= 2;/);
  assert.equal(verdict, "identical");
  assert.deepEqual(functions.map(({ name, verdict }) => [name, verdict]),
    [["TMain.init", "identical"], ["TMain.OnUse", "identical"]]);
  const names = vellum.sourceNames(before.replaceAll("m_n", "m_uses"), options);
  assert.match(program.decompile({ names }).text, /m_uses \+= 2;/);
  assert.throws(() => program.decompile({ names: "nonsense" }), VellumError);
  const part = "event OnUse(object user) { m_uses += 3; }";
  const patched = program.patch(part, { functions: ["TMain.OnUse"], names });
  assert.match(program.diff(patched), /^\+ {8}m_n \+= 3;$/m);
  assert.equal(program.diff(program), "");
  assert.equal(JSON.parse(program.diff(patched, { format: "json", listing: true })).functions[0].form, "listing");
  assert.throws(() => program.patch(part, { name: "part.patho" }), /part\.patho:1:/);
  program.free();
  patched.free();
});

test("logs and graphs", () => {
  const wrong = vellum.assemble(".numbering hd\n.run t, start\n.task t, 0\nstart:\n    Pop 3\n    Return 0\n", { engine: "pathologic" });
  assert.equal(JSON.parse(wrong.sarif()).runs[0].results[0].ruleId, wrong.check()[0].code);
  wrong.free();
  const program = vellum.assemble(SOURCE, { engine: "pathologic", name: "code" });
  assert.ok(program.graph().startsWith("<svg"));
  assert.match(program.graph({ natives: true, format: "dot" }), /Tell/);
  assert.ok(JSON.parse(program.graph({ function: "run", format: "json", lines: 1 })).nodes.length > 0);
  assert.throws(() => program.graph({ function: "nowhere" }), VellumError);
  program.free();
});

test("what source says of a program", () => {
  const program = vellum.compile("main task TMain { int m_count; void init() { m_count = 1; } }", { engine: "pathologic", name: "count.patho" });
  const { debug } = program.info();
  assert.deepEqual(debug.files, ["count.patho"]);
  assert.deepEqual(debug.groups, [{ name: "TMain", variables: ["m_count"] }]);
  program.free();
});

test("natives in JavaScript", () => {
  const told = [];
  const naps = [];
  const program = vellum.assemble(SOURCE, { engine: "pathologic", name: "natives" });
  const world = new vellum.World([program], {
    standIn: false,
    natives: {
      Where: (call) => {
        assert.equal(call.get(1), "hello");
        call.set(0, { x: 1, y: 2.5, z: 3 });
      },
      Tell: (call) => { told.push(call.get(0)); },
      Nap: (call) => {
        naps.push(call.resumed);
        if (!call.resumed) { call.state = float(1); call.suspend(); } else assert.equal(call.state, 1);
      },
    },
  });
  program.free();
  world.start();
  world.frame(0.1);
  assert.match(world.send("7", 42), /handled/);
  world.frame(0.1);
  world.frame(0.1);
  assert.deepEqual(told, [2.5, 42]);
  assert.deepEqual(naps, [false, true]);
  assert.ok(world.finished);
  assert.deepEqual(world.takeFaults(), []);
  world.free();
});

/** What the code model says of a program holds together. */
function look_at(program) {
  const code = program.code();
  const table = vellum.tables(program.engine)[code.table];
  const listing = program.disassemble({ addresses: false, comments: false });
  assert.ok(code.length > 0);
  for (let index = 0; index < code.length; ++index) {
    const instruction = code.at(index);
    const row = table.rows[instruction.row];
    assert.ok(row.opcode <= instruction.opcode && instruction.opcode <= row.opcodeLast);
    assert.ok(instruction.text.startsWith(row.mnemonic) && listing.includes(instruction.text), instruction.text);
    assert.equal(code.find(instruction.address), index);
    const operands = code.operands(index);
    assert.equal(operands.length, instruction.operands);
    for (const operand of operands) {
      assert.ok(instruction.text.includes(operand.text));
      assert.equal(operand.values.length, operand.fields.length);
    }
  }
  code.functions().forEach(({ count }, place) => {
    const blocks = code.blocks(place);
    assert.equal(blocks.filter((block) => block.entry).length, count > 0 ? 1 : 0);
    for (const { first, count: size, next, target } of blocks) {
      if (next !== null) assert.equal(blocks[next].first, first + size);
      if (target !== null) assert.equal(blocks[target].first, code.at(first + size - 1).target);
    }
  });
  for (const { instruction, address } of code.references())
    if (instruction !== null) assert.equal(code.at(instruction).address, address);
  assert.ok(code.facts().some((fact) => fact.number !== null));
  assert.equal(code.at(code.length), undefined);
  code.free();
}

test("code without running it", () => {
  const program = vellum.assemble(SOURCE, { engine: "pathologic", name: "code" });
  const code = program.code();
  program.free();
  const uses = code.references().filter((use) => use.kind === "native").map((use) => code.at(use.instruction).text);
  assert.deepEqual(uses.map((text) => text.split(/[ ,]+/)[1]), ["Where/2", "Tell/1", "Nap/0", "Tell/1"]);
  assert.equal(code.facts().find((fact) => fact.name === "natives").number, 3);
  const rows = Object.fromEntries(vellum.tables("pathologic")[0].rows.map((row) => [row.mnemonic, row]));
  assert.deepEqual([rows.PushS.pops, rows.PushS.pushes, rows.JumpB.pops], [0, 1, null]);
  assert.deepEqual([rows.JumpB.flow, rows.JumpB.operands[0].access], ["branch", "read"]);
  const read = vellum.tables("ags")[0].rows.find((row) => row.mnemonic === "MEMREAD");
  assert.deepEqual(read.implicit, [{ name: "MAR", access: "read", number: 2 }]);
  assert.deepEqual(vellum.tables("zork"), []);
  code.free();
});

const sample = (name) => samples.find((each) => each.name === name).data;
const game = () => ({
  "game/lantern.bin": sample("lantern.bin"), "game/deep/guard.skrit": new TextDecoder().decode(sample("guard.skrit")),
  "game/cut.bin": sample("lantern.bin").slice(0, 100),
});

test("files of a workspace come from everywhere", () => {
  const files = game();
  const given = [files, new Map(Object.entries(files)), { read: (name) => files[name], list: () => Object.keys(files) }];
  for (const each of given) {
    const workspace = new vellum.Workspace(each);
    assert.deepEqual(workspace.check("game").map(({ file, ok }) => [file, ok]),
      [["game/cut.bin", false], ["game/deep/guard.skrit", true], ["game/lantern.bin", true]]);
    assert.equal(workspace.check("nothing.bin")[0].diagnostics[0].code, "io.read");
    workspace.free();
  }
  const named = new vellum.Workspace((name) => files[name] && Buffer.from(files[name]));
  assert.equal(named.check("game/lantern.bin")[0].ok, true);
  named.free();
  const disk = new vellum.Workspace((name) => readFileSync(new URL(name, root)));
  assert.equal(disk.xref("samples/pathologic/lantern.bin", { name: "Trace" })[0].line, 25); // in the source that is beside it
  assert.equal(disk.check("samples/nothing.bin")[0].ok, false);
  disk.free();
  const broken = new vellum.Workspace(() => { throw new RangeError("no luck"); });
  assert.throws(() => broken.check("a.bin"), RangeError);
  assert.equal(broken.natives({ engine: "ff7" })[0].engine, "ff7");
  broken.free();
});

test("questions are refused with reasons", () => {
  assert.throws(() => new vellum.Workspace({}, { engine: "zork" }), (problem) => problem.diagnostic.code === "settings.member");
  const workspace = new vellum.Workspace(game());
  assert.throws(() => workspace.ask("checq"), VellumError);
  assert.throws(() => workspace.check(), VellumError);
  assert.throws(() => workspace.check("game", { note: true }), VellumError);
  const uses = workspace.xref("game", { name: "tr*", ignoreCase: true, kind: "native", in: undefined });
  assert.deepEqual(uses.filter((use) => use.ok !== false).map(({ name, line }) => [name, line > 0]), Array(3).fill(["Trace", true]));
  workspace.free();
});

test("editors are answered message by message", () => {
  const workspace = new vellum.Workspace(game());
  const editor = workspace.converse("lsp");
  const ask = (method, params, id) => editor.say({ jsonrpc: "2.0", id, method, params });
  assert.ok(ask("initialize", { rootUri: "file:///game", capabilities: {} }, 1)[0].result.capabilities.hoverProvider);
  const textDocument = { uri: "file:///game/wrong.skrit", languageId: "skrit", version: 1, text: "property int x$ = ;\n" };
  ask("textDocument/didOpen", { textDocument });
  const [told] = editor.say();
  assert.equal(told.method, "textDocument/publishDiagnostics");
  assert.ok(told.params.diagnostics.length > 0);
  ask("shutdown", {}, 2);
  assert.equal(editor.ended, false);
  ask("exit", {});
  assert.equal(editor.ended, true);
  editor.free();

  const adapter = workspace.converse("dap");
  let seq = 0;
  const debug = (command, values = {}) => adapter.say({ seq: ++seq, type: "request", command, arguments: values });
  assert.ok(debug("initialize")[0].success);
  debug("launch", { program: "game/lantern.bin", frames: 5, event: "OnUse:null@2" });
  debug("setFunctionBreakpoints", { breakpoints: [{ name: "OnUse" }] });
  const stopped = debug("configurationDone").find(({ event }) => event === "stopped");
  assert.equal(stopped.body.reason, "function breakpoint");
  assert.ok(debug("stackTrace", { threadId: 1 })[0].body.stackFrames[0].name.endsWith("OnUse"));
  assert.ok(debug("continue", { threadId: 1 }).some(({ event }) => event === "terminated"));
  debug("disconnect");
  assert.equal(adapter.ended, true);
  adapter.free();
  assert.throws(() => workspace.converse("ftp"), VellumError);
  workspace.free();
});

test("what was decompiled compiles to the same bytes", () => {
  const endings = { pathologic: "patho", ags: "asc", ff7: "wms" };
  const compiled = samples.filter(({ engine }) => engine in endings);
  const workspace = new vellum.Workspace(new Map(compiled.map(({ name, data }) => [name, data])));
  for (const { engine, name, data } of compiled) {
    const [{ source, headers }] = workspace.decompile(name);
    const again = workspace.compile(`${name.replace(/\.\w+$/, "")}.${endings[engine]}`, { source, files: headers });
    assert.deepEqual(again.bytes, data, name);
  }
  workspace.free();
});

test("members of containers and archives are read and replaced", () => {
  const block = (id, content) => [id, content.length & 0xff, content.length >> 8, 0, 0, 0, 0, 0, 0, ...content];
  const room = (script) => new Uint8Array([33, 0, ...block(1, [1, 2, 3]), ...block(7, script), 0xff]);
  const workspace = new vellum.Workspace({ "room12.crm": room(sample("s12_functions.o")) });
  const script = workspace.extract("room12.crm", { bytes: true }).find(({ kind }) => kind === "script");
  assert.deepEqual(script.bytes, sample("s12_functions.o"));
  for (const bytes of [sample("s10_switch.o"), Buffer.from(sample("s10_switch.o"))]) {
    const [{ name, bytes: whole }] = workspace.pack("room12.crm", [{ member: script.name, bytes }]).files;
    assert.deepEqual([name, whole], ["room12.crm", room(sample("s10_switch.o"))]);
  }
  workspace.free();
});

/** One of Pathologic's archives: "LP1C", no folders, then of each file its name, size, place and time. */
function vfs(members) {
  const u32 = (value) => [value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >>> 24];
  const rows = Object.entries(members);
  let at = 12 + rows.reduce((size, [name]) => size + 17 + name.length, 0);
  const head = [..."LP1C"].map((letter) => letter.charCodeAt(0)).concat(u32(0), u32(rows.length));
  for (const [name, { length }] of rows) {
    head.push(name.length, ...[...name].map((letter) => letter.charCodeAt(0)), ...u32(length), ...u32(at), 0, 0, 0, 0, 0, 0, 0, 0);
    at += length;
  }
  return Buffer.concat([Buffer.from(head), ...rows.map(([, bytes]) => bytes)]);
}

test("archives of files with size and readAt are not read whole", () => {
  const archive = vfs({ "large.tex": Buffer.alloc(5_000_000), "lamp.bin": sample("lamp.bin") });
  let read = 0;
  const workspace = new vellum.Workspace({
    read: (name) => (name === "a.vfs" ? assert.fail("read whole") : undefined), list: () => ["a.vfs"],
    size: (name) => (name === "a.vfs" ? archive.length : undefined),
    readAt: (name, offset, size) => { read += size; return archive.subarray(offset, offset + size); },
  });
  const [code] = workspace.code("a.vfs", { instructions: true });
  assert.equal(code.file, "a.vfs!lamp.bin");
  assert.deepEqual(code.bytes, sample("lamp.bin"));
  assert.ok(read < 100_000, `${read} bytes`);
  assert.equal(workspace.code("nothing.vfs")[0].diagnostics[0].code, "io.read");
  workspace.free();
});

test("the code of a script ties its source to its instructions and bytes", () => {
  const workspace = new vellum.Workspace(new Map(samples.map(({ name, data }) => [name, data])));
  for (const { name, data } of samples) {
    const [code] = workspace.code(name, { instructions: true });
    const lines = code.source.split("\n").length;
    assert.ok(code.instructions.some(({ line }) => line >= 1), name);
    assert.ok(code.instructions.every(({ line = 1, fields, size }) => line <= lines && fields.every((each) => each.at + each.size <= size)), name);
    assert.ok(code.code_offset > 0, name);
    if (code.source_name !== name) assert.deepEqual(code.bytes, data, name);
    assert.equal(workspace.code(name)[0].instructions, undefined);
  }
  workspace.free();
});

test("the debug adapter runs a script and stops", () => {
  const workspace = new vellum.Workspace({ "lantern.bin": sample("lantern.bin") });
  const adapter = workspace.converse("dap");
  let sequence = 0;
  const say = (command, parameters) => adapter.say({ seq: ++sequence, type: "request", command, arguments: parameters });
  say("initialize", {});
  say("launch", { program: "lantern.bin", frames: 3, stopOnEntry: true });
  assert.equal(say("configurationDone", {}).at(-1).body.reason, "entry");
  say("stepIn", { threadId: 1 });
  assert.equal(say("stepBack", { threadId: 1 }).at(-1).body.reason, "step");
  adapter.free();
  workspace.free();
});

test("outcomes and faults are data", () => {
  const program = vellum.assemble(SOURCE, { engine: "pathologic", name: "faulty" });
  const world = new vellum.World([program], { standIn: false });
  assert.equal(world.eventOutcome, null);
  world.start();
  world.frame(0.1);
  const [fault] = world.takeFaultDetails();
  assert.deepEqual([fault.program, fault.machine], ["faulty", 0]);
  assert.ok(fault.message.includes("Where") && fault.text.includes(fault.message));
  const code = program.code();
  assert.equal(code.at(code.find(fault.frames[0].address)).offset, fault.offset);
  assert.deepEqual(world.takeFaults(), []);
  assert.throws(() => world.send("OnNothing"), VellumError);
  assert.equal(world.eventOutcome, "unknown event");
  assert.equal(world.send("7", 1), "script has ended");
  assert.equal(world.eventOutcome, "ended");
  assert.throws(() => world.call("nothing"), VellumError);
  assert.equal(world.callOutcome, "not ready");
  code.free();
  world.free();
  program.free();
});

test("a world pauses and is looked at", () => {
  const text = '.export func "game_start$0", start\nstart:\n    LITTOREG AX, 40\n    LITTOREG BX, 1\n    ADDREG AX, BX\n' +
    "    LITTOREG BX, 2\n    RET\n";
  const program = vellum.assemble(text, { engine: "ags", name: "x.asm" });
  const world = new vellum.World([program]);
  world.pauseAfter(3);
  world.start();
  assert.ok(world.paused);
  assert.equal(world.instructions, 3n);
  const [machine] = world.machines;
  assert.deepEqual([machine.name, machine.state, machine.frames.map((frame) => frame.function)],
    ["main", "ready", ["game_start"]]);
  const [registers] = world.scopes();
  assert.ok(registers.variables.some(({ name, type, text: shown }) => name === "AX" && type === "int" && shown === "41"));
  assert.deepEqual(world.scopes(0, 0, 1, 1).map(({ first }) => first), [1, 1, 0]);
  assert.throws(() => world.scopes(0, 1), VellumError);
  world.changeVariable("registers", 2, 7);
  assert.equal(world.scopes()[0].variables[2].text, "7");
  assert.throws(() => world.changeVariable("registers", 100, 7), VellumError);
  assert.deepEqual(world.memoryBlocks.map(({ size }) => size), [0]);
  assert.equal(world.readMemory(world.memoryBlocks[0].name).length, 0);
  assert.throws(() => world.readMemory("moon"), VellumError);
  world.pauseAfter(1);
  world.pauseAfter();
  world.resume();
  assert.ok(!world.paused);
  assert.equal(world.instructions, 5n);
  world.free();
  program.free();
});

test("mistakes are told with their place", () => {
  assert.throws(() => vellum.assemble("Fly 1\n", { engine: "pathologic" }), (problem) => problem.diagnostics[0].line === 1);
  assert.throws(() => vellum.load(new Uint8Array([1, 2, 3]), { engine: "zork" }), /engine/);
});

/** What a run of a sample must say among other things. */
const said = {
  "lantern.bin": [{}, "note: task 1 begins", 'native: Sleep(2.5, false)'],
  "island.ev": [{}, "event: system 0 Enter: started", "note: the player is model 0 Cloud"],
  "s05_compare_logic.o": [{ calls: ["main"] }, "native: PrintInt(1)", 'native: PrintStr("yes")'],
  "lighthouse.skrit": [{}, 'note: the lighthouse is number 1', "note: the lighthouse is dark"],
};
for (const [name, [options, ...expected]] of Object.entries(said)) {
  test(`a run of ${name}`, () => {
    const { data } = samples.find((sample) => sample.name === name);
    const lines = vellum.run(data, { name, frames: 20, instructions: 1_000_000, ...options });
    for (const line of expected) assert.ok(lines.includes(line), lines.join("\n"));
  });
}

test("the state of a world map is told", () => {
  const { data } = samples.find((sample) => sample.name === "island.ev");
  const program = vellum.load(data, { name: "island.ev" });
  const world = new vellum.World([program]);
  world.start();
  assert.ok(world.state().entities.some((entity) => entity.name === "buggy"));
  world.free();
  program.free();
});

test("the front end in few lines", () => {
  const project = mkdtempSync(join(tmpdir(), "vellum-"));
  try {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(fileURLToPath(new URL("..", import.meta.url)), join(project, "node_modules", "vellum-scripts"), "junction");
    copyFileSync(new URL("examples/embed/front_end.mjs", root), join(project, "front_end.mjs"));
    const said = execFileSync(process.execPath, [join(project, "front_end.mjs")], { cwd: root, encoding: "utf8" });
    assert.equal(said, readFileSync(new URL("examples/embed/front_end.txt", root), "utf8"));
  } finally {
    rmSync(project, { recursive: true });
  }
});

test("the types name what is there", () => {
  const types = readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
  const exported = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual(exported.sort(), Object.keys(everything).sort());
  /** Names of the members that a class or interface of the types declares. */
  const members = (name) => {
    const body = new RegExp(`^export (?:class|interface) ${name}\\b[^{]*{\\n(.*?)^}`, "ms").exec(types)[1];
    return [...body.matchAll(/^  (?:readonly )?(\w+)\??[:(]/gm)].map((match) => match[1]).filter((member) => member !== "constructor");
  };
  const program = vellum.assemble(SOURCE, { engine: "pathologic" });
  let call;
  const world = new vellum.World([program], { natives: { Tell: (given) => { call = given; } } });
  world.start();
  world.send("7", 1);
  const code = program.code();
  const workspace = new vellum.Workspace({});
  const answers = readFileSync(new URL("../questions.d.ts", import.meta.url), "utf8");
  const questions = [...answers.split("interface Questions")[1].matchAll(/^  (\w+)\(/gm)].map((match) => match[1]);
  for (const question of questions) assert.ok(question in workspace, question);
  workspace.free();
  for (const [name, object] of Object.entries({ Vellum: vellum, Program: program, World: world, Call: call, Code: code })) {
    const own = object.constructor === Object ? object : object.constructor.prototype;
    const there = Object.getOwnPropertyNames(own).filter((member) => member !== "constructor");
    for (const member of members(name)) assert.ok(member in object, `${name}.${member}`);
    for (const member of there) assert.ok(members(name).includes(member), `${name}.${member} is not in the types`);
  }
  code.free();
  world.free();
  program.free();
});

test("the module is small", () => {
  // 0.1 MiB of it is the script API of AGS, as much its games' data and projects, zlib, and the form that is C++.
  assert.ok(statSync(new URL("../vellum.wasm", import.meta.url)).size < 4.5 * 1024 * 1024);
});
