// Running a script without its game, and looking at it: everything goes through the debug adapter. Time is dragged by running
// again up to a frame, which gives the same run, and stepping back from there.
import { Client, Refused, Stopped } from "./client";
import { add, button, h, replace, visible } from "./dom";
import type { Entry } from "./messages";
import type { Script } from "./script";
import { t } from "./texts";

interface StackFrame { id: number; name: string; line: number; source?: { name: string; path?: string } }
interface Hooks {
  entries(): Entry[];
  /** Where the run has stopped: a line of the source, and the address if it is known. */
  stopped(line: number | undefined, address: number | undefined): void;
  breakpoints(script: Script): number[];
}

export class Try {
  readonly element: HTMLElement;
  private readonly what = h("select", { "aria-label": `${t("event")} / ${t("call")}` });
  private readonly values = h("input", { type: "text", placeholder: t("valuesHint"), "aria-label": t("values"), class: "values" });
  private readonly frame = h("input", { type: "number", min: 1, value: 1, class: "short", "aria-label": t("atFrame") });
  private readonly frames = h("input", { type: "number", min: 1, max: 100000, value: 60, class: "short", "aria-label": t("frames") });
  private readonly story = h("div", { class: "story", role: "log", tabindex: 0, "aria-label": t("story") });
  private readonly look = h("div", { class: "look", tabindex: 0, role: "group", "aria-label": t("variables") });
  private readonly time = h("input", { type: "range", min: 1, max: 60, value: 60, "aria-label": t("timeline"), on: { change: () => void this.begin("end", Number(this.time.value)), input: () => this.tell_time() } });
  private readonly now = h("span", { class: "small quiet" });
  private readonly state = h("span", { class: "small quiet", role: "status" });
  private readonly steps: HTMLButtonElement[];
  private readonly halt = button(t("stop"), () => this.stop(), { disabled: true });
  private client: Client | undefined;
  private script: Script | undefined;
  private path = "";
  private sequence = 1;
  private live = false;

  constructor(private readonly hooks: Hooks) {
    const step = (key: "continue" | "stepOver" | "stepIn" | "stepOut" | "stepBack" | "reverse", command: string, title: string) =>
      button(t(key), () => void this.move(command), { title, disabled: true });
    this.steps = [step("reverse", "reverseContinue", "Shift-F5"), step("stepBack", "stepBack", "Shift-F10"), step("stepOver", "next", "F10"),
      step("stepIn", "stepIn", "F11"), step("stepOut", "stepOut", "Shift-F11"), step("continue", "continue", "F5")];
    const form = h("form", { on: { submit: (event) => { event.preventDefault(); void this.begin("run"); } } },
      this.what, h("label", {}, t("values"), this.values), h("label", {}, t("atFrame"), this.frame), h("label", {}, t("frames"), this.frames),
      h("button", { type: "submit", class: "main" }, `▶ ${t("run")}`), button(t("debug"), () => void this.begin("step")), this.halt,
      h("span", { class: "steps" }, ...this.steps), h("span", { class: "time" }, this.time, this.now), this.state);
    this.element = h("div", { class: "form" }, form, h("div", { class: "run" }, this.story, this.look));
    this.empty();
  }
  private empty(): void {
    replace(this.story, h("span", { class: "quiet" }, t("storyEmpty")));
    replace(this.look);
    this.tell_time();
  }
  set(script: Script | undefined): void {
    if (script === this.script) return;
    this.stop();
    this.script = script;
    const group = (label: string, value: string, names: string[]) => names.length === 0 ? null : h("optgroup", { label },
      ...[...new Set(names)].map((name) => h("option", { value: `${value} ${name}` }, visible(name))));
    replace(this.what, h("option", { value: "" }, t("nothingToSend")),
      group(t("event"), "event", script?.code.references.filter(({ kind }) => kind === "handler").map(({ name }) => name) ?? []),
      group(t("call"), "call", script?.code.functions.map(({ name }) => name) ?? []),
      group(t("plan"), "plan", this.hooks.entries().map(({ path }) => path).filter((path) => /\.plan$/i.test(path))));
    this.empty();
  }
  /** A form filled in, as a link to a function does. */
  choose(name: string): void {
    for (const option of this.what.options) if (option.value.endsWith(` ${name}`)) this.what.value = option.value;
  }
  private tell_time(): void { this.now.textContent = t("frameOf", this.time.value, this.time.max); }

  private async say(command: string, parameters: object = {}): Promise<any[]> {
    const client = this.client;
    if (!client) throw new Stopped();
    const request_seq = this.sequence++;
    const answers = (await client.call("say", "dap", [{ seq: request_seq, type: "request", command, arguments: parameters }])) as any[];
    for (const { type, event, body } of answers) if (type === "event" && event === "output") this.print(body.output, body.category);
    const answer = answers.find((each) => each.type === "response" && each.request_seq === request_seq);
    if (answer && !answer.success) throw new Refused(answer.message ?? command);
    return answers;
  }
  private print(text: string, category: string): void {
    const follows = this.story.scrollTop + this.story.clientHeight > this.story.scrollHeight - 40;
    this.story.append(h("span", { class: category }, visible(text)));
    while (this.story.childElementCount > 5000) this.story.firstChild!.remove();
    if (follows) this.story.scrollTop = this.story.scrollHeight;
  }
  private async body(command: string, parameters: object = {}): Promise<any> {
    return (await this.say(command, parameters)).find((each) => each.command === command)?.body ?? {};
  }

  /** `run` from the beginning to the next breakpoint, `step` to the first instruction, `end` silently to the end of a frame. */
  async begin(how: "run" | "step" | "end", until = Number(this.frames.value)): Promise<void> {
    const script = this.script;
    if (!script) return;
    this.stop();
    this.busy(true);
    replace(this.story);
    replace(this.look);
    const client = this.client = new Client();
    try {
      await client.ready;
      await client.call("open", this.hooks.entries());
      this.path = script.changed ? await script.current(client) : script.file;
      if (client !== this.client) return;
      const [kind, ...name] = this.what.value.split(" ");
      if (kind === "plan") return await this.judge(client, name.join(" "));
      const values = this.values.value.trim();
      const sent = kind === "" ? {} : kind === "event"
        ? { event: [`${name.join(" ")}${values ? `:${values}` : ""}@${Math.max(1, Number(this.frame.value))}`] } : { call: [`${name.join(" ")}(${values})`] };
      this.sequence = 1;
      await this.say("initialize", { clientID: "vellum-web", linesStartAt1: true, columnsStartAt1: true });
      await this.say("launch", { program: this.path, frames: until, stopOnEntry: how === "step", stopAtEnd: true, ...sent });
      await this.say("setExceptionBreakpoints", { filters: ["faults"] });
      if (how !== "end") await this.set_stops();
      this.live = true;
      if (how !== "end") {
        this.time.max = String(until);
        this.time.value = how === "run" ? String(until) : "1";
      }
      this.tell_time();
      this.told(await this.say("configurationDone"));
      if (how === "end") await this.set_stops();
    } catch (problem: any) {
      if (client !== this.client || problem instanceof Stopped) return;
      this.print(`${problem.message}${problem.hint ? `: ${problem.hint}` : ""}\n`, "stderr");
      this.busy(false);
      this.state.textContent = "";
    }
  }
  /** The tests of a plan, with what each missed. */
  private async judge(client: Client, plan: string): Promise<void> {
    type Failure = { line: number; expected: string; found: string[] };
    const { tests, passed, failed } = await client.ask<{ passed: number; failed: number; tests: { name: string; passed: boolean; failures: Failure[] }[] }>("test", { plans: plan });
    if (client !== this.client) return;
    for (const { name, passed: good, failures } of tests) {
      this.print(`${good ? "✓" : "✕"} ${name}\n`, good ? "stdout" : "stderr");
      for (const { line, expected, found } of failures)
        this.print(`  ${t("line", line)}: ${expected}\n${found.map((each) => `    ${each}\n`).join("")}`, "stderr");
    }
    this.busy(false);
    this.state.textContent = t("verdict", passed, failed);
  }
  async set_stops(): Promise<void> {
    const { script } = this;
    if (!script || !this.client) return;
    const sources = (await this.body("loadedSources").catch(() => ({}))).sources ?? [];
    const source = sources.find((each: any) => each.path === this.path || each.name?.startsWith(this.path.split("/").at(-1)!)) ?? sources[0];
    if (source) await this.say("setBreakpoints", { source, breakpoints: this.hooks.breakpoints(script).map((line) => ({ line })) }).catch(() => []);
  }
  async move(command: string): Promise<void> {
    if (!this.live) return void this.begin(command === "continue" ? "run" : "step");
    this.busy(true);
    try {
      this.told(await this.say(command, { threadId: 1, granularity: "line" }));
    } catch (problem: any) {
      if (problem instanceof Stopped) return;
      this.print(`${problem.message}\n`, "stderr");
      this.busy(false);
    }
  }
  private told(answers: any[]): void {
    this.busy(false);
    const stopped = answers.filter(({ event }) => event === "stopped").at(-1);
    if (!stopped) {
      if (answers.some(({ event }) => event === "terminated")) { this.live = false; this.state.textContent = t("over"); }
      return;
    }
    const { description, text, reason } = stopped.body;
    if (this.story.childElementCount === 0 && reason === "pause") replace(this.story, h("span", { class: "quiet" }, t("nothingHappened")));
    const why = ({ entry: "reasonEntry", step: "reasonStep", goto: "reasonStep", breakpoint: "reasonBreakpoint", exception: "reasonException" } as const)[reason as "step"];
    this.state.textContent = t("stoppedAt", visible([description ?? (why ? t(why) : reason), text].filter(Boolean).join(", ")));
    void this.show(stopped.body.threadId);
  }
  private async show(thread: number): Promise<void> {
    try {
      const frames = (await this.body("stackTrace", { threadId: thread, levels: 50 })).stackFrames as StackFrame[];
      const first = frames[0];
      this.hooks.stopped(first?.line || undefined, (first as any)?.instructionPointerReference ? parseInt((first as any).instructionPointerReference) : undefined);
      replace(this.look, h("h2", {}, t("stack")), ...frames.map(({ name, line }) => h("button", {
        type: "button", class: "link", on: { click: () => this.hooks.stopped(line || undefined, undefined) },
      }, visible(name), line ? h("span", { class: "where" }, ` ${t("line", line)}`) : null)));
      if (!first) return;
      const scopes = (await this.body("scopes", { frameId: first.id })).scopes as { name: string; variablesReference: number; expensive?: boolean }[];
      for (const scope of scopes.slice(0, 8)) {
        const variables = (await this.body("variables", { variablesReference: scope.variablesReference, count: 200 })).variables as { name: string; value: string; type?: string }[];
        if (variables.length > 0) {
          add(this.look, h("h2", {}, visible(scope.name)), h("table", {}, ...variables.map(({ name, value, type }) =>
            h("tr", { title: type ?? "" }, h("td", {}, visible(name)), h("td", {}, visible(value))))));
        }
      }
    } catch { /* it is at rest, or another run has begun */ }
  }
  private busy(is: boolean): void {
    this.halt.disabled = !is;
    for (const each of this.steps) each.disabled = is || !this.live;
    if (is) this.state.textContent = t("running");
  }
  stop(): void {
    this.client?.end();
    this.client = undefined;
    this.live = false;
    this.busy(false);
    this.state.textContent = "";
    this.hooks.stopped(undefined, undefined);
  }
}
