"""What the library tells, as named tuples and enumerations."""

import enum
from collections import namedtuple

Vector = namedtuple("Vector", "x y z")
"""Three floats."""

Object = namedtuple("Object", "id")
"""A host object as scripts hold it: a number, 0 for null."""

Diagnostic = namedtuple("Diagnostic", "severity code message hint file offset line column")
"""One located message; offset, line and column are None where there is none."""

Fact = namedtuple("Fact", "name value number")
"""One line of `vellum info`; number is None where the value is none."""

Function = namedtuple("Function", "name kind address end parameters first count")
"""A function: `count` instructions from index `first`; end and parameters are None where unknown."""

Instruction = namedtuple("Instruction", "index address offset size opcode row target operands text")
"""A decoded instruction: `row` in its table, `target` the index of the instruction it jumps to or calls (or None), the number
of its operands, and its text in the listing."""

Operand = namedtuple("Operand", "name kind text access fields values")
"""An operand: fields name how each value is meant ("u8", "i32", "f32", …), values are unsigned bits."""

Block = namedtuple("Block", "first count next target entry")
"""A basic block: `count` instructions from index `first`; next and target are blocks by place in the list, or None."""

Reference = namedtuple("Reference", "kind name address instruction")
"""A use of something by name: kind is "native", "string", "global", "event", …; instruction is its index, or None."""

Use = namedtuple("Use", "kind name script function address")
"""A place that uses a name; function is empty where it stands in none."""

Table = namedtuple("Table", "name title unit opcode_field rows")
"""An instruction table: a list of Row."""

Row = namedtuple("Row", "mnemonic meaning stack opcode opcode_last flow pops pushes operands implicit")
"""An instruction of a table: pops and pushes are None where only the instruction tells them; operands is a list of RowOperand,
implicit one of ImplicitOperand."""

RowOperand = namedtuple("RowOperand", "name kind access repeats hidden fields")
"""An operand of a row."""

ImplicitOperand = namedtuple("ImplicitOperand", "name access number")
"""A register that a row uses although it does not stand in the code; number is what an operand that names it has."""

Member = namedtuple("Member", "name kind offset size cut_off")
"""Something inside a container."""

Frame = namedtuple("Frame", "function source address line")
"""One level of a script's call stack; line is None where there is none."""

Fault = namedtuple("Fault", "code message text program machine machine_name offset frames")
"""A script's error: offset counts bytes from the start of the program's code, or is None; frames are innermost first."""

Machine = namedtuple("Machine", "name state instructions frames")
"""One thread of a world's scripts, with its open calls, the innermost first."""

MachineState = enum.IntEnum("MachineState", "IDLE READY WAITING EXHAUSTED FINISHED FAULTED", start=0)
"""What a machine is doing, see vellum.h."""

EventOutcome = enum.IntEnum("EventOutcome", "HANDLED BEGUN QUEUED REMEMBERED NO_HANDLER DISABLED BUSY ENDED OVER_LIMIT "
                            "NO_RECEIVER WRONG_COUNT WRONG_VALUES UNKNOWN FAILED INTERRUPTED", start=0)
"""What became of an event, see vellum.h."""

CallOutcome = enum.IntEnum("CallOutcome", "RETURNED UNFINISHED FAULTED UNKNOWN_FUNCTION WRONG_COUNT WRONG_VALUES NOT_READY "
                           "OVER_LIMIT UNSUPPORTED INTERRUPTED", start=0)
"""What became of a call, see vellum.h."""
