// A front end in few lines: who uses a native of a game's scripts, one function changed and put back, what differs then.
// front_end.cpp, front_end.c and front_end.py do the same.
import { readFileSync, readdirSync } from "node:fs";
import { load } from "vellum-scripts";

const GAME = "samples/pathologic";
const SCRIPT = "samples/pathologic/lamp.bin";
const CHANGED = "mod/lamp.bin";

const vellum = await load();
const changed = {};
const workspace = new vellum.Workspace({
  read: (name) => changed[name] ?? readFileSync(name),
  list: () => readdirSync(GAME).map((name) => `${GAME}/${name}`),
});
for (const use of workspace.xref(`${GAME}/*.bin`, { name: "Trace", kind: "native" }))
  console.log(`${use.file}:${use.line} ${use.function}`);

const [{ source }] = workspace.decompile(SCRIPT);
const patched = workspace.patch(SCRIPT, source.replace("somebody plays with the lamp", "leave the lamp alone"),
  { functions: "TMain.OnUse" });
console.log("replaced:", ...patched.replaced);

changed[CHANGED] = patched.files[0].bytes;
console.log("sound:", workspace.check(CHANGED)[0].ok ? "yes" : "no");
for (const { fate, after } of workspace.diff(SCRIPT, CHANGED).functions) console.log(`${fate}:`, after);
workspace.free();
