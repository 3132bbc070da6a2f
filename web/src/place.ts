// Places as the address bar holds them: file, line and form, or a text of one's own.
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

export const forms = ["source", "listing", "graph", "bytes", "info", "changes", "states", "map"] as const;
export type Form = (typeof forms)[number];
/** Views of everything that is opened; their file is empty. */
export const overviews = ["texts", "changed"] as const;
export type Overview = (typeof overviews)[number];
export interface Place { file: string; line?: number; form?: Form; overview?: Overview }
export interface OwnText { name: string; text: string }

const base64 = (bytes: Uint8Array) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
const from_base64 = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

export function hash_of({ file, line, form, overview }: Place): string {
  if (overview) return `#?${overview}`;
  return `#${file.split(/([/!])/).map((part) => /[/!]/.test(part) ? part : encodeURIComponent(part)).join("")}${line ? `:${line}` : ""}${form && form !== "source" ? `?${form}` : ""}`;
}
export const hash_of_text = ({ name, text }: OwnText, line?: number): string =>
  `#text=${encodeURIComponent(name)},${base64(deflateSync(strToU8(text)))}${line ? `:${line}` : ""}`;

export function place_of(hash: string): Place | undefined {
  const overview = overviews.find((each) => hash === `#?${each}`);
  if (overview) return { file: "", overview };
  const match = /^#(.*?)(?::(\d+))?(?:\?(\w+))?$/.exec(hash);
  if (!match || !match[1]) return undefined;
  try {
    const form = forms.find((each) => each === match[3]);
    return { file: decodeURIComponent(match[1]), ...(match[2] ? { line: Number(match[2]) } : {}), ...(form ? { form } : {}) };
  } catch { return undefined; }
}
const most = 1 << 24; // of an unpacked text: a link may hold a bomb
/** The text of a link; nothing if the link holds none. Throws where it is damaged. */
export function text_of(hash: string): (OwnText & { line?: number }) | undefined {
  const match = /^#text=([^,]*),([^:]*)(?::(\d+))?$/.exec(hash);
  if (!match) return undefined;
  const content = inflateSync(from_base64(match[2]!), { out: new Uint8Array(Math.min(most, match[2]!.length * 1032)) });
  return { name: decodeURIComponent(match[1]!), text: strFromU8(content), ...(match[3] ? { line: Number(match[3]) } : {}) };
}
