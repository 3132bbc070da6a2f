#!/usr/bin/env python3
"""Every command takes work in proportion to what it is given: steps of a build that counts them
(tests/support/uncounted.cpp), for inputs of one, two and four sizes. `vellum --help` says which commands there are:
one without an entry here fails the test."""

import os
import re
import subprocess
import sys
import tempfile
import zipfile

VELLUM = os.path.abspath(sys.argv[1])
SIZES = (150, 300, 600)  # functions, members, lines
MOST_GROWTH = 1.6  # beyond four times the work for four times the input; a square would be 4
STARTING = 200_000  # steps that a command may take whatever it is given

os.chdir(tempfile.mkdtemp())


def write(name, text):
    with open(name, "w", newline="\n") as file:
        file.write(text)
    return name


def steps(command, commands):
    """What this run took."""
    told = os.path.abspath("steps")
    if os.path.exists(told):
        os.remove(told)
    done = subprocess.run(command, input=commands, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=dict(os.environ, VELLUM_STEPS=told), timeout=120, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stderr.decode()[:2000]}")
    with open(told, encoding="ascii") as file:
        return int(file.read())


measure = steps  # bench/growth/commands.py counts seconds instead


def vellum(*arguments, commands=""):
    return measure([VELLUM, *arguments], commands.encode())


def frame(body):
    return f"Content-Length: {len(body)}\r\n\r\n{body}"


def script(n, changed=False):
    functions = "".join(
        f"    int m_v{i};\n    int F{i}(int a) {{ @Trace(\"text {i}\"); if (a > {i}) {{ return F0(a - 1); }} "
        f"m_v{i} = m_v{i} + {i + (changed and i % 3 == 0)}; return m_v0; }}\n" for i in range(n))
    calls = "".join(f"        F{i}(0);\n" for i in range(n))
    return f"main task TMain {{\n{functions}    void init() {{\n{calls}        for (;;) {{ @Hold(); }}\n    }}\n}}\n"


def make(n):
    """The inputs that commands share."""
    write("a.patho", script(n))
    write("b.patho", script(n, True))
    for name in "ab":
        vellum("compile", f"{name}.patho", "-o", f"{name}.bin", "--force")
    vellum("disasm", "a.bin", "-o", "a.vasm", "--force")
    write("a.skrit", "".join(f"property int p{i}$ = {i};\n" for i in range(n)) + "".join(
        f"{'startup ' if i == 0 else ''}state S{i}$ {{ event OnEnterState$() {{ SetState S{(i + 1) % n}$; }} }}\n"
        for i in range(n)))
    with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(n):
            archive.writestr(f"f{i}.skrit", f"startup state S$ {{ event OnEnterState$() {{ int a = {i}; }} }}\n")
    write("new.skrit", "startup state S$ { event OnEnterState$() { int a = 1234567; int b = a; } }\n")
    write("a.plan", "script a.bin\nframes 3\n" + "".join(f"expect told *text {i}*\n" for i in range(0, SIZES[0], 10)) +
          "".join(f"expect told says: text {i}\n" for i in range(n)) + "".join(f"expect no asks Nothing{i}(*)@{i % 3}\n" for i in range(n)))
    write("a.gas", "[t:template,n:x] {\n" + "".join(f"  v{i} = ( #magic * {i} + 8 ) / 3;\n" for i in range(n // 10)) + "}\n")
    write("a.txt", "".join(f"int f{i}( int a )\n" for i in range(n)))
    os.makedirs("game", exist_ok=True)
    items = "".join(f"<Character><ID>{i}</ID><ScriptName>cC{i}</ScriptName></Character>" for i in range(n))
    dialogs = "".join(f"<Dialog><ID>{i}</ID><Name>d{i}</Name><Script>@S\nC{i}: text\nreturn\n</Script></Dialog>" for i in range(n))
    write("game/Game.agf", '<AGSEditorDocument EditorVersion="3.6.1.30"><Game><Settings/><Characters>' + items +
          "</Characters><Dialogs>" + dialogs + "</Dialogs><Scripts><ScriptAndHeader><ScriptAndHeader_Header><Script>"
          "<FileName>G.ash</FileName></Script></ScriptAndHeader_Header><ScriptAndHeader_Script><Script><FileName>G.asc"
          "</FileName></Script></ScriptAndHeader_Script></ScriptAndHeader></Scripts></Game></AGSEditorDocument>\n")
    write("game/G.ash", "".join(f"import int f{i}(int a);\n" for i in range(n)))
    write("game/G.asc", "".join(f"int f{i}(int a) {{ if (a > {i}) return f0(a); return cC{i}.x; }}\n" for i in range(n)))
    write("a.ev", "".join(f"void f{i}() {{ }}\n" for i in range(n)))
    vellum("texts", "export", "a.bin", "-o", "a.po", "--force")
    os.makedirs("mod", exist_ok=True)
    for i in range(n):
        write(f"mod/f{i}.skrit", "")


def text(n):
    """A long line."""
    return "int f(int a) { return f(a); } " * n


def editor(n):
    uri = '"textDocument":{"uri":"file:///x/a.skrit"'
    opened = uri + f',"text":"{text(n)}"}}'
    said = [f'{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{}}}}',
            f'{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{{opened}}}}}',
            f'{{"jsonrpc":"2.0","id":2,"method":"textDocument/semanticTokens/full","params":{{{uri}}}}}}}',
            '{"jsonrpc":"2.0","id":3,"method":"shutdown"}', '{"jsonrpc":"2.0","method":"exit"}']
    return "".join(frame(one) for one in said)


def debugger(n):
    points = ",".join(f'{{"name":"F{i}"}}' for i in range(SIZES[0]))
    said = ['{"seq":1,"type":"request","command":"initialize","arguments":{}}',
            '{"seq":2,"type":"request","command":"launch","arguments":{"program":"a.bin","frames":1}}',
            f'{{"seq":3,"type":"request","command":"setFunctionBreakpoints","arguments":{{"breakpoints":[{points}]}}}}',
            '{"seq":4,"type":"request","command":"disconnect"}']
    return "".join(frame(one) for one in said)


def index(n):
    """A new index."""
    if os.path.exists("a.vdb"):
        os.remove("a.vdb")
    return vellum("index", "a.bin", "b.bin", "a.zip", "-o", "a.vdb")


# Some commands are given two lists that each grow the work for the other (expectations and what is told, breakpoints
# and functions); here one of them grows.
COMMANDS = {
    "info": lambda n: vellum("info", "a.bin"),
    "check": lambda n: vellum("check", "a.bin", "a.zip"),
    "xref": lambda n: vellum("xref", "Trace", "a.bin"),
    "graph": lambda n: vellum("graph", "a.bin", "-o", "a.svg", "--force"),
    "diff": lambda n: vellum("diff", "a.bin", "b.bin"),
    "index": index,
    "query": lambda n: index(n) + vellum("query", "a.vdb", "text", "text 1") + vellum("query", "a.vdb", "differs", "a.bin", "b.bin"),
    "grep": lambda n: vellum("grep", "text 1", "a.bin", "--replace", "text 2"),
    "report": lambda n: index(n) + vellum("report", "a.vdb", "-o", f"report{n}", "--force"),
    "states": lambda n: vellum("states", "a.skrit"),
    "exports": lambda n: vellum("exports", "a.txt", "-o", "a.exports", "--force"),
    "init": lambda n: vellum("init", "mod", "--stdout"),
    "disasm": lambda n: vellum("disasm", "a.bin"),
    "decompile": lambda n: vellum("decompile", "a.bin"),
    "asm": lambda n: vellum("asm", "a.vasm", "-o", "c.bin", "--force"),
    "compile": lambda n: vellum("compile", "a.patho", "-o", "c.bin", "--force"),
    "build": lambda n: vellum("build", "game"),
    "format": lambda n: vellum("format", "a.skrit"),
    "patch": lambda n: vellum("patch", "a.bin", "--function", "TMain.F1", "--with", "b.patho", "-o", "c.bin", "--force"),
    "extract": lambda n: vellum("extract", "a.zip", "-o", "out", "--force"),
    "pack": lambda n: vellum("pack", "a.zip", "--replace", "f1.skrit=new.skrit", "-o", "c.zip", "--force"),
    "texts": lambda n: vellum("texts", "import", "a.po", "a.bin", "-o", "c.bin", "--force"),
    "run": lambda n: vellum("run", "a.bin", "--frames", "3"),
    "trace": lambda n: vellum("trace", "a.bin", "--frames", "1"),
    "profile": lambda n: vellum("profile", "a.bin", "--frames", "1"),
    "test": lambda n: vellum("test", "a.plan"),
    "debug": lambda n: vellum("debug", "a.bin", "--batch", commands="".join(f"b F{i}\n" for i in range(0, n, 10)) + "quit\n"),
    "dap": lambda n: vellum("dap", commands=debugger(n)),
    "lsp": lambda n: vellum("lsp", commands=editor(n)),
    "console": lambda n: vellum("console", "a.skrit", "-x", "/Report.GenericF( \"x\" )"),
    "translate": lambda n: vellum("translate", write("t.asc", "".join(
        f"int f{i}(int a) {{ int b = a; while (b > {i}) b--; return b + {i}; }}\n" for i in range(n))),
        "-o", "translated", "--force"),
    "formula": lambda n: vellum("formula", "--gas", "a.gas", "*", "magic=5"),
}
WITHOUT = {
    "isa": "prints tables of its own",
    "natives": "prints tables of its own",
    "map": "the world map has one size; its scripts are those of 'run'",
    "watch": "waits for ever; what it starts are the other commands",
    "web": "serves files in parts until it is ended",
    "help": "has no input",
    "completion": "has no input",
    "version": "has no input",
}


def main():
    listed = subprocess.run([VELLUM, "--help"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^  ([a-z]+)   *[A-Z]", listed, re.M)
    failed = [f"'{name}' has no entry" for name in names if name not in COMMANDS and name not in WITHOUT]
    failed += [f"unknown command '{name}'" for name in [*COMMANDS, *WITHOUT] if name not in names]
    took = {name: [] for name in COMMANDS}
    for n in SIZES:
        make(n)
        for name, use in COMMANDS.items():
            took[name].append(use(n))
    for name, (first, _, last) in took.items():
        print(name, *took[name])
        if last > 4 * MOST_GROWTH * first + STARTING:
            failed.append(f"'{name}' took {took[name]} steps for inputs of one, two and four sizes")
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
