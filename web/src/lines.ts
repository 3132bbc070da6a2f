// The lines of many sources, each different one once: scripts of a game have most of their lines in common, and what is kept once
// is looked through once. Lines are without the blanks around them.

const chunk_bits = 11; // lines in a chunk, which is one text that a regular expression goes through
const chunk_lines = 1 << chunk_bits;

export class Lines {
  private readonly chunks: { text: string; starts: Uint32Array }[] = [];
  private pending: string[] = [];
  /** Open addressing: line + 1 at its hash. */
  private table = new Uint32Array(1 << 16);
  count = 0;

  /** The number of a line, a new one if there is none such. */
  add(line: string): number {
    if (this.count * 2 >= this.table.length) this.grow();
    const mask = this.table.length - 1;
    let at = hash(line) & mask;
    for (let known = this.table[at]!; known !== 0; known = this.table[at = (at + 1) & mask]!)
      if (this.at(known - 1) === line) return known - 1;
    this.table[at] = this.count + 1;
    this.pending.push(line);
    if (this.pending.length === chunk_lines) this.flush();
    return this.count++;
  }
  at(line: number): string {
    const chunk = this.chunks[line >> chunk_bits];
    const inside = line & (chunk_lines - 1);
    return chunk ? chunk.text.slice(chunk.starts[inside], chunk.starts[inside + 1]! - 1) : this.pending[inside]!;
  }
  /** The lines with the pattern (global) in them, at most `most`. */
  find(pattern: RegExp, most: number): Set<number> {
    const found = new Set<number>();
    for (let chunk = 0; chunk <= this.chunks.length && found.size < most; ++chunk) {
      const { text, starts } = this.chunks[chunk] ?? packed(this.pending);
      pattern.lastIndex = 0;
      for (let inside = 0, match = pattern.exec(text); match && found.size < most; match = pattern.exec(text)) {
        while (starts[inside + 1]! <= match.index) ++inside;
        found.add((chunk << chunk_bits) + inside);
        pattern.lastIndex = starts[inside + 1]!;
      }
    }
    return found;
  }
  private flush(): void {
    this.chunks.push(packed(this.pending));
    this.pending = [];
  }
  private grow(): void {
    const table = this.table = new Uint32Array(this.table.length * 2);
    const mask = table.length - 1;
    for (let line = 0; line < this.count; ++line) {
      let at = hash(this.at(line)) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = line + 1;
    }
  }
}

function packed(lines: string[]): { text: string; starts: Uint32Array } {
  const starts = new Uint32Array(lines.length + 1);
  lines.forEach((line, index) => { starts[index + 1] = starts[index]! + line.length + 1; });
  return { text: `${lines.join("\n")}\n`, starts };
}
function hash(line: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < line.length; ++i) value = Math.imul(value ^ line.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
