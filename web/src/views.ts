// The forms of a script next to its source. Each shows the selection that is chosen anywhere, and makes one.
import type { Client } from "./client";
import { Rows, add, h, visible } from "./dom";
import type { Function, Problem } from "./messages";
import { sentence, type Script, type Selection } from "./script";
import { number, t } from "./texts";

export interface View {
  readonly element: HTMLElement;
  select(selection: Selection, follow: boolean): void;
  /** Where a stopped run is. */
  at?(selection: Selection | undefined): void;
  /** The run's map, or its own again; false if it shows none. */
  picture?(svg: string | undefined): boolean;
  free?(): void;
}
export interface Context {
  client: Client;
  script: Script;
  choose(selection: Selection, name?: string): void;
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
