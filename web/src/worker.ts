// Holds the module and the files. There are up to three of these: one answers the page, one reads everything for the search,
// one runs scripts, so that none waits for another.
import { bytesOf, load, type Conversation, type Vellum, type Workspace } from "vellum-scripts";
import { Index } from "./index-names";
import type { Cancel, Code, FileRow, Operations, Reply, Request } from "./messages";
import { is_served, known, part, type Served } from "./served";

let vellum: Vellum;
let workspace: Workspace | undefined;
const conversations = new Map<string, Conversation>();
const files = new Map<string, Blob | Uint8Array | Served>();

// --- Files: blobs are read in blocks, so that a large archive is never in memory ---

const BLOCK = 1 << 16;
const MOST_BLOCKS = 256;
const blocks = new Map<string, Uint8Array>();
const reader = new FileReaderSync();
const slice = (file: Blob | Served, from: number, to: number) =>
  is_served(file) ? part(file, from, to) : new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to)));

function block(path: string, blob: Blob | Served, number: number): Uint8Array {
  const key = `${number} ${path}`;
  let bytes = blocks.get(key);
  if (bytes) blocks.delete(key);
  else bytes = slice(blob, number * BLOCK, (number + 1) * BLOCK);
  blocks.set(key, bytes);
  if (blocks.size > MOST_BLOCKS) blocks.delete(blocks.keys().next().value!);
  return bytes;
}
function readAt(path: string, offset: number, size: number): Uint8Array {
  const file = files.get(path)!;
  if (file instanceof Uint8Array) return file.subarray(offset, offset + size);
  if (size >= BLOCK) return slice(file, offset, offset + size);
  const out = new Uint8Array(size);
  for (let done = 0; done < size;) {
    const at = offset + done;
    const part = block(path, file, Math.floor(at / BLOCK)).subarray(at % BLOCK, at % BLOCK + size - done);
    if (part.length === 0) return out.subarray(0, done);
    out.set(part, done);
    done += part.length;
  }
  return out;
}
const tree = {
  read(path: string) {
    const file = files.get(path);
    return file === undefined || file instanceof Uint8Array ? file : slice(file, 0, file.size);
  },
  list: () => files.keys(),
  size(path: string) {
    const file = files.get(path);
    return file instanceof Uint8Array ? file.length : file?.size;
  },
  readAt,
};

function close(): void {
  for (const each of conversations.values()) each.free();
  conversations.clear();
  workspace?.free();
  workspace = undefined;
}
function opened(): Workspace { return workspace ??= new vellum.Workspace(tree); }

/** A name without a way out of its folder. */
export function harmless(path: string): string {
  return path.split(/[\\/]/).filter((part) => part !== "" && part !== "." && part !== "..").join("/")
    .replace(/[\u0000-\u001f\u007f]/g, "_") || "_";
}

// --- What the page asks for ---

let index: Index | undefined;
/** What the program that serves the page knows of scripts in files as it has them. */
function known_of(nodes: string[]): Code[] {
  let asked: Served | undefined;
  const known_there = nodes.filter((node) => {
    const file = files.get(node) ?? files.get(node.split("!")[0]!);
    if (!file || !is_served(file) || !file.index) return false;
    asked = file;
    return true;
  });
  try {
    return asked ? known(asked, known_there) : [];
  } catch {
    return []; // what it does not say is read
  }
}
const operations: Operations = {
  start: () => ({ version: vellum.version }),
  open(entries) {
    close();
    files.clear();
    blocks.clear();
    index?.stop();
    index = undefined;
    for (const { path, content } of entries) files.set(harmless(path), content);
    return [...files].map(([path, content]): FileRow => ({ path, size: content instanceof Uint8Array ? content.length : content.size }));
  },
  text(path, content) {
    files.set(path, typeof content === "string" ? bytesOf(content) : content);
  },
  ask: (question, parameters) => opened().ask(question, parameters as Record<string, unknown>),
  say(protocol, messages) {
    let conversation = conversations.get(protocol);
    if (!conversation) conversations.set(protocol, conversation = opened().converse(protocol));
    const answers = messages.flatMap((message) => conversation.say(message));
    return [...answers, ...conversation.say()];
  },
  hangUp(protocol) {
    conversations.get(protocol)?.free();
    conversations.delete(protocol);
  },
  bytes(path) {
    const content = tree.read(path);
    if (!content) throw new Error(`there is no file '${path}'`);
    return content;
  },
  index(paths) {
    index?.stop();
    index = new Index(opened(), paths, known_of, (progress) => postMessage({ progress }));
    void index.run();
  },
  search: (query, limit) => index?.search(query, limit) ?? { hits: [], more: 0, milliseconds: 0 },
  scripts: () => index?.files() ?? [],
  uses: (name, limit) => index?.uses(name, limit) ?? { hits: [], more: 0, milliseconds: 0 },
};

// --- The queue: what was cancelled before its turn is not done ---

const queue: Request[] = [];
const turn = new MessageChannel();
turn.port1.onmessage = () => {
  const request = queue.shift();
  if (!request) return;
  const reply: Reply = { id: request.id };
  try {
    reply.result = (operations[request.operation] as (...given: unknown[]) => unknown)(...request.parameters);
  } catch (problem: any) {
    const broken = problem instanceof WebAssembly.RuntimeError || problem instanceof RangeError;
    reply.problem = {
      message: String(problem?.diagnostic?.message ?? problem?.message ?? problem),
      code: broken ? "page.module" : problem?.diagnostic?.code, hint: problem?.diagnostic?.hint,
    };
    if (broken) close();
  }
  postMessage(reply);
};

let begun: (loading: Promise<void>) => void;
const started = new Promise<void>((resolve) => { begun = resolve; });
addEventListener("message", async ({ data }: MessageEvent<Request | Cancel>) => {
  if ("cancel" in data) {
    const at = queue.findIndex(({ id }) => id === data.cancel);
    if (at >= 0) queue.splice(at, 1);
    return;
  }
  if (data.operation === "start") begun(load(data.parameters[0] as WebAssembly.Module).then((made) => { vellum = made; }));
  try { await started; } catch (problem: any) {
    return postMessage({ id: data.id, problem: { message: String(problem?.message ?? problem), code: "page.start" } } satisfies Reply);
  }
  queue.push(data);
  turn.port2.postMessage(null);
});


