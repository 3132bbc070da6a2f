"""Running programs: natives, hosts, worlds."""

import ctypes
import json
import threading
from typing import TYPE_CHECKING, Any, Callable, Iterable, Dict, List, Mapping, Optional, Tuple

from . import _c
from ._records import CallOutcome, EventOutcome, Fault, Machine, MachineState, Object
from ._values import (Argument, Error, Given, Owned, _UNKNOWN_OFFSET, _array, _ask, _bytes, _encoded, _frame, _raise, _take_buffer,
                      _text, _to_c, _to_python)

if TYPE_CHECKING:
    from ._programs import Program
    from ._values import Data


class Call:
    """One call of a native: call[0] is the first argument, call[0] = x writes the script's variable. It ends with the
    native: used later it raises Error."""

    _handle: Any

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def _alive(self) -> Any:
        if self._handle is None:
            raise Error("the call is over: its native has returned")
        return self._handle

    def _index(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return index

    def __len__(self) -> int:
        return int(_c.library.vellum_call_count(self._alive()))

    def __getitem__(self, index: int) -> Any:
        return _to_python(_c.library.vellum_call_argument(self._alive(), self._index(index)), self)

    def __setitem__(self, index: int, value: Argument) -> None:
        raw, keep = _to_c(value)
        _c.library.vellum_call_set_argument(self._alive(), self._index(index), ctypes.byref(raw))
        del keep

    @property
    def receiver(self) -> Object:
        """The object a method is called on."""
        return Object(_c.library.vellum_call_receiver(self._alive()))

    @property
    def resumed(self) -> bool:
        """True when a suspended call is asked again."""
        return bool(_c.library.vellum_call_resumed(self._alive()))

    @property
    def delta_time(self) -> float:
        """Seconds since the last frame."""
        return float(_c.library.vellum_call_delta_time(self._alive()))

    @property
    def state(self) -> Any:
        """A value kept, and saved, while the call is suspended."""
        return _to_python(_c.library.vellum_call_state(self._alive()))

    @state.setter
    def state(self, value: Argument) -> None:
        raw, keep = _to_c(value)
        _c.library.vellum_call_set_state(self._alive(), ctypes.byref(raw))
        del keep

    def suspend(self) -> None:
        """Suspends the script until the native, asked again each frame, does not suspend."""
        _c.library.vellum_call_suspend(self._alive())

    def fail(self, message: object) -> None:
        """Reports that the native could not do its work."""
        _c.library.vellum_call_fail(self._alive(), str(message).encode("utf-8", "backslashreplace"))


def _words_of(problem: BaseException) -> str:
    """What to say of an exception, whatever its own text does."""
    try:
        return f"{type(problem).__name__}: {problem}"
    except Exception:  # noqa: BLE001 - a __str__ that raises
        return type(problem).__name__


class _Running(threading.local):
    """The worlds that run on this thread, the innermost last."""

    def __init__(self) -> None:
        self.worlds: List[World] = []


_running = _Running()


def _leave(problem: BaseException) -> None:
    """Nothing may cross the C border: the world is stopped, and World._run raises the exception afterwards."""
    if _running.worlds:
        world = _running.worlds[-1]
        if world._raised is None:
            world._raised = problem
        _c.library.vellum_world_interrupt(world._handle)


class Host:
    """What scripts can call. With stand_in unknown natives answer with defaults, so that any script runs."""

    def __init__(self, stand_in: bool = False) -> None:
        self._handle = ctypes.c_void_p(_c.library.vellum_host_create(1 if stand_in else 0))
        self._keep: List[Any] = []

    def __del__(self) -> None:
        _c.library.vellum_host_free(self._handle)

    def _wrap(self, callable_: Callable[[Call], Argument]) -> Any:
        def native(_user: Any, call: Any) -> None:
            handle = Call(call)
            try:
                result = callable_(handle)
                if result is not None:
                    raw, keep = _to_c(result)
                    _c.library.vellum_call_set_result(call, ctypes.byref(raw))
                    del keep
            except BaseException as problem:  # noqa: BLE001 - nothing may cross the C border
                handle.fail(_words_of(problem))
                if not isinstance(problem, Exception):
                    _leave(problem)
            finally:
                handle._handle = None

        wrapped = _c.Native(native)
        self._keep.append(wrapped)
        return wrapped

    def function(self, name: str, callable_: Callable[[Call], Argument], arity: int = -1) -> None:
        """Registers callable(call) for a function; what it returns is the result. arity -1 takes any number."""
        _raise(_c.library.vellum_host_function(self._handle, _bytes(name), arity, self._wrap(callable_), None), None)

    def method(self, name: str, callable_: Callable[[Call], Argument], arity: int = -1, owner: Optional[str] = None) -> None:
        """Registers callable(call) for a method of a class, or of every class."""
        _raise(_c.library.vellum_host_method(self._handle, _encoded(owner), _bytes(name), arity,
                                           self._wrap(callable_), None), None)


class World(Owned):
    """Running scripts. The host and the programs are kept alive. A world that is running cannot be closed."""

    _free = "world_free"
    _depth = 0  # of calls into the library that run scripts

    def __init__(self, programs: "Iterable[Program]", host: Host, instructions: int = 0, memory: int = 0, call_depth: int = 0,
                 settings: Optional[Mapping[str, str]] = None) -> None:
        self._host, self._programs = host, list(programs)
        self._watch: Any = None
        self._raised: Optional[BaseException] = None
        self._handle = ctypes.c_void_p()
        handles = (ctypes.c_void_p * len(self._programs))(*[program._handle for program in self._programs])
        flat = [*(_bytes(text) for pair in (settings or {}).items() for text in pair), None]
        array = (ctypes.c_char_p * len(flat))(*flat)
        options = _c.WorldOptions(ctypes.sizeof(_c.WorldOptions), instructions, memory, call_depth,
                                ctypes.cast(array, ctypes.POINTER(ctypes.c_char_p)))
        error = ctypes.c_void_p()
        _raise(_c.library.vellum_world_create(handles, len(handles), host._handle, ctypes.byref(options),
                                            ctypes.byref(self._handle), ctypes.byref(error)), error)

    def close(self) -> None:
        """Gives the memory back at once. A native cannot close the world that asks it."""
        if self._depth:
            raise ValueError("the World is running")
        super().close()

    def _run(self, function: Any, *arguments: Any) -> Any:
        """Calls the library; exceptions that natives could not raise through it are raised afterwards."""
        interrupted = self.interrupted
        _running.worlds.append(self)
        self._depth += 1
        try:
            return function(self._handle, *arguments)
        finally:
            self._depth -= 1
            _running.worlds.pop()
            raised, self._raised = self._raised, None
            if raised is not None:
                if not interrupted and not self.paused:
                    _c.library.vellum_world_resume(self._handle)
                raise raised

    def watch(self, callable_: Optional[Callable[[str, str], object]]) -> None:
        """Calls callable(kind, text) for natives, events, notes and faults; None ends it."""
        def tell(_user: Any, kind: bytes, text: bytes) -> None:
            try:
                assert callable_ is not None
                callable_(_text(kind), _text(text))
            except BaseException as problem:  # noqa: BLE001 - nothing may cross the C border
                _leave(problem)

        self._watch = _c.Watch(tell) if callable_ else _c.Watch(0)
        _c.library.vellum_world_watch(self._handle, self._watch, None)

    def start(self) -> None:
        """Starts the scripts."""
        self._run(_c.library.vellum_world_start)

    def frame(self, seconds: float = 1 / 30) -> None:
        """Runs one frame."""
        self._run(_c.library.vellum_world_frame, seconds)

    def interrupt(self) -> None:
        """Stops what runs, soon: the one method besides resume that other threads may call while the world is busy. Holds
        until resume()."""
        _c.library.vellum_world_interrupt(self._handle)

    def resume(self) -> None:
        """Ends an interruption; machines that can continue do so in the next frame. A paused world continues at once."""
        self._run(_c.library.vellum_world_resume)

    def pause_after(self, instructions: Optional[int]) -> None:
        """Stops what is under way, or comes next, after exactly that many more instructions; None takes it back.
        resume() continues as if nothing had happened."""
        _c.library.vellum_world_pause_after(self._handle, 2**64 - 1 if instructions is None else instructions)

    @property
    def paused(self) -> bool:
        """True between a pause and resume()."""
        return bool(_c.library.vellum_world_paused(self._handle))

    @property
    def machines(self) -> List[Machine]:
        """The machines so far, each with its name, MachineState, instructions executed and open calls, innermost first."""
        found = []
        for index in range(_c.library.vellum_world_machine_count(self._handle)):
            raw = _ask(_c.library.vellum_world_machine, _c.Machine, self._handle, index)
            name, state = _text(raw.name), MachineState(raw.state)
            frames = [_frame(_ask(_c.library.vellum_world_machine_frame, _c.Frame, self._handle, index, number))
                      for number in range(raw.frames)]
            found.append(Machine(name, state, raw.instructions, frames))
        return found

    def scopes(self, machine: int = 0, frame: int = 0, first: int = 0, count: int = 256) -> List[Dict[str, Any]]:
        """What a frame of a machine holds and what is around it: a list of scopes with name, count, first and variables,
        each with name, type and text; of each scope `count` variables from `first` on."""
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_world_scopes_json(self._handle, machine, frame, first, count, ctypes.byref(buffer),
                                                 ctypes.byref(error)), error)
        found: List[Dict[str, Any]] = json.loads(_take_buffer(buffer))
        return found

    def change_variable(self, scope: str, index: int, value: Argument, machine: int = 0, frame: int = 0) -> None:
        """Gives the variable with that number in a scope of scopes() another value, of the type it has."""
        raw, keep = _to_c(value)
        error = ctypes.c_void_p()
        _raise(_c.library.vellum_world_change_variable(self._handle, machine, frame, _bytes(scope), index,
                                                       ctypes.byref(raw), ctypes.byref(error)), error)
        del keep

    @property
    def memory_blocks(self) -> List[Tuple[str, int]]:
        """Name and size of each block of memory that scripts address."""
        blocks = (_ask(_c.library.vellum_world_memory, _c.MemoryBlock, self._handle, index)
                  for index in range(_c.library.vellum_world_memory_count(self._handle)))
        return [(_text(block.name), block.size) for block in blocks]

    def read_memory(self, block: str, first: int = 0, count: int = 4096) -> bytes:
        """Bytes of a block, as many as there are if those are fewer."""
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_world_read_memory(self._handle, _bytes(block), first, count,
                                                   ctypes.byref(buffer), ctypes.byref(error)), error)
        return _take_buffer(buffer)

    @property
    def interrupted(self) -> bool:
        """True between interrupt() and resume()."""
        return bool(_c.library.vellum_world_interrupted(self._handle))

    def send(self, event: str, *values: Argument) -> str:
        """Delivers an event and returns its outcome."""
        array, keep = _array(values)
        outcome, error = ctypes.c_char_p(), ctypes.c_void_p()
        _raise(self._run(_c.library.vellum_world_send, _bytes(event), array, len(values),
                         ctypes.byref(outcome), ctypes.byref(error)), error)
        del keep
        return _text(outcome.value)

    def call(self, function: str, *arguments: Argument) -> Any:
        """Calls a script function and returns its result."""
        array, keep = _array(arguments)
        result, error = _c.Value(), ctypes.c_void_p()
        _raise(self._run(_c.library.vellum_world_call, _bytes(function), array, len(arguments),
                         ctypes.byref(result), ctypes.byref(error)), error)
        del keep
        return _to_python(result)

    @property
    def event_outcome(self) -> Optional[EventOutcome]:
        """The outcome of the last event, even if it was refused: an EventOutcome, None before the first."""
        outcome = _c.library.vellum_world_event_outcome(self._handle)
        return None if outcome < 0 else EventOutcome(outcome)

    @property
    def call_outcome(self) -> Optional[CallOutcome]:
        """The outcome of the last call, even if it failed: a CallOutcome, None before the first."""
        outcome = _c.library.vellum_world_call_outcome(self._handle)
        return None if outcome < 0 else CallOutcome(outcome)

    @property
    def finished(self) -> bool:
        """True when nothing will happen any more without an event."""
        return bool(_c.library.vellum_world_finished(self._handle))

    @property
    def instructions(self) -> int:
        """Instructions executed so far."""
        return int(_c.library.vellum_world_instructions(self._handle))

    def take_faults(self) -> List[str]:
        """The faults since the last time, as texts with their frames."""
        out: List[str] = []
        while True:
            text = _c.library.vellum_world_take_fault(self._handle)
            if text is None:
                return out
            out.append(_text(text))

    def take_fault_details(self) -> List[Fault]:
        """The same as a list of Fault; each fault is taken once, as a text or so."""
        out: List[Fault] = []
        while True:
            handle = ctypes.c_void_p(_c.library.vellum_world_next_fault(self._handle))
            if not handle:
                return out
            raw = _c.FaultInfo()
            _c.library.vellum_fault_get(handle, ctypes.byref(raw))
            frames = []
            for index in range(raw.frames):
                frames.append(_frame(_ask(_c.library.vellum_fault_frame, _c.Frame, handle, index)))
            out.append(Fault(_text(raw.code), _text(raw.message), _text(raw.text), _text(raw.program), raw.machine,
                             _text(raw.machine_name), None if raw.offset == _UNKNOWN_OFFSET else raw.offset, frames))
            _c.library.vellum_fault_free(handle)

    def snapshot(self) -> bytes:
        """The whole state as bytes."""
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_world_snapshot(self._handle, ctypes.byref(buffer), ctypes.byref(error)), error)
        return _take_buffer(buffer)

    def state(self) -> Dict[str, Any]:
        """The state of the world, as a dictionary (FF7); Error if the engine has none."""
        buffer, error = _c.Buffer(), ctypes.c_void_p()
        _raise(_c.library.vellum_world_state_json(self._handle, ctypes.byref(buffer), ctypes.byref(error)), error)
        state: Dict[str, Any] = json.loads(_take_buffer(buffer))
        return state

    def restore(self, data: "Data") -> None:
        """Puts a state back; the world is as it was if that fails."""
        error = ctypes.c_void_p()
        with Given(data) as (start, size):
            _raise(_c.library.vellum_world_restore(self._handle, start, size, ctypes.byref(error)), error)
