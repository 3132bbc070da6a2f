// The first view: what this is, a place to drop, samples.
import samples from "../samples.json";
import { button, add, h, replace, visible } from "./dom";
import { choose_files, choose_folder } from "./files";
import { bare_header } from "./frame";
import { mark } from "./marks";
import type { Entry } from "./messages";
import { own, t } from "./texts";

export interface Welcome { open(entries: Entry[]): void; sample(file: string): void }

export function welcome(app: HTMLElement, hooks: Welcome, message = "", bad = false): void {
  document.title = t("title");
  const open = async (chosen: Promise<Entry[] | undefined>) => {
    const found = await chosen;
    if (found) hooks.open(found);
  };
  replace(app, bare_header(), h("main", { class: "welcome" }, h("div", {},
    h("div", {}, h("h1", {}, t("title")), h("p", { class: "lead" }, t("welcome"))),
    message ? h("div", { class: `say ${bad ? "bad" : ""}`, role: "status" }, visible(message)) : null,
    h("div", { class: "drop" }, h("strong", {}, t("drop")), h("div", { class: "buttons" },
      button(t("openFolder"), () => void open(choose_folder()), { class: "main" }), button(t("openFiles"), () => void open(choose_files()))),
    h("span", { class: "quiet" }, t("dropHint"))),
    h("div", {}, h("h2", {}, t("samples"))),
    h("div", { class: "cards" }, ...samples.sets.map((set) => {
      const card = button("", () => hooks.sample(set.open), { class: "card" });
      add(card, mark(set.engine), h("strong", {}, set.title), h("span", { class: "small" }, own(set.what)), h("span", { class: "quiet small" }, t("filesCount", set.files.length)));
      return card;
    })))));
}

const set_of = (file: string) => samples.sets.find(({ files }) => files.includes(file));
export const is_sample = (file: string) => set_of(file) !== undefined;
/** The set of samples that the file belongs to. */
export async function sample_entries(file: string): Promise<Entry[] | undefined> {
  const set = set_of(file);
  return set && Promise.all(set.files.map(async (name): Promise<Entry> => {
    const response = await fetch(new URL(`samples/${name}`, document.baseURI));
    return { path: `samples/${name}`, content: new Uint8Array(await response.arrayBuffer()) };
  }));
}
