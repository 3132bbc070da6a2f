// What players read, as a table with the translation beside it.
import { Rows, button, h, replace, visible } from "./dom";
import { save } from "./files";
import { tell_problem, toast } from "./frame";
import type { Client } from "./client";
import type { Problem } from "./messages";
import type { Place } from "./place";
import { sentence } from "./script";
import type { Session } from "./session";
import { keep, stored } from "./store";
import { number, t } from "./texts";

interface GameText { file: string; id?: string; text: string; context?: string; places: { function?: string; address: number }[]; ok?: undefined }
interface Translated { files: { name: string; bytes: Uint8Array }[]; changed: number; diagnostics: Problem[] }
const last = (path: string) => path.split(/[/!]/).at(-1)!;
const store = "translations";

export class GameTexts {
  readonly element = h("div", { class: "form" });
  private readonly filter = h("input", { type: "search", placeholder: t("filterTexts"), "aria-label": t("filterTexts"), on: { input: () => this.draw() } });
  private readonly only = h("input", { type: "checkbox", on: { change: () => this.draw() } });
  private readonly state = h("span", { class: "small quiet", role: "status" });
  private readonly rows = new Rows(40, (index) => this.row(index), { class: "rows table", role: "table", "aria-label": t("gameTexts") });
  private readonly put = button(t("putBack"), () => void this.put_back().catch(tell_problem), { class: "main", disabled: true });
  private all: GameText[] = [];
  private shown: GameText[] = [];
  /** New texts by those that they replace. */
  private translations: Record<string, string> = {};
  private client: Client | undefined;

  constructor(private readonly session: Session, private readonly go: (place: Place) => void) {
    try { this.translations = JSON.parse(stored(store) ?? "{}"); } catch { /* of another version */ }
    replace(this.element, h("div", { class: "bar" }, this.filter, h("label", { class: "check" }, this.only, ` ${t("onlyTranslated")}`), this.put, this.state),
      h("div", { class: "table-head", "aria-hidden": "true" }, h("span", {}, t("where")), h("span", {}, t("textOf")), h("span", {}, t("translation"))), this.rows.element);
  }
  /** All texts of what is opened, a file at a time, by the worker that nobody waits for. */
  async show(): Promise<void> {
    const client = this.session.back;
    if (!client || client === this.client) return this.draw();
    this.client = client;
    this.all = [];
    const { files } = this.session;
    for (let done = 0; done < files.length && client === this.session.back; ++done) {
      this.state.textContent = t("indexing", number(done), number(files.length));
      const found = await client.ask<(GameText | { ok: false })[]>("texts", { nodes: [files[done]!] }).catch(() => []);
      const before = this.all.length;
      for (const each of found) if (each.ok !== false) this.all.push(each as GameText);
      if (this.all.length !== before) this.draw();
    }
    this.draw();
  }
  private draw(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    this.shown = this.all.filter(({ text, id, file }) => (!this.only.checked || this.translations[text] !== undefined) &&
      (wanted === "" || text.toLowerCase().includes(wanted) || id?.toLowerCase().includes(wanted) || file.toLowerCase().includes(wanted) || this.translations[text]?.toLowerCase().includes(wanted)));
    this.rows.element.setAttribute("aria-rowcount", String(this.shown.length));
    this.rows.set(this.shown.length);
    this.tell();
  }
  private tell(): void {
    const count = this.all.filter(({ text }) => this.translations[text] !== undefined).length;
    this.put.disabled = count === 0;
    this.state.textContent = this.all.length === 0 ? t("noTexts") : t("textsShown", number(this.shown.length), number(this.all.length), number(count));
  }
  private row(index: number): HTMLElement {
    const one = this.shown[index]!;
    const place = one.places[0];
    const input = h("input", { type: "text", value: this.translations[one.text] ?? "", "aria-label": `${t("translation")}: ${visible(one.text)}`, on: {
      input: () => {
        if (input.value === "" || input.value === one.text) delete this.translations[one.text];
        else this.translations[one.text] = input.value;
        keep(store, Object.keys(this.translations).length ? JSON.stringify(this.translations) : null);
        this.tell();
      },
      keydown: (event: KeyboardEvent) => { // down the column
        const step = event.key === "ArrowDown" || event.key === "Enter" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        if (!step || index + step < 0 || index + step >= this.shown.length) return;
        event.preventDefault();
        this.rows.show(index + step);
        this.rows.element.querySelector<HTMLInputElement>(`[aria-rowindex="${index + step + 1}"] input`)?.focus();
      },
    } });
    return h("div", { role: "row", "aria-rowindex": index + 1 },
      h("span", { role: "cell" }, h("button", { type: "button", class: "link", title: [one.file, place?.function, one.context].filter(Boolean).join("\n"),
        on: { click: () => this.go({ file: one.file }) } }, visible(last(one.file)), h("span", { class: "where" }, ` ${visible(one.id ?? place?.function ?? "")}`))),
      h("span", { role: "cell", class: "text", title: one.text }, visible(one.text)), h("span", { role: "cell" }, input));
  }
  private async put_back(): Promise<void> {
    const here: Record<string, string> = {};
    const nodes = new Set<string>();
    for (const { text, file } of this.all) {
      const now = this.translations[text];
      if (now === undefined) continue;
      here[text] = now;
      nodes.add(file.split("!")[0]!);
    }
    const made = await this.session.front.ask<Translated>("import_texts", { nodes: [...nodes], texts: here });
    for (const { name, bytes } of made.files) {
      if (this.session.writer) await this.session.writer.put(name, bytes);
      else save(last(name), bytes);
    }
    const [problem] = made.diagnostics;
    toast([t("translated", number(made.changed), made.files.map(({ name }) => last(name)).join(", ")), problem ? sentence(problem) : ""].filter(Boolean).join(" "));
  }
}
