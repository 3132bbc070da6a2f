// What the language server says of a name: paragraphs and code, nothing else.
import { h, type Child } from "./dom";

function words(text: string): Child[] {
  return text.split(/`([^`]*)`/).map((part, index) => index % 2 ? h("code", {}, part) : part.replace(/\\([\\`*_{}[\]()#+\-.!<>|~])/g, "$1").replace(/\*\*/g, ""));
}

export function markdown(text: string): HTMLElement[] {
  const out: HTMLElement[] = [];
  text.split(/^```.*$/m).forEach((part, index) => {
    const inner = part.replace(/^\n|\n$/g, "");
    if (index % 2) out.push(h("pre", {}, inner));
    else for (const paragraph of inner.split(/\n\s*\n/)) if (paragraph.trim() && !/^-{3,}$/.test(paragraph.trim())) out.push(h("p", {}, ...words(paragraph.trim())));
  });
  return out;
}
