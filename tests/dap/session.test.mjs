// A program of each engine, debugged with the client that the protocol's own project tests adapters with: it checks
// every message's form and order by itself. VELLUM names the program.
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import support from "@vscode/debugadapter-testsupport";

const { DebugClient } = support;
const vellum = process.env.VELLUM;
const samples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../samples");

// Waits longer than usual: machines that test are busy.
function client_of(program) {
  const client = new DebugClient(program, "dap", "vellum");
  client.defaultTimeout = 60_000;
  return client;
}

async function session(launch, steps) {
  const client = client_of(vellum);
  await client.start();
  try {
    const capabilities = (await client.initializeRequest({
      adapterID: "vellum", pathFormat: "path", linesStartAt1: true, columnsStartAt1: true, supportsProgressReporting: true,
    })).body;
    assert.equal(capabilities.supportsStepBack, true);
    const initialized = client.waitForEvent("initialized", 60_000);
    await client.launchRequest(launch);
    await initialized;
    await steps(client);
  } finally {
    await client.stop();
  }
}

const stopped = async (client, request) => {
  const event = client.waitForEvent("stopped");
  await request;
  return (await event).body;
};
const top = async (client, thread) =>
  (await client.stackTraceRequest({ threadId: thread })).body.stackFrames[0];
const variables = async (client, frame, wanted) => {
  const { scopes } = (await client.scopesRequest({ frameId: frame })).body;
  const scope = scopes.find((one) => one.name === wanted);
  return (await client.variablesRequest({ variablesReference: scope.variablesReference })).body.variables;
};
const same = (a, b) => {
  const { id: first, ...one } = a;
  const { id: second, ...other } = b;
  assert.deepEqual(one, other);
};

test("Pathologic: a source, breakpoints of four kinds, both ways", () =>
  session({ program: `${samples}/pathologic/lamp.patho`, event: ["OnUse:null"], frames: 5 }, async (client) => {
    const file = `${samples}/pathologic/lamp.patho`;
    const set = await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 14 }] });
    assert.equal(set.body.breakpoints[0].verified, true);
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "TFlicker::init" }] });
    await client.setExceptionBreakpointsRequest({ filters: ["faults"] });
    const first = await stopped(client, client.configurationDoneRequest());
    assert.equal(first.reason, "breakpoint");
    const thread = first.threadId;
    const here = await top(client, thread);
    assert.equal(here.line, 14);
    assert.equal(here.source.path, file);
    assert.equal((await client.threadsRequest()).body.threads[0].name, "lamp");
    assert.ok((await variables(client, here.id, "task")).some((one) => one.name === "m_switched"));
    assert.equal((await client.evaluateRequest({ expression: "m_switched == 0", frameId: here.id })).body.result, "true");

    await stopped(client, client.nextRequest({ threadId: thread }));
    const further = await top(client, thread);
    assert.notEqual(further.line, here.line);
    await stopped(client, client.stepBackRequest({ threadId: thread }));
    same(await top(client, thread), here);

    const info = await client.customRequest("dataBreakpointInfo", { name: "m_switched" });
    await client.customRequest("setDataBreakpoints", { breakpoints: [{ dataId: info.body.dataId }] });
    const changed = await stopped(client, client.continueRequest({ threadId: thread }));
    assert.equal(changed.reason, "data breakpoint");
    assert.match(changed.text, /m_switched: 0 -> 1/);
    await client.customRequest("setDataBreakpoints", { breakpoints: [] });
    const second = await stopped(client, client.continueRequest({ threadId: thread }));
    assert.equal(second.reason, "function breakpoint");
    const back = await stopped(client, client.reverseContinueRequest({ threadId: thread }));
    assert.equal(back.reason, "breakpoint");
    same(await top(client, thread), here);

    await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [] });
    await client.setFunctionBreakpointsRequest({ breakpoints: [] });
    await Promise.all([client.waitForEvent("terminated"), client.continueRequest({ threadId: thread })]);
  }));

test("AGS: a compiled script with its listing, memory, instructions", () =>
  session({ program: `${samples}/ags/s12_functions.o`, call: ["fact(4)"], stopOnEntry: true }, async (client) => {
    const entry = await stopped(client, client.configurationDoneRequest());
    assert.equal(entry.reason, "entry");
    const here = await top(client, entry.threadId);
    const code = await client.customRequest("disassemble", {
      memoryReference: here.instructionPointerReference, instructionOffset: -5, instructionCount: 10,
    });
    assert.equal(code.body.instructions.length, 10);
    assert.equal(code.body.instructions[5].address, here.instructionPointerReference);
    const set = await client.customRequest("setInstructionBreakpoints", {
      breakpoints: [{ instructionReference: code.body.instructions[7].address }],
    });
    assert.equal(set.body.breakpoints[0].verified, true);
    const there = await stopped(client, client.continueRequest({ threadId: entry.threadId }));
    assert.equal(there.reason, "instruction breakpoint");
    assert.equal((await top(client, entry.threadId)).instructionPointerReference, code.body.instructions[7].address);
    await stopped(client, client.customRequest("stepBack", { threadId: entry.threadId, granularity: "instruction" }));
    await stopped(client, client.customRequest("stepBack", { threadId: entry.threadId, granularity: "instruction" }));
    same(await top(client, entry.threadId), here);
    const { sources } = (await client.customRequest("loadedSources")).body;
    const listing = sources.find((one) => one.name.endsWith(".vasm"));
    const text = await client.sourceRequest({ source: listing, sourceReference: listing.sourceReference });
    assert.match(text.body.content, /LINENUM/);
    const registers = await variables(client, (await top(client, entry.threadId)).id, "registers");
    assert.ok(registers.some((one) => one.name === "AX"));
  }));

test("Skrit: states, log points, changing a value", () =>
  session({ program: `${samples}/skrit/lighthouse.skrit`, frames: 3, stopAtEnd: true }, async (client) => {
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "native GenericF" }] });
    const logs = client.assertOutput("console", "angle 0.0");
    await client.setBreakpointsRequest({
      source: { path: `${samples}/skrit/lighthouse.skrit` },
      breakpoints: [{ line: 17, logMessage: "angle {m_Angle$}" }],
    });
    const first = await stopped(client, client.configurationDoneRequest());
    assert.equal(first.reason, "function breakpoint");
    await logs;
    const here = await top(client, first.threadId);
    const scopes = (await client.scopesRequest({ frameId: here.id })).body.scopes;
    const own = scopes.find((one) => one.name === "variables");
    const all = (await client.variablesRequest({ variablesReference: own.variablesReference })).body.variables;
    const angle = all.find((one) => one.name === "m_Angle$");
    const done = await client.setVariableRequest({ variablesReference: own.variablesReference, name: angle.name, value: "12.5" });
    assert.equal(done.body.value, "12.5");
    assert.equal((await client.evaluateRequest({ expression: angle.evaluateName, frameId: here.id })).body.result, "12.5");
    await client.setFunctionBreakpointsRequest({ breakpoints: [] });
    const end = await stopped(client, client.continueRequest({ threadId: first.threadId }));
    assert.match(end.description, /the run is over/);
    await Promise.all([client.waitForEvent("terminated"), client.terminateRequest()]);
  }));

test("FF7: a source, banks in pages, memory written, time and again", () =>
  session({ program: `${samples}/ff7/island.ev`, source: true, frames: 4 }, async (client) => {
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "system 2" }] });
    const first = await stopped(client, client.configurationDoneRequest());
    const here = await top(client, first.threadId);
    const scopes = (await client.scopesRequest({ frameId: here.id })).body.scopes;
    const save = scopes.find((one) => one.name === "save");
    const page = await client.variablesRequest({ variablesReference: save.variablesReference, start: 100, count: 7 });
    assert.equal(page.body.variables.length, 7);
    const memory = await client.customRequest("writeMemory", { memoryReference: "memory save", offset: 0, data: "AQID" });
    assert.equal(memory.body.bytesWritten, 3);
    const read = await client.customRequest("readMemory", { memoryReference: "memory save", offset: 0, count: 3 });
    assert.equal(read.body.data, "AQID");
    const again = await stopped(client, client.continueRequest({ threadId: first.threadId }));
    assert.equal(again.reason, "function breakpoint");
    await stopped(client, client.reverseContinueRequest({ threadId: first.threadId }));
    same(await top(client, first.threadId), here);
    await stopped(client, client.customRequest("restart"));
    same(await top(client, first.threadId), here);
  }));

test("What runs is paused; a long way back is told about and cancelled", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "vellum-dap-"));
  const program = path.join(folder, "long.patho");
  writeFileSync(program, "main task TMain {\n    int m_count;\n    void init() {\n        for (;;) {\n            m_count++;\n        }\n    }\n}\n");
  try {
    await session({ program, frames: 1_000_000, report: false }, async (client) => {
      await client.configurationDoneRequest();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      assert.equal((await client.threadsRequest()).body.threads.length, 1); // answered while it runs
      const paused = await stopped(client, client.pauseRequest({ threadId: 1 }));
      assert.equal(paused.reason, "pause");
      const here = await top(client, 1);
      const count = (await client.evaluateRequest({ expression: "m_count", frameId: here.id })).body.result;
      await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: 5, condition: "m_count < 0" }] });
      const begun = client.waitForEvent("progressStart", 60_000);
      const over = client.waitForEvent("progressEnd", 60_000);
      const still = client.waitForEvent("stopped", 60_000);
      await client.reverseContinueRequest({ threadId: 1 });
      const { progressId } = (await begun).body;
      await client.customRequest("cancel", { progressId });
      assert.equal((await over).body.progressId, progressId);
      assert.equal((await still).body.reason, "pause");
      const same = (await client.evaluateRequest({ expression: "m_count", frameId: (await top(client, 1)).id })).body.result;
      assert.equal(same, count); // where it was
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("A port with a token", async () => {
  const server = spawn(vellum, ["dap", "--port", "0", "--once"]);
  const line = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
  const [, port, token] = line.match(/127\.0\.0\.1:(\d+), token ([0-9a-f]{32})/);
  const client = client_of("node"); // which is not started
  await client.start(Number(port));
  const over = new Promise((resolve) => server.once("exit", resolve));
  await client.initializeRequest();
  const initialized = client.waitForEvent("initialized", 60_000);
  await client.launchRequest({ program: `${samples}/pathologic/lamp.patho`, token, frames: 1 });
  await initialized;
  await Promise.all([client.waitForEvent("terminated"), client.configurationDoneRequest()]);
  await client.disconnectRequest();
  assert.equal(await over, 0);
});
