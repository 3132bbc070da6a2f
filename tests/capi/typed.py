"""A program with types, as users of the Python binding write it; mypy judges it."""

from typing import Dict, List, Optional, Tuple

import vellum


def natives_of(data: memoryview) -> Dict[str, List[int]]:
    found: Dict[str, List[int]] = {}
    with vellum.load(data, name="quest.bin") as program, program.code() as code:
        for reference in code.references():
            if reference.kind == "native" and reference.instruction is not None:
                found.setdefault(reference.name, []).append(code[reference.instruction].address)
        texts: List[str] = [instruction.text for instruction in code]
        assert len(texts) == len(code)
    return found


def answer(call: vellum.Call) -> Optional[float]:
    return call.delta_time if call.resumed else None


def run(programs: List[vellum.Program]) -> Tuple[int, List[vellum.Fault]]:
    host = vellum.Host(stand_in=True)
    host.function("Wait", answer, arity=1)
    with vellum.World(programs, host, instructions=1000, settings={"time": "0"}) as world:
        world.watch(lambda kind, text: print(kind, text))
        world.start()
        world.frame(0.1)
        outcome: str = world.send("OnUse", vellum.Object(7), 1, 0.5, "text", vellum.Vector(1, 2, 3), (1, 2, 3))
        assert outcome and world.event_outcome is vellum.EventOutcome.HANDLED
        world.restore(memoryview(world.snapshot()))
        states: List[vellum.MachineState] = [machine.state for machine in world.machines]
        return len(states), world.take_fault_details()


def members(data: bytes) -> List[str]:
    with vellum.Workspace({"game.ags": data}, engine="ags", headers=["lib.ash"]) as workspace:
        return [member["name"] for member in workspace.extract("game.ags") if "ok" not in member]


def change(workspace: vellum.Workspace, source: str) -> Dict[str, bytes]:
    uses: List[vellum.Use] = workspace.xref(["game", "mod"], name="Play*", kind="native", in_="On*")
    problems: List[vellum.Message] = [each for found in workspace.check("game") for each in found["diagnostics"]]
    assert all(use["line"] > 0 for use in uses) and not problems
    changes: List[vellum.Change] = [{"member": "a.o", "source": source}, {"member": "b.o", "bytes": b"1"}]
    packed: vellum.Packed = workspace.pack("game.ags", changes, files={"a.ash": ""})
    compiled: bytes = workspace.compile("a.asc", source=source)["bytes"]
    return {each["name"]: compiled or each["bytes"] for each in packed["files"]}


class Archive:
    def read(self, name: str) -> bytes:
        return name.encode()

    def list(self) -> List[str]:
        return ["a.bin"]


archives = [vellum.Workspace(Archive()), vellum.Workspace(lambda name: name.encode()), vellum.Workspace()]


def why(problem: vellum.Error) -> str:
    return problem.diagnostic.hint if problem.diagnostic else str(problem)
