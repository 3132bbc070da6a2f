// One script and its forms, in one pane or two: what is chosen in one is marked in all.
import { add, button, h, replace, visible } from "./dom";
import { Editor } from "./editor";
import { is_narrow, menu, toast } from "./frame";
import type { Location } from "./lsp";
import { mark } from "./marks";
import type { Failed } from "./messages";
import { forms, type Form, type Place } from "./place";
import type { Script, Selection } from "./script";
import type { Session } from "./session";
import { keep, keep_draft, stored } from "./store";
import { t } from "./texts";
import { Bytes } from "./bytes";
import { Changes } from "./compare";
import { Graph, Picture } from "./graph";
import { Information, Listing, problem_box, type Context, type View } from "./views";

interface Pane { form: Form; view?: View; host: HTMLElement; tabs: HTMLElement }
export interface Hooks {
  /** A name is chosen in the script; empty: none. */
  what(name: string): void;
  uses(name: string): void;
  go(place: Place): void;
  /** Line or form are others now. */
  moved(): void;
  share(): void;
  toggle_try(): void;
  fill_save(list: HTMLElement, close: () => void): void;
  stops_changed(): void;
  changed(script: Script): void;
}
/** Forms that only some scripts have, and that the workspace is asked for. */
const asked = ["states", "map"] as const;
const most_editors = 12;

export class Page {
  readonly element = h("div", { class: "form", id: "script", tabindex: -1 });
  current: Script | undefined;
  selection: Selection = {};
  chosen_name = "";
  private editor: Editor | undefined;
  /** Each keeps its own undo. */
  private readonly editors = new Map<Script, Editor>();
  private panes: Pane[] = [];
  private readonly panes_box = h("div", { class: "panes" });
  private readonly changed_badge = h("span", { class: "badge", hidden: true }, t("changed"));
  private readonly trouble = h("button", { type: "button", class: "trouble", hidden: true });
  private readonly rename_bar = h("form", { class: "bar", hidden: true });
  private readonly save_menu: HTMLElement;

  constructor(private readonly session: Session, private readonly hooks: Hooks) {
    this.save_menu = menu(t("save"), (list, close) => this.hooks.fill_save(list, close));
  }
  // --- Which script ---

  leave(): void {
    this.editor = undefined;
    this.trouble.hidden = true;
    for (const { view } of this.panes) view?.free?.();
    this.panes = [];
    this.current = undefined;
    this.selection = {};
    this.chosen_name = "";
  }
  /** Everything that belongs to files that are no longer opened. */
  forget(): void {
    this.leave();
    for (const each of this.editors.values()) each.free();
    this.editors.clear();
  }
  /** Something instead of a script. */
  say(...content: (Node | null)[]): void { replace(this.element, h("h1", { class: "hidden" }, t("page")), ...content); }
  refuse(failed: Failed): void {
    const unknown = failed.diagnostics.some(({ code }) => code === "engine.unknown");
    replace(this.element, heading(failed.file), h("div", { class: `say ${unknown ? "" : "bad"}`, role: "status" },
      h("div", {}, ...(unknown || failed.diagnostics.length === 0 ? [h("p", {}, t("notScript"))] : failed.diagnostics.map(problem_box)))));
  }
  show(script: Script, place: Place): void {
    this.current = script;
    this.changed_badge.hidden = !script.changed;
    const own_name = script.code.source_name?.split(/[/!]/).at(-1) ?? "";
    const verdict = script.verdict === "identical" ? h("span", { class: "badge good", title: t("identical") }, `✓ ${visible(own_name)}`)
      : script.verdict === "fallback" ? h("span", { class: "badge", title: script.reason || t("partly") }, t("partly")) : null;
    replace(this.element, heading(script.file, mark(script.engine), verdict, this.changed_badge,
      button(t("share"), () => this.hooks.share(), { class: "plain wide" }), button(t("split"), () => this.split(), { class: "plain split" }),
      button(`▶ ${t("try")}`, () => this.hooks.toggle_try()), this.save_menu), this.rename_bar, this.panes_box);
    this.rename_bar.hidden = true;
    if (script.restored) {
      script.restored = false;
      const note = h("div", { class: "say warning", role: "status" }, t("restored"), button(t("undoAll"), () => { this.discard(script); note.remove(); }));
      this.element.insertBefore(note, this.panes_box);
    }
    if (script.changed && !script.tied) void this.follow_text(script);
    if (!script.source) this.element.insertBefore(h("div", { class: "say" }, t("noSource")), this.panes_box);
    this.panes_box.replaceChildren();
    const form = place.form && this.has(place.form) ? place.form : script.source ? "source" : "listing";
    this.add_pane(form);
    if (stored("split") === "yes" && innerWidth > 1100) this.add_pane(form !== "source" && script.source ? "source" : "listing");
    void this.ask_forms(script, place.form);
    this.arrive(place.form && !this.has(place.form) ? { file: place.file, ...(place.line ? { line: place.line } : {}) } : place);
  }
  private has(form: Form): boolean {
    const script = this.current;
    if (form === "source" || form === "changes") return !!script?.source;
    return !asked.some((each) => each === form) || !!script?.pictures.has(form);
  }
  /** Pictures that the script may have, drawn once. */
  private async ask_forms(script: Script, wanted?: Form): Promise<void> {
    if (!script.asked) {
      script.asked = true;
      for (const show of asked) {
        const picture = await this.session.front.ask<string>("graph", { node: script.file, show, format: "svg" }).catch(() => undefined);
        if (picture) script.pictures.set(show, picture);
      }
    }
    if (script !== this.current || script.pictures.size === 0) return;
    for (const pane of this.panes) this.draw_tabs(pane);
    if (wanted && script.pictures.has(wanted) && this.panes[0]) this.show_form(this.panes[0], wanted);
  }

  // --- Panes and their forms ---

  private add_pane(form: Form): void {
    const host = h("div", { class: "form", role: "tabpanel" });
    const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("page") });
    const pane: Pane = { form, host, tabs };
    this.panes.push(pane);
    this.panes_box.append(h("div", { class: "pane" }, tabs, host));
    tabs.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const all = [...tabs.querySelectorAll("button")];
      all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length]!.click();
      tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    });
    this.show_form(pane, form);
  }
  private draw_tabs(pane: Pane): void {
    replace(pane.tabs, ...forms.filter((each) => this.has(each)).map((each) => {
      const tab = button(t(each), () => { this.show_form(pane, each); if (pane === this.panes[0]) this.hooks.moved(); },
        { role: "tab", "aria-selected": each === pane.form, tabindex: each === pane.form ? 0 : -1, "data-form": each });
      if (each === "changes" && this.current?.changed) tab.append(" ", dot());
      return tab;
    }));
  }
  private show_form(pane: Pane, form: Form): void {
    const script = this.current;
    if (!script) return;
    pane.form = form;
    this.draw_tabs(pane);
    pane.host.setAttribute("aria-label", t(form));
    pane.view?.free?.();
    delete pane.view;
    // The editor is one, and moves to the pane that shows it last.
    if (form === "source") {
      for (const other of this.panes) if (other !== pane && other.form === "source") this.show_form(other, "listing");
      this.editor ??= this.editor_of(script);
      replace(pane.host, this.editor.element, this.trouble);
      this.editor.view.requestMeasure();
      this.mark_selection();
      return;
    }
    const context: Context = { client: this.session.front, script, choose: (chosen, name) => this.choose(chosen, pane, name) };
    const picture = script.pictures.get(form);
    pane.view = picture !== undefined ? new Picture(context, picture, form === "map")
      : form === "listing" ? new Listing(context) : form === "graph" ? new Graph(context) : form === "bytes" ? new Bytes(context)
      : form === "info" ? new Information(context) : new Changes(context, this.session);
    replace(pane.host, pane.view.element);
    pane.view.select(this.selection, true);
  }
  /** The first pane shows this form, if the script has it. */
  show_first(form: Form): void {
    if (!this.panes[0] || !this.has(form)) return;
    this.show_form(this.panes[0], form);
    this.hooks.moved();
  }
  get form(): Form | undefined { return this.panes[0]?.form; }
  private get shows_source(): boolean { return this.panes.some(({ form }) => form === "source"); }
  private split(): void {
    const is = this.panes.length > 1;
    keep("split", is ? null : "yes");
    if (!is) return this.add_pane(this.form === "source" ? "listing" : this.current?.source ? "source" : "bytes");
    this.panes.splice(1, 1)[0]?.view?.free?.();
    this.panes_box.lastElementChild!.remove();
  }

  // --- The editor ---

  private editor_of(script: Script): Editor {
    let made = this.editors.get(script);
    if (!made) {
      for (const [other, editor] of this.editors) {
        if (this.editors.size < most_editors) break;
        if (!other.changed) { editor.free(); this.editors.delete(other); }
      }
      this.editors.set(script, made = this.make_editor(script));
    }
    made.mark({ stops: [...(this.session.breakpoints.get(script.file) ?? [])], at: 0 });
    this.show_trouble(made);
    return made;
  }
  private make_editor(script: Script): Editor {
    let timer = 0;
    const made: Editor = new Editor(this.session.server, script.uri, script.text, `${t("source")}: ${script.file}`, {
      caret: (line, name) => {
        if (script !== this.current) return;
        if (line !== this.selection.line || this.selection.first === undefined) this.choose(script.of_line(line), undefined, name);
        else if (name !== this.chosen_name) this.hooks.what(name);
      },
      changed: (text) => {
        script.text = text;
        script.tied = false;
        this.changed_badge.hidden = !script.changed;
        for (const pane of this.panes) {
          const tab = pane.tabs.querySelector('[data-form="changes"]');
          const now = tab?.querySelector(".dot");
          if (script.changed && !now) tab?.append(" ", dot());
          if (!script.changed) now?.remove();
          if (pane.form === "changes") this.show_form(pane, "changes");
        }
        clearTimeout(timer);
        timer = window.setTimeout(() => {
          keep_draft(script.file, script.original, text);
          this.hooks.changed(script);
          void this.follow_text(script);
        }, 400);
      },
      go: (location) => this.follow(location),
      uses: (name) => this.hooks.uses(name),
      breakpoint: (line) => this.toggle_breakpoint(line),
      problems: () => { if (made === this.editor) this.show_trouble(made); },
      rename: (name, done) => this.ask_name(name, done, made),
    });
    return made;
  }
  private show_trouble(editor: Editor): void {
    const all = editor.problems;
    const first = all.find(({ severity }) => severity === 1) ?? all[0];
    const bad = first?.severity === 1;
    this.trouble.hidden = !first || !bad && !this.current?.changed; // what the game's authors were warned of is theirs
    if (!first) return;
    replace(this.trouble, h("span", { class: `severity ${bad ? "error" : "warning"}` }, `${bad ? "✕" : "!"} ${t(bad ? "error" : "warning")}, ${t("line", first.range.start.line + 1)}: `),
      visible(first.message), all.length > 1 ? h("span", { class: "quiet" }, ` (+${all.length - 1})`) : null);
    this.trouble.onclick = () => editor.select(first.range);
  }
  private ask_name(name: string, done: (name: string) => Promise<void> | void, editor: Editor): void {
    const bar = this.rename_bar;
    const close = () => { bar.hidden = true; editor.view.focus(); };
    const input = h("input", { type: "text", value: name, "aria-label": t("renameTo", name), spellcheck: "false" });
    replace(bar, h("label", {}, `${t("renameTo", visible(name))} `, input), h("button", { type: "submit", class: "main" }, t("rename")), button(t("close"), close));
    bar.hidden = false;
    input.select();
    input.focus();
    bar.onsubmit = async (event) => {
      event.preventDefault();
      try { await done(input.value); bar.hidden = true; } catch (problem: any) { toast(problem.message); }
    };
    bar.onkeydown = (event) => { if (event.key === "Escape") close(); };
  }
  discard(script: Script): void {
    const editor = this.editors.get(script);
    if (editor) return editor.set(script.original);
    script.text = script.original;
    keep_draft(script.file, script.original, script.original);
    this.hooks.changed(script);
    if (script !== this.current) return;
    this.changed_badge.hidden = true;
    void this.follow_text(script);
  }
  /** Listing, bytes and details show the text as it is now. */
  private async follow_text(script: Script): Promise<void> {
    if (!(await script.compiled(this.session.front).catch(() => false)) || script !== this.current) return;
    this.selection = this.editor ? script.of_line(this.editor.line) : this.selection;
    for (const pane of this.panes) if (["listing", "bytes", "graph"].includes(pane.form)) this.show_form(pane, pane.form);
    this.mark_selection();
  }
  private toggle_breakpoint(line: number): void {
    if (!this.current) return;
    const { breakpoints } = this.session, { file } = this.current;
    let set = breakpoints.get(file);
    if (!set) breakpoints.set(file, set = new Set());
    if (!set.delete(line)) set.add(line);
    this.editor?.mark({ stops: [...set] });
    this.hooks.stops_changed();
  }
  private follow({ uri, range }: Location): void {
    if (this.current && uri === this.current.uri) return this.editor?.select(range);
    const file = decodeURIComponent(uri.replace(/^file:\/\/\//, ""));
    if (this.session.files.includes(file)) this.hooks.go({ file, line: range.start.line + 1 });
    else this.hooks.what(this.chosen_name);
  }
  focus(): void { if (this.shows_source) this.editor?.view.focus(); }
  /** What the language server says of the name at the caret. */
  hover(): Promise<string> { return this.editor?.what() ?? Promise.resolve(""); }
  /** The marked text, if it is part of a line. */
  marked(): string | undefined {
    if (!this.editor) return undefined;
    const { state } = this.editor.view;
    const chosen = state.sliceDoc(state.selection.main.from, state.selection.main.to);
    return chosen && !chosen.includes("\n") ? chosen : undefined;
  }

  // --- What is chosen ---

  /** Goes to the place in the script that is shown. */
  arrive({ line, form }: Place): void {
    if (!this.current) return;
    if (form && this.panes[0] && this.panes[0].form !== form && this.has(form)) this.show_form(this.panes[0], form);
    if (line) {
      const place = this.current.of_line(line);
      this.choose(place, undefined, this.name_at(place));
      this.editor?.show(line, !is_narrow());
    } else if (this.selection.line === undefined) this.hooks.what("");
  }
  choose(to: Selection, from?: Pane, name?: string): void {
    if (!this.current) return;
    this.selection = to;
    for (const pane of this.panes) pane.view?.select(to, pane !== from);
    this.mark_selection();
    if (from && to.line && this.shows_source) this.editor?.show(to.line);
    this.hooks.moved();
    if (name !== undefined) this.hooks.what(name);
    else if (from) this.hooks.what(this.name_at(to));
  }
  /** As a link at the side does. */
  choose_named(to: Selection, name: string, focus = false): void {
    this.choose(to, this.panes.find(({ form }) => form !== "source") ?? this.panes[0], name);
    if (to.line) this.editor?.show(to.line, focus);
  }
  private mark_selection(): void {
    const { line, first } = this.selection;
    this.editor?.mark({ chosen: line && first !== undefined ? [line] : [] });
  }
  /** The name that the chosen instruction uses. */
  private name_at({ first }: Selection): string {
    const address = this.current?.instructions[first ?? -1]?.address;
    return this.current?.code.references.find((each) => each.address === address)?.name ?? "";
  }
  get chosen_line(): number | undefined { return this.selection.line; }
  show_line(line: number): void { this.editor?.show(line, true); }

  // --- A run stands somewhere ---

  /** The map of a run, where a pane shows the map. */
  picture(svg: string | undefined): boolean { return this.panes.some(({ view }) => view?.picture?.(svg)); }

  stopped(line: number | undefined, address: number | undefined): void {
    const script = this.current;
    if (!script) return;
    if (line && this.panes[0] && script.source && !this.panes.some(({ form }) => form === "source" || form === "listing" || form === "map")) this.show_form(this.panes[0], "source");
    this.editor?.mark({ at: line ?? 0 });
    if (line && this.shows_source) this.editor?.show(line);
    const index = address === undefined ? -1 : script.at_address(address);
    for (const { view } of this.panes) {
      view?.at?.(index >= 0 ? script.of_instruction(index) : undefined);
      if (index >= 0) view?.select(script.of_instruction(index), true);
    }
  }
}

const dot = () => h("span", { class: "dot", "aria-hidden": "true" }, "●");
export function heading(file: string, ...more: (Node | null)[]): HTMLElement {
  const name = file.split(/[/!]/).at(-1)!; // is never cut off; its folders may be
  const head = h("div", { class: "head" }, h("h1", { class: "name", title: file }, h("span", { class: "folder" }, visible(file.slice(0, file.length - name.length))), h("span", { class: "leaf" }, visible(name))));
  add(head, ...more);
  return head;
}
