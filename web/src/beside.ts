// Beside the script: what the chosen name is, who uses it in everything that is opened, what the function around it uses.
import { add, button, h, replace, visible } from "./dom";
import { markdown } from "./markdown";
import type { Found, Hit, Reference } from "./messages";
import type { Page } from "./page";
import type { Place } from "./place";
import type { Session } from "./session";
import { number, t, type Key } from "./texts";

/** How uses are grouped; what is not here comes last, by its kind. */
const groups: [string, Key][] = [["handler", "useHandler"], ["event", "useEvent"], ["call", "useFunction"], ["possible call", "useFunction"], ["function", "useDefined"], ["state", "useState"], ["written global", "useWrites"]];
const few = 40;
const short = (name: string) => name.replace(/\(.*$/, "").split(".").at(-1)!;

export class Beside {
  readonly element = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("beside") });
  private readonly uses_box = h("section", { hidden: true });
  private turn = 0;

  constructor(private readonly session: Session, private readonly page: Page, private readonly hooks: { go(place: Place | Hit): void; function_chosen(name: string): void }) {}
  clear(): void { replace(this.element); }

  async show(name: string): Promise<void> {
    const { page, session } = this;
    const script = page.current;
    if (!script) return;
    const now = ++this.turn;
    page.chosen_name = name;
    const { references, functions } = script.code;
    const kinds = references.filter((each) => each.name === name || short(each.name) === name);
    const about = h("section", {}, h("h2", {}, t("what")), name
      ? h("p", {}, h("code", {}, visible(name)), " ", kinds[0] ? h("span", { class: `badge k-${kinds[0].kind}` }, kinds[0].kind) : "")
      : h("p", { class: "quiet" }, t("nothingChosen")));
    const inside = script.function_of(page.selection);
    const used = references.filter(({ address }) => inside && address >= inside.address && (inside.end === undefined || address < inside.end));
    const once = [...new Map(used.map((each) => [`${each.kind} ${each.name}`, each])).values()];
    replace(this.uses_box);
    this.uses_box.hidden = name === "";
    replace(this.element, about, this.uses_box,
      inside ? h("section", {}, h("h2", {}, `${t("calls")}: ${visible(inside.name)}`), ...this.some(once, (each: Reference) => link(each.name, each.kind,
        () => page.choose_named({ ...script.of_instruction(script.at_address(each.address)), ...(each.line ? { line: each.line } : {}) }, each.name)))) : null,
      h("section", {}, h("h2", {}, t("functions"), h("span", { class: "quiet" }, number(functions.length))),
        ...this.some(functions, (each) => link(each.name, "function", () => {
          page.choose_named(each.line ? script.of_line(each.line) : script.of_instruction(Math.max(0, script.at_address(each.address))), each.name, true);
          this.hooks.function_chosen(each.name);
        }, each.line ? t("line", each.line) : ""))));
    if (!name) return;
    void this.tell_uses();
    const host = kinds.some(({ kind }) => kind === "native" || kind === "method" || kind === "import");
    const plain = kinds[0] ? short(kinds[0].name) : name;
    const lists = host ? await session.front.ask<{ natives: Native[] }[]>("natives", { ...(script.engine ? { engine: script.engine } : {}), name: plain }).catch(() => []) : [];
    if (now !== this.turn) return;
    const native = lists.flatMap(({ natives }) => natives).find((each) => each.name === plain);
    if (native) {
      add(about, h("pre", {}, visible(native.declaration)), h("p", {}, visible(native.meaning)));
      if (native.scripts > 0) add(about, h("p", { class: "quiet small" }, t("nativeUse", number(native.calls), number(native.scripts))));
      return;
    }
    const text = await page.hover().catch(() => "");
    if (now === this.turn && text) add(about, ...markdown(text));
  }
  /** The first of a list, and a button for the others. */
  private some<T>(all: T[], make: (each: T) => HTMLElement): HTMLElement[] {
    const rows = all.slice(0, few).map(make);
    if (all.length <= few) return rows;
    const more: HTMLElement = button(t("showAll", number(all.length)), () => more.replaceWith(...all.slice(few, 2000).map(make)), { class: "plain" });
    return [...rows, more];
  }
  async tell_uses(): Promise<void> {
    const { session, page, hooks: { go } } = this;
    const name = page.chosen_name;
    if (!session.back || !name) return;
    const asked = page.current?.code.references.find((each) => short(each.name) === name)?.name ?? name;
    const found: Found = await session.back.call("uses", asked, 400).catch(() => ({ hits: [], more: 0, milliseconds: 0 }));
    if (name !== page.chosen_name) return;
    const rank = ({ kind }: Hit) => { const at = groups.findIndex(([each]) => each === kind); return at < 0 ? groups.length : at; };
    const by_group = new Map<string, Hit[]>();
    const here = ({ file }: Hit) => Number(file !== page.current?.file); // functions of other scripts may have the same name only
    for (const hit of [...found.hits].sort((a, b) => rank(a) - rank(b) || here(a) - here(b))) {
      const key = groups.find(([kind]) => kind === hit.kind)?.[1];
      const title = key ? t(key) : t("usedBy");
      const known = by_group.get(title);
      if (known) known.push(hit);
      else by_group.set(title, [hit]);
    }
    const { progress } = session;
    replace(this.uses_box, ...[...by_group].flatMap(([title, hits]) => [h("h2", {}, title, h("span", { class: "quiet" }, number(hits.length))),
      ...this.some(hits, (hit) => link(`${hit.file.split(/[/!]/).at(-1)}${hit.line ? `:${hit.line}` : ""}`, hit.kind, () => go(hit), " ", hit.detail ?? ""))]),
    found.more > 0 ? h("p", { class: "quiet" }, t("moreUses", number(found.more))) : null,
    found.hits.length === 0 ? h("h2", {}, t("usedBy"), h("span", { class: "quiet" }, "0")) : null,
    found.hits.length === 0 ? h("p", { class: "quiet" }, t("noUses")) : null,
    progress && progress.done < progress.all ? h("p", { class: "quiet" }, t("stillReading", number(progress.done), number(progress.all))) : null);
  }
}

interface Native { name: string; declaration: string; meaning: string; calls: number; scripts: number }

export function link(label: string, kind: string, run: () => void, where = "", detail = ""): HTMLElement {
  return h("button", { type: "button", class: "link", title: detail || label, on: { click: run } }, h("span", { class: `k-${kind}` }, visible(label)),
    h("span", { class: "where" }, ` ${where || kind}`), detail ? h("span", { class: "detail" }, visible(detail)) : null);
}
