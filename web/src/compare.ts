// What was changed in a script, or how it differs from another one: side by side.
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { h, replace, visible } from "./dom";
import { fill, look } from "./editor";
import { is_failed } from "./script";
import type { Session } from "./session";
import { t } from "./texts";
import type { Context, View } from "./views";

export class Changes implements View {
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "form" });
  private readonly choice = h("select", { "aria-label": t("compareWith"), on: { change: () => void this.compare() } }, h("option", { value: "" }, t("compareOpened")));
  private merge: MergeView | undefined;

  constructor(private readonly context: Context, private readonly session: Session) {
    this.element = h("div", { class: "form" }, h("div", { class: "bar" }, h("label", {}, `${t("compareWith")} `, this.choice)), this.body);
    this.draw(context.script.original, t("compareOpened"));
    void this.others();
  }
  /** Scripts of the same name come first: other versions of this one. */
  private async others(): Promise<void> {
    const { script } = this.context;
    const scripts = await this.session.back?.call("scripts").catch(() => undefined) ?? [];
    const rank = (file: string) => Number(file.split(/[/!]/).at(-1)!.toLowerCase() !== script.name.toLowerCase());
    const near = scripts.filter((file) => file !== script.file).sort((a, b) => rank(a) - rank(b)).slice(0, 500);
    this.choice.append(...near.map((file) => h("option", { value: file }, visible(file))));
  }
  private async compare(): Promise<void> {
    const file = this.choice.value;
    if (file === "") return this.draw(this.context.script.original, t("compareOpened"));
    const other = await this.session.read(file);
    if (file !== this.choice.value) return;
    if (is_failed(other) || !other.source) return replace(this.body, h("div", { class: "empty" }, t("noSource")));
    this.draw(other.text, file);
  }
  private draw(before: string, label: string): void {
    this.free();
    const { script } = this.context;
    if (before === script.text) return replace(this.body, h("div", { class: "empty" }, t(this.choice.value ? "same" : "unchanged")));
    const host = h("div", { class: "merge" });
    replace(this.body, host);
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [fill];
    const extensions = (name: string) => [look, lineNumbers(), EditorState.phrases.of({ "$ unchanged lines": t("unchangedLines") }), EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" })];
    this.merge = new MergeView({
      root, parent: root, a: { doc: before, extensions: extensions(label) }, b: { doc: script.text, extensions: extensions(`${t("source")}: ${script.file}`) },
      collapseUnchanged: { margin: 3, minSize: 6 }, gutter: true,
    });
  }
  select(): void {}
  free(): void { this.merge?.destroy(); this.merge = undefined; }
}
