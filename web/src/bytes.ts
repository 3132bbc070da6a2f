// The bytes of a script, with the fields of the chosen instruction named.
import { Rows, h, replace, visible } from "./dom";
import type { Selection } from "./script";
import { number, t } from "./texts";
import { hex, type Context, type View } from "./views";

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
