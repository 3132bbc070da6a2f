"""Results of the library, as named tuples and enumerations."""

import enum
from typing import List, NamedTuple, Optional


class Vector(NamedTuple):
    """Three floats."""

    x: float
    y: float
    z: float


class Object(NamedTuple):
    """A host object as scripts hold it: a number, 0 for null."""

    id: int


class Diagnostic(NamedTuple):
    """One located message; offset, line and column are None where there is none."""

    severity: str
    code: str
    message: str
    hint: str
    file: str
    offset: Optional[int]
    line: Optional[int]
    column: Optional[int]


class Fact(NamedTuple):
    """One line of `vellum info`; number is None if the value is not a number."""

    name: str
    value: str
    number: Optional[int]


class Function(NamedTuple):
    """A function: `count` instructions from index `first`; end and parameters are None where unknown."""

    name: str
    kind: str
    address: int
    end: Optional[int]
    parameters: Optional[int]
    first: int
    count: int  # type: ignore[assignment]  # a tuple's own method of that name is hidden


class Instruction(NamedTuple):
    """A decoded instruction: `row` in its table, `target` the index of the instruction it jumps to or calls (or None), the number
    of its operands, and its text in the listing."""

    index: int  # type: ignore[assignment]
    address: int
    offset: int
    size: int
    opcode: int
    row: int
    target: Optional[int]
    operands: int
    text: str


class Operand(NamedTuple):
    """An operand: fields name how each value is meant ("u8", "i32", "f32", …), values are unsigned bits."""

    name: str
    kind: str
    text: str
    access: str
    fields: List[str]
    values: List[int]


class Block(NamedTuple):
    """A basic block: `count` instructions from index `first`; next and target are blocks by place in the list, or None."""

    first: int
    count: int  # type: ignore[assignment]
    next: Optional[int]
    target: Optional[int]
    entry: bool


class Reference(NamedTuple):
    """A use of something by name: kind is "native", "string", "global", "event", …; instruction is its index, or None."""

    kind: str
    name: str
    address: int
    instruction: Optional[int]


class RowOperand(NamedTuple):
    """An operand of a row."""

    name: str
    kind: str
    access: str
    repeats: bool
    hidden: bool
    fields: List[str]


class ImplicitOperand(NamedTuple):
    """A register that a row uses implicitly; number is the value of an operand that names it."""

    name: str
    access: str
    number: int


class Row(NamedTuple):
    """An instruction of a table: pops and pushes are None if they depend on the instruction; operands is a list of RowOperand,
    implicit one of ImplicitOperand."""

    mnemonic: str
    meaning: str
    stack: str
    opcode: int
    opcode_last: int
    flow: str
    pops: Optional[int]
    pushes: Optional[int]
    operands: List[RowOperand]
    implicit: List[ImplicitOperand]


class Table(NamedTuple):
    """An instruction table: a list of Row."""

    name: str
    title: str
    unit: str
    opcode_field: str
    rows: List[Row]


class Frame(NamedTuple):
    """One level of a script's call stack; line is None where there is none."""

    function: str
    source: str
    address: int
    line: Optional[int]


class Fault(NamedTuple):
    """A script's error: offset counts bytes from the start of the program's code, or is None; frames are innermost first."""

    code: str
    message: str
    text: str
    program: str
    machine: int
    machine_name: str
    offset: Optional[int]
    frames: List[Frame]


class MachineState(enum.IntEnum):
    """What a machine is doing, see vellum.h."""

    IDLE, READY, WAITING, EXHAUSTED, FINISHED, FAULTED = range(6)


class Machine(NamedTuple):
    """One thread of a world's scripts, with its open calls, the innermost first."""

    name: str
    state: MachineState
    instructions: int
    frames: List[Frame]


class EventOutcome(enum.IntEnum):
    """The outcome of an event, see vellum.h."""

    (HANDLED, BEGUN, QUEUED, REMEMBERED, NO_HANDLER, DISABLED, BUSY, ENDED, OVER_LIMIT, NO_RECEIVER, WRONG_COUNT, WRONG_VALUES,
     UNKNOWN, FAILED, INTERRUPTED) = range(15)


class CallOutcome(enum.IntEnum):
    """The outcome of a call, see vellum.h."""

    (RETURNED, UNFINISHED, FAULTED, UNKNOWN_FUNCTION, WRONG_COUNT, WRONG_VALUES, NOT_READY, OVER_LIMIT, UNSUPPORTED,
     INTERRUPTED) = range(10)
