"""Files and programs: detecting, loading, checking, listing, reading code."""

import ctypes
import json
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from . import _c
from ._records import (Block, Diagnostic, Fact, Function, ImplicitOperand, Instruction, Operand, Reference, Row, RowOperand, Table)
from ._values import Given, Owned, _ask, _bytes, _encoded, _raise, _take_buffer, _take_diagnostics, _take_text, _text

if TYPE_CHECKING:
    from ._values import Data

Settings = Mapping[str, Mapping[str, Any]]  # by engine, as docs/projects.md has them

_DIFFS = ("unified", "json", "html")
_GRAPHS = ("svg", "dot", "json")
_ACCESSES = ("none", "read", "write", "read-write")
_FIELDS = ("u8", "i8", "u16", "i16", "u32", "i32", "f32", "opcode")
_FLOWS = ("next", "jump", "branch", "call", "return", "stop", "suspend")
_UNITS = ("instructions", "bytes", "16-bit words", "32-bit words")
_NO_INDEX = 2**32 - 1


def version() -> str:
    """The library's version."""
    return _text(_c.library.vellum_version())


def engines() -> List[str]:
    """The ids of all engines."""
    return [_text(_c.library.vellum_engine_id(index)) for index in range(_c.library.vellum_engine_count())]


def detect(data: "Data", name: Optional[str] = None) -> Optional[str]:
    """The id of the engine that recognises the bytes, or None."""
    with Given(data) as (start, size):
        found = _c.library.vellum_detect(start, size, _encoded(name))
    return _text(found) if found else None


def _options(engine: Optional[str], name: Optional[str], settings: Optional[Settings]) -> _c.LoadOptions:
    return _c.LoadOptions(ctypes.sizeof(_c.LoadOptions), _encoded(engine), _encoded(name), settings and json.dumps(settings).encode())


def _make(function: Callable[..., int], start: Optional[int], size: int, engine: Optional[str], name: Optional[str],
          settings: Optional[Settings]) -> "Program":
    options = _options(engine, name, settings)
    program, diagnostics, error = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    status = function(start, size, ctypes.byref(options), ctypes.byref(program), ctypes.byref(diagnostics),
                      ctypes.byref(error))
    messages = _take_diagnostics(diagnostics) if diagnostics else []
    _raise(status, error, messages)
    return Program(program, messages)


def load(data: "Data", name: Optional[str] = None, engine: Optional[str] = None, settings: Optional[Settings] = None) -> "Program":
    """Reads a script file given as bytes, or as anything else that has the buffer protocol; it is not copied for that."""
    with Given(data) as (start, size):
        return _make(_c.library.vellum_load, start, size, engine, name, settings)


def assemble(text: str, engine: str, name: Optional[str] = None, settings: Optional[Settings] = None) -> "Program":
    """Turns a listing into a program."""
    with Given(_bytes(text)) as (start, size):
        return _make(_c.library.vellum_assemble, start, size, engine, name, settings)


def compile(text: str, engine: str = "skrit", name: Optional[str] = None, settings: Optional[Settings] = None) -> "Program":
    """Compiles source text."""
    with Given(_bytes(text)) as (start, size):
        return _make(_c.library.vellum_compile, start, size, engine, name, settings)


def source_names(text: str, engine: str, known: Optional[str] = None, name: Optional[str] = None,
                 settings: Optional[Settings] = None) -> str:
    """What was named and noted in an edited source, as the text of a file of names for Program.decompile(); what `known`, such
    a text, has of other functions stays."""
    data, buffer, error = _bytes(text), _c.Buffer(), ctypes.c_void_p()
    _raise(_c.library.vellum_source_names(data, len(data), ctypes.byref(_options(engine, name, settings)), _encoded(known),
                                          ctypes.byref(buffer), ctypes.byref(error)), error)
    return _take_text(buffer)


def tables(engine: str) -> List[Table]:
    """The instruction tables of an engine."""
    name = _bytes(engine)
    out = []
    for index in range(_c.library.vellum_table_count(name)):
        raw = _ask(_c.library.vellum_table_get, _c.Table, name, index)
        rows = [_row(name, index, row) for row in range(raw.rows)]
        out.append(Table(_text(raw.name), _text(raw.title), _UNITS[raw.unit], _FIELDS[raw.opcode_field], rows))
    return out


def _row(engine: bytes, table: int, index: int) -> Row:
    raw = _ask(_c.library.vellum_table_row, _c.Row, engine, table, index)
    operands = []
    for number in range(raw.operands):
        operand = _ask(_c.library.vellum_table_operand, _c.RowOperand, engine, table, index, number)
        operands.append(RowOperand(_text(operand.name), _text(operand.kind), _ACCESSES[operand.access], bool(operand.repeats),
                                   bool(operand.hidden), [_FIELDS[field] for field in operand.fields[:operand.count]]))
    implicit = []
    for number in range(raw.implicit):
        used = _ask(_c.library.vellum_table_implicit_operand, _c.ImplicitOperand, engine, table, index, number)
        implicit.append(ImplicitOperand(_text(used.name), _ACCESSES[used.access], used.number))
    return Row(_text(raw.mnemonic), _text(raw.meaning), _text(raw.stack), raw.opcode, raw.opcode_last, _FLOWS[raw.flow],
               None if raw.pops < 0 else raw.pops, None if raw.pushes < 0 else raw.pushes, operands, implicit)


class Code(Owned):
    """A program's code: len() instructions, [index] is an Instruction."""

    _free = "code_free"

    def __init__(self, program: "Program") -> None:
        self._handle = ctypes.c_void_p(_c.library.vellum_code_create(program._handle))

    def __len__(self) -> int:
        return int(_c.library.vellum_code_instruction_count(self._handle))

    def __iter__(self) -> Iterator[Instruction]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Instruction:
        if not 0 <= index < len(self):
            raise IndexError(index)
        raw = _ask(_c.library.vellum_code_instruction, _c.Instruction, self._handle, index)
        return Instruction(index, raw.address, raw.offset, raw.size, raw.opcode, raw.row, _index(raw.target), raw.operands,
                           _text(_c.library.vellum_code_text(self._handle, index)))

    @property
    def table(self) -> Optional[int]:
        """Which of tables(engine) the code is of; None if there is no code."""
        return _index(_c.library.vellum_code_table(self._handle))

    def find(self, address: int) -> Optional[int]:
        """Index of the instruction that begins at the address, or None."""
        return _index(_c.library.vellum_code_find(self._handle, address)) if 0 <= address < 2**32 else None

    def operands(self, index: int) -> List[Operand]:
        """The operands of an instruction."""
        out = []
        for number in range(self[index].operands):
            raw = _ask(_c.library.vellum_code_operand, _c.Operand, self._handle, index, number)
            out.append(Operand(_text(raw.name), _text(raw.kind), _text(raw.text), _ACCESSES[raw.access],
                               [_FIELDS[field] for field in raw.fields[:raw.count]], list(raw.values[:raw.count])))
        return out

    def facts(self) -> List[Fact]:
        """What `vellum info` shows."""
        out = []
        for index in range(_c.library.vellum_code_fact_count(self._handle)):
            raw = _ask(_c.library.vellum_code_fact, _c.Fact, self._handle, index)
            out.append(Fact(_text(raw.name), _text(raw.value), raw.number if raw.is_number else None))
        return out

    def functions(self) -> List[Function]:
        """The functions by ascending address."""
        out = []
        for index in range(_c.library.vellum_code_function_count(self._handle)):
            raw = _ask(_c.library.vellum_code_function, _c.Function, self._handle, index)
            out.append(Function(_text(raw.name), _text(raw.kind), raw.address, raw.end or None,
                                None if raw.parameters < 0 else raw.parameters, raw.first, raw.count))
        return out

    def blocks(self, function: int) -> List[Block]:
        """The basic blocks of a function, which is given by its place in functions()."""
        out = []
        for index in range(_c.library.vellum_code_block_count(self._handle, function)):
            raw = _ask(_c.library.vellum_code_block, _c.Block, self._handle, function, index)
            out.append(Block(raw.first, raw.count, _index(raw.next), _index(raw.target), bool(raw.entry)))
        return out

    def references(self) -> List[Reference]:
        """What the code names, in its order."""
        out = []
        for index in range(_c.library.vellum_code_reference_count(self._handle)):
            raw = _ask(_c.library.vellum_code_reference, _c.Reference, self._handle, index)
            out.append(Reference(_text(raw.words), _text(raw.name), raw.address, _index(raw.instruction)))
        return out


def _index(number: int) -> Optional[int]:
    return None if number == _NO_INDEX else number


class Program(Owned):
    """A loaded, assembled or compiled script. `diagnostics` holds what was said on the way."""

    _free = "program_free"

    def __init__(self, handle: Any, diagnostics: List[Diagnostic]) -> None:
        self._handle = handle
        self.diagnostics = diagnostics

    @property
    def engine(self) -> str:
        """The id of the engine the script belongs to."""
        return _text(_c.library.vellum_program_engine(self._handle))

    def info(self) -> Dict[str, Any]:
        """Facts and functions as a dictionary; of what was compiled from source also its lines and names ("debug")."""
        buffer = _c.Buffer()
        _c.library.vellum_program_json(self._handle, ctypes.byref(buffer))
        facts: Dict[str, Any] = json.loads(_take_buffer(buffer))
        return facts

    def check(self) -> List[Diagnostic]:
        """Everything that can be verified without running, as a list of Diagnostic."""
        diagnostics = ctypes.c_void_p()
        _c.library.vellum_check(self._handle, ctypes.byref(diagnostics))
        return _take_diagnostics(diagnostics)

    def sarif(self) -> str:
        """The results of check() as a SARIF 2.1.0 log, which code hosts and editors show next to the lines."""
        diagnostics, buffer = ctypes.c_void_p(), _c.Buffer()
        _c.library.vellum_check(self._handle, ctypes.byref(diagnostics))
        _c.library.vellum_diagnostics_sarif(diagnostics, ctypes.byref(buffer))
        _c.library.vellum_diagnostics_free(diagnostics)
        return _take_text(buffer)

    def disassemble(self, addresses: bool = True, comments: bool = True, bytes: bool = False, facts: bool = False) -> str:
        """The listing; assemble() reads it back. The arguments choose its comments."""
        options = _c.ListingOptions(ctypes.sizeof(_c.ListingOptions), not addresses, not comments, bytes, facts)
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_disassemble_with(self._handle, ctypes.byref(options), ctypes.byref(buffer),
                                                ctypes.byref(error)), error)
        return _take_text(buffer)

    def graph(self, function: Optional[str] = None, format: str = "svg", natives: bool = False, lines: int = 24) -> str:
        """The basic blocks of a function, or without one which function calls which, as "svg", "dot" or "json" text. A block
        shows that many lines, 0 for all; with natives, calls of the game are shown, too."""
        options = _c.GraphOptions(ctypes.sizeof(_c.GraphOptions), _GRAPHS.index(format), _encoded(function), natives, lines)
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_program_graph(self._handle, ctypes.byref(options), ctypes.byref(buffer), ctypes.byref(error)),
               error)
        return _take_text(buffer)

    def decompile(self, addresses: bool = False, names: Optional[str] = None) -> Tuple[str, Dict[str, Any]]:
        """The source text, which compile() turns into the same file, and the verdicts on its functions: a pair of the text and
        {"verdict", "reason", "functions": [{"name", "address", "verdict", "reason"}]}. `names` is the text of a file of names."""
        options = _c.SourceOptions(ctypes.sizeof(_c.SourceOptions), addresses, _encoded(names))
        text, verdicts, error = _c.Buffer(), _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_decompile(self._handle, ctypes.byref(options), ctypes.byref(text), ctypes.byref(verdicts),
                                           ctypes.byref(error)), error)
        return _take_text(text), json.loads(_take_buffer(verdicts))

    def diff(self, after: "Program", format: str = "unified", listing: bool = False, context: int = 3,
             names: Optional[str] = None) -> str:
        """What differs between this program and another of its engine, as "unified" text, "json" or a page of "html". The
        unified text is empty if nothing does."""
        options = _c.DiffOptions(ctypes.sizeof(_c.DiffOptions), _DIFFS.index(format), listing, context, _encoded(names))
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_program_diff(self._handle, after._handle, ctypes.byref(options), None, ctypes.byref(buffer),
                                              ctypes.byref(error)), error)
        return _take_text(buffer)

    def patch(self, text: str, functions: Iterable[str] = (), name: Optional[str] = None,
              names: Optional[str] = None) -> "Program":
        """A program with functions replaced by those of a source text, such as "TMain.OnUse"; none named: all that the
        text has."""
        wanted = [_bytes(each) for each in functions]
        list_of = (ctypes.c_char_p * (len(wanted) + 1))(*wanted, None)
        options = _c.PatchOptions(ctypes.sizeof(_c.PatchOptions),
                                  ctypes.cast(list_of, ctypes.POINTER(ctypes.c_char_p)) if wanted else None,
                                  _encoded(name), _encoded(names))
        data = _bytes(text)
        out, diagnostics, error = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        status = _c.library.vellum_program_patch(self._handle, data, len(data), ctypes.byref(options), ctypes.byref(out),
                                                 ctypes.byref(diagnostics), ctypes.byref(error))
        said = _take_diagnostics(diagnostics)
        _raise(status, error, said)
        return Program(out, said)

    def code(self) -> Code:
        """The program's code: facts, functions, instructions, references."""
        return Code(self)

    def save(self) -> bytes:
        """The file as bytes."""
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_save(self._handle, ctypes.byref(buffer), ctypes.byref(error)), error)
        return _take_buffer(buffer)
