// Running a script without its game, and looking at it: what is done to it by form, what happens as a story, time back and forth.
import { Stopped } from "./client";
import { Debuggee, type Standing, type Variable } from "./debuggee";
import { Drawing } from "./drawing";
import { button, h, replace, visible } from "./dom";
import { Plan } from "./plan";
import type { Entry } from "./messages";
import type { Script } from "./script";
import { t } from "./texts";

interface Hooks {
  entries(): Entry[];
  /** Where the run has stopped: a line of the source, and the address if it is known. */
  stopped(line: number | undefined, address: number | undefined): void;
  breakpoints(script: Script): number[];
  /** Code that a picture leads to. */
  go_address(address: number): void;
  /** A map of the run; nothing: there is none any more. False: nobody shows it. */
  picture(svg: string | undefined): boolean;
}
const film_step = 80; // milliseconds for a frame of a played run

export class Try {
  readonly element: HTMLElement;
  private readonly plan = new Plan();
  private readonly story = h("div", { class: "story", role: "log", tabindex: 0, "aria-label": t("story") });
  private readonly look = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("variables") });
  private readonly answers = h("div", {});
  private readonly watch_list = h("table", {});
  private readonly watch_input = h("input", { type: "text", placeholder: t("watchHint"), "aria-label": t("watch"), spellcheck: "false" });
  private readonly map = new Drawing(t("map"), true, (id) => this.hooks.go_address(parseInt(id.slice(1), 16)));
  private readonly time = h("input", { type: "range", min: 0, max: 60, value: 60, "aria-label": t("timeline"),
    on: { input: () => { this.tell_time(); void this.drag(); } } });
  private readonly play = button("▸", () => void this.film(), { class: "plain", disabled: true, "aria-label": t("play"), title: t("play") });
  private readonly now = h("span", { class: "small quiet" });
  private readonly state = h("span", { class: "small quiet", role: "status" });
  private readonly steps: HTMLButtonElement[];
  private readonly halt = button(t("stop"), () => this.stop(), { disabled: true });
  private run: Debuggee | undefined;
  private script: Script | undefined;
  private path = "";
  private watches: string[] = [];
  /** Whether the time line is on its way, and where it is to go then. */
  private dragging = false;
  private playing = false;

  constructor(private readonly hooks: Hooks) {
    const step = (key: "continue" | "stepOver" | "stepIn" | "stepOut" | "stepBack" | "reverse", command: string, title: string) =>
      button(t(key), () => void this.move(command), { title, disabled: true });
    this.steps = [step("reverse", "reverseContinue", "Shift-F5"), step("stepBack", "stepBack", "Shift-F10"), step("stepOver", "next", "F10"),
      step("stepIn", "stepIn", "F11"), step("stepOut", "stepOut", "Shift-F11"), step("continue", "continue", "F5")];
    const form = h("form", { on: { submit: (event) => { event.preventDefault(); void this.begin("run"); } } }, ...this.plan.parts,
      h("button", { type: "submit", class: "main" }, `▶ ${t("run")}`), button(t("debug"), () => void this.begin("step")), this.halt,
      h("span", { class: "steps" }, ...this.steps), h("span", { class: "time" }, this.play, this.time, this.now), this.state);
    const watch_form = h("form", { class: "watch", on: { submit: (event) => {
      event.preventDefault();
      const text = this.watch_input.value.trim();
      if (text && !this.watches.includes(text)) this.watches.push(text);
      this.watch_input.value = "";
      void this.tell_watches();
    } } }, this.watch_input, h("button", { type: "submit" }, t("watch")));
    this.map.element.hidden = true;
    this.element = h("div", { class: "form" }, form, this.plan.list, h("div", { class: "run" }, this.story, this.map.element,
      h("div", { class: "look" }, watch_form, this.watch_list, this.answers, this.look)));
    this.empty();
  }
  private empty(): void {
    replace(this.story, h("span", { class: "quiet" }, t("storyEmpty")));
    replace(this.look);
    replace(this.answers);
    this.map.element.hidden = true;
    this.tell_time();
  }
  set(script: Script | undefined): void {
    if (script === this.script) return;
    this.stop();
    this.script = script;
    this.plan.set(script, this.hooks.entries());
    this.empty();
  }
  /** A form filled in, as a link to a function does. */
  choose(name: string): void { this.plan.choose(name); }
  private tell_time(): void { this.now.textContent = t("frameOf", this.time.value, this.time.max); }
  private print(text: string, category: string): void {
    const follows = this.story.scrollTop + this.story.clientHeight > this.story.scrollHeight - 40;
    this.story.append(h("span", { class: category }, visible(text)));
    while (this.story.childElementCount > 5000) this.story.firstChild!.remove();
    if (follows) this.story.scrollTop = this.story.scrollHeight;
  }

  /** `run` from the beginning to the next breakpoint, `step` to the first instruction. */
  async begin(how: "run" | "step"): Promise<void> {
    const { script } = this;
    if (!script) return;
    this.stop();
    this.busy(true);
    replace(this.story);
    replace(this.look);
    const run = this.run = new Debuggee((text, category) => { if (run === this.run) this.print(text, category); });
    try {
      await run.open(this.hooks.entries());
      this.path = script.changed ? await script.current(run.client) : script.file;
      if (run !== this.run) return;
      if (this.plan.file) return await this.judge(run, this.plan.file);
      const frames = this.plan.frames;
      await run.launch({ program: this.path, frames, stopOnEntry: how === "step", ...this.plan.actions });
      await this.set_stops();
      this.time.max = String(frames);
      this.told(await run.start());
    } catch (problem: any) {
      if (run !== this.run || problem instanceof Stopped) return;
      this.print(`${problem.message}${problem.hint ? `: ${problem.hint}` : ""}\n`, "stderr");
      this.busy(false);
      this.state.textContent = "";
    }
  }
  /** The tests of a plan, with what each missed. */
  private async judge(run: Debuggee, plan: string): Promise<void> {
    type Failure = { line: number; expected: string; found: string[] };
    const { tests, passed, failed } = await run.client.ask<{ passed: number; failed: number; tests: { name: string; passed: boolean; failures: Failure[] }[] }>("test", { plans: plan });
    if (run !== this.run) return;
    for (const { name, passed: good, failures } of tests) {
      this.print(`${good ? "✓" : "✕"} ${name}\n`, good ? "stdout" : "stderr");
      for (const { line, expected, found } of failures)
        this.print(`  ${t("line", line)}: ${expected}\n${found.map((each) => `    ${each}\n`).join("")}`, "stderr");
    }
    this.busy(false);
    this.state.textContent = t("verdict", passed, failed);
  }
  async set_stops(): Promise<void> {
    if (this.script && this.run?.live) await this.run.set_stops(this.path, this.hooks.breakpoints(this.script));
  }

  // --- Time ---

  async move(command: string, parameters: object = {}): Promise<void> {
    const { run } = this;
    if (!run?.live) return void this.begin(command === "continue" ? "run" : "step");
    this.busy(true);
    try {
      this.told(await run.move(command, parameters));
    } catch (problem: any) {
      if (run !== this.run || problem instanceof Stopped) return;
      this.print(`${problem.message}\n`, "stderr");
      this.busy(false);
    }
  }
  /** The world at the end of the frame that the time line shows; while it is dragged, of the newest one. */
  private async drag(): Promise<void> {
    const { run } = this;
    if (this.dragging || !run?.live) return;
    this.dragging = true;
    try {
      for (let at = ""; at !== this.time.value && run === this.run;) {
        at = this.time.value;
        const standing = await run.move("toFrame", { frame: Number(at) });
        if (at === this.time.value) this.told(standing);
        await this.draw_map(run);
      }
    } catch (problem: any) {
      if (!(problem instanceof Stopped)) this.print(`${problem.message}\n`, "stderr");
    } finally { this.dragging = false; }
  }
  /** The run as a film, from the beginning or from where the time line is. */
  private async film(): Promise<void> {
    if (this.playing) { this.playing = false; return; }
    this.playing = true;
    this.play.textContent = "‖";
    const { run } = this;
    if (this.time.value === this.time.max) this.time.value = "0";
    while (this.playing && run === this.run && run?.live && Number(this.time.value) < Number(this.time.max)) {
      this.time.value = String(Number(this.time.value) + 1);
      this.tell_time();
      await Promise.all([this.drag(), new Promise((resolve) => setTimeout(resolve, film_step))]);
    }
    this.playing = false;
    this.play.textContent = "▸";
  }

  // --- Looking ---

  private told({ stop, over }: Standing): void {
    this.busy(false);
    if (!stop) {
      if (over) this.state.textContent = t("over");
      return;
    }
    const { description, text, reason } = stop;
    if (this.story.childElementCount === 0 && reason === "pause") replace(this.story, h("span", { class: "quiet" }, t("nothingHappened")));
    const why = ({ entry: "reasonEntry", step: "reasonStep", goto: "reasonStep", breakpoint: "reasonBreakpoint", exception: "reasonException", "data breakpoint": "reasonChange" } as const)[reason as "step"];
    this.state.textContent = t("stoppedAt", visible([description ?? (why ? t(why) : reason), text].filter(Boolean).join(", ")));
    void this.show(stop.threadId);
  }
  private async show(thread: number): Promise<void> {
    const { run } = this;
    if (!run) return;
    try {
      if (!this.dragging) {
        const frame = await run.frame();
        if (!this.dragging) this.time.value = String(frame); // it may have been taken meanwhile
        this.tell_time();
        await this.draw_map(run);
      }
      this.tell_answers(await run.stand_ins());
      const frames = await run.stack(thread);
      const [first] = frames;
      const address = first?.instructionPointerReference;
      this.hooks.stopped(first?.line || undefined, address ? Number(BigInt(address) & 0xffffffffn) : undefined);
      await this.tell_watches(first?.id);
      const found: Node[] = frames.length === 0 ? [] : [h("h2", {}, t("stack")), ...frames.map(({ name, line }) => h("button", {
        type: "button", class: "link", on: { click: () => this.hooks.stopped(line || undefined, undefined) },
      }, visible(name), line ? h("span", { class: "where" }, ` ${t("line", line)}`) : null))];
      for (const scope of first ? (await run.scopes(first.id)).slice(0, 8) : []) {
        const variables = await run.variables(scope.variablesReference);
        if (variables.length > 0) found.push(h("h2", {}, visible(scope.name)), h("table", {}, ...variables.map((each) => this.variable(each))));
      }
      if (run === this.run) replace(this.look, ...found);
    } catch { /* it is at rest, or another run has begun */ }
  }
  private variable({ name, value, type, evaluateName }: Variable): HTMLElement {
    const who = evaluateName ?? name;
    return h("tr", { title: type ?? "" }, h("td", {}, visible(name)), h("td", {}, visible(value)), h("td", { class: "do" },
      button("⟲", () => void this.move("lastChange", { expression: who }), { class: "plain", "aria-label": t("whoSet", visible(name)), title: t("whoSet", visible(name)) }),
      button("+", () => { if (!this.watches.includes(who)) this.watches.push(who); void this.tell_watches(); }, { class: "plain", "aria-label": `${t("watch")}: ${visible(name)}`, title: t("watch") })));
  }
  /** Natives that the game would answer: what is written here is their answer from the next run on. */
  private tell_answers(stand_ins: { name: string; calls: number }[]): void {
    const { answers } = this.plan;
    const rows = [...[...answers.keys()].map((name) => ({ name, calls: 0 })), ...stand_ins.filter(({ name }) => !answers.has(name))];
    if (this.answers.contains(document.activeElement)) return; // somebody writes there
    const row = ({ name, calls }: { name: string; calls: number }) => h("tr", {}, h("td", {}, visible(name), calls > 0 ? h("span", { class: "quiet" }, ` × ${calls}`) : null),
      h("td", {}, h("input", { type: "text", value: answers.get(name) ?? "", placeholder: t("valuesHint"), "aria-label": t("answerOf", visible(name)), spellcheck: "false",
        on: { change: (event) => {
          const text = (event.target as HTMLInputElement).value.trim();
          if (text) answers.set(name, text); else answers.delete(name);
          this.state.textContent = t("answersNext");
        } } })));
    replace(this.answers, ...(rows.length === 0 ? [] : [h("h2", { title: t("answersWhy") }, t("answers")), h("table", {}, ...rows.map(row))]));
  }
  private async tell_watches(frame?: number): Promise<void> {
    const { run } = this;
    const rows = await Promise.all(this.watches.map(async (expression) => ({ expression,
      ...(run?.live ? await run.evaluate(expression, frame).catch(() => ({ value: "", bad: false })) : { value: "", bad: false }) })));
    replace(this.watch_list, ...rows.map(({ expression, value, bad }) => h("tr", {}, h("td", {}, visible(expression)), h("td", { class: bad ? "severity error" : "" }, visible(value)),
      h("td", { class: "do" }, button("⟲", () => void this.move("lastChange", { expression }), { class: "plain", disabled: !run?.live, "aria-label": t("whoSet", visible(expression)), title: t("whoSet", visible(expression)) }),
        button("✕", () => { this.watches = this.watches.filter((each) => each !== expression); void this.tell_watches(); }, { class: "plain", "aria-label": t("remove", visible(expression)), title: t("remove", visible(expression)) })))));
  }
  private async draw_map(run: Debuggee): Promise<void> {
    const svg = run.live ? await run.picture() : undefined;
    if (run !== this.run) return;
    const shown = this.hooks.picture(svg);
    this.map.element.hidden = svg === undefined || shown;
    if (svg && !shown) this.map.show(svg, true);
  }
  private busy(is: boolean): void {
    this.halt.disabled = !is;
    this.play.disabled = is && !this.playing || !this.run?.live;
    for (const each of this.steps) each.disabled = is || !this.run?.live;
    if (is) this.state.textContent = t("running");
  }
  stop(): void {
    this.playing = false;
    this.run?.end();
    this.run = undefined;
    this.busy(false);
    this.state.textContent = "";
    this.hooks.stopped(undefined, undefined);
    this.hooks.picture(undefined);
  }
}
