// Compiled by tsc, never run: a program that uses every part of index.d.ts in the way the package is meant to be used.
import { float, load, VellumError } from "../index.js";
import type { Block, Call, Code, Diagnostic, EventOutcome, Machine, Native, Program, ProgramInfo, RunOptions, Scope, Use, Value, Vellum,
  Workspace, World } from "../index.js";

async function use(bytes: Uint8Array): Promise<string[]> {
  const vellum: Vellum = await load();
  await load(bytes);
  await load(new Response());
  const ids: readonly string[] = vellum.engines;
  const found: string | null = vellum.detect(bytes, "lantern.bin");
  const program: Program = vellum.load(bytes, { name: "lantern.bin", engine: ids[0], settings: { pathologic: { numbering: "hd" } } });
  const info: ProgramInfo = program.info();
  const places: [string, number][] = info.functions.map((each) => [each.name, each.address]);
  const saved: Uint8Array = program.save();
  const code: Code = program.code();
  const uses: string[] = code.references().map((use) => code.at(use.instruction ?? 0)?.text ?? use.name);
  const blocks: Block[] = code.blocks(0);
  uses.push(program.disassemble({ addresses: false }), `${blocks.length} ${code.facts()[0]?.number}`);
  code.free();
  uses.push(...vellum.tables("ags").flatMap((table) => table.rows.map((row) => `${row.mnemonic} ${row.pops ?? "?"}`)));
  const again: Program = vellum.assemble(program.disassemble(), { engine: found ?? "pathologic" });
  vellum.compile("property int x$ = 1;", { engine: "skrit" }).free();
  const problems: Diagnostic[] = program.check();
  uses.push(program.sarif(), program.graph({ function: "run", format: "dot", lines: 3 }), program.graph());
  const { text, functions } = program.decompile({ addresses: true, names: vellum.sourceNames("", { engine: "pathologic" }) });
  uses.push(text, functions[0]?.reason ?? "", program.diff(program.patch(text, { functions: ["init"] }), { format: "html" }));
  const workspace: Workspace = new vellum.Workspace({ "game/a.bin": saved, "game/a.ash": text }, { engine: "ags", headers: ["a.ash"] });
  const named: Use[] = workspace.xref("game", { name: "Get*", kind: "native", ignoreCase: true, in: "On*" })
    .filter((use): use is Use => use.ok !== false);
  uses.push(...named.map((each) => `${each.file} ${each.function ?? ""} ${each.line ?? 0} ${each.address}`));
  for (const member of workspace.extract(["game.ags"], { bytes: true }))
    uses.push(member.ok === false ? member.diagnostics[0]?.message ?? "" : `${member.name} ${member.bytes?.length}`);
  const compiled: Uint8Array | undefined = workspace.compile("a.asc", { source: text, files: { "a.ash": "" } }).bytes;
  const packed: Uint8Array[] = workspace.pack("a.zip", [{ member: "a.bin", bytes: compiled }]).files.map((file) => file.bytes);
  const graph = workspace.graph("game/a.bin", { format: "svg" });
  uses.push(typeof graph === "string" ? graph : graph.title, `${packed.length} ${workspace.ask("natives")}`);
  workspace.free();
  new vellum.Workspace(new Map([["a.bin", saved]])).free();
  new vellum.Workspace((name) => (name === "a.bin" ? saved : undefined)).free();
  new vellum.Workspace({ read: () => saved, list: () => ["a.bin"] }).free();
  const where: number | undefined = problems[0]?.line;

  const position: Native = (call: Call): Value => {
    if (!call.resumed) { call.state = float(1); call.suspend(); return null; }
    call.set(0, { x: 1, y: 2, z: 3 });
    const receiver: bigint = call.receiver;
    if (call.deltaTime > 1) call.fail(`${call.length} ${receiver}`);
    return call.get(0);
  };
  const options: RunOptions = {
    natives: { GetPosition: position, Trace: () => {} },
    methods: { GetName: () => "name" },
    standIn: false,
    instructions: 1000,
    settings: { seed: "1" },
    watch: (kind, text) => { if (kind === "fault") throw new VellumError(text); },
  };
  const world: World = new vellum.World([program, again], options);
  world.start();
  while (!world.finished && world.instructions < 10n) world.frame(1 / 60);
  const answer: Value = world.call("main", 1, "two", { object: 3n }, true);
  const became: string = world.send("OnUse", answer);
  world.restore(world.snapshot());
  const outcome: EventOutcome | null = world.eventOutcome;
  const faults: string[] = [...world.takeFaults(), ...world.takeFaultDetails().map((fault) => `${fault.code} ${outcome}`)];
  world.pauseAfter(10n);
  world.pauseAfter();
  const machines: Machine[] = world.paused ? world.machines : [];
  const scopes: Scope[] = machines.flatMap((machine, index) => machine.frames.flatMap((_, frame) => world.scopes(index, frame, 0, 10)));
  const held: string[] = scopes.flatMap((scope) => scope.variables.map(({ name, type, text }) => `${scope.name} ${name} ${type} ${text}`));
  world.resume();
  world.free();
  // @ts-expect-error: engines are found by bytes, not by text
  vellum.load("lantern.bin");
  // @ts-expect-error: the class comes from a loaded library
  new World([program]);
  return [became, ...uses, ...faults, ...held, `${places.length} ${where}`, ...vellum.run(bytes, { frames: 1, seconds: 0.1, calls: ["main"] })];
}

use(new Uint8Array()).catch((problem: unknown) => {
  if (problem instanceof VellumError) console.error(problem.diagnostic?.hint, problem.diagnostics.length);
});
