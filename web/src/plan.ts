// What is done to a script before it is looked at: events and calls at their frames, answers to its natives, or a plan of a file.
import { add, button, h, replace, visible } from "./dom";
import type { Entry } from "./messages";
import type { Script } from "./script";
import { t } from "./texts";

interface Action { kind: "event" | "call"; text: string }

export class Plan {
  private readonly what = h("select", { "aria-label": `${t("event")} / ${t("call")}` });
  private readonly values = h("input", { type: "text", placeholder: t("valuesHint"), "aria-label": t("values"), class: "values" });
  private readonly frame = h("input", { type: "number", min: 1, value: 1, class: "short", "aria-label": t("atFrame") });
  private readonly count = h("input", { type: "number", min: 1, max: 100000, value: 60, class: "short", "aria-label": t("frames") });
  /** What natives answer every time, by name. */
  readonly answers = new Map<string, string>();
  /** Those before the one in the form. */
  private before: Action[] = [];
  readonly list = h("div", { class: "bar actions", hidden: true });
  readonly parts: HTMLElement[] = [this.what, h("label", {}, t("values"), this.values), h("label", {}, t("atFrame"), this.frame),
    button(t("andThen"), () => { const now = this.now; if (now) { this.before.push(now); this.draw(); } }, { class: "plain" }), h("label", {}, t("frames"), this.count)];

  set(script: Script | undefined, entries: Entry[]): void {
    const group = (label: string, value: string, names: string[]) => names.length === 0 ? null : h("optgroup", { label },
      ...[...new Set(names)].map((name) => h("option", { value: `${value} ${name}` }, visible(name))));
    replace(this.what, h("option", { value: "" }, t("nothingToSend")),
      group(t("event"), "event", script?.code.references.filter(({ kind }) => kind === "handler").map(({ name }) => name) ?? []),
      group(t("call"), "call", script?.code.functions.map(({ name }) => name) ?? []),
      group(t("plan"), "plan", entries.map(({ path }) => path).filter((path) => /\.plan$/i.test(path))));
    this.before = [];
    this.answers.clear();
    this.draw();
  }
  choose(name: string): void {
    for (const option of this.what.options) if (option.value.endsWith(` ${name}`)) this.what.value = option.value;
  }
  private get chosen(): [string, string] {
    const { value } = this.what;
    const space = value.indexOf(" ");
    return space < 0 ? ["", ""] : [value.slice(0, space), value.slice(space + 1)];
  }
  private get now(): Action | undefined {
    const [kind, name] = this.chosen;
    const values = this.values.value.trim();
    if (kind === "event") return { kind, text: `${name}${values ? `:${values}` : ""}@${Math.max(1, Number(this.frame.value))}` };
    return kind === "call" ? { kind, text: `${name}(${values})` } : undefined;
  }
  private draw(): void {
    this.list.hidden = this.before.length === 0;
    replace(this.list);
    this.before.forEach(({ text }, index) => add(this.list, h("span", { class: "badge" }, visible(text),
      button("✕", () => { this.before.splice(index, 1); this.draw(); }, { class: "plain", "aria-label": t("remove", visible(text)), title: t("remove", visible(text)) }))));
  }
  /** The plan of a file that is chosen, if one is. */
  get file(): string | undefined {
    const [kind, name] = this.chosen;
    return kind === "plan" ? name : undefined;
  }
  get frames(): number { return Math.max(1, Math.min(100_000, Number(this.count.value) || 60)); }
  /** As a launch request has them. */
  get actions(): { event?: string[]; call?: string[]; answer?: string[] } {
    const now = this.now;
    const all = now && !this.before.some(({ text }) => text === now.text) ? [...this.before, now] : this.before;
    const of = (wanted: Action["kind"]) => all.filter(({ kind }) => kind === wanted).map(({ text }) => text);
    return { event: of("event"), call: of("call"), answer: [...this.answers].map(([native, values]) => `${native}=${values}`) };
  }
}
