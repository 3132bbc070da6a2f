// The four places around a script: borders that can be dragged, the bottom bar of a phone, menus, small messages.
import { add, button, h, replace, visible } from "./dom";
import { keep, stored } from "./store";
import { otherLanguage, t, type Key } from "./texts";

export type Area = "tree" | "page" | "beside" | "try";
export const area_names: Area[] = ["tree", "page", "beside", "try"];
const narrow = 720;
export const is_narrow = () => innerWidth <= narrow;

// --- Theme ---

const dark = matchMedia("(prefers-color-scheme: dark)");
function theme(): void {
  document.documentElement.dataset["theme"] = stored("theme") ?? (dark.matches ? "dark" : "light");
  document.dispatchEvent(new Event("theme"));
}
dark.addEventListener("change", theme);
theme();
export const is_dark = () => document.documentElement.dataset["theme"] === "dark";

const icon = () => h("img", { src: new URL("./icon.svg", import.meta.url).href, width: 24, height: 24, alt: "" });
function settings(extra = ""): HTMLElement[] {
  return [button(t("language"), otherLanguage, { class: `plain ${extra}` }),
    button("◐", () => { keep("theme", is_dark() ? "light" : "dark"); theme(); }, { class: "plain", "aria-label": t("theme"), title: t("theme") })];
}
/** The header of the first view. */
export const bare_header = () => h("header", {}, h("span", { class: "brand" }, icon(), t("title")), h("span", { class: "grow" }), ...settings());

// --- Small things ---

export function toast(text: string, action?: { label: string; run: () => void }): void {
  document.querySelector(".toast")?.remove();
  const box = h("div", { class: "toast", role: "status" }, visible(text), action && button(action.label, () => { box.remove(); action.run(); }, { class: "plain" }));
  document.body.append(box);
  setTimeout(() => box.remove(), action ? 12_000 : 6000);
}
/** The message of what went wrong, and what can be done. */
export function tell_problem(problem: any): void { toast(problem?.hint ? `${problem.message}: ${problem.hint}` : String(problem?.message ?? problem)); }

export function menu(label: string, fill: (list: HTMLElement, close: () => void) => void): HTMLElement {
  const list = h("div", { role: "menu", hidden: true });
  const opener = button(label, () => {
    list.hidden = !list.hidden;
    opener.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) return;
    replace(list);
    fill(list, close);
    for (const each of list.querySelectorAll("button")) each.setAttribute("role", "menuitem");
    list.querySelector("button")?.focus();
  }, { "aria-haspopup": "menu", "aria-expanded": "false", class: "main" });
  const close = () => { list.hidden = true; opener.setAttribute("aria-expanded", "false"); };
  const box = h("div", { class: "menu", on: {
    focusout: (event: FocusEvent) => { if (!box.contains(event.relatedTarget as Node)) close(); },
    keydown: (event: KeyboardEvent) => {
      if (event.key === "Escape") { close(); opener.focus(); }
      const all = [...list.querySelectorAll("button")];
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step && !list.hidden) {
        event.preventDefault();
        all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length]?.focus();
      }
    },
  } }, opener, list);
  return box;
}

export function show_keys(): void {
  const dialog = h("dialog", { "aria-label": t("help") });
  const rows: [string, Key][] = [[t("searchKey"), "keySearch"], ["F12", "keyGo"], ["Shift-F12", "keyUses"], ["F2", "rename"], ["Shift-Alt-F", "format"],
    ["F9", "breakpoint"], ["F5", "keyRun"], ["F10, F11, Shift-F10", "keyStep"], ["Alt-1 … Alt-8", "keyViews"], ["F6", "keyPlaces"], ["Alt-← Alt-→", "keyBack"], ["Ctrl-S", "keySave"]];
  add(dialog, h("div", { class: "keys" }, h("h2", {}, t("help")), h("table", {}, ...rows.map(([key, text]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, t(text))))),
    button(t("close"), () => dialog.close(), { class: "main" })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Borders of places can be dragged, and moved with the arrow keys; they are remembered. */
function divider(name: "tree" | "beside" | "try"): HTMLElement {
  const least = name === "try" ? 120 : 160;
  const set = (value: number) => {
    const most = name === "try" ? innerHeight * 0.7 : innerWidth * 0.45;
    const width = Math.round(Math.max(least, Math.min(most, value)));
    document.documentElement.style.setProperty(`--${name}`, `${width}px`);
    keep(`place.${name}`, String(width));
    element.setAttribute("aria-valuenow", String(width));
  };
  const now = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`));
  const element = h("div", {
    class: "divider", role: "separator", tabindex: 0, "aria-label": t("resize", t(name)), "aria-orientation": name === "try" ? "horizontal" : "vertical",
    "aria-valuemin": least, "aria-valuemax": 2000, "aria-valuenow": name === "try" ? 288 : name === "tree" ? 264 : 296,
    on: {
      pointerdown: (event: PointerEvent) => {
        element.setPointerCapture(event.pointerId);
        const begin = now(), from = name === "try" ? event.clientY : event.clientX;
        const move = (each: PointerEvent) => set(begin + (name === "tree" ? each.clientX - from : from - (name === "try" ? each.clientY : each.clientX)));
        element.addEventListener("pointermove", move);
        element.addEventListener("pointerup", () => element.removeEventListener("pointermove", move), { once: true });
      },
      keydown: (event: KeyboardEvent) => {
        const grows = name === "tree" ? "ArrowRight" : name === "beside" ? "ArrowLeft" : "ArrowUp";
        const shrinks = name === "tree" ? "ArrowLeft" : name === "beside" ? "ArrowRight" : "ArrowDown";
        if (event.key === grows) set(now() + 16);
        else if (event.key === shrinks) set(now() - 16);
      },
    },
  });
  const width = Number(stored(`place.${name}`));
  if (width) requestAnimationFrame(() => set(width));
  return element;
}

// --- The whole ---

export class Frame {
  readonly places = h("div", { class: "places", "data-place": "page" });
  private readonly bottom = h("nav", { class: "bottom", "aria-label": t("page") });
  private readonly areas: Record<Area, HTMLElement>;

  /** `page` gets the focus of whoever skips everything else. */
  constructor(private readonly page: HTMLElement, contents: Record<Area, (Node | null)[]>, private readonly hooks: { home: () => void; search: () => void }) {
    const make = (name: Area) => h(name === "page" ? "main" : "section", { class: `place ${name}`, "aria-label": t(name) }, ...contents[name], name === "page" ? null : divider(name));
    this.areas = { tree: make("tree"), page: make("page"), beside: make("beside"), try: make("try") };
    this.areas.try.hidden = true;
    replace(this.places, ...area_names.map((name) => this.areas[name]));
    replace(this.bottom, ...area_names.map((name) => button(t(name), () => this.show(name), { "data-area": name, "aria-current": name === "page" })));
  }
  mount(app: HTMLElement): void {
    const brand = button("", this.hooks.home, { class: "brand", title: t("openOther") });
    add(brand, icon(), h("span", {}, t("title")));
    const find = button("", this.hooks.search, { class: "find" });
    add(find, h("span", {}, t("search")), h("kbd", {}, t("searchKey")));
    replace(app, h("a", { class: "skip", href: "#script", on: { click: (event: Event) => { event.preventDefault(); this.page.focus(); } } }, t("skip")),
      h("header", {}, brand, find, ...settings("wide"), button("?", show_keys, { class: "plain", "aria-label": t("help"), title: t("help") })), this.places, this.bottom);
  }
  show(name: Area): void {
    if (name === "try") this.areas.try.hidden = false;
    this.places.dataset["place"] = name;
    for (const each of this.bottom.querySelectorAll("button")) each.setAttribute("aria-current", String(each.dataset["area"] === name));
  }
  open_try(): void { this.areas.try.hidden = false; }
  toggle_try(): void {
    if (is_narrow()) return this.show("try");
    this.areas.try.hidden = !this.areas.try.hidden;
    if (!this.areas.try.hidden) this.areas.try.querySelector<HTMLElement>("select")?.focus();
  }
  /** The next or last place gets the focus. */
  next(step: number): Area {
    const names = area_names.filter((name) => name !== "try" || !this.areas.try.hidden);
    const now = names.findIndex((name) => this.areas[name].contains(document.activeElement));
    const next = names[(now + step + names.length) % names.length]!;
    this.show(next);
    this.areas[next].querySelector<HTMLElement>(":is(.rows, .scroll, select, button)")?.focus();
    return next;
  }
}
