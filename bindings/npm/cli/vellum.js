#!/usr/bin/env node
// The command line. It runs on a thread of its own, which may wait and has room for deep calls; this one hears what comes in
// through standard input meanwhile, because threads other than the first cannot.
import { MessageChannel, Worker } from "node:worker_threads";

const { port1: input, port2 } = new MessageChannel();
const signal = new SharedArrayBuffer(4); // counts what was sent
const count = new Int32Array(signal);
const STACK_MEGABYTES = 64;

function send(message) {
  input.postMessage(message);
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
}

let listening = false;
function listen() {
  if (listening) return;
  listening = true;
  process.stdin.on("data", (bytes) => send(new Uint8Array(bytes)));
  process.stdin.on("end", () => send("end"));
  process.stdin.on("error", () => send("end"));
}

/** Only the first thread may change the folder that all are in. */
function enter(folder) {
  try {
    process.chdir(folder);
    send({});
  } catch (error) {
    send({ refused: error.message });
  }
}

input.on("message", ({ what, raw, folder }) => {
  if (what === "listen") return listen();
  if (what === "enter") return enter(folder);
  const able = process.stdin.isTTY === true && typeof process.stdin.setRawMode === "function";
  if (able) process.stdin.setRawMode(raw);
  if (able && raw) listen();
  send({ keys: able });
});

const worker = new Worker(new URL("./command.js", import.meta.url), {
  argv: process.argv.slice(2),
  workerData: { input: port2, signal },
  transferList: [port2],
  resourceLimits: { stackSizeMb: STACK_MEGABYTES },
});
function end(code) {
  if (process.stdin.isTTY && process.stdin.isRaw) process.stdin.setRawMode(false);
  process.exit(code);
}
worker.on("error", (error) => {
  console.error(`vellum: a bug in Vellum: ${error.message}\n  please report it with the command line`);
  end(4);
});
worker.on("exit", end);
