"""Vellum for Python: load, check, list, assemble and run the scripts of classic games.

A package over the C interface (include/vellum/vellum.h), with nothing but ctypes. The shared library (libvellum_c) is found
through the environment variable VELLUM_LIBRARY, in this folder or beside it, in the tree that the package was installed into
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

Whole folders, games and archives are asked as a Workspace:

    for use in vellum.Workspace().xref("game/", name="PlaySound"):
        print(use["file"], use.get("line"))
"""

from . import _questions
from ._records import (Block, CallOutcome, Diagnostic, EventOutcome, Fact, Fault, Frame, Function, ImplicitOperand,
                       Instruction, Machine, MachineState, Object, Operand, Reference, Row, RowOperand, Table, Vector)
from ._values import Error, Memory
from ._programs import Code, Program, assemble, compile, detect, engines, load, source_names, tables, version
from ._questions import *
from ._workspace import Conversation, Workspace
from ._worlds import Call, Host, World
from .cluster import index

__all__ = ["Block", "Call", "CallOutcome", "Code", "Conversation", "Diagnostic", "Error", "EventOutcome", "Fact", "Fault", "Frame",
           "Function", "Host", "ImplicitOperand", "Instruction", "Machine", "MachineState", "Memory", "Object", "Operand",
           "Program", "Reference", "Row", "RowOperand", "Table", "Vector", "Workspace", "World", "assemble", "compile",
           "detect", "engines", "index", "load", "source_names", "tables", "version"]
__all__ += _questions.__all__

for _name in __all__:
    globals()[_name].__module__ = __name__  # where users find it: in messages, pickles and help
del _name
