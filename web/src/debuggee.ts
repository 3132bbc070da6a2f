// A script that runs without its game, as the debug adapter has it. Nothing of an engine is known here.
import { Client, Refused, Stopped } from "./client";
import type { Entry } from "./messages";

export interface StackFrame { id: number; name: string; line: number; instructionPointerReference?: string }
export interface Variable { name: string; value: string; type?: string; evaluateName?: string; variablesReference: number }
export interface Scope { name: string; variablesReference: number }
export interface Stop { reason: string; description?: string; text?: string; threadId: number }
/** What a run came to: it stands somewhere, or is over. */
export interface Standing { stop?: Stop; over: boolean }

export class Debuggee {
  private sequence = 1;
  readonly client = new Client();
  live = false;
  constructor(private readonly print: (text: string, category: string) => void) {}

  async open(entries: Entry[]): Promise<void> {
    await this.client.ready;
    await this.client.call("open", entries);
  }
  async say(command: string, parameters: object = {}): Promise<any[]> {
    const request_seq = this.sequence++;
    const answers = (await this.client.call("say", "dap", [{ seq: request_seq, type: "request", command, arguments: parameters }])) as any[];
    for (const { type, event, body } of answers) if (type === "event" && event === "output") this.print(body.output, body.category);
    const answer = answers.find((each) => each.type === "response" && each.request_seq === request_seq);
    if (answer && !answer.success) throw new Refused(answer.message ?? command);
    return answers;
  }
  async body(command: string, parameters: object = {}): Promise<any> {
    return (await this.say(command, parameters)).find((each) => each.command === command)?.body ?? {};
  }
  private standing(answers: any[]): Standing {
    const over = answers.some(({ event }) => event === "terminated");
    if (over) this.live = false;
    return { stop: answers.filter(({ event }) => event === "stopped").at(-1)?.body, over };
  }
  async launch(parameters: object): Promise<void> {
    await this.say("initialize", { clientID: "vellum-web", linesStartAt1: true, columnsStartAt1: true });
    await this.say("launch", { stopAtEnd: true, ...parameters });
    await this.say("setExceptionBreakpoints", { filters: ["faults"] });
    this.live = true;
  }
  async start(): Promise<Standing> { return this.standing(await this.say("configurationDone")); }
  async move(command: string, parameters: object = {}): Promise<Standing> {
    return this.standing(await this.say(command, { threadId: 1, granularity: "line", ...parameters }));
  }
  async set_stops(path: string, lines: number[]): Promise<void> {
    const { sources = [] } = await this.body("loadedSources").catch(() => ({}));
    const name = path.split("/").at(-1)!;
    const source = sources.find((each: any) => each.path === path || each.name?.startsWith(name)) ?? sources[0];
    if (source) await this.say("setBreakpoints", { source, breakpoints: lines.map((line) => ({ line })) }).catch(() => []);
  }
  /** The frames that were run. */
  async frame(): Promise<number> { return (await this.body("time")).frame ?? 0; }
  /** Natives that nobody answered, and how often they were asked. */
  async stand_ins(): Promise<{ name: string; calls: number }[]> { return (await this.body("standIns").catch(() => ({}))).natives ?? []; }
  /** The world on its map, where it has one. */
  async picture(): Promise<string | undefined> { return (await this.body("picture").catch(() => ({}))).svg; }
  async stack(thread: number): Promise<StackFrame[]> { return (await this.body("stackTrace", { threadId: thread, levels: 50 })).stackFrames ?? []; }
  async scopes(frame: number): Promise<Scope[]> { return (await this.body("scopes", { frameId: frame })).scopes ?? []; }
  async variables(reference: number): Promise<Variable[]> { return (await this.body("variables", { variablesReference: reference, count: 200 })).variables ?? []; }
  /** The value of an expression, or why it has none. */
  async evaluate(expression: string, frame?: number): Promise<{ value: string; bad: boolean }> {
    try {
      const { result } = await this.body("evaluate", { expression, context: "watch", ...(frame !== undefined ? { frameId: frame } : {}) });
      return { value: result, bad: false };
    } catch (problem: any) {
      if (problem instanceof Stopped) throw problem;
      return { value: problem.message, bad: true };
    }
  }
  end(): void {
    this.live = false;
    this.client.end();
  }
}
