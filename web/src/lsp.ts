// The language server of the module, as a client sees it. Nothing of a language is known here.
import type { Client } from "./client";

export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface Location { uri: string; range: Range }
export interface Diagnostic { range: Range; message: string; severity?: number; code?: string }
export interface TextEdit { range: Range; newText: string }

export class LanguageServer {
  private next = 1;
  private begun: Promise<void> | undefined;
  tokens: string[] = [];
  triggers: string[] = [];
  private readonly problems = new Map<string, (all: Diagnostic[]) => void>();
  private readonly versions = new Map<string, number>();

  constructor(private readonly client: Client) {}

  private async say(messages: any[]): Promise<any[]> {
    const answers = (await this.client.call("say", "lsp", messages)) as any[];
    for (const { method, params } of answers)
      if (method === "textDocument/publishDiagnostics") this.problems.get(params.uri)?.(params.diagnostics);
    return answers;
  }
  /** Begun, also if it is begun anew meanwhile. */
  private async start(): Promise<void> {
    for (let begun = this.begin(); ; begun = this.begin()) {
      await begun;
      if (begun === this.begun) return;
    }
  }
  private begin(): Promise<void> {
    return this.begun ??= (async () => {
      const [answer] = await this.say([{
        jsonrpc: "2.0", id: 0, method: "initialize",
        params: { processId: null, rootUri: "file:///", capabilities: {}, initializationOptions: {} },
      }]);
      this.tokens = answer.result.capabilities.semanticTokensProvider.legend.tokenTypes;
      this.triggers = answer.result.capabilities.completionProvider.triggerCharacters;
      await this.say([{ jsonrpc: "2.0", method: "initialized", params: {} }]);
    })();
  }
  /** Files are others now. */
  restart(): void {
    this.begun = undefined;
    this.problems.clear();
    this.versions.clear();
  }
  async open(uri: string, text: string, problems: (all: Diagnostic[]) => void): Promise<void> {
    await this.start();
    this.problems.set(uri, problems);
    this.versions.set(uri, 1);
    await this.say([{ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "", version: 1, text } } }]);
  }
  async change(uri: string, text: string): Promise<void> {
    await this.start();
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    await this.say([{ jsonrpc: "2.0", method: "textDocument/didChange", params: { textDocument: { uri, version }, contentChanges: [{ text }] } }]);
  }
  async close(uri: string): Promise<void> {
    this.problems.delete(uri);
    if (this.begun) await this.say([{ jsonrpc: "2.0", method: "textDocument/didClose", params: { textDocument: { uri } } }]);
  }
  async request<T>(method: string, params: object): Promise<T | null> {
    await this.start();
    const id = this.next++;
    const answers = await this.say([{ jsonrpc: "2.0", id, method, params }]);
    const answer = answers.find((each) => each.id === id);
    if (answer?.error) throw new Error(answer.error.message);
    return answer?.result ?? null;
  }
}
