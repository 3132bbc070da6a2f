// One key finds everything, and shows of each hit what it is.
import type { Client } from "./client";
import { h, replace, visible } from "./dom";
import type { Found, Hit, Progress } from "./messages";
import { number, t } from "./texts";

const last = (file: string) => file.split(/[/!]/).at(-1)!;

export class Palette {
  private readonly input = h("input", {
    type: "text", role: "combobox", "aria-label": t("search"), "aria-expanded": "true", "aria-controls": "hits", "aria-autocomplete": "list",
    autocomplete: "off", spellcheck: "false", placeholder: t("search"), on: { input: () => void this.search(), keydown: (event) => this.key(event) },
  });
  private readonly list = h("div", { class: "hits", id: "hits", role: "listbox", "aria-label": t("search") });
  private readonly foot = h("div", { class: "foot", role: "status" });
  private readonly dialog = h("dialog", { "aria-label": t("search") }, h("div", { class: "palette" }, this.input, this.list, this.foot));
  private hits: Hit[] = [];
  private at = 0;
  private cancel: (() => void) | undefined;
  progress: Progress | undefined;

  constructor(private readonly client: () => Client | undefined, private readonly go: (hit: Hit) => void) {
    document.body.append(this.dialog);
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }
  open(query?: string): void {
    if (query !== undefined) this.input.value = query;
    if (!this.dialog.open) this.dialog.showModal();
    this.input.select();
    void this.search();
  }
  async search(): Promise<void> {
    this.cancel?.();
    const query = this.input.value;
    const client = this.client();
    if (!client) return;
    const { answer, cancel } = client.cancellable("search", query, 60);
    this.cancel = cancel;
    let found: Found;
    try { found = await answer; } catch { return; }
    this.hits = found.hits;
    this.at = 0;
    this.draw();
    const parts = [];
    if (query.trim() === "") parts.push(t("searchHint"));
    else if (found.hits.length === 0) parts.push(t("noHits", query));
    else if (found.more > 0) parts.push(t("moreHits"));
    if (this.progress && this.progress.done < this.progress.all) parts.push(t("stillReading", number(this.progress.done), number(this.progress.all)));
    replace(this.foot, h("span", {}, parts.join(" ")), query.trim() && h("span", {}, t("searchTime", found.milliseconds.toFixed(1))));
  }
  private draw(): void {
    replace(this.list, ...this.hits.map((hit, index) => h("div", {
      class: "hit", role: "option", id: `hit-${index}`, "aria-selected": index === this.at, on: { click: () => this.take(index) },
    }, h("span", { class: `badge k-${hit.kind}` }, hit.kind),
    h("span", { class: "label", title: hit.detail ?? hit.label }, visible(hit.kind === "script" ? last(hit.file) : hit.label),
      hit.detail && hit.detail !== hit.label ? h("span", { class: "detail" }, visible(hit.detail)) : null),
    h("span", { class: "where", title: hit.file }, visible(hit.kind === "script" ? hit.file.slice(0, -last(hit.file).length) : `${last(hit.file)}${hit.line ? `:${hit.line}` : ""}`)))));
    this.input.setAttribute("aria-activedescendant", this.hits.length ? `hit-${this.at}` : "");
  }
  private take(index: number): void {
    const hit = this.hits[index];
    if (!hit) return;
    this.dialog.close();
    this.go(hit);
  }
  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") this.take(this.at);
    else if (step !== 0 && this.hits.length > 0) {
      this.list.children[this.at]?.setAttribute("aria-selected", "false");
      this.at = (this.at + step + this.hits.length) % this.hits.length;
      const now = this.list.children[this.at]!;
      now.setAttribute("aria-selected", "true");
      now.scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", now.id);
    } else return;
    event.preventDefault();
  }
}
