// The index of names and sources: made in the background, a script at a time, searched as one types.
import type { Workspace } from "vellum-scripts";
import { Lines } from "./lines";
import type { Code, Failed, Found, Hit, Member, Progress } from "./messages";

interface Script { file: string; lines: Uint32Array }
interface Name { kind: string; name: string; lower: string; uses: number[] } // script number, line, script number, line ...

/** What a function is called by is something else than where it is. */
const calls: Record<string, string> = { function: "call", "possible function": "possible call" };
const BATCH = 16;
const most_lines = 4096; // found by one search: whoever typed a letter will type more
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

export class Index {
  private readonly scripts: Script[] = [];
  private readonly lines = new Lines();
  private readonly names = new Map<string, Name>();
  private readonly problems: Failed[] = [];
  private readonly others: string[] = [];
  private stopped = false;
  private texts = 0;

  /** `known`: what is known already of some nodes. */
  constructor(
    private readonly workspace: Workspace, private readonly paths: string[],
    private readonly known: (nodes: string[]) => Code[], private readonly tell: (progress: Progress) => void,
  ) {}
  stop(): void { this.stopped = true; }
  files(): string[] { return this.scripts.map(({ file }) => file); }

  async run(): Promise<void> {
    const work: string[] = [...this.paths];
    let told = 0;
    for (let done = 0; done < work.length && !this.stopped;) {
      const batch = this.without_known(work.slice(done, done + BATCH));
      done = Math.min(done + BATCH, work.length);
      const scripts: string[] = [];
      for (const node of batch) {
        const members = node.includes("!") ? [] : this.members(node);
        if (members.length > 0) work.push(...members.map((name) => `${node}!${name}`));
        else scripts.push(node);
      }
      if (scripts.length > 0) this.read(scripts);
      if (performance.now() - told > 100 || done >= work.length) {
        told = performance.now();
        this.tell(this.progress(done, work.length));
        await pause();
      }
    }
    this.tell(this.progress(work.length, work.length));
  }
  private progress(done: number, all: number): Progress {
    return { done, all, scripts: this.scripts.length, texts: this.texts, problems: this.problems, others: this.others };
  }
  private members(node: string): string[] {
    try {
      const told = this.workspace.ask("extract", { nodes: [node] }) as Member[];
      return told.filter(({ kind }) => kind === "script").map(({ name }) => name);
    } catch {
      return [];
    }
  }
  /** Takes what is known already; the others. */
  private without_known(nodes: string[]): string[] {
    const known = this.known(nodes);
    for (const each of known) this.add(each);
    const whole = new Set(known.flatMap(({ file }) => [file, file.slice(0, file.lastIndexOf("!"))]));
    return nodes.filter((node) => !whole.has(node));
  }
  private read(nodes: string[]): void {
    let answer: (Code | Failed)[];
    try {
      answer = this.workspace.ask("code", { nodes }) as (Code | Failed)[];
    } catch (problem: any) {
      if (nodes.length > 1) return nodes.forEach((node) => this.read([node]));
      answer = [{ file: nodes[0]!, ok: false, diagnostics: [{ severity: "error", message: String(problem?.message ?? problem) }] }];
    }
    for (const each of answer) {
      if (!("ok" in each)) this.add(each);
      else if (each.diagnostics.some(({ code }) => code === "engine.unknown")) this.others.push(each.file);
      else if (this.problems.length < 1000) this.problems.push(each);
    }
  }
  private add(code: Code): void {
    const number = this.scripts.length;
    const lines = (code.source ?? "").split("\n");
    this.scripts.push({ file: code.file, lines: Uint32Array.from(lines, (line) => this.lines.add(line.trim())) });
    for (const { kind, name, line } of code.references) this.use(calls[kind] ?? kind, name, number, line);
    for (const { name, line } of code.functions) this.use("function", name, number, line);
  }
  private use(kind: string, name: string, script: number, line = 0): void {
    const key = `${kind} ${name}`;
    let known = this.names.get(key);
    if (!known) {
      this.names.set(key, known = { kind, name, lower: lower_case(name), uses: [] });
      if (kind === "string") ++this.texts;
    }
    known.uses.push(script, line);
  }
  private hits({ kind, name, uses }: Name, limit: number): Hit[] {
    const hits: Hit[] = [];
    for (let at = 0; at < uses.length && hits.length < limit; at += 2)
      hits.push(this.hit(kind, name, uses[at]!, uses[at + 1]!));
    return hits;
  }
  private hit(kind: string, label: string, number: number, line: number): Hit {
    const { file, lines } = this.scripts[number]!;
    const detail = line > 0 && line <= lines.length ? this.lines.at(lines[line - 1]!).slice(0, 200) : undefined;
    return { kind, label, file, ...(line > 0 ? { line } : {}), ...(detail ? { detail } : {}) };
  }

  uses(name: string, limit: number): Found {
    const begin = performance.now();
    const hits: Hit[] = [];
    let all = 0;
    for (const known of this.names.values()) {
      if (known.name !== name) continue;
      all += known.uses.length / 2;
      hits.push(...this.hits(known, limit - hits.length));
    }
    return { hits, more: all - hits.length, milliseconds: performance.now() - begin };
  }

  /** Lines with the text, and those with it as a number, however that is written. Its digits are looked for once, plainly: to look for the
      whole number, or twice, takes several times as long. */
  private lines_of(wanted: string): { text: Set<number>; number: Set<number> } {
    const value = number_of(wanted);
    if (value === undefined) return { text: this.lines.find(literally(wanted), most_lines), number: new Set() };
    const whole = number_pattern(value);
    const plain = new RegExp(wanted, "i"); // digits, letters
    const digits = [...this.lines.find(literally(`${value}`, value.toString(16)), 4 * most_lines)].map((line) => [line, this.lines.at(line)] as const);
    const those = (is: (text: string) => boolean) => new Set(digits.filter(([, text]) => is(text)).map(([line]) => line));
    return { text: those((text) => plain.test(text)), number: those((text) => whole.test(text)) };
  }
  /** Hits of lines of several sorts, at most three of a sort in a script, and whether there are more. All lines of all scripts are
      asked, so all sorts at once. */
  private lines_with(sorts: { kind: string; found: Set<number>; most: number }[]): { hits: Hit[]; more: boolean }[] {
    const sorts_of = new Uint8Array(this.lines.count); // a set takes ten times as long
    sorts.forEach(({ found }, sort) => { for (const line of found) sorts_of[line]! |= 1 << sort; });
    const told = sorts.map(({ found }) => ({ hits: [] as Hit[], more: false, here: 0, whole: found.size === 0 }));
    const take = (number: number, line: number, is: number) => sorts.forEach(({ kind, most }, sort) => {
      const of = told[sort]!;
      if ((is & 1 << sort) === 0 || of.whole || ++of.here > 3) return;
      if (of.hits.length === most) of.more = of.whole = true;
      else of.hits.push(this.hit(kind, this.lines.at(this.scripts[number]!.lines[line]!).slice(0, 200), number, line + 1));
    });
    for (let number = 0; number < this.scripts.length && told.some(({ whole }) => !whole); ++number) {
      const { lines } = this.scripts[number]!;
      for (const of of told) of.here = 0;
      for (let line = 0; line < lines.length; ++line) {
        const is = sorts_of[lines[line]!]!;
        if (is !== 0) take(number, line, is);
      }
    }
    return told;
  }

  search(query: string, limit: number): Found {
    const begin = performance.now();
    const wanted = query.trim().toLowerCase();
    const hits: Hit[] = [];
    if (wanted === "") return { hits, more: 0, milliseconds: 0 };
    const each = Math.ceil(limit / 3);
    let more = 0;
    const room = (most: number) => hits.length < most || (++more, false);

    // Files by their own name before those whose folder is meant, and not so many that nothing else is seen.
    const path = /[/!]/.test(wanted);
    for (const { file } of this.scripts) {
      const name = path ? file : file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("!")) + 1);
      if (name.toLowerCase().includes(wanted) && room(Math.min(each, 8))) hits.push({ kind: "script", label: file, file });
    }
    // Names that begin with it first.
    const named: [number, Name][] = [];
    for (const name of this.names.values()) {
      const at = name.lower.indexOf(wanted);
      if (at >= 0) named.push([(name.lower.length === wanted.length ? 0 : at === 0 ? 1 : 2), name]);
    }
    named.sort(([a, first], [b, second]) => a - b || second.uses.length - first.uses.length);
    const after_names = hits.length + each;
    for (const [, name] of named) {
      const count = name.uses.length / 2;
      if (hits.length >= after_names) { more += count; continue; }
      const shown = this.hits(name, Math.min(3, after_names - hits.length));
      hits.push(...shown);
      more += count - shown.length;
    }
    const lines = this.lines_of(wanted);
    const [numbers, texts] = this.lines_with([{ kind: "number", found: lines.number, most: each }, { kind: "source", found: lines.text, most: limit }]);
    hits.push(...numbers!.hits);
    const left = Math.max(limit - hits.length, 0);
    hits.push(...texts!.hits.slice(0, left));
    if (texts!.more || left === 0 || texts!.hits.length > left) ++more;
    return { hits, more, milliseconds: performance.now() - begin };
  }
}

/** The same text, not another one, where it has no capitals. */
function lower_case(name: string): string {
  const lower = name.toLowerCase();
  return lower === name ? name : lower;
}
const literally = (...texts: string[]) => new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
function number_of(text: string): bigint | undefined {
  return /^(?:0|[1-9]\d{0,17}|0x[0-9a-f]{1,15})$/.test(text) ? BigInt(text) : undefined;
}
/** A number however it is written. */
function number_pattern(value: bigint): RegExp {
  return new RegExp(`(?<![\\w.])(?:0*${value}|0x0*${value.toString(16)})(?![\\w.])`, "i");
}
