// Elements without a framework: the page has four places and a handful of lists, which a helper of forty lines serves; there is
// nothing to keep up to date, and all text goes through textContent.
export type Child = Node | string | number | null | undefined | false;
type Props = {
  class?: string;
  on?: { [name: string]: (event: any) => void };
  [attribute: string]: unknown;
};

function fill(element: Element, props: Props, children: Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name === "on") for (const [event, run] of Object.entries(props.on!)) element.addEventListener(event, run);
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  add(element, ...children);
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, props, children);
  return element;
}

export function add(parent: Element, ...children: Child[]): void {
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) parent.append(child instanceof Node ? child : visible(String(child)));
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  add(parent, ...children);
}

/** Text from files cannot reorder or hide what is next to it: control and format characters are shown as what they are. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function button(label: string, run: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", ...props, on: { click: run, ...props.on } }, label);
}

/** A list of any length: only the rows in sight are in the document. */
export class Rows {
  readonly element: HTMLElement;
  private readonly space = h("div", { class: "rows-space", role: "presentation" });
  private readonly shown = new Map<number, HTMLElement>();
  count = 0;

  constructor(private readonly height: number, private readonly make: (index: number) => HTMLElement, props: Props = {}) {
    this.element = h("div", { class: "rows", tabindex: 0, ...props }, this.space);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }
  set(count: number): void {
    this.count = count;
    this.space.style.height = `${count * this.height}px`;
    this.refresh();
  }
  /** Makes all visible rows again. */
  refresh(): void {
    for (const row of this.shown.values()) row.remove();
    this.shown.clear();
    this.draw();
  }
  show(index: number): void {
    const top = index * this.height;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top + this.height > scrollTop + clientHeight) this.element.scrollTop = Math.max(0, top - clientHeight / 3);
    this.draw();
  }
  get page(): number { return Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1); }
  private draw(): void {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - 10);
    const last = Math.min(this.count, first + Math.ceil(this.element.clientHeight / this.height) + 20);
    for (const [index, row] of this.shown)
      if (index < first || index >= last) { row.remove(); this.shown.delete(index); }
    for (let index = first; index < last; ++index) {
      if (this.shown.has(index)) continue;
      const row = this.make(index);
      row.classList.add("row");
      row.style.top = `${index * this.height}px`;
      this.shown.set(index, row);
      this.space.append(row);
    }
  }
}
