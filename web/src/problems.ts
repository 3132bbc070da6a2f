// Files that could not be read, and why.
import { h, replace, visible } from "./dom";
import type { Failed } from "./messages";
import { number, t } from "./texts";
import { problem_box } from "./views";

const most = 200;

export class Problems {
  readonly element = h("details", { class: "problems", hidden: true });
  private count = 0;
  constructor(private readonly go: (file: string) => void) {}
  tell(all: Failed[]): void {
    this.element.hidden = all.length === 0;
    if (all.length === this.count) return;
    this.count = all.length;
    const { open } = this.element;
    replace(this.element, h("summary", {}, t("problems", number(all.length))), ...all.slice(0, most).map(({ file, diagnostics }) => h("div", { class: "problem" },
      h("button", { type: "button", class: "link", on: { click: () => this.go(file) } }, visible(file)), ...diagnostics.slice(0, 3).map(problem_box))),
    all.length > most ? h("p", { class: "quiet" }, t("moreUses", number(all.length - most))) : null);
    this.element.open = open;
  }
}
