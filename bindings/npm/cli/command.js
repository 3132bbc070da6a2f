// Runs vellum-command.wasm from its beginning to its end, on the thread that vellum.js starts.
import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { reason, files } from "./files.js";
import { Input, terminal } from "./terminal.js";
import { system } from "./system.js";

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const input = new Input(workerData);
const questions = { ...files(input), ...terminal(input), words: () => process.argv.slice(2) };

let memory;
let answer = new Uint8Array(0);
const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);

/** An answer as bytes: several texts have a zero behind each. */
function written(value) {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return encoder.encode(value.map((text) => `${text}\0`).join(""));
  return encoder.encode(value === undefined || value === null ? "" : value === true ? "1" : value === false ? "" : `${value}`);
}

const vellum = {
  ask(what, whatSize, texts, textsSize, data, dataSize) {
    const name = decoder.decode(bytes(what, whatSize));
    const words = decoder.decode(bytes(texts, textsSize)).split("\0").slice(0, -1);
    try {
      answer = written(questions[name](...words, bytes(data, dataSize)));
      return answer.length;
    } catch (error) {
      answer = encoder.encode(reason(error));
      return -1 - answer.length;
    }
  },
  take(room) {
    bytes(room, answer.length).set(answer);
    answer = new Uint8Array(0);
  },
};

const module = new WebAssembly.Module(readFileSync(new URL("../vellum-command.wasm", import.meta.url)));
const instance = new WebAssembly.Instance(module, { vellum, wasi_snapshot_preview1: system(() => memory, input) });
memory = instance.exports.memory;
instance.exports._start();
process.exit(0);
