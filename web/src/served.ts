// `vellum web`: the page comes from the program on this computer, which gives it the user's files and, if the user said so, writes
// what is saved. Elsewhere there is no token, and nothing here does anything.

import type { Code } from "./messages";

/** A file that the program reads in part. `index`: the program may know what is in it. */
export interface Served { served: string; size: number; stamp: string; token: string; index: boolean }
export const is_served = (content: object): content is Served => "served" in content;

interface Files { version: string; write: boolean; index: boolean; files: { path: string; size: number; stamp: string }[] }
interface Said { message?: string; hint?: string }

const KEY = "served";
let token = "";
/** Whether the program writes what is saved. */
export let writes = false;

async function ask(path: string, secret: string, more: RequestInit = {}): Promise<any> {
  const response = await fetch(new URL(path, document.baseURI), { ...more, headers: { ...more.headers, authorization: `Bearer ${secret}` } });
  const said = (await response.json()) as Said;
  if (!response.ok) throw new Error([said.message, said.hint].filter(Boolean).join(": "));
  return said;
}

/** The files that the program was started with; nothing if the page comes from elsewhere. A token is taken out of the address at once. */
export async function files(): Promise<{ path: string; content: Served }[] | undefined> {
  const match = /^#(serve|once)=([0-9a-f]{32})$/.exec(location.hash);
  if (match) history.replaceState(null, "", location.pathname);
  token = match?.[1] === "serve" ? match[2]! : sessionStorage.getItem(KEY) ?? "";
  if (match?.[1] === "once") token = ((await ask("api/token", match[2]!, { method: "POST" })) as { token: string }).token;
  if (!token) return undefined;
  try {
    const told = (await ask("api/files", token)) as Files;
    sessionStorage.setItem(KEY, token);
    writes = told.write;
    return told.files.map(({ path, size, stamp }) => ({ path, content: { served: path, size, stamp, token, index: told.index } }));
  } catch (problem) {
    sessionStorage.removeItem(KEY);
    throw problem;
  }
}

const address = (path: string) => `/api/file?path=${encodeURIComponent(path)}`;

/** A request of a worker, which may wait. */
function wait(method: string, path: string, secret: string, fields: Record<string, string>, body?: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open(method, path, false);
  request.responseType = "arraybuffer";
  for (const [name, value] of Object.entries({ authorization: `Bearer ${secret}`, ...fields })) request.setRequestHeader(name, value);
  request.send(body);
  if (request.status >= 300) throw new Error(`${path}: ${request.status}`);
  return new Uint8Array(request.response as ArrayBuffer);
}
/** A part of a file. */
export function part({ served, token: secret, size }: Served, from: number, to: number): Uint8Array {
  const end = Math.min(to, size);
  return from >= end ? new Uint8Array() : wait("GET", address(served), secret, { range: `bytes=${from}-${end - 1}` });
}
/** What the program's index knows of scripts. */
export function known({ token: secret }: Served, nodes: string[]): Code[] {
  return JSON.parse(new TextDecoder().decode(wait("POST", "/api/code", secret, {}, JSON.stringify(nodes)))) as Code[];
}

async function write(path: string, bytes: Uint8Array, condition: Record<string, string>): Promise<{ stamp: string; backup?: string }> {
  return ask(address(path), token, { method: "PUT", body: bytes as BodyInit, headers: condition });
}
/** Writes a file where it came from, unless somebody else did since; the name of the backup. */
export async function put(file: Served, bytes: Uint8Array): Promise<string> {
  const { stamp, backup = "" } = await write(file.served, bytes, { "if-match": `"${file.stamp}"` });
  [file.stamp, file.size, file.index] = [stamp, bytes.length, false];
  return backup;
}
/** Writes a file that is not there yet. */
export async function create(path: string, bytes: Uint8Array): Promise<Served> {
  const { stamp } = await write(path, bytes, { "if-none-match": "*" });
  return { served: path, size: bytes.length, stamp, token, index: false };
}
