// What is opened, and the workers that know it: one answers the page, one reads everything for the search.
import { Client } from "./client";
import type { Writer } from "./hosted";
import { LanguageServer } from "./lsp";
import type { Entry, Failed, FileRow, Progress } from "./messages";
import type { OwnText } from "./place";
import { Script, is_failed } from "./script";
import { draft_of, drafts } from "./store";

/** An installed game, as the workspace recognises it. */
export interface Game { folder: string; game: string; engine: string; version: string; how: string[]; loose?: string; places: { path: string; format: string }[] }

export class Session {
  front = new Client();
  back: Client | undefined;
  server = new LanguageServer(this.front);
  entries: Entry[] = [];
  files: string[] = [];
  progress: Progress | undefined;
  game: Game | undefined;
  own: OwnText | undefined;
  sample = false;
  /** Where files of what is opened may be written. */
  writer: Writer | undefined;
  readonly breakpoints = new Map<string, Set<number>>();
  private readonly scripts = new Map<string, Promise<Script | Failed>>();
  /** Those that were read, for what was changed in them. */
  private readonly known = new Map<string, Script>();

  onProgress: (progress: Progress) => void = () => {};
  onDeath: () => void = () => {};

  constructor() { this.listen(this.front); }
  private listen(client: Client): void {
    client.onDeath = () => {
      client.end();
      this.front = new Client();
      this.listen(this.front);
      this.server = new LanguageServer(this.front);
      this.forget();
      void this.front.call("open", this.entries);
      this.onDeath();
    };
  }
  private forget(): void {
    this.scripts.clear();
    this.known.clear();
  }
  async open(entries: Entry[]): Promise<FileRow[]> {
    this.close();
    this.entries = entries;
    await this.front.ready;
    const opened = this.front.call("open", entries);
    this.server.restart(); // the worker forgets it, too
    const rows = await opened;
    this.files = rows.map(({ path }) => path);
    return rows;
  }
  close(): void {
    this.back?.end();
    this.back = undefined;
    this.entries = [];
    this.files = [];
    this.progress = this.game = this.own = undefined;
    this.sample = false;
    this.forget();
  }
  start_index(): void {
    this.back?.end();
    const client = this.back = new Client();
    client.onProgress = (now) => this.onProgress(this.progress = now);
    client.onDeath = () => { client.end(); };
    void client.ready.then(async () => {
      await client.call("open", this.entries);
      await client.call("index", this.files);
    }).catch(() => {});
  }
  /** The installed game that the folder is, if it is one. */
  async recognise(): Promise<Game | undefined> {
    const root = this.files[0]?.split("/")[0];
    if (!root || !this.files.every((file) => file.startsWith(`${root}/`))) return undefined;
    const answer = await this.front.ask<Game[]>("game", { folders: [root] }).catch(() => []);
    return this.game = answer[0];
  }
  read(file: string): Promise<Script | Failed> {
    let found = this.scripts.get(file);
    if (!found) {
      this.scripts.set(file, found = Script.read(this.front, file).then((script) => {
        if (is_failed(script)) return script;
        this.known.set(file, script);
        const draft = draft_of(file, script.original);
        if (draft !== null && script.source) { script.text = draft; script.restored = true; script.tied = false; }
        return script;
      }));
      found.catch(() => this.scripts.delete(file));
    }
    return found;
  }
  /** All scripts of what is opened that are not as they were, also those that were changed on an earlier day. */
  async changed(): Promise<Script[]> {
    for (const file of drafts()) if (!this.known.has(file) && this.files.includes(file.split("!")[0]!)) await this.read(file).catch(() => {});
    return [...this.known.values()].filter(({ changed }) => changed).sort((a, b) => a.file.localeCompare(b.file, undefined, { numeric: true }));
  }
  get changed_now(): number { return [...this.known.values()].filter(({ changed }) => changed).length; }
  known_script(file: string): Script | undefined { return this.known.get(file); }
}
