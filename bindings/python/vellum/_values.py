"""Values, texts, errors and lists on their way between Python and C."""

import codecs
import ctypes
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _c
from ._records import Diagnostic, Frame, Object, Vector

if TYPE_CHECKING:
    import array
    import mmap

    from ._worlds import Call

    Data = Union[bytes, bytearray, memoryview, mmap.mmap, "array.array[Any]"]
    """Bytes as functions take them: whatever has the buffer protocol."""

Argument = Union[None, bool, int, float, str, Object, Vector, Tuple[float, float, float]]
"""What a script can be given."""

_Self = TypeVar("_Self", bound="Owned")

_NONE, _BOOLEAN, _INTEGER, _REAL, _VECTOR, _OBJECT, _MEMORY, _STRING = range(8)
_UNKNOWN_OFFSET = 2**64 - 1


def _lone_surrogates(error: UnicodeError) -> Tuple[Union[str, bytes], int]:
    """Those that stand for a byte become it, others what encoders of UTF-16 make of them."""
    assert isinstance(error, UnicodeEncodeError)
    wrong = error.object[error.start:error.end]
    return b"".join(each.encode("utf-8", "surrogateescape" if "\udc80" <= each <= "\udcff" else "surrogatepass")
                    for each in wrong), error.end


codecs.register_error("vellum.bytes", _lone_surrogates)


def _text(data: Any) -> str:
    """Every text of the library: a byte that is not UTF-8 is U+DC00 plus the byte, as with "surrogateescape"."""
    return str(data, "utf-8", "surrogateescape") if data else ""


def _bytes(text: str) -> bytes:
    """The bytes that _text made a text of."""
    return text.encode("utf-8", "vellum.bytes")


def _encoded(text: Optional[str]) -> Optional[bytes]:
    return _bytes(text) if text else None


class _PyBuffer(ctypes.Structure):
    """Python's own description of a buffer."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
                ("readonly", ctypes.c_int), ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


_ask_buffer = ctypes.pythonapi.PyObject_GetBuffer
_ask_buffer.argtypes, _ask_buffer.restype = [ctypes.py_object, ctypes.POINTER(_PyBuffer), ctypes.c_int], ctypes.c_int
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes, _release_buffer.restype = [ctypes.POINTER(_PyBuffer)], None


class Given:
    """Bytes that a caller gave, where they are: nothing is copied. Until close() they can neither move nor shrink."""

    def __init__(self, data: "Data") -> None:
        self._buffer = _PyBuffer()
        if isinstance(data, str):
            raise TypeError("expected bytes, not a str")
        _ask_buffer(data, ctypes.byref(self._buffer), 0)  # raises what is the matter itself

    @property
    def parts(self) -> Tuple[Optional[int], int]:
        """Address and size, as the functions of the library take them."""
        return self._buffer.buf, self._buffer.len

    def close(self) -> None:
        """Lets the caller's bytes go."""
        _release_buffer(ctypes.byref(self._buffer))  # a second time it does nothing

    def __enter__(self) -> Tuple[Optional[int], int]:
        return self.parts

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Memory:
    """Bytes of a script (AGS buffers and fields), to read and to write while the native runs: memory[0], memory[2:5],
    memory[0] = 65, memory[2:5] = b"abc", bytes(memory)."""

    def __init__(self, call: "Call", address: int, size: int) -> None:
        self._call, self._address, self._size = call, address, size

    def _bytes(self) -> Any:
        self._call._alive()
        return (ctypes.c_ubyte * self._size).from_address(self._address)

    def __len__(self) -> int:
        return self._size

    def __bytes__(self) -> bytes:
        return bytes(self._bytes())

    def __getitem__(self, index: Union[int, slice]) -> Any:
        found = self._bytes()[index]
        return bytes(found) if isinstance(index, slice) else found

    def __setitem__(self, index: Union[int, slice], value: Any) -> None:
        self._bytes()[index] = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (bytes, bytearray, Memory)):
            return NotImplemented
        return bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]


def _to_python(value: _c.Value, call: "Optional[Call]" = None) -> Any:
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


def _to_c(value: Any) -> Tuple[_c.Value, Optional[bytes]]:
    """The value and whatever must stay alive while C reads it."""
    out = _c.Value()
    if value is None:
        return out, None
    if isinstance(value, bool):
        out.type, out.value.integer = _BOOLEAN, value
    elif isinstance(value, int):
        if not -2**31 <= value < 2**31:
            raise OverflowError(f"{value} does not fit in the 32-bit integers of scripts")
        out.type, out.value.integer = _INTEGER, value
    elif isinstance(value, float):
        out.type, out.value.real = _REAL, value
    elif isinstance(value, Object):
        if not 0 <= value.id < 2**64:
            raise OverflowError(f"{value.id} does not fit in the 64-bit numbers of objects")
        out.type, out.value.object = _OBJECT, value.id
    elif isinstance(value, str):
        data = _bytes(value)
        out.type, out.size = _STRING, len(data)
        out.value.text = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
        return out, data
    elif isinstance(value, tuple) and len(value) == 3:
        out.type = _VECTOR
        out.value.vector[:] = value
    else:
        raise TypeError(f"scripts have no value like {value!r}")
    return out, None


def _array(values: Sequence[Any]) -> Tuple[Any, List[Optional[bytes]]]:
    pairs = [_to_c(value) for value in values]
    return (_c.Value * max(len(pairs), 1))(*[pair[0] for pair in pairs]), [pair[1] for pair in pairs]


def _diagnostic(raw: _c.Diagnostic) -> Diagnostic:
    return Diagnostic(("note", "warning", "error")[raw.severity], _text(raw.code), _text(raw.message), _text(raw.hint),
                      _text(raw.file), None if raw.offset == _UNKNOWN_OFFSET else raw.offset, raw.line or None,
                      raw.column or None)


def _take_diagnostics(handle: Any) -> List[Diagnostic]:
    out: List[Diagnostic] = []
    for index in range(_c.library.vellum_diagnostics_count(handle)):
        raw = _c.Diagnostic()
        _c.library.vellum_diagnostics_get(handle, index, ctypes.byref(raw))
        out.append(_diagnostic(raw))
    _c.library.vellum_diagnostics_free(handle)
    return out


def _view(buffer: _c.Buffer) -> Any:
    return (ctypes.c_char * buffer.size).from_address(buffer.data) if buffer.size else b""


def _take_buffer(buffer: _c.Buffer) -> bytes:
    data = bytes(_view(buffer))
    _c.library.vellum_buffer_free(ctypes.byref(buffer))
    return data


def _take_text(buffer: _c.Buffer) -> str:
    text = _text(_view(buffer))  # read where the library wrote it
    _c.library.vellum_buffer_free(ctypes.byref(buffer))
    return text


class Owned:
    """Something the library keeps memory for. That is given back when the last reference goes, or by close(), or at the end
    of a with statement; using the object after that raises a ValueError."""

    _free = ""  # of the library's function, without "vellum_"
    _owned: Any = None

    @property
    def _handle(self) -> Any:
        if self._owned is None:
            raise ValueError(f"the {type(self).__name__} is closed")
        return self._owned

    @_handle.setter
    def _handle(self, handle: Any) -> None:
        self._owned = handle

    def close(self) -> None:
        """Gives the memory back at once. A second time it does nothing."""
        handle, self._owned = self._owned, None
        if handle:
            getattr(_c.library, "vellum_" + self._free)(handle)

    def __enter__(self: _Self) -> _Self:
        self._handle  # noqa: B018 - refuses what is closed
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], problem: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Error(Exception):
    """Something was refused. `diagnostic` has code, place and hint; `diagnostics` all messages of the attempt."""

    def __init__(self, text: str, diagnostic: Optional[Diagnostic] = None, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(text)
        self.diagnostic = diagnostic
        self.diagnostics = list(diagnostics)


def _raise(status: int, error: Any, diagnostics: Iterable[Diagnostic] = ()) -> None:
    if status == 0:
        return
    if not error:
        raise Error("a bad argument was passed to the library", None, diagnostics)
    text = _text(_c.library.vellum_error_text(error))
    raw = _c.Diagnostic()
    _c.library.vellum_error_get(error, ctypes.byref(raw))
    diagnostic = _diagnostic(raw)
    _c.library.vellum_error_free(error)
    raise Error(text, diagnostic, diagnostics)


def _ask(function: Any, structure: Any, *arguments: Any) -> Any:
    """The structure that a function of the library fills in; IndexError past the end."""
    out = structure()
    if function(*arguments, ctypes.byref(out)) != 0:
        raise IndexError(arguments[-1])
    return out


def _frame(raw: Any) -> Frame:
    return Frame(_text(raw.function), _text(raw.source), raw.address, raw.line or None)
