"""A front end in few lines: who uses a native of a game's scripts, one function changed and put back, what differs then.
front_end.cpp, front_end.c and front_end.mjs do the same."""

from typing import Dict

import vellum

GAME = "samples/pathologic/*.bin"
SCRIPT = "samples/pathologic/lamp.bin"
CHANGED = "mod/lamp.bin"

disk = vellum.Workspace()
for use in disk.xref(GAME, name="Trace", kind="native"):
    print(f"{use['file']}:{use['line']} {use['function']}")

source = disk.decompile(SCRIPT)[0]["source"]
source = source.replace("somebody plays with the lamp", "leave the lamp alone")
patched = disk.patch(SCRIPT, source, functions="TMain.OnUse")
print("replaced:", *patched["replaced"])

files: Dict[str, bytes] = {CHANGED: patched["files"][0]["bytes"]}


def read(name: str) -> bytes:
    if name in files:
        return files[name]
    with open(name, "rb") as file:
        return file.read()


mod = vellum.Workspace(read)
print("sound:", "yes" if mod.check(CHANGED)[0]["ok"] else "no")
for function in mod.diff(SCRIPT, CHANGED)["functions"]:
    print(function["fate"] + ":", function["after"])
