// A picture of the workspace, to be looked at, moved, zoomed and chosen in: with the mouse, fingers or keys.
import { h, replace } from "./dom";
import { is_dark } from "./frame";

const shapes = new Set(["svg", "g", "rect", "path", "text", "tspan", "title", "defs", "marker", "circle", "ellipse", "line", "polygon", "polyline"]);
const attributes = new Set(["class", "id", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "viewBox", "refX", "refY",
  "markerWidth", "markerHeight", "markerUnits", "orient", "marker-end", "stroke-width", "stroke", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "fill",
  "fill-opacity", "fill-rule", "opacity", "transform", "text-anchor", "font-size", "font-family", "font-weight", "dominant-baseline"]);
/** The drawing without anything that could do more than be looked at. */
function harmless(source: Element): Element | undefined {
  if (!shapes.has(source.localName)) return undefined;
  const copy = document.createElementNS("http://www.w3.org/2000/svg", source.localName);
  for (const { name, value } of source.attributes) if (attributes.has(name)) copy.setAttribute(name, value);
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? "");
    else if (child instanceof Element) { const made = harmless(child); if (made) copy.append(made); }
  }
  return copy;
}

export class Drawing {
  readonly element: HTMLElement;
  /** Where the picture is: `element`, or a shadow root where it brings its own style. */
  private readonly root: HTMLElement;
  private readonly sheet = new CSSStyleSheet();
  private style = "";
  picture: SVGSVGElement | undefined;
  private view = { x: 0, y: 0, width: 1, height: 1 };
  private size = { width: 1, height: 1 };
  private dragged = false;

  /** `styled`: with the style of the picture itself, in the scheme of the page. */
  constructor(label: string, private readonly styled: boolean, private readonly act: (id: string) => void) {
    this.root = h("div", { class: "canvas" });
    this.element = h("div", { class: `graph ${styled ? "map" : ""}`, role: "group", "aria-label": label });
    if (styled) {
      const shadow = this.element.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [this.sheet];
      shadow.append(this.root);
      document.addEventListener("theme", this.paint);
    } else this.element.append(this.root);
    this.pointers();
  }
  free(): void { document.removeEventListener("theme", this.paint); }
  private readonly paint = () => {
    const text = this.style.replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, `@media ${is_dark() ? "all" : "not all"}`);
    this.sheet.replaceSync(`.canvas,svg{display:block;width:100%;height:100%} g[tabindex]{cursor:pointer} g:focus-visible{outline:none} g:focus-visible rect{stroke-width:3}
      .chosen rect{stroke-width:3}${text}`);
  };
  /** The way in which it is looked at stays where it is the same picture at another time. */
  show(text: string, keep_view = false): boolean {
    // Also a document that is only read keeps to the page's Content-Security-Policy, which knows no style inside.
    this.style = "";
    const plain = text.replace(/<style>([^<]*)<\/style>/g, (_, style: string) => { this.style += style; return ""; });
    const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    if (this.styled) this.paint();
    const had = this.picture !== undefined;
    this.picture = harmless(parsed) as SVGSVGElement | undefined;
    if (!this.picture) return false;
    const [, , width = 1, height = 1] = (this.picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.size = { width, height };
    this.picture.removeAttribute("width");
    this.picture.removeAttribute("height");
    for (const node of this.nodes) {
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
      node.addEventListener("click", () => { if (!this.dragged) this.act(node.id); });
      node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.act(node.id); } });
    }
    replace(this.root, this.picture);
    if (keep_view && had) this.look();
    else this.fit();
    return true;
  }
  say(text: HTMLElement): void {
    this.picture = undefined;
    replace(this.root, text);
  }
  get nodes(): SVGGElement[] { return [...this.picture?.querySelectorAll<SVGGElement>("g[id]") ?? []]; }
  choose(node: SVGGElement | undefined): void {
    for (const each of this.nodes) each.classList.toggle("chosen", each === node);
  }

  fit(): void {
    const box = this.element.getBoundingClientRect();
    const { width, height } = this.size;
    const scale = Math.max(width / Math.max(1, box.width), height / Math.max(1, box.height), 0.7);
    this.view = { x: (width - box.width * scale) / 2, y: (height - box.height * scale) / 2, width: box.width * scale, height: box.height * scale };
    this.look();
  }
  zoom(by: number, x = 0.5, y = 0.5): void {
    const { view } = this;
    const width = Math.min(200_000, Math.max(40, view.width * by)), height = view.height * width / view.width;
    this.view = { x: view.x + (view.width - width) * x, y: view.y + (view.height - height) * y, width, height };
    this.look();
  }
  private look(): void {
    const { x, y, width, height } = this.view;
    this.picture?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }
  private pointers(): void {
    const down = new Map<number, PointerEvent>();
    const canvas = this.element;
    canvas.addEventListener("pointerdown", (event) => { down.set(event.pointerId, event); this.dragged = false; });
    const up = (event: PointerEvent) => down.delete(event.pointerId);
    for (const name of ["pointerup", "pointercancel", "pointerleave"] as const) canvas.addEventListener(name, up);
    canvas.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const box = canvas.getBoundingClientRect();
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
        this.look();
      }
      down.set(event.pointerId, event);
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      this.zoom(Math.exp(event.deltaY / 400), (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    }, { passive: false });
  }
}
