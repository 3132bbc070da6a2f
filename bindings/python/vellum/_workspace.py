"""Folders, games and archives, on a disk or anywhere else, and the questions that commands answer about them."""

import base64
import ctypes
import json
import threading
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Protocol, Sequence, Union, cast

from . import _c
from ._questions import Questions
from ._values import Owned, _bytes, _raise, _take_buffer

Content = Union[bytes, bytearray, memoryview, str]


class Reader(Protocol):
    """Files that are read by name. With a method list(), which gives the names of all and is called once, folders can be asked
    about, too."""

    def read(self, name: str) -> Content: ...


Files = Union[None, Mapping[str, Content], Reader, Callable[[str], Content]]


class Workspace(Owned, Questions):
    """Where scripts are found and asked about. `files` is None for the disk, a mapping of names with their bytes or texts, a
    function that gives a file's bytes, or an object with read() and perhaps list(). A file that is not there is a LookupError or
    an OSError; whatever else is raised there is raised again by the question.

    The other arguments hold for all scripts: the engine instead of what is found out for each file; folders
    and archives that every script may read (`data`); headers of AGS sources wherever they lie (`headers`); warnings about
    style (`lint`); settings of engines (`settings`), such as {"ags": {"utf8": True}}. What they do not say, the project file
    vellum.json near a script may. Every question that has a command is a method. Bytes in parameters and answers are bytes.

        workspace = vellum.Workspace({"lamp.asc": source, "lamp.ash": header})
        script = workspace.compile("lamp.asc")["bytes"]
    """

    _free = "workspace_free"

    def __init__(self, files: Files = None, *, engine: Optional[str] = None, data: Sequence[str] = (),
                 headers: Sequence[str] = (), lint: bool = False, settings: Mapping[str, Mapping[str, Any]] = {}) -> None:
        said: Dict[str, Any] = {"engine": engine, "data": list(data), "headers": list(headers), "lint": lint, **settings}
        text = json.dumps({key: value for key, value in said.items() if value is not None}).encode()
        self._raised: Dict[int, BaseException] = {}  # by thread, in files
        self._files = None if files is None else self._callbacks(files)  # as long as the library may call them
        self._handle, error = ctypes.c_void_p(), ctypes.c_void_p()
        given = None if self._files is None else ctypes.byref(self._files)
        _raise(_c.library.vellum_workspace_open(given, text, ctypes.byref(self._handle), ctypes.byref(error)), error)

    def _callbacks(self, files: Any) -> Any:
        read: Callable[[str], Content] = getattr(files, "read", None) or getattr(files, "__getitem__", files)
        names: Optional[Callable[[], Iterable[str]]] = files.keys if isinstance(files, Mapping) else getattr(files, "list", None)
        raised = self._raised  # nothing here refers to the workspace itself, so that it goes when its user lets it go

        def guarded(make: Callable[[], bytes], buffer: int) -> int:
            try:
                content = make()
            except (LookupError, OSError):
                return 1
            except BaseException as problem:  # noqa: B036 - raised again by ask()
                raised[threading.get_ident()] = problem
                return 1
            return cast(int, _c.library.vellum_buffer_set(buffer, content, len(content)))

        def content_of(name: bytes) -> bytes:
            content = read(name.decode("utf-8", "surrogateescape"))
            return _bytes(content) if isinstance(content, str) else bytes(content)

        def listed() -> bytes:
            return "\n".join(() if names is None else names()).encode("utf-8", "surrogateescape")

        return _c.Files(ctypes.sizeof(_c.Files), None, _c.Read(lambda _, name, buffer: guarded(lambda: content_of(name), buffer)),
                        _c.List(lambda _, buffer: guarded(listed, buffer)))

    def ask(self, question: str, /, **parameters: Any) -> Any:
        """The answer to a question: what `vellum QUESTION --format json` prints. None and False are as if left out; names of
        parameters have `_` instead of `-`, and one more at the end where Python knows the word."""
        given = {name.rstrip("_").replace("_", "-"): value for name, value in parameters.items()
                 if value is not None and value is not False}
        text = json.dumps(given, default=_plain).encode()
        answer, error = _c.Buffer(), ctypes.c_void_p()
        status = _c.library.vellum_workspace_ask(self._handle, question.encode(), text, len(text), ctypes.byref(answer),
                                                 ctypes.byref(error))
        self._raise_again(status, error, answer)
        return json.loads(_take_buffer(answer), object_hook=_from_base64)

    def _raise_again(self, status: int, error: Any, answer: Any) -> None:
        """Raises what a reader of files raised, or else the error."""
        raised = self._raised.pop(threading.get_ident(), None)
        if raised is not None:
            (_c.library.vellum_error_free if status else _c.library.vellum_buffer_free)(error if status else ctypes.byref(answer))
            raise raised
        _raise(status, error)


    def converse(self, protocol: str) -> "Conversation":
        """A conversation with an editor over these files: "lsp" for the language server, "dap" for the debug adapter."""
        return Conversation(self, protocol)


class Conversation(Owned):
    """The Language Server Protocol or the Debug Adapter Protocol, message by message. Made by Workspace.converse()."""

    _free = "conversation_free"

    def __init__(self, workspace: Workspace, protocol: str) -> None:
        self._workspace = workspace  # it must outlive this
        self._handle, error = ctypes.c_void_p(), ctypes.c_void_p()
        _raise(_c.library.vellum_conversation_open(workspace._handle, protocol.encode(), ctypes.byref(self._handle),
                                                   ctypes.byref(error)), error)

    def say(self, message: Optional[Mapping[str, Any]] = None) -> List[Dict[str, Any]]:
        """Takes a message and gives those there are to send. None: nothing more comes for a moment; what there is to tell
        without being asked comes then."""
        text = None if message is None else json.dumps(message).encode()
        answers, error = _c.Buffer(), ctypes.c_void_p()
        status = _c.library.vellum_conversation_say(self._handle, text, len(text or b""), ctypes.byref(answers),
                                                    ctypes.byref(error))
        self._workspace._raise_again(status, error, answers)
        return cast(List[Dict[str, Any]], json.loads(_take_buffer(answers)))

    @property
    def running(self) -> bool:
        """Something runs still after a slice of time (a launch request's "slice", in milliseconds): the next say() goes on."""
        return bool(_c.library.vellum_conversation_running(self._handle))

    @property
    def ended(self) -> bool:
        """Nothing is answered any more."""
        return bool(_c.library.vellum_conversation_ended(self._handle))


def _plain(value: Any) -> Any:
    """What JSON has for other mappings and sequences, and for bytes."""
    try:
        return base64.b64encode(value).decode()
    except TypeError:
        return dict(value) if isinstance(value, Mapping) else list(value)


def _from_base64(value: Dict[str, Any]) -> Dict[str, Any]:
    if isinstance(value.get("bytes"), str) and "size" in value:
        value["bytes"] = base64.b64decode(value["bytes"])
    return value
