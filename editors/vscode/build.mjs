// Bundles the extension into one file: nothing is installed beside it. What comes from others brings its licence along.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: true,
  metafile: true,
  logLevel: "warning",
});

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
