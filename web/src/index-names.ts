// The index of names and sources: made in the background, a script at a time, searched as one types.
import type { Workspace } from "vellum-scripts";
import type { Code, Failed, Found, Hit, Member, Progress } from "./messages";

interface Script { file: string; source: string }
interface Name { kind: string; name: string; lower: string; uses: number[] } // script number, line, script number, line ...

const BATCH = 16;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

export class Index {
  private readonly scripts: Script[] = [];
  private readonly names = new Map<string, Name>();
  private readonly problems: Failed[] = [];
  private readonly others: string[] = [];
  private stopped = false;
  private texts = 0;

  constructor(private readonly workspace: Workspace, private readonly paths: string[], private readonly tell: (progress: Progress) => void) {}
  stop(): void { this.stopped = true; }

  async run(): Promise<void> {
    const work: string[] = [...this.paths];
    let told = 0;
    for (let done = 0; done < work.length && !this.stopped;) {
      const node = work[done]!;
      const inside = node.includes("!");
      const members = inside ? [] : this.members(node);
      if (members.length > 0) {
        work.push(...members.map((name) => `${node}!${name}`));
        ++done;
      } else {
        const batch = inside ? work.slice(done, done + BATCH) : [node];
        this.read(batch);
        done += batch.length;
      }
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
  private read(nodes: string[]): void {
    let answer: (Code | Failed)[];
    try {
      answer = this.workspace.ask("code", { nodes }) as (Code | Failed)[];
    } catch (problem: any) {
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
    this.scripts.push({ file: code.file, source: code.source ?? "" });
    for (const { kind, name, line } of code.references) this.use(kind, name, number, line);
    for (const { name, line } of code.functions) this.use("function", name, number, line);
  }
  private use(kind: string, name: string, script: number, line = 0): void {
    const key = `${kind} ${name}`;
    let known = this.names.get(key);
    if (!known) {
      this.names.set(key, known = { kind, name, lower: name.toLowerCase(), uses: [] });
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
    const { file, source } = this.scripts[number]!;
    const detail = line > 0 ? line_of(source, line) : undefined;
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
    // As fast as looking in a second copy in lower case, which would double the memory.
    const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
    for (let number = 0; number < this.scripts.length; ++number) {
      if (hits.length >= limit) { // whoever typed a letter will type more
        ++more;
        break;
      }
      const { source } = this.scripts[number]!;
      pattern.lastIndex = 0;
      for (let found = 0, match = pattern.exec(source); match && found < 3; match = pattern.exec(source), ++found)
        if (room(limit)) hits.push(this.hit("source", line_at(source, match.index), number, line_number(source, match.index)));
    }
    return { hits, more, milliseconds: performance.now() - begin };
  }
}

function line_number(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) ++line;
  return line;
}
function line_at(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? undefined : end).trim().slice(0, 200);
}
function line_of(text: string, line: number): string {
  let at = 0;
  for (let number = 1; number < line; ++number) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0) return "";
  }
  return line_at(text, at);
}
