// Bundles the extension into a file for computers and one for browsers, with the module: nothing is installed beside them. What comes from others brings its licence along.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const npm = new URL("../../bindings/npm/", import.meta.url).pathname;
if (!existsSync(`${npm}vellum.wasm`)) throw new Error("bindings/npm/vellum.wasm is missing: run make wasm in the root of the project");
const common = {
  bundle: true,
  format: "cjs",
  alias: { "vellum-scripts": `${npm}index.js` },
  define: { "import.meta.url": '""' }, // the module is given to the package, which looks for nothing
  minify: true,
  metafile: true,
  logLevel: "warning",
};
const { metafile } = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  target: "node20",
  external: ["vscode"],
});
// In a browser, no file of Node's is asked for.
await build({
  ...common,
  entryPoints: ["src/web_extension.ts"],
  outfile: "dist/web.js",
  platform: "browser",
  target: "es2022",
  external: ["vscode", "node:fs", "node:fs/promises"],
});
copyFileSync(`${npm}vellum.wasm`, "dist/vellum.wasm");

const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (match) packages.add(match[1]);
}
let text = "dist/extension.js holds code of these packages.\n";
for (const folder of [...packages].sort()) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  if (!file) throw new Error(`${name} has no licence`);
  text += `\n${"=".repeat(80)}\n${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
}
writeFileSync("THIRD-PARTY.txt", text);
