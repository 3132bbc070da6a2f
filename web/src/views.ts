// The forms of a script next to its source: listing, bytes, graph, information, changes. Each shows the selection that is chosen
// anywhere, and makes one.
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import type { Client } from "./client";
import { Rows, add, button, h, replace, visible } from "./dom";
import { fill, look } from "./editor";
import type { Function, Problem } from "./messages";
import { sentence, type Script, type Selection } from "./script";
import { number, t } from "./texts";

export interface View {
  readonly element: HTMLElement;
  select(selection: Selection, follow: boolean): void;
  /** Where a stopped run is. */
  at?(selection: Selection | undefined): void;
  free?(): void;
}
export interface Context {
  client: Client;
  script: Script;
  choose(selection: Selection, name?: string): void;
  names(name: string): void;
}

export const hex = (value: number, digits = 4) => value.toString(16).padStart(digits, "0");

// --- Listing ---

export class Listing implements View {
  readonly element: HTMLElement;
  private readonly rows: Rows;
  /** A function, or the number of an instruction. */
  private readonly all: (Function | number)[] = [];
  private selection: Selection = {};
  private stopped: Selection | undefined;
  private readonly names = new Map<number, { kind: string; name: string }>();

  constructor(private readonly context: Context) {
    const { script } = context;
    for (const { kind, name, address } of script.code.references) this.names.set(address, { kind, name });
    let next = 0;
    const functions = script.code.functions;
    script.instructions.forEach(({ address }, index) => {
      while (next < functions.length && functions[next]!.address <= address) this.all.push(functions[next++]!);
      this.all.push(index);
    });
    this.rows = new Rows(20, (index) => this.row(index), { class: "rows listing", role: "listbox", "aria-label": t("listing") });
    this.rows.element.addEventListener("keydown", (event) => this.key(event));
    this.rows.set(this.all.length);
    this.element = h("div", { class: "form" }, this.rows.element);
  }
  private row(index: number): HTMLElement {
    const each = this.all[index]!;
    if (typeof each !== "number") {
      return h("div", { class: "function", role: "option", "aria-selected": "false", on: { click: () => this.context.choose(each.line ? this.context.script.of_line(each.line) : {}, each.name) } }, visible(`${each.name}:`));
    }
    const instruction = this.context.script.instructions[each]!;
    const [lead, ...rest] = instruction.text.split(/(?<=^\S+\s+)/);
    const operands = visible(rest.join(""));
    const chosen = this.selection.first !== undefined && each >= this.selection.first && each <= this.selection.last!;
    const row = h("div", { role: "option", "aria-selected": chosen, on: { click: () => this.context.choose(this.context.script.of_instruction(each)) } },
      h("span", { class: "address" }, `  ${hex(instruction.address)}  `), h("span", { class: "lead" }, visible(lead ?? "")));
    if (chosen) row.classList.add("chosen");
    if (this.stopped?.first === each) row.classList.add("at");
    const named = this.names.get(instruction.address);
    const short = named?.name.split(/[.(]/).at(-1) ?? "";
    const at = named ? [named.name, named.name.replace(/\(.*$/, ""), short].map((name) => [name, operands.indexOf(name)] as const).find(([name, place]) => name && place >= 0) : undefined;
    if (!named || !at) {
      row.append(operands);
      return row;
    }
    const [word, place] = at;
    add(row, operands.slice(0, place), h("span", {
      class: named.kind === "string" ? "text" : named.kind === "native" || named.kind === "method" ? "native" : "name",
      on: { click: (event: Event) => { event.stopPropagation(); this.context.choose(this.context.script.of_instruction(each), named.name); } },
    }, word), operands.slice(place + word.length));
    return row;
  }
  private key(event: KeyboardEvent): void {
    const { script } = this.context;
    const last = script.instructions.length - 1;
    const now = this.selection.first ?? -1;
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + this.rows.page, PageUp: now - this.rows.page, Home: 0, End: last }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.context.choose(script.of_instruction(Math.max(0, Math.min(last, to))));
    this.show();
  }
  private show(): void {
    const index = this.all.indexOf(this.selection.first ?? -1);
    if (index >= 0) this.rows.show(index);
  }
  select(selection: Selection, follow: boolean): void {
    this.selection = selection;
    if (follow) this.show();
    this.rows.refresh();
  }
  at(selection: Selection | undefined): void {
    this.stopped = selection;
    this.rows.refresh();
  }
}

// --- Bytes ---

export class Bytes implements View {
  readonly element: HTMLElement;
  private readonly rows: Rows;
  private readonly fields = h("div", { class: "fields", "aria-live": "polite" });
  private selection: Selection = {};
  private byte = -1;

  constructor(private readonly context: Context) {
    this.rows = new Rows(20, (index) => this.row(index), { class: "rows hex", role: "group", "aria-label": t("bytes") });
    this.rows.element.addEventListener("keydown", (event) => this.key(event));
    this.rows.set(Math.ceil(context.script.bytes.length / 16));
    this.element = h("div", { class: "form" }, this.fields, this.rows.element);
    this.tell();
  }
  private range(): [number, number] {
    const { script: { instructions, code: { code_offset: begin } } } = this.context;
    const first = instructions[this.selection.first ?? -1], last = instructions[this.selection.last ?? -1];
    return begin === undefined || !first || !last ? [-1, -1] : [begin + first.offset, begin + last.offset + last.size];
  }
  private row(index: number): HTMLElement {
    const { bytes, instructions, code } = this.context.script;
    const [from, to] = this.range();
    const one = this.selection.first !== undefined && this.selection.first === this.selection.last ? instructions[this.selection.first]! : undefined;
    const begin = code.code_offset ?? Infinity;
    const end = begin + (instructions.length ? instructions.at(-1)!.offset + instructions.at(-1)!.size : 0);
    const row = h("div", {}, h("span", { class: "address" }, `${hex(index * 16, 6)}  `));
    let letters = "";
    for (let at = index * 16; at < index * 16 + 16; ++at) {
      const byte = bytes[at];
      if (byte === undefined) { row.append("   "); continue; }
      const cell = h("b", { "data-at": at }, hex(byte, 2));
      if (at >= from && at < to) cell.classList.add("chosen");
      if (at >= begin && at < end) cell.classList.add("code");
      const inside = one ? at - begin - one.offset : -1;
      if (one && at === this.byte && one.fields.some((field) => inside >= field.at && inside < field.at + field.size)) cell.classList.add("field");
      row.append(cell, at % 8 === 7 ? "  " : " ");
      letters += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·";
    }
    row.append(h("span", { class: "letters" }, letters));
    row.addEventListener("click", (event) => {
      const at = Number((event.target as HTMLElement).dataset["at"] ?? -1);
      if (at >= 0) this.choose(at);
    });
    return row;
  }
  private choose(at: number): void {
    this.byte = at;
    const index = this.context.script.at_byte(at);
    if (index >= 0) this.context.choose(this.context.script.of_instruction(index));
    else { this.context.choose({}); this.tell(); }
  }
  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -16, ArrowDown: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.choose(Math.max(0, Math.min(this.context.script.bytes.length - 1, (this.byte < 0 ? this.range()[0] : this.byte) + step)));
    this.rows.show(Math.floor(this.byte / 16));
  }
  private tell(): void {
    const { script } = this.context;
    const { first, last } = this.selection;
    if (first === undefined) {
      const at = this.byte;
      return replace(this.fields, at >= 0 ? `${t("offset")} ${number(at)} (0x${hex(at)})` : t("byteHint"));
    }
    const one = script.instructions[first]!;
    if (first !== last) return replace(this.fields, visible(one.text), ` … ${number(last! - first + 1)}`);
    const inside = this.byte - (script.code.code_offset ?? 0) - one.offset;
    replace(this.fields, h("code", {}, visible(one.text)), ...one.fields.map((field) => {
      const box = h("span", { class: "field", title: `${field.kind}, +${field.at}, ${field.size}` }, `${field.name}: ${visible(field.text ?? "")}`);
      if (inside >= field.at && inside < field.at + field.size) box.classList.add("main");
      return box;
    }));
  }
  select(selection: Selection, follow: boolean): void {
    this.selection = selection;
    const [from, to] = this.range();
    if (from >= 0 && (this.byte < from || this.byte >= to)) this.byte = from;
    if (follow && from >= 0) this.rows.show(Math.floor(from / 16));
    this.rows.refresh();
    this.tell();
  }
}

// --- Graph ---

const shapes = new Set(["svg", "g", "rect", "path", "text", "tspan", "title", "defs", "marker"]);
const attributes = new Set(["class", "id", "x", "y", "width", "height", "rx", "d", "viewBox", "refX", "refY", "markerWidth", "markerHeight",
  "markerUnits", "orient", "marker-end", "stroke-width"]);
/** The drawing without anything that could do more than be looked at. */
function drawing(source: Element): Element | undefined {
  if (!shapes.has(source.localName)) return undefined;
  const copy = document.createElementNS("http://www.w3.org/2000/svg", source.localName);
  for (const { name, value } of source.attributes) if (attributes.has(name)) copy.setAttribute(name, value);
  for (const child of source.childNodes) {
    if (child.nodeType === 3) copy.append(child.textContent ?? "");
    else if (child instanceof Element) { const made = drawing(child); if (made) copy.append(made); }
  }
  return copy;
}

export class Graph implements View {
  readonly element: HTMLElement;
  private readonly canvas = h("div", { class: "graph", role: "group", "aria-label": t("graph") });
  private readonly choice = h("select", { "aria-label": t("graphOf"), on: { change: () => void this.draw() } });
  private picture: SVGSVGElement | undefined;
  private view = { x: 0, y: 0, width: 1, height: 1 };
  private selection: Selection = {};
  private late = 0;
  private size = { width: 1, height: 1 };

  constructor(private readonly context: Context) {
    this.choice.append(h("option", { value: "" }, t("wholeProgram")),
      ...context.script.code.functions.map(({ name }) => h("option", { value: name }, visible(name))));
    this.element = h("div", { class: "form" }, h("div", { class: "bar" }, this.choice,
      button("−", () => this.zoom(1.25), { "aria-label": t("zoomOut") }), button("+", () => this.zoom(0.8), { "aria-label": t("zoomIn") }),
      button(t("zoomFit"), () => this.fit())), this.canvas);
    this.pointers();
  }
  private async draw(): Promise<void> {
    const turn = ++this.late;
    const name = this.choice.value;
    const { script, client } = this.context;
    try {
      const text = await client.ask<string>("graph", { node: script.file, format: "svg", source: true, ...(name ? { function: name, lines: 0 } : { natives: false }) });
      if (turn !== this.late) return;
      const parsed = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ""), "image/svg+xml").documentElement;
      this.picture = drawing(parsed) as SVGSVGElement | undefined;
      if (!this.picture) return replace(this.canvas, h("p", { class: "empty" }, t("graphTooBig")));
      const [, , width = 1, height = 1] = (this.picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
      this.size = { width, height };
      this.picture.removeAttribute("width");
      this.picture.removeAttribute("height");
      this.link(name);
      replace(this.canvas, this.picture);
      this.fit();
      this.select(this.selection, true);
    } catch (problem: any) {
      if (turn === this.late) replace(this.canvas, h("p", { class: "empty" }, visible(String(problem.message))));
    }
  }
  /** Nodes are buttons: a block chooses its code, a function of the whole script its own graph. */
  private link(name: string): void {
    for (const node of this.picture!.querySelectorAll<SVGGElement>("g[id]")) {
      const first = this.first(node);
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
      const act = () => {
        if (name !== "") { if (first >= 0) this.context.choose(this.context.script.of_instruction(first)); return; }
        const found = this.context.script.code.functions.find((each) => first >= 0 && this.context.script.instructions[first]!.address === each.address);
        if (found) { this.choice.value = found.name; void this.draw(); }
      };
      node.addEventListener("click", () => { if (!this.dragged) act(); });
      node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } });
    }
  }
  /** Ids are a letter and the address of the first instruction. */
  private first(node: Element): number {
    const address = parseInt(node.id.slice(1), 16);
    return Number.isNaN(address) ? -1 : this.context.script.at_address(address);
  }
  select(selection: Selection, follow: boolean): void {
    this.selection = selection;
    const inside = this.context.script.function_of(selection)?.name ?? "";
    if (follow && this.choice.value !== inside && (inside || !this.picture)) {
      this.choice.value = inside;
      void this.draw();
      return;
    }
    if (!this.picture) return void this.draw();
    const nodes = [...this.picture.querySelectorAll<SVGGElement>("g[id]")];
    let best: SVGGElement | undefined, most = -1;
    for (const node of nodes) {
      node.classList.remove("chosen");
      const first = this.first(node);
      if (selection.first !== undefined && first <= selection.first && first > most) { most = first; best = node; }
    }
    best?.classList.add("chosen");
  }
  private fit(): void {
    const box = this.canvas.getBoundingClientRect();
    const { width, height } = this.size;
    const scale = Math.max(width / Math.max(1, box.width), height / Math.max(1, box.height), 0.5);
    this.view = { x: (width - box.width * scale) / 2, y: (height - box.height * scale) / 2, width: box.width * scale, height: box.height * scale };
    this.show();
  }
  private zoom(by: number, x = 0.5, y = 0.5): void {
    const { view } = this;
    const width = Math.min(200_000, Math.max(40, view.width * by)), height = view.height * width / view.width;
    this.view = { x: view.x + (view.width - width) * x, y: view.y + (view.height - height) * y, width, height };
    this.show();
  }
  private show(): void {
    const { x, y, width, height } = this.view;
    this.picture?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }
  private dragged = false;
  private pointers(): void {
    const down = new Map<number, PointerEvent>();
    this.canvas.addEventListener("pointerdown", (event) => { down.set(event.pointerId, event); this.dragged = false; });
    const up = (event: PointerEvent) => down.delete(event.pointerId);
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
    this.canvas.addEventListener("pointerleave", up);
    this.canvas.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const box = this.canvas.getBoundingClientRect();
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      if (!this.dragged && Math.abs(dx) + Math.abs(dy) < 4) return;
      this.dragged = true;
      if (down.size === 2) { // pinch: by how much the distance changes
        const other = [...down.values()].find(({ pointerId }) => pointerId !== event.pointerId)!;
        const distance = (one: PointerEvent) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
        this.zoom(distance(before) / distance(event));
      } else {
        this.view.x -= dx * this.view.width / box.width;
        this.view.y -= dy * this.view.height / box.height;
        this.show();
      }
      down.set(event.pointerId, event);
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.canvas.getBoundingClientRect();
      this.zoom(Math.exp(event.deltaY / 400), (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    }, { passive: false });
  }
}

// --- Information ---

export function problem_box(problem: Problem): HTMLElement {
  const severity = problem.severity === "error" ? t("error") : problem.severity === "warning" ? t("warning") : t("note");
  const where = problem.line ? `, ${t("line", problem.line)}` : problem.offset !== undefined ? `, ${t("offset").toLowerCase()} ${number(problem.offset)}` : "";
  return h("p", {}, h("span", { class: `severity ${problem.severity}` }, `${severity}${where}: `), visible(sentence(problem)));
}

export class Information implements View {
  readonly element = h("div", { class: "form facts", tabindex: 0, role: "group", "aria-label": t("info") });
  constructor(private readonly context: Context) { void this.fill(); }
  private async fill(): Promise<void> {
    const { script, client } = this.context;
    const table = (rows: [string, unknown][]) => h("table", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, visible(name)),
      h("td", {}, visible(Array.isArray(value) ? value.join(", ") : typeof value === "number" ? number(value) : String(value))))));
    try {
      const [info] = await client.ask<any[]>("info", { nodes: [script.file] });
      add(this.element, table([[t("engine"), script.engine], [t("size"), script.code.size], ["SHA-256", info?.sha256 ?? ""]]), h("h2", {}, t("facts")),
        table(Object.entries(info?.facts ?? {})));
      const [check] = await client.ask<any[]>("check", { nodes: [script.file] });
      add(this.element, h("h2", {}, t("checked")), ...(check?.diagnostics?.length ? check.diagnostics.map(problem_box) : [h("p", {}, t("checkClean"))]));
    } catch (problem: any) {
      add(this.element, h("p", { class: "severity error" }, visible(String(problem.message))));
    }
  }
  select(): void {}
}

// --- Changes ---

export class Changes implements View {
  readonly element = h("div", { class: "form" });
  private merge: MergeView | undefined;
  constructor({ script }: Context) {
    if (!script.changed) {
      this.element.append(h("div", { class: "empty" }, t("unchanged")));
      return;
    }
    const host = h("div", { class: "merge" });
    this.element.append(host);
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [fill];
    const extensions = (label: string) => [look, lineNumbers(), EditorState.phrases.of({ "$ unchanged lines": t("unchangedLines") }), EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })];
    this.merge = new MergeView({
      root, parent: root, a: { doc: script.original, extensions: extensions(`${t("source")} 1`) }, b: { doc: script.text, extensions: extensions(`${t("source")} 2`) },
      collapseUnchanged: { margin: 3, minSize: 6 }, gutter: true,
    });
  }
  select(): void {}
  free(): void { this.merge?.destroy(); }
}
