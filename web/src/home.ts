// Taking it home: a script, its archive, or all changes at once. What was not changed keeps its bytes.
import { strToU8, zipSync } from "fflate";
import { add, button, h, visible } from "./dom";
import { save } from "./files";
import { tell_problem, toast } from "./frame";
import { Refused } from "./client";
import type { Page } from "./page";
import type { Script } from "./script";
import type { Session } from "./session";
import { keep_draft } from "./store";
import { number, t } from "./texts";

interface Compiled { ok: boolean; bytes?: Uint8Array; diagnostics: { message: string; line?: number; severity: string; hint?: string }[] }
interface Packed { files: { name: string; bytes: Uint8Array }[] }
export interface NewFile { path: string; bytes: Uint8Array; same: boolean }

const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);
const container_of = (file: string) => file.slice(0, Math.max(0, file.lastIndexOf("!"))) || file;
const names_of = ({ path }: Script) => `${last(path).replace(/\.\w+$/, "")}.names`;
const last = (path: string) => path.split(/[/!]/).at(-1)!;

export class Home {
  /** @param reopen  reads anew what was written */
  constructor(private readonly session: Session, private readonly page: Page, private readonly reopen: () => Promise<void>) {}

  // --- New bytes ---

  /** The bytes that the source makes now; those of the file where nothing was changed. */
  private async bytes_of(script: Script): Promise<Uint8Array> {
    const { front } = this.session;
    if (!script.changed) return script.written ? front.call("bytes", script.file) : script.first_bytes;
    if (script.written) return strToU8(script.text);
    const made = await front.ask<Compiled>("compile", { node: script.path, source: script.text, files: script.headers });
    if (made.ok && made.bytes) return made.bytes;
    const first = made.diagnostics.find(({ severity }) => severity === "error");
    if (first?.line && script === this.page.current) this.page.show_line(first.line);
    throw new Refused(`${visible(script.name)}: ${t("cannotSave")} ${first ? `${first.line ? `${t("line", first.line)}: ` : ""}${first.message}` : ""}`);
  }
  private async original_of(script: Script): Promise<Uint8Array> {
    return script.written ? this.session.front.call("bytes", script.file) : script.first_bytes;
  }
  /** The functions that are others now. */
  async functions_changed(script: Script): Promise<string[]> {
    try {
      const { functions } = await this.session.front.ask<{ functions: { before?: string; after?: string }[] }>("diff",
        { before: script.file, after: await script.current(this.session.front) });
      return functions.map(({ before, after }) => after ?? before ?? "");
    } catch { return []; }
  }
  /** The file on disk that the script is, or is in, as it is with the changes of all these scripts of it. */
  private async file_with(path: string, scripts: Script[]): Promise<NewFile[]> {
    const { front } = this.session;
    const [first] = scripts;
    if (first && first.file === path) {
      const bytes = await this.bytes_of(first);
      return [{ path, bytes, same: same(bytes, await this.original_of(first)) }];
    }
    if (!scripts.some(({ changed }) => changed)) return [{ path, bytes: await front.call("bytes", path), same: true }];
    const changes = await Promise.all(scripts.map(async (script) => ({ member: script.file.slice(path.length + 1), bytes: await this.bytes_of(script) })));
    const { files } = await front.ask<Packed>("pack", { node: path, changes });
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    return files.map(({ name, bytes }) => ({ path: folder + last(name), bytes, same: false }));
  }
  /** What the game takes: loose files where it prefers them to an archive, else the archives. */
  async new_files(scripts: Script[]): Promise<NewFile[]> {
    const out: NewFile[] = [];
    const by_file = new Map<string, Script[]>();
    for (const script of scripts) {
      const path = container_of(script.file);
      const loose = this.loose_path(script, path);
      if (loose) out.push({ path: loose, bytes: await this.bytes_of(script), same: false });
      else by_file.set(path, [...(by_file.get(path) ?? []), script]);
    }
    for (const [path, all] of by_file) out.push(...await this.file_with(path, all));
    return out;
  }
  /** Where the game prefers a loose file to a member of its archive. */
  private loose_path(script: Script, archive: string): string | undefined {
    const { game } = this.session;
    if (!game?.loose || script.file === archive || !game.places.some(({ path }) => `${game.folder}/${path}` === archive)) return undefined;
    return `${game.folder}/${game.loose}${script.file.slice(archive.length + 1)}`;
  }

  // --- Giving it ---

  private async tell(name: string, bytes: Uint8Array, is_same: boolean, script: Script): Promise<void> {
    save(name, bytes);
    toast(is_same ? t("savedSame", name) : t("savedChanged", name, number(bytes.length), (await this.functions_changed(script)).join(", ") || t("savedElse")));
  }
  async save_script(script: Script): Promise<void> {
    const bytes = await this.bytes_of(script);
    await this.tell(script.name, bytes, same(bytes, await this.original_of(script)), script);
  }
  private async save_archive(script: Script, path: string): Promise<void> {
    const others = (await this.session.changed()).filter((each) => each !== script && each.file.startsWith(`${path}!`));
    for (const file of await this.file_with(path, [script, ...others])) await this.tell(last(file.path), file.bytes, file.same, script);
  }
  /** The names and comments that were given decompiled sources, for `vellum decompile --names` and projects. */
  private async save_names(scripts: Script[]): Promise<void> {
    const { front } = this.session;
    const nodes = await Promise.all(scripts.map((script) => script.current(front)));
    const { names, diagnostics: [problem] } = await front.ask<{ names: string; diagnostics: { message: string }[] }>("keep_names", { nodes });
    if (problem) throw new Refused(`${t("cannotSave")} ${problem.message}`);
    save(names_of(scripts[0]!), strToU8(names));
    toast(t("savedNames", names_of(scripts[0]!)));
  }
  /** All changes as a folder to be unpacked over the game, with a note of what they are. */
  async save_mod(scripts: Script[]): Promise<void> {
    const { game } = this.session;
    const root = game ? `${game.folder}/` : "";
    const files: Record<string, Uint8Array> = {};
    for (const { path, bytes } of await this.new_files(scripts)) files[path.startsWith(root) ? path.slice(root.length) : path] = bytes;
    const lines = [t("modTitle"), ""];
    for (const script of scripts) lines.push(`${script.file}: ${(await this.functions_changed(script)).join(", ") || t("savedElse")}`);
    lines.push("", t("modFiles"), ...Object.keys(files).map((name) => `  ${name}`), "");
    if (game?.how.length) lines.push(t("intoGame"), ...game.how.map((way) => `- ${way}`), "");
    files["README.txt"] = strToU8(lines.join("\r\n"));
    for (const script of scripts) if (script.source && !script.written) files[`sources/${last(script.path)}`] = strToU8(script.text);
    save("mod.zip", zipSync(files, { level: 6 }));
    toast(t("savedMod", "mod.zip", number(Object.keys(files).length)));
  }
  /** Into the places of a server that allows it. */
  async write(scripts: Script[]): Promise<void> {
    const said: string[] = [];
    for (const { path, bytes } of await this.new_files(scripts)) {
      const backup = await this.session.writer!.put(path, bytes);
      said.push(last(path) + (backup ? ` (${t("backup", backup)})` : ""));
    }
    for (const { file, original } of scripts) keep_draft(file, original, original);
    await this.reopen();
    toast(t("written", said.join(", ")));
  }

  // --- The menu ---

  fill_menu(list: HTMLElement, close: () => void, show_all: () => void): void {
    const { page, session } = this;
    const script = page.current;
    if (!script) return;
    const item = (label: string, run: () => Promise<void> | void, detail = "") => {
      const made = button(label, () => { close(); void (async () => run())().catch(tell_problem); });
      if (detail) add(made, h("span", { class: "detail" }, detail));
      return made;
    };
    const path = container_of(script.file);
    if (session.writer) add(list, item(t("writeGame"), () => this.write([script])));
    add(list, item(t("saveLoose"), () => this.save_script(script), visible(script.name)));
    if (path !== script.file) add(list, item(t("saveArchive"), () => this.save_archive(script, path), visible(last(path))));
    if (script.source && !script.written) add(list, item(t("saveSource"), () => {
      save(last(script.path), script.text);
      toast(t("savedWhat", last(script.path)));
    }, visible(last(script.path))));
    if (script.changed && script.source && !script.written) add(list, item(t("saveNames"), () => this.save_names([script]), visible(names_of(script))));
    const count = session.changed_now;
    if (count > 0) add(list, item(t("saveMod"), async () => this.save_mod(await session.changed()), t("changedCount", number(count))));
    if (count > 0) add(list, item(t("whatChanged", number(count)), show_all));
    if (script.changed) add(list, item(t("undoAll"), () => page.discard(script)));
    if (session.game?.how.length) add(list, h("div", { class: "how" }, h("strong", {}, t("intoGame")), ...session.game.how.map((way) => h("p", {}, visible(way)))));
  }
}
