#!/usr/bin/env python3
"""How many of AGS's own constants the decompiler finds again: projects are built, decompiled and compared with
their sources, function by function.

    cmake --build --preset dev --target vellum-cli make_game
    scripts/measure-names.py build/dev/bin/vellum PROJECT...

A PROJECT is a folder with Game.agf in it. Its scripts become a game again, so that each is decompiled with what
the others declare. Prints the share, which of those that are missing are the most frequent, and which are written
where the source has none. What '#ifdef' leaves out of a source counts as missing: the share is a lower bound, to
compare before and after a change.
"""
import collections
import pathlib
import re
import shutil
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


def sources_of(path):
    """The decompiled scripts by name."""
    files = path.rglob("*.asc") if path.is_dir() else [path] if path.exists() else []
    return {each.name: each.read_text(errors="replace") for each in files}


def decompile(vellum, project, out):
    """Builds a project, makes a game of it, and decompiles that and the rooms beside it; texts by source."""
    subprocess.run([vellum, "build", "-q", project, "-o", out], check=True)
    listed = (project / "Game.agf").read_text(encoding="utf-8-sig", errors="replace")
    modules = [name for name in re.findall(r"<FileName>([^<]*)\.asc</FileName>", listed) if name != "GlobalScript"]
    game = out / "game28.dta"
    scripts = [out / f"{name}.o" for name in ["GlobalScript", "__DialogScripts", *modules]]
    subprocess.run([pathlib.Path(vellum).parent / "make_game", game, *scripts], check=True)
    subprocess.run([vellum, "decompile", "-q", game, "-o", out / "scripts"], check=True)
    made = sources_of(out / "scripts")
    for room in sorted(project.glob("room*.crm")):
        shutil.copy(room, out)
        text = out / "rooms" / f"{room.stem}.asc"
        subprocess.run([vellum, "decompile", "-q", out / room.name, "-o", text], check=False, capture_output=True)
        made.update(sources_of(text))
    return made


def measure(vellum, project, constants, missed, others):
    """Uses in the sources, and those found again."""
    uses = again = 0
    with tempfile.TemporaryDirectory() as out:
        made = decompile(vellum, project, pathlib.Path(out))
    for source in sorted(project.glob("*.asc")):
        decompiled = functions(made.get(source.name, ""))
        for name, words in functions(source.read_text(encoding="latin-1")).items():
            if name not in decompiled:
                continue
            wanted = collections.Counter(word for word in words if word in constants)
            found = collections.Counter(word for word in decompiled[name] if word in constants)
            uses += wanted.total()
            again += (wanted & found).total()
            missed.update(wanted - found)
            others.update(found - wanted)
    return uses, again


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    constants, missed, others = api_constants(), collections.Counter(), collections.Counter()
    total = totally = 0
    for project in map(pathlib.Path, sys.argv[2:]):
        uses, again = measure(sys.argv[1], project, constants, missed, others)
        print(f"{project}: {again} of {uses}")
        total, totally = total + uses, totally + again
    print(f"{totally} of {total} found again: {100 * totally / max(total, 1):.1f} %")
    for constant, count in missed.most_common(20):
        print(f"{count:6} {constant}")
    print(f"{others.total()} written where the source has none")
    for constant, count in others.most_common(10):
        print(f"{count:6} {constant}")


if __name__ == "__main__":
    main()
