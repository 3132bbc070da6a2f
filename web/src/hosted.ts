// A server that has opened places of its own. A server of static files is none.
import type { Entry } from "./messages";

export interface Writer {
  /** Writes a file of what is opened, or a new one in its folders; gives what to tell: the name of the backup. */
  put(file: string, bytes: Uint8Array): Promise<string>;
}
export const hosted = async (): Promise<{ entries: Entry[]; writer?: Writer } | undefined> => undefined;
