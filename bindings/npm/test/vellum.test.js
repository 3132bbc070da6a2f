// The package on every sample that ships, and natives written in JavaScript. Needs vellum.wasm beside index.js.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import test from "node:test";

import { float, load, VellumError } from "../index.js";

const root = new URL("../../../", import.meta.url);
const vellum = await load();

const samples = ["pathologic .bin", "ff7 .ev", "ags .o", "skrit .skc"].flatMap((entry) => {
  const [engine, ending] = entry.split(" ");
  const folder = new URL(`samples/${engine}/`, root);
  let names = [];
  try { names = readdirSync(folder); } catch { /* that engine has no samples */ }
  return names.filter((name) => name.endsWith(ending)).map((name) => ({ name, data: readFileSync(new URL(name, folder)) }));
});

test("there are samples", () => assert.ok(samples.length > 0));

for (const { name, data } of samples) {
  test(name, () => {
    const program = vellum.load(data, { name });
    assert.deepEqual(program.save(), new Uint8Array(data));
    assert.deepEqual(program.check().filter((message) => message.severity === "error"), []);
    const again = vellum.assemble(program.disassemble(), { engine: program.engine, name });
    assert.deepEqual(again.save(), new Uint8Array(data));
    assert.equal(program.info().engine, program.engine);
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
    assert.ok(Array.isArray(vellum.run(data, { name, frames: 3, instructions: 1_000_000 })));
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

test("mistakes are told with their place", () => {
  assert.throws(() => vellum.assemble("Fly 1\n", { engine: "pathologic" }), (problem) => problem.diagnostics[0].line === 1);
  assert.throws(() => vellum.load(new Uint8Array([1, 2, 3]), { engine: "zork" }), /engine/);
  assert.ok(vellum.check(new Uint8Array([9, 9, 9]), { engine: "pathologic" }).some((message) => message.severity === "error"));
});

test("the module is small", () => {
  assert.ok(statSync(new URL("../vellum.wasm", import.meta.url)).size < 2 * 1024 * 1024);
});
