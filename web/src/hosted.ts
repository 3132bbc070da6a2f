// A server that has opened places of its own, `vellum web`. A server of static files is none.
import type { Entry } from "./messages";
import * as served from "./served";

export interface Writer {
  /** Writes a file of what is opened, or a new one in its folders; gives what to tell: the name of the backup. */
  put(file: string, bytes: Uint8Array): Promise<string>;
}
export async function hosted(): Promise<{ entries: Entry[]; writer?: Writer } | undefined> {
  const entries = await served.files();
  if (!entries || entries.length === 0) return undefined;
  const put = async (file: string, bytes: Uint8Array): Promise<string> => {
    const entry = entries.find(({ path }) => path === file);
    if (entry) return served.put(entry.content, bytes);
    entries.push({ path: file, content: await served.create(file, bytes) });
    return "";
  };
  return { entries, ...(served.writes ? { writer: { put } } : {}) };
}
