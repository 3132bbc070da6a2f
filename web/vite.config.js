// Builds the page into build/web: static files with names of their content, the samples, and the list of all of them for the
// service worker.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { defineConfig } from "vite";

const root = new URL("..", import.meta.url);
const { sets } = JSON.parse(readFileSync(new URL("samples.json", import.meta.url), "utf8"));
if (!existsSync(new URL("bindings/npm/vellum.wasm", root)))
  throw new Error("bindings/npm/vellum.wasm is missing: run make wasm in the root of the project");

const samples = () => ({
  name: "samples",
  generateBundle() {
    for (const { files } of sets)
      for (const file of files)
        this.emitFile({ type: "asset", fileName: `samples/${file}`, source: readFileSync(new URL(`samples/${file}`, root)) });
  },
});

/** What comes from others brings its licence along. */
const licences = () => ({
  name: "licences",
  generateBundle(_, bundle) {
    const folders = new Set();
    for (const chunk of Object.values(bundle))
      for (const id of Object.keys(chunk.modules ?? {})) {
        const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
        if (match) folders.add(match[1]);
      }
    let text = "This page holds code of these packages.\n";
    for (const folder of [...folders].sort()) {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
      const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
      if (!file) throw new Error(`${name} has no licence`);
      text += `\n${"=".repeat(80)}\n${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
    }
    this.emitFile({ type: "asset", fileName: "licences.txt", source: text });
  },
});

/** Everything that the page needs without a network, and a version that changes with it. */
const offline = () => ({
  name: "offline",
  enforce: "post",
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).filter((name) => name !== "offline.js").sort();
    const sum = createHash("sha256");
    for (const name of names) sum.update(name).update(bundle[name].code ?? bundle[name].source);
    const text = readFileSync(new URL("src/offline.js", import.meta.url), "utf8")
      .replace("[/* files */]", JSON.stringify(["./", ...names.filter((name) => name !== "index.html")]))
      .replace("/* version */", sum.digest("hex").slice(0, 16));
    this.emitFile({ type: "asset", fileName: "offline.js", source: text });
  },
});

export default defineConfig({
  base: "./",
  publicDir: false,
  build: { outDir: "../build/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
  worker: { format: "es" },
  resolve: { alias: { "vellum-scripts": new URL("bindings/npm/index.js", root).pathname } },
  plugins: [samples(), licences(), offline()],
});
