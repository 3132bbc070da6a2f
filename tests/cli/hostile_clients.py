#!/usr/bin/env python3
"""Clients that nobody would write, against `vellum lsp` and `vellum dap`: requests of every name with arguments of any
shape, and streams that are no messages. Whatever comes, each request has one answer, the program ends by itself,
and neither its memory nor its time grows without bound. HOSTILE_MESSAGES sets how many, HOSTILE_SEED where it starts."""

import json
import os
import random
import resource
import subprocess
import sys

VELLUM = os.path.abspath(sys.argv[1])
MESSAGES = int(os.environ.get("HOSTILE_MESSAGES", "400"))
SEED = int(os.environ.get("HOSTILE_SEED", "1"))
MOST_MEMORY = 600 << 10  # KiB, of a build with sanitizers' or assertions' overhead

URI = "file:///x/a.skrit"
TEXT = "startup state A$ { event OnEnterState$() { int n$ = 1; Report.Generic( \"x\" ); } }\nint F$( int a$ ) { return a$; }\n"
LSP = ["textDocument/" + name for name in (
    "didChange", "didClose", "didOpen", "didSave", "hover", "definition", "references", "documentSymbol", "completion",
    "signatureHelp", "rename", "prepareRename", "formatting", "rangeFormatting", "foldingRange", "selectionRange",
    "documentHighlight", "semanticTokens/full", "semanticTokens/range", "codeAction", "inlayHint", "codeLens")] + [
        "workspace/symbol", "workspace/didChangeWatchedFiles", "workspace/executeCommand", "$/cancelRequest", "initialized",
        "no/such", ""]
DAP = ["setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints", "dataBreakpointInfo",
       "setExceptionBreakpoints", "exceptionInfo", "configurationDone", "threads", "stackTrace", "scopes", "variables",
       "setVariable", "setExpression", "evaluate", "completions", "readMemory", "writeMemory", "disassemble", "source",
       "loadedSources", "breakpointLocations", "gotoTargets", "goto", "next", "stepIn", "stepOut", "stepBack",
       "reverseContinue", "pause", "modules", "cancel", "initialize", "launch", "attach", "noSuch", ""]
KEYS = ["textDocument", "uri", "position", "line", "character", "range", "start", "end", "contentChanges", "text", "version",
        "newName", "context", "query", "command", "arguments", "id", "source", "path", "sourceReference", "breakpoints", "lines",
        "name", "condition", "hitCondition", "logMessage", "threadId", "frameId", "variablesReference", "expression", "value",
        "memoryReference", "offset", "count", "data", "instructionReference", "instructionOffset", "instructionCount",
        "dataId", "accessType", "filters", "startFrame", "levels", "program", "first", "granularity"]
chance = random.Random(SEED)


def scalar():
    return chance.choice([
        lambda: chance.choice([0, 1, 2, 3, -1, 7, 1 << 31, -(1 << 31), 1 << 53, 1 << 63, -(1 << 63), 1e308, 0.5]),
        lambda: chance.choice([True, False, None]),
        lambda: chance.choice([URI, "file:///etc/passwd", "memory:data", "F$", "A$", "n$", "a +", "((((1", "%0", ">= 5", "@@",
                               "\u202e", "\udcff", "x" * chance.choice([1, 300, 70_000]), "{n$}" * 50, "AAAA", "\x00"]),
    ])()


def anything(depth=0):
    kind = chance.randrange(6 if depth < 4 else 3)
    if kind < 3:
        return scalar()
    if kind == 3:
        return [anything(depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(KEYS): anything(depth + 1) for _ in range(chance.randrange(6))}


def position():
    return {"line": chance.randrange(4), "character": chance.randrange(90)}


def lsp_arguments():
    if chance.random() < 0.4:
        return anything()
    made = {"textDocument": {"uri": URI, "version": chance.randrange(9), "text": TEXT}, "position": position(),
            "range": {"start": position(), "end": position()}, "newName": scalar(), "query": scalar(),
            "context": {"includeDeclaration": True, "diagnostics": []}, "options": {"tabSize": scalar()},
            "contentChanges": [{"range": {"start": position(), "end": position()}, "text": chance.choice(["", "x", "{", TEXT])}]}
    if chance.random() < 0.5:
        made[chance.choice(list(made))] = anything()
    return made


def dap_arguments():
    if chance.random() < 0.4:
        return anything()
    made = {"threadId": chance.randrange(4), "frameId": chance.randrange(4), "variablesReference": chance.randrange(9),
            "expression": scalar(), "name": scalar(), "value": scalar(), "memoryReference": scalar(), "offset": scalar(),
            "count": chance.choice([1, 64, 1 << 40]), "instructionOffset": chance.choice([0, -3, 1 << 40]),
            "instructionCount": chance.choice([1, 5, 1 << 40]), "source": {"sourceReference": chance.randrange(4)},
            "breakpoints": [{"line": chance.randrange(9), "name": scalar(), "condition": scalar()}]}
    if chance.random() < 0.5:
        made[chance.choice(list(made))] = anything()
    return made


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def session(arguments, sent):
    """What the program answers; it must end by itself."""
    done = subprocess.run([VELLUM, *arguments], input=sent, capture_output=True, timeout=240, check=False)
    if done.returncode < 0 or done.returncode > 3:
        sys.exit(f"{arguments}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')[:3000]}")
    return done.stdout


def messages(stream):
    while stream:
        head, _, rest = stream.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        yield json.loads(rest[:length])
        stream = rest[length:]


def once_each(name, wanted, got):
    """Every request has one answer."""
    for number in wanted:
        if got.count(number) != 1:
            sys.exit(f"{name}: request {number} has {got.count(number)} answers, seed {SEED}")


def language_server():
    sent = framed({"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {"capabilities": {}}})
    sent += framed({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": URI, "languageId": "skrit", "version": 1, "text": TEXT}}})
    wanted = []
    for number in range(MESSAGES):
        method = chance.choice(LSP)
        message = {"jsonrpc": "2.0", "method": method, "params": lsp_arguments()}
        if "/did" not in method and not method.startswith("$") and method != "initialized":
            message["id"] = number
            wanted.append(number)
        sent += framed(message)
        if chance.random() < 0.02:
            sent += framed(chance.choice([b"", b"{", b"[[[[", b"null", b"\"x\"", b"[" * 70_000, b"{\"id\":{}}", b"\xff"]))
    sent += framed({"jsonrpc": "2.0", "id": "last", "method": "shutdown"}) + framed({"jsonrpc": "2.0", "method": "exit"})
    got = [one["id"] for one in messages(session(["lsp"], sent)) if "id" in one and "method" not in one]
    once_each("lsp", [*wanted, "last"], got)


def debug_adapter():
    sent = framed({"seq": 1, "type": "request", "command": "initialize", "arguments": {}})
    sent += framed({"seq": 2, "type": "request", "command": "launch", "arguments": {
        "program": os.path.abspath("tests/data/pathologic/lantern.bin"), "frames": 5, "stopOnEntry": True}})
    wanted = []
    for number in range(10, 10 + MESSAGES):
        sent += framed({"seq": number, "type": "request", "command": chance.choice(DAP), "arguments": dap_arguments()})
        wanted.append(number)
        if chance.random() < 0.02:
            sent += framed(chance.choice([b"{\"seq\":{}}", b"{}", b"null", b"[]", b"{\"type\":\"event\"}"]))
    last = 10 + MESSAGES
    sent += framed({"seq": last, "type": "request", "command": "disconnect", "arguments": {}})
    got = [one.get("request_seq") for one in messages(session(["dap"], sent)) if one.get("type") == "response"]
    once_each("dap", [*wanted, last], got)


def strangers():
    """Streams that are no messages, or whose end is missing."""
    good = framed({"seq": 1, "id": 1, "jsonrpc": "2.0", "type": "request", "command": "initialize", "method": "initialize"})
    for command in ("lsp", "dap"):
        for bad in (b"", b"GET / HTTP/1.1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n", b"Content-Length: 5\r\n\r\n{",
                    b"Content-Length: -1\r\n\r\n", b"\0" * 100_000, b"Content-Type: " + b"x" * 100_000, good[:-1],
                    bytes(chance.randrange(256) for _ in range(5000)), b"Content-Length: 16777217\r\n\r\n" + b" " * 1000):
            session([command], bad)
            session([command], good + bad)


language_server()
debug_adapter()
strangers()
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if memory > MOST_MEMORY:
    sys.exit(f"{memory} KiB of memory")
print(f"{2 * MESSAGES} messages, {memory} KiB")
