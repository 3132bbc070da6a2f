#!/usr/bin/env python3
"""How many of AGS's own constants the decompiler finds again: projects are built, decompiled and compared with
their sources, function by function.

    scripts/measure-names.py build/dev/bin/vellum PROJECT...

A PROJECT is a folder with Game.agf in it. Prints the share and, of what is missing, the most frequent constants.
Each script is decompiled alone, so what only the game's other scripts say counts as missing, and so does source
that '#ifdef' leaves out: the share is a lower bound, to compare before and after a change.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROWS = pathlib.Path(__file__).resolve().parent.parent / "src/engines/ags/api/rows.inc"
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
HEAD = re.compile(r"^[A-Za-z_][^;{}()=#]*?(\w+(?:::\w+)?)\s*\(([^;{}]*)\)\s*\{", re.M)
WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def api_constants():
    """The members of the API's enums, without 'true' and 'false', which are not guesses about numbers."""
    found, inside = set(), False
    for line in ROWS.read_text().splitlines():
        if line.startswith("enum "):
            inside = True
        elif line.startswith("}"):
            inside = False
        elif inside and not line.startswith(("@", "//")):
            found.update(each.split("=")[0] for each in line.split())
    return {each for each in found if WORD.fullmatch(each)} - {"true", "false"}


def functions(text):
    """The words of each function's body, by the function's name."""
    text = IGNORED.sub(" ", text)
    bodies = {}
    for head in HEAD.finditer(text):
        depth, end = 1, head.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        bodies.setdefault(head[1].replace("::", "_"), WORD.findall(text[head.end() : end]))
    return bodies


def measure(vellum, project, constants, missed):
    """Uses in the sources, and those found again."""
    uses = again = 0
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([vellum, "build", "-q", project, "-o", out], check=True)
        for source in sorted(project.glob("*.asc")):
            block = pathlib.Path(out, source.stem + ".o")
            if not block.exists():
                continue
            made = subprocess.run([vellum, "decompile", "-q", block], check=True, capture_output=True)
            decompiled = functions(made.stdout.decode(errors="replace"))
            for name, words in functions(source.read_text(encoding="latin-1")).items():
                if name not in decompiled:
                    continue
                wanted = collections.Counter(word for word in words if word in constants)
                uses += wanted.total()
                lost = wanted - collections.Counter(decompiled[name])
                again += wanted.total() - lost.total()
                for constant, count in lost.items():
                    missed[constant] += count
    return uses, again


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    constants, missed = api_constants(), collections.Counter()
    total = totally = 0
    for project in map(pathlib.Path, sys.argv[2:]):
        uses, again = measure(sys.argv[1], project, constants, missed)
        print(f"{project}: {again} of {uses}")
        total, totally = total + uses, totally + again
    print(f"{totally} of {total} found again: {100 * totally / max(total, 1):.1f} %")
    for constant, count in missed.most_common(20):
        print(f"{count:6} {constant}")


if __name__ == "__main__":
    main()
