// Pictures of a script: control flow and calls, its states, the map that it belongs to.
import { Drawing } from "./drawing";
import { button, h, visible } from "./dom";
import type { Script, Selection } from "./script";
import { t } from "./texts";
import type { Context, View } from "./views";

/** Ids are a letter and the address of the first instruction. */
function instruction_of(script: Script, id: string): number {
  const address = parseInt(id.slice(1), 16);
  return Number.isNaN(address) ? -1 : script.at_address(address);
}
const bar = (drawing: Drawing, ...before: Node[]) => h("div", { class: "bar" }, ...before,
  button("−", () => drawing.zoom(1.25), { "aria-label": t("zoomOut") }), button("+", () => drawing.zoom(0.8), { "aria-label": t("zoomIn") }), button(t("zoomFit"), () => drawing.fit()));

export class Graph implements View {
  readonly element: HTMLElement;
  private readonly choice = h("select", { "aria-label": t("graphOf"), on: { change: () => void this.draw() } });
  private readonly drawing = new Drawing(t("graph"), false, (id) => this.act(id));
  private selection: Selection = {};
  private late = 0;

  constructor(private readonly context: Context) {
    this.choice.append(h("option", { value: "" }, t("wholeProgram")),
      ...context.script.code.functions.map(({ name }) => h("option", { value: name }, visible(name))));
    this.element = h("div", { class: "form" }, bar(this.drawing, this.choice), this.drawing.element);
  }
  private async draw(): Promise<void> {
    const turn = ++this.late;
    const name = this.choice.value;
    const { script, client } = this.context;
    try {
      const text = await client.ask<string>("graph", { node: await script.current(client), format: "svg", source: true, ...(name ? { function: name, lines: 0 } : { natives: false }) });
      if (turn !== this.late) return;
      if (this.drawing.show(text)) this.select(this.selection, true);
      else this.drawing.say(h("p", { class: "empty" }, t("graphTooBig")));
    } catch (problem: any) {
      if (turn === this.late) this.drawing.say(h("p", { class: "empty" }, visible(String(problem.message))));
    }
  }
  /** A block chooses its code, a function of the whole script its own graph. */
  private act(id: string): void {
    const { script } = this.context;
    const first = instruction_of(script, id);
    if (first < 0) return;
    if (this.choice.value !== "") return this.context.choose(script.of_instruction(first));
    const found = script.code.functions.find(({ address }) => script.instructions[first]!.address === address);
    if (!found) return;
    this.choice.value = found.name;
    void this.draw();
  }
  select(selection: Selection, follow: boolean): void {
    this.selection = selection;
    const { script } = this.context;
    const inside = script.function_of(selection)?.name ?? "";
    if (follow && this.choice.value !== inside && (inside || !this.drawing.picture)) {
      this.choice.value = inside;
      void this.draw();
      return;
    }
    if (!this.drawing.picture) return void this.draw();
    let best: SVGGElement | undefined, most = -1;
    for (const node of this.drawing.nodes) {
      const first = instruction_of(script, node.id);
      if (selection.first !== undefined && first <= selection.first && first > most) { most = first; best = node; }
    }
    this.drawing.choose(best);
  }
}

/** A picture that is there whole: states, or a map, where boxes with an address lead to their code. */
export class Picture implements View {
  readonly element: HTMLElement;
  private readonly drawing: Drawing;
  private readonly text: string;
  private readonly map: boolean;
  constructor({ script, choose }: Context, text: string, map: boolean) {
    this.drawing = new Drawing(t(map ? "map" : "states"), map, (id) => {
      const first = map ? instruction_of(script, id) : -1;
      if (first >= 0) choose(script.of_instruction(first), script.function_of({ first })?.name);
    });
    this.element = h("div", { class: "form" }, bar(this.drawing), this.drawing.element);
    this.text = text;
    this.map = map;
    requestAnimationFrame(() => this.drawing.show(text));
  }
  picture(svg: string | undefined): boolean {
    if (this.map) this.drawing.show(svg ?? this.text, true);
    return this.map;
  }
  select(): void {}
  free(): void { this.drawing.free(); }
}
