"""Vellum for Python: load, check, list, assemble and run the scripts of classic games.

One file over the C interface (include/vellum/vellum.h), with nothing but ctypes. The shared library (libvellum_c) is found
through the environment variable VELLUM_LIBRARY, beside this file, in the tree that this file was installed into
(PREFIX/share/vellum/python and PREFIX/lib), or where the system keeps libraries.

What is raised in a native fails that native with the exception's text. What is no Exception, such as the KeyboardInterrupt of
Ctrl-C, interrupts the world and is raised again by the World method that was running.

    import vellum
    program = vellum.load(open("lantern.bin", "rb").read(), name="lantern.bin")
    print(program.disassemble())
    host = vellum.Host(stand_in=True)
    host.function("Trace", lambda call: print(call[0]), arity=1)
    world = vellum.World([program], host)
    world.start()
    world.frame(0.1)
"""

import ctypes
import ctypes.util
import enum
import glob
import json
import os
import threading
from collections import namedtuple

__all__ = ["Block", "Call", "CallOutcome", "Code", "Diagnostic", "Error", "EventOutcome", "Fact", "Fault", "Frame",
           "Function", "Host", "ImplicitOperand", "Instruction", "Machine", "MachineState", "Member", "Members", "Memory", "Object",
           "Operand", "Program", "Reference", "Row", "RowOperand", "Table", "Use", "Vector", "World", "assemble", "check",
           "compile", "detect", "engines", "find_uses", "load", "sarif", "tables", "version"]

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

_GRAPHS = ("svg", "dot", "json")
_ACCESSES = ("none", "read", "write", "read-write")
_FIELDS = ("u8", "i8", "u16", "i16", "u32", "i32", "f32", "opcode")
_FLOWS = ("next", "jump", "branch", "call", "return", "stop", "suspend")
_UNITS = ("instructions", "bytes", "16-bit words", "32-bit words")
_NO_INDEX = 2**32 - 1

_NONE, _BOOLEAN, _INTEGER, _REAL, _VECTOR, _OBJECT, _MEMORY, _STRING = range(8)
_UNKNOWN_OFFSET = 2**64 - 1


class _As(ctypes.Union):
    _fields_ = [("integer", ctypes.c_int32), ("real", ctypes.c_float), ("vector", ctypes.c_float * 3),
                ("object", ctypes.c_uint64), ("text", ctypes.c_void_p), ("memory", ctypes.c_void_p)]


class _Value(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("size", ctypes.c_uint32), ("value", _As)]


class _Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class _Diagnostic(ctypes.Structure):
    _fields_ = [("severity", ctypes.c_int32), ("code", ctypes.c_char_p), ("message", ctypes.c_char_p),
                ("hint", ctypes.c_char_p), ("file", ctypes.c_char_p), ("offset", ctypes.c_uint64),
                ("line", ctypes.c_uint32), ("column", ctypes.c_uint32)]


class _LoadOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("engine", ctypes.c_char_p), ("name", ctypes.c_char_p),
                ("variant", ctypes.c_char_p)]


class _WorldOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("instructions", ctypes.c_uint64), ("memory", ctypes.c_uint64),
                ("call_depth", ctypes.c_uint32), ("settings", ctypes.POINTER(ctypes.c_char_p))]


def _structure(name, /, **fields):
    return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})


_i32, _u32, _u64 = ctypes.c_int32, ctypes.c_uint32, ctypes.c_uint64
_ListingOptions = _structure("_ListingOptions", struct_size=ctypes.c_size_t, hide_addresses=_i32, hide_comments=_i32,
                             bytes=_i32, facts=_i32)
_Member = _structure("_Member", name=ctypes.c_char_p, kind=ctypes.c_char_p, offset=_u64, size=_u64, cut_off=_i32)
_NameQuery = _structure("_NameQuery", struct_size=ctypes.c_size_t, name=ctypes.c_char_p, kind=ctypes.c_char_p,
                        ignore_case=_i32)
_Use = _structure("_Use", kind=ctypes.c_char_p, name=ctypes.c_char_p, script=ctypes.c_char_p, function=ctypes.c_char_p,
                  address=_u32)
_GraphOptions = _structure("_GraphOptions", struct_size=ctypes.c_size_t, format=_i32, function=ctypes.c_char_p, natives=_i32,
                           most_lines=_u32)
_Table = _structure("_Table", name=ctypes.c_char_p, title=ctypes.c_char_p, unit=_i32, opcode_field=_i32, rows=ctypes.c_size_t)
_Row = _structure("_Row", mnemonic=ctypes.c_char_p, meaning=ctypes.c_char_p, stack=ctypes.c_char_p, opcode=_u32,
                  opcode_last=_u32, flow=_i32, pops=_i32, pushes=_i32, operands=ctypes.c_size_t,
                  implicit=ctypes.c_size_t)
_RowOperand = _structure("_RowOperand", name=ctypes.c_char_p, kind=ctypes.c_char_p, access=_i32, repeats=_i32, hidden=_i32,
                         count=_u32, fields=_i32 * 3)
_ImplicitOperand = _structure("_ImplicitOperand", name=ctypes.c_char_p, access=_i32, number=_u32)
_Fact = _structure("_Fact", name=ctypes.c_char_p, value=ctypes.c_char_p, is_number=_i32, number=_u64)
_Function = _structure("_Function", name=ctypes.c_char_p, kind=ctypes.c_char_p, address=_u32, end=_u32, parameters=_i32,
                       first=_u32, count=_u32)
_Instruction = _structure("_Instruction", address=_u32, offset=_u32, size=_u32, opcode=_u32, row=_u32, target=_u32,
                          operands=_u32)
_Operand = _structure("_Operand", name=ctypes.c_char_p, kind=ctypes.c_char_p, text=ctypes.c_char_p, access=_i32, count=_u32,
                      fields=_i32 * 3, values=_u32 * 3)
_Block = _structure("_Block", first=_u32, count=_u32, next=_u32, target=_u32, entry=_i32)
_Reference = _structure("_Reference", name=ctypes.c_char_p, words=ctypes.c_char_p, kind=_i32, address=_u32, instruction=_u32)
_FaultInfo = _structure("_FaultInfo", code=ctypes.c_char_p, message=ctypes.c_char_p, text=ctypes.c_char_p,
                        program=ctypes.c_char_p, machine_name=ctypes.c_char_p, machine=_u32, offset=_u64,
                        frames=ctypes.c_size_t)
_Frame = _structure("_Frame", function=ctypes.c_char_p, source=ctypes.c_char_p, address=_u32, line=_u32)
_Machine = _structure("_Machine", name=ctypes.c_char_p, state=_i32, instructions=_u64, frames=ctypes.c_size_t)

_Native = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_Watch = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)


def _candidates():
    """Paths of the shared library, the likeliest first."""
    yield os.environ.get("VELLUM_LIBRARY")
    here = os.path.dirname(os.path.abspath(__file__))
    prefix = os.path.normpath(os.path.join(here, "..", "..", ".."))
    for name in ("libvellum_c.so", "libvellum_c.dylib", "vellum_c.dll"):
        yield from glob.glob(glob.escape(os.path.join(here, name)) + "*")
        for folder in ("lib", "lib64", "bin", os.path.join("lib", "*")):
            yield from sorted(glob.glob(os.path.join(glob.escape(prefix), folder, name + "*")))
    yield ctypes.util.find_library("vellum_c")


def _open():
    for path in _candidates():
        if path:
            return ctypes.CDLL(path)
    raise OSError("libvellum_c was not found: set VELLUM_LIBRARY to its path")


_library = _open()

_p, _z, _s = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
_value_p = ctypes.POINTER(_Value)
for _name, _result, _arguments in [
    ("version", _s, []), ("abi", ctypes.c_uint32, []), ("buffer_free", None, [ctypes.POINTER(_Buffer)]),
    ("error_get", None, [_p, ctypes.POINTER(_Diagnostic)]), ("error_text", _s, [_p]), ("error_free", None, [_p]),
    ("diagnostics_count", _z, [_p]),
    ("diagnostics_get", ctypes.c_int, [_p, _z, ctypes.POINTER(_Diagnostic)]), ("diagnostics_free", None, [_p]),
    ("engine_count", _z, []), ("engine_id", _s, [_z]), ("detect", _s, [_s, _z, _s]),
    ("load", ctypes.c_int, [_s, _z, ctypes.POINTER(_LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("assemble", ctypes.c_int, [_s, _z, ctypes.POINTER(_LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("compile", ctypes.c_int, [_s, _z, ctypes.POINTER(_LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("save", ctypes.c_int, [_p, ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
    ("disassemble", ctypes.c_int, [_p, ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
    ("disassemble_with", ctypes.c_int,
     [_p, ctypes.POINTER(_ListingOptions), ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
    ("members_find", ctypes.c_int, [_s, _z, ctypes.POINTER(_LoadOptions), ctypes.POINTER(_p), ctypes.POINTER(_p)]),
    ("members_count", _z, [_p]), ("members_get", ctypes.c_int, [_p, _z, ctypes.POINTER(_Member)]),
    ("members_load", ctypes.c_int, [_p, _z, _s, _z, ctypes.POINTER(_LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("members_free", None, [_p]),
    ("file_check", ctypes.c_int, [_s, _z, ctypes.POINTER(_LoadOptions), _i32] + [ctypes.POINTER(_p)] * 2),
    ("diagnostics_sarif", ctypes.c_int, [_p, ctypes.POINTER(_Buffer)]),
    ("file_uses", ctypes.c_int,
     [_s, _z, ctypes.POINTER(_LoadOptions), ctypes.POINTER(_NameQuery)] + [ctypes.POINTER(_p)] * 3),
    ("uses_count", _z, [_p]), ("uses_get", ctypes.c_int, [_p, _z, ctypes.POINTER(_Use)]), ("uses_free", None, [_p]),
    ("program_graph", ctypes.c_int, [_p, ctypes.POINTER(_GraphOptions), ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
    ("table_count", _z, [_s]), ("table_get", ctypes.c_int, [_s, _z, ctypes.POINTER(_Table)]),
    ("table_row", ctypes.c_int, [_s, _z, _z, ctypes.POINTER(_Row)]),
    ("table_operand", ctypes.c_int, [_s, _z, _z, _z, ctypes.POINTER(_RowOperand)]),
    ("table_implicit_operand", ctypes.c_int, [_s, _z, _z, _z, ctypes.POINTER(_ImplicitOperand)]),
    ("code_create", _p, [_p]), ("code_free", None, [_p]),
    ("code_fact_count", _z, [_p]), ("code_fact", ctypes.c_int, [_p, _z, ctypes.POINTER(_Fact)]),
    ("code_table", _u32, [_p]), ("code_instruction_count", _z, [_p]),
    ("code_instruction", ctypes.c_int, [_p, _z, ctypes.POINTER(_Instruction)]), ("code_find", _u32, [_p, _u32]),
    ("code_text", _s, [_p, _z]), ("code_operand", ctypes.c_int, [_p, _z, _z, ctypes.POINTER(_Operand)]),
    ("code_function_count", _z, [_p]), ("code_function", ctypes.c_int, [_p, _z, ctypes.POINTER(_Function)]),
    ("code_block_count", _z, [_p, _z]), ("code_block", ctypes.c_int, [_p, _z, _z, ctypes.POINTER(_Block)]),
    ("code_reference_count", _z, [_p]), ("code_reference", ctypes.c_int, [_p, _z, ctypes.POINTER(_Reference)]),
    ("world_event_outcome", ctypes.c_int32, [_p]), ("world_call_outcome", ctypes.c_int32, [_p]),
    ("world_next_fault", _p, [_p]), ("fault_get", None, [_p, ctypes.POINTER(_FaultInfo)]),
    ("fault_frame", ctypes.c_int, [_p, _z, ctypes.POINTER(_Frame)]), ("fault_free", None, [_p]),
    ("check", ctypes.c_int, [_p, ctypes.POINTER(_p)]),
    ("program_json", ctypes.c_int, [_p, ctypes.POINTER(_Buffer)]),
    ("program_engine", _s, [_p]), ("program_free", None, [_p]),
    ("host_create", _p, [ctypes.c_int]), ("host_free", None, [_p]),
    ("host_function", ctypes.c_int, [_p, _s, ctypes.c_int32, _Native, _p]),
    ("host_method", ctypes.c_int, [_p, _s, _s, ctypes.c_int32, _Native, _p]),
    ("call_count", _z, [_p]), ("call_argument", _Value, [_p, _z]),
    ("call_set_argument", None, [_p, _z, _value_p]), ("call_set_result", None, [_p, _value_p]),
    ("call_receiver", ctypes.c_uint64, [_p]), ("call_suspend", None, [_p]), ("call_resumed", ctypes.c_int, [_p]),
    ("call_delta_time", ctypes.c_float, [_p]), ("call_state", _Value, [_p]),
    ("call_set_state", None, [_p, _value_p]), ("call_fail", None, [_p, _s]),
    ("world_create", ctypes.c_int,
     [ctypes.POINTER(_p), _z, _p, ctypes.POINTER(_WorldOptions), ctypes.POINTER(_p), ctypes.POINTER(_p)]),
    ("world_watch", None, [_p, _Watch, _p]), ("world_start", None, [_p]),
    ("world_frame", None, [_p, ctypes.c_float]),
    ("world_send", ctypes.c_int, [_p, _s, _value_p, _z, ctypes.POINTER(_s), ctypes.POINTER(_p)]),
    ("world_call", ctypes.c_int, [_p, _s, _value_p, _z, _value_p, ctypes.POINTER(_p)]),
    ("world_finished", ctypes.c_int, [_p]), ("world_instructions", ctypes.c_uint64, [_p]),
    ("world_take_fault", _s, [_p]),
    ("world_state_json", ctypes.c_int, [_p, ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
    ("world_snapshot", ctypes.c_int, [_p, ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
    ("world_restore", ctypes.c_int, [_p, _s, _z, ctypes.POINTER(_p)]), ("world_free", None, [_p]),
    ("world_interrupt", None, [_p]), ("world_resume", None, [_p]), ("world_interrupted", ctypes.c_int, [_p]),
    ("world_pause_after", None, [_p, ctypes.c_uint64]), ("world_paused", ctypes.c_int, [_p]),
    ("world_machine_count", _z, [_p]), ("world_machine", ctypes.c_int, [_p, _z, ctypes.POINTER(_Machine)]),
    ("world_machine_frame", ctypes.c_int, [_p, _z, _z, ctypes.POINTER(_Frame)]),
    ("world_scopes_json", ctypes.c_int, [_p, _z, _z, _z, _z, ctypes.POINTER(_Buffer), ctypes.POINTER(_p)]),
]:
    _function = getattr(_library, "vellum_" + _name)
    _function.restype, _function.argtypes = _result, _arguments


def _text(data):
    return data.decode("utf-8", "surrogatepass") if data else ""


class Memory:
    """Bytes of a script (AGS buffers and fields), to read and to write while the native runs: memory[0], memory[2:5],
    memory[0] = 65, memory[2:5] = b"abc", bytes(memory)."""

    def __init__(self, call, address, size):
        self._call, self._address, self._size = call, address, size

    def _bytes(self):
        self._call._alive()
        return (ctypes.c_ubyte * self._size).from_address(self._address)

    def __len__(self):
        return self._size

    def __bytes__(self):
        return bytes(self._bytes())

    def __getitem__(self, index):
        found = self._bytes()[index]
        return bytes(found) if isinstance(index, slice) else found

    def __setitem__(self, index, value):
        self._bytes()[index] = value

    def __eq__(self, other):
        return bytes(self) == bytes(other) if isinstance(other, (bytes, bytearray, Memory)) else NotImplemented

    __hash__ = None


def _to_python(value, call=None):
    if value.type == _BOOLEAN:
        return value.value.integer != 0
    if value.type == _INTEGER:
        return value.value.integer
    if value.type == _REAL:
        return value.value.real
    if value.type == _VECTOR:
        return Vector(*value.value.vector)
    if value.type == _OBJECT:
        return Object(value.value.object)
    if value.type == _STRING:
        return _text(ctypes.string_at(value.value.text, value.size)) if value.size else ""
    if value.type == _MEMORY:
        return Memory(call, value.value.memory, value.size) if value.size and call is not None else b""
    return None


def _to_c(value):
    """The value and whatever must stay alive while C reads it."""
    out = _Value()
    if value is None:
        return out, None
    if isinstance(value, bool):
        out.type, out.value.integer = _BOOLEAN, value
    elif isinstance(value, int):
        if not -2**31 <= value < 2**31:
            raise OverflowError(f"scripts have integers of 32 bits, {value} is none")
        out.type, out.value.integer = _INTEGER, value
    elif isinstance(value, float):
        out.type, out.value.real = _REAL, value
    elif isinstance(value, Object):
        if not 0 <= value.id < 2**64:
            raise OverflowError(f"objects have numbers of 64 bits, {value.id} is none")
        out.type, out.value.object = _OBJECT, value.id
    elif isinstance(value, str):
        data = value.encode("utf-8", "surrogatepass")
        out.type, out.size = _STRING, len(data)
        out.value.text = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
        return out, data
    elif isinstance(value, tuple) and len(value) == 3:
        out.type = _VECTOR
        out.value.vector[:] = value
    else:
        raise TypeError(f"scripts have no value like {value!r}")
    return out, None


def _array(values):
    pairs = [_to_c(value) for value in values]
    return (_Value * max(len(pairs), 1))(*[pair[0] for pair in pairs]), [pair[1] for pair in pairs]


def _diagnostic(raw):
    return Diagnostic(("note", "warning", "error")[raw.severity], _text(raw.code), _text(raw.message), _text(raw.hint),
                      _text(raw.file), None if raw.offset == _UNKNOWN_OFFSET else raw.offset, raw.line or None,
                      raw.column or None)


def _take_diagnostics(handle):
    out = []
    for index in range(_library.vellum_diagnostics_count(handle)):
        raw = _Diagnostic()
        _library.vellum_diagnostics_get(handle, index, ctypes.byref(raw))
        out.append(_diagnostic(raw))
    _library.vellum_diagnostics_free(handle)
    return out


def _take_buffer(buffer):
    data = ctypes.string_at(buffer.data, buffer.size) if buffer.size else b""
    _library.vellum_buffer_free(ctypes.byref(buffer))
    return data


class Error(Exception):
    """Something was refused. `diagnostic` has code, place and hint; `diagnostics` all messages of the attempt."""

    def __init__(self, text, diagnostic=None, diagnostics=()):
        super().__init__(text)
        self.diagnostic = diagnostic
        self.diagnostics = list(diagnostics)


def _raise(status, error, diagnostics=()):
    if status == 0:
        return
    if not error:
        raise Error("a bad argument was passed to the library", None, diagnostics)
    text = _text(_library.vellum_error_text(error))
    raw = _Diagnostic()
    _library.vellum_error_get(error, ctypes.byref(raw))
    diagnostic = _diagnostic(raw)
    _library.vellum_error_free(error)
    raise Error(text, diagnostic, diagnostics)


def version():
    """The library's version."""
    return _text(_library.vellum_version())


def engines():
    """The ids of all engines."""
    return [_text(_library.vellum_engine_id(index)) for index in range(_library.vellum_engine_count())]


def detect(data, name=None):
    """The id of the engine that recognises the bytes, or None."""
    found = _library.vellum_detect(data, len(data), name.encode() if name else None)
    return _text(found) if found else None


def _ask(function, structure, *arguments):
    """The structure that a function of the library fills in; IndexError past the end."""
    out = structure()
    if function(*arguments, ctypes.byref(out)) != 0:
        raise IndexError(arguments[-1])
    return out


def _frame(raw):
    return Frame(_text(raw.function), _text(raw.source), raw.address, raw.line or None)


def _options(engine, name, variant):
    return _LoadOptions(ctypes.sizeof(_LoadOptions), _encoded(engine), _encoded(name), _encoded(variant))


def _encoded(text):
    return text.encode("utf-8", "surrogatepass") if text else None


def _make(function, data, engine, name, variant):
    options = _options(engine, name, variant)
    program, diagnostics, error = _p(), _p(), _p()
    status = function(data, len(data), ctypes.byref(options), ctypes.byref(program), ctypes.byref(diagnostics),
                      ctypes.byref(error))
    messages = _take_diagnostics(diagnostics) if diagnostics else []
    _raise(status, error, messages)
    return Program(program, messages)


def load(data, name=None, engine=None, variant=None):
    """Reads a script file given as bytes."""
    return _make(_library.vellum_load, data, engine, name, variant)


def assemble(text, engine, name=None, variant=None):
    """Turns a listing into a program."""
    return _make(_library.vellum_assemble, text.encode("utf-8", "surrogatepass"), engine, name, variant)


def compile(text, engine="skrit", name=None, variant=None):
    """Compiles source text."""
    return _make(_library.vellum_compile, text.encode("utf-8", "surrogatepass"), engine, name, variant)


def _check(data, name, engine, variant, notes):
    found, error = _p(), _p()
    _raise(_library.vellum_file_check(data, len(data), ctypes.byref(_options(engine, name, variant)), notes,
                                      ctypes.byref(found), ctypes.byref(error)), error)
    return found


def check(data, name=None, engine=None, variant=None, notes=False):
    """Everything that `vellum check` finds in a file given as bytes, be it a container, a compiled script, a listing or source
    text, as a list of Diagnostic. The file is sound if none has the severity "error". Error if no engine takes the bytes."""
    return _take_diagnostics(_check(data, name, engine, variant, notes))


def sarif(data, name=None, engine=None, variant=None, notes=False):
    """The same as a SARIF 2.1.0 log, a text."""
    found, buffer = _check(data, name, engine, variant, notes), _Buffer()
    _library.vellum_diagnostics_sarif(found, ctypes.byref(buffer))
    _library.vellum_diagnostics_free(found)
    return _text(_take_buffer(buffer))


def find_uses(data, wanted=None, kind=None, ignore_case=False, name=None, engine=None, variant=None):
    """Who uses a name in a file given as bytes, as `vellum xref` finds it: a list of Use. `wanted` is the whole name or a
    pattern with * and ?, None for every name; `kind` is "native", "string", … Scripts that cannot be loaded are left out;
    check() says why."""
    query = _NameQuery(ctypes.sizeof(_NameQuery), _encoded(wanted), _encoded(kind), ignore_case)
    uses, error = _p(), _p()
    _raise(_library.vellum_file_uses(data, len(data), ctypes.byref(_options(engine, name, variant)), ctypes.byref(query),
                                     ctypes.byref(uses), None, ctypes.byref(error)), error)
    out = []
    for index in range(_library.vellum_uses_count(uses)):
        raw = _ask(_library.vellum_uses_get, _Use, uses, index)
        out.append(Use(_text(raw.kind), _text(raw.name), _text(raw.script), _text(raw.function), raw.address))
    _library.vellum_uses_free(uses)
    return out


def tables(engine):
    """The instruction tables of an engine."""
    name = engine.encode()
    out = []
    for index in range(_library.vellum_table_count(name)):
        raw = _ask(_library.vellum_table_get, _Table, name, index)
        rows = [_row(name, index, row) for row in range(raw.rows)]
        out.append(Table(_text(raw.name), _text(raw.title), _UNITS[raw.unit], _FIELDS[raw.opcode_field], rows))
    return out


def _row(engine, table, index):
    raw = _ask(_library.vellum_table_row, _Row, engine, table, index)
    operands = []
    for number in range(raw.operands):
        operand = _ask(_library.vellum_table_operand, _RowOperand, engine, table, index, number)
        operands.append(RowOperand(_text(operand.name), _text(operand.kind), _ACCESSES[operand.access], bool(operand.repeats),
                                   bool(operand.hidden), [_FIELDS[field] for field in operand.fields[:operand.count]]))
    implicit = []
    for number in range(raw.implicit):
        used = _ask(_library.vellum_table_implicit_operand, _ImplicitOperand, engine, table, index, number)
        implicit.append(ImplicitOperand(_text(used.name), _ACCESSES[used.access], used.number))
    return Row(_text(raw.mnemonic), _text(raw.meaning), _text(raw.stack), raw.opcode, raw.opcode_last, _FLOWS[raw.flow],
               None if raw.pops < 0 else raw.pops, None if raw.pushes < 0 else raw.pushes, operands, implicit)


class Members:
    """What is inside a container given as bytes: len(), [index] gives a Member, load(index) reads it. Empty if the bytes are
    no container."""

    def __init__(self, data, name=None, engine=None):
        self._handle, self._data = _p(), data
        error = _p()
        _raise(_library.vellum_members_find(data, len(data), ctypes.byref(_options(engine, name, None)),
                                            ctypes.byref(self._handle), ctypes.byref(error)), error)

    def __del__(self):
        _library.vellum_members_free(self._handle)

    def __len__(self):
        return _library.vellum_members_count(self._handle)

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        raw = _ask(_library.vellum_members_get, _Member, self._handle, index)
        return Member(_text(raw.name), _text(raw.kind), raw.offset, raw.size, bool(raw.cut_off))

    def load(self, index, name=None, engine=None, variant=None):
        """Reads a member as load() reads a file."""
        self[index]
        return _make(lambda data, size, *rest: _library.vellum_members_load(self._handle, index, data, size, *rest),
                     self._data, engine, name, variant)


class Code:
    """A program's code: len() instructions, [index] gives an Instruction."""

    def __init__(self, program):
        self._handle = _p(_library.vellum_code_create(program._handle))

    def __del__(self):
        _library.vellum_code_free(self._handle)

    def __len__(self):
        return _library.vellum_code_instruction_count(self._handle)

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        raw = _ask(_library.vellum_code_instruction, _Instruction, self._handle, index)
        return Instruction(index, raw.address, raw.offset, raw.size, raw.opcode, raw.row, _index(raw.target), raw.operands,
                           _text(_library.vellum_code_text(self._handle, index)))

    @property
    def table(self):
        """Which of tables(engine) the code is of; None if there is no code."""
        return _index(_library.vellum_code_table(self._handle))

    def find(self, address):
        """Index of the instruction that begins at the address, or None."""
        return _index(_library.vellum_code_find(self._handle, address)) if 0 <= address < 2**32 else None

    def operands(self, index):
        """The operands of an instruction."""
        out = []
        for number in range(self[index].operands):
            raw = _ask(_library.vellum_code_operand, _Operand, self._handle, index, number)
            out.append(Operand(_text(raw.name), _text(raw.kind), _text(raw.text), _ACCESSES[raw.access],
                               [_FIELDS[field] for field in raw.fields[:raw.count]], list(raw.values[:raw.count])))
        return out

    def facts(self):
        """What `vellum info` shows."""
        out = []
        for index in range(_library.vellum_code_fact_count(self._handle)):
            raw = _ask(_library.vellum_code_fact, _Fact, self._handle, index)
            out.append(Fact(_text(raw.name), _text(raw.value), raw.number if raw.is_number else None))
        return out

    def functions(self):
        """The functions by ascending address."""
        out = []
        for index in range(_library.vellum_code_function_count(self._handle)):
            raw = _ask(_library.vellum_code_function, _Function, self._handle, index)
            out.append(Function(_text(raw.name), _text(raw.kind), raw.address, raw.end or None,
                                None if raw.parameters < 0 else raw.parameters, raw.first, raw.count))
        return out

    def blocks(self, function):
        """The basic blocks of a function, which is given by its place in functions()."""
        out = []
        for index in range(_library.vellum_code_block_count(self._handle, function)):
            raw = _ask(_library.vellum_code_block, _Block, self._handle, function, index)
            out.append(Block(raw.first, raw.count, _index(raw.next), _index(raw.target), bool(raw.entry)))
        return out

    def references(self):
        """What the code names, in its order."""
        out = []
        for index in range(_library.vellum_code_reference_count(self._handle)):
            raw = _ask(_library.vellum_code_reference, _Reference, self._handle, index)
            out.append(Reference(_text(raw.words), _text(raw.name), raw.address, _index(raw.instruction)))
        return out


def _index(number):
    return None if number == _NO_INDEX else number


class Program:
    """A loaded, assembled or compiled script. `diagnostics` holds what was said on the way."""

    def __init__(self, handle, diagnostics):
        self._handle = handle
        self.diagnostics = diagnostics

    def __del__(self):
        _library.vellum_program_free(self._handle)

    @property
    def engine(self):
        """The id of the engine the script belongs to."""
        return _text(_library.vellum_program_engine(self._handle))

    def info(self):
        """Facts and functions as a dictionary."""
        buffer = _Buffer()
        _library.vellum_program_json(self._handle, ctypes.byref(buffer))
        return json.loads(_take_buffer(buffer))

    def check(self):
        """Everything that can be verified without running, as a list of Diagnostic."""
        diagnostics = _p()
        _library.vellum_check(self._handle, ctypes.byref(diagnostics))
        return _take_diagnostics(diagnostics)

    def disassemble(self, addresses=True, comments=True, bytes=False, facts=False):
        """The listing; assemble() reads it back. What it shows as comments is said by the arguments."""
        options = _ListingOptions(ctypes.sizeof(_ListingOptions), not addresses, not comments, bytes, facts)
        buffer, error = _Buffer(), _p()
        _raise(_library.vellum_disassemble_with(self._handle, ctypes.byref(options), ctypes.byref(buffer),
                                                ctypes.byref(error)), error)
        return _text(_take_buffer(buffer))

    def graph(self, function=None, format="svg", natives=False, lines=24):
        """The basic blocks of a function, or without one which function calls which, as "svg", "dot" or "json" text. A block
        shows that many lines, 0 for all; with natives, calls of the game are shown, too."""
        options = _GraphOptions(ctypes.sizeof(_GraphOptions), _GRAPHS.index(format), _encoded(function), natives, lines)
        buffer, error = _Buffer(), _p()
        _raise(_library.vellum_program_graph(self._handle, ctypes.byref(options), ctypes.byref(buffer), ctypes.byref(error)),
               error)
        return _text(_take_buffer(buffer))

    def code(self):
        """The program's code: facts, functions, instructions, references."""
        return Code(self)

    def save(self):
        """The file as bytes."""
        buffer, error = _Buffer(), _p()
        _raise(_library.vellum_save(self._handle, ctypes.byref(buffer), ctypes.byref(error)), error)
        return _take_buffer(buffer)


class Call:
    """One call of a native: call[0] is the first argument, call[0] = x writes the script's variable. It ends with the
    native: used later it raises Error."""

    def __init__(self, handle):
        self._handle = handle

    def _alive(self):
        if self._handle is None:
            raise Error("the call is over: its native has returned")
        return self._handle

    def _index(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        return index

    def __len__(self):
        return _library.vellum_call_count(self._alive())

    def __getitem__(self, index):
        return _to_python(_library.vellum_call_argument(self._alive(), self._index(index)), self)

    def __setitem__(self, index, value):
        raw, keep = _to_c(value)
        _library.vellum_call_set_argument(self._alive(), self._index(index), ctypes.byref(raw))
        del keep

    @property
    def receiver(self):
        """The object a method is called on."""
        return Object(_library.vellum_call_receiver(self._alive()))

    @property
    def resumed(self):
        """True when a suspended call is asked again."""
        return bool(_library.vellum_call_resumed(self._alive()))

    @property
    def delta_time(self):
        """Seconds since the last frame."""
        return _library.vellum_call_delta_time(self._alive())

    @property
    def state(self):
        """A value kept, and saved, while the call is suspended."""
        return _to_python(_library.vellum_call_state(self._alive()))

    @state.setter
    def state(self, value):
        raw, keep = _to_c(value)
        _library.vellum_call_set_state(self._alive(), ctypes.byref(raw))
        del keep

    def suspend(self):
        """Suspends the script until the native, asked again each frame, does not suspend."""
        _library.vellum_call_suspend(self._alive())

    def fail(self, message):
        """Reports that the native could not do its work."""
        _library.vellum_call_fail(self._alive(), str(message).encode("utf-8", "backslashreplace"))


def _words_of(problem):
    """What to say of an exception, whatever its own text does."""
    try:
        return f"{type(problem).__name__}: {problem}"
    except Exception:  # noqa: BLE001 - a __str__ that raises
        return type(problem).__name__


class _Running(threading.local):
    """The worlds that run on this thread, the innermost last."""

    def __init__(self):
        self.worlds = []


_running = _Running()


def _leave(problem):
    """Nothing may cross the C border: the world is stopped, and World._run raises the exception behind it."""
    if _running.worlds:
        world = _running.worlds[-1]
        if world._raised is None:
            world._raised = problem
        _library.vellum_world_interrupt(world._handle)


class Host:
    """What scripts can call. With stand_in unknown natives answer with defaults, so that any script runs."""

    def __init__(self, stand_in=False):
        self._handle = _p(_library.vellum_host_create(1 if stand_in else 0))
        self._keep = []

    def __del__(self):
        _library.vellum_host_free(self._handle)

    def _wrap(self, callable_):
        def native(_user, call):
            handle = Call(call)
            try:
                result = callable_(handle)
                if result is not None:
                    raw, keep = _to_c(result)
                    _library.vellum_call_set_result(call, ctypes.byref(raw))
                    del keep
            except BaseException as problem:  # noqa: BLE001 - nothing may cross the C border
                handle.fail(_words_of(problem))
                if not isinstance(problem, Exception):
                    _leave(problem)
            finally:
                handle._handle = None

        wrapped = _Native(native)
        self._keep.append(wrapped)
        return wrapped

    def function(self, name, callable_, arity=-1):
        """Registers callable(call) for a function; what it returns is the result. arity -1 takes any number."""
        _raise(_library.vellum_host_function(self._handle, name.encode(), arity, self._wrap(callable_), None), None)

    def method(self, name, callable_, arity=-1, owner=None):
        """Registers callable(call) for a method of a class, or of every class."""
        _raise(_library.vellum_host_method(self._handle, owner.encode() if owner else None, name.encode(), arity,
                                           self._wrap(callable_), None), None)


class World:
    """Running scripts. The host and the programs are kept alive."""

    def __init__(self, programs, host, instructions=0, memory=0, call_depth=0, settings=None):
        self._host, self._programs, self._watch, self._raised = host, list(programs), None, None
        self._handle = _p()
        handles = (_p * len(self._programs))(*[program._handle for program in self._programs])
        flat = [text.encode() for pair in (settings or {}).items() for text in pair] + [None]
        array = (ctypes.c_char_p * len(flat))(*flat)
        options = _WorldOptions(ctypes.sizeof(_WorldOptions), instructions, memory, call_depth,
                                ctypes.cast(array, ctypes.POINTER(ctypes.c_char_p)))
        error = _p()
        _raise(_library.vellum_world_create(handles, len(handles), host._handle, ctypes.byref(options),
                                            ctypes.byref(self._handle), ctypes.byref(error)), error)

    def __del__(self):
        _library.vellum_world_free(self._handle)

    def _run(self, function, *arguments):
        """Calls the library; what natives could not raise through it is raised behind it."""
        interrupted = self.interrupted
        _running.worlds.append(self)
        try:
            return function(self._handle, *arguments)
        finally:
            _running.worlds.pop()
            raised, self._raised = self._raised, None
            if raised is not None:
                if not interrupted and not self.paused:
                    _library.vellum_world_resume(self._handle)
                raise raised

    def watch(self, callable_):
        """Calls callable(kind, text) for natives, events, notes and faults; None ends it."""
        def tell(_user, kind, text):
            try:
                callable_(_text(kind), _text(text))
            except BaseException as problem:  # noqa: BLE001 - nothing may cross the C border
                _leave(problem)

        self._watch = _Watch(tell) if callable_ else _Watch()
        _library.vellum_world_watch(self._handle, self._watch, None)

    def start(self):
        """Starts the scripts."""
        self._run(_library.vellum_world_start)

    def frame(self, seconds=1 / 30):
        """Runs one frame."""
        self._run(_library.vellum_world_frame, seconds)

    def interrupt(self):
        """Stops what runs, soon: the one method besides resume that other threads may call while the world is busy. Holds
        until resume()."""
        _library.vellum_world_interrupt(self._handle)

    def resume(self):
        """Ends an interruption; machines that can go on do so with the next frame. A paused world goes on at once."""
        self._run(_library.vellum_world_resume)

    def pause_after(self, instructions):
        """Stops what is under way, or comes next, after exactly that many more instructions; None takes it back.
        resume() goes on as if nothing had happened."""
        _library.vellum_world_pause_after(self._handle, 2**64 - 1 if instructions is None else instructions)

    @property
    def paused(self):
        """True between a pause and resume()."""
        return bool(_library.vellum_world_paused(self._handle))

    @property
    def machines(self):
        """The machines so far, each with its name, MachineState, instructions executed and open calls, innermost first."""
        found = []
        for index in range(_library.vellum_world_machine_count(self._handle)):
            raw = _ask(_library.vellum_world_machine, _Machine, self._handle, index)
            name, state = _text(raw.name), MachineState(raw.state)
            frames = [_frame(_ask(_library.vellum_world_machine_frame, _Frame, self._handle, index, number))
                      for number in range(raw.frames)]
            found.append(Machine(name, state, raw.instructions, frames))
        return found

    def scopes(self, machine=0, frame=0, first=0, count=256):
        """What a frame of a machine holds and what is around it: a list of scopes with name, count, first and variables,
        each with name, type and text; of each scope `count` variables from `first` on."""
        buffer, error = _Buffer(), _p()
        _raise(_library.vellum_world_scopes_json(self._handle, machine, frame, first, count, ctypes.byref(buffer),
                                                 ctypes.byref(error)), error)
        return json.loads(_take_buffer(buffer))

    @property
    def interrupted(self):
        """True between interrupt() and resume()."""
        return bool(_library.vellum_world_interrupted(self._handle))

    def send(self, event, *values):
        """Delivers an event and says what became of it."""
        array, keep = _array(values)
        outcome, error = ctypes.c_char_p(), _p()
        _raise(self._run(_library.vellum_world_send, event.encode("utf-8", "surrogatepass"), array, len(values),
                         ctypes.byref(outcome), ctypes.byref(error)), error)
        del keep
        return _text(outcome.value)

    def call(self, function, *arguments):
        """Calls a script function to its end and gives its result."""
        array, keep = _array(arguments)
        result, error = _Value(), _p()
        _raise(self._run(_library.vellum_world_call, function.encode("utf-8", "surrogatepass"), array, len(arguments),
                         ctypes.byref(result), ctypes.byref(error)), error)
        del keep
        return _to_python(result)

    @property
    def event_outcome(self):
        """What became of the last event that was sent, also if it was refused: an EventOutcome, None before the first."""
        outcome = _library.vellum_world_event_outcome(self._handle)
        return None if outcome < 0 else EventOutcome(outcome)

    @property
    def call_outcome(self):
        """What became of the last call, also if it failed: a CallOutcome, None before the first."""
        outcome = _library.vellum_world_call_outcome(self._handle)
        return None if outcome < 0 else CallOutcome(outcome)

    @property
    def finished(self):
        """True when nothing will happen any more without an event."""
        return bool(_library.vellum_world_finished(self._handle))

    @property
    def instructions(self):
        """Instructions executed so far."""
        return _library.vellum_world_instructions(self._handle)

    def take_faults(self):
        """The faults since the last time, as texts with their frames."""
        out = []
        while True:
            text = _library.vellum_world_take_fault(self._handle)
            if text is None:
                return out
            out.append(_text(text))

    def take_fault_details(self):
        """The same as a list of Fault; each fault is taken once, as a text or so."""
        out = []
        while True:
            handle = _p(_library.vellum_world_next_fault(self._handle))
            if not handle:
                return out
            raw = _FaultInfo()
            _library.vellum_fault_get(handle, ctypes.byref(raw))
            frames = []
            for index in range(raw.frames):
                frames.append(_frame(_ask(_library.vellum_fault_frame, _Frame, handle, index)))
            out.append(Fault(_text(raw.code), _text(raw.message), _text(raw.text), _text(raw.program), raw.machine,
                             _text(raw.machine_name), None if raw.offset == _UNKNOWN_OFFSET else raw.offset, frames))
            _library.vellum_fault_free(handle)

    def snapshot(self):
        """The whole state as bytes."""
        buffer, error = _Buffer(), _p()
        _raise(_library.vellum_world_snapshot(self._handle, ctypes.byref(buffer), ctypes.byref(error)), error)
        return _take_buffer(buffer)

    def state(self):
        """What scripts have made of the world, as a dictionary (FF7); Error if the engine has none."""
        buffer, error = _Buffer(), _p()
        _raise(_library.vellum_world_state_json(self._handle, ctypes.byref(buffer), ctypes.byref(error)), error)
        return json.loads(_take_buffer(buffer))

    def restore(self, data):
        """Puts a state back; the world is as it was if that fails."""
        error = _p()
        _raise(_library.vellum_world_restore(self._handle, data, len(data), ctypes.byref(error)), error)
