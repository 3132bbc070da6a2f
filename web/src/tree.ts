// What is opened: folders, archives with their members, scripts, with counts.
import type { Client } from "./client";
import { Rows, h, visible } from "./dom";
import { mark } from "./marks";
import type { FileRow, Member } from "./messages";
import { number, size, t } from "./texts";

interface Node {
  name: string;
  path: string;
  depth: number;
  kind: "folder" | "file" | "member";
  engine?: string;
  size?: number;
  /** Files below a folder, or entries of an archive once they are known. */
  count?: number;
  children?: Node[];
  open?: boolean;
  script?: boolean;
}

export class Tree {
  readonly element = h("div", { class: "form" });
  private readonly filter = h("input", { class: "filter", type: "search", placeholder: t("filter"), "aria-label": t("filter"), on: { input: () => this.draw() } });
  private readonly rows = new Rows(24, (index) => this.row(index), { role: "tree", "aria-label": t("tree") });
  private roots: Node[] = [];
  private shown: Node[] = [];
  private focus = 0;
  private chosen = "";
  private others = new Set<string>();

  constructor(private client: Client, private readonly go: (file: string) => void) {
    this.element.append(this.filter, this.rows.element);
    this.rows.element.addEventListener("keydown", (event) => this.key(event));
  }
  set(files: FileRow[]): void {
    const root: Node = { name: "", path: "", depth: -1, kind: "folder", children: [] };
    const folders = new Map<string, Node>([["", root]]);
    const folder = (path: string): Node => {
      let known = folders.get(path);
      if (!known) {
        const slash = path.lastIndexOf("/");
        const parent = folder(slash < 0 ? "" : path.slice(0, slash));
        folders.set(path, known = { name: path.slice(slash + 1), path, depth: parent.depth + 1, kind: "folder", children: [], count: 0 });
        parent.children!.push(known);
      }
      return known;
    };
    for (const { path, size } of files) {
      const slash = path.lastIndexOf("/");
      const parent = folder(slash < 0 ? "" : path.slice(0, slash));
      parent.children!.push({ name: path.slice(slash + 1), path, depth: parent.depth + 1, kind: "file", size });
      for (let above: Node | undefined = parent, at = slash; above && above !== root; at = path.lastIndexOf("/", at - 1), above = folders.get(at < 0 ? "" : path.slice(0, at)))
        ++above.count!;
    }
    const sort = (node: Node) => {
      node.children?.sort((a, b) => Number(b.kind === "folder") - Number(a.kind === "folder") || a.name.localeCompare(b.name, undefined, { numeric: true }));
      node.children?.forEach(sort);
    };
    sort(root);
    this.roots = root.children!;
    this.others.clear();
    // Where there is but one way, it is gone at once.
    let only = this.roots.length === 1 ? this.roots[0] : undefined;
    for (; only?.kind === "folder"; only = only.children!.length === 1 ? only.children![0] : undefined) only.open = true;
    if (only && files.length > 1) void this.expand(only);
    this.draw();
  }
  client_changed(client: Client): void { this.client = client; }
  /** Which files are known not to be scripts, and what was found in others. */
  know(others: string[]): void {
    if (others.length === this.others.size) return;
    this.others = new Set(others);
    this.rows.refresh();
  }
  /** Shows what is in it, if that is known to be much of what one looks for. */
  async reveal(path: string): Promise<void> {
    const node = this.find(path);
    if (node && node.kind !== "folder") await this.expand(node);
    this.draw();
  }
  /** The file with that path; the folders above it are open then. */
  private find(path: string): Node | undefined {
    const parts = path.split("/");
    for (let level = this.roots, i = 1; i <= parts.length; ++i) {
      const node = level.find((each) => each.path === parts.slice(0, i).join("/"));
      if (!node || i === parts.length) return node;
      node.open = true;
      level = node.children ?? [];
    }
    return undefined;
  }
  choose(file: string): void {
    this.chosen = file;
    const node = this.find(file.split("!")[0]!);
    if (node && file.includes("!")) void this.expand(node).then(() => this.choose_shown());
    this.choose_shown();
  }
  private choose_shown(): void {
    const file = this.chosen;
    this.draw();
    const at = this.shown.findIndex((node) => node.path === file);
    if (at >= 0) { this.focus = at; this.rows.show(at); }
  }

  private async expand(node: Node): Promise<boolean> {
    if (node.children === undefined) {
      try {
        const members = (await this.client.ask<(Member & { ok?: boolean })[]>("extract", { nodes: [node.path] })).filter(({ ok }) => ok !== false);
        node.children = members.map((member): Node => ({
          name: member.name, path: `${node.path}!${member.name}`, depth: node.depth + 1, kind: "member", size: member.size, script: member.kind === "script",
        })).sort((a, b) => Number(b.script) - Number(a.script) || a.name.localeCompare(b.name, undefined, { numeric: true }));
        if (node.children.length > 0) node.count = node.children.length;
      } catch { node.children = []; }
    }
    if (node.children.length === 0) return false;
    node.open = true;
    this.draw();
    return true;
  }
  private draw(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    this.shown = [];
    const add = (nodes: Node[]): boolean => {
      let any = false;
      for (const node of nodes) {
        const at = this.shown.length;
        this.shown.push(node);
        const below = node.children && (node.open || (wanted !== "" && node.kind !== "file")) ? add(node.children) : false;
        if (wanted === "" || below || node.path.toLowerCase().includes(wanted) && node.kind !== "folder") any = true;
        else this.shown.length = at;
      }
      return any;
    };
    add(this.roots);
    this.focus = Math.min(this.focus, Math.max(0, this.shown.length - 1));
    this.rows.set(this.shown.length);
  }
  private row(index: number): HTMLElement {
    const node = this.shown[index]!;
    const branch = node.kind === "folder" || (node.children?.length ?? 0) > 0;
    const other = node.kind === "member" ? !node.script : this.others.has(node.path);
    const row = h("div", {
      role: "treeitem", id: `tree-${index}`, "aria-level": node.depth + 1, "aria-selected": node.path === this.chosen,
      ...(branch ? { "aria-expanded": !!node.open } : {}), title: node.size === undefined ? node.path : `${node.path} (${number(node.size)})`,
      on: { click: () => { this.focus = index; void this.activate(node); } },
    }, h("span", { class: "twist", "aria-hidden": "true" }, branch ? (node.open ? "▾" : "▸") : ""),
    h("span", { class: "label" }, visible(node.name)),
    h("span", { class: "count" }, node.count !== undefined ? number(node.count) : node.size !== undefined ? size(node.size) : ""));
    row.style.paddingLeft = `${8 + node.depth * 16}px`;
    if (other) row.classList.add("other");
    if (index === this.focus) {
      row.classList.add("focused");
      this.rows.element.setAttribute("aria-activedescendant", row.id);
    }
    return row;
  }
  /** As if it were chosen: an archive opens, anything else is gone to. */
  open(path: string): void {
    const node = this.find(path);
    if (node) void this.activate(node);
  }
  private async activate(node: Node): Promise<void> {
    if (node.kind === "folder" || (node.children?.length ?? 0) > 0) {
      node.open = !node.open;
      this.draw();
      return;
    }
    if (node.kind === "file" && node.children === undefined && await this.expand(node)) return;
    this.go(node.path);
  }
  private key(event: KeyboardEvent): void {
    const node = this.shown[this.focus];
    const move = (to: number) => {
      this.focus = Math.max(0, Math.min(this.shown.length - 1, to));
      this.rows.show(this.focus);
      this.rows.refresh();
    };
    switch (event.key) {
      case "ArrowDown": move(this.focus + 1); break;
      case "ArrowUp": move(this.focus - 1); break;
      case "PageDown": move(this.focus + this.rows.page); break;
      case "PageUp": move(this.focus - this.rows.page); break;
      case "Home": move(0); break;
      case "End": move(this.shown.length - 1); break;
      case "Enter": case " ": if (node) void this.activate(node); break;
      case "ArrowRight": if (node && !node.open) { if (node.kind === "folder" || node.children) void this.activate(node); else if (node.kind === "file") void this.expand(node); } break;
      case "ArrowLeft":
        if (node?.open) void this.activate(node);
        else if (node) { for (let at = this.focus; at >= 0; --at) if (this.shown[at]!.depth < node.depth) { move(at); break; } }
        break;
      default: return;
    }
    event.preventDefault();
  }
}

export function game_line(engine: string, title: string): HTMLElement {
  return h("div", { class: "game" }, mark(engine), h("span", {}, title));
}
