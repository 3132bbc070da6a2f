// The source in an editor: CodeMirror, with everything it knows from the language server.
import { autocompletion, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, drawSelection, gutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { h } from "./dom";
import type { Diagnostic, LanguageServer, Location, Position, Range, TextEdit } from "./lsp";
import { markdown } from "./markdown";

export interface Hooks {
  /** The caret is on another line, or on another name. */
  caret(line: number, name: string): void;
  changed(text: string): void;
  go(location: Location): void;
  uses(name: string): void;
  breakpoint(line: number): void;
  problems(): void;
  rename(name: string, done: (name: string) => void): void;
}

const setTokens = StateEffect.define<DecorationSet>();
const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, change) {
    value = value.map(change.changes);
    for (const effect of change.effects) if (effect.is(setTokens)) value = effect.value;
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface Marks { chosen: number[]; at: number; stops: number[] }
const setMarks = StateEffect.define<Partial<Marks>>();
const marks = StateField.define<Marks>({
  create: () => ({ chosen: [], at: 0, stops: [] }),
  update(value, change) {
    for (const effect of change.effects) if (effect.is(setMarks)) value = { ...value, ...effect.value };
    return value;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ chosen, at }) => (view) => {
      const all = [...new Set([...chosen, ...(at ? [at] : [])])].filter((line) => line >= 1 && line <= view.state.doc.lines).sort((a, b) => a - b);
      return Decoration.set(all.map((line) => Decoration.line({ class: line === at ? "line-at" : "line-chosen" }).range(view.state.doc.line(line).from)));
    }),
  ],
});
class Stop extends GutterMarker {
  override toDOM() { return h("span", { class: "stop" }, "●"); }
}
const stop = new Stop();
const stops = (run: (line: number) => void) => gutter({
  class: "stops",
  markers: ({ state }) => {
    const lines = state.field(marks).stops.filter((line) => line >= 1 && line <= state.doc.lines).sort((a, b) => a - b);
    return RangeSet.of(lines.map((line) => stop.range(state.doc.line(line).from)));
  },
  lineMarkerChange: (update) => update.startState.field(marks) !== update.state.field(marks),
  initialSpacer: () => stop,
  domEventHandlers: { mousedown(view, line) { run(view.state.doc.lineAt(line.from).number); return true; } },
});

export const look: Extension = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--background)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.5", fontVariantLigatures: "none" },
  ".cm-content": { caretColor: "var(--text)" },
  "&.cm-focused .cm-cursor, .cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--background)", color: "var(--quiet)", border: "none" },
  ".stops": { width: "16px", cursor: "pointer" },
  ".stop": { color: "var(--bad)" },
  ".line-chosen": { backgroundColor: "var(--chosen)" },
  ".line-at": { backgroundColor: "var(--at)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--selected)" },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px", maxWidth: "560px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "2px 8px", fontFamily: "var(--code)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { padding: "8px 12px" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)" },
  ".cm-panels input, .cm-panels button": { font: "inherit", color: "inherit", background: "var(--background)", border: "1px solid var(--line)", borderRadius: "4px" },
  ".cm-diagnostic": { padding: "4px 12px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-changedLine": { backgroundColor: "var(--changed) !important" },
  ".cm-changedText": { background: "var(--changed-text) !important" },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '""' },
  ".cm-collapsedLines": { color: "var(--quiet)", background: "var(--raised)", padding: "4px 12px" },
  ".tip": { padding: "8px 12px", fontFamily: "var(--interface)", fontSize: "14px" },
  ".tip pre": { fontFamily: "var(--code)", fontSize: "13px", whiteSpace: "pre-wrap", margin: "0 0 4px" },
  ".tip p": { margin: "4px 0" },
  ".t-keyword, .t-decorator": { color: "var(--k-keyword)" },
  ".t-type, .t-class": { color: "var(--k-name)" },
  ".t-function, .t-event": { color: "var(--k-name)" },
  ".t-method": { color: "var(--k-native)" },
  ".t-enumMember, .t-macro, .t-number": { color: "var(--k-number)" },
  ".t-string": { color: "var(--k-text)" },
  ".t-comment": { color: "var(--k-comment)" },
});

export const at = (doc: Text, { line, character }: Position): number => {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
};
const position = (doc: Text, offset: number): Position => {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
};

const completion_kinds = ["", "text", "method", "function", "function", "property", "variable", "class", "interface", "namespace", "property", "constant",
  "constant", "enum", "keyword", "text", "text", "text", "text", "text", "text", "constant", "class", "function", "keyword", "type"];

export class Editor {
  readonly element = h("div", { class: "editor" });
  readonly view: EditorView;
  private readonly root: ShadowRoot;
  private timer = 0;
  private dirty = false;
  problems: Diagnostic[] = [];
  private readonly editable = new Compartment();
  private opened: Promise<void>;

  constructor(private readonly server: LanguageServer, readonly uri: string, text: string, label: string, private readonly hooks: Hooks) {
    // A shadow root: the editor's styles are constructed sheets there, which a strict Content-Security-Policy allows.
    this.root = this.element.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [fill];
    this.view = new EditorView({
      root: this.root,
      parent: this.root,
      state: EditorState.create({ doc: text, extensions: this.extensions(label) }),
    });
    this.opened = server.open(uri, text, (all) => this.show_problems(all)).then(() => this.color());
    this.opened.catch(() => {});
  }
  get text(): string { return this.view.state.doc.toString(); }
  free(): void {
    clearTimeout(this.timer);
    this.view.destroy();
    void this.server.close(this.uri).catch(() => {});
  }

  private extensions(label: string): Extension {
    return [
      stops((line) => this.hooks.breakpoint(line)), lineNumbers(), highlightSpecialChars(), history(), drawSelection(), tokens, marks, look,
      highlightSelectionMatches({ highlightWordAroundCursor: true, wholeWords: true }),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      this.editable.of([]),
      autocompletion({ override: [(context) => this.complete(context)], icons: false }),
      hoverTooltip((view, offset) => this.hover(view, offset)),
      EditorView.domEventHandlers({
        click: (event) => {
          if (!event.ctrlKey && !event.metaKey) return false;
          void this.definition();
          return true;
        },
      }),
      keymap.of([
        { key: "F12", run: () => { void this.definition(); return true; } },
        { key: "Shift-F12", run: () => { this.hooks.uses(this.name()); return true; } },
        { key: "F2", run: () => { void this.rename(); return true; } },
        { key: "F9", run: () => { this.hooks.breakpoint(this.line); return true; } },
        { key: "Shift-Alt-f", run: () => { void this.format(); return true; } },
        ...completionKeymap, ...searchKeymap.filter(({ key }) => key !== "Mod-k"), ...historyKeymap, indentWithTab,
        ...defaultKeymap.filter(({ key }) => key !== "Mod-k" && key !== "Ctrl-k"),
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          this.dirty = true;
          clearTimeout(this.timer);
          this.timer = window.setTimeout(() => void this.tell(), 200);
          this.hooks.changed(this.text);
        }
        if (update.selectionSet || update.docChanged) this.hooks.caret(this.line, this.name());
      }),
    ];
  }
  get line(): number { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }

  /** The name or text that the caret is in, as the language server divides the line. */
  name(): string {
    const { state } = this.view;
    const head = state.selection.main.head;
    let found = "";
    state.field(tokens).between(head, head, (from, to) => {
      found = state.sliceDoc(from, to);
      return false;
    });
    if (found === "") {
      const word = state.wordAt(head);
      found = word ? state.sliceDoc(word.from, word.to) : "";
    }
    return found.replace(/^(["'])(.*)\1$/s, "$2");
  }

  /** The server has the text of the editor afterwards. */
  private async tell(): Promise<void> {
    clearTimeout(this.timer);
    await this.opened;
    if (!this.dirty) return;
    this.dirty = false;
    await this.server.change(this.uri, this.text);
    await this.color();
  }
  private async ask<T>(method: string, offset: number, more: object = {}): Promise<T | null> {
    await this.tell();
    return this.server.request<T>(`textDocument/${method}`, {
      textDocument: { uri: this.uri }, position: position(this.view.state.doc, offset), ...more,
    });
  }
  private async color(): Promise<void> {
    const { doc } = this.view.state;
    const answer = await this.server.request<{ data: number[] }>("textDocument/semanticTokens/full", { textDocument: { uri: this.uri } })
      .catch(() => null); // other files were opened meanwhile
    if (!answer || doc !== this.view.state.doc) return;
    const ranges = [];
    let line = 0, character = 0;
    for (let i = 0; i + 4 < answer.data.length; i += 5) {
      line += answer.data[i]!;
      character = (answer.data[i] ? 0 : character) + answer.data[i + 1]!;
      const from = at(doc, { line, character });
      const to = at(doc, { line, character: character + answer.data[i + 2]! });
      if (from < to) ranges.push(Decoration.mark({ class: `t-${this.server.tokens[answer.data[i + 3]!]}` }).range(from, to));
    }
    this.view.dispatch({ effects: setTokens.of(Decoration.set(ranges, true)) });
    if (this.view.hasFocus) this.hooks.caret(this.line, this.name());
  }
  private show_problems(all: Diagnostic[]): void {
    const { doc } = this.view.state;
    this.view.dispatch(setDiagnostics(this.view.state, all.map(({ range, message, severity }) => {
      const from = at(doc, range.start);
      const to = Math.max(from, at(doc, range.end));
      return { from: from === to ? Math.max(doc.lineAt(from).from, from - 1) : from, to, message, severity: severity === 1 ? "error" : severity === 2 ? "warning" : "info" };
    })));
    this.problems = all;
    this.hooks.problems();
  }

  private async hover(view: EditorView, offset: number) {
    const answer = await this.ask<{ contents: { value: string }; range?: Range }>("hover", offset).catch(() => null);
    if (!answer) return null;
    const pos = answer.range ? at(view.state.doc, answer.range.start) : offset;
    return { pos, above: true, create: () => ({ dom: h("div", { class: "tip" }, ...markdown(answer.contents.value)) }) };
  }
  async what(): Promise<string> {
    const answer = await this.ask<{ contents: { value: string } }>("hover", this.view.state.selection.main.head);
    return answer?.contents.value ?? "";
  }
  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const before = context.matchBefore(/[\w$@#]*/);
    const last = context.state.sliceDoc(context.pos - 1, context.pos);
    if (!context.explicit && (!before || before.from === before.to) && !this.server.triggers.includes(last)) return null;
    type Item = { label: string; kind?: number; detail?: string; documentation?: string | { value: string }; insertText?: string; textEdit?: TextEdit };
    const answer = await this.ask<Item[] | { items: Item[] }>("completion", context.pos).catch(() => null);
    if (!answer) return null;
    const items = Array.isArray(answer) ? answer : answer.items;
    const edit = items.find(({ textEdit }) => textEdit)?.textEdit;
    const from = edit ? at(context.state.doc, edit.range.start) : before?.from ?? context.pos;
    return {
      from,
      validFor: /^[\w$@#]*$/,
      options: items.map(({ label, kind, detail, documentation, insertText, textEdit }): Completion => ({
        label, ...(detail ? { detail } : {}), type: completion_kinds[kind ?? 0] ?? "",
        apply: (textEdit?.newText ?? insertText ?? label).replace(/\$\{\d+:?([^}]*)\}|\$\d/g, "$1"),
        ...(documentation ? { info: () => h("div", { class: "tip" }, ...markdown(typeof documentation === "string" ? documentation : documentation.value)) } : {}),
      })),
    };
  }
  async definition(): Promise<void> {
    const answer = await this.ask<Location | Location[]>("definition", this.view.state.selection.main.head).catch(() => null);
    const first = Array.isArray(answer) ? answer[0] : answer;
    if (first) this.hooks.go(first);
  }
  async references(): Promise<Location[]> {
    return (await this.ask<Location[]>("references", this.view.state.selection.main.head, { context: { includeDeclaration: true } }).catch(() => null)) ?? [];
  }
  async rename(): Promise<void> {
    const head = this.view.state.selection.main.head;
    const can = await this.ask<Range | { range: Range; placeholder: string }>("prepareRename", head).catch(() => null);
    if (!can) return;
    const range = "range" in can ? can.range : can;
    const { doc } = this.view.state;
    this.hooks.rename(this.view.state.sliceDoc(at(doc, range.start), at(doc, range.end)), async (newName) => {
      const answer = await this.ask<{ changes?: Record<string, TextEdit[]> }>("rename", head, { newName });
      this.apply(answer?.changes?.[this.uri] ?? []);
      this.view.focus();
    });
  }
  async format(): Promise<void> {
    await this.tell();
    const edits = await this.server.request<TextEdit[]>("textDocument/formatting", {
      textDocument: { uri: this.uri }, options: { tabSize: 4, insertSpaces: true },
    }).catch(() => null);
    this.apply(edits ?? []);
  }
  private apply(edits: TextEdit[]): void {
    const { doc } = this.view.state;
    this.view.dispatch({ changes: edits.map(({ range, newText }) => ({ from: at(doc, range.start), to: at(doc, range.end), insert: newText })) });
  }

  mark(what: Partial<Marks>): void { this.view.dispatch({ effects: setMarks.of(what) }); }
  show(line: number, focus = false): void {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    const from = doc.line(line).from;
    const same = this.line === line;
    this.view.dispatch({ ...(same ? {} : { selection: { anchor: from } }), effects: EditorView.scrollIntoView(from, { y: "center" }) });
    if (focus) this.view.focus();
  }
  select(range: Range): void {
    const { doc } = this.view.state;
    this.view.dispatch({ selection: { anchor: at(doc, range.start) }, effects: EditorView.scrollIntoView(at(doc, range.start), { y: "center" }) });
    this.view.focus();
  }
  set(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }
}

export const fill = new CSSStyleSheet();
fill.replaceSync(":host { display: block; height: 100%; min-height: 0 } .cm-mergeView, .cm-editor { height: 100% } .cm-mergeView { overflow: auto }");
