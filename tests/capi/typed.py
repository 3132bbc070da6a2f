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
    with vellum.Members(data) as found:
        return [member.name for member in found]


def why(problem: vellum.Error) -> str:
    return problem.diagnostic.hint if problem.diagnostic else str(problem)
