// Everything that was changed, and the ways to take it home together.
import { add, button, h, replace, visible } from "./dom";
import { tell_problem } from "./frame";
import type { Home } from "./home";
import type { Place } from "./place";
import type { Script } from "./script";
import type { Session } from "./session";
import { number, t } from "./texts";

export class Changed {
  readonly element = h("div", { class: "form facts" });
  constructor(private readonly session: Session, private readonly home: Home, private readonly hooks: { go(place: Place): void; discard(script: Script): void }) {}

  async show(): Promise<void> {
    replace(this.element, h("p", { class: "quiet", role: "status" }, t("opening")));
    const scripts = await this.session.changed();
    const run = (work: () => Promise<void>) => () => void work().catch(tell_problem);
    if (scripts.length === 0) return replace(this.element, h("div", { class: "empty" }, h("p", {}, t("unchanged"))));
    replace(this.element, h("p", {}, t("changedScripts", number(scripts.length))),
      h("div", { class: "buttons" }, button(t("saveMod"), run(() => this.home.save_mod(scripts)), { class: "main" }),
        this.session.writer ? button(t("writeGame"), run(() => this.home.write(scripts))) : null));
    const rows = h("div", {});
    add(this.element, rows);
    for (const script of scripts) {
      const what = h("span", { class: "quiet" });
      add(rows, h("div", { class: "bar change" },
        h("button", { type: "button", class: "link", on: { click: () => this.hooks.go({ file: script.file, form: "changes" }) } }, visible(script.file)), what,
        button(t("saveLoose"), run(() => this.home.save_script(script)), { class: "plain" }),
        button(t("undoAll"), () => { this.hooks.discard(script); void this.show(); }, { class: "plain" })));
      void this.home.functions_changed(script).then((names) => { what.textContent = names.join(", ") || t("savedElse"); });
    }
    const { game } = this.session;
    if (game?.how.length) add(this.element, h("h2", {}, t("intoGame")), ...game.how.map((way) => h("p", {}, visible(way))));
  }
}
