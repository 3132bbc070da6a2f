// One worker with the module. Calls are promises; one that nobody waits for any more is taken out of the queue.
import type { Operation, Operations, Progress, Reply, Told } from "./messages";

export class Refused extends Error {
  constructor(message: string, readonly code = "", readonly hint = "") { super(message); }
}
export class Stopped extends Error {}

type Wait = { resolve: (value: any) => void; reject: (problem: Error) => void };
type Arguments<K extends Operation> = Parameters<Operations[K]>;
type Result<K extends Operation> = ReturnType<Operations[K]>;

let compiled: Promise<WebAssembly.Module> | undefined;
/** The module is compiled once for all workers. Servers that do not know its type are fine, too. */
export function compile(): Promise<WebAssembly.Module> {
  return compiled ??= (async () => {
    const url = new URL("../../bindings/npm/vellum.wasm", import.meta.url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
    if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  })();
}

export class Client {
  private worker: Worker;
  private readonly waiting = new Map<number, Wait>();
  private next = 1;
  onProgress: (progress: Progress) => void = () => {};
  /** The module of this worker gave up: everything is lost but what the page has. */
  onDeath: () => void = () => {};
  readonly ready: Promise<{ version: string }>;

  constructor() {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<Reply | Told>) => {
      if ("progress" in data) return this.onProgress(data.progress);
      const wait = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (!wait) return;
      if (data.problem) {
        wait.reject(new Refused(data.problem.message, data.problem.code, data.problem.hint));
        if (data.problem.code === "page.module") this.onDeath();
      } else wait.resolve(data.result);
    });
    this.ready = compile().then((module) => this.call("start", module));
  }
  call<K extends Operation>(operation: K, ...parameters: Arguments<K>): Promise<Result<K>> {
    return this.cancellable(operation, ...parameters).answer;
  }
  cancellable<K extends Operation>(operation: K, ...parameters: Arguments<K>): { answer: Promise<Result<K>>; cancel: () => void } {
    const id = this.next++;
    const answer = new Promise<Result<K>>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, operation, parameters });
    });
    const cancel = () => {
      const wait = this.waiting.get(id);
      this.waiting.delete(id);
      this.worker.postMessage({ cancel: id });
      wait?.reject(new Stopped("stopped"));
    };
    return { answer, cancel };
  }
  ask<T>(question: string, parameters: object): Promise<T> { return this.call("ask", question, parameters) as Promise<T>; }
  end(): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Stopped("stopped"));
    this.waiting.clear();
  }
}
