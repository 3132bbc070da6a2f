// `vellum web`: the page comes from the program on this computer, which gives it the user's files and, if the user said so, writes
// what is saved. Elsewhere there is no token, and nothing here does anything.

/** A file that the program reads in part. */
export interface Served { served: string; size: number; stamp: string; token: string }
export const is_served = (content: object): content is Served => "served" in content;

interface Files { version: string; write: boolean; files: { path: string; size: number; stamp: string }[] }
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
    return told.files.map(({ path, size, stamp }) => ({ path, content: { served: path, size, stamp, token } }));
  } catch (problem) {
    sessionStorage.removeItem(KEY);
    throw problem;
  }
}

const address = (path: string) => `/api/file?path=${encodeURIComponent(path)}`;

/** A part of a file, for workers, which may wait. */
export function part({ served, token: secret, size }: Served, from: number, to: number): Uint8Array {
  const end = Math.min(to, size);
  if (from >= end) return new Uint8Array();
  const request = new XMLHttpRequest();
  request.open("GET", address(served), false);
  request.responseType = "arraybuffer";
  request.setRequestHeader("Authorization", `Bearer ${secret}`);
  request.setRequestHeader("Range", `bytes=${from}-${end - 1}`);
  request.send();
  if (request.status !== 206) throw new Error(`${served}: ${request.status}`);
  return new Uint8Array(request.response as ArrayBuffer);
}

async function write(path: string, bytes: Uint8Array, condition: Record<string, string>): Promise<{ stamp: string; backup?: string }> {
  return ask(address(path), token, { method: "PUT", body: bytes as BodyInit, headers: condition });
}
/** Writes a file where it came from, unless somebody else did since; the name of the backup. */
export async function put(file: Served, bytes: Uint8Array): Promise<string> {
  const { stamp, backup = "" } = await write(file.served, bytes, { "if-match": `"${file.stamp}"` });
  [file.stamp, file.size] = [stamp, bytes.length];
  return backup;
}
/** Writes a file that is not there yet. */
export async function create(path: string, bytes: Uint8Array): Promise<Served> {
  const { stamp } = await write(path, bytes, { "if-none-match": "*" });
  return { served: path, size: bytes.length, stamp, token };
}
