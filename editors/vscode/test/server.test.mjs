// The language server with the protocol's own client library: it reads every answer as its types say.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import protocol from "vscode-languageserver-protocol/node";

const program = process.env.VELLUM ?? "";
const skip = existsSync(program) ? false : "VELLUM does not name the program";
const sample = (name) => {
  const url = new URL("../../../samples/" + name, import.meta.url);
  return { uri: url.href, text: readFileSync(url, "utf8") };
};

async function conversation(work) {
  const child = spawn(program, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(child.stdout),
    new protocol.StreamMessageWriter(child.stdin),
  );
  const waiting = new Map();
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
    waiting.get(params.uri)?.(params);
    waiting.delete(params.uri);
  });
  connection.listen();
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  const open = ({ uri, text }) => {
    const told = new Promise((resolve) => waiting.set(uri, resolve));
    void connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "", version: 1, text },
    });
    return told;
  };
  const change = (uri, version, contentChanges) => {
    const told = new Promise((resolve) => waiting.set(uri, resolve));
    void connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges,
    });
    return told;
  };
  try {
    await work({ connection, capabilities, open, change });
    await connection.sendRequest(protocol.ShutdownRequest.type);
    const left = new Promise((resolve) => child.once("exit", resolve));
    await connection.sendNotification(protocol.ExitNotification.type);
    assert.equal(await left, 0);
  } finally {
    connection.dispose();
    child.kill();
  }
}

const texts = [
  "skrit/lighthouse.skrit",
  "pathologic/quest_ferry.patho",
  "ags/s52_main.asc",
  "ff7/island.wms",
  "pathologic/lamp.vasm",
  "ff7/island.vasm",
];

for (const name of texts)
  test(`all questions about ${name}`, { skip }, async () => {
    await conversation(async ({ connection, capabilities, open }) => {
      const file = sample(name);
      const textDocument = { uri: file.uri };
      const told = await open(file);
      assert.deepEqual(told.diagnostics, []);
      const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
      assert.ok(symbols.length > 1);
      for (const each of symbols) {
        assert.ok(protocol.Range.is(each.range));
        assert.ok(protocol.Range.is(each.selectionRange));
      }
      const folds = await connection.sendRequest(protocol.FoldingRangeRequest.type, { textDocument });
      assert.ok(folds.length > 0);
      const legend = capabilities.semanticTokensProvider.legend;
      const { data } = await connection.sendRequest(protocol.SemanticTokensRequest.type, { textDocument });
      assert.equal(data.length % 5, 0);
      for (let i = 0; i < data.length; i += 5) assert.ok(data[i + 3] < legend.tokenTypes.length && data[i + 2] > 0);
      const last = symbols[symbols.length - 1].selectionRange.start;
      const about = { textDocument, position: last };
      const hover = await connection.sendRequest(protocol.HoverRequest.type, about);
      assert.ok(hover === null || protocol.Hover.is(hover));
      const uses = await connection.sendRequest(protocol.ReferencesRequest.type, {
        ...about,
        context: { includeDeclaration: true },
      });
      for (const each of uses) assert.ok(protocol.Location.is(each));
      const items = await connection.sendRequest(protocol.CompletionRequest.type, about);
      if (items !== null) for (const each of items.items.slice(0, 50)) assert.ok(each.label !== "" && protocol.TextEdit.is(each.textEdit));
      const calls = await connection.sendRequest(protocol.CallHierarchyPrepareRequest.type, about);
      for (const item of calls ?? []) {
        await connection.sendRequest(protocol.CallHierarchyIncomingCallsRequest.type, { item });
        await connection.sendRequest(protocol.CallHierarchyOutgoingCallsRequest.type, { item });
      }
    });
  });

test("a mistake is told while it is typed, and corrected", { skip }, async () => {
  await conversation(async ({ connection, open, change }) => {
    const uri = "untitled:x.skrit";
    const textDocument = { uri };
    await open({ uri, text: "int total$ = 0;\nevent OnConstruct$ { totl$ = 1; }\n" });
    const told = await change(uri, 2, [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "// é😀\n" },
    ]);
    const mistake = told.diagnostics.find((each) => each.severity === protocol.DiagnosticSeverity.Error);
    assert.deepEqual(mistake.range, { start: { line: 2, character: 21 }, end: { line: 2, character: 26 } });
    assert.equal(mistake.source, "vellum");
    const [action] = await connection.sendRequest(protocol.CodeActionRequest.type, {
      textDocument,
      range: mistake.range,
      context: { diagnostics: told.diagnostics },
    });
    assert.ok(protocol.CodeAction.is(action));
    const [edit] = action.edit.changes[uri];
    const after = await change(uri, 3, [{ range: edit.range, text: edit.newText }]);
    assert.deepEqual(after.diagnostics.filter((each) => each.severity === protocol.DiagnosticSeverity.Error), []);
    const edits = await connection.sendRequest(protocol.DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 4, insertSpaces: false },
    });
    for (const each of edits) assert.ok(protocol.TextEdit.is(each));
  });
});
