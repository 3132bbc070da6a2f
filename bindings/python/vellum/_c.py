"""The C interface (include/vellum/vellum.h) as ctypes sees it: where the shared library is, its structures, the types of its
functions."""

import ctypes
import ctypes.util
import glob
import os
from typing import Any, Iterator, Optional


class As(ctypes.Union):
    _fields_ = [("integer", ctypes.c_int32), ("real", ctypes.c_float), ("vector", ctypes.c_float * 3),
                ("object", ctypes.c_uint64), ("text", ctypes.c_void_p), ("memory", ctypes.c_void_p)]


class Value(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("size", ctypes.c_uint32), ("value", As)]


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Diagnostic(ctypes.Structure):
    _fields_ = [("severity", ctypes.c_int32), ("code", ctypes.c_char_p), ("message", ctypes.c_char_p),
                ("hint", ctypes.c_char_p), ("file", ctypes.c_char_p), ("offset", ctypes.c_uint64),
                ("line", ctypes.c_uint32), ("column", ctypes.c_uint32)]


class LoadOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("engine", ctypes.c_char_p), ("name", ctypes.c_char_p),
                ("settings", ctypes.c_char_p)]


class WorldOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("instructions", ctypes.c_uint64), ("memory", ctypes.c_uint64),
                ("call_depth", ctypes.c_uint32), ("settings", ctypes.POINTER(ctypes.c_char_p))]


def _structure(name: str, /, **fields: Any) -> Any:
    return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})


_i32, _u32, _u64 = ctypes.c_int32, ctypes.c_uint32, ctypes.c_uint64
ListingOptions = _structure("ListingOptions", struct_size=ctypes.c_size_t, hide_addresses=_i32, hide_comments=_i32,
                             bytes=_i32, facts=_i32)
SourceOptions = _structure("SourceOptions", struct_size=ctypes.c_size_t, addresses=_i32, names=ctypes.c_char_p)
DiffOptions = _structure("DiffOptions", struct_size=ctypes.c_size_t, format=_i32, listing=_i32, context=_u32,
                         names=ctypes.c_char_p)
PatchOptions = _structure("PatchOptions", struct_size=ctypes.c_size_t, functions=ctypes.POINTER(ctypes.c_char_p),
                          name=ctypes.c_char_p, names=ctypes.c_char_p)
GraphOptions = _structure("GraphOptions", struct_size=ctypes.c_size_t, format=_i32, function=ctypes.c_char_p, natives=_i32,
                           most_lines=_u32)
Table = _structure("Table", name=ctypes.c_char_p, title=ctypes.c_char_p, unit=_i32, opcode_field=_i32, rows=ctypes.c_size_t)
Row = _structure("Row", mnemonic=ctypes.c_char_p, meaning=ctypes.c_char_p, stack=ctypes.c_char_p, opcode=_u32,
                  opcode_last=_u32, flow=_i32, pops=_i32, pushes=_i32, operands=ctypes.c_size_t,
                  implicit=ctypes.c_size_t)
RowOperand = _structure("RowOperand", name=ctypes.c_char_p, kind=ctypes.c_char_p, access=_i32, repeats=_i32, hidden=_i32,
                         count=_u32, fields=_i32 * 3)
ImplicitOperand = _structure("ImplicitOperand", name=ctypes.c_char_p, access=_i32, number=_u32)
Fact = _structure("Fact", name=ctypes.c_char_p, value=ctypes.c_char_p, is_number=_i32, number=_u64)
Function = _structure("Function", name=ctypes.c_char_p, kind=ctypes.c_char_p, address=_u32, end=_u32, parameters=_i32,
                       first=_u32, count=_u32)
Instruction = _structure("Instruction", address=_u32, offset=_u32, size=_u32, opcode=_u32, row=_u32, target=_u32,
                          operands=_u32)
Operand = _structure("Operand", name=ctypes.c_char_p, kind=ctypes.c_char_p, text=ctypes.c_char_p, access=_i32, count=_u32,
                      fields=_i32 * 3, values=_u32 * 3)
Block = _structure("Block", first=_u32, count=_u32, next=_u32, target=_u32, entry=_i32)
Reference = _structure("Reference", name=ctypes.c_char_p, words=ctypes.c_char_p, kind=_i32, address=_u32, instruction=_u32)
FaultInfo = _structure("FaultInfo", code=ctypes.c_char_p, message=ctypes.c_char_p, text=ctypes.c_char_p,
                        program=ctypes.c_char_p, machine_name=ctypes.c_char_p, machine=_u32, offset=_u64,
                        frames=ctypes.c_size_t)
Frame = _structure("Frame", function=ctypes.c_char_p, source=ctypes.c_char_p, address=_u32, line=_u32)
Machine = _structure("Machine", name=ctypes.c_char_p, state=_i32, instructions=_u64, frames=ctypes.c_size_t)
MemoryBlock = _structure("MemoryBlock", name=ctypes.c_char_p, size=_u64)

Native = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
Watch = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
Read = ctypes.CFUNCTYPE(_i32, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
List = ctypes.CFUNCTYPE(_i32, ctypes.c_void_p, ctypes.c_void_p)
Files = _structure("Files", struct_size=ctypes.c_size_t, user=ctypes.c_void_p, read=Read, list=List)


def _candidates() -> Iterator[Optional[str]]:
    """Paths of the shared library, the likeliest first."""
    yield os.environ.get("VELLUM_LIBRARY")
    package = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.dirname(package)
    prefix = os.path.normpath(os.path.join(beside, "..", "..", ".."))
    for name in ("libvellum_c.so", "libvellum_c.dylib", "vellum_c.dll"):
        for folder in (package, beside):
            yield from glob.glob(glob.escape(os.path.join(folder, name)) + "*")
        for folder in ("lib", "lib64", "bin", os.path.join("lib", "*")):
            yield from sorted(glob.glob(os.path.join(glob.escape(prefix), folder, name + "*")))
    yield ctypes.util.find_library("vellum_c")


def _open() -> ctypes.CDLL:
    for path in _candidates():
        if path:
            return ctypes.CDLL(path)
    raise OSError("libvellum_c was not found: set VELLUM_LIBRARY to its path")


library = _open()

_p, _z, _s = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
_value_p = ctypes.POINTER(Value)
for _name, _result, _arguments in [
    ("version", _s, []), ("abi", ctypes.c_uint32, []), ("buffer_free", None, [ctypes.POINTER(Buffer)]),
    ("error_get", None, [_p, ctypes.POINTER(Diagnostic)]), ("error_text", _s, [_p]), ("error_free", None, [_p]),
    ("diagnostics_count", _z, [_p]),
    ("diagnostics_get", ctypes.c_int, [_p, _z, ctypes.POINTER(Diagnostic)]), ("diagnostics_free", None, [_p]),
    ("engine_count", _z, []), ("engine_id", _s, [_z]), ("detect", _s, [_p, _z, _s]),
    ("load", ctypes.c_int, [_p, _z, ctypes.POINTER(LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("assemble", ctypes.c_int, [_p, _z, ctypes.POINTER(LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("compile", ctypes.c_int, [_p, _z, ctypes.POINTER(LoadOptions)] + [ctypes.POINTER(_p)] * 3),
    ("save", ctypes.c_int, [_p, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("disassemble", ctypes.c_int, [_p, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("disassemble_with", ctypes.c_int,
     [_p, ctypes.POINTER(ListingOptions), ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("diagnostics_sarif", ctypes.c_int, [_p, ctypes.POINTER(Buffer)]),
    ("workspace_open", ctypes.c_int, [ctypes.POINTER(Files), _s, ctypes.POINTER(_p), ctypes.POINTER(_p)]),
    ("workspace_ask", ctypes.c_int, [_p, _s, _s, _z, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("conversation_open", ctypes.c_int, [_p, _s, ctypes.POINTER(_p), ctypes.POINTER(_p)]),
    ("conversation_say", ctypes.c_int, [_p, _s, _z, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("conversation_ended", ctypes.c_int, [_p]), ("conversation_running", ctypes.c_int, [_p]), ("conversation_free", None, [_p]),
    ("workspace_free", None, [_p]), ("buffer_set", ctypes.c_int, [_p, _s, _z]),
    ("program_graph", ctypes.c_int, [_p, ctypes.POINTER(GraphOptions), ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("decompile", ctypes.c_int,
     [_p, ctypes.POINTER(SourceOptions), ctypes.POINTER(Buffer), ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("source_names", ctypes.c_int,
     [_p, _z, ctypes.POINTER(LoadOptions), _s, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("program_diff", ctypes.c_int,
     [_p, _p, ctypes.POINTER(DiffOptions), ctypes.POINTER(_i32), ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("program_patch", ctypes.c_int, [_p, _p, _z, ctypes.POINTER(PatchOptions)] + [ctypes.POINTER(_p)] * 3),
    ("table_count", _z, [_s]), ("table_get", ctypes.c_int, [_s, _z, ctypes.POINTER(Table)]),
    ("table_row", ctypes.c_int, [_s, _z, _z, ctypes.POINTER(Row)]),
    ("table_operand", ctypes.c_int, [_s, _z, _z, _z, ctypes.POINTER(RowOperand)]),
    ("table_implicit_operand", ctypes.c_int, [_s, _z, _z, _z, ctypes.POINTER(ImplicitOperand)]),
    ("code_create", _p, [_p]), ("code_free", None, [_p]),
    ("code_fact_count", _z, [_p]), ("code_fact", ctypes.c_int, [_p, _z, ctypes.POINTER(Fact)]),
    ("code_table", _u32, [_p]), ("code_instruction_count", _z, [_p]),
    ("code_instruction", ctypes.c_int, [_p, _z, ctypes.POINTER(Instruction)]), ("code_find", _u32, [_p, _u32]),
    ("code_text", _s, [_p, _z]), ("code_operand", ctypes.c_int, [_p, _z, _z, ctypes.POINTER(Operand)]),
    ("code_function_count", _z, [_p]), ("code_function", ctypes.c_int, [_p, _z, ctypes.POINTER(Function)]),
    ("code_block_count", _z, [_p, _z]), ("code_block", ctypes.c_int, [_p, _z, _z, ctypes.POINTER(Block)]),
    ("code_reference_count", _z, [_p]), ("code_reference", ctypes.c_int, [_p, _z, ctypes.POINTER(Reference)]),
    ("world_event_outcome", ctypes.c_int32, [_p]), ("world_call_outcome", ctypes.c_int32, [_p]),
    ("world_next_fault", _p, [_p]), ("fault_get", None, [_p, ctypes.POINTER(FaultInfo)]),
    ("fault_frame", ctypes.c_int, [_p, _z, ctypes.POINTER(Frame)]), ("fault_free", None, [_p]),
    ("check", ctypes.c_int, [_p, ctypes.POINTER(_p)]),
    ("program_json", ctypes.c_int, [_p, ctypes.POINTER(Buffer)]),
    ("program_engine", _s, [_p]), ("program_free", None, [_p]),
    ("host_create", _p, [ctypes.c_int]), ("host_free", None, [_p]),
    ("host_function", ctypes.c_int, [_p, _s, ctypes.c_int32, Native, _p]),
    ("host_method", ctypes.c_int, [_p, _s, _s, ctypes.c_int32, Native, _p]),
    ("call_count", _z, [_p]), ("call_argument", Value, [_p, _z]),
    ("call_set_argument", None, [_p, _z, _value_p]), ("call_set_result", None, [_p, _value_p]),
    ("call_receiver", ctypes.c_uint64, [_p]), ("call_suspend", None, [_p]), ("call_resumed", ctypes.c_int, [_p]),
    ("call_delta_time", ctypes.c_float, [_p]), ("call_state", Value, [_p]),
    ("call_set_state", None, [_p, _value_p]), ("call_fail", None, [_p, _s]),
    ("world_create", ctypes.c_int,
     [ctypes.POINTER(_p), _z, _p, ctypes.POINTER(WorldOptions), ctypes.POINTER(_p), ctypes.POINTER(_p)]),
    ("world_watch", None, [_p, Watch, _p]), ("world_start", None, [_p]),
    ("world_frame", None, [_p, ctypes.c_float]),
    ("world_send", ctypes.c_int, [_p, _s, _value_p, _z, ctypes.POINTER(_s), ctypes.POINTER(_p)]),
    ("world_call", ctypes.c_int, [_p, _s, _value_p, _z, _value_p, ctypes.POINTER(_p)]),
    ("world_finished", ctypes.c_int, [_p]), ("world_instructions", ctypes.c_uint64, [_p]),
    ("world_take_fault", _s, [_p]),
    ("world_state_json", ctypes.c_int, [_p, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("world_snapshot", ctypes.c_int, [_p, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("world_restore", ctypes.c_int, [_p, _p, _z, ctypes.POINTER(_p)]), ("world_free", None, [_p]),
    ("world_interrupt", None, [_p]), ("world_resume", None, [_p]), ("world_interrupted", ctypes.c_int, [_p]),
    ("world_pause_after", None, [_p, ctypes.c_uint64]), ("world_paused", ctypes.c_int, [_p]),
    ("world_machine_count", _z, [_p]), ("world_machine", ctypes.c_int, [_p, _z, ctypes.POINTER(Machine)]),
    ("world_machine_frame", ctypes.c_int, [_p, _z, _z, ctypes.POINTER(Frame)]),
    ("world_scopes_json", ctypes.c_int, [_p, _z, _z, _z, _z, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
    ("world_change_variable", ctypes.c_int, [_p, _z, _z, _s, _z, _value_p, ctypes.POINTER(_p)]),
    ("world_memory_count", _z, [_p]), ("world_memory", ctypes.c_int, [_p, _z, ctypes.POINTER(MemoryBlock)]),
    ("world_read_memory", ctypes.c_int,
     [_p, _s, ctypes.c_uint64, _z, ctypes.POINTER(Buffer), ctypes.POINTER(_p)]),
]:
    _function = getattr(library, "vellum_" + _name)
    _function.restype, _function.argtypes = _result, _arguments
