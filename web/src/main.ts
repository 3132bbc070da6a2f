// The page: four places around one script. What it shows it has asked a workspace in a worker.
import "./style.css";
import { strFromU8, strToU8, deflateSync, inflateSync } from "fflate";
import samples from "../samples.json";
import { Client, Refused, Stopped, compile } from "./client";
import { add, button, h, replace, visible } from "./dom";
import { Editor } from "./editor";
import { choose_files, choose_folder, dropped, save } from "./files";
import { LanguageServer, type Location } from "./lsp";
import { markdown } from "./markdown";
import { mark } from "./marks";
import type { Entry, Failed, Found, Hit, Progress } from "./messages";
import { Palette } from "./palette";
import * as served from "./served";
import { Script, is_failed, sentence, type Selection } from "./script";
import { number, otherLanguage, t, type Key } from "./texts";
import { Tree, game_line } from "./tree";
import { Try } from "./try";
import { Bytes, Changes, Graph, Information, Listing, problem_box, type Context, type View } from "./views";

type Form = "source" | "listing" | "graph" | "bytes" | "info" | "changes";
const forms: Form[] = ["source", "listing", "graph", "bytes", "info", "changes"];
interface Place { file: string; line?: number; form?: Form }
type Area = "tree" | "page" | "beside" | "try";

const app = document.getElementById("app")!;
const stored = (name: string) => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name: string, value: string | null) => {
  try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* a full or a forbidden store */ }
};

// --- Theme ---

const dark = matchMedia("(prefers-color-scheme: dark)");
function theme(): void { document.documentElement.dataset["theme"] = stored("theme") ?? (dark.matches ? "dark" : "light"); }
dark.addEventListener("change", theme);
theme();

function toast(text: string): void {
  document.querySelector(".toast")?.remove();
  const box = h("div", { class: "toast", role: "status" }, visible(text));
  document.body.append(box);
  setTimeout(() => box.remove(), 6000);
}

// --- What is opened ---

let front = new Client();
let back: Client | undefined;
let server = new LanguageServer(front);
let entries: Entry[] = [];
let files: string[] = [];
let progress: Progress | undefined;
/** How a changed script gets into the game, as the workspace says. */
let how: string[] = [];
let own: { name: string; text: string } | undefined;
let sample = false;
const scripts = new Map<string, Promise<Script | Failed>>();
const breakpoints = new Map<string, Set<number>>();

function listen(client: Client): void {
  client.onDeath = () => {
    client.end();
    front = new Client();
    listen(front);
    server = new LanguageServer(front);
    scripts.clear();
    void front.call("open", entries);
    tree.client_changed(front);
    leave();
    replace(page, h("h1", { class: "hidden" }, t("page")), h("div", { class: "say bad", role: "alert" }, t("moduleDied")));
  };
}

/** The address bar holds the place: file, line, form. */
function hash_of({ file, line, form }: Place): string {
  if (own && file === own.name) return `#text=${encodeURIComponent(own.name)},${base64(deflateSync(strToU8(own.text)))}${line ? `:${line}` : ""}`;
  return `#${file.split(/([/!])/).map((part) => /[/!]/.test(part) ? part : encodeURIComponent(part)).join("")}${line ? `:${line}` : ""}${form && form !== "source" ? `?${form}` : ""}`;
}
function place_of(hash: string): Place | undefined {
  const match = /^#(.*?)(?::(\d+))?(?:\?(\w+))?$/.exec(hash);
  if (!match || !match[1]) return undefined;
  try {
    const form = forms.find((each) => each === match[3]);
    return { file: decodeURIComponent(match[1]), ...(match[2] ? { line: Number(match[2]) } : {}), ...(form ? { form } : {}) };
  } catch { return undefined; }
}
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const from_base64 = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

// --- The parts of the page ---

const title = h("span", {}, t("title"));
const save_menu = menu(t("save"), fill_save);
const game = h("div");
const status = h("div", { class: "status", role: "status" });
const bar = h("progress", { "aria-label": t("indexing", 0, 0), max: 1, value: 0, hidden: true });
const problems = h("details", { class: "problems", hidden: true });
const tree = new Tree(front, (file) => void go({ file }));
const details = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("beside") });
const panes = h("div", { class: "panes" });
const page = h("div", { class: "form", id: "script", tabindex: -1 });
const bottom = h("nav", { class: "bottom", "aria-label": t("page") });
const runner = new Try({ entries: () => entries, stopped, breakpoints: (script) => [...(breakpoints.get(script.file) ?? [])] });
const places = h("div", { class: "places", "data-place": "page" });
const find = button("", () => palette.open(), { class: "find" });
add(find, h("span", {}, t("search")), h("kbd", {}, t("searchKey")));
const palette = new Palette(() => back, (hit) => void go(hit));
const area = (name: Area, label: Key, ...children: Node[]) => h(name === "page" ? "main" : "section", { class: `place ${name}`, "aria-label": t(label) }, ...children);
const try_area = area("try", "try", divider("try"), runner.element);
try_area.hidden = true;

function menu(label: string, fill_it: (list: HTMLElement, close: () => void) => void): HTMLElement {
  const list = h("div", { role: "menu", hidden: true });
  const opener = button(label, () => {
    list.hidden = !list.hidden;
    opener.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) return;
    replace(list);
    fill_it(list, close);
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

function show_area(name: Area): void {
  if (name === "try") try_area.hidden = false;
  places.dataset["place"] = name;
  for (const each of bottom.querySelectorAll("button")) each.setAttribute("aria-current", String(each.dataset["area"] === name));
}
function toggle_try(): void {
  if (innerWidth <= 720) return show_area("try");
  try_area.hidden = !try_area.hidden;
  if (!try_area.hidden) try_area.querySelector<HTMLElement>("select")?.focus();
}

function frame(): void {
  const brand = button("", () => { location.hash = ""; }, { class: "brand", title: t("openOther") });
  add(brand, h("img", { src: new URL("./icon.svg", import.meta.url).href, width: 24, height: 24, alt: "" }), title);
  replace(app, h("a", { class: "skip", href: "#script", on: { click: (event: Event) => { event.preventDefault(); page.focus(); } } }, t("skip")),
    h("header", {}, brand, find, button(t("language"), otherLanguage, { class: "plain wide" }),
      button("◐", () => { keep("theme", document.documentElement.dataset["theme"] === "dark" ? "light" : "dark"); theme(); }, { class: "plain", "aria-label": t("theme"), title: t("theme") }),
      button("?", keys, { class: "plain", "aria-label": t("help"), title: t("help") })),
    places, bottom);
  replace(places, area("tree", "tree", game, h("div", { class: "head" }, h("h2", {}, t("tree"))), bar, status, tree.element, problems, divider("tree")),
    area("page", "page", page), area("beside", "beside", h("div", { class: "head" }, h("h2", {}, t("beside"))), details, divider("beside")), try_area);
  replace(bottom, ...(["tree", "page", "beside", "try"] as Area[]).map((name) => button(t(name), () => show_area(name), { "data-area": name, "aria-current": name === "page" })));
}

function keys(): void {
  const dialog = h("dialog", { "aria-label": t("help") });
  const rows: [string, Key][] = [[t("searchKey"), "keySearch"], ["F12", "keyGo"], ["Shift-F12", "keyUses"], ["F2", "rename"], ["Shift-Alt-F", "format"],
    ["F9", "breakpoint"], ["F5", "keyRun"], ["F10, F11, Shift-F10", "keyStep"], ["Alt-1 … Alt-6", "keyViews"], ["F6", "keyPlaces"], ["Alt-← Alt-→", "keyBack"], ["Ctrl-S", "keySave"]];
  add(dialog, h("div", { class: "keys" }, h("h2", {}, t("help")), h("table", {}, ...rows.map(([key, text]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, t(text))))),
    button(t("close"), () => dialog.close(), { class: "main" })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// --- The first view ---

function welcome(message = "", bad = false): void {
  document.title = t("title");
  const open = async (chosen: Promise<Entry[] | undefined>) => {
    const found = await chosen;
    if (found) await open_entries(found);
  };
  replace(app, h("header", {}, h("span", { class: "brand" }, h("img", { src: new URL("./icon.svg", import.meta.url).href, width: 24, height: 24, alt: "" }), t("title")), h("span", { class: "grow" }),
    button(t("language"), otherLanguage, { class: "plain" }),
    button("◐", () => { keep("theme", document.documentElement.dataset["theme"] === "dark" ? "light" : "dark"); theme(); }, { class: "plain", "aria-label": t("theme"), title: t("theme") })),
  h("main", { class: "welcome" }, h("div", {},
    h("div", {}, h("h1", {}, t("title")), h("p", { class: "lead" }, t("welcome"))),
    message ? h("div", { class: `say ${bad ? "bad" : ""}`, role: "status" }, visible(message)) : null,
    h("div", { class: "drop" }, h("strong", {}, t("drop")), h("div", { class: "buttons" },
      button(t("openFolder"), () => void open(choose_folder()), { class: "main" }), button(t("openFiles"), () => void open(choose_files()))),
    h("span", { class: "quiet" }, t("dropHint"))),
    h("div", {}, h("h2", {}, t("samples"))),
    h("div", { class: "cards" }, ...samples.sets.map((set) => {
      const card = button("", () => void open_sample(set.open), { class: "card" });
      add(card, mark(set.engine), h("strong", {}, set.title), h("span", { class: "quiet small" }, t("filesCount", set.files.length)));
      return card;
    })))));
}

// --- Opening ---

async function open_sample(file: string, place?: Place): Promise<void> {
  const set = samples.sets.find(({ files: all }) => all.includes(file));
  if (!set) return welcome(t("linkBroken"), true);
  const got = await Promise.all(set.files.map(async (name): Promise<Entry> => {
    const response = await fetch(new URL(`samples/${name}`, document.baseURI));
    return { path: `samples/${name}`, content: new Uint8Array(await response.arrayBuffer()) };
  }));
  sample = true;
  await open_entries(got, place ?? { file: `samples/${file}` }, true);
}

async function open_entries(found: Entry[], place?: Place, is_sample = false): Promise<void> {
  if (found.length === 0) return welcome(t("nothingOpened"), true);
  sample = is_sample;
  own = undefined;
  how = [];
  entries = found;
  scripts.clear();
  leave();
  frame();
  replace(game);
  replace(page, h("h1", { class: "hidden" }, t("page")), h("div", { class: "empty" }, t("opening")));
  replace(details);
  problems.hidden = true;
  try {
    await front.ready;
    const rows = await front.call("open", entries);
    server.restart();
    files = rows.map(({ path }) => path);
    tree.set(rows);
    status.textContent = t("filesCount", number(files.length));
    start_index();
    void recognise();
    if (place) await go(place, true);
    else if (files.length === 1) await go({ file: files[0]! }, true);
    else replace(page, h("h1", { class: "hidden" }, t("page")), h("div", { class: "empty" }, h("p", {}, t("chooseScript"))));
    if (!place && innerWidth <= 720 && files.length > 1) show_area("tree");
  } catch (problem: any) {
    welcome(problem instanceof Refused ? sentence(problem as any) : t("moduleMissing"), true);
  }
}

function start_index(): void {
  back?.end();
  progress = palette.progress = undefined;
  const client = back = new Client();
  client.onProgress = (now) => {
    progress = palette.progress = now;
    tell_progress();
  };
  client.onDeath = () => { client.end(); };
  void client.ready.then(async () => {
    await client.call("open", entries);
    await client.call("index", files);
  }).catch(() => {});
}
function tell_progress(): void {
  if (!progress) return;
  const { done, all, scripts: count, texts, problems: bad, others } = progress;
  bar.hidden = done >= all;
  bar.max = all;
  bar.value = done;
  bar.setAttribute("aria-label", t("indexing", number(done), number(all)));
  status.textContent = done < all ? t("indexing", number(done), number(all))
    : [t("scripts", number(count)), t("texts", number(texts)), t("filesCount", number(files.length))].join(", ");
  tree.know(others);
  problems.hidden = bad.length === 0;
  if (bad.length > 0 && problems.dataset["count"] !== String(bad.length)) {
    problems.dataset["count"] = String(bad.length);
    const open = problems.open;
    replace(problems, h("summary", {}, t("problems", number(bad.length))), ...bad.slice(0, 200).map(({ file, diagnostics }) => h("div", { class: "problem" },
      h("button", { type: "button", class: "link", on: { click: () => void go({ file }) } }, visible(file)), ...diagnostics.slice(0, 3).map(problem_box))));
    problems.open = open;
  }
  if (done >= all && current) void tell_uses();
}
/** The installed game that the folder is, if it is one. */
async function recognise(): Promise<void> {
  const root = files[0]?.split("/")[0];
  if (!root || !files.every((file) => file.startsWith(`${root}/`)) || !back) return;
  try {
    const answer = (await front.ask<{ engine: string; game: string; version: string; how: string[] }[]>("game", { folders: [root] }));
    const [found] = answer;
    how = found?.how ?? [];
    if (found) replace(game, game_line(found.engine, [found.game, found.version].filter(Boolean).join(" ")));
  } catch { /* no game */ }
}

// --- A script ---

let current: Script | undefined;
let editor: Editor | undefined;
let views: { form: Form; view?: View; host: HTMLElement; tabs: HTMLElement }[] = [];
let selection: Selection = {};
let chosen_name = "";
let turn = 0;
let wanted: Place | undefined;

function read(file: string): Promise<Script | Failed> {
  let known = scripts.get(file);
  if (!known) {
    scripts.set(file, known = Script.read(front, file));
    known.catch(() => scripts.delete(file));
  }
  return known;
}

function leave(): void {
  editor?.free();
  editor = undefined;
  trouble.hidden = true;
  for (const { view } of views) view?.free?.();
  views = [];
  current = undefined;
  selection = {};
  chosen_name = "";
  runner.set(undefined);
}

async function go(place: Place | Hit, replace_history = false): Promise<void> {
  const to: Place = { file: place.file, ...(place.line ? { line: place.line } : {}), ...("form" in place && place.form ? { form: place.form } : {}) };
  const now = ++turn;
  const hash = hash_of(to);
  if (location.hash !== hash) history[replace_history ? "replaceState" : "pushState"](null, "", hash);
  wanted = to;
  show_area("page");
  if (current?.file === to.file) return arrive(to);
  const late = setTimeout(() => { if (now === turn) replace(page, h("div", { class: "empty", role: "status" }, t("reading", visible(to.file)))); }, 100);
  try {
    const script = await read(to.file);
    if (now !== turn) return;
    leave();
    tree.choose(to.file);
    document.title = `${to.file.split(/[/!]/).at(-1)} – ${t("title")}`;
    if (is_failed(script)) refuse(script);
    else show(script, to);
  } catch (problem: any) {
    if (now === turn && !(problem instanceof Stopped)) refuse({ file: to.file, ok: false, diagnostics: [{ severity: "error", message: problem.message, hint: problem.hint ?? "" }] });
  } finally { clearTimeout(late); }
}

function refuse(failed: Failed): void {
  const unknown = failed.diagnostics.some(({ code }) => code === "engine.unknown");
  replace(page, heading(failed.file), h("div", { class: `say ${unknown ? "" : "bad"}`, role: "status" },
    h("div", {}, ...(unknown || failed.diagnostics.length === 0 ? [h("p", {}, t("notScript"))] : failed.diagnostics.map(problem_box)))));
  replace(details);
}
function heading(file: string, ...more: (Node | null)[]): HTMLElement {
  return h("div", { class: "head" }, h("h1", { class: "name", title: file }, visible(file)), ...more);
}

const changed_badge = h("span", { class: "badge", hidden: true }, t("changed"));
const trouble = h("button", { type: "button", class: "trouble", hidden: true });
const rename_bar = h("form", { class: "bar", hidden: true });

function show(script: Script, place: Place): void {
  current = script;
  const draft = stored(`draft:${script.file}`);
  let restored = false;
  if (draft !== null && script.source && draft !== script.original) { script.text = draft; restored = true; }
  changed_badge.hidden = !script.changed;
  runner.set(script);
  const verdict = script.verdict === "identical" ? h("span", { class: "badge good", title: t("identical") }, "✓ ", visible(script.code.source_name?.split(/[/!]/).at(-1) ?? ""))
    : script.verdict === "fallback" ? h("span", { class: "badge", title: script.reason || t("partly") }, t("partly")) : null;
  replace(page, heading(script.file, mark(script.engine), verdict, changed_badge,
    button(t("share"), () => void share(), { class: "plain wide" }), button(t("split"), split, { class: "plain split" }),
    button(`▶ ${t("try")}`, toggle_try), save_menu), rename_bar, panes);
  rename_bar.hidden = true;
  if (restored) void follow_text(script);
  if (restored) page.insertBefore(h("div", { class: "say warning", role: "status" }, t("restored"), button(t("undoAll"), () => { discard(script); page.querySelector(".say.warning")?.remove(); })), panes);
  if (!script.source) page.insertBefore(h("div", { class: "say" }, t("noSource")), panes);
  panes.replaceChildren();
  if (!script.source && !place.form) place.form = "listing";
  add_pane(place.form ?? "source");
  if (stored("split") === "yes" && innerWidth > 1100) add_pane(place.form && place.form !== "source" ? "source" : "listing");
  arrive(place);
}

function add_pane(form: Form): void {
  const host = h("div", { class: "form", role: "tabpanel" });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("page") });
  const pane: (typeof views)[number] = { form, host, tabs };
  views.push(pane);
  panes.append(h("div", { class: "pane" }, tabs, host));
  tabs.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const all = [...tabs.querySelectorAll("button")];
    const next = all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length]!;
    next.click();
    tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  });
  show_form(pane, form);
}
function show_form(pane: (typeof views)[number], form: Form): void {
  const script = current;
  if (!script) return;
  pane.form = form;
  replace(pane.tabs, ...forms.filter((each) => each !== "source" && each !== "changes" || script.source).map((each) => {
    const tab = button(t(each), () => { show_form(pane, each); if (pane === views[0]) remember(); }, { role: "tab", "aria-selected": each === form, tabindex: each === form ? 0 : -1 });
    if (each === "changes" && script.changed) tab.append(" ", h("span", { class: "dot", "aria-hidden": "true" }, "●"));
    return tab;
  }));
  pane.host.setAttribute("aria-label", t(form));
  pane.view?.free?.();
  delete pane.view;
  // The editor is one, and moves to the pane that shows it last.
  if (form === "source") {
    for (const other of views) if (other !== pane && other.form === "source") { show_form(other, "listing"); }
    editor ??= make_editor(script);
    replace(pane.host, editor.element, trouble);
    editor.view.requestMeasure();
    mark_selection();
    return;
  }
  const context: Context = { client: front, script, choose: (chosen, name) => choose(chosen, pane, name), names: (name) => void what(name) };
  pane.view = form === "listing" ? new Listing(context) : form === "graph" ? new Graph(context) : form === "bytes" ? new Bytes(context)
    : form === "info" ? new Information(context) : new Changes(context);
  replace(pane.host, pane.view.element);
  pane.view.select(selection, true);
}
function split(): void {
  const is = views.length > 1;
  keep("split", is ? null : "yes");
  if (is) {
    const [, second] = views.splice(1, 1), pane = second ?? undefined;
    pane?.view?.free?.();
    panes.lastElementChild!.remove();
    if (!views.some(({ form }) => form === "source") && current?.source) show_form(views[0]!, views[0]!.form);
  } else add_pane(views[0]?.form === "source" ? "listing" : current?.source ? "source" : "bytes");
}

function make_editor(script: Script): Editor {
  let timer = 0;
  const made = new Editor(server, script.uri, script.text, `${t("source")}: ${script.file}`, {
    caret(line, name) {
      if (line !== selection.line || selection.first === undefined) choose(script.of_line(line), undefined, name);
      else if (name !== chosen_name) void what(name);
    },
    changed(text) {
      script.text = text;
      changed_badge.hidden = !script.changed;
      for (const pane of views) {
        const tab = [...pane.tabs.children].at(-1)!;
        const dot = tab.querySelector(".dot");
        if (script.changed && !dot) tab.append(" ", h("span", { class: "dot", "aria-hidden": "true" }, "●"));
        if (!script.changed) dot?.remove();
        if (pane.form === "changes") show_form(pane, "changes");
      }
      clearTimeout(timer);
      script.tied = false;
      timer = window.setTimeout(() => {
        keep(`draft:${script.file}`, script.changed ? text : null);
        void follow_text(script);
      }, 400);
    },
    go: follow,
    uses: (name) => { show_area("beside"); void what(name); details.focus(); },
    breakpoint: toggle_breakpoint,
    problems(all) {
      const first = all.find(({ severity }) => severity === 1) ?? all[0];
      trouble.hidden = !first;
      if (!first) return;
      const bad = first.severity === 1;
      replace(trouble, h("span", { class: `severity ${bad ? "error" : "warning"}` }, `${bad ? "✕" : "!"} ${t(bad ? "error" : "warning")}, ${t("line", first.range.start.line + 1)}: `),
        visible(first.message), all.length > 1 ? h("span", { class: "quiet" }, ` (+${all.length - 1})`) : null);
      trouble.onclick = () => made.select(first.range);
    },
    rename(name, done) {
      const input = h("input", { type: "text", value: name, "aria-label": t("renameTo", name), spellcheck: "false" });
      replace(rename_bar, h("label", {}, `${t("renameTo", visible(name))} `, input), h("button", { type: "submit", class: "main" }, t("rename")), button(t("close"), () => { rename_bar.hidden = true; made.view.focus(); }));
      rename_bar.hidden = false;
      input.select();
      input.focus();
      rename_bar.onsubmit = async (event) => {
        event.preventDefault();
        try { await done(input.value); rename_bar.hidden = true; } catch (problem: any) { toast(problem.message); }
      };
      rename_bar.onkeydown = (event) => { if (event.key === "Escape") { rename_bar.hidden = true; made.view.focus(); } };
    },
  });
  made.mark({ stops: [...(breakpoints.get(script.file) ?? [])] });
  return made;
}
function discard(script: Script): void {
  if (editor) return editor.set(script.original);
  script.text = script.original;
  keep(`draft:${script.file}`, null);
  changed_badge.hidden = true;
  void follow_text(script);
}
/** Listing, bytes and details show the text as it is now. */
async function follow_text(script: Script): Promise<void> {
  if (!(await script.compiled(front).catch(() => false)) || script !== current) return;
  selection = editor ? script.of_line(editor.line) : selection;
  for (const pane of views) if (pane.form === "listing" || pane.form === "bytes") show_form(pane, pane.form);
  mark_selection();
}
function toggle_breakpoint(line: number): void {
  if (!current) return;
  let set = breakpoints.get(current.file);
  if (!set) breakpoints.set(current.file, set = new Set());
  if (!set.delete(line)) set.add(line);
  editor?.mark({ stops: [...set] });
  void runner.set_stops();
}
function follow({ uri, range }: Location): void {
  if (current && uri === current.uri) return editor?.select(range);
  const file = decodeURIComponent(uri.replace(/^file:\/\/\//, ""));
  if (files.includes(file)) void go({ file, line: range.start.line + 1 });
  else void what(chosen_name);
}

/** Goes to the place in the script that is shown. */
function arrive({ line, form }: Place): void {
  if (!current) return;
  if (form && views[0] && views[0].form !== form) show_form(views[0], form);
  if (line) {
    choose(current.of_line(line));
    editor?.show(line, innerWidth > 720);
  } else if (selection.line === undefined) void what("");
}
/** The address bar follows what is chosen; back and forward go from script to script. */
function remember(): void {
  if (!current) return;
  const form = views[0]?.form;
  wanted = { file: current.file, ...(selection.line ? { line: selection.line } : {}), ...(form && form !== "source" ? { form } : {}) };
  history.replaceState(null, "", hash_of(wanted));
}

function choose(to: Selection, from?: (typeof views)[number], name?: string): void {
  if (!current) return;
  selection = to;
  for (const pane of views) {
    if (pane.form !== "source") { pane.view?.select(to, pane !== from); continue; }
  }
  mark_selection();
  if (from && to.line && editor && views.some(({ form }) => form === "source")) editor.show(to.line);
  remember();
  if (name !== undefined) void what(name);
  else if (from) void what(name_at(to));
}
function mark_selection(): void {
  editor?.mark({ chosen: selection.line && selection.first !== undefined ? [selection.line] : [] });
}
/** The name that the chosen instruction uses. */
function name_at({ first }: Selection): string {
  const address = current?.instructions[first ?? -1]?.address;
  return current?.code.references.find((each) => each.address === address)?.name ?? "";
}

// --- What it is, who uses it ---

const uses_box = h("section", { hidden: true });
let what_turn = 0;

async function what(name: string): Promise<void> {
  const script = current;
  if (!script) return;
  const now = ++what_turn;
  chosen_name = name;
  const kinds = script.code.references.filter((each) => each.name === name || each.name.replace(/\(.*$/, "").split(".").at(-1) === name);
  const about = h("section", {}, h("h2", {}, t("what")), name ? h("p", {}, h("code", {}, visible(name)), " ", kinds[0] ? h("span", { class: `badge k-${kinds[0].kind}` }, kinds[0].kind) : "") : h("p", { class: "quiet" }, t("nothingChosen")));
  const inside = script.function_of(selection);
  const used = script.code.references.filter(({ address }) => inside && address >= inside.address && (inside.end === undefined || address < inside.end));
  const once = [...new Map(used.map((each) => [`${each.kind} ${each.name}`, each])).values()];
  replace(uses_box);
  uses_box.hidden = name === "";
  replace(details, about, uses_box,
    inside ? h("section", {}, h("h2", {}, `${t("calls")}: ${visible(inside.name)}`), ...once.slice(0, 60).map((each) => link(each.name, each.kind, () => {
      choose(script.of_instruction(script.at_address(each.address)), views.find(({ form }) => form !== "source") ?? views[0], each.name);
      if (each.line) editor?.show(each.line);
    }))) : null,
    h("section", {}, h("h2", {}, t("functions"), h("span", { class: "quiet" }, number(script.code.functions.length))),
      ...script.code.functions.slice(0, 500).map((each) => link(each.name, "function", () => {
        choose(each.line ? script.of_line(each.line) : script.of_instruction(Math.max(0, script.at_address(each.address))), views.find(({ form }) => form !== "source") ?? views[0], each.name);
        if (each.line) editor?.show(each.line, true);
        runner.choose(each.name);
      }, each.line ? t("line", each.line) : ""))));
  if (!name) return;
  void tell_uses();
  const short = kinds[0]?.name.replace(/\(.*$/, "").split(".").at(-1) ?? name;
  const known = kinds.some(({ kind }) => kind === "native" || kind === "method" || kind === "import")
    ? await front.ask<any[]>("natives", { ...(script.engine ? { engine: script.engine } : {}), name: short }).catch(() => []) : [];
  if (now !== what_turn) return;
  const native = known.flatMap(({ natives }) => natives).find((each: any) => each.name === short);
  if (native) {
    add(about, h("pre", {}, visible(native.declaration)), h("p", {}, visible(native.meaning)));
    if (native.scripts > 0) add(about, h("p", { class: "quiet small" }, `${number(native.calls)} × / ${t("scripts", number(native.scripts))}`));
  } else if (editor) {
    const text = await editor.what().catch(() => "");
    if (now === what_turn && text) add(about, ...markdown(text));
  }
}
function link(label: string, kind: string, run: () => void, where = "", detail = ""): HTMLElement {
  return h("button", { type: "button", class: "link", title: detail || label, on: { click: run } }, h("span", { class: `k-${kind}` }, visible(label)),
    h("span", { class: "where" }, ` ${where || kind}`), detail ? h("span", { class: "detail" }, visible(detail)) : null);
}
async function tell_uses(): Promise<void> {
  const name = chosen_name;
  if (!back || !name) return;
  const asked = current?.code.references.find((each) => each.name.replace(/\(.*$/, "").split(".").at(-1) === name)?.name ?? name;
  const found: Found = await back.call("uses", asked, 100).catch(() => ({ hits: [], more: 0, milliseconds: 0 }));
  if (name !== chosen_name) return;
  replace(uses_box, h("h2", {}, t("usedBy"), h("span", { class: "quiet" }, number(found.hits.length + found.more))),
    ...found.hits.map((hit) => link(`${hit.file.split(/[/!]/).at(-1)}${hit.line ? `:${hit.line}` : ""}`, hit.kind, () => void go(hit), hit.kind, hit.detail ?? "")),
    found.hits.length === 0 ? h("p", { class: "quiet" }, t("noUses")) : null,
    progress && progress.done < progress.all ? h("p", { class: "quiet" }, t("stillReading", number(progress.done), number(progress.all))) : null);
}

// --- A run stands somewhere ---

function stopped(line: number | undefined, address: number | undefined): void {
  if (!current) return;
  if (line && views[0] && current.source && !views.some(({ form }) => form === "source" || form === "listing")) show_form(views[0], "source");
  editor?.mark({ at: line ?? 0 });
  if (line && views.some(({ form }) => form === "source")) editor?.show(line);
  const index = address === undefined ? -1 : current.at_address(address);
  for (const { view } of views) {
    view?.at?.(index >= 0 ? current.of_instruction(index) : undefined);
    if (index >= 0) view?.select(current.of_instruction(index), true);
  }
}

// --- Taking it home ---

function fill_save(list: HTMLElement, close: () => void): void {
  const script = current;
  if (!script) return;
  const item = (label: string, run: () => Promise<void>) => button(label, () => {
    close();
    run().catch((problem: any) => toast(problem instanceof Refused ? `${problem.message}${problem.hint ? `: ${problem.hint}` : ""}` : String(problem.message)));
  });
  const bang = script.file.lastIndexOf("!");
  if (served.writes && script.changed) add(list, item(t("saveHere"), () => save_here(script, bang)));
  add(list, item(t("saveLoose", visible(script.name)), () => save_script(script)));
  if (bang > 0) add(list, item(t("saveArchive", visible(script.file.slice(0, bang).split("/").at(-1)!)), () => save_archive(script, bang)));
  if (script.source && !script.written) add(list, item(t("saveSource", visible(script.path.split("/").at(-1)!)), async () => {
    save(script.path.split("/").at(-1)!, script.text);
    toast(t("savedWhat", script.path.split("/").at(-1)!));
  }));
  if (how.length > 0) add(list, h("div", { class: "how" }, h("strong", {}, t("intoGame")), ...how.map((way) => h("p", {}, visible(way)))));
  if (script.changed) add(list, button(t("undoAll"), () => { close(); discard(script); }));
}
interface Compiled { ok: boolean; bytes?: Uint8Array; diagnostics: { message: string; line?: number; severity: string; hint?: string }[] }
/** The bytes that the source makes now; those of the file where nothing was changed. */
async function bytes_of(script: Script): Promise<Uint8Array> {
  if (!script.changed) return script.written ? front.call("bytes", script.file) : script.first_bytes;
  if (script.written) return strToU8(script.text);
  const made = await front.ask<Compiled>("compile", { node: script.path, source: script.text, files: script.headers });
  if (made.ok && made.bytes) return made.bytes;
  const first = made.diagnostics.find(({ severity }) => severity === "error");
  if (first?.line) editor?.show(first.line, true);
  throw new Refused(`${t("cannotSave")} ${first ? `${first.line ? `${t("line", first.line)}: ` : ""}${first.message}` : ""}`);
}
const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);
/** The functions that are others now. */
async function what_changed(script: Script): Promise<string> {
  try {
    const { functions } = await front.ask<{ functions: { before?: string; after?: string }[] }>("diff", { before: script.file, after: await script.current(front) });
    return functions.map(({ before, after }) => after ?? before).join(", ") || t("savedElse");
  } catch { return t("savedElse"); }
}
async function saved(script: Script, name: string, bytes: Uint8Array, is_same: boolean): Promise<void> {
  save(name, bytes);
  toast(is_same ? t("savedSame", name) : t("savedChanged", name, number(bytes.length), await what_changed(script)));
}
async function save_script(script: Script): Promise<void> {
  const bytes = await bytes_of(script);
  await saved(script, script.name, bytes, same(bytes, script.written ? await front.call("bytes", script.file) : script.first_bytes));
}
async function save_archive(script: Script, bang: number): Promise<void> {
  const archive = script.file.slice(0, bang);
  const bytes = await bytes_of(script);
  if (!script.changed) return saved(script, archive.split("/").at(-1)!, await front.call("bytes", archive), true);
  const packed = await front.ask<{ files: { name: string; bytes: Uint8Array }[] }>("pack", { node: archive, changes: [{ member: script.file.slice(bang + 1), bytes }] });
  for (const { name, bytes: whole } of packed.files) await saved(script, name.split("/").at(-1)!, whole, false);
}
/** Writes the script, or the archive with it, where it was read from. */
async function save_here(script: Script, bang: number): Promise<void> {
  const bytes = await bytes_of(script);
  const what = await what_changed(script);
  const archive = script.file.slice(0, bang);
  const made = bang < 0 ? [{ name: script.file, bytes }]
    : (await front.ask<{ files: { name: string; bytes: Uint8Array }[] }>("pack", { node: archive, changes: [{ member: script.file.slice(bang + 1), bytes }] })).files;
  const folder = archive.slice(0, archive.lastIndexOf("/") + 1);
  let backup = "";
  for (const { name, bytes: whole } of made) {
    const entry = entries.find(({ path }) => path === name) ?? entries.find(({ path }) => path === folder + name.split("/").at(-1)!);
    if (!entry || !("served" in entry.content)) throw new Error(t("cannotSave"));
    backup = await served.put(entry.content, whole) ?? backup;
  }
  keep(`draft:${script.file}`, null);
  await open_entries(entries, { file: script.file, ...(selection.line ? { line: selection.line } : {}) });
  toast(t("savedHere", made.map(({ name }) => name.split("/").at(-1)!).join(", "), what) + (backup ? ` ${t("backup", backup)}` : ""));
}
async function share(): Promise<void> {
  const script = current;
  if (!script) return;
  if (!sample && !script.changed && !own) return toast(t("sharedGame"));
  let hash = hash_of({ file: script.file, ...(selection.line ? { line: selection.line } : {}) });
  if (script.changed || own) {
    const before = own;
    own = { name: script.file === own?.name ? own.name : script.path.split("/").at(-1)!, text: script.text };
    hash = hash_of({ file: own.name });
    own = before;
    if (hash.length > 30_000) return toast(t("sharedLong"));
  }
  const url = new URL(hash, location.href).href;
  try { await navigator.clipboard.writeText(url); toast(t("shared")); } catch { location.hash = hash; }
}

// --- Keys, drops, history ---

window.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const in_dialog = document.querySelector("dialog[open]") !== null;
  if (command && event.key.toLowerCase() === "k" && entries.length > 0) palette.open(editor_selection());
  else if (in_dialog || !current) return;
  else if (command && event.key.toLowerCase() === "s") void save_script(current).catch((problem) => toast(problem.message));
  else if (event.altKey && /^[1-6]$/.test(event.key) && views[0]) {
    const form = forms[Number(event.key) - 1]!;
    if (current.source || form !== "source" && form !== "changes") { show_form(views[0], form); remember(); }
  } else if (event.key === "F6") next_area(event.shiftKey ? -1 : 1);
  else if (event.key === "F5") { try_area.hidden = false; void runner.move(event.shiftKey ? "reverseContinue" : "continue"); }
  else if (event.key === "F10") { try_area.hidden = false; void runner.move(event.shiftKey ? "stepBack" : "next"); }
  else if (event.key === "F11") { try_area.hidden = false; void runner.move(event.shiftKey ? "stepOut" : "stepIn"); }
  else if (event.key === "?" && !/^(input|textarea|select)$/i.test((event.target as HTMLElement).tagName) && !(event.target as HTMLElement).classList.contains("editor")) keys();
  else return;
  event.preventDefault();
});
function editor_selection(): string | undefined {
  if (!editor) return undefined;
  const { state } = editor.view;
  const chosen = state.sliceDoc(state.selection.main.from, state.selection.main.to);
  return chosen && !chosen.includes("\n") ? chosen : undefined;
}
function next_area(step: number): void {
  const names: Area[] = (["tree", "page", "beside", "try"] as Area[]).filter((name) => name !== "try" || !try_area.hidden);
  const now = names.findIndex((name) => places.querySelector(`.${name}`)!.contains(document.activeElement));
  const next = names[(now + step + names.length) % names.length]!;
  show_area(next);
  if (next === "page" && editor && views.some(({ form }) => form === "source")) editor.view.focus();
  else places.querySelector<HTMLElement>(`.${next} :is(.rows, .scroll, select, button)`)?.focus();
}

window.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
window.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
window.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer) void dropped(event.dataTransfer).then((found) => open_entries(found));
});
window.addEventListener("popstate", () => void arrive_from_hash());
window.addEventListener("hashchange", () => void arrive_from_hash());

async function arrive_from_hash(): Promise<void> {
  const text = /^#text=([^,]*),([^:]*)/.exec(location.hash);
  if (text) {
    try {
      const name = decodeURIComponent(text[1]!);
      if (own?.name === name && current) return;
      const content = inflateSync(from_base64(text[2]!));
      if (content.length > 1 << 24) throw new Error();
      await open_entries([{ path: name, content }], { file: name });
      own = { name, text: strFromU8(content) };
      return remember();
    } catch { return welcome(t("linkBroken"), true); }
  }
  const place = place_of(location.hash);
  if (!place) {
    if (entries.length > 0) { leave(); back?.end(); entries = []; }
    return welcome();
  }
  if (wanted && hash_of(wanted) === location.hash && current) return;
  if (entries.length > 0 && files.includes(place.file.split("!")[0]!)) return go(place, true);
  const shipped = place.file.replace(/^samples\//, "");
  if (place.file.startsWith("samples/") && samples.sets.some(({ files: all }) => all.includes(shipped))) return open_sample(shipped, place);
  welcome(t("linkMissing", place.file));
}

window.addEventListener("beforeunload", (event) => {
  // Texts are stored as one types; only what could not be would be lost.
  if (current?.changed && stored(`draft:${current.file}`) !== current.text) event.preventDefault();
});

/** The files that `vellum web` serves, or what the address says. */
async function begin(): Promise<void> {
  try {
    const given = await served.files();
    if (given && given.length > 0) return await open_entries(given, place_of(location.hash));
  } catch (problem: any) { return welcome(problem.message, true); }
  await arrive_from_hash();
}

listen(front);
void compile().catch(() => welcome(t("moduleMissing"), true));
void begin();
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register(new URL("offline.js", document.baseURI)).catch(() => {});
