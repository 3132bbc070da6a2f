// What the extension decides, without VS Code: tested by test/logic.test.mjs.

/** How a command of the extension asks the program for what it shows. */
export interface View {
  /** The suffix of the file's name in the title, from which VS Code infers the language. */
  ending: string;
  arguments(file: string): string[];
}

const sourceEndings: Record<string, string> = { ".bin": ".patho", ".o": ".asc", ".ev": ".wms" };

/** The ending of a name with its dot, in small letters. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) ? name.slice(dot).toLowerCase() : "";
}

/** Texts that are made by the program and shown as documents that cannot be changed. */
export const views: Record<string, View> = {
  listing: { ending: ".vasm", arguments: (file) => ["disasm", "--", file] },
  source: { ending: "", arguments: (file) => ["decompile", "--", file] },
  check: { ending: ".txt", arguments: (file) => ["check", "--", file] },
  run: { ending: ".txt", arguments: (file) => ["run", "--", file] },
};

/** Pictures that are made by the program. */
export const pictures: Record<string, View> = {
  graph: { ending: ".svg", arguments: (file) => ["graph", "--format", "svg", "--", file] },
  states: { ending: ".svg", arguments: (file) => ["states", "--format", "svg", "--", file] },
  map: { ending: ".svg", arguments: (file) => ["map", "--", file] },
};

/** The name of the document that shows a view of a file: its ending says which language it is in. */
export function viewName(kind: string, file: string): string {
  const ending = kind === "source" ? (sourceEndings[endingOf(file)] ?? ".vasm") : (views[kind]?.ending ?? ".txt");
  return file + (kind === "check" || kind === "run" ? " (" + kind + ")" : "") + ending;
}

/** A debug configuration as VS Code passes it; without a `type` there is no launch.json. */
export interface Configuration {
  type?: string;
  request?: string;
  name?: string;
  program?: string;
  [key: string]: unknown;
}

/** Languages that can be debugged. */
export const debuggable = ["skrit", "ags", "patho", "wms", "vellum-listing"];

/**
 * F5 without a configuration debugs the script that is open. Nothing if there is none: then VS Code asks for a
 * configuration.
 */
export function resolveConfiguration(
  configuration: Configuration,
  open: { language: string; file: string } | undefined,
): Configuration | undefined {
  if (configuration.type || configuration.request || configuration.name) return configuration;
  if (!open || !debuggable.includes(open.language)) return undefined;
  return {
    type: "vellum",
    request: "launch",
    name: "Debug " + open.file.slice(Math.max(open.file.lastIndexOf("/"), open.file.lastIndexOf("\\")) + 1),
    program: open.file,
    stopOnEntry: true,
  };
}

/** The program that settings name, or the one on the path. */
export function programOf(setting: string | undefined, home: string): string {
  const trimmed = (setting ?? "").trim();
  if (trimmed === "") return "vellum";
  return trimmed.startsWith("~/") ? home + trimmed.slice(1) : trimmed;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
}

const pieces =
  /("(?:\\.|[^"\\])*"?)|(;.*)|^(\s*\.[A-Za-z_]\w*)|^(\s*[A-Za-z_.$@?^][\w.$@?^]*(?:::[\w.$@?^]+)*:)(?!:)|^(\s+[A-Za-z_]\w*)|\b(L_[0-9a-f]+)\b|(-?\b(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+)?)\b)/g;
const kinds = ["text", "comment", "directive", "label", "instruction", "target", "number"];

/** A line of a listing with its parts marked, escaped for a page. */
export function listingLine(line: string): string {
  let html = "";
  let last = 0;
  for (const match of line.matchAll(pieces)) {
    html += escapeHtml(line.slice(last, match.index));
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    const text = escapeHtml(match[0]);
    const label = kind === "label" ? ` id="${escapeHtml(match[0].trim().slice(0, -1))}"` : "";
    html +=
      kind === "target" ? `<a class="target" href="#${text}">${text}</a>` : `<span class="${kind}"${label}>${text}</span>`;
    last = match.index + match[0].length;
  }
  return html + escapeHtml(line.slice(last));
}

/** A page that shows a listing. It has no scripts, and may load nothing. */
export function listingPage(title: string, listing: string, message = ""): string {
  const lines = listing.replace(/\n$/, "").split("\n");
  const body = lines.map((line) => `<span class="line">${listingLine(line)}</span>`).join("\n");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';">
<title>${escapeHtml(title)}</title>
<style>
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); padding: 0 1em; }
pre { font-family: var(--vscode-editor-font-family, monospace); font-size: var(--vscode-editor-font-size, 13px); line-height: 1.45; counter-reset: line; }
.line::before { counter-increment: line; content: counter(line); display: inline-block; width: 4em; margin-right: 1.5em; text-align: right; color: var(--vscode-editorLineNumber-foreground); user-select: none; }
.comment { color: var(--vscode-descriptionForeground); }
.text { color: var(--vscode-debugTokenExpression-string); }
.number { color: var(--vscode-debugTokenExpression-number); }
.directive, .label { color: var(--vscode-symbolIcon-functionForeground); }
.label { font-weight: bold; }
.instruction { color: var(--vscode-symbolIcon-keywordForeground); }
.message { color: var(--vscode-errorForeground); white-space: pre-wrap; }
a.target { color: var(--vscode-textLink-foreground); }
</style>
</head>
<body>
${message === "" ? "" : `<p class="message">${escapeHtml(message)}</p>`}
<pre>${body}</pre>
</body>
</html>
`;
}

/** A page around an SVG picture that the program has drawn. */
export function picturePage(title: string, svg: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline';">
<title>${escapeHtml(title)}</title>
<style>body { background: var(--vscode-editor-background); } img { max-width: none; }</style>
</head>
<body><img alt="${escapeHtml(title)}" src="data:image/svg+xml;base64,${Buffer.from(svg, "utf8").toString("base64")}"></body>
</html>
`;
}
