// The language server and the debug adapter inside the extension, where no program is installed: the module's conversations.
import * as vscode from "vscode";
import type { Conversation, Workspace } from "vellum-scripts";
import { AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Disposable, type Message } from "vscode-languageclient/node";
import { vellum } from "./module";

/** A conversation and what comes back from it. */
class Talk {
  private readonly conversation: Conversation;
  constructor(
    private readonly workspace: Workspace,
    protocol: "lsp" | "dap",
    private readonly tell: (message: Record<string, unknown>) => void,
  ) {
    this.conversation = workspace.converse(protocol);
  }
  say(message: object): void {
    let answers = this.conversation.say(message);
    for (; answers.length > 0; answers = this.conversation.say()) for (const answer of answers) this.tell(answer);
    for (const answer of this.conversation.say()) this.tell(answer);
  }
  free(): void {
    this.conversation.free();
    this.workspace.free();
  }
}

async function files(): Promise<Workspace> {
  const { Workspace } = await vellum();
  const fs = require("node:fs") as typeof import("node:fs");
  return new Workspace({ read: (name: string) => new Uint8Array(fs.readFileSync(name)) });
}

class Reader extends AbstractMessageReader {
  private callback: DataCallback | undefined;
  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    return { dispose: () => (this.callback = undefined) };
  }
  deliver(message: Record<string, unknown>): void {
    this.callback?.(message as unknown as Message);
  }
}
class Writer extends AbstractMessageWriter {
  constructor(private readonly talk: Talk) {
    super();
  }
  write(message: Message): Promise<void> {
    this.talk.say(message);
    return Promise.resolve();
  }
  end(): void {
    this.talk.free();
  }
}

export async function languageServer(): Promise<{ reader: Reader; writer: Writer }> {
  const reader = new Reader();
  return { reader, writer: new Writer(new Talk(await files(), "lsp", (message) => reader.deliver(message))) };
}

export class ModuleAdapter implements vscode.DebugAdapter {
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.sent.event;
  private talk: Promise<Talk> | undefined;
  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.talk ??= files().then((workspace) => new Talk(workspace, "dap", (each) => this.sent.fire(each as vscode.DebugProtocolMessage)));
    void this.talk.then((talk) => talk.say(message));
  }
  dispose(): void {
    void this.talk?.then((talk) => talk.free());
    this.sent.dispose();
  }
}
