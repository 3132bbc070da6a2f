// The page: four places around one script. What it shows it has asked a workspace in a worker.
import "./style.css";
import { Beside } from "./beside";
import { Changed } from "./changed";
import { Refused, Stopped, compile } from "./client";
import { button, h, replace, visible } from "./dom";
import { dropped } from "./files";
import { Frame, is_narrow, show_keys, tell_problem, toast } from "./frame";
import { GameTexts } from "./game_texts";
import { Home } from "./home";
import { hosted } from "./hosted";
import type { Entry, Hit } from "./messages";
import { Page, heading } from "./page";
import { Palette } from "./palette";
import { forms, hash_of, hash_of_text, place_of, text_of, type Place } from "./place";
import { Problems } from "./problems";
import { is_failed, sentence } from "./script";
import { Session } from "./session";
import { draft_of } from "./store";
import { number, t } from "./texts";
import { Tree, game_line } from "./tree";
import { Try } from "./try";
import { is_sample, sample_entries, welcome } from "./welcome";

const app = document.getElementById("app")!;
const session = new Session();
let wanted: Place | undefined;
let turn = 0;

// --- The parts of the page ---

const page: Page = new Page(session, {
  what: (name) => void beside.show(name),
  uses: (name) => { frame.show("beside"); void beside.show(name); beside.element.focus(); },
  go: (place) => void go(place),
  moved: remember,
  share: () => void share(),
  toggle_try: () => frame.toggle_try(),
  fill_save: (list, close) => home.fill_menu(list, close, () => void go({ file: "", overview: "changed" })),
  stops_changed: () => void runner.set_stops(),
  changed: () => tell_overviews(),
});
const beside = new Beside(session, page, { go: (place) => void go(place), function_chosen: (name) => runner.choose(name) });
const home = new Home(session, page, () => {
  const { current } = page;
  return open(session.entries, current ? { file: current.file, ...(page.chosen_line ? { line: page.chosen_line } : {}) } : undefined);
});
const runner = new Try({ entries: () => session.entries, stopped: (line, address) => page.stopped(line, address), breakpoints: ({ file }) => [...(session.breakpoints.get(file) ?? [])],
  picture: (svg) => page.picture(svg),
  go_address: (address) => { const { current } = page; if (current) page.choose_named(current.of_instruction(Math.max(0, current.at_address(address))), ""); } });
const changed = new Changed(session, home, { go: (place) => void go(place), discard: (script) => page.discard(script) });
let game_texts = new GameTexts(session, (place) => void go(place));
const tree = new Tree(session.front, (file) => void go({ file }));
const palette = new Palette(() => session.back, (hit) => void go(hit));
const problems = new Problems((file) => void go({ file }));
const game = h("div");
const status = h("div", { class: "status", role: "status" });
const bar = h("progress", { "aria-label": t("indexing", 0, 0), max: 1, value: 0, hidden: true });
const texts_link = button(t("gameTexts"), () => void go({ file: "", overview: "texts" }), { class: "link" });
const changed_link = button("", () => void go({ file: "", overview: "changed" }), { class: "link", hidden: true });
const frame = new Frame(page.element, {
  tree: [game, h("div", { class: "head" }, h("h2", {}, t("tree"))), bar, status, tree.element, h("div", { class: "overviews" }, texts_link, changed_link), problems.element],
  page: [page.element],
  beside: [h("div", { class: "head" }, h("h2", {}, t("beside"))), beside.element],
  try: [runner.element],
}, { home: () => { location.hash = ""; }, search: () => palette.open() });

session.onProgress = (progress) => {
  palette.progress = progress;
  const { done, all, scripts, texts, problems: bad, others } = progress;
  bar.hidden = done >= all;
  bar.max = all;
  bar.value = done;
  bar.setAttribute("aria-label", t("indexing", number(done), number(all)));
  status.textContent = done < all ? t("indexing", number(done), number(all))
    : [t("scripts", number(scripts)), t("texts", number(texts)), t("filesCount", number(session.files.length))].join(", ");
  tree.know(others);
  problems.tell(bad);
  if (done >= all && page.current) void beside.tell_uses();
};
session.onDeath = () => {
  tree.client_changed(session.front);
  page.forget();
  runner.set(undefined);
  page.say(h("div", { class: "say bad", role: "alert" }, t("moduleDied")));
};
function tell_overviews(): void {
  const count = session.changed_now;
  changed_link.hidden = count === 0;
  changed_link.textContent = t("whatChanged", number(count));
}

// --- Opening ---

const start_page = (message = "", bad = false) => welcome(app, { open: (entries) => void open(entries), sample: (file) => void open_sample(file) }, message, bad);

async function open_sample(file: string, place?: Place): Promise<void> {
  const entries = await sample_entries(file).catch(() => undefined);
  if (!entries) return start_page(t("linkBroken"), true);
  await open(entries, place ?? { file: `samples/${file}` });
  session.sample = true;
}
async function open(entries: Entry[], place?: Place): Promise<void> {
  if (entries.length === 0) return start_page(t("nothingOpened"), true);
  page.forget();
  runner.set(undefined);
  frame.mount(app);
  replace(game);
  page.say(h("div", { class: "empty", role: "status" }, t("opening")));
  beside.clear();
  problems.tell([]);
  try {
    const rows = await session.open(entries);
    tree.set(rows);
    status.textContent = t("filesCount", number(session.files.length));
    session.start_index();
    game_texts = new GameTexts(session, (place) => void go(place));
    void session.recognise().then((found) => { 
      if (!found) return;
      replace(game, game_line(found.engine, [found.game, found.version].filter(Boolean).join(" ")));
      const first = found.places.find(({ format }) => format !== "folder");
      if (first && !page.current) void tree.reveal(`${found.folder}/${first.path}`);
    });
    void session.changed().then(tell_overviews);
    const { files } = session;
    if (place) await go(place, true);
    else {
      page.say(h("div", { class: "empty" }, h("p", {}, t("chooseScript"))));
      if (files.length === 1) tree.open(files[0]!);
    }
    if (!place && is_narrow() && files.length > 1) frame.show("tree");
  } catch (problem: any) {
    start_page(problem instanceof Refused ? sentence(problem as any) : t("moduleMissing"), true);
  }
}

// --- Going somewhere ---

async function go(place: Place | Hit, replace_history = false): Promise<void> {
  const to: Place = { file: place.file, ...(place.line ? { line: place.line } : {}), ...("form" in place && place.form ? { form: place.form } : {}),
    ...("overview" in place && place.overview ? { overview: place.overview } : {}) };
  const now = ++turn;
  const hash = address_of(to);
  if (location.hash !== hash) history[replace_history ? "replaceState" : "pushState"](null, "", hash);
  wanted = to;
  frame.show("page");
  if (to.overview) return overview(to.overview);
  if (page.current?.file === to.file) return page.arrive(to);
  const late = setTimeout(() => { if (now === turn) page.say(h("div", { class: "empty", role: "status" }, t("reading", visible(to.file)))); }, 100);
  try {
    const script = await session.read(to.file);
    if (now !== turn) return;
    leave();
    tree.choose(to.file);
    document.title = `${to.file.split(/[/!]/).at(-1)} – ${t("title")}`;
    if (is_failed(script)) return page.refuse(script);
    runner.set(script);
    page.show(script, to);
    tell_overviews();
  } catch (problem: any) {
    if (now === turn && !(problem instanceof Stopped)) {
      leave();
      page.refuse({ file: to.file, ok: false, diagnostics: [{ severity: "error", message: problem.message, hint: problem.hint ?? "" }] });
    }
  } finally { clearTimeout(late); }
}
function leave(): void {
  page.leave();
  beside.clear();
}
function overview(which: NonNullable<Place["overview"]>): void {
  leave();
  runner.set(undefined);
  tree.choose("");
  const view = which === "texts" ? game_texts : changed;
  const title = t(which === "texts" ? "gameTexts" : "whatChangedTitle");
  document.title = `${title} – ${t("title")}`;
  replace(page.element, heading(title), view.element);
  void view.show();
}

// --- The address bar holds the place; back and forward go from script to script ---

function address_of(place: Place): string {
  const { own } = session;
  return own && place.file === own.name ? hash_of_text(own, place.line) : hash_of(place);
}
function remember(): void {
  if (!page.current) return;
  const { form, selection: { line } } = page;
  wanted = { file: page.current.file, ...(line ? { line } : {}), ...(form && form !== "source" ? { form } : {}) };
  history.replaceState(null, "", address_of(wanted));
}
async function arrive_from_hash(): Promise<void> {
  const { hash } = location;
  if (hash.startsWith("#text=")) {
    try {
      const own = text_of(hash)!;
      if (session.own?.name === own.name && page.current) return;
      const place = { file: own.name, ...(own.line ? { line: own.line } : {}) };
      await open([{ path: own.name, content: new TextEncoder().encode(own.text) }], place);
      session.own = own;
      return remember();
    } catch { return start_page(t("linkBroken"), true); }
  }
  const place = place_of(hash);
  if (!place) {
    if (session.entries.length > 0) { leave(); session.close(); }
    return start_page();
  }
  if (wanted && address_of(wanted) === hash && (page.current || wanted.overview)) return;
  if (session.entries.length > 0 && (place.overview || session.files.includes(place.file.split("!")[0]!))) return go(place, true);
  const shipped = place.file.replace(/^samples\//, "");
  if (place.file.startsWith("samples/") && is_sample(shipped)) return open_sample(shipped, place);
  start_page(t("linkMissing", place.file));
}
async function share(): Promise<void> {
  const script = page.current;
  if (!script) return;
  const { line } = page.selection;
  const mine = script.changed || script.file === session.own?.name;
  if (!session.sample && !mine) return toast(t("sharedGame"));
  const hash = mine ? hash_of_text({ name: script.file === session.own?.name ? script.file : script.path.split("/").at(-1)!, text: script.text }, line)
    : hash_of({ file: script.file, ...(line ? { line } : {}), ...(page.form && page.form !== "source" ? { form: page.form } : {}) });
  if (hash.length > 30_000) return toast(t("sharedLong"));
  const url = new URL(hash, location.href).href;
  try { await navigator.clipboard.writeText(url); toast(t("shared")); } catch { location.hash = hash; }
}

// --- Keys, drops, history ---

window.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  const { current } = page;
  const move = (command: string) => { frame.open_try(); void runner.move(command); };
  if (command && event.key.toLowerCase() === "k" && session.entries.length > 0) palette.open(page.marked());
  else if (document.querySelector("dialog[open]") !== null || !current) return;
  else if (command && event.key.toLowerCase() === "s") void home.save_script(current).catch(tell_problem);
  else if (event.altKey && /^[1-8]$/.test(event.key)) page.show_first(forms[Number(event.key) - 1]!);
  else if (event.key === "F6") { if (frame.next(event.shiftKey ? -1 : 1) === "page") page.focus(); }
  else if (event.key === "F5") move(event.shiftKey ? "reverseContinue" : "continue");
  else if (event.key === "F10") move(event.shiftKey ? "stepBack" : "next");
  else if (event.key === "F11") move(event.shiftKey ? "stepOut" : "stepIn");
  else if (event.key === "?" && !/^(input|textarea|select)$/i.test((event.target as HTMLElement).tagName) && !(event.target as HTMLElement).classList.contains("editor")) show_keys();
  else return;
  event.preventDefault();
});
window.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
window.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
window.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer) void dropped(event.dataTransfer).then((found) => open(found)).catch(tell_problem);
});
window.addEventListener("popstate", () => void arrive_from_hash());
window.addEventListener("hashchange", () => void arrive_from_hash());
window.addEventListener("beforeunload", (event) => {
  // Texts are stored as one types; only what could not be would be lost.
  const { current } = page;
  if (current?.changed && draft_of(current.file, current.original) !== current.text) event.preventDefault();
});

void compile().catch(() => start_page(t("moduleMissing"), true));
void hosted().then(async (server) => {
  if (!server) return arrive_from_hash();
  const place = place_of(location.hash);
  await open(server.entries, place);
  session.writer = server.writer;
}).catch((problem) => start_page(problem.message, true));
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register(new URL("offline.js", document.baseURI)).catch(() => {});
